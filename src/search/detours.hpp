// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/search/link_search.hpp"

namespace cutline {

/// Leaves out every link that is no cheapest path because other links join its ends for less. The sum of costs stays
/// the same, but routes with the fewest hops would use such a link and cost more. Cost: O(links x steps x degree).
std::vector<GridLink> without_detours(const LinkLimits& limits, const std::vector<GridLink>& links);

}  // namespace cutline
