// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "cutline/base/watch.hpp"
#include "placement/arrangement.hpp"

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

/// The most cells of a grid that tabu() searches; it holds some matrices of cells x cells.
inline constexpr std::uint32_t kMostTabuCells = 512;

struct TabuEffort {
  std::uint64_t steps = 0;  ///< exchanges of two cells, all runs together
  std::uint64_t seed = 1;
};

/// Improves an arrangement by robust tabu search for the quadratic assignment problem: weights are flows, spans are
/// distances, and the total is the cost. Cells without a node hold one without flows. Each step makes the best exchange
/// of two cells that is not forbidden, also where it costs more; exchanged nodes may not go back to their cells for a
/// random number of steps. Runs are parts of a memetic search: a child takes the places that two parents agree on, a
/// run improves it, and it may replace the worst of the population. Children of one generation are made side by side,
/// and the population changes only between generations, so that the result is the same for any number of threads. The
/// result is no worse than `cells`. Returns the steps done; fewer where the work is asked to stop. Throws a limit error
/// where total flow times the longest span passes 2^53. Source: [Taillard 1991]; the population: [Benlic 2015].
///
/// Why this method: the changes of all exchanges are kept in a matrix, in which one exchange costs O(1) a pair, so that
/// a step sees the best of all pairs. Annealing sees one pair a step, and ends some per cent higher on dense graphs.
///
/// Cost: O(cells^2) a step, with a small factor; O(cells^2) memory a thread.
std::uint64_t tabu(const GridGraph& grid, const TabuEffort& effort, WatchedWork& work, Cells& cells);

/// The number of steps that is enough as a rule: it reaches every optimum of nug12 to nug30, and 0.1 % of sko42 to
/// sko100.
std::uint64_t steps_of_tabu(const GridGraph& grid);

}  // namespace cutline
