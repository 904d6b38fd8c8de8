// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/wire_costs.hpp"

namespace cutline {

/// Fills Timing::slowest_over from the delays that latency counts; does nothing where no level has media.
/// Cost: O(kinds of links) a delay model.
void set_slowest_over(const Candidate& candidate, const MeanRoute& route, const RouteCosts& costs,
                      std::vector<Timing>& timings);

}  // namespace cutline
