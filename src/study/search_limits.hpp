// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/study/search.hpp"

namespace cutline {

/// Adds what the candidate has over the limits of the search to what it has over those of the study.
void hold_to_limits(const Study& study, Candidate& candidate);

/// For every limit that a network misses alone, the nearest that one of these needs.
std::vector<NearMiss> near_misses(const std::vector<Candidate>& candidates);

/// The smallest sets of limits of which every network misses one. Empty where no network can be built. Cost: candidates
/// x 2^limits.
std::vector<std::vector<std::string>> contradicting_limits(const std::vector<Candidate>& candidates);

/// The network that is over its limits by the smallest factor, all its factors multiplied; null where none can be
/// built.
const Candidate* nearest_to_limits(const std::vector<Candidate>& candidates);

}  // namespace cutline
