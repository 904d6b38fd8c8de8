// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "delay/length_laws.hpp"

namespace cutline {

namespace {

std::vector<Field> fields_of_logarithmic() {
  std::vector<Field> all = {{.name = "base",
                             .kind = FieldKind::number,
                             .help = "base of the logarithm: e or a number",
                             .default_value = std::numbers::e,
                             .min = 1.0001,
                             .max = 1e12},
                            {.name = "constant",
                             .kind = FieldKind::time,
                             .help = "delay of a wire one pitch long",
                             .default_value = 1.0,
                             .min = 0,
                             .max = 1e12},
                            {.name = "coefficient",
                             .kind = FieldKind::time,
                             .help = "what a wire takes more when it grows by a factor of the base",
                             .default_value = 1.0,
                             .min = 0,
                             .max = 1e12}};
  for (const Field& field : length_fields(false)) all.push_back(field);
  return all;
}

double logarithm(double base, double x) {
  return base == 2 ? std::log2(x) : base == 10 ? std::log10(x) : std::log(x) / std::log(base);
}

/// A wire shorter than a pitch counts as one pitch long: for shorter lengths the formula falls to zero and below.
Time delay_of_logarithmic(const Parameters& p, const WireMedium&, const WireLength& wire) {
  const double length = std::max(1.0, chosen_length(p, wire));
  return nanoseconds(p.number("constant") + p.number("coefficient") * logarithm(p.number("base"), length));
}

}  // namespace

DelayModel logarithmic_delay() {
  return {
      .name = "logarithmic",
      .summary = "constant + coefficient ln(length), a chain of ever stronger drivers; at least one pitch is counted",
      .source = "[Dally 1990, eq. 14]",
      .fields = fields_of_logarithmic(),
      .delay = delay_of_logarithmic,
      .range = logarithmic_regime};
}

}  // namespace cutline
