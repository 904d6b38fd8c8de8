// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cutline/topology/topology.hpp"

namespace cutline {

/// The fewest links that cross a balanced cut (floor(N/2) against ceil(N/2) nodes); exact where lower == upper.
struct BisectionWidth {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
  std::uint64_t upper_channels = 0;  ///< channels (directions) over the cut that has `upper` links
  std::string method;                ///< "theorem: ...", "enumeration", "bounds: congestion below, METIS above", ...
  bool exact() const { return lower == upper; }
  bool operator==(const BisectionWidth&) const = default;
};

struct GraphMeasures {
  std::uint64_t degree_max = 0;                ///< links that end at the busiest node, parallel links counted
  std::uint64_t ports_max = 0;                 ///< channels that begin or end at the busiest node
  std::uint64_t interchange_ports_max = 0;     ///< the same of interchanges
  std::optional<std::uint64_t> diameter_hops;  ///< absent past the effort
  std::optional<double> mean_distance_hops;    ///< over ordered pairs of distinct nodes
  std::string distance_method;                 ///< theorem, product, one search, all pairs; or why absent
  BisectionWidth bisection;
  bool operator==(const GraphMeasures&) const = default;
};

/// Measures of the graph alone. Distances between nodes follow channels, so a one-way link counts in its own direction;
/// paths may pass through interchanges. A balanced cut halves the nodes; interchanges may stand on either side.
///
/// Computed by theorem, by product, by one search where the network is vertex-transitive, or by all pairs up to
/// `effort` link visits. Throws an input error where some node cannot be reached from another.
GraphMeasures graph_measures(const Topology& topology, std::uint64_t effort = 2'000'000'000);

/// Directed channels in compressed rows: channel c of node v is first[v] <= c < first[v + 1], its far end head[c].
struct ChannelGraph {
  std::vector<std::uint64_t> first;
  std::vector<std::uint32_t> head;
  std::vector<std::uint32_t> link_class;  ///< of each channel
  std::vector<std::uint32_t> local_link;  ///< of each channel, within its class
  std::vector<std::uint32_t> weights;     ///< of each channel, in cuts; empty: all 1
  std::vector<SiteKind> kinds;            ///< of each node; empty: all are nodes. Messages begin and end at nodes only
  std::size_t node_count() const { return first.size() - 1; }
  std::uint32_t weight(std::uint64_t channel) const { return weights.empty() ? 1 : weights[channel]; }
  bool is_node(std::size_t site) const { return kinds.empty() || kinds[site] == SiteKind::node; }
  /// The number of sites at which messages begin and end: the nodes, not interchanges.
  std::size_t addressed_count() const;
};

/// Writes the network out channel by channel; a limit error past 2^28 channels. Channels of a node keep class order.
ChannelGraph channel_graph(const Topology& topology);
/// The channel graph of one class of a product network, on the values of that class's digit.
ChannelGraph digit_graph(const Topology& topology, std::size_t link_class);

/// Bounds of the bisection width of any graph; exact by enumeration up to 20 sites. For more sites the lower bound is
/// the larger of two certified ones: congestion (edge betweenness of shortest paths, where N x channels is within
/// `effort`) and the second eigenvalue of the Laplacian (up to 2048 nodes, in each digit of a product or altogether).
/// The upper bound is the best of the halves in node order and of METIS partitions, balanced and improved.
/// Deterministic.
BisectionWidth bisection_bounds(const Topology& topology, std::uint64_t effort);

/// The best balanced partition that a search finds; a theorem may state that a better one exists.
struct BalancedPartition {
  std::vector<std::uint8_t> sides;  ///< 0 or 1, one a site
  std::uint64_t links = 0;          ///< that cross it
  std::uint64_t channels = 0;       ///< channels of those links
  std::string found_by;             ///< "halves in node order", "enumeration", "METIS", "improved halves"
  bool operator==(const BalancedPartition&) const = default;
};
/// Finds a balanced partition; the search ends where `width` shows that none is better. Cost: about 10^-5 seconds a
/// link; a limit error past 2^20 sites or links.
BalancedPartition best_partition(const Topology& topology, const BisectionWidth& width);

}  // namespace cutline
