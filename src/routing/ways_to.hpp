// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/base/error.hpp"
#include "cutline/detail/routing/routes.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

/// The channels from one node to another, each at its own cost, and their mean: they share evenly.
template <class Cost>
struct ParallelChannels {
  Cost mean;
  double channels = 0;
};

/// The channels from one node to another; there must be at least one. Cost: O(channels of the node).
template <class Cost, class CostOf>
ParallelChannels<Cost> channels_between(const ChannelGraph& graph, std::uint32_t from, std::uint32_t to,
                                        const CostOf& cost) {
  Cost sum;
  double channels = 0;
  for (std::uint64_t c = graph.first[from]; c < graph.first[from + 1]; ++c) {
    if (graph.head[c] != to) continue;
    sum = sum + cost(c);
    ++channels;
  }
  CUTLINE_EXPECT(channels > 0);
  return {sum * (1 / channels), channels};
}

/// All shortest paths to one node of a graph. Refers to the graph. Cost: O(channels).
class WaysTo {
 public:
  /// `back` is the graph with all channels turned round.
  WaysTo(const ChannelGraph& graph, const ChannelGraph& back, std::uint32_t target);
  /// kUnreached where there is no way.
  std::uint32_t hops(std::uint32_t from) const { return hops_[from]; }
  double paths(std::uint32_t from) const { return paths_[from]; }
  /// The first channel of a node that leads one hop nearer. Requires hops(from) > 0, and that there is a way.
  std::uint64_t first_channel(std::uint32_t from) const;

  /// All nodes that have a way, nearest first, without the target itself.
  const std::vector<std::uint32_t>& nearest_first() const { return nearest_first_; }
  /// Calls visit(channel, share) for the channels of a node that lead one hop nearer, with the share of paths that
  /// begin with it; makes no call for the target and for nodes that have no way. Cost: O(channels of the node).
  template <class Visit>
  void for_each_next(std::uint32_t node, const Visit& visit) const {
    if (hops_[node] == 0 || hops_[node] == kUnreached) return;
    for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
      const std::uint32_t head = graph_.head[c];
      if (leads_nearer(node, head)) visit(c, paths_[head] / paths_[node]);
    }
  }

  /// For every node the mean, over all shortest paths to the target, of the sum of `cost(node, channel)` over the
  /// path's channels; nothing for nodes that have no way. Cost needs +, and * by a number. Cost: O(channels).
  template <class Cost, class CostOf>
  std::vector<Cost> mean_costs(const CostOf& cost) const {
    std::vector<Cost> sums(graph_.node_count());
    for (const std::uint32_t node : nearest_first_) {
      for_each_next(node, [&](std::uint64_t c, double share) {
        sums[node] = sums[node] + (cost(node, c) + sums[graph_.head[c]]) * share;
      });
    }
    return sums;
  }

 private:
  bool leads_nearer(std::uint32_t node, std::uint32_t head) const { return hops_[head] + 1 == hops_[node]; }

  const ChannelGraph& graph_;
  std::vector<std::uint32_t> hops_;
  std::vector<double> paths_;
  std::vector<std::uint32_t> nearest_first_;
};

inline constexpr std::uint32_t kNoStep = ~std::uint32_t{0};

/// The first circle that a depth-first search meets, vertex by vertex; empty if there is none. The search begins at
/// vertex 0 and goes on with the lowest vertex that it has not met. `step(vertex, i)` is the vertex to which the i-th
/// step from a vertex leads, kNoStep past the last one; `leave(vertex)` is called where all vertices that follow have
/// been left. Cost: O(steps).
template <class Step, class Leave>
std::vector<std::uint32_t> first_circle(std::size_t vertices, const Step& step, const Leave& leave) {
  enum class Met : std::uint8_t { no, on_path, left };
  std::vector<Met> met(vertices, Met::no);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> path;  // a vertex, and how many of its steps were followed
  const auto enter = [&](std::uint32_t vertex) {
    met[vertex] = Met::on_path;
    path.push_back({vertex, 0});
  };
  for (std::uint32_t start = 0; start < vertices; ++start) {
    if (met[start] == Met::no) enter(start);
    while (!path.empty()) {
      const std::uint32_t vertex = path.back().first;
      const std::uint32_t next = step(vertex, path.back().second++);
      if (next == kNoStep) {
        met[vertex] = Met::left;
        path.pop_back();
        leave(vertex);
      } else if (met[next] == Met::on_path) {
        std::vector<std::uint32_t> circle;
        auto each = std::ranges::find_if(path, [&](const auto& on_path) { return on_path.first == next; });
        for (; each != path.end(); ++each) circle.push_back(each->first);
        return circle;
      } else if (met[next] == Met::no) {
        enter(next);
      }
    }
  }
  return {};
}

/// One path a pair: the channel by which messages for a destination leave a site, as its place among the site's
/// channels. Parallel channels share the messages; the first of them stands for all.
class PathTable {
 public:
  static constexpr std::uint16_t kNone = 0xffff;

  explicit PathTable(std::shared_ptr<const ChannelGraph> graph);

  const ChannelGraph& graph() const { return *graph_; }
  std::shared_ptr<const ChannelGraph> shared_graph() const { return graph_; }
  bool has_way(std::uint32_t site, std::uint32_t destination) const { return port(site, destination) != kNone; }
  std::uint64_t channel(std::uint32_t site, std::uint32_t destination) const {
    return graph_->first[site] + port(site, destination);
  }
  void set(std::uint32_t site, std::uint32_t destination, std::uint64_t channel) {
    ports_[destination * sites_ + site] = static_cast<std::uint16_t>(channel - graph_->first[site]);
  }
  /// Of the first of parallel channels how many they are, of the others 0.
  std::uint32_t parallel(std::uint64_t channel) const { return parallel_[channel]; }
  /// The ways to a destination; a broken contract where paths go round in circles.
  WaysToNode ways_to(std::uint32_t destination) const;

