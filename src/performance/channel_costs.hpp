// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/base/function_ref.hpp"
#include "performance/link_places.hpp"
#include "performance/pair_costs.hpp"

namespace cutline {

/// As the public function, for a network whose links are listed one by one. Cost: O(links log links).
std::vector<WayCost> channel_costs(const NetworkWithLinks& network, FunctionRef<double(const LinkPlace&)> cost);

}  // namespace cutline
