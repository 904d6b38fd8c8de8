// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "evaluate/network.hpp"

namespace cutline {

/// The candidate that follows from a design, its network and a budget (absent: nothing is held). `bare`: if the design
/// has planes, what study_of_planes() makes of the study.
Candidate finish(const Study& study, const Design& design, WiredOrNot network, const std::optional<double>& budget,
                 const Effort& effort, const std::optional<Study>& bare = {});

}  // namespace cutline
