// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/measure/measures.hpp"

namespace cutline {

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
