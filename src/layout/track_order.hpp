// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/layout.hpp"

namespace cutline {

/// Permutes the tracks of every row and column, within each layer pair, so that the total length of wires is least. The
/// number of tracks stays the same, and the longest wire of each layer pair becomes no longer.
///
/// This is a scheduling problem. A track is a job of unit time: its weight is the number of stubs that reach it, its
/// deadline the farthest place at which none of its wires is longer than the longest of its pair. From the farthest
/// place inwards, each place is given to the lightest track that may lie there; of equally light tracks, to the one
/// whose longest wire is shorter. derived: where two tracks may both lie at a place, the lighter one belongs there,
/// since otherwise swapping the two would shorten the total.
///
/// A bent wire bounds the tracks of two lines: rows are permuted first, with columns as they are, then columns. So
/// without bent links the total is the least of all permutations; with bent links it is the least for each axis in
/// turn. Patterns stay shared. Cost: O(parts + bundles of bent links), and O(t log t) in the tracks of each pattern.
void order_tracks(Layout& layout);

}  // namespace cutline
