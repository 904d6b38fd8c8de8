// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/placement/arrange_choice.hpp"
#include "cutline/placement/arranged.hpp"
#include "cutline/topology/channel_graph.hpp"

namespace cutline {

/// A graph, and the grid on whose cells its nodes are to stand. A grid of one row and plane is a line. It has at least
/// one cell for each node.
struct GridGraph {
  ChannelGraph graph;  ///< every link both ways, none twice; a weight counts all that its link stands for
  std::uint32_t columns = 1;
  std::uint32_t rows = 1;
  Minimised minimised = Minimised::total;
  bool weighs_longest = false;  ///< the longest span is the largest span x weight; else weights do not count for it
  /// The cells that nodes may take; natural order puts node i on the i-th of them. Empty: all.
  std::vector<std::uint32_t> seats = {};
  /// By node: only nodes of one group change places, and only those of group 0 take cells without a node. Empty: all 0.
  std::vector<std::uint32_t> groups = {};
  std::uint32_t planes = 1;
  std::uint32_t seat(std::uint32_t node) const { return seats.empty() ? node : seats[node]; }
  std::uint32_t group(std::uint32_t node) const { return groups.empty() ? 0 : groups[node]; }
  std::uint32_t node_count() const { return static_cast<std::uint32_t>(graph.node_count()); }
};

/// The cell x + columns * (y + rows * z) of every node, no two alike.
using Cells = std::vector<std::uint32_t>;
/// The cells of natural order.
Cells natural_cells(const GridGraph& grid);

/// The cost of an arrangement: the minimised quantity, and as a tie-break the total span.
struct Cost {
  std::uint64_t value = 0;
  std::uint64_t total = 0;
  auto operator<=>(const Cost&) const = default;
};

/// Spans are |dx| + |dy| + |dz|. The part of a bent link along x lies in the row of its lower end, which is the
/// layout's choice among equals. The area is (sum over columns of box + densest cut of any plane) x (the same over
/// rows), with a box as wide as the busiest node has links. Cost: O(links + cells).
Cost cost(const GridGraph& grid, const Cells& cells);

/// A link with its weight. weighted_graph() merges equal links into one with the sum of their weights, or the largest.
struct WeightedLink {
  std::uint32_t a = 0, b = 0;
  std::uint64_t weight = 1;
};
enum class MergedWeight : std::uint8_t { sum, largest };
ChannelGraph weighted_graph(std::uint32_t nodes, std::vector<WeightedLink> links,
                            MergedWeight merged = MergedWeight::sum);

/// The least value of any order of a line, and an order that has it (the place of every node).
struct ExactLine {
  std::uint64_t value = 0;
  Cells places;
};
/// Exact minimum by dynamic programming over all sets of nodes that may come first: of the total span (minimum linear
/// arrangement), or of the densest cut (cutwidth; also for the area, which grows with it on a line). Up to
/// kMostExactNodes nodes; O(2^n n) steps and 2^(n+2) bytes, one computation at a time in a process. The longest span
/// (bandwidth) is minimised by a search over sets and the last place of every other node, for up to kMostExactLongest
/// nodes; that result is absent past 2^22 states, and where links of weights above 1 are weighed. The others are absent
/// where a sum may pass 2^32. Source: [Held 1962]; derived: the same recurrence with the cut after the set as the cost
/// of a step.
std::optional<ExactLine> exact_line(const GridGraph& line);
inline constexpr std::uint32_t kMostExactNodes = 27;
inline constexpr std::uint32_t kMostExactLongest = 20;

}  // namespace cutline
