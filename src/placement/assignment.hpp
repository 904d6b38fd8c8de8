// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>

#include "placement/arrangement.hpp"

/// The quadratic assignment problem as tabu() takes it.
namespace cutline {

/// Some numbers that one instruction takes at once, on GCC and Clang.
template <class Number>
struct LanesOf {
  using Type [[gnu::vector_size(16)]] = Number;
};
template <class Number>
using Lanes = typename LanesOf<Number>::Type;
template <class Number>
inline constexpr std::size_t kLanes = sizeof(Lanes<Number>) / sizeof(Number);

template <class Number>
Lanes<Number> load_lanes(const Number* from) {
  Lanes<Number> lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
template <class Number>
void store_lanes(const Lanes<Number>& lanes, Number* to) {
  std::memcpy(to, &lanes, sizeof lanes);
}

/// Flows and distances as square matrices, rows padded to whole lanes. Numbers are whole, and exact in `Number`.
template <class Number>
struct Assignment {
  std::size_t size = 0, stride = 0;
  std::vector<Number> flows;      ///< [node, node]
  std::vector<Number> distances;  ///< [cell, cell]
  Cells natural;                  ///< the cell of each node, those without flows too, in natural order
  std::vector<std::uint32_t> group_of_node, group_of_cell;  ///< empty where all may change places with all

  explicit Assignment(const GridGraph& grid)
      : size(cell_count(grid)),
        stride((size + kLanes<Number> - 1) / kLanes<Number> * kLanes<Number>),
        flows(size * stride, 0),
        distances(size * stride, 0) {
    grid.graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) {
      if (grid.graph.head[c] != node)
        flows[node * stride + grid.graph.head[c]] = static_cast<Number>(grid.graph.weight(c));
    });
    for (std::uint32_t cell = 0; cell < size; ++cell) {
      for (std::uint32_t other = 0; other < size; ++other)
        distances[cell * stride + other] = static_cast<Number>(span_of(grid, cell, other));
    }
    number_nodes(grid);
  }

  bool may_exchange(std::size_t u, std::size_t v) const {
    return group_of_node.empty() || group_of_node[u] == group_of_node[v];
  }

 private:
  /// Cells that stay empty hold nodes without flows, which are exchanged with no other node.
  void number_nodes(const GridGraph& grid) {
    natural = natural_cells(grid);
    std::vector<bool> taken(size, false), open(size, grid.seats.empty());
    for (const std::uint32_t cell : natural) taken[cell] = true;
    for (const std::uint32_t cell : grid.seats) open[cell] = true;
    for (std::uint32_t cell = 0; cell < size; ++cell) {
      if (!taken[cell]) natural.push_back(cell);
    }
    if (grid.groups.empty() && grid.seats.empty()) return;
    auto next = most_over<std::uint32_t>(grid.groups);
    group_of_cell.resize(size);
    for (std::uint32_t node = 0; node < size; ++node) {
      const bool stays = node >= grid.node_count() && !open[natural[node]];
      group_of_node.push_back(stays ? ++next : node < grid.node_count() ? grid.group(node) : 0);
      group_of_cell[natural[node]] = group_of_node.back();
    }
  }
};

/// One member of the population: a cell for every node, those without flows too, and the total.
struct Member {
  Cells cells;
  double total = std::numeric_limits<double>::infinity();
};

template <class Number>
double total_of_assignment(const Assignment<Number>& problem, const Cells& cells) {
  double total = 0;
  for (std::size_t u = 0; u < problem.size; ++u) {
    const Number* flows = &problem.flows[u * problem.stride];
    const Number* distances = &problem.distances[cells[u] * problem.stride];
    for (std::size_t v = 0; v < u; ++v) total += static_cast<double>(flows[v] * distances[cells[v]]);
  }
  return total;
}

}  // namespace cutline
