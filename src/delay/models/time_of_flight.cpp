// SPDX-License-Identifier: Apache-2.0
#include "delay/driven.hpp"

namespace cutline {

DelayModel time_of_flight_delay() {
  return {
      .name = "time_of_flight",
      .summary = "a wave in the medium, and what the ends of a cable or a die's edge take; a lower bound on any wire",
      .source = "[Dally 1987, eq. 5]",
      .fields = {},
      .needs = Needs::flight,
      .delay =
          [](const Parameters&, const WireMedium& medium, const WireLength& wire) {
            const double mm = in_mm(wire.routed + medium.slack());
            return (medium.ends ? medium.ends->latency : Time{}) + nanoseconds(medium.flight_ps_per_mm() * mm * 1e-3);
          },
      // A driver of the line's own impedance, and nothing at its far end.
      .circuit =
          [](const Parameters&, const WireMedium& medium, double mm) {
            return WireCircuit{1,
                               {medium.r_ohm_per_mm() * mm, medium.c_ff_per_mm() * mm, medium.impedance_ohm(), 0, 0},
                               inductance_nh(medium, mm)};
          },
      .range = flight_range};
}

}  // namespace cutline
