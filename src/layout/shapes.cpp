// SPDX-License-Identifier: Apache-2.0
#include "cutline/layout/shapes.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"

namespace cutline {
namespace {

/// One line in its own frame: `along` runs with the line, `across` counts away from the nodes into the routing channel.
/// A row's along is x; a column's is y, with the two layers of a pair in each other's place.
class LineFrame {
 public:
  LineFrame(const Layout& layout, Axis axis, std::uint32_t line)
      : layout_(layout), axis_(axis), line_(line), pattern_(pattern_at(layout, axis, line)) {}

  const Pattern& pattern() const { return pattern_; }
  const LinkKind& kind(std::size_t part) const { return layout_.wiring.kinds[pattern_.kind[part]]; }
  const AxisPositions& along() const { return axis_ == Axis::x ? layout_.columns() : layout_.rows(); }
  /// The cell across the line in which every terminal of the line stands: the last of the boxes.
  std::int64_t edge() const { return (axis_ == Axis::x ? layout_.rows() : layout_.columns()).box_end(line_) - 1; }
  std::int64_t track(std::size_t part, std::uint32_t wire) const {
    return track_position(layout_, axis_, line_, pattern_.track_of(part, wire));
  }
  std::int64_t terminal(std::size_t part, bool at_hi, std::uint32_t wire) const {
    return terminal_position(layout_, axis_, pattern_, part, at_hi, wire);
  }
  std::int64_t tap(std::size_t part, std::uint32_t slot, std::uint32_t wire) const {
    return tap_position(layout_, axis_, pattern_, part, slot, wire);
  }

  Segment run(int pair, std::int64_t from, std::int64_t to, std::int64_t across) const {
    const std::int64_t lo = std::min(from, to);
    const std::int64_t hi = std::max(from, to);
    if (axis_ == Axis::x) return {horizontal_layer(pair), lo, across, hi, across};
    return {vertical_layer(pair), across, lo, across, hi};
  }
  Segment stub(int pair, std::int64_t at, std::int64_t track) const {
    if (axis_ == Axis::x) return {stub_layer(pair), at, edge(), at, track};
    return {stub_layer(pair), edge(), at, track, at};
  }
  Via via(int pair, std::int64_t at, std::int64_t across) const {
    const int lower = horizontal_layer(pair);
    if (axis_ == Axis::x) return {at, across, lower, lower + 1};
    return {across, at, lower, lower + 1};
  }
  Terminal terminal_at(int pair, std::int64_t at, std::uint32_t slot) const {
    if (axis_ == Axis::x) return {at, edge(), stub_layer(pair), Cell{{slot, line_, 0}}};
    return {edge(), at, stub_layer(pair), Cell{{line_, slot, 0}}};
  }

 private:
  static const Pattern& pattern_at(const Layout& layout, Axis axis, std::uint32_t line) {
    CUTLINE_EXPECT(axis != Axis::z && layout.wiring.grid[Axis::z] == 1);
    const Lines& lines = layout.lines(axis);
    return lines.patterns[lines.pattern_of_line[line]];
  }
  int stub_layer(int pair) const { return axis_ == Axis::x ? vertical_layer(pair) : horizontal_layer(pair); }

