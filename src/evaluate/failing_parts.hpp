// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "machine/installed.hpp"

namespace cutline {

/// What is lost where each switch, each rack in use or each row of them fails: fail_parts() of the network, terminals,
/// and prices. `machine` null: nothing is computed. Cost: that of fail_parts().
FaultMeasures fail_machine_parts(const Design& design, const PlacedNetwork& placed, const machine::Installed* machine,
                                 FailingPart part, std::uint64_t effort);

}  // namespace cutline
