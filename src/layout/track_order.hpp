// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/layout.hpp"

namespace cutline {

/// Permutes the tracks of every row and column, those of a layer pair among themselves, to the least total length of
/// wires: with no more tracks, and with no longer longest wire on any layer pair.
///
/// This is a scheduling problem. A track is a job of unit time: its weight is the number of stubs that reach it, its
/// deadline the farthest place at which none of its wires is longer than the longest of its pair. From the farthest
/// place inwards, each place is given to the lightest track that may lie there; of equally light ones, to that whose
/// longest wire is shorter. derived: two tracks that may both lie at a place are best there with the lighter one, else
/// swapping them would save.
///
/// A bent wire bounds the tracks of two lines: rows are permuted first, with columns as they are, then columns. So the
/// total is the least of all permutations where no link is bent, and the least of each axis in its turn where some are.
/// Patterns stay shared. Cost: O(parts + bundles of bent links), and O(t log t) in the tracks of each pattern.
void order_tracks(Layout& layout);

}  // namespace cutline
