// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/search/link_search.hpp"

namespace cutline {

/// The links without those that no cheapest way takes, since other links join their ends for less. Routes with the
/// fewest hops would take them, and be dearer for it. What is left costs the same. Cost: O(links x steps x degree).
std::vector<GridLink> without_detours(const LinkLimits& limits, const std::vector<GridLink>& links);

}  // namespace cutline
