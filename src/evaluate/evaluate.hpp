// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "evaluate/network.hpp"

namespace cutline {

/// As evaluate_blocks(), but of these designs, in place of the study's own.
void evaluate_designs(const Study& study, const std::vector<Design>& designs, const Effort& effort, Layouts layouts,
                      CandidateSink sink);

/// The candidate that follows from a design, its network and a budget (absent: nothing is held). `bare`: if the design
/// has planes, what study_of_planes() makes of the study.
Candidate finish(const Study& study, const Design& design, WiredOrNot network, const std::optional<double>& budget,
                 const Effort& effort, const std::optional<Study>& bare = {});

}  // namespace cutline
