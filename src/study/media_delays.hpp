// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/wire_costs.hpp"

namespace cutline {

/// By level and medium: the delay of the slowest link that the medium carries, as latency counts it, for
/// Timing::slowest_over. Empty without a layout in packages. Cost: O(kinds of links).
std::vector<std::vector<Time>> slowest_over_media(const Candidate& candidate, const MeanRoute& route,
                                                  const WireCosts& costs);

}  // namespace cutline
