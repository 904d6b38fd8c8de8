// SPDX-License-Identifier: Apache-2.0
// One driver and its wire, whose delay formulas of increasing closeness to SPICE give.
#include "delay/driven.hpp"

namespace cutline {

namespace {

template <Time (*formula)(const DrivenWire&)>
DelayModel one_driver(std::string_view name, std::string_view summary, std::string_view source) {
  return {.name = name,
          .summary = summary,
          .source = source,
          .fields = driver_fields(),
          .needs = Needs::driver,
          .delay = [](const Parameters& p, const WireMedium& medium,
                      const WireLength& wire) { return formula(driven_wire(p, medium, in_mm(wire.routed))); },
          .charged_ff = single_driver_ff,
          .circuit = [](const Parameters& p, const WireMedium& medium,
                        double mm) { return WireCircuit{.stage = driven_wire(p, medium, mm)}; },
          .range = resistive_range};
}

}  // namespace

DelayModel elmore_delay() {
  return one_driver<elmore_delay>(
      "elmore", "one driver and its wire, ln 2 x the first moment; within 9 %, 12 % with the driver's own capacitance",
      "[Elmore 1948]");
}

DelayModel sakurai_delay() {
  return one_driver<sakurai_delay>(
      "sakurai",
      "one driver and its wire, 0.377 R C and ln 2 of the rest; within 4 %, 10 % with the driver's own capacitance",
      "[Sakurai 1983]");
}

DelayModel d2m_delay() {
  return one_driver<d2m_delay>("d2m",
                               "one driver and its wire by two moments, the closest to SPICE; within 1 %, 2 % with the "
                               "driver's own capacitance",
                               "[Alpert 2001]");
}

}  // namespace cutline
