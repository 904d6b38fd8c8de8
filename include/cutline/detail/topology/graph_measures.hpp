// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "cutline/detail/base/values.hpp"
#include "cutline/detail/topology/shape.hpp"

namespace cutline {

struct Topology;

/// Directed channels in compressed rows. The channels of node v are those with first[v] <= c < first[v + 1]; channel c
/// leads to node head[c].
struct ChannelGraph {
  std::vector<std::uint64_t> first;
  std::vector<std::uint32_t> head;
  std::vector<std::uint32_t> link_class;  ///< of each channel
  std::vector<std::uint32_t> local_link;  ///< of each channel, within its class
  std::vector<std::uint32_t> weights;     ///< of each channel, when cuts are counted; empty: all 1
  std::vector<SiteKind> kinds;            ///< of each node; empty: all are nodes. Messages begin and end at nodes only
  std::size_t node_count() const { return first.size() - 1; }
  std::uint32_t weight(std::uint64_t channel) const { return weights.empty() ? 1 : weights[channel]; }
  bool is_node(std::size_t site) const { return kinds.empty() || kinds[site] == SiteKind::node; }
  /// The number of channels of a node.
  std::uint64_t degree(std::size_t node) const { return first[node + 1] - first[node]; }
  /// Calls visit(node, channel) for all channels, node by node.
  template <class Visit>
  void for_each_channel(const Visit& visit) const {
    for (std::uint32_t node = 0; node < node_count(); ++node) {
      for (std::uint64_t c = first[node]; c < first[node + 1]; ++c) visit(node, c);
    }
  }
  /// The number of nodes where messages begin and end: all but interchanges.
  std::size_t addressed_count() const;
};

/// The graph of the whole network, with every channel listed. The channels of a node are in the order of their classes.
/// Throws a limit error past 2^28 channels.
ChannelGraph channel_graph(const Topology& topology);
/// The graph of one class that spans one digit only, such as a dimension of a product network.
ChannelGraph digit_graph(const Topology& topology, std::size_t link_class);

struct Topology;
enum class CutIn : std::uint8_t;  // CutIn{} is CutIn::links

/// The least balanced cut, which has floor(N/2) nodes on one side and ceil(N/2) on the other, in links or in wires
/// (CutIn). It is exact if lower == upper.
struct BisectionWidth {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
  std::uint64_t upper_channels = 0;  ///< channels (directions) over the cut that has `upper` links or wires
  std::string method;                ///< "theorem: ...", "branch and bound", "bounds: flows below, METIS above", ...
  bool exact() const { return lower == upper; }
  bool operator==(const BisectionWidth&) const = default;
};

/// Distances between nodes, in hops, over all ordered pairs of distinct nodes that have a way.
struct HopDistances {
  std::uint64_t diameter_hops = 0;
  double mean_hops = 0;
  bool operator==(const HopDistances&) const = default;
};

/// The parts of a network. Nodes are in one part if links join them, whichever way the links go and whatever
/// interchanges lie between.
struct NetworkParts {
  std::uint64_t count = 1;
  std::uint64_t largest = 0;  ///< nodes of the largest part
  /// Ordered pairs of distinct nodes with no way from the first to the second. Absent if there are some, but counting
  /// them takes more than the effort.
  std::optional<Int128> pairs_without_way = Int128{0};
  bool all_have_ways() const { return pairs_without_way && *pairs_without_way == 0; }
  bool operator==(const NetworkParts&) const = default;
};

struct GraphMeasures {
  std::uint64_t degree_max = 0;   ///< links that end at the busiest node, parallel links counted
  std::uint64_t ports_max = 0;    ///< channels that begin or end at the busiest node
  std::uint64_t one_way_max = 0;  ///< channels out of a node, or into one, whichever are more; two-way: links
  NetworkParts parts;
  std::optional<HopDistances> distances;  ///< absent past the effort, or if no node has a way to another
  std::string distance_method;     ///< "theorem: ...", "product", "one search" or "all pairs"; or why they are absent
  BisectionWidth bisection;        ///< in links
  BisectionWidth bisection_wires;  ///< in wires, as a multiple of those of one channel
  bool operator==(const GraphMeasures&) const = default;
};

/// How cuts are searched for where no theorem gives the least.
/// - none: the bounds are 0 and all links.
/// - above: the upper bound of `full`; below, a bound only where it costs little.
/// - full: as bisection_bounds().
enum class CutSearch : std::uint8_t { none, above, full };

/// Measures of the graph, without its layout. Distances between nodes follow channels, so a one-way link counts in its
/// own direction; paths may pass through interchanges. A balanced cut halves the nodes; interchanges may stand on
/// either side.
///
/// The distances are computed by a theorem, as a product, by one search if the network is vertex-transitive, or for all
/// pairs, up to `effort` link visits.
GraphMeasures graph_measures(const Topology& topology, std::uint64_t effort = 2'000'000'000,
                             CutSearch cuts = CutSearch::full);

/// Bounds on the bisection width of any graph. Up to 32 sites they are exact, by branch and bound; a graph of some
/// hundred sites with few links over its best cut often is too. Else the lower bound is the largest of certified ones:
/// congestion (edge betweenness of shortest paths, if N x channels is within `effort`), the second eigenvalue of the
/// Laplacian (for up to 2048 nodes, or up to 2048 nodes in each digit of a product), flows that even out (up to 2^18
/// links), and what branch and bound excludes. The upper bound is the best cut among the halves in node order, improved
/// partitions by METIS and those of branch and bound. Deterministic.
BisectionWidth bisection_bounds(const Topology& topology, std::uint64_t effort, CutIn what = CutIn{});

/// The best balanced partition that a search finds. It need not be the best there is: a theorem may show that a better
/// one exists.
struct BalancedPartition {
  std::vector<std::uint8_t> sides;  ///< 0 or 1, one a site
  std::uint64_t links = 0;          ///< number of links that cross it
  std::uint64_t channels = 0;       ///< channels of those links
  std::uint64_t widths = 0;         ///< sum of the relative widths of those channels
  std::string found_by;             ///< "halves in node order", "branch and bound", "METIS", "improved halves"
  bool operator==(const BalancedPartition&) const = default;
};
/// Finds a good balanced partition, in links or in wires. The search ends early if the lower bound in `width`, which
/// counts the same, shows that no partition is better. Cost: about 10^-5 seconds a link. Throws a limit error past 2^20
/// sites or links.
BalancedPartition best_partition(const Topology& topology, const BisectionWidth& width, CutIn what = CutIn{});

}  // namespace cutline
