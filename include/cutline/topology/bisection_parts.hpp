// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/topology/digit_graphs.hpp"

namespace cutline {

/// A balanced cut: links that cross it, and their channels.
struct Cut {
  std::uint64_t links = 0;
  std::uint64_t channels = 0;
};

/// Which of two sides each node is on.
using Sides = std::vector<std::uint8_t>;

/// How the cut is called that the order of the nodes' numbers gives.
inline constexpr const char* kHalves = "halves in node order";

/// A balanced partition, what crosses it and how it was found.
struct Partition {
  Sides sides;
  Cut cut;
  const char* found_by = "";
};

/// The one with the fewest links, by trying all balanced sides of up to 20 sites.
Partition least_partition(const Topology& topology);
inline constexpr std::uint64_t kMostEnumeratedNodes = 20;

/// The interval that bisection_bounds gives past enumeration; of networks of any size.
BisectionWidth certified_bounds(const Topology& topology, std::uint64_t effort);

/// No balanced cut has fewer links: every route along shortest paths between the nodes of either side crosses it, and
/// the busiest channels carry only so many. 0 where the network is not connected, 1 where more would pass the effort.
/// Source: [Leighton 1992]; derived: the sum over the busiest links in place of the busiest link times their number.
std::uint64_t congestion_bound(const Topology& topology, std::uint64_t effort);

/// No balanced cut has fewer links: floor(N/2) ceil(N/2) / N times the second least eigenvalue of the Laplacian, of a
/// product the least of its digits'. Safe against rounding. 0, and soon, where the bound would not surpass `known`.
/// Nothing where the network, or a digit of a product, has more than kMostSpectralNodes, and none with interchanges or
/// shared links. Cost: O(nodes^3), some seconds at most. Source: [Fiedler 1973; Bezrukov 2004].
std::optional<std::uint64_t> spectral_bound(const Topology& topology, std::uint64_t known = 0);
inline constexpr std::uint64_t kMostSpectralNodes = 2048;

/// The best of the cuts that halve the nodes in the order of their numbers, with each digit of a product network
/// leading once. Cost: O(links of the classes) for product networks, O(links) for others; nothing past 2^28 of these.
std::optional<Cut> halving_cut(const Topology& topology);
/// The sides of that same cut. Cost: O(sites x digits + links).
Partition halves(const Topology& topology);

/// A good balanced partition, by improving others: the first half of the nodes, and those of METIS.
/// Deterministic. Cost: about 10^-5 seconds a link.
Partition improved_partition(const Topology& topology);

/// What crosses the sides. Cost: O(links).
Cut cut_between(const Topology& topology, const Sides& sides);

/// Links of `graph` (every link both ways) between the sides.
std::uint64_t crossing(const ChannelGraph& graph, const Sides& sides);

/// Balances the sides exactly and lessens the cut by moving nodes from side to side, as long as a round of moves helps.
void improve(const ChannelGraph& graph, Sides& sides);

/// How many nodes the first side may have.
struct FirstSide {
  std::size_t least = 0, most = 0;
};
/// The same for sides of other sizes, with a limit to the rounds of moves.
void improve(const ChannelGraph& graph, const FirstSide& first, int most_rounds, Sides& sides);

/// A partition in two by METIS with about so many nodes on the first side. Deterministic: one seed, one partition.
Sides metis_split(const ChannelGraph& graph, std::size_t first, std::uint32_t seed);
/// Partitions in two by METIS, one a seed; the sides may be a little unequal.
std::vector<Sides> metis_partitions(const ChannelGraph& graph, int seeds);

}  // namespace cutline
