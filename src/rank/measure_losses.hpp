// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/quantities.hpp"

// Functions that explain a loss in a ranking, for Quantity::parts and Quantity::loss of the rows that `rank` names.

namespace cutline {

/// If a wire sets the cycle: its length and its delay per length. Else the cycle, named by the limit that sets it.
MeasureParts cycle_parts(const Asked& a);
MeasureParts hops_parts(const Asked& a);
MeasureParts area_parts(const Asked& a);
MeasureParts longest_parts(const Asked& a);
MeasureParts total_parts(const Asked& a);
MeasureParts span_parts(const Asked& a);
MeasureParts pins_parts(const Asked& a);
MeasureParts energy_parts(const Asked& a);
MeasureParts bit_time_parts(const Asked& a);
/// The resource that is full at saturation, and the load at saturation.
MeasureParts saturation_parts(const Asked& a);

/// The cause by which the loser loses most: the winner's hops, routers, wires or channels, whichever would lower the
/// loser's latency most.
Loss latency_loss(const Asked& loser, const Asked& winner);
/// The loss by host_loss(); none if either emulates no guest.
Loss emulation_loss(const Asked& loser, const Asked& winner);

}  // namespace cutline
