// SPDX-License-Identifier: Apache-2.0
#include "output/floorplan/drawn_wire.hpp"

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"

namespace cutline::drawing {

namespace {

CellPoint middle(CellPoint a, CellPoint b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }

/// The band between its two outer wires, as a line along their middle. Both wires must have the same corners.
DrawnWire band_between(const DrawnWire& first, const DrawnWire& last, std::uint32_t count) {
  CUTLINE_EXPECT(first.line.count == last.line.count);
  DrawnWire band = first;
  band.wires = count;
  band.vias.count = 0;
  for (std::size_t i = 0; i < band.line.count; ++i) band.line.at[i] = middle(first.line.at[i], last.line.at[i]);
  for (std::size_t i = 0; i < band.taps.size(); ++i) {
    for (const std::size_t end : {0U, 1U}) band.taps[i][end] = middle(first.taps[i][end], last.taps[i][end]);
  }
  return band;
}

/// A command and a number of cells: whole or a half.
void put_cells(std::string& out, char command, double value) {
  const auto whole = static_cast<std::int64_t>(value);
  out.push_back(command);
  if (static_cast<double>(whole) == value) {
    append(out, "{}", whole);
  } else {
    append(out, "{:.1f}", value);
  }
}

void put_move(std::string& out, CellPoint to) {
  put_cells(out, 'M', to.x);
  put_cells(out, ' ', to.y);
}

/// A move to the first point, then straight lines.
void put_line(std::string& out, const CellPoint* begin, const CellPoint* end) {
  put_move(out, *begin);
  for (const CellPoint* to = begin + 1; to != end; ++to) {
    const CellPoint& from = *(to - 1);
    if (to->x != from.x) put_cells(out, 'h', to->x - from.x);
    if (to->y != from.y) put_cells(out, 'v', to->y - from.y);
  }
}

/// A wire of the flattened layout as a mark, without its place.
DrawnWire drawn_wire(const WireShapes& shapes) {
  CUTLINE_EXPECT(shapes.terminals.size() >= 2);
  DrawnWire wire;
  wire.a = shapes.terminals.front().node;
  wire.b = shapes.terminals.back().node;
  wire.link_class = shapes.link_class;
  wire.wire = shapes.wire;
  if (!shapes.posts.empty()) wire.post = shapes.posts[0];
  if (shapes.segments.empty()) return wire;
  wire.plane = shapes.segments[0].plane;
  wire.pair = static_cast<std::uint8_t>(shapes.terminals[0].layer / 2);
  const auto point = [](std::int64_t x, std::int64_t y) {
    return CellPoint{static_cast<double>(x), static_cast<double>(y)};
  };
  wire.line.add(point(shapes.terminals[0].x, shapes.terminals[0].y));
  const std::size_t taps = shapes.taps;
  for (std::size_t i = 0; i + taps < shapes.segments.size(); ++i) {
    const Segment& segment = shapes.segments[i];
    const CellPoint from = point(segment.x0, segment.y0), to = point(segment.x1, segment.y1);
    const CellPoint here = wire.line.at[wire.line.count - 1];
    CUTLINE_EXPECT(here == from || here == to);
    wire.line.add(here == from ? to : from);
  }
  for (std::size_t i = 0; i + taps < shapes.vias.size(); ++i) wire.vias.add(point(shapes.vias[i].x, shapes.vias[i].y));
  for (std::size_t i = 0; i < taps; ++i) {
    const Terminal& terminal = shapes.terminals[1 + i];
    const Via& via = shapes.vias[shapes.vias.size() - taps + i];
    wire.taps.push_back({point(terminal.x, terminal.y), point(via.x, via.y)});
  }
  return wire;
}

/// Calls visit(first, count) for the wires of a link that have room, in bands of up to `step` side by side, none of
/// which holds wires of two multiples of `step`. `next_without_room(wire)`: the first wire from this one on that has no
/// room, or none below `wires`. Cost: O(bands + wires without room), so that a link may have millions of wires.
template <class NextWithoutRoom, class Visit>
void for_each_band(std::uint32_t wires, std::uint32_t step, const NextWithoutRoom& next_without_room,
                   const Visit& visit) {
  std::uint32_t gap = next_without_room(0);
  for (std::uint32_t first = 0; first < wires;) {
    if (first == gap) {
      gap = next_without_room(++first);
      continue;
    }
    const std::uint32_t count = std::min({step - first % step, wires - first, gap - first});
    visit(first, count);
    first += count;
  }
}

}  // namespace

void CellPoints::add(CellPoint point) {
  CUTLINE_EXPECT(count < at.size());
  at[count++] = point;
}

std::uint32_t DrawnWire::span() const {
  const auto distance = [&](Axis axis) { return a[axis] > b[axis] ? a[axis] - b[axis] : b[axis] - a[axis]; };
  return distance(Axis::x) + distance(Axis::y) + distance(Axis::z);
}

double DrawnWire::cells(double CellPoint::*axis) const {
  double sum = 0;
  for (std::size_t i = 1; i < line.count; ++i) sum += std::abs(line.at[i].*axis - line.at[i - 1].*axis);
  return sum;
}

std::string path_data(const DrawnWire& wire) {
  std::string out;
  put_line(out, wire.line.begin(), wire.line.end());
  for (const auto& tap : wire.taps) put_line(out, tap.data(), tap.data() + tap.size());
  return out;
}

std::string dot_data(const CellPoints& points) {
  std::string out;
  for (const CellPoint& point : points) {
    put_move(out, point);
    out.append(std::string_view("h0"));
  }
  return out;
}

DrawnWire drawn_part(const Layout& layout, Axis axis, std::uint32_t line, std::size_t part, std::uint32_t first,
                     std::uint32_t count) {
  WireShapes shapes;
  part_shapes(layout, axis, line, part, first, shapes);
  DrawnWire wire = drawn_wire(shapes);
  wire.place = {axis, layout.lines(axis).pattern_of_line[line], static_cast<std::uint32_t>(part)};
  if (count == 1) return wire;
  part_shapes(layout, axis, line, part, first + count - 1, shapes);
  return band_between(wire, drawn_wire(shapes), count);
}

DrawnWire wire_at(const Layout& layout, const WirePlace& place) {
  const LinkPlace& link = place.link;
  if (link.is_bent()) return drawn_joint(layout, link.part, place.wire, 1);
  const std::uint32_t line = first_line_of(layout.lines(link.axis), link.pattern);
  return drawn_part(layout, link.axis, line, link.part, place.wire, 1);
}

DrawnWire drawn_joint(const Layout& layout, std::size_t number, std::uint32_t first, std::uint32_t count) {
  const Joint& joint = layout.wiring.joints[number];
  DrawnWire wire = drawn_wire(joint_shapes(layout, joint, first));
  wire.place = {Axis::x, LinkPlace::kBent, static_cast<std::uint32_t>(number)};
  return count == 1 ? wire : band_between(wire, drawn_wire(joint_shapes(layout, joint, first + count - 1)), count);
}

std::vector<DrawnWire> line_marks(const Layout& layout, Axis axis, std::uint32_t line, std::uint32_t most) {
  std::vector<DrawnWire> marks;
  const Pattern& pattern = pattern_of(layout, axis, line);
  const std::uint32_t step = std::min(most, band_wires(pattern));
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    if (pattern.is_bent(part)) continue;
    const auto without_room = [&](std::uint32_t wire) {
      return layout.unrouted.next(axis, line, static_cast<std::uint32_t>(part), wire);
    };
    for_each_band(wires_of(layout, pattern, part), step, without_room, [&](std::uint32_t first, std::uint32_t count) {
      marks.push_back(drawn_part(layout, axis, line, part, first, count));
    });
  }
  return marks;
}

