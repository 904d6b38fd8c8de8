// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/layout/shapes.hpp"

#include <cstdlib>

#include "cutline/base/error.hpp"
#include "tracks.hpp"

namespace cutline {

namespace {

/// Makes the pieces of metal of a row or column.
struct MetalFrame : LineFrame {
  using LineFrame::LineFrame;

  /// The cell across the line in which every terminal of the line stands: the last cell of the boxes.
  std::int64_t edge() const { return across().box_end(slot_across) - 1; }
  int run_layer(int pair) const { return axis == Axis::x ? horizontal_layer(pair) : vertical_layer(pair); }
  int stub_layer(int pair) const { return axis == Axis::x ? vertical_layer(pair) : horizontal_layer(pair); }

  Segment run(int pair, std::int64_t from, std::int64_t to, std::int64_t at) const {
    const auto [lo, hi] = std::minmax(from, to);
    if (axis == Axis::x) return {run_layer(pair), lo, at, hi, at, plane};
    return {run_layer(pair), at, lo, at, hi, plane};
  }
  Segment stub(int pair, std::int64_t at, std::int64_t track) const {
    if (axis == Axis::x) return {stub_layer(pair), at, edge(), at, track, plane};
    return {stub_layer(pair), edge(), at, track, at, plane};
  }
  Via via(int pair, std::int64_t at, std::int64_t across) const {
    const auto [x, y] = turned(at, across);
    return {x, y, horizontal_layer(pair), vertical_layer(pair), plane};
  }
  /// The terminal of a wire that faces: on the wire itself.
  Terminal side_terminal(std::int64_t at, std::int64_t across, std::uint32_t station) const {
    const auto [x, y] = turned(at, across);
    return {x, y, run_layer(0), cell_at(station), false};
  }
  Terminal terminal_at(int pair, std::int64_t at, std::uint32_t station) const {
    const auto [x, y] = turned(at, edge());
    return {x, y, stub_layer(pair), cell_at(station), !is_link_end(station)};
  }

