// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "check_line.hpp"

namespace cutline::checking {
namespace {

bool touch(const Segment& a, const Segment& b) {
  return a.layer == b.layer && a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

/// Whether a segment has metal in a cell of some layers.
bool is_at(const Segment& s, std::int64_t x, std::int64_t y, int lower, int upper) {
  return s.x0 <= x && x <= s.x1 && s.y0 <= y && y <= s.y1 && lower <= s.layer && s.layer <= upper;
}

bool has_metal_at(const WireShapes& wire, std::int64_t x, std::int64_t y, int layer) {
  return std::any_of(wire.segments.begin(), wire.segments.end(),
                     [&](const Segment& s) { return is_at(s, x, y, layer, layer); });
}

bool hang_together(const WireShapes& wire, const Segment& a, const Segment& b) {
  if (touch(a, b)) return true;
  return std::any_of(wire.vias.begin(), wire.vias.end(), [&](const Via& via) {
    return is_at(a, via.x, via.y, via.lower, via.upper) && is_at(b, via.x, via.y, via.lower, via.upper);
  });
}

/// Every segment hangs together with one before it, as their order promises: so all do. The nearest are tried first.
bool is_whole(const WireShapes& wire) {
  const std::vector<Segment>& segments = wire.segments;
  for (std::size_t i = 1; i < segments.size(); ++i) {
    std::size_t before = i;
    while (before > 0 && !hang_together(wire, segments[i], segments[before - 1])) --before;
    if (before == 0) return false;
  }
  return !segments.empty();
}

}  // namespace

std::string node_name(const Cell& node) { return fmt::format("({}, {})", node[Axis::x], node[Axis::y]); }

std::string wire_name(const WireShapes& wire) {
  std::string name = fmt::format("wire {} of link", wire.wire);
  for (std::size_t i = 0; i < wire.terminals.size(); ++i) {
    name += (i == 0 ? " " : " - ") + node_name(wire.terminals[i].node);
  }
  return name;
}

void expect_connected(const WireShapes& wire, Findings& findings) {
  for (const Via& via : wire.vias) {
    const bool below = has_metal_at(wire, via.x, via.y, via.lower);
    const bool above = has_metal_at(wire, via.x, via.y, via.upper);
    if (via.lower >= via.upper || !below || !above) {
      findings.add("open", [&] {
        return fmt::format("the via of {} at x {}, y {} is not on the wire's metal on layers {} and {}",
                           wire_name(wire), via.x, via.y, via.lower, via.upper);
      });
    }
  }
  for (const Terminal& terminal : wire.terminals) {
    if (!has_metal_at(wire, terminal.x, terminal.y, terminal.layer)) {
      findings.add("open", [&] {
        return fmt::format("{} does not reach its terminal at x {}, y {}, layer {}", wire_name(wire), terminal.x,
                           terminal.y, terminal.layer);
      });
    }
  }
  if (!is_whole(wire)) {
    findings.add("open", [&] { return wire_name(wire) + " falls into pieces"; });
  }
}

}  // namespace cutline::checking
