// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <tuple>

#include "cutline/base/error.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/layout/shapes.hpp"

namespace cutline {

namespace {

bool is_blocked(const BlockedCells& cells, int layer, std::int64_t x0, std::int64_t y0, std::int64_t x1,
                std::int64_t y1) {
  return cells.layers[static_cast<std::size_t>(layer)] && x0 <= cells.x1 && cells.x0 <= x1 && y0 <= cells.y1 &&
         cells.y0 <= y1;
}

/// Whether some metal of the wire, with the stacks below its terminals, lies in blocked cells.
bool meets(const BlockedCells& cells, const WireShapes& wire) {
  for (const Segment& s : wire.segments) {
    if (is_blocked(cells, s.layer, s.x0, s.y0, s.x1, s.y1)) return true;
  }
  const auto stack_meets = [&](std::int64_t x, std::int64_t y, int lower, int upper) {
    for (int layer = lower; layer <= upper; ++layer) {
      if (is_blocked(cells, layer, x, y, x, y)) return true;
    }
    return false;
  };
  for (const Via& via : wire.vias) {
    if (stack_meets(via.x, via.y, via.lower, via.upper)) return true;
  }
  return std::any_of(wire.terminals.begin(), wire.terminals.end(),
                     [&](const Terminal& terminal) { return stack_meets(terminal.x, terminal.y, 0, terminal.layer); });
}

class RoomFinder {
 public:
  explicit RoomFinder(const Layout& layout) : layout_(layout) {}

  /// Why a wire of a part has no place on its line; nothing where it has a track and all its terminals.
  std::optional<NoRoom> lacks(Axis axis, std::uint32_t line, std::size_t part, std::uint32_t wire) const {
    const Pattern& pattern = layout_.wiring.pattern(axis, line);
    for (const PartSide side : {PartSide::lo, PartSide::hi}) {
      if (is_crossing(pattern.end(part, side))) continue;
      const std::uint32_t place = (side == PartSide::lo ? pattern.lo_terminal : pattern.hi_terminal)[part] + wire;
      if (place >= terminal_room(layout_, axis, slot_of(pattern.end(part, side)))) return NoRoom::terminal;
    }
    if (layout_.wiring.kinds[pattern.kind[part]].taps && !taps_fit(axis, pattern, part, wire)) return NoRoom::terminal;
    const Axis across = axis == Axis::x ? Axis::y : Axis::x;
    const std::uint32_t slot = cell_on_line(layout_.wiring.grid, axis, line, 0)[across];
    if (pattern.track_of(part, wire) >= layout_.positions[index(across)].channel[slot]) return NoRoom::track;
    return std::nullopt;
  }

  /// Whether no track could help the wire: its terminals themselves stand in blocked cells.
  bool terminals_blocked(const WireShapes& wire) const { return is_in_the_way({.terminals = wire.terminals}); }
  bool is_in_the_way(const WireShapes& wire) const {
    const auto& blocked = layout_.rules.given->blocked;
    return std::any_of(blocked.begin(), blocked.end(), [&](const BlockedCells& cells) { return meets(cells, wire); });
  }

 private:
  bool taps_fit(Axis axis, const Pattern& pattern, std::size_t part, std::uint32_t wire) const {
    for (std::uint32_t slot = slot_of(pattern.lo[part]) + 1; slot < slot_of(pattern.hi[part]); ++slot) {
      const std::int64_t first =
          tap_position(layout_, axis, pattern, part, slot, 0) - terminal_start(layout_, axis, pattern, slot);
      if (first + wire >= terminal_room(layout_, axis, slot)) return false;
    }
    return true;
  }

