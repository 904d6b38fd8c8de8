// SPDX-License-Identifier: Apache-2.0
#include "delay/length_laws.hpp"

namespace cutline {

namespace {

Time quadratic_law(const Parameters& p, const WireMedium&, const WireLength& wire) {
  const double length = chosen_length(p, wire);
  return nanoseconds(p.number("constant") + p.number("coefficient") * length * length);
}

}  // namespace

DelayModel quadratic_delay() {
  return {.name = "quadratic",
          .summary = "a wire takes a time in proportion to the square of its length: resistance times capacitance",
          .source = "[Ranade 1987, sec. 1]",
          .fields = coefficient_fields("delay per square pitch, or per mm2 or square inch with `per`"),
          .delay = quadratic_law,
          .range = quadratic_regime};
}

}  // namespace cutline