std::vector<DrawnWire> joint_marks(const Layout& layout, std::uint32_t most) {
  std::vector<DrawnWire> marks;
  for (std::size_t joint = 0; joint < layout.wiring.joints.size(); ++joint) {
    const std::uint32_t wires = layout.wiring.kind(layout.wiring.joints[joint]).wires;
    const std::uint32_t step = std::min(most, band_wires(layout, layout.wiring.joints[joint]));
    const auto without_room = [&](std::uint32_t wire) {
      return layout.unrouted.next_bend(static_cast<std::uint32_t>(joint), wire);
    };
    for_each_band(wires, step, without_room, [&](std::uint32_t first, std::uint32_t count) {
      marks.push_back(drawn_joint(layout, joint, first, count));
    });
  }
  return marks;
}

std::vector<DrawnWire> all_marks(const Layout& layout, std::uint32_t most) {
  std::vector<DrawnWire> marks;
  for (const Axis axis : kAxes) {
    const auto lines = static_cast<std::uint32_t>(layout.lines(axis).pattern_of_line.size());
    for (std::uint32_t line = 0; line < lines; ++line) {
      const std::vector<DrawnWire> more = line_marks(layout, axis, line, most);
      marks.insert(marks.end(), more.begin(), more.end());
    }
  }
  const std::vector<DrawnWire> bent = joint_marks(layout, most);
  marks.insert(marks.end(), bent.begin(), bent.end());
  return marks;
}

}  // namespace cutline::drawing
