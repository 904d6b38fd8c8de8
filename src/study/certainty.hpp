// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/scoring.hpp"

namespace cutline {

/// Empty where all is sure. `scoring` is of the middle, whose ranks and order are given. Cost: one ranking a corner.
Certainty certainty(Scoring scoring, const std::vector<std::optional<int>>& rank,
                    const std::vector<std::size_t>& order);

}  // namespace cutline
