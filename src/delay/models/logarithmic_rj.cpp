// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "delay/length_laws.hpp"

namespace cutline {

namespace {

std::vector<Field> fields_of_logarithmic_rj() {
  std::vector<Field> all = {{.name = "t2",
                             .kind = FieldKind::time,
                             .help = "delay of a wire one pitch long",
                             .default_value = 1.0,
                             .min = 0,
                             .max = 1e12},
                            {.name = "c2",
                             .kind = FieldKind::time,
                             .help = "what a wire takes more when its length doubles",
                             .default_value = 1.0,
                             .min = 0,
                             .max = 1e12}};
  for (const Field& field : length_fields(false)) all.push_back(field);
  return all;
}

/// A wire shorter than a pitch counts as one pitch long: for shorter lengths the formula falls to zero and below.
Time delay_of_logarithmic_rj(const Parameters& p, const WireMedium&, const WireLength& wire) {
  const double length = std::max(1.0, chosen_length(p, wire));
  return nanoseconds(p.number("t2") + p.number("c2") * std::log2(length));
}

}  // namespace

DelayModel logarithmic_rj_delay() {
  return {.name = "logarithmic_rj",
          .summary = "t2 + c2 log2(length), wires that are capacitors; at least one pitch is counted",
          .source = "[Ranade 1987, sec. 2.4]",
          .fields = fields_of_logarithmic_rj(),
          .delay = delay_of_logarithmic_rj,
          .range = logarithmic_regime,
          .law = LengthLaw::logarithmic};
}

}  // namespace cutline
