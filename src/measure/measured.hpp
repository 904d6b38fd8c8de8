// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/runs.hpp"
#include "cutline/measure/measures.hpp"

namespace cutline {

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
