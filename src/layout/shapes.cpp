// SPDX-License-Identifier: Apache-2.0
#include "cutline/layout/shapes.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "cutline/base/error.hpp"
#include "cutline/base/function_ref.hpp"
#include "tracks.hpp"

namespace cutline {
namespace {

/// A row or column in its own frame: `along` runs with the line, `across` counts away from the nodes into the routing
/// channel. For a row `along` is x; for a column it is y, and the two layers of a pair change places.
class LineFrame {
 public:
  LineFrame(const Layout& layout, Axis axis, std::uint32_t line)
      : layout_(layout),
        axis_(axis),
        line_(line),
        place_(cell_on_line(layout.wiring.grid, axis, line, 0)),
        pattern_(layout.wiring.pattern(axis, line)) {
    CUTLINE_EXPECT(axis != Axis::z);
  }

  const Pattern& pattern() const { return pattern_; }
  /// The cell across the line in which every terminal of the line stands: the last cell of the boxes.
  std::int64_t edge() const { return layout_.positions[index(across())].box_end(place_[across()]) - 1; }
  std::int64_t track(std::size_t part, std::uint32_t wire) const {
    return wire_position(layout_, axis_, pattern_, place_[across()], part, wire);
  }
  std::int64_t terminal(std::size_t part, PartSide side, std::uint32_t wire) const {
    return terminal_position(layout_, axis_, pattern_, part, side, wire);
  }
  std::int64_t end(std::size_t part, PartSide side, std::uint32_t wire) const {
    return run_end(layout_, axis_, pattern_, part, side, wire);
  }
  bool taps(std::size_t part) const { return layout_.wiring.kinds[pattern_.kind[part]].taps; }
  std::int64_t tap(std::size_t part, std::uint32_t slot, std::uint32_t wire) const {
    return tap_position(layout_, axis_, pattern_, part, slot, wire);
  }

  Segment run(int pair, std::int64_t from, std::int64_t to, std::int64_t across) const {
    const auto [lo, hi] = std::minmax(from, to);
    if (axis_ == Axis::x) return {horizontal_layer(pair), lo, across, hi, across, plane()};
    return {vertical_layer(pair), across, lo, across, hi, plane()};
  }
  Segment stub(int pair, std::int64_t at, std::int64_t track) const {
    if (axis_ == Axis::x) return {vertical_layer(pair), at, edge(), at, track, plane()};
    return {horizontal_layer(pair), edge(), at, track, at, plane()};
  }
  Via via(int pair, std::int64_t at, std::int64_t across) const {
    const auto [x, y] = turned(at, across);
    return {x, y, horizontal_layer(pair), vertical_layer(pair), plane()};
  }
  /// The terminal of a wire that faces: on the wire itself.
  Terminal side_terminal(std::int64_t at, std::int64_t across, std::uint32_t station) const {
    const auto [x, y] = turned(at, across);
    return {x, y, axis_ == Axis::x ? horizontal_layer(0) : vertical_layer(0), cell_at(station), false};
  }
  Terminal terminal_at(int pair, std::int64_t at, std::uint32_t station) const {
    const auto [x, y] = turned(at, edge());
    const int layer = axis_ == Axis::x ? vertical_layer(pair) : horizontal_layer(pair);
    return {x, y, layer, cell_at(station), !is_link_end(station)};
  }

 private:
  Axis across() const { return lower_axis_off(axis_); }
  std::uint32_t plane() const { return place_[Axis::z]; }
  Cell cell_at(std::uint32_t station) const {
    return cell_on_line(layout_.wiring.grid, axis_, line_, slot_of(station));
  }
  /// x and y of a cell of the frame.
  std::pair<std::int64_t, std::int64_t> turned(std::int64_t along, std::int64_t across) const {
    return axis_ == Axis::x ? std::pair(along, across) : std::pair(across, along);
  }

