// SPDX-License-Identifier: Apache-2.0
#include "delay/driven.hpp"

namespace cutline {
namespace {

RepeatedWire repeated_wire(const Parameters& p, const WireMedium& medium, double mm, const Driver& driver) {
  return best_repeated(driver, medium.r_ohm_per_mm() * mm, medium.c_ff_per_mm() * mm, counted_via_ohm(p, medium));
}

RepeatedWire repeated_wire(const Parameters& p, const WireMedium& medium, double mm) {
  return repeated_wire(p, medium, mm, chosen_driver(p, medium));
}

/// Not below the time of flight: no signal runs faster than light in the medium.
Time delay_of_repeated(const Parameters& p, const WireMedium& medium, const WireLength& wire) {
  const double mm = in_mm(wire.routed);
  return std::max(repeated_wire(p, medium, mm).delay,
                  nanoseconds((medium.has_flight() ? medium.flight_ps_per_mm() : 0) * mm * 1e-3));
}

double charged_ff_of_repeated(const Parameters& p, const WireMedium& medium, double mm) {
  const Driver driver = chosen_driver(p, medium);
  const auto stages = static_cast<double>(repeated_wire(p, medium, mm, driver).stages);
  return medium.c_ff_per_mm() * mm + stages * (driver.input_ff + driver.parasitic_ff);
}

/// Equal stages, each a driver and its part of the wire.
WireCircuit circuit(const Parameters& p, const WireMedium& medium, double mm) {
  const std::int64_t stages = repeated_wire(p, medium, mm).stages;
  return {stages, driven_wire(p, medium, mm / static_cast<double>(stages))};
}

/// The best repeaters stand equally far apart on wires of all lengths. If a stage of that length is so short that its
/// inductance makes it ring, every repeated wire rings, and no length is in the range.
LengthRange range_of_repeated(const Parameters& p, const WireMedium& medium) {
  LengthRange range = nearly_resistive_range(p, medium);
  const Driver driver = chosen_driver(p, medium);
  const Length spacing = millimetres(best_repeater_spacing_mm(driver, medium.r_ohm_per_mm(), medium.c_ff_per_mm()));
  if (range.least > spacing) range.least = {std::numeric_limits<double>::infinity()};
  return range;
}

}  // namespace

DelayModel repeated_delay() {
  return {
      .name = "repeated",
      .summary = "the best whole number of repeaters, each stage as d2m, never below the time of flight; within 7 %",
      .source = "[Bakoglu 1985]",
      .fields = driver_fields(),
      .needs = Needs::driver,
      .delay = delay_of_repeated,
      .charged_ff = charged_ff_of_repeated,
      .circuit = circuit,
      .range = range_of_repeated};
}

}  // namespace cutline
