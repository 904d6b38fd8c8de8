// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "cutline/measure/packages.hpp"

namespace cutline {

/// The part of a link on one line, with the link's ends: it leaves `from` along x, then goes along y, then z.
struct PackageLeg {
  Axis axis = Axis::x;
  std::uint32_t line = 0;
  Cell from, to;  ///< of the link
};

/// The ends of a straight part, on the first line of the axis.
inline std::array<Cell, 2> part_ends(Axis axis, const Pattern& pattern, std::size_t part) {
  std::array<Cell, 2> ends;
  ends[0].at[index(axis)] = slot_of(pattern.lo[part]);
  ends[1].at[index(axis)] = slot_of(pattern.hi[part]);
  return ends;
}

inline std::uint32_t wires_of(const Layout& layout, const Pattern& pattern, std::size_t part) {
  return layout.wiring.kinds[pattern.kind[part]].wires;
}

/// Calls visit(leg) for each line that the link runs on.
template <class Visit>
void for_each_leg(const GridSize& grid, const Cell& from, const Cell& to, const Visit& visit) {
  for (const Axis axis : kAxes) {
    if (from[axis] == to[axis]) continue;
    Cell turn = from;
    for (const Axis before : kAxes) {
      if (before < axis) turn.at[index(before)] = to[before];
    }
    visit(PackageLeg{axis, static_cast<std::uint32_t>(line_of(grid, axis, turn)), from, to});
  }
}

/// Calls visit(first, last) for each range of cuts that the leg crosses within a module of the level that holds one of
/// the link's ends; at most two ranges, which do not overlap.
template <class Visit>
void for_each_range_inside(const ModuleGrid& grid, const PackageLeg& leg, const Visit& visit) {
  bool with_from = true, with_to = true;
  for (const Axis other : kAxes) {
    const bool same = grid.module_of(other, leg.from[other]) == grid.module_of(other, leg.to[other]);
    if (other < leg.axis) with_from = with_from && same;
    if (other > leg.axis) with_to = with_to && same;
  }
  const std::uint32_t from = leg.from[leg.axis], to = leg.to[leg.axis];
  const std::uint32_t cells = grid.cells[index(leg.axis)];
  const auto within = [&](std::uint32_t slot) {
    const std::uint32_t begin = slot / cells * cells;
    const std::uint32_t first = std::max(std::min(from, to), begin) + 1;
    const std::uint64_t last = std::min<std::uint64_t>(std::max(from, to), std::uint64_t{begin} + cells - 1);
    if (first <= last) visit(first, static_cast<std::uint32_t>(last));
  };
  if (with_from) within(from);
  const bool apart = from / cells != to / cells;
  if (with_to && (apart || !with_from)) within(to);
}

}  // namespace cutline
