// SPDX-License-Identifier: Apache-2.0
#include "placement/seats.hpp"

#include <fmt/core.h>

#include <cmath>

#include "cutline/base/error.hpp"
#include "topology/graph_text.hpp"
#include "topology/said_sites.hpp"

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
  const auto digits = numbers_below<std::uint8_t>(topology.digits.size());
  for (const Axis axis : kAxes) {
    std::vector<std::uint32_t> places = each_of(cells, [&](const Cell& cell) { return cell[axis]; });
    const std::uint32_t slots = std::max(least[axis], *std::ranges::max_element(places) + 1);
    AxisPlacement& place = placement.axes[index(axis)];
    place.order = order;
    if (slots == 1) continue;
    place.digits = digits;
    place.place(std::move(places), slots);
  }
  return placement;
}

namespace {

bool stays_empty(const PlacementChoice& choice, const Cell& cell) {
  return std::ranges::any_of(choice.empty,
                             [&](const CellRange& range) { return range.contains(cell[Axis::x], cell[Axis::y]); });
}

std::uint32_t columns_of_grid(const PlacementChoice& choice, std::uint32_t sites, double wanted) {
  const double columns = choice.says_columns() ? choice.columns : std::ceil(std::sqrt(wanted));
  if (columns > static_cast<double>(kMaxSlots))
    throw_limit_error(fmt::format("{} columns for {} nodes are more than 2^26, the limit", columns, sites), {},
                      "columns");
  return static_cast<std::uint32_t>(columns);
}

/// The cells as numbers. Throws a limit error where the grid is too large to be filled cell by cell.
Cells numbered(const Seats& seats, const std::vector<Cell>& cells) {
  const auto [columns, rows, planes] = seats.size.cells;
  if (static_cast<double>(columns) * rows * planes > static_cast<double>(kMaxSlots))
    throw_limit_error(fmt::format("a grid of {} x {} x {} cells, and orders fill up to 2^26", columns, rows, planes),
                      {}, "order");
  return each_of(cells, [&](const Cell& cell) { return static_cast<std::uint32_t>(cell_number(seats.size, cell)); });
}

/// The seats along a grid's order.
std::vector<Cell> cells_along(const Order& order, const Seats& seats) {
  const Cells numbers = numbered(seats, seats.cells);
  std::vector<bool> open(seats.size.count(), false);
  for (const std::uint32_t number : numbers) open[number] = true;
  const std::vector<std::uint32_t> path = order.grid(seats.size);
  expect_places(order, path, seats.size.count(), seats.size.count());
  std::vector<Cell> cells;
  cells.reserve(seats.cells.size());
  for (const std::uint32_t number : path) {
    if (open[number]) cells.push_back(cell_numbered(seats.size, number));
  }
  return cells;
}

/// The seats by site, where site i takes the seat of this number.
std::vector<Cell> taken(const std::vector<std::uint32_t>& numbers, const Seats& seats) {
  return each_of(numbers, [&](std::uint32_t number) { return seats.cells[number]; });
}

std::vector<std::uint32_t> radices_of_sites(const Topology& topology, std::uint32_t sites) {
  std::vector<std::uint32_t> radices;
  std::uint64_t all = 1;
  for (const Digit& digit : topology.digits) all *= radices.emplace_back(digit.radix);
  return all == sites ? radices : std::vector<std::uint32_t>{sites};
}

/// The user's list of nodes for the first axis, if there is one.
const std::vector<std::uint32_t>* listed_order(const PlacementChoice& choice) {
  const bool listed = !choice.permutations.empty() && !choice.permutations[0].empty();
  return listed ? &choice.permutations[0] : nullptr;
}

/// Throws an input error where nothing stands at some address and shares a cell with a node: then no seat is free.
void expect_apart(const Seats& seats) {
  std::vector<Cell> cells = seats.cells;
  std::ranges::sort(cells);
  if (std::ranges::adjacent_find(cells) == cells.end()) return;
  throw_input_error("nothing stands at some addresses of this network, so no order moves its nodes over given places",
                    "leave out `order`", "order");
}

/// The cell of every site.
std::vector<Cell> seated(const Topology& topology, const PlacementChoice& choice, const Order& order,
                         const Seats& seats, Optimiser& optimiser) {
  const std::uint32_t sites = listable_nodes(topology, "columns");
  if (const auto* listed = listed_order(choice)) return taken(positions_of(*listed, sites, "the order"), seats);
  if (order.arrange != nullptr) {
    expect_apart(seats);
    std::vector<Cell> cells;
    Cells numbers = numbered(seats, seats.cells), start;
    const bool whole = numbers.size() == seats.size.count() && std::ranges::is_sorted(numbers);
    if (whole && seats.size[Axis::z] == 1) numbers.clear();
    if (const Order* rule = optimiser.start_rule(order))
      start = numbered(seats, seated(topology, choice, *rule, seats, optimiser));
    const Cells found = optimiser.grid(topology, order, seats.size, std::move(numbers), std::move(start));
    for (const std::uint32_t number : found) cells.push_back(cell_numbered(seats.size, number));
    return cells;
  }
  if (order.line == nullptr && order.grid == nullptr)
    throw_input_error(fmt::format("the order '{}' places a whole network by itself", order.name),
                      "leave out `cells` and `columns`, or name another order", "order");
  if (order.by_number) return {seats.cells.begin(), seats.cells.begin() + sites};
  if (order.grid == nullptr) {
    const std::vector<std::uint32_t> places = order.line(radices_of_sites(topology, sites));
    expect_places(order, places, sites, sites);
    return taken(places, seats);
  }
  std::vector<Cell> cells = cells_along(order, seats);
  cells.resize(sites);
  return cells;
}

void expect_cells_of_their_own(std::vector<Cell> cells) {
  std::ranges::sort(cells);
  const auto twice = std::ranges::adjacent_find(cells);
  if (twice == cells.end()) return;
  throw_input_error(fmt::format("two nodes stand in the cell [{}, {}, {}]", twice->at[0], twice->at[1], twice->at[2]),
                    "list each cell once", "cells");
}

/// The listed cells in the order of the numbers of nodes.
std::vector<std::array<std::int64_t, 3>> cells_by_number(const Topology& topology, const PlacementChoice& choice) {
  if (choice.cell_names.empty()) return choice.cells;
  const SaidSites said(topology);
  const NodeNumbers numbers(topology);
  std::vector<std::array<std::int64_t, 3>> cells(choice.cells.size());
  std::vector<bool> is_placed(choice.cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::uint64_t number = numbers.number(said.expect(choice.cell_names[i], "cells"));
    if (is_placed[number])
      throw_input_error(fmt::format("`cells` names node {} twice", quoted_name(choice.cell_names[i])),
                        "a node stands in one cell", "cells");
    is_placed[number] = true;
    cells[number] = choice.cells[i];
  }
  return cells;
}

}  // namespace

