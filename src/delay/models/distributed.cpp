// SPDX-License-Identifier: Apache-2.0
#include "delay/driven.hpp"

namespace cutline {
namespace {

constexpr double kShare = 0.87;

/// The lengths at which the wire's own delay is nearly all of the delay. Without a driver in the medium only the wave
/// is compared.
LengthRange range_of_distributed(const Parameters&, const WireMedium& medium) {
  LengthRange range;
  // In shorter wires the wave itself takes longer than the wire takes to charge.
  if (medium.has_flight()) {
    range.least =
        millimetres(medium.flight_ps_per_mm() * 1e3 / (kDistributed * medium.r_ohm_per_mm() * medium.c_ff_per_mm()));
    range.below = "a wave takes longer than that: use time_of_flight";
  }
  if (!medium.driver) return range;
  range.below = "its driver takes more than the wire: use d2m";
  Parameters any_driver;
  complete(any_driver, driver_fields(), "distributed");
  const Length by_driver = first_length([&](double mm) {
    const DrivenWire wire = driven_wire(any_driver, medium, mm);
    return distributed_delay(medium.r_ohm_per_mm() * mm, wire.wire_ff) >= d2m_delay(wire) * kShare;
  });
  range.least = std::max(range.least, by_driver);
  return range;
}

}  // namespace

DelayModel distributed_delay() {
  return {.name = "distributed",
          .summary = "the quadratic law in metres: 0.377 R C of the wire alone, without driver or load; within 13 %",
          .source = "[Sakurai 1983]",
          .fields = {},
          .needs = Needs::wire,
          .delay =
              [](const Parameters&, const WireMedium& medium, const WireLength& wire) {
                const double mm = in_mm(wire.routed);
                return distributed_delay(medium.r_ohm_per_mm() * mm, medium.c_ff_per_mm() * mm);
              },
          .circuit =
              [](const Parameters&, const WireMedium& medium, double mm) {
                return WireCircuit{.stage = {medium.r_ohm_per_mm() * mm, medium.c_ff_per_mm() * mm}};
              },
          .range = range_of_distributed};
}

}  // namespace cutline
