// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "cutline/base/error.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/placement/order.hpp"
#include "cutline/placement/placement.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMaxSlots = std::uint64_t{1} << 26;

const Order& order_named(const std::string& name) {
  if (const Order* order = find_order(name)) return *order;
  std::vector<std::string_view> names;
  for (const Order& known : orders()) names.push_back(known.name);
  const std::string_view near = nearest(name, names);
  throw_input_error(fmt::format("no order is called '{}'", name),
                    near.empty() ? fmt::format("the orders are: {}", fmt::join(names, ", "))
                                 : fmt::format("did you mean '{}'?", near),
                    "order");
}

std::vector<Axis> axes_of_digits(const Topology& topology, const PlacementChoice& choice) {
  const std::size_t digits = topology.radices.size();
  if (!choice.axes.empty()) {
    if (choice.axes.size() == digits) return choice.axes;
    throw_input_error(fmt::format("`axes` names {} axes for {} dimensions", choice.axes.size(), digits),
                      "one axis a dimension, dimension 0 first", "axes");
  }
  std::vector<Axis> axes(digits, Axis::y);
  std::fill_n(axes.begin(), (digits + 1) / 2, Axis::x);
  return axes;
}

/// The position of every coordinate, from the coordinates slot by slot.
std::vector<std::uint32_t> inverse(const std::vector<std::uint32_t>& permutation, std::uint64_t cells, char axis) {
  if (permutation.size() != cells) {
    throw_input_error(fmt::format("the order along {} lists {} places for {} nodes", axis, permutation.size(), cells),
                      "list the nodes of the line from its first place to its last, each once", "order");
  }
  constexpr std::uint32_t kFree = ~0u;
  std::vector<std::uint32_t> position(permutation.size(), kFree);
  for (std::uint32_t slot = 0; slot < permutation.size(); ++slot) {
    const std::uint32_t node = permutation[slot];
    if (node >= cells || position[node] != kFree) {
      throw_input_error(
          fmt::format("the order along {} names {} {}", axis, node, node >= cells ? "which does not exist" : "twice"),
          fmt::format("it lists 0 to {}, each once", cells - 1), "order");
    }
    position[node] = slot;
  }
  return position;
}

std::string order_name(const PlacementChoice& choice, std::size_t axis) {
  if (choice.orders.empty()) return "natural";
  return choice.orders.size() == 1 ? choice.orders[0] : axis < choice.orders.size() ? choice.orders[axis] : "natural";
}

/// Each digit on one axis, each axis ordered for itself.
Placement on_axes(const Topology& topology, const PlacementChoice& choice) {
  Placement placement;
  const std::vector<Axis> axes = axes_of_digits(topology, choice);
  for (const Axis axis : kAxes) {
    AxisPlacement& place = placement.axes[index(axis)];
    std::vector<std::uint32_t> radices;
    std::uint64_t cells = 1;
    for (std::size_t digit = 0; digit < axes.size(); ++digit) {
      if (axes[digit] != axis) continue;
      place.digits.push_back(static_cast<std::uint8_t>(digit));
      radices.push_back(topology.radices[digit]);
      cells = checked_product(cells, topology.radices[digit]).value_or(kMaxSlots + 1);
      if (cells > kMaxSlots) {
        throw_limit_error(fmt::format("the grid has more than 2^26 places along {}, the limit", letter(axis)),
                          "spread the dimensions over the axes with `axes`", "axes");
      }
    }
    place.cells = static_cast<std::uint32_t>(cells);
    if (index(axis) < choice.permutations.size() && !choice.permutations[index(axis)].empty()) {
      place.order = "explicit";
      place.position = inverse(choice.permutations[index(axis)], cells, letter(axis));
      continue;
    }
    place.order = order_name(choice, index(axis));
    const Order& order = order_named(place.order);
    if (order.line == nullptr)
      throw_input_error(fmt::format("the order '{}' is for grids, not for lines", order.name), "it needs `columns`",
                        "order");
    if (place.order != "natural") place.position = order.line(radices);
  }
  return placement;
}

