// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cutline {

/// Where along a line a part begins or ends. Every slot has five zones, in this order along the line:
///
///   slot s:   | lower terminals | higher terminals | crossing |   slot s + 1: ...
///
/// Terminals of links that go to lower positions stand before those of links that go higher; the crossing is where the
/// routing channel beside this line meets the one across it that belongs to slot s. Where a bent link passes through a
/// slot's box, into or out of a pillar, its terminal is a `through` one: it takes a place in the box but does not
/// belong to the node there. On a pillar a terminal is the end of a post.
enum class Zone : std::uint8_t { lower = 0, lower_through = 1, higher = 2, higher_through = 3, crossing = 4 };
inline constexpr std::uint32_t kZones = 5;

/// The number of a zone of a slot. Stations ascend along the line.
constexpr std::uint32_t station(std::uint32_t slot, Zone zone) {
  return kZones * slot + static_cast<std::uint32_t>(zone);
}
constexpr std::uint32_t slot_of(std::uint32_t station) { return station / kZones; }
constexpr Zone zone_of(std::uint32_t station) { return static_cast<Zone>(station % kZones); }
constexpr bool is_crossing(std::uint32_t station) { return zone_of(station) == Zone::crossing; }
/// A link ends here, at the slot's node.
constexpr bool is_link_end(std::uint32_t station) {
  return zone_of(station) == Zone::lower || zone_of(station) == Zone::higher;
}

/// The properties that all parts of a link share: its class, its width, its wires, its given figures.
struct LinkKind {
  std::uint16_t link_class = 0;
  std::uint8_t channels = 2;
  std::uint32_t width = 1;  ///< in multiples of the channel width
  std::uint32_t wires = 0;  ///< of the whole link; 0 until routed
  bool taps = false;        ///< every node between the ends has a terminal on every wire
  std::uint16_t given = 0;  ///< number of its figures, see GivenLinks::find; 0: none
};

/// How the wires of a link take layer pairs.
struct PairRule {
  std::uint32_t pairs = 1;
  bool one_a_link = false;  ///< all wires of a link on one pair; else the pairs share them

  /// The layer pair of one wire of a bent link, in all its parts: the wires are assigned to the pairs in equal runs
  /// that begin with the pair `first`.
  std::uint8_t of_bent(std::uint8_t first, std::uint32_t wire, std::uint32_t wires) const {
    if (one_a_link) return first;
    return static_cast<std::uint8_t>((first + std::uint64_t{wire} * pairs / wires) % pairs);
  }
};

/// The ends of a part: at its lower and at its higher station.
enum class PartSide : std::uint8_t { lo, hi };

/// The contents of one line, shared by all equal lines: parts of links, and the tracks they run on.
///
/// A part is a closed interval of stations. A straight link is one part, from the higher zone of one slot to the lower
/// zone of another. A bent link has two or three parts, on lines of different axes: where a row's part meets a
/// column's, both end in a crossing; where either meets a pillar's, both end in a terminal of the box that they meet
/// in. Parts are sorted by lo ascending, hi descending, kind, pair; parallel arrays, one entry a part.
struct Pattern {
  std::vector<std::uint32_t> lo;    ///< station
  std::vector<std::uint32_t> hi;    ///< station, > lo
  std::vector<std::uint16_t> kind;  ///< index into the kinds of the layout
  std::vector<std::uint8_t> pair;   ///< of a bent link: the layer pair of its first wires; see PairRule
  // Filled by the router:
  std::vector<std::uint32_t> lo_terminal;  ///< place of the first wire among its slot's terminals; of a crossing: 0
  std::vector<std::uint32_t> hi_terminal;
  std::vector<std::uint32_t> lane;        ///< of each unit of wires_per_unit wires; see pair_of and track_of
  std::vector<std::uint32_t> unit_begin;  ///< first entry of `lane` of each part; empty: one unit a part
  std::uint32_t wires_per_unit = 1;       ///< side by side on one layer pair; all links have multiples of this many
  std::uint8_t pairs = 1;    ///< layer pairs that the wires are assigned to; lane / pairs is a track's place
  std::uint32_t tracks = 0;  ///< wires side by side in the fullest layer pair
  std::uint32_t facing = 0;  ///< wires side by side between neighbours that face; 0: no part faces
  std::vector<std::uint32_t> terminals;  ///< wires that end at each slot, one entry a slot

  std::size_t size() const { return lo.size(); }
  /// Whether the part is one of several that make a link.
  bool is_bent(std::size_t part) const { return !is_link_end(lo[part]) || !is_link_end(hi[part]); }
  /// Whether the part joins neighbouring slots and runs straight from box to box, without a track, on the lowest pair.
  bool is_facing(std::size_t part) const { return facing > 0 && cuts(part) == 1 && !is_bent(part); }
  /// The station of one of the part's ends.
  std::uint32_t end(std::size_t part, PartSide side) const { return side == PartSide::hi ? hi[part] : lo[part]; }
  /// Of a bent part that meets another in a crossing, the side with the terminal.
  PartSide terminal_side(std::size_t part) const { return is_crossing(lo[part]) ? PartSide::hi : PartSide::lo; }
  /// Cuts between its slots that the part crosses.
  std::uint32_t cuts(std::size_t part) const { return slot_of(hi[part]) - slot_of(lo[part]); }
  /// The first unit of a part in `lane`.
  std::size_t first_unit(std::size_t part) const { return unit_begin.empty() ? part : unit_begin[part]; }
  /// The layer pair of one wire of a part.
  std::uint8_t pair_of(std::size_t part, std::uint32_t wire) const {
    return static_cast<std::uint8_t>(lane[first_unit(part) + wire / wires_per_unit] % pairs);
  }
  /// The track of one wire of a part on its layer pair, counted from 0 beside the nodes; of a facing part its place in
  /// the zone of the boxes, counted from 0 at the side away from the routing channel.
  std::uint32_t track_of(std::size_t part, std::uint32_t wire) const {
    const std::uint32_t place = lane[first_unit(part) + wire / wires_per_unit] / pairs;
    return place * wires_per_unit + wire % wires_per_unit;
  }
};

}  // namespace cutline
