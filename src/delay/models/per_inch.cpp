// SPDX-License-Identifier: Apache-2.0
#include "delay/driven.hpp"

namespace cutline {
namespace {

constexpr double kMmPerInch = 25.4;

Time delay_of_per_inch(const Parameters& p, const WireMedium& medium, const WireLength& wire) {
  const double inches = in_mm(wire.routed) / kMmPerInch;
  if (p.has("time")) return nanoseconds(p.number("time") * inches);
  return nanoseconds((medium.has_flight() ? medium.flight_ps_per_mm() : 0) * kMmPerInch * 1e-3 * inches);
}

}  // namespace

DelayModel per_inch_delay() {
  return {.name = "per_inch",
          .summary = "a time an inch of line, as boards are specified",
          .source = "[Engel 2005, eq. 1]",
          .fields = {{.name = "time",
                      .kind = FieldKind::time,
                      .help = "delay of an inch; without it the time of flight of the technology",
                      .min = 0,
                      .max = 1e6}},
          .needs = Needs::metres,
          .delay = delay_of_per_inch,
          .range = flight_range,
          .of_flight = true};
}

}  // namespace cutline
