// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "cutline/base/watch.hpp"
#include "cutline/placement/arrangement.hpp"

namespace cutline {

struct Annealing {
  std::uint64_t moves = 0;
  double heat = 0;  ///< the first temperature over the mean change of a move; 0: moves that cost more are never kept
  std::uint64_t seed = 1;
};

/// Improves an arrangement by simulated annealing. A move takes a node to a cell nearby, or beside a node that it is
/// linked to, and exchanges it with what stands there. A move that costs more is still kept with a probability that
/// falls with the cost over the temperature, so that the search can leave a local minimum; the temperature falls with
/// the cube of the share of moves that is left. After each batch of moves the arrangement is judged by cost(), and the
/// best one is the result. Returns the moves done; fewer where the work is asked to stop. Source: [Kirkpatrick 1983].
///
/// Why this method: it takes any graph and any quantity to minimise, and needs only the change that a move makes.
/// Single moves are not judged by cost(), because most of them leave a longest span or a densest cut as it is; they are
/// judged by the total span, by the sum of the fourth powers of all spans, or by that of all cuts (for the area, of the
/// cuts of each line). The probability is (1 - x/16)^16 for x = cost over temperature, which is nearly exp(-x) and the
/// same on every machine.
///
/// Cost: O(links of a node) a move; where cuts count, times the slots that its links cover.
std::uint64_t anneal(const GridGraph& grid, const Annealing& annealing, WatchedWork& work, Cells& cells);

/// Estimates the steps of one move, to check limits before the work begins.
double steps_of_move(const GridGraph& grid);

/// Throws a limit error for moves that would take more than some days, in the name of the order that makes them.
void expect_moves(const GridGraph& grid, std::uint64_t moves, std::string_view order);

/// A short descent at temperature 0, for arrangements that were made by rules other than the minimised quantity.
void descend(const GridGraph& grid, std::uint64_t seed, Watch* watch, Cells& cells);

}  // namespace cutline
