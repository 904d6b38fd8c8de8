// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/geometry/cell.hpp"

namespace cutline {

/// Nodes, and the cells that they may take, at least as many.
struct NodesInCells {
  std::vector<std::uint32_t> nodes;
  std::vector<Cell> cells;
};

/// The axes along which the cells differ, the one with the most slots first; of equal ones x, then y, then z.
std::vector<Axis> axes_by_length(const std::vector<Cell>& cells);

/// Sorts the cells of each set along the axis, as the functions below need them.
void sort_along(std::vector<NodesInCells>& sets, Axis axis);
/// Gives the nodes of each set slots along the axis by their rank in `keys` (by node), so that all slots are equally
/// full for their cells. Along the last axis the nodes take the first cells, one each. `slots` is by node.
void take_slots(const std::vector<NodesInCells>& sets, Axis axis, bool last, const std::vector<double>& keys,
                std::vector<std::uint32_t>& slots);
/// The lines across the axis into which the slots cut the sets; those without nodes are left out.
std::vector<NodesInCells> cut_into_lines(const std::vector<NodesInCells>& sets, Axis axis,
                                         const std::vector<std::uint32_t>& slots);

}  // namespace cutline
