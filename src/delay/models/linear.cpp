// SPDX-License-Identifier: Apache-2.0
#include "cutline/delay/wire_pitches.hpp"
#include "delay/regimes.hpp"

namespace cutline {

namespace {

std::vector<Field> fields() {
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

Time delay(const Parameters& p, const WireMedium&, const WireLength& wire) {
  return nanoseconds(p.number("constant") + p.number("coefficient") * chosen_length(p, wire));
}

}  // namespace

DelayModel linear_delay() {
  return {.name = "linear",
          .summary = "a wire takes a time in proportion to its length",
          .source = "[Dally 1990, eq. 14]",
          .fields = fields(),
          .delay = delay,
          .range = linear_regime};
}

}  // namespace cutline
