// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/measure/package_measures.hpp"
#include "cutline/detail/technology/packages.hpp"
#include "layout/bands.hpp"

namespace cutline {

/// How the modules of one level tile the grid. A module at the grid's end may be partial.
struct ModuleGrid {
  std::array<std::uint32_t, 3> cells{};  ///< of a whole module
  GridSize modules;                      ///< how many along each axis
  std::uint32_t module_of(Axis axis, std::uint32_t slot) const { return slot / cells[index(axis)]; }
  Cell module_of(const Cell& cell) const;
  bool same_module(const Cell& a, const Cell& b) const { return module_of(a) == module_of(b); }
  bool operator==(const ModuleGrid&) const = default;
};

/// The module grid of each level, in the order of the levels.
std::vector<ModuleGrid> module_grids(const Packages& packages, const GridSize& grid);

/// The unit cells left free before each slot of an axis, between modules: the spacing, rounded up to whole cells. Where
/// modules of several levels end, their spacings add up. Throws a limit error past 10^9 cells. Empty: none.
std::vector<std::uint32_t> module_gaps(const Packages& packages, const GridSize& grid, Axis axis, double cell_nm);

/// The module edges that a link crosses. `level` is that of the innermost module that holds both its ends; on each
/// level below, the link crosses from one module to another once.
struct LinkCrossings {
  std::size_t level = 0;
  Time delay;          ///< PHYs and media of all crossings, with the flight over carried lengths
  double carried = 0;  ///< length that media with a time of flight carry; in the unit of Crossings
  std::optional<double> energy_pj_per_bit = 0;  ///< absent: unknown for some crossing
  bool operator==(const LinkCrossings&) const = default;
};

/// Finds the crossings of any link of a layout. Lengths are in nanometres, in the unit technology in wire pitches.
/// Keeps references to its arguments.
class Crossings {
 public:
  Crossings(const Layout& layout, const Packages& packages);
  const std::vector<ModuleGrid>& grids() const { return grids_; }
  const PackageLevel& level(std::size_t number) const { return packages_[number]; }
  /// The crossings of a link that leaves `from` along x, then goes along y, then z, as far as its ends differ. The ways
  /// that media carry are `stretch` times as long as in the layout, for a link whose own length is. Cost: O(levels).
  LinkCrossings of(const Cell& from, const Cell& to, double stretch = 1) const;
  /// Unit cells along each axis from the edge of one end's module to that of the other end's; requires ends in
  /// different modules of the level. Where a link turns, it is followed to the near side of the routing channel that it
  /// turns in.
  WireRun edge_to_edge(std::size_t level, const Cell& from, const Cell& to) const;
  /// The length of the way from edge to edge that the level's medium carries: all of it, less the part between the
  /// edges of the level above where the link crosses those too.
  double carried_way(std::size_t level, const Cell& from, const Cell& to) const;
  /// The medium that a link of this length from edge to edge takes: the first that reaches over the length and its own
  /// slack. Null where none does, or where the level has no media, so that any length will do.
  const EdgeMedium* medium(std::size_t level, double length) const;
  const std::vector<EdgeMedium>& media(std::size_t level) const { return packages_[level].edge.media; }
  bool reaches(std::size_t level, double length) const;

 private:
  const Layout& layout_;
  const Packages& packages_;
  std::vector<ModuleGrid> grids_;
};

/// The time that a signal takes over a medium's way and slack; zero where the medium has no time of flight.
Time flight_time(const EdgeMedium& medium, double way_nm);

/// The way of a link with its crossings, from its span in node pitches and the run of its longest wire: span, length
/// and pitches without the share that media carry.
LinkWay link_way(double span, const WireRun& routed, const LinkCrossings& crossings, const LayoutRules& rules);

/// Measures the whole hierarchy. Counts by pattern: straight parts once for all bands of modules whose lines have the
/// same patterns, bent links one by one. `sites` is what stands in each cell, as nodes_by_cell() gives it; empty:
/// something everywhere. Modules of empty cells alone do not count. Throws a limit error past 2^22 modules of a level.
///
/// Cost for each level: O(parts of the distinct bands + lines + modules + bent links + cells of `sites`).
PackageMeasures measure_packages(const Layout& layout, const Packages& packages,
                                 const std::vector<std::uint64_t>& sites = {});

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
