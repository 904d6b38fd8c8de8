// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cutline/base/parallel.hpp"
#include "cutline/detail/topology/faults.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

using FoundConnectivity = FoundBy<std::uint64_t, ConnectivityMethod>;
using FoundPaths = FoundBy<double, PathsMethod>;

/// Maximum flows with a capacity of one unit a channel, by shortest augmenting paths. Each unit takes one breadth-first
/// search over the channels, and a flow has at most as many units as a node has channels, so a flow costs O(degree x
/// channels). Methods with a better worst case would not pay off at the small degrees of networks.
class Flow {
 public:
  explicit Flow(const ChannelGraph& graph)
      : graph_(graph), tail_(graph.head.size()), into_first_(graph.node_count() + 1), into_(graph.head.size()) {
    for (const std::uint32_t head : graph.head) ++into_first_[head + 1];
    for (std::size_t node = 0; node < graph.node_count(); ++node) into_first_[node + 1] += into_first_[node];
    std::vector<std::uint64_t> next(into_first_.begin(), into_first_.end() - 1);
    graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) {
      tail_[c] = node;
      into_[next[graph.head[c]]++] = c;
    });
  }

  /// The flow from source to target, but no more than `most`.
  std::uint64_t run(std::uint32_t source, std::uint32_t target, std::uint64_t most) {
    used_.assign(graph_.head.size(), false);
    std::uint64_t units = 0;
    while (units < most && augment(source, target)) ++units;
    return units;
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  bool augment(std::uint32_t source, std::uint32_t target) {
    by_.assign(graph_.node_count(), kNone);
    reached_.assign(1, source);
    const auto reach = [&](std::uint32_t node, std::uint64_t channel) {
      if (node == source || by_[node] != kNone) return;
      by_[node] = channel;
      reached_.push_back(node);
    };
    for (std::size_t i = 0; i < reached_.size() && by_[target] == kNone; ++i) {
      const std::uint32_t node = reached_[i];
      for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
        if (!used_[c]) reach(graph_.head[c], c);
      }
      for (std::uint64_t k = into_first_[node]; k < into_first_[node + 1]; ++k) {
        if (used_[into_[k]]) reach(tail_[into_[k]], into_[k]);
      }
    }
    if (by_[target] == kNone) return false;
    for (std::uint32_t node = target; node != source;) {
      const std::uint64_t channel = by_[node];
      node = used_[channel] ? graph_.head[channel] : tail_[channel];
      used_[channel] = !used_[channel];
    }
    return true;
  }

  const ChannelGraph& graph_;
  std::vector<std::uint32_t> tail_;
  std::vector<std::uint64_t> into_first_, into_;  ///< channels into each node, in compressed rows
  std::vector<bool> used_;
  std::vector<std::uint64_t> by_;  ///< the channel by which a node was reached
  std::vector<std::uint32_t> reached_;
};

/// Whether the graph has no parallel links.
bool is_simple(const ChannelGraph& graph) {
  std::vector<std::uint32_t> heads;
  for (std::size_t node = 0; node < graph.node_count(); ++node) {
    heads.assign(graph.head.begin() + static_cast<std::ptrdiff_t>(graph.first[node]),
                 graph.head.begin() + static_cast<std::ptrdiff_t>(graph.first[node + 1]));
    std::ranges::sort(heads);
    if (std::ranges::adjacent_find(heads) != heads.end()) return false;
  }
  return true;
}

/// Fewest channels that leave a node.
std::uint64_t least_degree(const ChannelGraph& graph) {
  std::uint64_t least = ~std::uint64_t{0};
  for (std::size_t node = 0; node < graph.node_count(); ++node) {
    if (graph.is_node(node)) least = std::min(least, graph.degree(node));
  }
  return least;
}

/// The nodes between which flows are found: from one node to each of the others.
struct FlowEnds {
  std::uint32_t from = 0;
  std::vector<std::uint32_t> to;
};

FlowEnds every_node(const ChannelGraph& graph) {
  FlowEnds ends;
  for (std::uint32_t node = 1; node < graph.node_count(); ++node) {
    if (graph.is_node(node)) ends.to.push_back(node);
  }
  return ends;
}

/// Nodes of which every other node has a neighbour, the first one with the fewest links. In a simple two-way graph both
/// sides of a cut of fewer links than any node has hold one of them. For a side of n nodes, each with d links or more
/// and with one of them in the cut, has at least max(n, n (d - n + 1)) >= d links in the cut; so in each side some node
/// has all its neighbours in its own side. Source: [Matula 1987].
FlowEnds dominating_nodes(const ChannelGraph& graph) {
  const auto nodes = static_cast<std::uint32_t>(graph.node_count());
  FlowEnds ends;
  for (std::uint32_t node = 1; node < nodes; ++node) {
    if (graph.degree(node) < graph.degree(ends.from)) ends.from = node;
  }
  std::vector<bool> has_neighbour(nodes);
  const auto add = [&](std::uint32_t node) {
    has_neighbour[node] = true;
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) has_neighbour[graph.head[c]] = true;
  };
  add(ends.from);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (has_neighbour[node]) continue;
    ends.to.push_back(node);
    add(node);
  }
  return ends;
}

