// SPDX-License-Identifier: Apache-2.0
#include "cutline/measure/packages.hpp"

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "measure/package_legs.hpp"

namespace cutline {

namespace {

void add_energy(LinkCrossings& link, const std::optional<double>& pj_per_bit) {
  if (!pj_per_bit) {
    link.energy_pj_per_bit.reset();
  } else if (link.energy_pj_per_bit) {
    *link.energy_pj_per_bit += *pj_per_bit;
  }
}

}  // namespace

Time flight_time(const EdgeMedium& medium, double way_nm) {
  if (!medium.flight_ps_per_mm) return {};
  return nanoseconds((way_nm + in_nm(medium.slack)) * 1e-6 * *medium.flight_ps_per_mm * 1e-3);
}

Cell ModuleGrid::module_of(const Cell& cell) const {
  Cell module;
  for (const Axis axis : kAxes) module.at[index(axis)] = module_of(axis, cell[axis]);
  return module;
}

std::vector<ModuleGrid> module_grids(const Packages& packages, const GridSize& grid) {
  std::vector<ModuleGrid> grids(packages.size());
  std::array<std::uint32_t, 3> above = grid.cells;  // the cells of the level above, or of the machine
  for (std::size_t level = packages.size(); level-- > 0;) {
    ModuleGrid& modules = grids[level];
    for (const Axis axis : kAxes) {
      const std::uint32_t cells = packages[level].cells[index(axis)];
      modules.cells[index(axis)] = cells == 0 ? above[index(axis)] : cells;
      modules.modules.cells[index(axis)] = (grid[axis] - 1) / modules.cells[index(axis)] + 1;
    }
    above = modules.cells;
  }
  return grids;
}

std::vector<std::uint32_t> module_gaps(const Packages& packages, const GridSize& grid, Axis axis, double cell_nm) {
  std::vector<std::uint32_t> gaps;
  const std::vector<ModuleGrid> grids = module_grids(packages, grid);
  for (std::size_t level = 0; level < packages.size(); ++level) {
    const PackageLevel& between = packages[level];
    const Length spacing = axis == Axis::y ? between.spacing_y : between.spacing;
    const double cells = std::ceil(in_nm(spacing) / cell_nm - 1e-9);
    if (cells <= 0 || grids[level].modules[axis] == 1) continue;
    if (!(cells <= 1e9)) throw_limit_error("modules are more than 10^9 wire pitches apart, the limit", {}, "packages");
    gaps.resize(grid[axis], 0);
    const std::uint32_t step = grids[level].cells[index(axis)];
    for (std::size_t slot = step; slot < gaps.size(); slot += step) gaps[slot] += static_cast<std::uint32_t>(cells);
  }
  return gaps;
}

Crossings::Crossings(const Layout& layout, const Packages& packages)
    : layout_(layout), packages_(packages), grids_(module_grids(packages, layout.wiring.grid)) {
  CUTLINE_EXPECT(!grids_.empty() && grids_.back().modules.count() == 1);
}

LinkCrossings Crossings::of(const Cell& from, const Cell& to, double stretch) const {
  LinkCrossings link;
  while (!grids_[link.level].same_module(from, to)) {
    const PackageEdge& edge = packages_[link.level].edge;
    link.delay = link.delay + edge.phy_delay;
    add_energy(link, edge.energy_pj_per_bit);
    const EdgeMedium* taken =
        edge.media.empty() ? nullptr
                           : medium(link.level, cell_size(layout_.rules).length(edge_to_edge(link.level, from, to)));
    if (taken != nullptr) {
      const double way = taken->flight_ps_per_mm ? stretch * carried_way(link.level, from, to) : 0;
      link.carried += way;
      link.delay = link.delay + taken->delay + flight_time(*taken, way);
      add_energy(link, taken->energy_pj_per_bit);
    }
    ++link.level;
  }
  return link;
}

WireRun Crossings::edge_to_edge(std::size_t level, const Cell& from, const Cell& to) const {
  const ModuleGrid& grid = grids_[level];
  std::optional<Axis> first, last;  // axis along which the ends' modules differ
  for (const Axis axis : kAxes) {
    if (grid.module_of(axis, from[axis]) == grid.module_of(axis, to[axis])) continue;
    if (!first) first = axis;
    last = axis;
  }
  CUTLINE_EXPECT(first && last);
  std::array<std::int64_t, 3> cells{};
  for (Axis axis = *first;; axis = kAxes[index(axis) + 1]) {
    const AxisPositions& places = layout_.positions[index(axis)];
    const std::uint32_t size = grid.cells[index(axis)];
    const bool up = to[axis] > from[axis];
    // The face of a slot's module that looks up or down the axis.
    const auto face = [&](std::uint32_t slot, bool upper) {
      const std::uint32_t begin = slot / size * size;
      const auto end = std::min<std::uint64_t>(std::uint64_t{begin} + size, layout_.wiring.grid[axis]);
      return upper ? places.end(static_cast<std::uint32_t>(end) - 1) : places.start[begin];
    };
    if (to[axis] != from[axis]) {
      const std::int64_t begin = axis == *first ? face(from[axis], up) : places.box_end(from[axis]);
      const std::int64_t end = axis == *last ? face(to[axis], !up) : places.box_end(to[axis]);
      cells[index(axis)] = std::abs(end - begin);
    }
    if (axis == *last) return {cells[0], cells[1], cells[2]};
  }
}

double Crossings::carried_way(std::size_t level, const Cell& from, const Cell& to) const {
  const CellSize cell = cell_size(layout_.rules);
  const double way = cell.length(edge_to_edge(level, from, to));
  if (grids_[level + 1].same_module(from, to)) return way;
  return std::max(0.0, way - cell.length(edge_to_edge(level + 1, from, to)));
}

const EdgeMedium* Crossings::medium(std::size_t level, double length) const {
  for (const EdgeMedium& medium : packages_[level].edge.media) {
    if (length + in_nm(medium.slack) <= in_nm(medium.reach)) return &medium;
  }
  return nullptr;
}

LinkWay link_way(double span, const WireRun& routed, const LinkCrossings& crossings, const LayoutRules& rules) {
  const double length = cell_size(rules).length(routed);
  const double rest = std::max(0.0, length - crossings.carried);
  const double share = crossings.carried > 0 && length > 0 ? rest / length : 1;
  return {span * share, rest, static_cast<double>(routed.cells()) * share, crossings.delay};
}

bool Crossings::reaches(std::size_t level, double length) const {
  return packages_[level].edge.media.empty() || medium(level, length) != nullptr;
}

}  // namespace cutline
