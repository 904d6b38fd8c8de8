// SPDX-License-Identifier: Apache-2.0
// Delay as a law of the length alone, as papers and data sheets state it: a constant, and a coefficient times a power
// or a logarithm of the length.
#include "delay/length_laws.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "base/choice.hpp"
#include "delay/driven.hpp"

namespace cutline {

namespace {

constexpr double kInchMm = 25.4;
constexpr std::size_t kUnitsOfPitches = 2;  ///< units that need no metres: the first ones
constexpr Choice<LengthUnit, 4> kPer = {"per", {"node_pitch", "wire_pitch", "mm", "inch"}};
constexpr Choice<CountedLength, 2> kLength = {"length", {"span", "routed"}};

Field time_field(std::string_view name, std::string_view help, double by_default) {
  return {.name = name, .kind = FieldKind::time, .help = help, .default_value = by_default, .min = 0, .max = 1e12};
}

/// The parameters `per` and `length` behind those of the law. With `metres`, `per` may also be mm or inch; a span is
/// then the length of its node pitches.
std::vector<Field> with_length(std::vector<Field> fields, bool metres) {
  fields.push_back(kPer.field("unit of the length that the formula takes", LengthUnit::node_pitch,
                              metres ? kPer.words.size() : kUnitsOfPitches));
  fields.push_back(
      kLength.field(metres ? "span from node to node, or routed along the wire; by default the span in pitches, "
                             "and routed with `per` mm or inch"
                           : "span from node to node, or routed along the wire; by default the span"));
  return fields;
}

std::vector<Field> power_fields(std::string_view coefficient_help) {
  return with_length({time_field("coefficient", coefficient_help, 1),
                      time_field("constant", "delay of any wire beside that of its length", 0)},
                     true);
}

template <int power>
Time power_law(const Parameters& p, const WireMedium&, const WireLength& wire) {
  const double length = chosen_length(p, wire);
  double of_length = p.number("coefficient");
  for (int i = 0; i < power; ++i) of_length *= length;
  return nanoseconds(p.number("constant") + of_length);
}

/// A wire shorter than a pitch counts as one pitch long: for shorter lengths the formula falls to zero and below.
Time logarithmic_law(double constant, double coefficient, double base, double length) {
  const double x = std::max(1.0, length);
  const double logarithm = base == 2 ? std::log2(x) : base == 10 ? std::log10(x) : std::log(x) / std::log(base);
  return nanoseconds(constant + coefficient * logarithm);
}

/// The laws have no units and no error of their own; in a medium with a driver, resistance and capacitance they
/// describe wires of certain lengths only. In any other medium: all lengths.
bool tells_lengths(const WireMedium& medium) { return medium.metres && medium.has_wire() && medium.driver; }

Length repeater_spacing(const WireMedium& medium) {
  return millimetres(best_repeater_spacing_mm(*medium.driver, medium.r_ohm_per_mm(), medium.c_ff_per_mm()));
}

/// Up to a tenth of the best distance of repeaters: the driver's own delay is nearly all.
LengthRange constant_range(const Parameters&, const WireMedium& medium) {
  constexpr double kShareOfSpacing = 0.1;
  if (!tells_lengths(medium)) return {};
  return {.most = repeater_spacing(medium) * kShareOfSpacing, .above = "the wire's own delay counts: use d2m"};
}

/// From the best distance of repeaters on: a repeated wire. All lengths where waves run that far undisturbed.
LengthRange linear_range(const Parameters&, const WireMedium& medium) {
  if (!tells_lengths(medium)) return {};
  const Length spacing = repeater_spacing(medium);
  if (medium.has_flight() && millimetres(medium.impedance_ohm() / medium.r_ohm_per_mm()) >= spacing) return {};
  return {.least = spacing,
          .below = "wires too short for repeaters do not take a time in proportion to their length: use d2m"};
}

/// The lengths at which the wire's own resistance and capacitance are nearly all of the delay, as `distributed`.
LengthRange quadratic_range(const Parameters&, const WireMedium& medium) {
  return tells_lengths(medium) ? find_delay_model("distributed")->range({}, medium) : LengthRange{};
}

/// While the wire's resistance adds less than 10 % to a chain of ever stronger drivers, as `horn`.
LengthRange logarithmic_range(const Parameters&, const WireMedium& medium) {
  if (!tells_lengths(medium)) return {};
  LengthRange range = find_delay_model("horn")->range({}, medium);
  range.above = "the wire's resistance, which the law leaves out, counts: use d2m or repeated";
  return range;
}

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

DelayModel constant_delay() {
  return {.name = "constant",
          .summary = "every wire takes the same time, however long it is",
          .source = "[Dally 1990, sec. 3]",
          .fields = {time_field("constant", "delay of every wire", 1)},
          .delay = [](const Parameters& p, const WireMedium&,
                      const WireLength&) { return nanoseconds(p.number("constant")); },
          .range = constant_range,
          .law = LengthLaw::constant};
}

DelayModel linear_delay() {
  return {.name = "linear",
          .summary = "a wire takes a time in proportion to its length",
          .source = "[Dally 1990, eq. 14]",
          .fields = power_fields("delay per pitch, or per mm or inch with `per`"),
          .delay = power_law<1>,
          .range = linear_range,
          .law = LengthLaw::linear};
}

DelayModel per_inch_delay() {
  return {.name = "per_inch",
          .summary = "a time an inch of line, as boards are specified",
          .source = "[Engel 2005, eq. 1]",
          .fields = {{.name = "time",
                      .kind = FieldKind::time,
                      .help = "delay of an inch; without it the time of flight of the technology",
                      .min = 0,
                      .max = 1e6}},
          .needs = Needs::metres,
          .delay =
              [](const Parameters& p, const WireMedium& medium, const WireLength& wire) {
                const double flight = medium.has_flight() ? medium.flight_ps_per_mm() : 0;
                const double per_inch = p.has("time") ? p.number("time") : flight * kInchMm * 1e-3;
                return nanoseconds(per_inch * (in_mm(wire.routed) / kInchMm));
              },
          .range = flight_range,
          .of_flight = true};
}

DelayModel quadratic_delay() {
  return {.name = "quadratic",
          .summary = "a wire takes a time in proportion to the square of its length: resistance times capacitance",
          .source = "[Ranade 1987, sec. 1]",
          .fields = power_fields("delay per square pitch, or per mm2 or square inch with `per`"),
          .delay = power_law<2>,
          .range = quadratic_range};
}

DelayModel logarithmic_delay() {
  return {
      .name = "logarithmic",
      .summary = "constant + coefficient ln(length), a chain of ever stronger drivers; at least one pitch is counted",
      .source = "[Dally 1990, eq. 14]",
      .fields =
          with_length({{.name = "base",
                        .kind = FieldKind::number,
                        .help = "base of the logarithm: e or a number",
                        .default_value = std::numbers::e,
                        .min = 1.0001,
                        .max = 1e12},
                       time_field("constant", "delay of a wire one pitch long", 1),
                       time_field("coefficient", "what a wire takes more when it grows by a factor of the base", 1)},
                      false),
      .delay =
          [](const Parameters& p, const WireMedium&, const WireLength& wire) {
            return logarithmic_law(p.number("constant"), p.number("coefficient"), p.number("base"),
                                   chosen_length(p, wire));
          },
      .range = logarithmic_range};
}

DelayModel logarithmic_rj_delay() {
  return {.name = "logarithmic_rj",
          .summary = "t2 + c2 log2(length), wires that are capacitors; at least one pitch is counted",
          .source = "[Ranade 1987, sec. 2.4]",
          .fields = with_length({time_field("t2", "delay of a wire one pitch long", 1),
                                 time_field("c2", "what a wire takes more when its length doubles", 1)},
                                false),
          .delay =
              [](const Parameters& p, const WireMedium&, const WireLength& wire) {
                return logarithmic_law(p.number("t2"), p.number("c2"), 2, chosen_length(p, wire));
              },
          .range = logarithmic_range,
          .law = LengthLaw::logarithmic};
}

}  // namespace cutline
