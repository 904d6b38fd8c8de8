// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "check_line.hpp"

namespace cutline::checking {

namespace {

/// A piece of a wire's metal on one layer.
struct Piece {
  int layer = 0;
  std::int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

std::vector<Piece> pieces_of(const WireShapes& wire) {
  std::vector<Piece> pieces;
  for (const Segment& s : wire.segments) pieces.push_back({s.layer, s.x0, s.y0, s.x1, s.y1});
  const auto add_stack = [&](std::int64_t x, std::int64_t y, int from, int to) {
    for (int layer = from; layer <= to; ++layer) pieces.push_back({layer, x, y, x, y});
  };
  for (const Via& via : wire.vias) add_stack(via.x, via.y, via.lower, via.upper);
  for (const Terminal& terminal : wire.terminals) add_stack(terminal.x, terminal.y, 0, terminal.layer);
  return pieces;
}

bool overlap(const Piece& piece, const BlockedCells& cells) {
  const bool apart = piece.x1 < cells.x0 || cells.x1 < piece.x0 || piece.y1 < cells.y0 || cells.y1 < piece.y0;
  return !apart && cells.layers.at(static_cast<std::size_t>(piece.layer));
}

}  // namespace

std::pair<const UnroutedWire*, const UnroutedWire*> unrouted_on_line(const Unrouted& unrouted, Axis axis,
                                                                     std::uint32_t line) {
  const UnroutedWire* const begin = unrouted.parts.data();
  const auto before = [](const UnroutedWire& wire, const std::pair<Axis, std::uint32_t>& of) {
    return std::pair(wire.axis, wire.line) < of;
  };
  const UnroutedWire* const end = begin + unrouted.parts.size();
  return {std::lower_bound(begin, end, std::pair(axis, line), before),
          std::lower_bound(begin, end, std::pair(axis, line + 1), before)};
}

void expect_on_die(const Layout& layout, Findings& findings) {
  if (layout.rules.given == nullptr) return;
  const GivenSlots& given = *layout.rules.given;
  for_each_wire(layout, [&](const WireShapes& wire) {
    for (const Piece& piece : pieces_of(wire)) {
      if (piece.x0 < 0 || piece.y0 < 0 || piece.x1 >= given.total[0] || piece.y1 >= given.total[1]) {
        findings.add(
            "die", [&] { return fmt::format("{} leaves the die at x {}, y {}", wire_name(wire), piece.x1, piece.y1); });
      }
      const auto blocked = [&](const BlockedCells& cells) { return overlap(piece, cells); };
      if (std::any_of(given.blocked.begin(), given.blocked.end(), blocked)) {
        findings.add("blocked", [&] {
          return fmt::format("{} runs over blocked cells of layer {} near x {}, y {}", wire_name(wire), piece.layer,
                             piece.x0, piece.y0);
        });
      }
    }
  });
}

}  // namespace cutline::checking
