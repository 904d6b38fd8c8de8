// SPDX-License-Identifier: Apache-2.0
#include "cutline/delay/wire_pitches.hpp"
#include "delay/regimes.hpp"

namespace cutline {

namespace {

std::vector<Field> fields() {
  std::vector<Field> all = {{.name = "coefficient",
                             .kind = FieldKind::time,
                             .help = "delay per square pitch, or per mm2 or square inch with `per`",
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
  const double length = chosen_length(p, wire);
  return nanoseconds(p.number("constant") + p.number("coefficient") * length * length);
}

}  // namespace

DelayModel quadratic_delay() {
  return {.name = "quadratic",
          .summary = "a wire takes a time in proportion to the square of its length: resistance times capacitance",
          .source = "[Ranade 1987, sec. 1]",
          .fields = fields(),
          .delay = delay,
          .range = quadratic_regime};
}

}  // namespace cutline
