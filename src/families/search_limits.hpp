// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/study/search.hpp"

namespace cutline {

/// Adds the limits of the search that the candidate exceeds to those of the study that it exceeds.
void hold_to_limits(const Study& study, Candidate& candidate);

/// For every limit that is the only one some network misses: the value nearest to it that such a network needs.
std::vector<NearMiss> near_misses(const std::vector<Candidate>& candidates);

/// The smallest sets of limits such that every network misses at least one limit of the set. Empty if no network can be
/// built. Cost: O(candidates x 2^limits).
std::vector<std::vector<std::string>> contradicting_limits(const std::vector<Candidate>& candidates);

/// The network that comes nearest to its limits: the product of the factors by which it exceeds them is the smallest.
/// Null if none can be built.
const Candidate* nearest_to_limits(const std::vector<Candidate>& candidates);

}  // namespace cutline
