// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstddef>

#include "check_line.hpp"
#include "cutline/base/error.hpp"

namespace cutline::checking {
namespace {

using Mask = std::uint64_t;

bool touch(const Segment& a, const Segment& b) {
  return a.plane == b.plane && a.layer == b.layer && a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

/// The wire's segments that have metal in a cell of some layers of a plane.
Mask segments_at(const WireShapes& wire, std::uint32_t plane, std::int64_t x, std::int64_t y, int lower, int upper) {
  Mask mask = 0;
  for (std::size_t i = 0; i < wire.segments.size(); ++i) {
    const Segment& s = wire.segments[i];
    const bool here = s.plane == plane && s.x0 <= x && x <= s.x1 && s.y0 <= y && y <= s.y1;
    if (here && lower <= s.layer && s.layer <= upper) mask |= Mask{1} << i;
  }
  return mask;
}

/// The metal at a terminal: segments, or posts, which count after the segments.
Mask metal_at(const WireShapes& wire, const Terminal& terminal) {
  const std::uint32_t plane = terminal.node[Axis::z];
  if (terminal.layer != kPostLayer)
    return segments_at(wire, plane, terminal.x, terminal.y, terminal.layer, terminal.layer);
  Mask mask = 0;
  for (std::size_t i = 0; i < wire.posts.size(); ++i) {
    const Post& post = wire.posts[i];
    const bool ends_here = plane == post.z0 || plane == post.z1;
    if (ends_here && post.x == terminal.x && post.y == terminal.y) mask |= Mask{1} << (wire.segments.size() + i);
  }
  return mask;
}

/// What the box joins that the wire passes through; nothing where it passes through none.
Mask joined_in_box(const WireShapes& wire) {
  const Terminal* first = nullptr;
  for (const Terminal& terminal : wire.terminals) {
    if (!terminal.through) continue;
    if (first != nullptr && first->node == terminal.node) return metal_at(wire, *first) | metal_at(wire, terminal);
    first = &terminal;
  }
  return 0;
}

/// The segments and posts that hang together with the first one.
Mask reached_from_first(const WireShapes& wire) {
  const Mask in_box = joined_in_box(wire);
  Mask reached = 1;
  for (Mask before = 0; before != reached;) {
    before = reached;
    for (std::size_t i = 0; i < wire.segments.size(); ++i) {
      for (std::size_t j = 0; j < wire.segments.size(); ++j) {
        if ((reached >> i & 1) != 0 && touch(wire.segments[i], wire.segments[j])) reached |= Mask{1} << j;
      }
    }
    for (const Via& via : wire.vias) {
      const Mask joined = segments_at(wire, via.plane, via.x, via.y, via.lower, via.upper);
      if ((joined & reached) != 0) reached |= joined;
    }
    if ((in_box & reached) != 0) reached |= in_box;
  }
  return reached;
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

void expect_connected(const WireShapes& wire, Findings& findings) {
  const std::size_t pieces = wire.segments.size() + wire.posts.size();
  CUTLINE_EXPECT(pieces <= 64);
  for (const Via& via : wire.vias) {
    const bool below = segments_at(wire, via.plane, via.x, via.y, via.lower, via.lower) != 0;
    const bool above = segments_at(wire, via.plane, via.x, via.y, via.upper, via.upper) != 0;
    if (via.lower >= via.upper || !below || !above) {
      findings.add("open", [&] {
        return fmt::format("the via of {} at x {}, y {} is not on the wire's metal on layers {} and {}",
                           wire_name(wire), via.x, via.y, via.lower, via.upper);
      });
    }
  }
  for (const Terminal& terminal : wire.terminals) {
    if (metal_at(wire, terminal) == 0) {
      findings.add("open", [&] {
        return fmt::format("{} does not reach its terminal at x {}, y {}, layer {}", wire_name(wire), terminal.x,
                           terminal.y, terminal.layer);
      });
    }
  }
  const Mask all = pieces == 0 ? 0 : ~Mask{0} >> (64 - pieces);
  if (all == 0 || reached_from_first(wire) != all) {
    findings.add("open", [&] { return wire_name(wire) + " falls into pieces"; });
  }
}

}  // namespace cutline::checking
