// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "digit_graphs.hpp"

namespace cutline {

/// A balanced cut: links that cross it, and their channels.
struct Cut {
  std::uint64_t links = 0;
  std::uint64_t channels = 0;
};

/// Which of two sides each node is on.
using Sides = std::vector<std::uint8_t>;

/// The cut with the fewest links, by trying all balanced sides of up to 20 nodes.
Cut least_cut(const Topology& topology);
inline constexpr std::uint64_t kMostEnumeratedNodes = 20;

/// No balanced cut has fewer links: every route along shortest paths between the nodes of either side crosses it, and
/// the busiest channels carry only so many. 0 where the network is not connected, 1 where more would pass the effort.
/// Source: [Leighton 1992]; derived: the sum over the busiest links in place of the busiest link times their number.
std::uint64_t congestion_bound(const Topology& topology, std::uint64_t effort);

/// The best of the cuts that halve the nodes in the order of their numbers, with each digit of a product network
/// leading once. Cost: O(links of the classes) for product networks, O(links) for others; nothing past 2^28 of these.
std::optional<Cut> halving_cut(const Topology& topology);

/// A good balanced cut, by improving partitions: the first half of the nodes, and those of METIS.
/// Deterministic. Cost: about 10^-5 seconds a link.
Cut partitioned_cut(const Topology& topology);

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
