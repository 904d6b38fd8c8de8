// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "check_line.hpp"

namespace cutline::checking {
namespace {

bool touch(const Segment& a, const Segment& b) {
  return a.plane == b.plane && a.layer == b.layer && a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

/// Whether a segment has metal in a cell of some layers of a plane.
bool is_at(const Segment& s, std::uint32_t plane, std::int64_t x, std::int64_t y, int lower, int upper) {
  return s.plane == plane && s.x0 <= x && x <= s.x1 && s.y0 <= y && y <= s.y1 && lower <= s.layer && s.layer <= upper;
}

/// Of the wire's segments the first on which a via ends on one of its layers; kNoShape where it does on none.
std::uint32_t segment_at(const WireShapes& wire, const Via& via, int layer) {
  return first_that(wire.segments, [&](const Segment& s) { return is_at(s, via.plane, via.x, via.y, layer, layer); });
}

/// The pieces of a wire's metal: its segments, and after them its posts.
std::size_t piece_count(const WireShapes& wire) { return wire.segments.size() + wire.posts.size(); }

/// Whether a piece of metal reaches a terminal.
bool reaches(const WireShapes& wire, std::size_t piece, const Terminal& terminal) {
  const std::uint32_t plane = terminal.node[Axis::z];
  if (piece < wire.segments.size()) {
    return terminal.layer != kPostLayer &&
           is_at(wire.segments[piece], plane, terminal.x, terminal.y, terminal.layer, terminal.layer);
  }
  const Post& post = wire.posts[piece - wire.segments.size()];
  return terminal.layer == kPostLayer && post.z0 <= plane && plane <= post.z1 && post.x == terminal.x &&
         post.y == terminal.y;
}

/// The first piece of metal that reaches a terminal; kNoShape where none does.
std::uint32_t piece_at(const WireShapes& wire, const Terminal& terminal) {
  std::uint32_t piece = 0;
  while (piece < piece_count(wire) && !reaches(wire, piece, terminal)) ++piece;
  return piece < piece_count(wire) ? piece : kNoShape;
}

/// How two pieces of metal are joined: in a box, by touching, or by a via, of which this is the first.
constexpr std::uint32_t kInBox = 0, kInBoxTurned = 1, kTouching = 2, kFirstVia = 3;

/// Whether two pieces of metal reach the two terminals in the box that the wire passes through, which joins them.
std::uint32_t joined_in_box(const WireShapes& wire, std::size_t a, std::size_t b) {
  const Terminal* first = nullptr;
  for (const Terminal& terminal : wire.terminals) {
    if (!terminal.through) continue;
    if (first != nullptr && first->node == terminal.node) {
      if (reaches(wire, a, *first) && reaches(wire, b, terminal)) return kInBox;
      return reaches(wire, b, *first) && reaches(wire, a, terminal) ? kInBoxTurned : kNoShape;
    }
    first = &terminal;
  }
  return kNoShape;
}

/// How two pieces are joined; kNoShape where they are not.
std::uint32_t how_joined(const WireShapes& wire, std::size_t a, std::size_t b) {
  if (std::max(a, b) >= wire.segments.size()) return joined_in_box(wire, a, b);
  const Segment& one = wire.segments[a];
  const Segment& other = wire.segments[b];
  if (touch(one, other)) return kTouching;
  const std::uint32_t via = first_that(wire.vias, [&](const Via& v) {
    return is_at(one, v.plane, v.x, v.y, v.lower, v.upper) && is_at(other, v.plane, v.x, v.y, v.lower, v.upper);
  });
  return via == kNoShape ? joined_in_box(wire, a, b) : kFirstVia + via;
}

/// Whether every piece is connected to an earlier one; then all pieces are connected. A whole wire lists its shapes in
/// such an order, so no general search for components is needed. The nearest pieces are tried first.
bool is_whole(const WireShapes& wire, Reasons& reasons) {
  for (std::size_t i = 1; i < piece_count(wire); ++i) {
    std::uint32_t how = kNoShape;
    std::size_t before = i;
    while (before > 0 && how == kNoShape) how = how_joined(wire, i, --before);
    if (how == kNoShape) return false;
    add_reasons(reasons, static_cast<std::uint32_t>(before), how);
  }
  return piece_count(wire) > 0;
}

}  // namespace

std::string node_name(const Cell& node) {
  if (node[Axis::z] == 0) return fmt::format("({}, {})", node[Axis::x], node[Axis::y]);
  return fmt::format("({}, {}, {})", node[Axis::x], node[Axis::y], node[Axis::z]);
}

std::string wire_name(const WireShapes& wire) {
  std::string name = fmt::format("wire {} of link", wire.wire);
  for (std::size_t i = 0; i < wire.terminals.size(); ++i) {
    const bool again = i > 0 && wire.terminals[i].node == wire.terminals[i - 1].node;
    if (!again) name += (i == 0 ? " " : " - ") + node_name(wire.terminals[i].node);
  }
  return name;
}

bool goes_on(const WireShapes& wire) {
  return wire.terminals.size() < 2 || std::any_of(wire.terminals.begin(), wire.terminals.end(),
                                                  [](const Terminal& terminal) { return terminal.through; });
}

void expect_connected(const WireShapes& wire, Reasons& reasons, Findings& findings) {
  for (const Via& via : wire.vias) {
    const std::uint32_t below = segment_at(wire, via, via.lower);
    const std::uint32_t above = segment_at(wire, via, via.upper);
    add_reasons(reasons, below, above);
    if (via.lower >= via.upper || below == kNoShape || above == kNoShape) {
      findings.add("open", [&] {
        return fmt::format("the via of {} at x {}, y {} is not on the wire's metal on layers {} and {}",
                           wire_name(wire), via.x, via.y, via.lower, via.upper);
      });
    }
  }
  for (const Terminal& terminal : wire.terminals) {
    reasons.push_back(piece_at(wire, terminal));
    if (reasons.back() == kNoShape) {
      findings.add("open", [&] {
        return fmt::format("{} does not reach its terminal at x {}, y {}, layer {}", wire_name(wire), terminal.x,
                           terminal.y, terminal.layer);
      });
    }
  }
  if (!is_whole(wire, reasons)) {
    findings.add("open", [&] { return wire_name(wire) + " falls into pieces"; });
  }
}

}  // namespace cutline::checking
