// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>

#include "cutline/base/parallel.hpp"
#include "cutline/topology/digit_graphs.hpp"
#include "cutline/topology/graph_shape.hpp"
#include "resilience_parts.hpp"

namespace cutline {

namespace {

/// Entry d is the number of shortest paths of all pairs at distance d together.
using PathSums = std::vector<double>;

class PathSearch {
 public:
  explicit PathSearch(const ChannelGraph& graph)
      : graph_(graph), hops_(graph.node_count()), paths_(graph.node_count()) {}

  /// Adds the paths from one node to every node.
  void add(std::uint32_t source, PathSums& sums) {
    std::fill(hops_.begin(), hops_.end(), kUnreached);
    std::fill(paths_.begin(), paths_.end(), 0.0);
    order_.assign(1, source);
    hops_[source] = 0;
    paths_[source] = 1;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::uint32_t node = order_[i];
      const std::uint32_t hops = hops_[node];
      if (graph_.is_node(node)) {
        if (sums.size() <= hops) sums.resize(hops + std::size_t{1});
        sums[hops] += paths_[node];
      }
      for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
        const std::uint32_t head = graph_.head[c];
        if (hops_[head] == kUnreached) {
          hops_[head] = hops + 1;
          order_.push_back(head);
        }
        if (hops_[head] == hops + 1) paths_[head] += paths_[node];
      }
    }
  }

 private:
  const ChannelGraph& graph_;
  std::vector<std::uint32_t> hops_;
  std::vector<double> paths_;
  std::vector<std::uint32_t> order_;
};

struct GraphPaths {
  std::optional<PathSums> sums;  ///< absent if they take more than the effort
  PathsMethod method = PathsMethod::past_effort;
};

GraphPaths paths_of(const ChannelGraph& graph, bool nodes_alike, std::uint64_t effort) {
  const std::size_t nodes = graph.node_count();
  const Shape shape = shape_of(graph).shape;
  if (nodes_alike || shape == Shape::ring || shape == Shape::one_way_ring || shape == Shape::circulant) {
    PathSums sums;
    PathSearch(graph).add(0, sums);
    for (double& sum : sums) sum *= static_cast<double>(nodes);
    return {std::move(sums), PathsMethod::one_search};
  }
  // A search visits channels and clears the counts of all nodes; a network in parts may have few channels.
  const std::size_t visits = std::max(graph.head.size(), nodes);
  if (static_cast<double>(nodes) * static_cast<double>(visits) > static_cast<double>(effort)) return {};
  // The blocks do not depend on the number of threads, so the order of the sums is always the same.
  constexpr std::size_t kBlocks = 16;
  std::vector<PathSums> blocks(kBlocks);
  parallel_for(kBlocks, [&](std::size_t block) {
    PathSearch search(graph);
    for (std::size_t node = block; node < nodes; node += kBlocks) {
      if (graph.is_node(node)) search.add(static_cast<std::uint32_t>(node), blocks[block]);
    }
  });
  PathSums all;
  for (const PathSums& block : blocks) {
    all.resize(std::max(all.size(), block.size()));
    std::transform(block.begin(), block.end(), all.begin(), all.begin(), std::plus<>());
  }
  return {std::move(all), PathsMethod::all_pairs};
}

/// The path counts of a product: a path of each factor, interleaved in every way. A sum that is too large for a double
/// becomes infinite.
PathSums product(const PathSums& a, const PathSums& b) {
  PathSums sums(a.size() + b.size() - 1);
  for (std::size_t hops = 0; hops < sums.size(); ++hops) {
    double ways = 1;  // ways to choose which i of `hops` hops are in the first factor
    for (std::size_t i = 0; i <= hops && i < a.size(); ++i) {
      const double other = hops - i < b.size() ? b[hops - i] : 0;
      if (a[i] > 0 && other > 0) sums[hops] += ways * a[i] * other;
      ways = ways * static_cast<double>(hops - i) / static_cast<double>(i + 1);
    }
  }
  return sums;
}

GraphPaths paths_of_product(const Topology& topology, std::uint64_t effort) {
  PathSums all = {1};
  double work = 0;
  for (const DigitKind& kind : digit_kinds(topology)) {
    const GraphPaths own = paths_of(kind_graph(topology, kind), false, effort);
    if (!own.sums) return {};
    for (std::size_t i = 0; i < kind.digits.size(); ++i) {
      work += static_cast<double>(all.size() + own.sums->size()) * static_cast<double>(all.size());
      if (work > static_cast<double>(effort)) return {};
      all = product(all, *own.sums);
    }
  }
  return {std::move(all), PathsMethod::product};
}

}  // namespace

FoundPaths mean_shortest_paths(const Topology& topology, std::uint64_t effort) {
  const std::uint64_t nodes = topology.node_count();
  if (nodes < 2) return PathsMethod::one_node;
  GraphPaths found;
  if (topology.digits.size() > 1 && topology.is_product() && !topology.has_interchanges()) {
    found = paths_of_product(topology, effort);
  } else if (is_small_graph(topology)) {
    const bool alike = topology.theorems.vertex_transitive && !topology.has_interchanges();
    found = paths_of(channel_graph(topology), alike, effort);
  } else {
    return PathsMethod::too_large;
  }
  if (!found.sums) return PathsMethod::past_effort;
  double paths = 0;
  for (std::size_t hops = 1; hops < found.sums->size(); ++hops) paths += (*found.sums)[hops];
  const double mean = paths / (static_cast<double>(nodes) * static_cast<double>(nodes - 1));
  if (!std::isfinite(mean)) return PathsMethod::overflow;
  return {mean, found.method};
}

}  // namespace cutline
