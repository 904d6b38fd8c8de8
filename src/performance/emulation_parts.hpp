// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/performance/emulation.hpp"

namespace cutline {

bool is_cycles(WaferHost host);
bool is_gray(WaferHost host);

/// ceil(bits / width). A quotient that exceeds a whole number only by a rounding error counts as that number.
double whole_phits(double bits, double width);

/// routed_tracks() of cube-connected cycles.
std::optional<HostTracks> routed_cycle_tracks(const Wafer& wafer, WaferHost host);

}  // namespace cutline
