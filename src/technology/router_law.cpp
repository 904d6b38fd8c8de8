// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/technology/router_law.hpp"

#include <fmt/core.h>

namespace cutline {
namespace {

/// The lowest layer pair that carries the network.
struct LowestPair {
  const Layer* horizontal = nullptr;
  const Layer* vertical = nullptr;
};

LowestPair lowest_pair(const Technology& technology) {
  LowestPair pair;
  if (technology.layers.size() < 2) return pair;
  const bool first = technology.layers[0].direction == LayerDirection::horizontal;
  return {&technology.layers[first ? 0 : 1], &technology.layers[first ? 1 : 0]};
}

Area area_by_law(const Technology& technology, const RouterShape& shape) {
  const RouterLawFigures figures = router_law_figures(technology);
  const double wires = shape.ports * shape.width_bits;
  const double crossbar = wires * in_mm(figures.horizontal->pitch) * wires * in_mm(figures.vertical->pitch);
  return square_millimetres(crossbar + wires * shape.buffer_flits() * in_mm2(figures.stored_bit));
}

/// A written bit reaches the flip-flops of its position in every flit of the buffer, and a read bit passes a tree of
/// multiplexers. The length of a horizontal wire of the crossbar is set by the pitch of the vertical wires that it
/// crosses, and the other way round.
double energy_by_law(const Technology& technology, const RouterShape& shape) {
  const RouterLawFigures figures = router_law_figures(technology);
  const double wires = shape.ports * shape.width_bits;
  const double crossbar_ff =
      figures.horizontal->figures[TechnologyFigure::c_ff_per_mm] * wires * in_mm(figures.vertical->pitch) +
      figures.vertical->figures[TechnologyFigure::c_ff_per_mm] * wires * in_mm(figures.horizontal->pitch);
  const double gate_ff = (technology.driver->input_ff + technology.driver->parasitic_ff) / technology.driver->size;
  const double flits = std::max(1.0, shape.buffer_flits());
  const double written = flits + 2, read = flits - 1;
  const double charged_ff = crossbar_ff + (shape.ports + written + read) * gate_ff;
  const double vdd = technology.figures[TechnologyFigure::vdd_v];
  return 0.25 * charged_ff * vdd * vdd * 1e-3;
}

std::string no_chip(const Technology& technology) {
  return technology.medium == Medium::chip ? "" : fmt::format("{} is no chip", technology.name);
}

}  // namespace

std::string missing_for_router_area(const Technology& technology) { return no_chip(technology); }

std::string missing_for_router_energy(const Technology& technology) {
  if (std::string none = no_chip(technology); !none.empty()) return none;
  const LowestPair pair = lowest_pair(technology);
  if (!technology.figures.has(TechnologyFigure::vdd_v)) return fmt::format("{} gives no supply", technology.name);
  if (!technology.driver) return fmt::format("{} gives no driver", technology.name);
  if (pair.horizontal->figures.has(TechnologyFigure::c_ff_per_mm) &&
      pair.vertical->figures.has(TechnologyFigure::c_ff_per_mm))
    return {};
  return fmt::format("{} gives no capacitance of its lowest layer pair", technology.name);
}

RouterLawFigures router_law_figures(const Technology& technology) {
  const LowestPair pair = lowest_pair(technology);
  if (pair.horizontal == nullptr) return {};
  const double inverter = kCellTracks * in_mm(pair.horizontal->pitch) * kCellColumns * in_mm(pair.vertical->pitch);
  const double* given = technology.figures.find(TechnologyFigure::stored_bit_mm2);
  const double stored_bit = given != nullptr ? *given : (kFlipFlopCells + kMultiplexerCells) * inverter;
  return {pair.horizontal, pair.vertical, square_millimetres(stored_bit)};
}

RouterCost router_by_law(const Technology& technology, const RouterShape& shape) {
  RouterCost cost;
  if (missing_for_router_area(technology).empty()) cost.area = area_by_law(technology, shape);
  if (missing_for_router_energy(technology).empty()) cost.energy_pj_per_bit = energy_by_law(technology, shape);
  return cost;
}

}  // namespace cutline
