// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/placement/placement.hpp"

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
  std::vector<std::uint32_t> terminals;        ///< wires that end at each slot, one entry a slot
  std::vector<std::uint32_t> lower_terminals;  ///< those of links to lower slots, and taps; they stand first

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

struct Topology;

/// All lines of one axis. Line number: the coordinates off the axis, the lower axis fastest (a row: y, or y + rows *
/// z).
struct Lines {
  std::uint32_t slots = 1;
  std::vector<Pattern> patterns;
  std::vector<std::uint32_t> pattern_of_line;
  std::vector<std::uint64_t> multiplicity;  ///< lines of each pattern
};

/// A bent link, as the parts of lines that make it up. From one end it goes along x, then y, then z. It skips an axis
/// along which its ends do not differ; they differ along at least two.
struct Joint {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::array<std::uint32_t, 3> line{kNone, kNone, kNone};  ///< by axis; kNone: no part along it
  std::array<std::uint32_t, 3> part{};                     ///< index in the line's pattern
  bool has(Axis axis) const { return line[index(axis)] != kNone; }
  Axis first() const { return has(Axis::x) ? Axis::x : Axis::y; }
  Axis last() const { return has(Axis::z) ? Axis::z : Axis::y; }
};

/// Every link of a placed network as parts on lines, not yet on tracks.
struct Wiring {
  GridSize grid;
  std::array<Lines, 3> lines;
  std::vector<Joint> joints;
  std::vector<LinkKind> kinds;
  /// By axis and slot, as kinds_by_slot() tells them; empty: all are slots of nodes.
  std::array<std::vector<SiteKind>, 3> stands;
  /// By axis and slot: where the slot stands in half node pitches; empty: slot s stands at 2 s.
  std::array<std::vector<std::uint32_t>, 3> half_pitches;

  /// The distance between two slots of an axis, the lower one first.
  Span span(Axis axis, std::uint32_t from, std::uint32_t to) const {
    const auto& at = half_pitches[index(axis)];
    return at.empty() ? node_pitches(to - from) : Span{at[to] - at[from]};
  }
  Span span(Axis axis, const Pattern& pattern, std::size_t part) const {
    return span(axis, slot_of(pattern.lo[part]), slot_of(pattern.hi[part]));
  }
  SiteKind stands_at(Axis axis, std::uint32_t slot) const {
    const auto& by_slot = stands[index(axis)];
    return by_slot.empty() ? SiteKind::node : by_slot[slot];
  }
  /// Whether the boxes at a slot have at least the size of a node's: everywhere but where only interchanges stand,
  /// whose boxes may be as small as their terminals.
  bool has_node_boxes(Axis axis, std::uint32_t slot) const { return stands_at(axis, slot) != SiteKind::interchange; }
  const Lines& operator[](Axis axis) const { return lines[index(axis)]; }
  Lines& operator[](Axis axis) { return lines[index(axis)]; }
  const Pattern& pattern(Axis axis, std::uint32_t line) const {
    return (*this)[axis].patterns[(*this)[axis].pattern_of_line[line]];
  }
  /// The kind of a bent link, which all its parts share.
  const LinkKind& kind(const Joint& joint) const {
    const Axis axis = joint.first();
    return kinds[pattern(axis, joint.line[index(axis)]).kind[joint.part[index(axis)]]];
  }
  /// The cells that a bent link joins: the end that its first part leaves, the end that its last part reaches.
  std::array<Cell, 2> ends(const Joint& joint) const;
  Span span(const Joint& joint) const;
};

/// Which of its two corners a bent link takes; see wire_up.
enum class CornerRule : std::uint8_t {
  fewest_tracks,  ///< the one that makes its routing channels least dense
  shortest,       ///< the one with the shorter way; where both are equal, as fewest_tracks
};

/// Sorts every link into lines and finds the equal lines; there are pillars only where the grid has several planes.
///
/// Corner rule: a bent link goes along x, then y, then z, so the end that it starts from decides which lines it uses.
/// By `shortest`, a link between a lower right and an upper left end starts from the lower one: the tracks of its row,
/// above that end, and of its column, to the right of the other end, then lie on its way. From the upper end it would
/// pass both its ends and come back. A link between a lower left and an upper right end passes one of its ends either
/// way. For such links, and for all by `fewest_tracks`: for each end, add up by how much the link would raise the
/// density of the densest cut of each of its lines. The link starts from the end with the smaller sum; a tie goes to
/// the end with the lower y, then the lower z, then the lower x, so that it is never the longer way. Only straight
/// links count for the density of cuts. So each link is decided by itself, in any order, at the cost of one look at
/// each line that it may use. In given places the corners are then chosen anew, by the room that each line has.
///
/// Cost: O(parts of all distinct patterns + lines x classes + bent links). Throws limit errors past 2^31 parts and 2^28
/// lines an axis.
Wiring wire_up(const Topology& topology, const Placement& placement, CornerRule corners = CornerRule::fewest_tracks);

}  // namespace cutline
