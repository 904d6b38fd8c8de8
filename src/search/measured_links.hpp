// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/search/link_search.hpp"

namespace cutline {

/// Whether every router reaches every other one. Cost: O(nodes + links).
bool joins_all(const LinkLimits& limits, std::vector<GridLink> links);

/// Connected links with all that is counted of them; of no search.
FoundLinks measured_links(const LinkLimits& limits, std::vector<GridLink> links);

}  // namespace cutline
