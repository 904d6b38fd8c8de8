// SPDX-License-Identifier: Apache-2.0
#include "delay/driven.hpp"

namespace cutline {

DelayModel d2m_delay() {
  return {
      .name = "d2m",
      .summary =
          "one driver and its wire by two moments, the closest to SPICE; within 1 %, 2 % with the driver's own "
          "capacitance",
      .source = "[Alpert 2001]",
      .fields = driver_fields(),
      .needs = Needs::driver,
      .delay = [](const Parameters& p, const WireMedium& medium,
                  const WireLength& wire) { return cutline::d2m_delay(driven_wire(p, medium, in_mm(wire.routed))); },
      .charged_ff = single_driver_ff,
      .circuit = single_driver_circuit,
      .range = resistive_range};
}

}  // namespace cutline
