// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cutline/base/integers.hpp"
#include "cutline/base/quantity.hpp"
#include "cutline/geometry/cell.hpp"
#include "cutline/geometry/span.hpp"
#include "cutline/measure/measures.hpp"

namespace cutline {

/// What a link leaves to the wires' delay model, and what comes on top.
struct LinkWay {
  double span = 0;    ///< in node pitches; of a link that media carry, in proportion to the rest of its way
  double length = 0;  ///< of its longest wire, without what media carry; the unit of Crossings
  double pitches = 0;
  Time fixed;  ///< of its crossings
  friend bool operator==(const LinkWay&, const LinkWay&) = default;
};

/// The links that one medium carries over the edges of one level.
struct MediumUse {
  std::string name;
  std::uint64_t links = 0;
  std::uint64_t wires = 0;
  double longest = 0;  ///< routed wire, from terminal to terminal; the unit of Crossings
  double total = 0;    ///< carried of the links, way and slack, each once however many its wires
  double carried = 0;  ///< the most of one link, way and slack
  Length reach{kUnlimited};
  Time delay_max;  ///< of the medium alone: both ends and the flight, of the slowest
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
  /// Under every delay that grows with length, one of these is the slowest.
  std::vector<LinkWay> slowest;
  bool operator==(const LevelLengths&) const = default;
};

/// The faces of a module's box.
enum class Face : std::uint8_t { left, right, bottom, top, below, above };
inline constexpr std::array<const char*, 6> kFaceNames = {"left", "right", "bottom", "top", "below", "above"};

/// The pins of one module that links need, and those left for them.
struct PinsUsed {
  double needed = 0, offered = kUnlimited;
  /// Of one pin where none is offered, so that nothing is divided by zero.
  double fraction() const { return needed / (offered > 1 ? offered : 1); }
  bool operator==(const PinsUsed&) const = default;
};

/// The area that PHYs take of a module: the largest, and the largest share.
struct PhyArea {
  double mm2_max = 0, fraction_max = 0;
  bool operator==(const PhyArea&) const = default;
};

/// Wires side by side on a level's own wiring, per millimetre, and as many as it offers.
struct WiresUsed {
  double per_mm = 0;
  double offered_per_mm = kUnlimited;
  bool operator==(const WiresUsed&) const = default;
};

/// What a level has in metres.
struct LevelMetres {
  double pins_per_mm = 0;                                    ///< of circumference, where most
  double bandwidth_gbyte_per_s_per_mm_offered = kUnlimited;  ///< by a mm of circumference
  double longest_crossing_mm = 0;
  std::optional<PhyArea> phy;
  std::optional<WiresUsed> wires;  ///< on the level's own wiring, where the share used is largest
  bool operator==(const LevelMetres&) const = default;
};

/// What the modules of one level carry over their edges and within, and what they offer.
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
  std::optional<CrossingEnergy> energy = CrossingEnergy{};  ///< absent: not known of every crossing
  bool operator==(const PackageMeasures&) const = default;
};

}  // namespace cutline
