// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "cutline/detail/layout/shapes.hpp"
#include "tracks.hpp"

namespace cutline {

namespace {

/// The cell, along the line, where wires that face end: beside the zone of the links that face across them or, without
/// such a zone, beside the middle of the box.
std::int64_t facing_position(const PatternFrame& lines, std::uint32_t slot, PartSide side) {
  const AxisPositions& places = lines.along();
  if (!places.has_zone(slot)) {
    const std::int64_t middle = places.box_end(slot) - box_side(lines.layout, lines.axis, lines.pattern, slot) / 2;
    return side == PartSide::lo ? middle : middle - 1;
  }
  const std::int64_t zone_end = places.box_end(slot) - places.above_zone;
  return side == PartSide::lo ? zone_end : zone_end - places.zone[slot] - 1;
}

/// The run of a wire over the two parts that meet in a crossing: along each axis from the terminal to the track of the
/// other line, and from the boxes to that track.
WireRun crossing_run(const Layout& layout, const Joint& joint, std::uint32_t wire) {
  const LineFrame row(layout, Axis::x, joint.line[0]), column(layout, Axis::y, joint.line[1]);
  const auto along = [&](const LineFrame& line, std::uint32_t part, const LineFrame& other, std::uint32_t other_part) {
    const std::uint32_t track = other.pattern.track_of(other_part, wire);
    const std::int64_t from = line.terminal(part, line.pattern.terminal_side(part), wire);
    return std::abs(other.track(track) - from) + track + 1;
  };
  return {along(row, joint.part[0], column, joint.part[1]), along(column, joint.part[1], row, joint.part[0]), 0};
}

}  // namespace

std::int64_t PatternFrame::terminal_start(std::uint32_t slot) const {
  const AxisPositions& places = along();
  const std::uint32_t box = places.has_zone(slot) ? places.above_zone : box_side(layout, axis, pattern, slot);
  const std::uint32_t usable = box - row_of_stacks(layout.rules, axis);
  if (box > places.box[slot] && layout.rules.given != nullptr) return places.start[slot];  // the last ones lack room
  const std::uint32_t spare = usable - pattern.terminals[slot];
  const std::int64_t first = places.box_end(slot) - box;
  if (!layout.rules.over_nodes || layout.rules.given != nullptr) return first + spare / 2;
  const std::int64_t middle = places.start[slot] + places.node_box[slot] / 2;
  return std::clamp<std::int64_t>(middle - pattern.lower_terminals[slot], first, first + spare);
}

std::int64_t PatternFrame::terminal(std::size_t part, PartSide side, std::uint32_t wire) const {
  const std::uint32_t slot = slot_of(pattern.end(part, side));
  if (pattern.is_facing(part)) return facing_position(*this, slot, side);
  const std::uint32_t place = side == PartSide::hi ? pattern.hi_terminal[part] : pattern.lo_terminal[part];
  return terminal_start(slot) + place + wire;
}

std::int64_t PatternFrame::end(std::size_t part, PartSide side, std::uint32_t wire) const {
  const std::uint32_t station = pattern.end(part, side);
  if (!is_crossing(station)) return terminal(part, side, wire);
  return side == PartSide::hi ? along().end(slot_of(station)) - 1 : along().box_end(slot_of(station));
}

std::int64_t PatternFrame::tap(std::size_t part, std::uint32_t slot, std::uint32_t wire) const {
  std::uint32_t place = 0;  // taps stand first, in the order of their parts
  for (std::size_t before = 0; before < part; ++before) {
    const LinkKind& kind = layout.wiring.kinds[pattern.kind[before]];
    if (kind.taps && slot_of(pattern.lo[before]) < slot && slot < slot_of(pattern.hi[before])) place += kind.wires;
  }
  return terminal_start(slot) + place + wire;
}

std::int64_t LineFrame::wire(std::size_t part, std::uint32_t number) const {
  const std::uint32_t place = pattern.track_of(part, number);
  if (!pattern.is_facing(part)) return track(place);
  return across().box_end(slot_across) - across().above_zone - pattern.facing + place;
}

std::int64_t part_cells_along(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part) {
  // In given places the terminals that have no room at a slot may lie past those of the next one.
  const PatternFrame lines{layout, axis, pattern};
  return std::abs(lines.terminal(part, PartSide::hi, 0) - lines.terminal(part, PartSide::lo, 0));
}

std::uint32_t stub_count(const Layout& layout, const Pattern& pattern, std::size_t part) {
  if (pattern.is_facing(part)) return 0;
  return layout.wiring.kinds[pattern.kind[part]].taps ? pattern.cuts(part) + 1 : 2;
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

}  // namespace cutline