  const Layout& layout_;
};

void find_straight(const Layout& layout, const RoomFinder& finder, Unrouted& unrouted) {
  WireShapes shapes;
  for (const Axis axis : {Axis::x, Axis::y}) {
    for (std::uint32_t line = 0; line < layout.lines(axis).pattern_of_line.size(); ++line) {
      const Pattern& pattern = layout.wiring.pattern(axis, line);
      for (std::uint32_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        for (std::uint32_t wire = 0; wire < layout.wiring.kinds[pattern.kind[part]].wires; ++wire) {
          std::optional<NoRoom> why = finder.lacks(axis, line, part, wire);
          if (!layout.rules.given->blocked.empty()) {
            part_shapes(layout, axis, line, part, wire, shapes);
            if (why ? finder.terminals_blocked(shapes) : finder.is_in_the_way(shapes)) why = NoRoom::blocked;
          }
          if (why) unrouted.straight.push_back({axis, line, part, wire, *why});
        }
      }
    }
  }
}

void find_bent(const Layout& layout, const RoomFinder& finder, Unrouted& unrouted) {
  WireShapes shapes;
  for (std::uint32_t number = 0; number < layout.wiring.joints.size(); ++number) {
    const Joint& joint = layout.wiring.joints[number];
    for (std::uint32_t wire = 0; wire < layout.wiring.kind(joint).wires; ++wire) {
      std::optional<NoRoom> why;
      for (const Axis axis : {Axis::x, Axis::y}) {
        if (!why) why = finder.lacks(axis, joint.line[index(axis)], joint.part[index(axis)], wire);
      }
      if (!layout.rules.given->blocked.empty()) {
        joint_shapes(layout, joint, wire, shapes);
        if (why ? finder.terminals_blocked(shapes) : finder.is_in_the_way(shapes)) why = NoRoom::blocked;
      }
      if (why) unrouted.bent.push_back({number, wire, *why});
    }
  }
}

/// All parts that unrouted wires have, in the order of lines.
std::vector<UnroutedWire> parts_of(const Layout& layout, const Unrouted& unrouted) {
  std::vector<UnroutedWire> parts = unrouted.straight;
  for (const UnroutedBend& bend : unrouted.bent) {
    const Joint& joint = layout.wiring.joints[bend.joint];
    for (const Axis axis : {Axis::x, Axis::y})
      parts.push_back({axis, joint.line[index(axis)], joint.part[index(axis)], bend.wire, bend.why});
  }
  std::sort(parts.begin(), parts.end(), [](const UnroutedWire& a, const UnroutedWire& b) {
    return std::tie(a.axis, a.line, a.part, a.wire) < std::tie(b.axis, b.line, b.part, b.wire);
  });
  return parts;
}

}  // namespace

std::uint32_t Unrouted::next(Axis axis, std::uint32_t line, std::uint32_t part, std::uint32_t wire) const {
  const auto key = [](const UnroutedWire& w) { return std::tuple(w.axis, w.line, w.part, w.wire); };
  const auto found = std::lower_bound(straight.begin(), straight.end(), std::tuple(axis, line, part, wire),
                                      [&](const UnroutedWire& w, const auto& wanted) { return key(w) < wanted; });
  const bool of_link =
      found != straight.end() && std::tuple(found->axis, found->line, found->part) == std::tuple(axis, line, part);
  return of_link ? found->wire : kNoWire;
}

std::uint32_t Unrouted::next_bend(std::uint32_t joint, std::uint32_t wire) const {
  const auto key = [](const UnroutedBend& b) { return std::pair(b.joint, b.wire); };
  const auto found = std::lower_bound(bent.begin(), bent.end(), std::pair(joint, wire),
                                      [&](const UnroutedBend& b, const auto& wanted) { return key(b) < wanted; });
  return found != bent.end() && found->joint == joint ? found->wire : kNoWire;
}

Unrouted find_unrouted(const Layout& layout) {
  CUTLINE_EXPECT(layout.rules.given != nullptr && layout.wiring.grid[Axis::z] == 1);
  const RoomFinder finder(layout);
  Unrouted unrouted;
  find_straight(layout, finder, unrouted);
  find_bent(layout, finder, unrouted);
  unrouted.parts = parts_of(layout, unrouted);
  return unrouted;
}

}  // namespace cutline
