// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

template <int axis>
const EdgeWires* edge_wires_of(const Asked& a) {
  const Measures* measures = measures_of(a);
  return measures != nullptr && measures->over() ? &(*measures->over())[axis] : nullptr;
}

double channels_of(const EdgeWires& edge, const Asked& a) {
  return static_cast<double>(edge.edge_cells) / a.candidate.channel.wires;
}

template <int axis>
Data channels_over(const Asked& a) {
  const EdgeWires* edge = edge_wires_of<axis>(a);
  return edge != nullptr ? Data(channels_of(*edge, a)) : Data();
}

template <int axis>
Data express_over(const Asked& a) {
  const EdgeWires* edge = edge_wires_of<axis>(a);
  return edge != nullptr ? Data(std::max(0.0, std::floor(channels_of(*edge, a) - 1))) : Data();
}

template <int axis>
void edges_add(Quantities& rows, const std::string& letter, bool named) {
  const std::string at = "over." + letter + '.';
  constexpr auto of = edge_wires_of<axis>;
  const auto row = [&](const char* key, Unit unit, std::string_view summary, Data (*value)(const Asked&),
                       std::string_view name = {}) {
    rows.push_back({at + key, unit, summary, value, {.name = named ? name : std::string_view()}});
  };
  row("edge_pitches", Unit::wire_pitches, "the shortest edge of a node that wires cross on the axis",
      member_of<of, &EdgeWires::edge_cells>);
  row("channels_per_edge", Unit::none, "channels side by side that the edge has room for", channels_over<axis>);
  row("express_channels", Unit::none,
      "express channels that fit over a node beside the local one, where wires run over the nodes", express_over<axis>,
      "express_channels");
  row("terminal_pitches", Unit::wire_pitches, "what terminals and posts take of the edge",
      member_of<of, &EdgeWires::terminal_cells>);
  row("available_wires_per_edge", Unit::wires,
      "tracks of the shortest edge between nodes along x, where wires run over the nodes",
      member_of<of, &EdgeWires::available_min>, "available_wires");
  row("used_wires_per_edge_max", Unit::wires,
      "wires over the fullest edge between nodes along x, where wires run over the nodes",
      member_of<of, &EdgeWires::used_max>, "used_wires");
  row("used_fraction_max", Unit::none, "how full the fullest edge is", member_of<of, &EdgeWires::used_fraction_max>);
}

}  // namespace

Quantities edges_quantities() {
  Quantities rows;
  edges_add<0>(rows, "x", true);
  edges_add<1>(rows, "y", false);
  return rows;
}

}  // namespace cutline
