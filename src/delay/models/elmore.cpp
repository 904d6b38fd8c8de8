// SPDX-License-Identifier: Apache-2.0
#include "delay/driven.hpp"

namespace cutline {

DelayModel elmore_delay() {
  return {
      .name = "elmore",
      .summary = "one driver and its wire, ln 2 x the first moment; within 9 %, 12 % with the driver's own capacitance",
      .source = "[Elmore 1948]",
      .fields = driver_fields(),
      .needs = Needs::driver,
      .delay = [](const Parameters& p, const WireMedium& medium,
                  const WireLength& wire) { return cutline::elmore_delay(driven_wire(p, medium, in_mm(wire.routed))); },
      .charged_ff = single_driver_ff,
      .circuit = single_driver_circuit,
      .range = resistive_range};
}

}  // namespace cutline