 private:
  std::uint16_t port(std::uint32_t site, std::uint32_t destination) const {
    return ports_[destination * sites_ + site];
  }

  std::shared_ptr<const ChannelGraph> graph_;
  std::size_t sites_;
  std::vector<std::uint16_t> ports_;
  std::vector<std::uint32_t> parallel_;  ///< by channel
};

/// Sets the hops of all sites in their order: add(site) adds those of one to `ways.hops`.
template <class Add>
void add_hops(std::size_t sites, WaysToNode& ways, const Add& add) {
  ways.first.reserve(sites + 1);
  for (std::uint32_t site = 0; site < sites; ++site) {
    ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
    add(site);
  }
  ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
}

/// Sites by descending number of hops; those with `none` hops, or 0, are left out. Cost: O(sites).
std::vector<std::uint32_t> farthest_first(const std::vector<std::uint32_t>& hops, std::uint32_t none);
/// The paths of balanced_routes.
PathTable balanced_paths(const std::shared_ptr<const ChannelGraph>& graph, const ChannelWidths& widths);
/// Routes by a table, all in one layer.
Routes routes_by(PathTable table);

inline constexpr std::uint32_t kAllLayers = ~std::uint32_t{0};
/// Stands for a number of hops where messages do not arrive.
inline constexpr std::uint32_t kNoWay = ~std::uint32_t{0} - 1;

/// Ways of any kind, hop by hop: with shares, datelines, and hops of one layer alone. Memory: 24 bytes a hop.
class WayTable {
 public:
  explicit WayTable(std::shared_ptr<const ChannelGraph> graph) : graph_(std::move(graph)), to_(graph_->node_count()) {}

  std::shared_ptr<const ChannelGraph> shared_graph() const { return graph_; }
  /// Adds a hop from a site, for messages within one layer or within all (kAllLayers).
  void add(std::uint32_t site, std::uint32_t destination, const NextHop& hop, std::uint32_t within);
  /// To be called when all hops are added.
  void sort();

  /// The hops added for a destination and a layer, without an order: at each site the hops of this layer or, where
  /// there are none, those of all layers.
  WaysToNode said(std::uint32_t destination, std::uint32_t layer) const;
  /// The same for all sites from which messages arrive, with their order. Requires that no message goes round in a
  /// circle.
  WaysToNode ways_to(std::uint32_t destination, std::uint32_t layer) const;

 private:
  struct Entry {
    std::uint32_t site, within;
    NextHop hop;
  };
  std::shared_ptr<const ChannelGraph> graph_;
  std::vector<std::vector<Entry>> to_;  ///< by destination
};

/// The hops of the longest way from every site to the destination; kNoWay where some message does not arrive. Fills
/// `circle` with the sites of a circle in which messages go round, if there is one. Cost: O(hops).
std::vector<std::uint32_t> longest_ways(const ChannelGraph& graph, const WaysToNode& ways, std::uint32_t destination,
                                        std::vector<std::uint32_t>& circle);

/// Whether dimension order has a dateline in a digit with this graph: every channel joins neighbours of one closed ring
/// 0, 1 ..., and some route has two hops or more.
bool has_dateline(const ChannelGraph& digit);

/// The values of a digit of an express cube and where they stand, in half node pitches as ExpressLeg counts them.
struct ExpressPlaces {
  /// The place of each value.
  std::vector<std::uint32_t> of_value;
  /// The value at each place.
  std::vector<std::uint32_t> value_at;
};
ExpressPlaces express_places(const Topology& topology, std::size_t digit);

/// Calls visit(value, next value) for every hop of the express rule from one node's value to another's.
void for_each_express_hop(const ExpressRule& rule, const ExpressPlaces& places, std::uint32_t from, std::uint32_t to,
                          FunctionRef<void(std::uint32_t, std::uint32_t)> visit);

/// Reads routes from a file, which has a line `site,destination,next,layer` for every ordered pair. At `site` messages
/// for the node `destination` go to `next`; those that start at `site` use `layer` of virtual channels all the way, 0
/// if not given. Blanks, tabs or commas separate the numbers, and `#` begins a comment. Sites are
/// said by their names, in double quotes where they hold blanks or commas, or by the numbers of NodeNumbers: nodes
/// first, then switches or interchanges, which need lines for destinations whose messages pass them,
/// without a layer.
///
/// The first line may name the columns. Then the following columns may come after `site,destination,next`, in any
/// order; where a line ends early, the remaining columns are not given.
///   layer     as above, the same in all lines of a pair
///   within    the line is for messages within this layer alone; for these it replaces the lines of the pair without it
///   dateline  class of virtual channels within the layer, as NextHop::dateline; 0 if not given
///   share     of the messages; a pair may have several lines, whose shares add up to 1; 1 if not given
///   parallel  which of the parallel channels from site to next, from 0; else destinations take turns
/// `export --to routes` writes the columns that routes need.
///
/// Throws input errors with file and line: for a line that cannot be read, sites that are not neighbours, a line that
/// is repeated or missing, shares that do not add up, and messages that go round in a circle. Throws a limit error past
/// 2^14 sites. Cost: O(bytes + sites^2 x layers), and 24 bytes of memory for a line.
Routes table_routes(const Topology& topology, const std::shared_ptr<const ChannelGraph>& graph,
                    const std::string& path);

}  // namespace cutline
