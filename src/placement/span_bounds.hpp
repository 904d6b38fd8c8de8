// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/arrangement.hpp"

namespace cutline {

/// A lower bound on the minimised quantity of every arrangement, 0 for the area. Total: the links of each node lead to
/// the nearest cells that there are, the widest first. Longest: within so many hops of a node there are so many nodes,
/// and no more cells within so many spans. Densest cut: the total over the number of cuts, and half of the links of a
/// node on a line. Cost: O(links log links), and of some searches from single nodes.
std::uint64_t span_bound(const GridGraph& grid);

}  // namespace cutline
