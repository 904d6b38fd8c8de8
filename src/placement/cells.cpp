// SPDX-License-Identifier: Apache-2.0
#include "placement/cells.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "cutline/base/error.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

void expect_places(const Order& order, const std::vector<std::uint32_t>& places, std::uint64_t count,
                   std::uint64_t cells) {
  const auto refuse = [&](const std::string& what) {
    throw_input_error(fmt::format("the order '{}' {}", order.name, what),
                      "an order gives every node a place of its own; see cutline/placement/order.hpp", "order");
  };
  if (places.size() != count) refuse(fmt::format("gives {} places, and {} are asked for", places.size(), count));
  std::vector<bool> taken(cells);
  for (const std::uint32_t place : places) {
    if (place >= cells || taken[place])
      refuse(fmt::format("gives place {} {}", place, place >= cells ? fmt::format("of {}", cells) : "twice"));
    taken[place] = true;
  }
}

std::uint32_t listable_nodes(const Topology& topology, const char* parameter) {
  if (topology.has_interchanges() && !topology.has_switches()) {
    throw_input_error("nodes and interchanges stand on the lines of their dimensions, not one by one",
                      "use `axes` and `order`", parameter);
  }
  const std::uint64_t nodes = topology.site_count();
  if (nodes > kMaxSlots) throw_limit_error("nodes can be placed one by one up to 2^26 of them", {}, parameter);
  return static_cast<std::uint32_t>(nodes);
}

std::vector<std::uint32_t> positions_of(const std::vector<std::uint32_t>& permutation, std::uint64_t cells,
                                        const std::string& what) {
  if (permutation.size() != cells) {
    throw_input_error(fmt::format("{} lists {} places for {} nodes", what, permutation.size(), cells),
                      "list the nodes of the line from its first place to its last, each once", "order");
  }
  constexpr std::uint32_t kFree = ~0u;
  std::vector<std::uint32_t> position(permutation.size(), kFree);
  for (std::uint32_t slot = 0; slot < permutation.size(); ++slot) {
    const std::uint32_t node = permutation[slot];
    if (node >= cells || position[node] != kFree) {
      throw_input_error(fmt::format("{} names {} {}", what, node, node >= cells ? "which does not exist" : "twice"),
                        fmt::format("it lists 0 to {}, each once", cells - 1), "order");
    }
    position[node] = slot;
  }
  return position;
}

Placement by_tables(const Topology& topology, std::vector<std::uint32_t> x, std::vector<std::uint32_t> y,
                    std::vector<std::uint32_t> z, const std::string& order, std::uint32_t columns, std::uint32_t rows) {
  Placement placement;
  std::vector<std::uint8_t> digits(topology.digits.size());
  std::iota(digits.begin(), digits.end(), std::uint8_t{0});
  std::array<std::vector<std::uint32_t>, 3> tables = {std::move(x), std::move(y), std::move(z)};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::uint32_t least = axis == 0 ? columns : axis == 1 ? rows : 1;
    const std::uint32_t cells = std::max(least, *std::max_element(tables[axis].begin(), tables[axis].end()) + 1);
    placement.axes[axis].order = order;
    if (cells == 1) continue;
    placement.axes[axis].digits = digits;
    placement.axes[axis].place(std::move(tables[axis]), cells);
  }
  return placement;
}

Placement in_cells(const Topology& topology, const std::vector<Cell>& cells, const std::string& order) {
  std::vector<Cell> taken = cells;
  std::sort(taken.begin(), taken.end());
  const auto twice = std::adjacent_find(taken.begin(), taken.end());
  if (twice != taken.end()) {
    throw_input_error(fmt::format("two nodes stand in the cell [{}, {}, {}]", twice->at[0], twice->at[1], twice->at[2]),
                      {}, "cells");
  }
  std::array<std::vector<std::uint32_t>, 3> tables;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    tables[axis].reserve(cells.size());
    for (const Cell& cell : cells) tables[axis].push_back(cell.at[axis]);
  }
  return by_tables(topology, std::move(tables[0]), std::move(tables[1]), std::move(tables[2]), order);
}

}  // namespace cutline