Seats listed_seats(const Topology& topology, const PlacementChoice& choice) {
  const std::uint32_t sites = listable_nodes(topology, "cells");
  const std::uint64_t nodes = topology.node_count() + topology.interchange_count();
  if (choice.cells.size() != nodes) {
    throw_input_error(fmt::format("`cells` places {} nodes of {}", choice.cells.size(), nodes),
                      "one cell [x, y] or [x, y, z] a node, node 0 first, switches last", "cells");
  }
  const std::vector<std::array<std::int64_t, 3>> by_number = cells_by_number(topology, choice);
  std::vector<Cell> listed(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t at = by_number[node][axis];
      if (at < 0 || at >= static_cast<std::int64_t>(kMaxSlots)) {
        throw_input_error(fmt::format("node {} stands at {} along {}", node, at, letter(kAxes[axis])),
                          "places count from 0 to 2^26 - 1", "cells");
      }
      listed[node].at[axis] = static_cast<std::uint32_t>(at);
    }
  }
  expect_cells_of_their_own(listed);
  std::vector<Cell> cells(sites, listed[0]);  // an address at which nothing stands has the cell of node 0
  const NodeNumbers numbers(topology);
  for (std::uint64_t node = 0; node < nodes; ++node) cells[numbers.site(node)] = listed[node];
  Seats seats = taken_seats(topology, in_cells(topology, cells, "explicit"));
  std::uint32_t& columns = seats.size.cells[0];
  if (choice.says_columns() && columns > choice.columns) {
    throw_input_error(fmt::format("`cells` needs {} columns, and `columns` says {}", columns, choice.columns),
                      "leave out `columns`", "columns");
  }
  columns = std::max(columns, choice.columns);
  return seats;
}

