// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "cutline/geometry/cell.hpp"
#include "cutline/topology/topology.hpp"
#include "placement/arrangement.hpp"

namespace cutline {

/// How many axes the cells of a grid differ in at most.
inline std::size_t axes_of(const GridGraph& grid) { return grid.planes > 1 ? 3 : 2; }
inline std::uint64_t cell_count(const GridGraph& grid) { return std::uint64_t{grid.columns} * grid.rows * grid.planes; }

inline Cell place_of(const GridGraph& grid, std::uint32_t cell) {
  const std::uint32_t row = cell / grid.columns;
  if (grid.planes == 1) return {{cell % grid.columns, row, 0}};
  return {{cell % grid.columns, row % grid.rows, row / grid.rows}};
}

/// How many slots a line along the axis (0: x, 1: y, 2: z) has, and how many such lines there are.
struct GridSides {
  std::uint32_t slots = 1, lines = 1;
};
inline GridSides sides_along(const GridGraph& grid, std::size_t axis) {
  const std::array<std::uint32_t, 3> slots = {grid.columns, grid.rows, grid.planes};
  return {slots[axis], static_cast<std::uint32_t>(cell_count(grid) / slots[axis])};
}

/// The part of a link on one line: it crosses the cuts after the slots `from` to `to` - 1. Lines along x have the
/// number y + rows * z, along y x + columns * z, along z x + columns * y.
struct GridPart {
  std::size_t axis = 0;
  std::uint32_t line = 0;
  std::uint32_t from = 0, to = 0;
};

inline std::uint32_t span_of(const GridGraph& grid, std::uint32_t cell, std::uint32_t other) {
  const Cell a = place_of(grid, cell), b = place_of(grid, other);
  std::uint32_t span = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    span += std::max(a.at[axis], b.at[axis]) - std::min(a.at[axis], b.at[axis]);
  return span;
}

/// The parts of a link between two cells: along x in the row of the lower end, along y in the column of the upper one
/// and the plane of the lower one, along z where the upper one stands.
template <class Visit>
void for_each_part(const GridGraph& grid, std::uint32_t cell, std::uint32_t other, const Visit& visit) {
  const auto [a, b] = std::minmax(cell, other);
  const std::array<std::uint32_t, 3> low = place_of(grid, a).at, high = place_of(grid, b).at;
  const std::array<std::uint32_t, 3> lines = {low[1] + grid.rows * low[2], high[0] + grid.columns * low[2],
                                              high[0] + grid.columns * high[1]};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (low[axis] != high[axis])
      visit(GridPart{axis, lines[axis], std::min(low[axis], high[axis]), std::max(low[axis], high[axis])});
  }
}

struct Traffic;

/// The graph of the links between the coordinates of some digits, digits[0] fastest, over all lines along the axis that
/// holds the digits. The weight of a link is proportional to the number of links of the network that it stands for; all
/// weights are divided by their common divisor. Links of a class that leads off the axis count for the part along it;
/// shared wires do not count, as they span the whole line. Throws a limit error past 2^24 links. Cost: O(links).
ChannelGraph line_graph(const Topology& topology, const std::vector<std::uint8_t>& digits, bool by_width,
                        MergedWeight merged = MergedWeight::sum);

/// All links between all nodes.
ChannelGraph node_graph(const Topology& topology, bool by_width, MergedWeight merged = MergedWeight::sum);

/// The messages between the nodes of each pair, both ways together, as weights between their sites: in the unit of the
/// matrix if its numbers are whole, else scaled so that the largest weighs 2^20, and rounded. Throws a limit error past
/// 2^24 pairs; an input error where nodes send only to themselves. Cost: O(pairs log pairs).
ChannelGraph flow_graph(const Traffic& traffic, const Topology& topology);

/// The links between some nodes, of which `local` holds the new numbers, their places in the list. `keeps` says by the
/// number of a channel in the graph whether it is one of them.
template <class Keeps>
ChannelGraph graph_among(const ChannelGraph& graph, std::span<const std::uint32_t> nodes,
                         const std::vector<std::uint32_t>& local, const Keeps& keeps) {
  ChannelGraph part;
  part.first.push_back(0);
  for (const std::uint32_t node : nodes) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      if (!keeps(c)) continue;
      part.head.push_back(local[graph.head[c]]);
      part.weights.push_back(graph.weight(c));
    }
    part.first.push_back(part.head.size());
  }
  return part;
}

}  // namespace cutline
