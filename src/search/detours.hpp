// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/search/link_search.hpp"

namespace cutline {

/// The links without those whose ends are joined by a cheaper path over other links. Without them the sum of costs
/// stays the same; with them, routes with the fewest hops would use such a link and cost more. Cost: O(links x steps x
/// degree).
std::vector<GridLink> without_detours(const LinkLimits& limits, const std::vector<GridLink>& links);

}  // namespace cutline
