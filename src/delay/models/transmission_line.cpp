// SPDX-License-Identifier: Apache-2.0
#include "delay/driven.hpp"

namespace cutline {
namespace {

Time delay_of_transmission_line(const Parameters& p, const WireMedium& medium, const WireLength& wire) {
  const double mm = in_mm(wire.routed);
  return std::max(sakurai_delay(driven_wire(p, medium, mm)), nanoseconds(medium.flight_ps_per_mm() * mm * 1e-3));
}

/// A driver whose resistance is at most this multiple of the wire's impedance sends a first wave past half the swing.
constexpr double kMatched = 1.2;

LengthRange range_of_transmission_line(const Parameters& p, const WireMedium& medium) {
  const Driver driver = chosen_driver(p, medium);
  LengthRange range;
  range.below = "its receiver weighs more than the wire: use d2m";
  range.least = millimetres(driver.input_ff / medium.c_ff_per_mm());
  const Length resistive = resistive_range(p, medium).least;
  if (driver.r_chain_ohm > kMatched * medium.impedance_ohm() && range.least < resistive) {
    range.below = "its driver is too weak to switch the far end with the first wave: between time_of_flight and d2m";
    range.least = resistive;
  }
  return range;
}

}  // namespace

DelayModel transmission_line_delay() {
  return {.name = "transmission_line",
          .summary = "the larger of time of flight and sakurai; -12 to +18 %, worst where the two cross",
          .source = "[Sakurai 1983]",
          .fields = driver_fields(),
          .needs = Needs::driver_and_flight,
          .delay = delay_of_transmission_line,
          .charged_ff = single_driver_ff,
          .circuit =
              [](const Parameters& p, const WireMedium& medium, double mm) {
                return WireCircuit{1, driven_wire(p, medium, mm), inductance_nh(medium, mm)};
              },
          .range = range_of_transmission_line};
}

}  // namespace cutline
