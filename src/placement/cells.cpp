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

Placement in_cells(const Topology& topology, const std::vector<Cell>& cells, const std::string& order,
                   const GridSize& least) {
  Placement placement;
  std::vector<std::uint8_t> digits(topology.digits.size());
  std::iota(digits.begin(), digits.end(), std::uint8_t{0});
  for (const Axis axis : kAxes) {
    std::vector<std::uint32_t> places;
    places.reserve(cells.size());
    for (const Cell& cell : cells) places.push_back(cell[axis]);
    const std::uint32_t slots = std::max(least[axis], *std::max_element(places.begin(), places.end()) + 1);
    AxisPlacement& place = placement.axes[index(axis)];
    place.order = order;
    if (slots == 1) continue;
    place.digits = digits;
    place.place(std::move(places), slots);
  }
  return placement;
}

}  // namespace cutline
