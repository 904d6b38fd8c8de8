// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layout/bands.hpp"
#include "measure/packages.hpp"

namespace cutline {

/// The part of a link on one line, with the link's ends: it leaves `from` along x, then goes along y, then z.
struct PackageLeg {
  Axis axis = Axis::x;
  std::uint32_t line = 0;
  Cell from, to;  ///< of the link
};

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

/// Counts of one band, which is all lines of an axis that run through the same modules. One entry a module along the
/// axis.
struct BandCounts {
  std::vector<std::int64_t> ends;  ///< wires of straight links that have one end in the module
  std::vector<std::int64_t> over;  ///< wires over the module's upper face
  std::int64_t cut_wires_max = 0;  ///< wires on the level's own wiring over the densest cut
};

/// The bands of one axis at one level; equal ones share their counts. Band number: the modules' coordinates off the
/// axis, the lower axis fastest.
struct Bands {
  std::vector<std::uint32_t> type_of_band;
  std::vector<BandCounts> types;
  const BandCounts& operator[](std::size_t band) const { return types[type_of_band[band]]; }
};

/// Counts the bands of an axis at a level. Bands whose lines have the same patterns, without bent links, are counted
/// once.
Bands count_bands(const Layout& layout, const std::vector<ModuleGrid>& grids, std::size_t level, Axis axis);

/// Fills the measures that belong to single links: lengths by level, crossings from edge to edge, delays and energies.
/// Takes straight links once for all lines of a pattern, bent links one by one. Cost: O((parts of distinct patterns +
/// bent links) x levels).
void measure_crossings(const Layout& layout, const Crossings& crossings, PackageMeasures& measures);

}  // namespace cutline
