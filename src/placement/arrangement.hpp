// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/placement/placement.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/topology.hpp"

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

/// How many axes the cells of a grid differ in at most.
inline std::size_t axes_of(const GridGraph& grid) { return grid.planes > 1 ? 3 : 2; }
inline std::uint64_t cell_count(const GridGraph& grid) { return std::uint64_t{grid.columns} * grid.rows * grid.planes; }

inline Cell place_of(const GridGraph& grid, std::uint32_t cell) {
  const std::uint32_t row = cell / grid.columns;
  if (grid.planes == 1) return {{cell % grid.columns, row, 0}};
  return {{cell % grid.columns, row % grid.rows, row / grid.rows}};
}

/// How many slots a line along the axis (0: x, 1: y, 2: z) has, and how many such lines there are.
struct GridSides {
  std::uint32_t slots = 1, lines = 1;
};
inline GridSides sides_along(const GridGraph& grid, std::size_t axis) {
  const std::array<std::uint32_t, 3> slots = {grid.columns, grid.rows, grid.planes};
  return {slots[axis], static_cast<std::uint32_t>(cell_count(grid) / slots[axis])};
}

/// The part of a link on one line: it crosses the cuts after the slots `from` to `to` - 1. Lines along x have the
/// number y + rows * z, along y x + columns * z, along z x + columns * y.
struct GridPart {
  std::size_t axis = 0;
  std::uint32_t line = 0;
  std::uint32_t from = 0, to = 0;
};

inline std::uint32_t span_of(const GridGraph& grid, std::uint32_t cell, std::uint32_t other) {
  const Cell a = place_of(grid, cell), b = place_of(grid, other);
  std::uint32_t span = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    span += std::max(a.at[axis], b.at[axis]) - std::min(a.at[axis], b.at[axis]);
  return span;
}

/// The parts of a link between two cells: along x in the row of the lower end, along y in the column of the upper one
/// and the plane of the lower one, along z where the upper one stands.
template <class Visit>
void for_each_part(const GridGraph& grid, std::uint32_t cell, std::uint32_t other, const Visit& visit) {
  const auto [a, b] = std::minmax(cell, other);
  const std::array<std::uint32_t, 3> low = place_of(grid, a).at, high = place_of(grid, b).at;
  const std::array<std::uint32_t, 3> lines = {low[1] + grid.rows * low[2], high[0] + grid.columns * low[2],
                                              high[0] + grid.columns * high[1]};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (low[axis] != high[axis])
      visit(GridPart{axis, lines[axis], std::min(low[axis], high[axis]), std::max(low[axis], high[axis])});
  }
}

struct ArrangeTask;
struct Traffic;

/// The graph of the links between the coordinates of some digits, digits[0] fastest, over all lines along the axis that
/// holds the digits. The weight of a link is proportional to the number of links of the network that it stands for; all
/// weights are divided by their common divisor. Links of a class that leads off the axis count for the part along it;
/// shared wires do not count, as they span the whole line. Throws a limit error past 2^24 links. Cost: O(links).
ChannelGraph line_graph(const Topology& topology, const std::vector<std::uint8_t>& digits, bool by_width,
                        MergedWeight merged = MergedWeight::sum);

/// All links between all nodes.
ChannelGraph node_graph(const Topology& topology, bool by_width, MergedWeight merged = MergedWeight::sum);

/// The messages between the nodes of each pair, both ways together, as weights between their sites: in the unit of the
/// matrix if its numbers are whole, else scaled so that the largest weighs 2^20, and rounded. Throws a limit error past
/// 2^24 pairs; an input error where nodes send only to themselves. Cost: O(pairs log pairs).
ChannelGraph flow_graph(const Traffic& traffic, const Topology& topology);

/// The links between some nodes, of which `local` holds the new numbers, their places in the list. `keeps` says by the
/// number of a channel in the graph whether it is one of them.
template <class Keeps>
ChannelGraph graph_among(const ChannelGraph& graph, std::span<const std::uint32_t> nodes,
                         const std::vector<std::uint32_t>& local, const Keeps& keeps) {
  ChannelGraph part;
  part.first.push_back(0);
  for (const std::uint32_t node : nodes) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      if (!keeps(c)) continue;
      part.head.push_back(local[graph.head[c]]);
      part.weights.push_back(graph.weight(c));
    }
    part.first.push_back(part.head.size());
  }
  return part;
}

struct Annealing {
  std::uint64_t moves = 0;
  double heat = 0;  ///< the first temperature over the mean change of a move; 0: moves that cost more are never kept
  std::uint64_t seed = 1;
  std::uint64_t wished = 0;  ///< above 0: where the longest span is minimised, spans up to this one cost nothing
  bool afresh = false;       ///< moves reach over the whole grid at first, so that the start is forgotten if it is hot
};

/// Improves an arrangement by simulated annealing. A move takes a node to a cell nearby, or beside a node that it is
/// linked to, and exchanges it with what stands there. A move that costs more is still kept with a probability that
/// falls with the cost over the temperature, so that the search can leave a local minimum. The temperature falls
/// geometrically to a hundredth, and the last twentieth of the moves runs at 0. The reach of moves begins with twice
/// the mean span and grows and shrinks so that 44 % of them are kept, but where nodes are bound to some cells. After
/// each batch of moves the arrangement is judged by cost(), and the best one is the result. Returns the moves done;
/// fewer where the work is asked to stop. Source: [Kirkpatrick 1983; Betz 1997, the reach].
///
/// Why this method: it takes any graph and any quantity to minimise, and needs only the change that a move makes.
/// Single moves are not judged by cost(), because most of them leave a longest span or a densest cut as it is; they are
/// judged by the total span, by the sum of the fourth powers of all spans (with `wished`, of the squares of what spans
/// are above it), or by that of all cuts (for the area, of the cuts of each line). The probability is (1 - x/16)^16 for
/// x = cost over temperature, which is nearly exp(-x) and the same on every machine.
///
/// Cost: O(links of a node) a move, and the cuts between its two cells where cuts count; for the area, times the slots
/// that its links cover.
std::uint64_t anneal(const GridGraph& grid, const Annealing& annealing, WatchedWork& work, Cells& cells);

/// Estimates the steps of one move, to check limits before the work begins.
double steps_of_move(const GridGraph& grid);

/// The moves of a task: those of the user, those of the user's effort, or as many as the nodes need, up to some
/// seconds. Throws as expect_moves().
std::uint64_t moves_asked(const ArrangeTask& task, std::string_view order);

/// Throws a limit error for moves that would take more than some days, in the name of the order that makes them.
void expect_moves(const GridGraph& grid, std::uint64_t moves, std::string_view order);

/// A short descent at temperature 0, for arrangements that were made by rules other than the minimised quantity.
void descend(const GridGraph& grid, std::uint64_t seed, Watch* watch, Cells& cells);

}  // namespace cutline
