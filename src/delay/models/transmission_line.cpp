// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "delay/driven.hpp"

namespace cutline {
namespace {

Time delay(const Parameters& p, const WireMedium& medium, const WireLength& wire) {
  const double mm = in_mm(wire.routed);
  return std::max(sakurai_delay(driven_wire(p, medium, mm)), nanoseconds(*medium.flight_ps_per_mm * mm * 1e-3));
}

LengthRange range(const Parameters& p, const WireMedium& medium) {
  LengthRange range;
  range.below = "its receiver weighs more than the wire: use d2m";
  range.least = millimetres(chosen_driver(p, medium).input_ff / *medium.c_ff_per_mm);
  return range;
}

}  // namespace

DelayModel transmission_line_delay() {
  return {.name = "transmission_line",
          .summary = "the larger of time of flight and sakurai; -7 to +18 %, worst where the two cross",
          .source = "[Sakurai 1983]",
          .fields = driver_fields(),
          .needs = Needs::driver_and_flight,
          .delay = delay,
          .charged_ff = single_driver_ff,
          .range = range};
}

}  // namespace cutline
