// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/scoring.hpp"

namespace cutline {

/// How far a ranking depends on the uncertain figures; empty if none is uncertain. `scoring`, `rank` and `order` are
/// those with all figures as given. Cost: one ranking for each corner.
Certainty certainty(Scoring scoring, const std::vector<std::optional<int>>& rank,
                    const std::vector<std::size_t>& order);

}  // namespace cutline
