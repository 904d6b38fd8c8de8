// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/random.hpp"
#include "cutline/base/parallel.hpp"
#include "graph_searches.hpp"
#include "topology/balanced_cuts.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

/// The loads of the routes from one source. The search counts the shortest paths to every node, then goes back from the
/// farthest node and splits the one unit of each target over all its shortest paths. Cost: O(channels); walking along
/// each path would cost more.
class LoadSearch {
 public:
  explicit LoadSearch(const ChannelGraph& graph)
      : graph_(graph),
        hops_(graph.node_count()),
        into_(graph.node_count()),
        out_(graph.node_count()),
        owed_(graph.node_count()) {}

  void add(std::uint32_t source, std::vector<double>& loads) {
    std::ranges::fill(hops_, kUnreached);
    std::ranges::fill(into_, 0.0);
    std::ranges::fill(owed_, 0.0);
    order_.assign(1, source);
    hops_[source] = 0;
    out_[source] = 1;
    for (std::size_t level = 0; level < order_.size();) {
      const std::size_t next = order_.size();
      for (; level < next; ++level) count_paths(order_[level]);
      pass_on(next);
    }
    for (std::size_t i = order_.size(); i-- > 0;) take_back(order_[i], loads);
  }

 private:
  void count_paths(std::uint32_t node) {
    for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
      const std::uint32_t head = graph_.head[c];
      if (hops_[head] == kUnreached) {
        hops_[head] = hops_[node] + 1;
        order_.push_back(head);
      }
      if (hops_[head] == hops_[node] + 1) into_[head] += out_[node];
    }
  }

  /// Counts of paths can grow too large for a double. So a whole level is scaled down by a power of two, which leaves
  /// all shares as they are.
  void pass_on(std::size_t level) {
    double most = 0;
    for (std::size_t i = level; i < order_.size(); ++i) most = std::max(most, into_[order_[i]]);
    const double scale = most > 0x1p512 ? 0x1p-512 : 1;
    for (std::size_t i = level; i < order_.size(); ++i) {
      out_[order_[i]] = std::max(into_[order_[i]] * scale, std::numeric_limits<double>::min());
    }
  }

  void take_back(std::uint32_t node, std::vector<double>& loads) {
    for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
      const std::uint32_t head = graph_.head[c];
      if (hops_[head] != hops_[node] + 1) continue;
      const double share = out_[node] / into_[head] * ((graph_.is_node(head) ? 1 : 0) + owed_[head]);
      owed_[node] += share;
      loads[c] += share;
    }
  }

  const ChannelGraph& graph_;
  std::vector<std::uint32_t> hops_;
  std::vector<double> into_;  ///< shortest paths into a node, in units of the level before it
  std::vector<double> out_;   ///< the same number in units of the node's own level
  std::vector<double> owed_;  ///< number of pairs, or shares of them, that pass through a node and end behind it
  std::vector<std::uint32_t> order_;
};

std::vector<double> path_loads(const ChannelGraph& graph, const std::vector<std::uint32_t>& place) {
  std::vector<double> loads(graph.head.size());
  const std::uint64_t nodes = graph.node_count();
  graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) {
    const std::uint64_t before = std::min(place[node], place[graph.head[c]]) + std::uint64_t{1};
    loads[c] = static_cast<double>(before * (nodes - before));
  });
  return loads;
}

/// The load of each channel of a two-way ring: the sum of all distances, n floor(n^2 / 4), divided by its 2 n channels.
double ring_load(std::uint64_t nodes) {
  const double n = static_cast<double>(nodes);
  return (nodes % 2 == 0 ? n * n : n * n - 1) / 8;
}

