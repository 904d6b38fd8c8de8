// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cutline/layout/layout.hpp"
#include "cutline/layout/pattern.hpp"
#include "cutline/layout/wiring.hpp"

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

/// The first or the last cell of a wire of a part along its line, where a part covers a whole crossing.
std::int64_t run_end(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part, PartSide side,
                     std::uint32_t wire);

/// Routes one pattern: gives every wire a layer pair and a track, and every end a terminal.
///
/// Left-edge algorithm: parts are taken in the order of their lower ends, and each wire takes a free track, on the pair
/// of the wire before it if that has one, else on the lowest pair with one. A new track is opened only where no pair
/// has a free one, on the pair with the fewest tracks. So without bent parts the number of tracks opened, over all
/// pairs, is the number D of wires over the densest place, and the routing channel is ceil(D / pairs) high. No
/// assignment does better, and one pass without a search is enough.
///
/// Three cases differ. Wires of bent parts have their pairs already (PairRule). Where a link keeps to one pair, its
/// wires are dealt together, to the lowest pair with room for all of them, else to the pair that then has the fewest
/// tracks. Where neighbours face, the straight parts between neighbouring slots get places in the zone of the boxes
/// instead of tracks and terminals; the parts of one pair of slots lie side by side.
///
/// Cost: O(parts x units of a part + slots). A unit is a group of wires_per_unit wires (see Pattern) that is dealt as
/// one.
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
void deal_bent_links(Wiring& wiring, const PairRule& rule);

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
/// Where nothing is blocked, tracks are dealt and ordered as in any other layout. On lines with blocked cells each wire
/// takes the lowest track on which neither its run nor its stubs meet a blocked cell; so a line may use more tracks
/// than its densest cut has wires. Cost there: O(wires x (tracks in use + blocked rectangles)) where
/// rectangles are in the order of their sides.
Layout route_in_given_places(Wiring wiring, const LayoutRules& rules);

}  // namespace cutline
