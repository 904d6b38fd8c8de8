// SPDX-License-Identifier: Apache-2.0
#include "cutline/measure/packages.hpp"

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "measure/package_legs.hpp"

namespace cutline {

Cell ModuleGrid::module_of(const Cell& cell) const {
  Cell module;
  for (const Axis axis : kAxes) module.at[index(axis)] = module_of(axis, cell[axis]);
  return module;
}

std::vector<ModuleGrid> module_grids(const Packages& packages, const GridSize& grid) {
  std::vector<ModuleGrid> grids;
  for (const PackageLevel& level : packages) {
    ModuleGrid& modules = grids.emplace_back();
    for (const Axis axis : kAxes) {
      const std::uint32_t cells = level.cells[index(axis)];
      modules.cells[index(axis)] = cells == 0 ? grid[axis] : cells;
      modules.modules.cells[index(axis)] = (grid[axis] - 1) / modules.cells[index(axis)] + 1;
    }
  }
  return grids;
}

std::vector<std::uint32_t> module_gaps(const Packages& packages, const GridSize& grid, Axis axis, double cell_nm) {
  std::vector<std::uint32_t> gaps;
  const std::vector<ModuleGrid> grids = module_grids(packages, grid);
  for (std::size_t level = 0; level < packages.size(); ++level) {
    const double cells = std::ceil(in_nm(packages[level].spacing) / cell_nm - 1e-9);
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

LinkCrossings Crossings::of(const Cell& from, const Cell& to) const {
  LinkCrossings link;
  while (!grids_[link.level].same_module(from, to)) {
    const PackageEdge& edge = packages_[link.level].edge;
    link.delay = link.delay + edge.phy_delay;
    link.energy_pj_per_bit += edge.energy_pj_per_bit;
    const Medium* taken =
        edge.media.empty() ? nullptr : medium(link.level, physical(edge_to_edge(link.level, from, to)));
    if (taken != nullptr) {
      link.delay = link.delay + taken->delay;
      link.energy_pj_per_bit += taken->energy_pj_per_bit;
    }
    ++link.level;
  }
  return link;
}

std::array<std::int64_t, 3> Crossings::edge_to_edge(std::size_t level, const Cell& from, const Cell& to) const {
  const ModuleGrid& grid = grids_[level];
  std::vector<Axis> differ;
  for (const Axis axis : kAxes) {
    if (grid.module_of(axis, from[axis]) != grid.module_of(axis, to[axis])) differ.push_back(axis);
  }
  CUTLINE_EXPECT(!differ.empty());
  std::array<std::int64_t, 3> cells{};
  for (Axis axis = differ.front();; axis = kAxes[index(axis) + 1]) {
    const AxisPositions& places = layout_.positions[index(axis)];
    const std::uint32_t size = grid.cells[index(axis)];
    const bool up = to[axis] > from[axis];
    /// The face of a slot's module that looks up or down the axis.
    const auto face = [&](std::uint32_t slot, bool upper) {
      const std::uint32_t begin = slot / size * size;
      const auto last = std::min<std::uint64_t>(std::uint64_t{begin} + size, layout_.wiring.grid[axis]) - 1;
      return upper ? places.end(static_cast<std::uint32_t>(last)) : places.start[begin];
    };
    if (to[axis] != from[axis]) {
      const std::int64_t begin = axis == differ.front() ? face(from[axis], up) : places.box_end(from[axis]);
      const std::int64_t end = axis == differ.back() ? face(to[axis], !up) : places.box_end(to[axis]);
      cells[index(axis)] = std::abs(end - begin);
    }
    if (axis == differ.back()) return cells;
  }
}

double Crossings::physical(const std::array<std::int64_t, 3>& cells) const {
  const LayoutRules& rules = layout_.rules;
  if (rules.unit) return static_cast<double>(cells[0] + cells[1] + cells[2]);
  return static_cast<double>(cells[0]) * rules.cell_width_nm + static_cast<double>(cells[1]) * rules.cell_height_nm;
}

const Medium* Crossings::medium(std::size_t level, double length) const {
  for (const Medium& medium : packages_[level].edge.media) {
    if (!medium.reach || length <= in_nm(*medium.reach)) return &medium;
  }
  return nullptr;
}

bool Crossings::reaches(std::size_t level, double length) const {
  return packages_[level].edge.media.empty() || medium(level, length) != nullptr;
}

std::array<Cell, 2> joint_ends(const Layout& layout, const Joint& joint) {
  const GridSize& grid = layout.wiring.grid;
  const auto end = [&](Axis axis, std::uint32_t line, std::uint32_t part) {
    const Lines& lines = layout.lines(axis);
    const Pattern& pattern = lines.patterns[lines.pattern_of_line[line]];
    return slot_of(pattern.lo_is_crossing(part) ? pattern.hi[part] : pattern.lo[part]);
  };
  const std::uint32_t plane = joint.row / grid[Axis::y];
  return {Cell{{end(Axis::x, joint.row, joint.row_part), joint.row % grid[Axis::y], plane}},
          Cell{{joint.column % grid[Axis::x], end(Axis::y, joint.column, joint.column_part), plane}}};
}

}  // namespace cutline
