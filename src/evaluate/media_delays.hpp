// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/wire_costs.hpp"

namespace cutline {

/// By level and medium, the longest delay of a link that the medium carries, with all delays that latency counts. For
/// WireTiming::slowest_over. Empty without a layout in packages. Cost: O(kinds of links).
std::vector<std::vector<Time>> slowest_over_media(const BuiltCandidate& candidate, const MeanRoute& route,
                                                  const WireCosts& costs);

}  // namespace cutline
