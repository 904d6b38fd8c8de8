// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/measure/measures.hpp"

namespace cutline {

/// The way of a link for which the delay model of wires gives the delay, and the fixed delay that is added to it.
struct LinkWay {
  double span = 0;    ///< in node pitches; where media carry a part of the way, in proportion to the rest
  double length = 0;  ///< of its longest wire, without the part that media carry; in the unit of Crossings
  double pitches = 0;
  Time fixed;  ///< of its crossings
  friend bool operator==(const LinkWay&, const LinkWay&) = default;
};

/// The links that one medium carries over the edges of one level.
struct MediumUse {
  std::string name;
  std::uint64_t links = 0;
  std::uint64_t wires = 0;
  double longest = 0;  ///< routed wire, from terminal to terminal; in the unit of Crossings
  double total = 0;    ///< carried length, way and slack, summed over links; a link counts once, not once a wire
  double carried = 0;  ///< the greatest carried length of one link, way and slack
  Length reach{kUnlimited};
  Time delay_max;  ///< of the medium alone, its two ends and the flight, for the slowest link
  bool operator==(const MediumUse&) const = default;
};

/// The links whose innermost common module is of one level: how many and how long. Routed lengths are of wires.
struct LevelLengths {
  std::uint64_t links = 0;
  Span longest_span;
  std::int64_t longest_pitches = 0;
  Int128 total_pitches = 0;
  double mean_pitches = 0;
  WireMillimetres mm;  ///< zero without links, and in the unit technology
  Time delay_max;      ///< fixed delay of the slowest of them, PHYs and media
  /// The ways among which the slowest link is found, under any delay that grows with length.
  std::vector<LinkWay> slowest;
  bool operator==(const LevelLengths&) const = default;
};

/// The faces of a module's box.
enum class Face : std::uint8_t { left, right, bottom, top, below, above };
inline constexpr std::array<const char*, 6> kFaceNames = {"left", "right", "bottom", "top", "below", "above"};

/// The pins of one module that links need, and those left for them.
struct PinsUsed {
  double needed = 0, offered = kUnlimited;
  /// The share used. An offer of no pin counts as one pin, so that nothing is divided by zero.
  double fraction() const { return needed / (offered > 0 ? offered : 1); }
  bool operator==(const PinsUsed&) const = default;
};

/// The area that PHYs take of a module: the largest, and the largest share.
struct PhyArea {
  double mm2_max = 0, fraction_max = 0;
  bool operator==(const PhyArea&) const = default;
};

/// Wires side by side on a level's own wiring, per millimetre, and the number that it offers.
struct WiresUsed {
  double per_mm = 0;
  double offered_per_mm = kUnlimited;
  bool operator==(const WiresUsed&) const = default;
};

/// The measures of a level that need a technology in metres.
struct LevelMetres {
  double pins_per_mm = 0;                                    ///< of circumference, of the module with the most
  double bandwidth_gbyte_per_s_per_mm_offered = kUnlimited;  ///< per mm of circumference
  double longest_crossing_mm = 0;
  std::optional<PhyArea> phy;
  std::optional<WiresUsed> wires;  ///< on the level's own wiring, where the share used is largest
  bool operator==(const LevelMetres&) const = default;
};

/// The links and wires of the modules of one level, over their edges and within, and the room that the level offers.
///
/// Pins of a module: wires of the links with exactly one end in it. Wires over its edge: all that cross its faces along
/// their routes; a wire that passes through counts at each face that it crosses. A wire runs on the wiring of the
/// innermost level that has, at that place, a module with one of the link's ends in it.
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
  double other_pins = 0;  ///< pins of every module that carry no links
  Int128 pins_total = 0;
  std::int64_t wires_max = 0;
  Cell wires_module;
  std::array<std::int64_t, 6> face_wires_max{};  ///< by Face
  PinsUsed pins;                                 ///< of the module whose share used is largest
  std::optional<LevelMetres> metres;             ///< absent in the unit technology
  // From edge to edge:
  std::int64_t longest_crossing_pitches = 0;
  std::vector<MediumUse> media;  ///< those of the level's edge, in order
  std::uint64_t over_reach = 0;  ///< links that no medium reaches
  std::uint64_t wires_over_reach = 0;
  Length reach_max{kUnlimited};  ///< of the farthest medium
  // Within:
  std::int64_t cut_wires_max = 0;  ///< on the level's own wiring, over a cut through one module
  bool operator==(const LevelMeasures&) const = default;
};

/// Energy of a bit at the edges that a link crosses, over all links.
struct CrossingEnergy {
  double max_pj_per_bit = 0, mean_pj_per_bit = 0;
  bool operator==(const CrossingEnergy&) const = default;
};

/// The whole hierarchy, and sums over all links.
struct PackageMeasures {
  std::vector<LevelMeasures> levels;                        ///< innermost first
  Time delay_max, delay_mean;                               ///< of a link's crossings, over all links
  std::optional<CrossingEnergy> energy = CrossingEnergy{};  ///< absent: not known for every crossing
  bool operator==(const PackageMeasures&) const = default;
};

}  // namespace cutline
