// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rank/scoring.hpp"

namespace cutline {

/// Whether each candidate is on the Pareto front of pareto_measures: no other ranked candidate is as good in every
/// measure and better in one. Absent for candidates that cannot be ranked or lack a measure. Cost: O(n x size of the
/// front) for n candidates.
std::vector<std::optional<bool>> pareto_front(const Scoring& scoring);

}  // namespace cutline