/// Every node sees the same graph, only rotated. So the load of a channel is the sum of the loads that the search from
/// node 0 gives all channels of the same offset, divided by the number of parallel channels.
std::vector<double> circulant_loads(const ChannelGraph& graph) {
  const std::vector<double> from_zero = channel_loads_from(graph, {0});
  const auto nodes = static_cast<std::uint32_t>(graph.node_count());
  std::vector<double> of_offset(nodes), parallel(nodes);
  const auto offset = [&](std::uint32_t node, std::uint64_t c) { return (graph.head[c] + nodes - node) % nodes; };
  graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) { of_offset[offset(node, c)] += from_zero[c]; });
  for (std::uint64_t c = 0; c < graph.first[1]; ++c) ++parallel[offset(0, c)];
  std::vector<double> loads(graph.head.size());
  graph.for_each_channel(
      [&](std::uint32_t node, std::uint64_t c) { loads[c] = of_offset[offset(node, c)] / parallel[offset(node, c)]; });
  return loads;
}

/// Divides the effort. To compute the share of a route costs many plain visits of a link, and a bound is worth less
/// time than the distances.
constexpr std::uint64_t kVisitsPerSource = 64;
/// Divides the effort again if only some nodes are sources. Their messages load the links near them most, so the bound
/// is weak except for narrow cuts and deserves less time.
constexpr std::uint64_t kShareOfSome = 4;

/// Several channels with the same load and weight.
struct LoadedChannel {
  double load = 0;
  double weight = 1;
  double channels = 1;
};

/// The least weight of links whose channels, both ways, can carry `pairs` ordered pairs. It takes the channels with the
/// most load for their weight first. The margin covers the rounding of the loads: the bound may be too low, but never
/// too high.
std::uint64_t least_weight_for(double pairs, std::vector<LoadedChannel> all) {
  constexpr double kMargin = 1e-9;
  std::ranges::sort(
      all, [](const LoadedChannel& a, const LoadedChannel& b) { return a.load * b.weight > b.load * a.weight; });
  double left = pairs * (1 - kMargin);
  double weight = 0;
  for (const LoadedChannel& some : all) {
    const double needed = std::min(some.channels, left / some.load);
    weight += needed * some.weight;
    left -= needed * some.load;
    if (left <= 0) break;
  }
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(weight / 2 * (1 - kMargin))));
}

/// The channels of a graph, each of them `copies` times.
void add_channels(const ChannelGraph& graph, const std::vector<double>& loads, double times, double copies,
                  std::vector<LoadedChannel>& all) {
  for (std::size_t c = 0; c < loads.size(); ++c)
    all.push_back({loads[c] * times, static_cast<double>(graph.weight(c)), copies});
}

std::vector<LoadedChannel> single(const ChannelGraph& graph, const std::vector<double>& loads) {
  std::vector<LoadedChannel> all;
  add_channels(graph, loads, 1, 1, all);
  return all;
}

/// Ordered pairs of nodes on different sides.
double pairs_across(std::uint64_t nodes) {
  const std::uint64_t half = nodes / 2;
  return 2 * static_cast<double>(half) * static_cast<double>(nodes - half);
}

/// The sites of a graph that are nodes.
std::vector<std::uint32_t> nodes_of(const ChannelGraph& graph) {
  return those_with(static_cast<std::uint32_t>(graph.node_count()), [&](auto site) { return graph.is_node(site); });
}

/// Sources drawn without repetition.
std::vector<std::uint32_t> drawn_sources(const ChannelGraph& graph, std::size_t count) {
  std::vector<std::uint32_t> all = nodes_of(graph);
  Random random(1);
  for (std::size_t i = 0; i < count; ++i) std::swap(all[i], all[i + random.below(all.size() - i)]);
  all.resize(count);
  return all;
}

