// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

/// Measures what the candidate's network loses with some of its links, where the study fails any; first with all links.
void measure_faults(const Study& study, const Effort& effort, Candidate& candidate);

}  // namespace cutline
