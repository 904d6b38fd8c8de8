// SPDX-License-Identifier: Apache-2.0
#include "delay/wire_pitches.hpp"

#include "cutline/base/error.hpp"

namespace cutline {

std::vector<Field> length_fields(bool millimetres) {
  std::vector<std::string_view> units = {"node_pitch", "wire_pitch"};
  if (millimetres) units.push_back("mm");
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
  if (!routed) throw_input_error("a delay per mm needs the routed length of a wire", "add `length: routed`", "per");
  if (wire.routed.base == 0 && wire.routed_pitches > 0) {
    throw_input_error("a delay per mm needs a technology with metres, and the unit technology has none",
                      "name a technology, or count `per: node_pitch` or `per: wire_pitch`", "per");
  }
  return in_mm(wire.routed);
}

}  // namespace cutline
