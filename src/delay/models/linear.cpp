// SPDX-License-Identifier: Apache-2.0
#include "delay/regimes.hpp"
#include "delay/wire_pitches.hpp"

namespace cutline {

namespace {

std::vector<Field> fields_of_linear() {
  std::vector<Field> all = {{.name = "coefficient",
                             .kind = FieldKind::time,
                             .help = "delay per pitch, or per mm or inch with `per`",
                             .default_value = 1.0,
                             .min = 0,
                             .max = 1e12},
                            {.name = "constant",
                             .kind = FieldKind::time,
                             .help = "delay of any wire beside that of its length",
                             .default_value = 0.0,
                             .min = 0,
                             .max = 1e12}};
  for (const Field& field : length_fields(true)) all.push_back(field);
  return all;
}

Time delay_of_linear(const Parameters& p, const WireMedium&, const WireLength& wire) {
  return nanoseconds(p.number("constant") + p.number("coefficient") * chosen_length(p, wire));
}

}  // namespace

DelayModel linear_delay() {
  return {.name = "linear",
          .summary = "a wire takes a time in proportion to its length",
          .source = "[Dally 1990, eq. 14]",
          .fields = fields_of_linear(),
          .delay = delay_of_linear,
          .range = linear_regime};
}

}  // namespace cutline
