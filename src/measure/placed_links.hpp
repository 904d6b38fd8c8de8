// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/measure/measures.hpp"

namespace cutline {

struct Topology;

/// A link of a layout, and the number of links with the same geometry and, if digits are alike, the same traffic.
///
/// The parts of a line have no direction. Of one-way links that share class, width and both ends, the first ones in the
/// layout lead up the line, as many as the network has in this direction, and the others lead down. All that asks for
/// the wires of a channel asks here, so that a channel has the same wires everywhere.
struct PlacedLink {
  std::size_t link_class = 0;
  std::uint64_t a = 0, b = 0;  ///< the sites that it joins
  LinkPlace place;
  std::uint64_t copies = 1;
  bool one_way = false;  ///< one channel, from a to b
};

/// Calls visit for every link one by one. Deterministic order. Cost: O(links log nodes).
void for_each_link_by_itself(const Topology& topology, const Placement& placement, const Layout& layout,
                             FunctionRef<void(const PlacedLink&)> visit);

/// The same, but if lines_are_alike(), it visits each part of a pattern once for all lines together. Then `a` and `b`
/// have only the digits of the place's axis, and the cost is O(parts of the distinct patterns).
void for_each_placed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          FunctionRef<void(const PlacedLink&)> visit);

/// The links of one axis, each part of a pattern once for all lines together, where `sites` are those of the axis by
/// slot. Needs lines_are_alike(). Cost: O(parts of the distinct patterns of the axis).
std::vector<PlacedLink> links_of_axis(const Topology& topology, const std::vector<std::uint64_t>& sites,
                                      const Layout& layout, Axis axis);

/// Whether each digit of a product network lies on one axis, so that lines of one pattern hold equal links.
bool lines_are_alike(const Topology& topology, const Placement& placement, const Layout& layout);

/// Wires of a link that lie side by side on one layer pair: their lengths are an arithmetic series, so that one of its
/// ends is the longest.
struct WireBundle {
  std::uint32_t first = 0, wires = 0;  ///< the number of the first within its link, and how many
  WireRun from, to;                    ///< of the first and of the last, without the stubs of taps
  std::array<Int128, 3> all{};         ///< cells of all together along each axis, with the stubs of taps
};
/// Calls visit for the wires of a link, bundle by bundle. In given places a bent link's wires come one by one, because
/// one without room may turn back.
void for_each_bundle(const Layout& layout, const LinkPlace& place, FunctionRef<void(const WireBundle&)> visit);
/// for_each_link_place() for the straight links along one axis, or where `axis` is 3 for the bent ones.
void for_each_place_along(const Layout& layout, std::size_t axis,
                          FunctionRef<void(const LinkPlace&, std::uint64_t)> visit);
/// The ends of a link; those of a straight one on the first line of its axis.
std::array<Cell, 2> ends_at(const Layout& layout, const LinkPlace& place);
Span span_at(const Layout& layout, const LinkPlace& place);

/// The digest of counts, in their order, written as decimal numbers with a newline after each.
std::string digest_of_counts(const std::vector<std::int64_t>& counts);
Density density(const Layout& layout, Axis axis);
Tracks tracks(const Layout& layout, Axis axis);
Lengths lengths(const Layout& layout, const Topology& topology, const Placement& placement);
/// The lengths in millimetres of wires that have these cells along each axis together.
WireMillimetres wires_in_mm(const CellSize& cell, const std::array<Int128, 3>& total, Int128 wires,
                            const WireRun& longest);
LayoutSize layout_size(const Layout& layout, const Topology& topology, const Placement& placement);
/// The area of the boxes of all nodes, in cells. Cost: O(pairs of patterns that cross), or O(nodes) on several planes
/// with empty cells.
Int128 node_area(const Layout& layout, const Topology& topology, const Placement& placement);
/// Pins and ports of the busiest node and interchange. Cost: O(pairs of patterns that cross) a plane, or O(cells) where
/// pillars differ.
void set_pins(const Layout& layout, const Topology& topology, const Placement& placement, Measures& measures);

}  // namespace cutline
