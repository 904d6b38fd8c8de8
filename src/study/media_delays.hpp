// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

/// Finds Timing::slowest_over of a candidate that is laid out: the delays are those that latency counts. Nothing to do
/// where no level says anything of media. Cost: O(distinct parts and bent links) a delay model.
void set_slowest_over(const Study& study, Candidate& candidate);

}  // namespace cutline