/// The bound with messages from all nodes, or from as many sources as the effort allows. Each source has at least
/// floor(N/2) targets on the other side.
std::uint64_t bound_of_graph(const ChannelGraph& graph, std::uint64_t effort) {
  if (first_unreachable(graph)) return 0;
  const std::uint64_t visits = effort / kVisitsPerSource;
  const std::uint64_t nodes = graph.addressed_count();
  if (const auto loads = channel_loads(graph, visits))
    return least_weight_for(pairs_across(nodes), single(graph, *loads));
  const std::uint64_t sources = std::min<std::uint64_t>(nodes, visits / kShareOfSome / graph.head.size());
  if (sources == 0) return 1;
  const std::uint64_t targets = nodes / 2;
  const double pairs = static_cast<double>(sources) * static_cast<double>(targets);
  return least_weight_for(pairs, single(graph, channel_loads_from(graph, drawn_sources(graph, sources))));
}

/// Routes go digit by digit. So each copy of a channel of a digit carries the load of the digit's own graph once for
/// every combination of values of the other digits.
std::uint64_t bound_of_product(const Topology& topology, std::uint64_t effort, CutIn what) {
  const std::uint64_t nodes = topology.node_count();
  std::vector<LoadedChannel> all;
  bool known = true;
  for (const DigitKind& kind : digit_kinds(topology)) {
    const ChannelGraph graph = kind_graph(topology, kind, OneWayLinks::both_ways, what);
    if (first_unreachable(graph)) return 0;
    const auto loads = channel_loads(graph, effort / kVisitsPerSource);
    known = known && loads;
    if (!loads) continue;
    const std::uint64_t times = nodes / kind.nodes;
    const auto copies = static_cast<double>(times);
    add_channels(graph, *loads, copies, copies * static_cast<double>(kind.digits.size()), all);
  }
  return known ? least_weight_for(pairs_across(nodes), std::move(all)) : 1;
}

}  // namespace

std::vector<double> channel_loads_from(const ChannelGraph& graph, const std::vector<std::uint32_t>& sources) {
  // The number of blocks depends on the graph alone and not on the threads, so the order of the sums is always the
  // same. The number also limits the memory.
  constexpr std::size_t kMostNumbers = std::size_t{1} << 25;
  const std::size_t channels = graph.head.size();
  const std::size_t blocks = std::clamp<std::size_t>(kMostNumbers / std::max<std::size_t>(channels, 1), 1, 16);
  std::vector<std::vector<double>> loads(blocks);
  parallel_for(blocks, [&](std::size_t block) {
    loads[block].resize(channels);
    LoadSearch search(graph);
    for (std::size_t i = block; i < sources.size(); i += blocks) search.add(sources[i], loads[block]);
  });
  for (std::size_t block = 1; block < blocks; ++block) {
    std::transform(loads[block].begin(), loads[block].end(), loads[0].begin(), loads[0].begin(), std::plus<>());
  }
  return std::move(loads[0]);
}

std::optional<std::vector<double>> channel_loads(const ChannelGraph& graph, std::uint64_t effort) {
  const GraphShape shape = shape_of(graph);
  const std::uint64_t nodes = graph.node_count();
  switch (shape.shape) {
    case Shape::path:
      return path_loads(graph, shape.place);
    case Shape::ring:
      return std::vector<double>(graph.head.size(), ring_load(nodes));
    case Shape::one_way_ring:
      return std::vector<double>(graph.head.size(), static_cast<double>(nodes) * static_cast<double>(nodes - 1) / 2);
    case Shape::circulant:
      return circulant_loads(graph);
    case Shape::other:
      break;
  }
  // A search visits channels and clears the counts of all nodes; a network in parts may have few channels.
  const auto visits = checked_product(nodes, std::max<std::uint64_t>(graph.head.size(), nodes));
  if (!visits || *visits > effort) return std::nullopt;
  return channel_loads_from(graph, nodes_of(graph));
}

std::uint64_t congestion_bound(const Topology& topology, std::uint64_t effort, CutIn what) {
  if (has_shared_links(topology)) return 1;  // all nodes take turns on one link
  if (topology.is_product() && topology.digits.size() > 1) return bound_of_product(topology, effort, what);
  return fits_channel_graph(topology) ? bound_of_graph(link_graph(topology, what), effort) : 1;
}

}  // namespace cutline
