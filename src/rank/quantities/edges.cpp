// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

template <int axis>
const EdgeWires* edge_wires_of(const UnderDelay& a) {
  const Measures* measures = measures_of(a);
  return measures != nullptr && measures->over() ? &(*measures->over())[axis] : nullptr;
}

double channels_of(const EdgeWires& edge, const UnderDelay& a) {
  return static_cast<double>(edge.edge_cells) / a.candidate.channel.wires;
}

template <int axis>
Data channels_over(const UnderDelay& a) {
  const EdgeWires* edge = edge_wires_of<axis>(a);
  return edge != nullptr ? Data(channels_of(*edge, a)) : Data();
}

template <int axis>
Data express_over(const UnderDelay& a) {
  const EdgeWires* edge = edge_wires_of<axis>(a);
  return edge != nullptr ? Data(std::max(0.0, std::floor(channels_of(*edge, a) - 1))) : Data();
}

bool over_nodes(const UnderDelay& a) { return edge_wires_of<0>(a) != nullptr; }

/// The derivations of the row with this name.
std::vector<Derivation> edge_derivations(std::string_view name) {
  constexpr Symbol kEdge = {"edge", "over.x.edge_pitches", "wire pitches: the height of the row with least room"};
  const Derivation beside = {
      "none: wires run in routing channels beside the nodes; `wiring: over` of a placement puts them above",
      "definition"};
  if (name == "available_wires")
    return {
        when(over_nodes, {"available = pairs * (edge - terminals)",
                          "derived: each cell of the edge that no terminal takes has a track on every layer pair",
                          {{"available", "over.x.available_wires_per_edge", "wires"},
                           {"pairs", facts::layer_pairs, "layer pairs"},
                           kEdge,
                           {"terminals", "over.x.terminal_pitches", "wire pitches that terminals and posts take of it"},
                           {"available along y", "over.y.available_wires_per_edge", "wires"}}}),
        beside};
  if (name == "used_wires")
    return {when(over_nodes, {"largest entry of a row's density profile, in wires",
                              kCounted,
                              {{"used", "over.x.used_wires_per_edge_max", "wires"},
                               {"fraction", "over.x.used_fraction_max", "of what the fullest edge has"},
                               {"used along y", "over.y.used_wires_per_edge_max", "wires"},
                               {"fraction along y", "over.y.used_fraction_max", "of what the fullest edge has"}}}),
            beside};
  if (name == "express_channels")
    return {{"M = floor(b - 1), b = edge / wires",
             "[Dally 1991, sec. III-E]",
             {{"b", "over.x.channels_per_edge", "channels"},
              kEdge,
              {"wires", facts::wires_per_channel, "of a channel, one direction"}},
             {{"EC-beta: printed as channel over node width; M = floor(beta - 1) needs node over channel width"}}}};
  return {};
}

/// Adds the rows of an axis. Wires that run along it cross edges between nodes; such an edge lies along the other axis.
template <int axis>
void edges_add(Quantities& rows, const std::string& letter, bool named) {
  const std::string at = "over." + letter + '.';
  constexpr auto of = edge_wires_of<axis>;
  const auto row = [&](const char* key, Unit unit, std::string_view summary, Data (*value)(const UnderDelay&),
                       std::string_view name = {}) {
    if (!named) name = {};
    rows.push_back(derived({at + key, unit, summary, value, called(name)}, edge_derivations(name)));
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
