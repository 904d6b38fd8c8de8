// SPDX-License-Identifier: Apache-2.0
#include "cutline/layout/runs.hpp"

#include <cstdlib>

namespace cutline {

namespace {

/// The run of a wire over the two parts that meet in a crossing.
WireRun crossing_run(const Layout& layout, const Joint& joint, std::uint32_t wire) {
  const Wiring& wiring = layout.wiring;
  const Pattern& row = wiring.pattern(Axis::x, joint.line[0]);
  const Pattern& column = wiring.pattern(Axis::y, joint.line[1]);
  const auto [row_part, column_part] = std::pair(joint.part[0], joint.part[1]);
  const std::uint32_t row_track = row.track_of(row_part, wire);
  const std::uint32_t column_track = column.track_of(column_part, wire);
  const std::int64_t x = terminal_position(layout, Axis::x, row, row_part, row.terminal_side(row_part), wire);
  const std::int64_t y =
      terminal_position(layout, Axis::y, column, column_part, column.terminal_side(column_part), wire);
  const Cell row_place = cell_on_line(wiring.grid, Axis::x, joint.line[0], 0);
  const Cell column_place = cell_on_line(wiring.grid, Axis::y, joint.line[1], 0);
  const std::int64_t turn_x = track_position(layout, Axis::y, column_place[Axis::x], column_track);
  const std::int64_t turn_y = track_position(layout, Axis::x, row_place[Axis::y], row_track);
  return {std::abs(turn_x - x) + column_track + 1, std::abs(turn_y - y) + row_track + 1, 0};
}

}  // namespace

CellSize cell_size(const LayoutRules& rules) {
  if (rules.unit) return {};
  return {rules.cell_width_nm, rules.cell_height_nm, rules.cell_depth_nm};
}

WireRun part_run(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part, std::uint32_t wire) {
  if (axis == Axis::z) return {0, 0, std::int64_t{pattern.cuts(part)} * layout.rules.plane_cells};
  const std::int64_t along = part_cells_along(layout, axis, pattern, part);
  const std::int64_t stubs = pattern.is_facing(part) ? 0 : 2 * (std::int64_t{pattern.track_of(part, wire)} + 1);
  return axis == Axis::x ? WireRun{along, stubs, 0} : WireRun{stubs, along, 0};
}

WireRun joint_run(const Layout& layout, const Joint& joint, std::uint32_t wire) {
  const auto run_on = [&](Axis axis) {
    return part_run(layout, axis, layout.wiring.pattern(axis, joint.line[index(axis)]), joint.part[index(axis)], wire);
  };
  const bool turns = joint.has(Axis::x) && joint.has(Axis::y);
  WireRun run = turns ? crossing_run(layout, joint, wire) : run_on(joint.first());
  if (joint.has(Axis::z)) run.z = run_on(Axis::z).z;
  return run;
}

}  // namespace cutline
