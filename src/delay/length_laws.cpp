// SPDX-License-Identifier: Apache-2.0
#include "delay/length_laws.hpp"

#include <fmt/core.h>

#include "base/choice.hpp"
#include "cutline/base/error.hpp"
#include "cutline/delay/wire_formulas.hpp"

namespace cutline {

namespace {

constexpr double kInchMm = 25.4;
constexpr std::size_t kUnitsOfPitches = 2;  ///< units that need no metres: the first ones
constexpr Choice<LengthUnit, 4> kPer = {"per", {"node_pitch", "wire_pitch", "mm", "inch"}};
constexpr Choice<CountedLength, 2> kLength = {"length", {"span", "routed"}};

}  // namespace

std::optional<LengthUnit> length_unit(const Parameters& parameters) {
  return parameters.has(kPer.name) ? std::optional(kPer.of(parameters)) : std::nullopt;
}

std::optional<CountedLength> counted_length(const Parameters& parameters) {
  if (parameters.has(kLength.name)) return kLength.of(parameters);
  const std::optional<LengthUnit> per = length_unit(parameters);
  if (!per) return std::nullopt;
  return *per == LengthUnit::mm || *per == LengthUnit::inch ? CountedLength::routed : CountedLength::span;
}

std::vector<Field> length_fields(bool metres) {
  return {kPer.field("unit of the length that the formula takes", LengthUnit::node_pitch,
                     metres ? kPer.words.size() : kUnitsOfPitches),
          kLength.field(metres ? "span from node to node, or routed along the wire; by default the span in pitches, "
                                 "and routed with `per` mm or inch"
                               : "span from node to node, or routed along the wire; by default the span")};
}

double chosen_length(const Parameters& parameters, const WireLength& wire) {
  const bool routed = counted_length(parameters) == CountedLength::routed;
  const LengthUnit per = kPer.of(parameters);
  if (per == LengthUnit::node_pitch) return routed ? wire.routed_pitches / wire.node_pitch_pitches : wire.span;
  if (per == LengthUnit::wire_pitch) return routed ? wire.routed_pitches : wire.span * wire.node_pitch_pitches;
  if (wire.routed.base == 0 && wire.routed_pitches > 0) {
    throw_input_error(
        fmt::format("a delay per {} needs a technology with metres, and the unit technology has none", kPer.word(per)),
        "name a technology, or count `per: node_pitch` or `per: wire_pitch`", "per");
  }
  const double mm = routed ? in_mm(wire.routed) : in_mm(wire.node_pitch) * wire.span;
  return per == LengthUnit::inch ? mm / kInchMm : mm;
}

std::vector<Field> coefficient_fields(std::string_view coefficient_help) {
  std::vector<Field> all = {{.name = "coefficient",
                             .kind = FieldKind::time,
                             .help = coefficient_help,
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
