// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cutline/base/integers.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/layout/runs.hpp"
#include "cutline/technology/packages.hpp"

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

/// One entry a level.
std::vector<ModuleGrid> module_grids(const Packages& packages, const GridSize& grid);

/// The unit cells left free before each slot of an axis, between modules: the spacing, rounded up to whole cells; where
/// modules of several levels end, their spacings add up. Empty: none.
std::vector<std::uint32_t> module_gaps(const Packages& packages, const GridSize& grid, Axis axis, double cell_nm);

/// The module edges that a link crosses. `level` is that of the innermost module that holds both its ends; on each
/// level below, the link crosses from one module to another once.
struct LinkCrossings {
  std::size_t level = 0;
  Time delay;          ///< PHYs and media of all crossings, with the flight of what they carry
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
  /// The crossings of a link that leaves `from` along x, then goes along y, then z, as far as its ends differ. Cost:
  /// O(levels).
  LinkCrossings of(const Cell& from, const Cell& to) const;
  /// Unit cells along each axis from the edge of one end's module to that of the other end's; requires ends in
  /// different modules of the level. Where a link turns, it is followed to the near side of the routing channel that it
  /// turns in.
  WireRun edge_to_edge(std::size_t level, const Cell& from, const Cell& to) const;
  /// The length of that way that the level's medium carries: all of it, less the part between the edges of the level
  /// above where the link crosses those too.
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

/// Time that a medium takes for a way and its slack; zero without a time of flight.
Time flight_time(const EdgeMedium& medium, double way_nm);

/// The part of a link that is left to the wires' delay model, and the fixed delay of the rest.
struct LinkWay {
  double span = 0;    ///< node pitches; where media carry the link, scaled by the share of its length that they leave
  double length = 0;  ///< of its longest wire, without the length that media carry; in the unit of Crossings
  double pitches = 0;
  Time fixed;  ///< of its crossings
  bool operator==(const LinkWay&) const = default;
};
LinkWay link_way(double span, const WireRun& routed, const LinkCrossings& crossings, const LayoutRules& rules);

/// The links that one medium carries over the edges of one level.
struct MediumUse {
  std::string name;
  std::uint64_t links = 0;
  std::uint64_t wires = 0;
  double longest = 0;  ///< routed wire, from terminal to terminal; the unit of Crossings
  double total = 0;    ///< carried over all links, each once, with slack; in the unit of Crossings
  double carried = 0;  ///< the same for the link of which most is carried
  std::optional<Length> reach;
  Time delay_max;  ///< of the slowest link in the medium alone: both ends and the flight
  bool operator==(const MediumUse&) const = default;
};

/// The links whose innermost common module is of one level: how many and how long. Routed lengths are of wires.
struct LevelLengths {
  std::uint64_t links = 0;
  Span longest_span;
  std::int64_t longest_pitches = 0;
  Int128 total_pitches = 0;
  double mean_pitches = 0;
  std::optional<double> longest_mm, mean_mm, total_mm;
  Time delay_max;  ///< fixed delay of the slowest of them, PHYs and media
  /// For every delay that grows with length, the slowest link is one of these.
  std::vector<LinkWay> slowest;
  bool operator==(const LevelLengths&) const = default;
};

/// The faces of a module's box.
enum class Face : std::uint8_t { left, right, bottom, top, below, above };
inline constexpr std::array<const char*, 6> kFaceNames = {"left", "right", "bottom", "top", "below", "above"};

/// The wires that the modules of one level carry inside and over their edges, and the resources that they offer.
///
/// Pins of a module: wires of the links with exactly one end in it. Wires over its edge: all that cross its faces along
/// their routes, those that pass through counted at each face they cross. A wire runs on the wiring of the innermost
/// level that has, at that place, a module with one of the link's ends in it.
struct LevelMeasures {
  std::string name;
  std::uint64_t modules = 0;
  std::uint64_t partial = 0;  ///< modules cut off by the grid's end
  std::array<std::uint32_t, 3> cells{};
  LevelLengths inside;
  // Over the edge:
  std::uint64_t links_crossing = 0;  ///< links with ends in different modules
  std::int64_t pins_max = 0;
  Cell pins_module;       ///< first module with the most
  double other_pins = 0;  ///< of every module, those that carry no links
  Int128 pins_total = 0;
  std::int64_t wires_max = 0;
  Cell wires_module;
  std::array<std::int64_t, 6> face_wires_max{};                    ///< by Face
  std::optional<double> pins_needed, pins_offered, pins_fraction;  ///< of the module that uses the largest share
  std::optional<double> pins_per_mm;                               ///< of circumference, the most of any module
  std::optional<double> bandwidth_gbyte_per_s_per_mm_offered;      ///< by a mm of circumference
  std::optional<double> phy_area_mm2_max, phy_area_fraction;  ///< largest of a module; largest share of a module's area
  // From edge to edge:
  std::int64_t longest_crossing_pitches = 0;
  std::optional<double> longest_crossing_mm;
  std::vector<MediumUse> media;  ///< those of the level's edge, in order
  std::uint64_t over_reach = 0;  ///< links that no medium reaches
  std::uint64_t wires_over_reach = 0;
  std::optional<Length> reach_max;  ///< of the farthest medium; absent: any length
  // Within:
  std::int64_t cut_wires_max = 0;  ///< on the level's own wiring, over a cut through one module
  std::optional<double> wires_per_mm, wires_per_mm_offered, wires_fraction;  ///< where the share used is largest
  bool operator==(const LevelMeasures&) const = default;
};

/// The whole hierarchy, and sums over all links.
struct PackageMeasures {
  std::vector<LevelMeasures> levels;  ///< innermost first
  Time delay_max, delay_mean;         ///< of a link's crossings, over all links
  std::optional<double> energy_max_pj_per_bit = 0, energy_mean_pj_per_bit = 0;  ///< absent: not known of every crossing
  bool operator==(const PackageMeasures&) const = default;
};

/// Counts straight parts once for all bands of modules whose lines hold the same patterns, and bent links one by one.
/// Throws a limit error past 2^22 modules of a level.
///
/// Cost for each level: O(parts of the distinct bands + lines + modules + bent links).
PackageMeasures measure_packages(const Layout& layout, const Packages& packages);

}  // namespace cutline
