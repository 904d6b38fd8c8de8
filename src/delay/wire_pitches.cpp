// SPDX-License-Identifier: Apache-2.0
#include "cutline/delay/wire_pitches.hpp"

#include <fmt/core.h>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

constexpr double kInchMm = 25.4;

}  // namespace

std::vector<Field> length_fields(bool metres) {
  std::vector<std::string_view> units = {"node_pitch", "wire_pitch"};
  if (metres) units.insert(units.end(), {"mm", "inch"});
  return {{.name = "per",
           .kind = FieldKind::choice,
           .help = "unit of the length that the formula takes",
           .default_value = std::string("node_pitch"),
           .choices = units},
          {.name = "length",
           .kind = FieldKind::choice,
           .help = "span from node to node, or routed along the wire",
           .default_value = std::string("span"),
           .choices = {"span", "routed"}}};
}

double chosen_length(const Parameters& parameters, const WireLength& wire) {
  const bool routed = parameters.text("length") == "routed";
  const std::string& per = parameters.text("per");
  if (per == "node_pitch") return routed ? wire.routed_pitches / wire.node_pitch_pitches : wire.span;
  if (per == "wire_pitch") return routed ? wire.routed_pitches : wire.span * wire.node_pitch_pitches;
  if (wire.routed.base == 0 && wire.routed_pitches > 0) {
    throw_input_error(
        fmt::format("a delay per {} needs a technology with metres, and the unit technology has none", per),
        "name a technology, or count `per: node_pitch` or `per: wire_pitch`", "per");
  }
  const double mm = routed ? in_mm(wire.routed) : in_mm(wire.node_pitch) * wire.span;
  return per == "inch" ? mm / kInchMm : mm;
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

}  // namespace cutline
