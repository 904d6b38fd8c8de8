// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

/// How the design's messages find their way: what the spec says, else by the express rule where the network has one,
/// dimension by dimension where its links lie along dimensions, else along all shortest paths. Throws an input error
/// where what the spec says does not apply. `topology` is null for ideal candidates.
Routing choose_routing(const Design& design, const Topology* topology);

}  // namespace cutline
