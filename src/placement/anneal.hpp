// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/base/watch.hpp"
#include "cutline/placement/arrangement.hpp"

namespace cutline {

struct Annealing {
  std::uint64_t moves = 0;
  double heat = 0;  ///< the first temperature over the mean change of a move; 0: only what does not cost more is kept
  std::uint64_t seed = 1;
};

/// Betters an arrangement by simulated annealing: a node moves to a cell nearby or beside one that it is linked to, and
/// changes places with what stands there. Kept is the best of all that the batches of moves end in, by cost(); what a
/// move is judged by is smoother: the total span, the sum of all links' spans to the fourth, or of all cuts' (of the
/// area, each line's own). A move that costs more is kept with the probability (1 - x/16)^16 for x = cost over
/// temperature, which is nearly exp(-x) and the same on every machine; the temperature falls with the cube of what is
/// left. Moves done; fewer where the work is asked to stop. Source: [Kirkpatrick 1983].
///
/// Cost: O(links of a node) a move; where cuts count, times the slots that its links cover.
std::uint64_t anneal(const GridGraph& grid, const Annealing& annealing, WatchedWork& work, Cells& cells);

/// Steps that a move takes, for limits before the work begins.
double steps_of_move(const GridGraph& grid);

/// A little descent without heat: for arrangements that were made by other rules than what is minimised.
void descend(const GridGraph& grid, std::uint64_t seed, Watch* watch, Cells& cells);

}  // namespace cutline
