// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

/// What the network loses with some of its links, for every choice of the study; first with all links.
std::vector<FaultMeasures> measure_faults(const Study& study, const Topology& topology, const Effort& effort);

}  // namespace cutline
