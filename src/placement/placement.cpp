// SPDX-License-Identifier: Apache-2.0
#include "cutline/placement/placement.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"

namespace cutline {

GridSize Placement::grid() const { return {{axes[0].cells, axes[1].cells, axes[2].cells}}; }

Cell cell_of(const Topology& topology, const Placement& placement, NodeId node) {
  std::array<std::uint32_t, 64> digits{};
  std::uint64_t rest = node.index;
  for (std::size_t i = 0; i < topology.radices.size(); ++i) {
    digits[i] = static_cast<std::uint32_t>(rest % topology.radices[i]);
    rest /= topology.radices[i];
  }
  Cell cell;
  for (const Axis axis : kAxes) {
    const AxisPlacement& place = placement[axis];
    std::uint32_t coordinate = 0;
    std::uint32_t weight = 1;
    for (const std::uint8_t digit : place.digits) {
      coordinate += digits[digit] * weight;
      weight *= topology.radices[digit];
    }
    cell.at[index(axis)] = place.position.empty() ? coordinate : place.position[coordinate];
  }
  return cell;
}

std::vector<std::uint64_t> nodes_by_cell(const Topology& topology, const Placement& placement) {
  const GridSize grid = placement.grid();
  CUTLINE_EXPECT(grid.count() <= std::uint64_t{1} << 26);
  std::vector<std::uint64_t> nodes(grid.count(), kEmptyCell);
  const std::uint64_t count = topology.node_count();
  for (std::uint64_t node = 0; node < count; ++node) {
    const Cell cell = cell_of(topology, placement, NodeId(node));
    nodes[cell[Axis::x] + std::uint64_t{grid[Axis::x]} * (cell[Axis::y] + std::uint64_t{grid[Axis::y]} * cell[Axis::z])] = node;
  }
  return nodes;
}

}  // namespace cutline
