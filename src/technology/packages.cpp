// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/technology/packages.hpp"

#include <fmt/core.h>

namespace cutline {

namespace {

[[noreturn]] void refuse(std::string message, std::string hint) {
  throw_input_error(std::move(message), std::move(hint), "packages");
}

}  // namespace

EdgeMedium medium_of(const Technology& technology) {
  if (!technology.figures.has(TechnologyFigure::flight_ps_per_mm)) {
    throw_input_error(fmt::format("'{}' carries no links between modules: it gives no time of flight", technology.name),
                      "give it a `permittivity`, `flight` or `speed`, or take a cable or a board", "technology");
  }
  EdgeMedium medium{.name = technology.name, .energy_pj_per_bit = {}};
  medium.flight_ps_per_mm = technology.figures[TechnologyFigure::flight_ps_per_mm];
  if (technology.edge) {
    medium.reach = technology.edge->reach;
    medium.energy_pj_per_bit = 0;  // the energy of both ends is in the PackageEdge
  }
  if (const auto& cable = technology.cable) {
    medium.reach = cable->reach;
    medium.slack = cable->slack;
    medium.delay = cable->latency;
    medium.energy_pj_per_bit = cable->energy_pj_per_bit;
  }
  return medium;
}

PackageEdge edge_of(const Technology& technology) {
  PackageEdge edge;
  edge.media.push_back(medium_of(technology));
  if (!technology.edge) return edge;
  const DieEdge& die = *technology.edge;
  const double* wires = die.figures.find(TechnologyFigure::module_wires);
  const double* width = die.figures.find(TechnologyFigure::module_width_nm);
  if (wires != nullptr && width != nullptr) {
    edge.pins = PinsPerMm{*wires / in_mm(nanometres(*width))};
  } else {
    edge.pins = BumpGrid{die.bump_pitch};
  }
  const double* bandwidth = die.figures.find(TechnologyFigure::bandwidth_gbyte_per_s_per_mm);
  if (bandwidth != nullptr) edge.bandwidth_gbyte_per_s_per_mm = *bandwidth;
  const double* module = die.figures.find(TechnologyFigure::module_mm2);
  if (module != nullptr && wires != nullptr) edge.phy = square_millimetres(*module / *wires);
  edge.phy_delay = die.latency;
  edge.energy_pj_per_bit = die.energy_pj_per_bit;
  return edge;
}

bool is_whole_machine(const PackageLevel& level) { return level.cells == std::array<std::uint32_t, 3>{}; }

std::optional<double> offered_wires_per_mm(const PackageLevel& level, LayerDirection direction) {
  if (const auto* per_mm = std::get_if<double>(&level.wiring)) return *per_mm * level.layers * level.usable;
  const auto* technology = std::get_if<Technology>(&level.wiring);
  if (technology == nullptr || technology->unit) return std::nullopt;
  double wires = 0;
  for (const Layer& layer : technology->layers) {
    if (layer.direction == direction) wires += layer.free / in_mm(layer.pitch);
  }
  return wires * level.usable;
}

void expect_fits(const Packages& below, const PackageLevel& level) {
  for (const PackageLevel& other : below) {
    if (other.name == level.name) refuse(fmt::format("two levels of packages are called '{}'", level.name), {});
  }
  if (below.empty()) return;
  const PackageLevel& last = below.back();
  if (is_whole_machine(last)) {
    refuse(fmt::format("the level '{}' has no 'cells', but '{}' stands above it", last.name, level.name),
           "only the outermost level may leave them out: it is the whole machine");
  }
  for (std::size_t axis = 0; axis < 3 && !is_whole_machine(level); ++axis) {
    if (level.cells[axis] == 0 || last.cells[axis] == 0 || level.cells[axis] % last.cells[axis] == 0) continue;
    refuse(fmt::format("a {} is {} cells along {}, no whole number of {}s, which are {}", level.name, level.cells[axis],
                       "xyz"[axis], last.name, last.cells[axis]),
           "'cells' counts grid cells on every level");
  }
}

}  // namespace cutline
