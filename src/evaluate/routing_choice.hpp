// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

/// The routing of a design: the one that the spec gives; else the express rule, if the network has one; else dimension
/// order, if its links lie along dimensions; else all shortest paths. Throws an input error if the routing of the spec
/// does not apply. `topology` is null for ideal candidates.
Routing choose_routing(const Design& design, const Topology* topology);

}  // namespace cutline
