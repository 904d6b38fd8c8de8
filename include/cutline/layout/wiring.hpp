// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cutline/geometry/cell.hpp"
#include "cutline/geometry/span.hpp"
#include "cutline/layout/pattern.hpp"
#include "cutline/placement/placement.hpp"

namespace cutline {

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

/// Sorts every link into lines and finds the equal lines; there are pillars only where the grid has several planes.
///
/// Corner rule: a bent link goes along x, then y, then z, so the end that it starts from decides which lines it uses.
/// For each end, add up by how much the link would raise the density of the densest cut of each of its lines. The link
/// starts from the end with the smaller sum; a tie goes to the end with the lower y, then the lower z, then the lower
/// x. Only straight links count for the density of cuts. So each link is decided by itself, in any order, at the cost
/// of one look at each line that it may use. In given places the corners are then chosen anew, by the room that each
/// line has.
///
/// Cost: O(parts of all distinct patterns + lines x classes + bent links). Throws limit errors past 2^31 parts and 2^28
/// lines an axis.
Wiring wire_up(const Topology& topology, const Placement& placement);

}  // namespace cutline
