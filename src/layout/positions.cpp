// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "cutline/layout/runs.hpp"
#include "cutline/layout/shapes.hpp"
#include "layout/bands.hpp"
#include "tracks.hpp"

namespace cutline {

namespace {

std::uint32_t box_side(const Layout& layout, Axis axis, const Pattern& pattern, std::uint32_t slot) {
  return axis == Axis::x ? box_width(layout, pattern, slot) : box_height(layout, pattern, slot);
}

/// The cell, along the line, where wires that face end: beside the zone of the links that face across them or, without
/// such a zone, beside the middle of the box.
std::int64_t facing_position(const Layout& layout, Axis axis, const Pattern& pattern, std::uint32_t slot,
                             PartSide side) {
  const AxisPositions& places = layout.positions[index(axis)];
  if (!places.has_zone(slot)) {
    const std::int64_t middle = places.box_end(slot) - box_side(layout, axis, pattern, slot) / 2;
    return side == PartSide::lo ? middle : middle - 1;
  }
  const std::int64_t zone_end = places.box_end(slot) - places.above_zone;
  return side == PartSide::lo ? zone_end : zone_end - places.zone[slot] - 1;
}

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

std::uint32_t terminal_room(const Layout& layout, Axis axis, std::uint32_t slot) {
  return layout.positions[index(axis)].box[slot] - row_of_stacks(layout.rules, axis);
}

std::int64_t terminal_start(const Layout& layout, Axis axis, const Pattern& pattern, std::uint32_t slot) {
  const AxisPositions& places = layout.positions[index(axis)];
  const std::uint32_t box = places.has_zone(slot) ? places.above_zone : box_side(layout, axis, pattern, slot);
  const std::uint32_t usable = box - row_of_stacks(layout.rules, axis);
  if (box > places.box[slot] && layout.rules.given != nullptr) return places.start[slot];  // the last ones lack room
  return places.box_end(slot) - box + (usable - pattern.terminals[slot]) / 2;
}

std::int64_t terminal_position(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part, PartSide side,
                               std::uint32_t wire) {
  const std::uint32_t slot = slot_of(pattern.end(part, side));
  if (pattern.is_facing(part)) return facing_position(layout, axis, pattern, slot, side);
  const std::uint32_t place = side == PartSide::hi ? pattern.hi_terminal[part] : pattern.lo_terminal[part];
  return terminal_start(layout, axis, pattern, slot) + place + wire;
}

std::int64_t run_end(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part, PartSide side,
                     std::uint32_t wire) {
  const std::uint32_t station = pattern.end(part, side);
  if (!is_crossing(station)) return terminal_position(layout, axis, pattern, part, side, wire);
  const AxisPositions& along = layout.positions[index(axis)];
  return side == PartSide::hi ? along.end(slot_of(station)) - 1 : along.box_end(slot_of(station));
}

std::int64_t part_cells_along(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part) {
  // In given places the terminals that have no room at a slot may lie past those of the next one.
  return std::abs(terminal_position(layout, axis, pattern, part, PartSide::hi, 0) -
                  terminal_position(layout, axis, pattern, part, PartSide::lo, 0));
}

std::int64_t tap_position(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part, std::uint32_t slot,
                          std::uint32_t wire) {
  std::uint32_t place = 0;  // taps stand first, in the order of their parts
  for (std::size_t before = 0; before < part; ++before) {
    const LinkKind& kind = layout.wiring.kinds[pattern.kind[before]];
    if (kind.taps && slot_of(pattern.lo[before]) < slot && slot < slot_of(pattern.hi[before])) place += kind.wires;
  }
  return terminal_start(layout, axis, pattern, slot) + place + wire;
}

std::int64_t wire_position(const Layout& layout, Axis axis, const Pattern& pattern, std::uint32_t slot_across,
                           std::size_t part, std::uint32_t wire) {
  const std::uint32_t track = pattern.track_of(part, wire);
  if (!pattern.is_facing(part)) return track_position(layout, axis, slot_across, track);
  const AxisPositions& across = layout.positions[index(lower_axis_off(axis))];
  return across.box_end(slot_across) - across.above_zone - pattern.facing + track;
}

std::uint32_t stub_count(const Layout& layout, const Pattern& pattern, std::size_t part) {
  if (pattern.is_facing(part)) return 0;
  return layout.wiring.kinds[pattern.kind[part]].taps ? pattern.cuts(part) + 1 : 2;
}

std::int64_t track_position(const Layout& layout, Axis axis, std::uint32_t slot_across, std::uint32_t track) {
  const AxisPositions& across = layout.positions[index(lower_axis_off(axis))];
  return across.box_end(slot_across) + track;
}

std::uint32_t band_wires(const Pattern& pattern) { return std::max(1u, pattern.wires_per_unit); }

std::uint32_t band_wires(const Layout& layout, const Joint& joint) {
  std::uint32_t wires = 0;
  for (const Axis axis : kAxes) {
    if (joint.has(axis)) wires = std::gcd(wires, band_wires(pattern_of(layout, axis, joint.line[index(axis)])));
  }
  return wires;
}

const Pattern& pattern_of(const Layout& layout, Axis axis, std::uint32_t line) {
  const Lines& lines = layout.lines(axis);
  return lines.patterns[lines.pattern_of_line[line]];
}

std::uint32_t wires_of(const Layout& layout, const Pattern& pattern, std::size_t part) {
  return layout.wiring.kinds[pattern.kind[part]].wires;
}

std::vector<std::uint64_t> wires_on_layers(const Layout& layout) {
  std::vector<std::uint64_t> wires(2 * std::size_t{layout.rules.layer_pairs}, 0);
  const auto on = [&](Axis axis, int pair) -> std::uint64_t& {
    return wires[static_cast<std::size_t>(axis == Axis::x ? horizontal_layer(pair) : vertical_layer(pair))];
  };
  for (const Axis axis : {Axis::x, Axis::y}) {
    const Lines& lines = layout.lines(axis);
    for (std::size_t number = 0; number < lines.patterns.size(); ++number) {
      const Pattern& pattern = lines.patterns[number];
      const std::uint64_t wires_of_unit = pattern.wires_per_unit * lines.multiplicity[number];
      for (const std::uint32_t lane : pattern.lane) on(axis, static_cast<int>(lane % pattern.pairs)) += wires_of_unit;
    }
  }
  for (const UnroutedWire& wire : layout.unrouted.parts)
    --on(wire.axis, layout.wiring.pattern(wire.axis, wire.line).pair_of(wire.part, wire.wire));
  return wires;
}

std::uint32_t first_line_of(const Lines& lines, std::size_t pattern) {
  const auto found = std::find(lines.pattern_of_line.begin(), lines.pattern_of_line.end(), pattern);
  return static_cast<std::uint32_t>(found - lines.pattern_of_line.begin());
}

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

void for_each_series(const Layout& layout, const Joint& joint, FunctionRef<void(const WireSeries&)> visit) {
  const std::uint32_t end = layout.wiring.kind(joint).wires;
  std::uint32_t wires = 0;
  for (std::uint32_t wire = 0; wire < end; wire += wires) {
    wires = layout.rules.given ? 1 : wires_side_by_side(layout, joint, wire);
    const WireRun first = joint_run(layout, joint, wire);
    visit({first, wires == 1 ? first : joint_run(layout, joint, wire + wires - 1), wire, wires});
  }
}

}  // namespace cutline
