// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cutline/topology/topology.hpp"

namespace cutline {

/// Fewest links that a balanced cut (floor(N/2) against ceil(N/2) nodes) crosses: exact where lower == upper.
struct BisectionWidth {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
  std::uint64_t upper_channels = 0;  ///< channels (directions) over the cut that has `upper` links
  std::string method;                ///< "theorem: ...", "enumeration", "bounds: congestion below, METIS above", ...
  bool exact() const { return lower == upper; }
};

struct GraphMeasures {
  std::uint64_t degree_max = 0;                ///< links that end at the busiest node, parallel links counted
  std::uint64_t ports_max = 0;                 ///< channels that begin or end at the busiest node
  std::uint64_t interchange_ports_max = 0;     ///< the same of interchanges
  std::optional<std::uint64_t> diameter_hops;  ///< absent past the effort
  std::optional<double> mean_distance_hops;    ///< over ordered pairs of distinct nodes
  std::string distance_method;                 ///< theorem, product, one search, all pairs; or why absent
  BisectionWidth bisection;
};

/// Measures of the graph alone. Distances go along channels, so one-way links count one way; they are between nodes,
/// through interchanges. A balanced cut halves the nodes; interchanges may stand on either side.
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
  /// Where messages begin and end: all nodes but interchanges.
  std::size_t addressed_count() const;
};

/// Writes the network out channel by channel; a limit error past 2^28 channels. Channels of a node keep class order.
ChannelGraph channel_graph(const Topology& topology);
/// The same of one digit of a product network: the graph of that digit's own class.
ChannelGraph digit_graph(const Topology& topology, std::size_t link_class);

/// Bisection bounds of any graph: exact by enumeration up to 20 nodes; else congestion below (edge betweenness of
/// shortest paths, when N x channels is within `effort`) and METIS partitions, evened out, above. Deterministic.
BisectionWidth bisection_bounds(const Topology& topology, std::uint64_t effort);

}  // namespace cutline