Seats grid_seats(const Topology& topology, const PlacementChoice& choice) {
  const std::uint32_t sites = listable_nodes(topology, "columns");
  double wanted = sites;
  for (const CellRange& range : choice.empty)
    wanted += (range.last[0] - range.first[0] + 1.0) * (range.last[1] - range.first[1] + 1.0);
  if (wanted > static_cast<double>(kMaxSlots))
    throw_limit_error("more than 2^26 cells of a grid, the limit", "name fewer cells in `empty`", "empty");
  Seats seats{{{columns_of_grid(choice, sites, wanted), 0, 1}}, {}};
  auto& [columns, rows, planes] = seats.size.cells;
  for (; seats.cells.size() < sites; ++rows) {
    for (std::uint32_t x = 0; x < columns; ++x) {
      const Cell cell{{x, rows, 0}};
      if (!stays_empty(choice, cell)) seats.cells.push_back(cell);
    }
  }
  return seats;
}

Seats taken_seats(const Topology& topology, const Placement& placement) {
  const std::uint32_t sites = listable_nodes(topology, "order");
  Seats seats{placement.grid(), {}};
  seats.cells.reserve(sites);
  for (std::uint32_t site = 0; site < sites; ++site) seats.cells.push_back(cell_of(topology, placement, site));
  return seats;
}

Placement seat_by(const Topology& topology, const PlacementChoice& choice, const Order& order, const Seats& seats,
                  Optimiser& optimiser) {
  const std::vector<Cell> cells = seated(topology, choice, order, seats, optimiser);
  const bool listed = !choice.cells.empty() || listed_order(choice) != nullptr;
  const bool kept = !choice.empty.empty();  // rows at the end that stay empty
  const std::string name = listed && order.by_number ? "explicit" : std::string(order.name);
  return in_cells(topology, cells, name,
                  {{kept || choice.says_columns() ? seats.size[Axis::x] : 1, kept ? seats.size[Axis::y] : 1, 1}});
}

void expect_empty_cells(const Topology& topology, const PlacementChoice& choice, const Placement& placement) {
  const GridSize grid = placement.grid();
  for (const CellRange& range : choice.empty) {
    if (range.last[0] < grid[Axis::x] && range.last[1] < grid[Axis::y]) continue;
    throw_input_error(fmt::format("the cell [{}, {}] is off the grid of {} x {}", range.last[0], range.last[1],
                                  grid[Axis::x], grid[Axis::y]),
                      "cells are counted from 0, x first; `columns` says how wide the grid is", "empty");
  }
  if (choice.empty.empty()) return;
  const std::uint32_t sites = listable_nodes(topology, "empty");
  for (std::uint32_t site = 0; site < sites; ++site) {
    if (topology.kind(site) == SiteKind::nothing) continue;
    const Cell cell = cell_of(topology, placement, site);
    if (!stays_empty(choice, cell)) continue;
    throw_input_error(fmt::format("{} stands in the cell [{}, {}], which `empty` keeps free",
                                  quoted_name(site_name(topology, site)), cell[Axis::x], cell[Axis::y]),
                      "move the node, or leave the cell out of `empty`", "empty");
  }
}

}  // namespace cutline
