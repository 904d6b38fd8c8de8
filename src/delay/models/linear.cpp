// SPDX-License-Identifier: Apache-2.0
#include "delay/length_laws.hpp"

namespace cutline {

namespace {

Time linear_law(const Parameters& p, const WireMedium&, const WireLength& wire) {
  return nanoseconds(p.number("constant") + p.number("coefficient") * chosen_length(p, wire));
}

}  // namespace

DelayModel linear_delay() {
  return {.name = "linear",
          .summary = "a wire takes a time in proportion to its length",
          .source = "[Dally 1990, eq. 14]",
          .fields = coefficient_fields("delay per pitch, or per mm or inch with `per`"),
          .delay = linear_law,
          .range = linear_regime,
          .law = LengthLaw::linear};
}

}  // namespace cutline