/// Every node anywhere: all axes depend on all digits, by tables.
Placement by_tables(const Topology& topology, std::vector<std::uint32_t> x, std::vector<std::uint32_t> y,
                    std::vector<std::uint32_t> z, const std::string& order) {
  Placement placement;
  std::vector<std::uint8_t> digits(topology.radices.size());
  std::iota(digits.begin(), digits.end(), std::uint8_t{0});
  std::array<std::vector<std::uint32_t>, 3> tables = {std::move(x), std::move(y), std::move(z)};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::uint32_t cells = *std::max_element(tables[axis].begin(), tables[axis].end()) + 1;
    placement.axes[axis].order = order;
    placement.axes[axis].cells = cells;
    if (cells == 1) continue;
    placement.axes[axis].digits = digits;
    placement.axes[axis].position = std::move(tables[axis]);
  }
  return placement;
}

std::uint32_t listable_nodes(const Topology& topology, const char* parameter) {
  const std::uint64_t nodes = topology.node_count();
  if (nodes > kMaxSlots) throw_limit_error("nodes can be placed one by one up to 2^26 of them", {}, parameter);
  return static_cast<std::uint32_t>(nodes);
}

/// Row by row, or along another order of the grid.
Placement on_grid(const Topology& topology, const PlacementChoice& choice, const Order& order) {
  const std::uint32_t nodes = listable_nodes(topology, "columns");
  const auto square = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(nodes))));
  const std::uint32_t columns = choice.columns.value_or(square);
  if (columns < 1 || columns > nodes)
    throw_input_error(fmt::format("{} columns for {} nodes", columns, nodes), fmt::format("1 to {}", nodes), "columns");
  const std::uint32_t rows = (nodes + columns - 1) / columns;
  const std::vector<std::uint32_t> cells = order.grid(columns, rows);
  std::vector<std::uint32_t> x(nodes), y(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    x[node] = cells[node] % columns;
    y[node] = cells[node] / columns;
  }
  return by_tables(topology, std::move(x), std::move(y), std::vector<std::uint32_t>(nodes, 0), std::string(order.name));
}

Placement on_cells(const Topology& topology, const PlacementChoice& choice) {
  const std::uint32_t nodes = listable_nodes(topology, "cells");
  if (choice.cells.size() != nodes) {
    throw_input_error(fmt::format("`cells` places {} nodes of {}", choice.cells.size(), nodes),
                      "one cell [x, y] or [x, y, z] a node, node 0 first", "cells");
  }
  std::array<std::vector<std::uint32_t>, 3> tables;
  std::vector<Cell> taken;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    Cell cell;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t at = choice.cells[node][axis];
      if (at < 0 || at >= static_cast<std::int64_t>(kMaxSlots)) {
        throw_input_error(fmt::format("node {} stands at {} along {}", node, at, letter(kAxes[axis])),
                          "places count from 0 to 2^26 - 1", "cells");
      }
      cell.at[axis] = static_cast<std::uint32_t>(at);
      tables[axis].push_back(cell.at[axis]);
    }
    taken.push_back(cell);
  }
  std::sort(taken.begin(), taken.end());
  const auto twice = std::adjacent_find(taken.begin(), taken.end());
  if (twice != taken.end()) {
    throw_input_error(fmt::format("two nodes stand in the cell [{}, {}, {}]", twice->at[0], twice->at[1], twice->at[2]),
                      {}, "cells");
  }
  return by_tables(topology, std::move(tables[0]), std::move(tables[1]), std::move(tables[2]), "explicit");
}

}  // namespace

Placement place(const Topology& topology, const PlacementChoice& choice) {
  if (!choice.cells.empty()) return on_cells(topology, choice);
  const Order& order = order_named(order_name(choice, 0));
  const bool anybodys = !topology.has_dimensions && choice.axes.empty() && choice.permutations.empty();
  if (choice.columns || order.line == nullptr || (anybodys && order.name == "natural")) {
    if (order.grid == nullptr)
      throw_input_error(fmt::format("the order '{}' is for lines, not for grids", order.name), "leave out `columns`",
                        "order");
    return on_grid(topology, choice, order);
  }
  return on_axes(topology, choice);
}

}  // namespace cutline
