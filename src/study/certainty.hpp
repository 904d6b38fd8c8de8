// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/scoring.hpp"

namespace cutline {

/// How sure a ranking is, where the study says what is uncertain.
struct Certainty {
  std::vector<std::optional<RankRange>> range;  ///< of each ranked candidate, over all corners and the middle
  std::string sentence;                         ///< "torus is first in 4 of 4 corners (wire_delay +-30 %, ...)"
};

/// Empty where all is sure. `scoring` is of the middle, whose ranks and order are given. Cost: one ranking a corner.
///
/// A figure decides where changing it alone, from one corner to the next, changes whether the winner is first.
Certainty certainty(Scoring scoring, const std::vector<std::optional<int>>& rank,
                    const std::vector<std::size_t>& order);

}  // namespace cutline
