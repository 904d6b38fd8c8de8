// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "cutline/performance/pair_costs.hpp"
#include "performance/link_places.hpp"

namespace cutline {

/// Like the public function, for a network whose links are known one by one. Cost: O(links log links).
std::vector<WayCost> channel_costs(const NetworkWithLinks& network,
                                   const std::function<double(const LinkPlace&)>& cost);

}  // namespace cutline
