// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cutline/base/watch.hpp"
#include "cutline/placement/arrangement.hpp"

namespace cutline {

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
