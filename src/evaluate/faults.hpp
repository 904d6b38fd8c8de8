// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

/// Measures of the network, first with all links, then with the failing links of each choice of the study.
std::vector<FaultMeasures> measure_faults(const Study& study, const Topology& topology, const Effort& effort);

}  // namespace cutline