 private:
  Cell cell_at(std::uint32_t station) const { return cell_on_line(layout.wiring.grid, axis, line, slot_of(station)); }
  /// x and y of a cell of the frame.
  std::pair<std::int64_t, std::int64_t> turned(std::int64_t along, std::int64_t across) const {
    return axis == Axis::x ? std::pair(along, across) : std::pair(across, along);
  }
};

void clear(WireShapes& shapes, const LinkKind& kind, std::uint32_t wire) {
  shapes.link_class = kind.link_class;
  shapes.wire = wire;
  shapes.taps = 0;
  shapes.terminals.clear();
  shapes.segments.clear();
  shapes.vias.clear();
  shapes.posts.clear();
}

/// Adds one wire of a part between neighbours that face: one piece from box to box.
void add_facing(const MetalFrame& line, std::size_t part, std::uint32_t wire, WireShapes& shapes) {
  const std::int64_t across = line.wire(part, wire);
  const std::int64_t from = line.terminal(part, PartSide::lo, wire), to = line.terminal(part, PartSide::hi, wire);
  shapes.terminals.push_back(line.side_terminal(from, across, line.pattern.lo[part]));
  shapes.terminals.push_back(line.side_terminal(to, across, line.pattern.hi[part]));
  shapes.segments.push_back(line.run(0, from, to, across));
}

/// Adds one wire of one part of a row or column to `shapes`, which keep their memory from wire to wire.
void add_part(const MetalFrame& line, std::size_t part, std::uint32_t wire, WireShapes& shapes) {
  const Pattern& pattern = line.pattern;
  if (pattern.is_facing(part)) return add_facing(line, part, wire, shapes);
  const int pair = pattern.pair_of(part, wire);
  const std::int64_t track = line.wire(part, wire);
  const std::int64_t ends[] = {line.end(part, PartSide::lo, wire), line.end(part, PartSide::hi, wire)};
  const auto add_end = [&](std::int64_t at, std::uint32_t station) {
    shapes.terminals.push_back(line.terminal_at(pair, at, station));
    shapes.vias.push_back(line.via(pair, at, track));
    shapes.segments.push_back(line.stub(pair, at, track));
  };
  if (!is_crossing(pattern.lo[part])) add_end(ends[0], pattern.lo[part]);
  if (!is_crossing(pattern.hi[part])) add_end(ends[1], pattern.hi[part]);
  shapes.segments.insert(shapes.segments.begin() + 1, line.run(pair, ends[0], ends[1], track));
  if (!line.layout.wiring.kinds[pattern.kind[part]].taps) return;
  const Terminal last = shapes.terminals.back();
  shapes.terminals.pop_back();
  for (std::uint32_t slot = slot_of(pattern.lo[part]) + 1; slot < slot_of(pattern.hi[part]); ++slot, ++shapes.taps)
    add_end(line.tap(part, slot, wire), station(slot, Zone::lower));
  shapes.terminals.push_back(last);
}

/// Adds one wire of one part of a pillar: a post, and its two ends. Tracks fill the field of posts row by row from its
/// upper right corner, leftwards.
void add_post(const Layout& layout, std::uint32_t pillar, std::size_t part, std::uint32_t wire, WireShapes& shapes) {
  const Pattern& pattern = layout.wiring.pattern(Axis::z, pillar);
  const std::uint32_t columns = layout.wiring.grid[Axis::x], width = post_field(pattern.tracks).width;
  const std::uint32_t track = pattern.track_of(part, wire);
  const std::int64_t x = layout.columns().box_end(pillar % columns) - 2 - track % width;
  const std::int64_t y = layout.rows().box_end(pillar / columns) - 2 - track / width;
  const auto add_terminal = [&](std::uint32_t slot, bool through) {
    shapes.terminals.push_back({x, y, kPostLayer, cell_on_line(layout.wiring.grid, Axis::z, pillar, slot), through});
  };
  const std::uint32_t lo = slot_of(pattern.lo[part]), hi = slot_of(pattern.hi[part]);
  add_terminal(lo, !is_link_end(pattern.lo[part]));
  if (layout.wiring.kinds[pattern.kind[part]].taps) {
    shapes.taps = hi - lo - 1;
    for (std::uint32_t slot = lo + 1; slot < hi; ++slot) add_terminal(slot, false);
  }
  add_terminal(hi, !is_link_end(pattern.hi[part]));
  shapes.posts.push_back({x, y, lo, hi});
}

/// Adds the two parts that meet in a crossing: row stub, row run, column run, column stub.
void add_crossing_parts(const Layout& layout, const Joint& joint, std::uint32_t wire, WireShapes& shapes) {
  const MetalFrame row(layout, Axis::x, joint.line[0]), column(layout, Axis::y, joint.line[1]);
  const auto [row_part, column_part] = std::pair(joint.part[0], joint.part[1]);
  const std::int64_t y = row.wire(row_part, wire), x = column.wire(column_part, wire);
  const int row_pair = row.pattern.pair_of(row_part, wire), column_pair = column.pattern.pair_of(column_part, wire);
  const auto end = [&](const MetalFrame& line, std::uint32_t part, int pair) {
    const PartSide side = line.pattern.terminal_side(part);
    const std::int64_t at = line.terminal(part, side, wire);
    shapes.terminals.push_back(line.terminal_at(pair, at, line.pattern.end(part, side)));
    return at;
  };
  const std::int64_t row_end = end(row, row_part, row_pair), column_end = end(column, column_part, column_pair);
  shapes.segments.push_back(row.stub(row_pair, row_end, y));
  shapes.segments.push_back(row.run(row_pair, row_end, x, y));
  shapes.segments.push_back(column.run(column_pair, y, column_end, x));
  shapes.segments.push_back(column.stub(column_pair, column_end, x));
  shapes.vias.push_back(row.via(row_pair, row_end, y));
  shapes.vias.push_back(row.via(row_pair, x, y));
  shapes.vias.push_back(column.via(column_pair, column_end, x));
}

/// Adds the parts of a joint one after the other; the terminals of each are put in their order along the wire.
void add_whole_joint(const Layout& layout, const Joint& joint, std::uint32_t wire, WireShapes& shapes) {
  if (joint.has(Axis::x) && joint.has(Axis::y)) {
    add_crossing_parts(layout, joint, wire, shapes);
  } else {
    const Axis axis = joint.first();
    add_part(MetalFrame(layout, axis, joint.line[index(axis)]), joint.part[index(axis)], wire, shapes);
    if (shapes.terminals[0].through) {
      std::swap(shapes.terminals[0], shapes.terminals[1]);
      std::ranges::reverse(shapes.segments);
    }
  }
  if (!joint.has(Axis::z)) return;
  add_post(layout, joint.line[2], joint.part[2], wire, shapes);
  if (shapes.terminals[3].through) std::swap(shapes.terminals[2], shapes.terminals[3]);
}

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

void part_shapes(const Layout& layout, Axis axis, std::uint32_t line, std::size_t part, std::uint32_t wire,
                 WireShapes& shapes) {
  clear(shapes, layout.wiring.kinds[layout.wiring.pattern(axis, line).kind[part]], wire);
  if (axis == Axis::z) return add_post(layout, line, part, wire, shapes);
  add_part(MetalFrame(layout, axis, line), part, wire, shapes);
}

std::vector<WireShapes> line_shapes(const Layout& layout, Axis axis, std::uint32_t line) {
  const Pattern& pattern = layout.wiring.pattern(axis, line);
  std::vector<WireShapes> result;
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    for (std::uint32_t wire = 0; wire < layout.wiring.kinds[pattern.kind[part]].wires; ++wire)
      part_shapes(layout, axis, line, part, wire, result.emplace_back());
  }
  return result;
}

void joint_shapes(const Layout& layout, const Joint& joint, std::uint32_t wire, WireShapes& shapes) {
  clear(shapes, layout.wiring.kind(joint), wire);
  add_whole_joint(layout, joint, wire, shapes);
}

namespace {

struct WireRange {
  std::uint32_t first = 0, end = 0;
};

/// How many wires of a part lie side by side, of those in a range that is not empty.
std::uint32_t adjacent_wires(Axis axis, const Pattern& pattern, std::size_t part, WireRange range) {
  // Posts stand in rows of a field, leftwards; the wires of rows and columns on tracks of a layer pair.
  const std::uint32_t of_row = axis == Axis::z ? std::max(1U, post_field(pattern.tracks).width) : 0;
  const auto track = [&](std::uint32_t wire) { return std::int64_t{pattern.track_of(part, wire)}; };
  const auto follows = [&](std::uint32_t wire, std::int64_t step) {  // on the wire before it
    return track(wire) - track(wire - 1) == step && pattern.pair_of(part, wire) == pattern.pair_of(part, wire - 1) &&
           (of_row == 0 || track(wire) / of_row == track(wire - 1) / of_row);
  };
  if (range.first + 1 >= range.end) return 1;
  const std::int64_t step = track(range.first + 1) - track(range.first);
  if (std::abs(step) != 1) return 1;
  // Within a unit the tracks ascend one by one.
  const std::uint32_t unit = pattern.wires_per_unit;
  std::uint32_t next = range.first + 1;
  while (next < range.end && follows(next, step)) {
    const bool skips = step == 1 && of_row == 0 && next % unit != 0;
    next = skips ? next + (unit - next % unit) : next + 1;
  }
  return std::min(next, range.end) - range.first;
}

}  // namespace

std::uint32_t wires_side_by_side(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part,
                                 std::uint32_t first) {
  return adjacent_wires(axis, pattern, part, {first, layout.wiring.kinds[pattern.kind[part]].wires});
}

std::uint32_t wires_side_by_side(const Layout& layout, const Joint& joint, std::uint32_t first) {
  const std::uint32_t end = layout.wiring.kind(joint).wires;
  // One part may have a thousand wires side by side where the other has one: look no farther than twice what both have.
  for (std::uint32_t most = 2;; most *= 2) {
    std::uint32_t wires = std::min(most, end - first);
    for (const Axis axis : kAxes) {
      if (!joint.has(axis)) continue;
      const Pattern& pattern = layout.wiring.pattern(axis, joint.line[index(axis)]);
      wires = std::min(wires, adjacent_wires(axis, pattern, joint.part[index(axis)], {first, first + wires}));
    }
    if (wires < most) return wires;
  }
}

WireShapes joint_shapes(const Layout& layout, const Joint& joint, std::uint32_t wire) {
  WireShapes shapes;
  joint_shapes(layout, joint, wire, shapes);
  return shapes;
}

void for_each_wire(const Layout& layout, FunctionRef<void(const WireShapes&)> visit) {
  WireShapes shapes;
  std::uint64_t link = 0;
  for (const Axis axis : kAxes) {
    const auto line_count = static_cast<std::uint32_t>(layout.lines(axis).pattern_of_line.size());
    for (std::uint32_t line = 0; line < line_count; ++line) {
      const Pattern& pattern = layout.wiring.pattern(axis, line);
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        for (std::uint32_t wire = 0; wire < layout.wiring.kinds[pattern.kind[part]].wires; ++wire) {
          if (layout.unrouted.has(axis, line, static_cast<std::uint32_t>(part), wire)) continue;
          part_shapes(layout, axis, line, part, wire, shapes);
          shapes.link = link;
          visit(shapes);
        }
        ++link;
      }
    }
  }
  for (std::uint32_t number = 0; number < layout.wiring.joints.size(); ++number) {
    const Joint& joint = layout.wiring.joints[number];
    for (std::uint32_t wire = 0; wire < layout.wiring.kind(joint).wires; ++wire) {
      if (layout.unrouted.has_bend(number, wire)) continue;
      joint_shapes(layout, joint, wire, shapes);
      shapes.link = link;
      visit(shapes);
    }
    ++link;
  }
}

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
