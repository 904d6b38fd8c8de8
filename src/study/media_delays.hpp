// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/wire_costs.hpp"

namespace cutline {

/// Finds Timing::slowest_over from the delays that latency counts; nothing to do where no level says anything of media.
/// Cost: O(kinds of links) a delay model.
void set_slowest_over(const Candidate& candidate, const MeanRoute& route, const RouteCosts& costs,
                      std::vector<Timing>& timings);

}  // namespace cutline