  const Layout& layout_;
  Axis axis_;
  std::uint32_t line_;
  Cell place_;
  const Pattern& pattern_;
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
void add_facing(const LineFrame& line, std::size_t part, std::uint32_t wire, WireShapes& shapes) {
  const std::int64_t across = line.track(part, wire);
  const std::int64_t from = line.terminal(part, PartSide::lo, wire), to = line.terminal(part, PartSide::hi, wire);
  shapes.terminals.push_back(line.side_terminal(from, across, line.pattern().lo[part]));
  shapes.terminals.push_back(line.side_terminal(to, across, line.pattern().hi[part]));
  shapes.segments.push_back(line.run(0, from, to, across));
}

/// Adds one wire of one part of a row or column to `shapes`, which keep their memory from wire to wire.
void add_part(const LineFrame& line, std::size_t part, std::uint32_t wire, WireShapes& shapes) {
  const Pattern& pattern = line.pattern();
  if (pattern.is_facing(part)) return add_facing(line, part, wire, shapes);
  const int pair = pattern.pair_of(part, wire);
  const std::int64_t track = line.track(part, wire);
  std::int64_t ends[2] = {};
  for (const PartSide side : {PartSide::lo, PartSide::hi}) {
    const std::uint32_t station = pattern.end(part, side);
    std::int64_t& end = ends[side == PartSide::hi ? 1 : 0];
    end = line.end(part, side, wire);
    if (is_crossing(station)) continue;
    shapes.terminals.push_back(line.terminal_at(pair, end, station));
    shapes.vias.push_back(line.via(pair, end, track));
    shapes.segments.push_back(line.stub(pair, end, track));
  }
  const auto after_first_stub = shapes.segments.begin() + 1;
  shapes.segments.insert(after_first_stub, line.run(pair, ends[0], ends[1], track));
  if (!line.taps(part)) return;
  const Terminal last = shapes.terminals.back();
  shapes.terminals.pop_back();
  for (std::uint32_t slot = slot_of(pattern.lo[part]) + 1; slot < slot_of(pattern.hi[part]); ++slot) {
    const std::int64_t at = line.tap(part, slot, wire);
    shapes.terminals.push_back(line.terminal_at(pair, at, station(slot, Zone::lower)));
    ++shapes.taps;
    shapes.vias.push_back(line.via(pair, at, track));
    shapes.segments.push_back(line.stub(pair, at, track));
  }
  shapes.terminals.push_back(last);
}

/// Adds one wire of one part of a pillar: a post, and its two ends.
void add_post(const Layout& layout, std::uint32_t pillar, std::size_t part, std::uint32_t wire, WireShapes& shapes) {
  const Pattern& pattern = layout.wiring.pattern(Axis::z, pillar);
  const PostPlace place = post_position(layout, pillar, pattern.track_of(part, wire));
  const auto add_terminal = [&](std::uint32_t slot, bool through) {
    const Cell cell = cell_on_line(layout.wiring.grid, Axis::z, pillar, slot);
    shapes.terminals.push_back({place.x, place.y, kPostLayer, cell, through});
  };
  const std::uint32_t lo = pattern.lo[part], hi = pattern.hi[part];
  add_terminal(slot_of(lo), !is_link_end(lo));
  if (layout.wiring.kinds[pattern.kind[part]].taps) {
    shapes.taps = pattern.cuts(part) - 1;
    for (std::uint32_t slot = slot_of(lo) + 1; slot < slot_of(hi); ++slot) add_terminal(slot, false);
  }
  add_terminal(slot_of(hi), !is_link_end(hi));
  shapes.posts.push_back({place.x, place.y, slot_of(pattern.lo[part]), slot_of(pattern.hi[part])});
}

void add_any_part(const Layout& layout, Axis axis, std::uint32_t line, std::size_t part, std::uint32_t wire,
                  WireShapes& shapes) {
  if (axis == Axis::z) {
    add_post(layout, line, part, wire, shapes);
  } else {
    add_part(LineFrame(layout, axis, line), part, wire, shapes);
  }
}

/// Adds the two parts that meet in a crossing: row stub, row run, column run, column stub.
void add_crossing_parts(const Layout& layout, const Joint& joint, std::uint32_t wire, WireShapes& shapes) {
  const LineFrame row(layout, Axis::x, joint.line[0]);
  const LineFrame column(layout, Axis::y, joint.line[1]);
  const auto [row_part, column_part] = std::pair(joint.part[0], joint.part[1]);
  const std::int64_t y = row.track(row_part, wire);
  const std::int64_t x = column.track(column_part, wire);
  const PartSide row_side = row.pattern().terminal_side(row_part);
  const PartSide column_side = column.pattern().terminal_side(column_part);
  const std::int64_t row_end = row.terminal(row_part, row_side, wire);
  const std::int64_t column_end = column.terminal(column_part, column_side, wire);
  const int row_pair = row.pattern().pair_of(row_part, wire);
  const int column_pair = column.pattern().pair_of(column_part, wire);
  shapes.terminals.push_back(row.terminal_at(row_pair, row_end, row.pattern().end(row_part, row_side)));
  shapes.terminals.push_back(
      column.terminal_at(column_pair, column_end, column.pattern().end(column_part, column_side)));
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
    add_any_part(layout, axis, joint.line[index(axis)], joint.part[index(axis)], wire, shapes);
    if (shapes.terminals[0].through) {
      std::swap(shapes.terminals[0], shapes.terminals[1]);
      std::reverse(shapes.segments.begin(), shapes.segments.end());
    }
  }
  if (!joint.has(Axis::z)) return;
  add_post(layout, joint.line[2], joint.part[2], wire, shapes);
  if (shapes.terminals[3].through) std::swap(shapes.terminals[2], shapes.terminals[3]);
}

}  // namespace

void part_shapes(const Layout& layout, Axis axis, std::uint32_t line, std::size_t part, std::uint32_t wire,
                 WireShapes& shapes) {
  clear(shapes, layout.wiring.kinds[layout.wiring.pattern(axis, line).kind[part]], wire);
  add_any_part(layout, axis, line, part, wire, shapes);
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

}  // namespace cutline
