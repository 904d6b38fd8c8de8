// SPDX-License-Identifier: Apache-2.0
#include "delay/regimes.hpp"
#include "delay/wire_pitches.hpp"

namespace cutline {

namespace {

std::vector<Field> fields_of_quadratic() {
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

Time delay_of_quadratic(const Parameters& p, const WireMedium&, const WireLength& wire) {
  const double length = chosen_length(p, wire);
  return nanoseconds(p.number("constant") + p.number("coefficient") * length * length);
}

}  // namespace

DelayModel quadratic_delay() {
  return {.name = "quadratic",
          .summary = "a wire takes a time in proportion to the square of its length: resistance times capacitance",
          .source = "[Ranade 1987, sec. 1]",
          .fields = fields_of_quadratic(),
          .delay = delay_of_quadratic,
          .range = quadratic_regime};
}

}  // namespace cutline
