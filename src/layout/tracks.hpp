// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/layout.hpp"

namespace cutline {

/// The cells of a column's box that the stacks of row terminals take: they stand in the top row of cells, so column
/// terminals begin below it.
inline std::uint32_t row_of_stacks(const LayoutRules& rules, Axis axis) {
  return axis == Axis::y && rules.via_stacks() ? 1 : 0;
}

/// The lanes of all units of a part.
template <class AnyPattern>
auto lanes_of(AnyPattern& pattern, std::size_t part) {
  const std::size_t first = pattern.first_unit(part);
  const std::size_t end = part + 1 < pattern.size() ? pattern.first_unit(part + 1) : pattern.lane.size();
  return std::span(pattern.lane).subspan(first, end - first);
}

/// The lines of one pattern in their own frame: `along` runs with the line, so places along it are those of all of
/// them.
struct PatternFrame {
  const Layout& layout;
  Axis axis;
  const Pattern& pattern;

  const AxisPositions& along() const { return layout.positions[index(axis)]; }
  /// How many terminals have room at a slot of given places.
  std::uint32_t terminal_room(std::uint32_t slot) const {
    return along().box[slot] - row_of_stacks(layout.rules, axis);
  }
  /// The cell of the first terminal of a slot. Terminals stand in the middle of their box. With wires over the nodes
  /// those of links to lower slots end, and those to higher ones begin, at the middle of the node, as far as the open
  /// part of its box has room on both sides: then no link runs past the middles of the nodes that it joins.
  std::int64_t terminal_start(std::uint32_t slot) const;
  /// The cell of a wire's terminal at an end of a part that is no crossing.
  std::int64_t terminal(std::size_t part, PartSide side, std::uint32_t wire) const;
  /// The first or the last cell of a wire of a part, where a part covers a whole crossing.
  std::int64_t end(std::size_t part, PartSide side, std::uint32_t wire) const;
  /// The cell of the terminal by which a slot between the ends of a part taps one of its wires.
  std::int64_t tap(std::size_t part, std::uint32_t slot, std::uint32_t wire) const;
};

/// One row or column: `across` counts away from the nodes into the routing channel. For a row `along` is x; for a
/// column it is y, and the two layers of a pair change places.
struct LineFrame : PatternFrame {
  std::uint32_t line;
  std::uint32_t plane, slot_across;

  LineFrame(const Layout& of, Axis along_axis, std::uint32_t number)
      : PatternFrame{of, along_axis, of.wiring.pattern(along_axis, number)}, line(number) {
    const Cell place = cell_on_line(of.wiring.grid, along_axis, number, 0);
    plane = place[Axis::z];
    slot_across = place[lower_axis_off(along_axis)];
  }
  const AxisPositions& across() const { return layout.positions[index(lower_axis_off(axis))]; }
  /// The cell, across the line, of a track of its routing channel.
  std::int64_t track(std::uint32_t number) const { return across().box_end(slot_across) + number; }
  /// That of a wire of a part: in the routing channel, or in the zone of the boxes.
  std::int64_t wire(std::size_t part, std::uint32_t number) const;
};

/// Routes one pattern: gives every wire a layer pair and a track, and every end a terminal.
///
/// Left-edge algorithm: parts are taken in the order of their lower ends, and each wire takes a free track, on the pair
/// of the wire before it if that has one, else on the lowest pair with one. A new track is opened only where no pair
/// has a free one, on the pair with the fewest tracks. So without bent parts the number of tracks opened, over all
/// pairs, is the number D of wires over the densest place, and the routing channel is ceil(D / pairs) high. No
/// assignment does better, and one pass without a search is enough.
///
/// Three cases differ. Wires of bent parts have their pairs already (PairRule). Where a link keeps to one pair, its
/// wires are assigned together, to the lowest pair with room for all of them, else to the pair that then has the fewest
/// tracks. Where neighbours face, the straight parts between neighbouring slots get places in the zone of the boxes
/// instead of tracks and terminals; the parts of one pair of slots lie side by side.
///
/// Cost: O(parts x units of a part + slots). A unit is a group of wires_per_unit wires (see Pattern) that is assigned
/// as one.
void route_pattern(Pattern& pattern, const std::vector<LinkKind>& kinds, std::uint32_t slots, PairRule rule,
                   bool neighbours_face = false);

/// Gives the fast layer pairs to the tracks with the longest links. It permutes the tracks of all pairs, except those
/// with bent parts, whose pairs are the same on two lines. `fastest_first` lists all pairs, or none where all are
/// equally fast. The routing channel never grows. Cost: O(units + t log t) in the tracks t of all pairs.
void prefer_fast_pairs(Pattern& pattern, const std::vector<std::uint8_t>& fastest_first);

/// Chooses the layer pair of each bent link's first wires; its other wires follow in equal runs (PairRule), the same in
/// a row and in a column. A link whose wires the pairs share equally needs no choice; it begins on pair 0. The other
/// links, and all links where a link keeps to one pair, are taken in the order of the joints. Each begins on the pair
/// for which the densest place of its parts, with the links before it, is least dense (the larger of its two lines
/// counts; ties go to the lower pair). Lines whose parts begin on different pairs get patterns of their own.
///
/// Cost: O(bent links x parts of a line x pairs).
void assign_bent_pairs(Wiring& wiring, const PairRule& rule);

/// Permutes the tracks of every row and column, within each layer pair, so that the total length of wires is least. The
/// number of tracks stays the same, and the longest wire of each layer pair becomes no longer.
///
/// This is a scheduling problem. A track is a job of unit time: its weight is the number of stubs that reach it, its
/// deadline the farthest place at which none of its wires is longer than the longest of its pair. From the farthest
/// place inwards, each place is given to the lightest track that may lie there; of equally light tracks, to the one
/// whose longest wire is shorter. derived: where two tracks may both lie at a place, the lighter one belongs there,
/// since otherwise swapping the two would shorten the total.
///
/// A bent wire bounds the tracks of two lines: rows are permuted first, with columns as they are, then columns. So
/// without bent links the total is the least of all permutations; with bent links it is the least for each axis in
/// turn. Patterns stay shared. Cost: O(parts + bundles of bent links), and O(t log t) in the tracks of each pattern.
void order_tracks(Layout& layout);

/// Routes a wiring whose kinds have their wires and whose bent links have their layer pairs, in given places. Each line
/// with links gets a pattern of its own, because each has its own room. Wires without room take tracks past the end of
/// their routing channel and stand in Layout::unrouted.
///
/// Where nothing is blocked, tracks are assigned and ordered as in any other layout. On lines with blocked cells each
/// wire takes the lowest track on which neither its run nor its stubs meet a blocked cell; so a line may use more
/// tracks than its densest cut has wires. Cost there: O(wires x (tracks in use + blocked rectangles)) where rectangles
/// are in the order of their sides.
Layout route_in_given_places(Wiring wiring, const LayoutRules& rules);

}  // namespace cutline
