// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/detail/search/link_search.hpp"

namespace cutline {

/// Whether every router reaches every other one. Cost: O(nodes + links).
bool joins_all(const LinkLimits& limits, std::vector<GridLink> links);

/// Whether no two routers, which the links join, are farther apart than the limit on the diameter. Cost: O(nodes x
/// links).
bool is_within_diameter(const LinkLimits& limits, const std::vector<GridLink>& links);

/// Connected links with everything that is counted about them. The members that only a search can fill (moves, start,
/// course) are empty. Leaves out detours (detours.hpp) if `steps` are given and no bisection is required.
FoundLinks measured_links(const LinkLimits& limits, std::vector<GridLink> links);

/// The links without those whose ends are joined by a cheaper path over other links. Without them the sum of costs
/// stays the same; with them, routes with the fewest hops would use such a link and cost more. Cost: O(links x steps x
/// degree).
std::vector<GridLink> without_detours(const LinkLimits& limits, const std::vector<GridLink>& links);

}  // namespace cutline
