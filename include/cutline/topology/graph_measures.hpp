// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cutline {

struct Topology;

/// Fewest links that a balanced cut (floor(N/2) against ceil(N/2) nodes) crosses: exact where lower == upper.
struct BisectionWidth {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
  std::uint64_t upper_channels = 0;  ///< channels (directions) over the cut that has `upper` links
  std::string method;                ///< "theorem: ...", "enumeration", "bounds: congestion below, METIS above", ...
  bool exact() const { return lower == upper; }
  bool operator==(const BisectionWidth&) const = default;
};

/// Distances between nodes, in hops.
struct HopDistances {
  std::uint64_t diameter_hops = 0;
  double mean_hops = 0;  ///< over ordered pairs of distinct nodes
  bool operator==(const HopDistances&) const = default;
};

struct GraphMeasures {
  std::uint64_t degree_max = 0;           ///< links that end at the busiest node, parallel links counted
  std::uint64_t ports_max = 0;            ///< channels that begin or end at the busiest node
  std::optional<HopDistances> distances;  ///< absent past the effort
  std::string distance_method;            ///< theorem, product, one search, all pairs; or why absent
  BisectionWidth bisection;
  bool operator==(const GraphMeasures&) const = default;
};

/// Measures of the graph alone. Distances between nodes follow channels, so a one-way link counts in its own direction;
/// paths may pass through interchanges. A balanced cut halves the nodes; interchanges may stand on either side.
///
/// Computed by theorem, by product, by one search where the network is vertex-transitive, or by all pairs up to
/// `effort` link visits. Throws an input error where some node cannot be reached from another.
GraphMeasures graph_measures(const Topology& topology, std::uint64_t effort = 2'000'000'000);

/// The same without a search of cuts: a bisection that no theorem tells is between 0 and all links.
GraphMeasures graph_measures_without_cuts(const Topology& topology, std::uint64_t effort);

/// Bisection bounds of any graph. Exact by enumeration up to 20 sites. Past that, below the larger of two certified
/// bounds: congestion (edge betweenness of shortest paths, when N x channels is within `effort`) and, up to 2048 nodes
/// a digit of a product or altogether, the Laplacian's second eigenvalue; above the best of the halves in node order
/// and of METIS partitions, evened out and improved. Deterministic.
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
