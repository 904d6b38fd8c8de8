// SPDX-License-Identifier: Apache-2.0
#include "delay/driven.hpp"

namespace cutline {

DelayModel sakurai_delay() {
  return {
      .name = "sakurai",
      .summary =
          "one driver and its wire, 0.377 R C and ln 2 of the rest; within 4 %, 10 % with the driver's own capacitance",
      .source = "[Sakurai 1983]",
      .fields = driver_fields(),
      .needs = Needs::driver,
      .delay =
          [](const Parameters& p, const WireMedium& medium, const WireLength& wire) {
            return cutline::sakurai_delay(driven_wire(p, medium, in_mm(wire.routed)));
          },
      .charged_ff = single_driver_ff,
      .circuit = single_driver_circuit,
      .range = resistive_range};
}

}  // namespace cutline