/// The least flow between the ends, at most `most`. Later flows stop when they reach the least flow so far.
std::uint64_t least_flow(const ChannelGraph& graph, const FlowEnds& ends, std::uint64_t most) {
  constexpr std::size_t kBlocks = 16;
  std::vector<std::uint64_t> least(kBlocks, most);
  parallel_for(kBlocks, [&](std::size_t block) {
    if (block >= ends.to.size()) return;
    Flow flow(graph);
    for (std::size_t i = block; i < ends.to.size(); i += kBlocks)
      least[block] = flow.run(ends.from, ends.to[i], least[block]);
  });
  return *std::ranges::min_element(least);
}

/// A maximum flow equals the least number of channels that separate its ends, and a cut that separates two nodes
/// separates node 0 from one of them. So N - 1 flows are enough, instead of one for each pair; in most graphs far fewer
/// are. With one-way links a cut may also stop the messages that go back to node 0; flows in the reversed graph find
/// these cuts.
FoundConnectivity by_flows(const ChannelGraph& graph, bool two_way, std::uint64_t effort) {
  const std::uint64_t degree = least_degree(graph);
  const bool few = two_way && graph.kinds.empty() && is_simple(graph);
  const FlowEnds ends = few ? dominating_nodes(graph) : every_node(graph);
  const double visits = 2.0 * (two_way ? 1 : 2) * static_cast<double>(ends.to.size() + 1) *
                        static_cast<double>(degree + 1) * static_cast<double>(graph.head.size());
  if (visits > static_cast<double>(effort)) return ConnectivityMethod::past_effort;
  const std::uint64_t there = least_flow(graph, ends, degree);
  return {two_way ? there : least_flow(reversed(graph), ends, there), ConnectivityMethod::flows};
}

FoundConnectivity of_graph(const ChannelGraph& graph, bool two_way, bool nodes_alike, std::uint64_t effort) {
  if (first_unreachable(graph)) return {0, ConnectivityMethod::in_parts};
  const Shape shape = two_way ? shape_of(graph).shape : Shape::other;
  if (shape == Shape::path) return {1, ConnectivityMethod::path};
  if (shape == Shape::ring) return {2, ConnectivityMethod::ring};
  const bool alike = two_way && (nodes_alike || shape == Shape::circulant);
  if (alike && is_simple(graph)) return {least_degree(graph), ConnectivityMethod::transitive};
  return by_flows(graph, two_way, effort);
}

/// The connectivity of a product; nothing if the graph of a digit has parallel links. A digit of one value adds
/// nothing.
std::optional<FoundConnectivity> of_product(const Topology& topology, std::uint64_t effort) {
  std::uint64_t degrees = 0, least = ~std::uint64_t{0};
  for (const DigitKind& kind : digit_kinds(topology)) {
    if (kind.radix == 1) continue;
    const ChannelGraph graph = kind_graph(topology, kind);
    if (!is_simple(graph)) return std::nullopt;
    const FoundConnectivity own = of_graph(graph, true, false, effort);
    if (own.value() == nullptr) return own;
    degrees += kind.digits.size() * least_degree(graph);
    least = std::min(least, *own.value() * (topology.node_count() / kind.radix));
  }
  return FoundConnectivity{std::min(degrees, least), ConnectivityMethod::product};
}

/// Entry d is the number of shortest paths of all pairs at distance d together.
using PathSums = std::vector<double>;

class PathSearch {
 public:
  explicit PathSearch(const ChannelGraph& graph)
      : graph_(graph), hops_(graph.node_count()), paths_(graph.node_count()) {}

  /// Adds the paths from one node to every node.
  void add(std::uint32_t source, PathSums& sums) {
    std::ranges::fill(hops_, kUnreached);
    std::ranges::fill(paths_, 0.0);
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
    return {std::move(sums), PathsMethod::from_one_node};
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

/// The least number of links whose loss separates some node from another.
FoundConnectivity edge_connectivity(const Topology& topology, std::uint64_t effort) {
  if (has_shared_links(topology)) return ConnectivityMethod::shared_links;
  if (topology.node_count() < 2) return ConnectivityMethod::one_node;
  const bool two_way = !has_one_way_links(topology);
  const bool plain = two_way && !topology.has_interchanges();
  if (plain && topology.digits.size() > 1 && topology.is_product()) {
    if (auto found = of_product(topology, effort)) return *found;
  }
  if (!is_small_graph(topology)) return ConnectivityMethod::too_large;
  return of_graph(channel_graph(topology), two_way, plain && topology.theorems.vertex_transitive, effort);
}

/// The number of shortest paths from node to node, the mean over ordered pairs of distinct nodes.
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

}  // namespace

Resilience resilience(const Topology& topology, std::uint64_t effort) {
  return {edge_connectivity(topology, effort), mean_shortest_paths(topology, effort), effort};
}

}  // namespace cutline
