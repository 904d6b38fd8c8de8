// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/study/search.hpp"

namespace cutline {

/// Adds what the candidate has over the limits of the search to what it has over those of the study.
void hold_to_limits(const SearchChoice& choice, Candidate& candidate);

/// For every limit that a network misses alone, the nearest that one of these needs.
std::vector<NearMiss> near_misses(const std::vector<Candidate>& candidates);

}  // namespace cutline