  const Layout& layout_;
  Axis axis_;
  std::uint32_t line_;
  const Pattern& pattern_;
};

std::uint32_t station_at(const Pattern& pattern, std::size_t part, bool at_hi) {
  return at_hi ? pattern.hi[part] : pattern.lo[part];
}

void clear(WireShapes& shapes, const LinkKind& kind, std::uint32_t wire) {
  shapes.link_class = kind.link_class;
  shapes.wire = wire;
  shapes.terminals.clear();
  shapes.segments.clear();
  shapes.vias.clear();
}

/// Adds one wire of one part to `shapes`, which keep their memory from wire to wire.
void add_part(const LineFrame& line, std::size_t part, std::uint32_t wire, WireShapes& shapes) {
  const Pattern& pattern = line.pattern();
  const int pair = pattern.pair[part];
  const std::int64_t track = line.track(part, wire);
  std::int64_t ends[2] = {};
  for (const bool at_hi : {false, true}) {
    const std::uint32_t station = station_at(pattern, part, at_hi);
    const std::uint32_t slot = slot_of(station);
    std::int64_t& end = ends[at_hi ? 1 : 0];
    if (zone_of(station) == Zone::crossing) {
      end = line.along().box_end(slot) + (at_hi ? std::int64_t{line.along().channel[slot]} - 1 : 0);
      continue;
    }
    end = line.terminal(part, at_hi, wire);
    shapes.terminals.push_back(line.terminal_at(pair, end, slot));
    shapes.vias.push_back(line.via(pair, end, track));
    shapes.segments.push_back(line.stub(pair, end, track));
  }
  const auto after_first_stub = shapes.segments.begin() + 1;
  shapes.segments.insert(after_first_stub, line.run(pair, ends[0], ends[1], track));
  if (!line.kind(part).taps) return;
  for (std::uint32_t slot = slot_of(pattern.lo[part]) + 1; slot < slot_of(pattern.hi[part]); ++slot) {
    const std::int64_t at = line.tap(part, slot, wire);
    shapes.terminals.push_back(line.terminal_at(pair, at, slot));
    shapes.vias.push_back(line.via(pair, at, track));
    shapes.segments.push_back(line.stub(pair, at, track));
  }
}

void add_whole_joint(const LineFrame& row, const LineFrame& column, const Joint& joint, std::uint32_t wire,
                     WireShapes& shapes) {
  const std::int64_t y = row.track(joint.row_part, wire);
  const std::int64_t x = column.track(joint.column_part, wire);
  const bool row_hi = row.pattern().lo_is_crossing(joint.row_part);
  const bool column_hi = column.pattern().lo_is_crossing(joint.column_part);
  const std::int64_t row_end = row.terminal(joint.row_part, row_hi, wire);
  const std::int64_t column_end = column.terminal(joint.column_part, column_hi, wire);
  const int row_pair = row.pattern().pair[joint.row_part];
  const int column_pair = column.pattern().pair[joint.column_part];
  const std::uint32_t row_slot = slot_of(station_at(row.pattern(), joint.row_part, row_hi));
  const std::uint32_t column_slot = slot_of(station_at(column.pattern(), joint.column_part, column_hi));
  shapes.terminals.push_back(row.terminal_at(row_pair, row_end, row_slot));
  shapes.terminals.push_back(column.terminal_at(column_pair, column_end, column_slot));
  shapes.segments.push_back(row.stub(row_pair, row_end, y));
  shapes.segments.push_back(row.run(row_pair, row_end, x, y));
  shapes.segments.push_back(column.run(column_pair, y, column_end, x));
  shapes.segments.push_back(column.stub(column_pair, column_end, x));
  shapes.vias.push_back(row.via(row_pair, row_end, y));
  shapes.vias.push_back(row.via(row_pair, x, y));
  shapes.vias.push_back(column.via(column_pair, column_end, x));
}

}  // namespace

void part_shapes(const Layout& layout, Axis axis, std::uint32_t line, std::size_t part, std::uint32_t wire,
                 WireShapes& shapes) {
  const LineFrame frame(layout, axis, line);
  clear(shapes, frame.kind(part), wire);
  add_part(frame, part, wire, shapes);
}

std::vector<WireShapes> line_shapes(const Layout& layout, Axis axis, std::uint32_t line) {
  const LineFrame frame(layout, axis, line);
  std::vector<WireShapes> result;
  for (std::size_t part = 0; part < frame.pattern().size(); ++part) {
    for (std::uint32_t wire = 0; wire < frame.kind(part).wires; ++wire) {
      WireShapes& shapes = result.emplace_back();
      clear(shapes, frame.kind(part), wire);
      add_part(frame, part, wire, shapes);
    }
  }
  return result;
}

void joint_shapes(const Layout& layout, const Joint& joint, std::uint32_t wire, WireShapes& shapes) {
  const LineFrame row(layout, Axis::x, joint.row);
  const LineFrame column(layout, Axis::y, joint.column);
  clear(shapes, row.kind(joint.row_part), wire);
  add_whole_joint(row, column, joint, wire, shapes);
}

WireShapes joint_shapes(const Layout& layout, const Joint& joint, std::uint32_t wire) {
  WireShapes shapes;
  joint_shapes(layout, joint, wire, shapes);
  return shapes;
}

void for_each_wire(const Layout& layout, const std::function<void(const WireShapes&)>& visit) {
  WireShapes shapes;
  for (const Axis axis : {Axis::x, Axis::y}) {
    const auto line_count = static_cast<std::uint32_t>(layout.lines(axis).pattern_of_line.size());
    for (std::uint32_t line = 0; line < line_count; ++line) {
      const LineFrame frame(layout, axis, line);
      for (std::size_t part = 0; part < frame.pattern().size(); ++part) {
        if (frame.pattern().is_bent(part)) continue;
        for (std::uint32_t wire = 0; wire < frame.kind(part).wires; ++wire) {
          clear(shapes, frame.kind(part), wire);
          add_part(frame, part, wire, shapes);
          visit(shapes);
        }
      }
    }
  }
  for (const Joint& joint : layout.wiring.joints) {
    const LineFrame row(layout, Axis::x, joint.row);
    const std::uint32_t wires = row.kind(joint.row_part).wires;
    for (std::uint32_t wire = 0; wire < wires; ++wire) {
      joint_shapes(layout, joint, wire, shapes);
      visit(shapes);
    }
  }
}

}  // namespace cutline
