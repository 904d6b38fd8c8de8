// SPDX-License-Identifier: Apache-2.0
#include "delay/regimes.hpp"

#include "cutline/delay/wire_formulas.hpp"

namespace cutline {
namespace {

constexpr double kConstantShare = 0.1;

bool has_all(const WireMedium& medium) { return medium.metres && medium.has_wire() && medium.driver; }

Length repeater_spacing(const WireMedium& medium) {
  return millimetres(best_repeater_spacing_mm(*medium.driver, medium.r_ohm_per_mm(), medium.c_ff_per_mm()));
}

}  // namespace

LengthRange constant_regime(const Parameters&, const WireMedium& medium) {
  if (!has_all(medium)) return {};
  return {.most = repeater_spacing(medium) * kConstantShare, .above = "the wire's own delay counts: use d2m"};
}

LengthRange logarithmic_regime(const Parameters&, const WireMedium& medium) {
  if (!has_all(medium)) return {};
  LengthRange range = find_delay_model("horn")->range({}, medium);
  range.above = "the wire's resistance, which the law leaves out, counts: use d2m or repeated";
  return range;
}

LengthRange linear_regime(const Parameters&, const WireMedium& medium) {
  if (!has_all(medium)) return {};
  const Length spacing = repeater_spacing(medium);
  if (medium.has_flight() && millimetres(medium.impedance_ohm() / medium.r_ohm_per_mm()) >= spacing) return {};
  return {.least = spacing,
          .below = "wires too short for repeaters do not take a time in proportion to their length: use d2m"};
}

LengthRange quadratic_regime(const Parameters&, const WireMedium& medium) {
  if (!has_all(medium)) return {};
  return find_delay_model("distributed")->range({}, medium);
}

}  // namespace cutline
