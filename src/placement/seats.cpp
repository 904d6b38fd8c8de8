// SPDX-License-Identifier: Apache-2.0
#include "placement/seats.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/topology/graph_text.hpp"
#include "cutline/topology/topology.hpp"
#include "placement/cells.hpp"

namespace cutline {

namespace {

bool stays_empty(const PlacementChoice& choice, const Cell& cell) {
  return std::any_of(choice.empty.begin(), choice.empty.end(),
                     [&](const CellRange& range) { return range.contains(cell[Axis::x], cell[Axis::y]); });
}

std::uint32_t columns_of_grid(const PlacementChoice& choice, std::uint32_t sites, double wanted) {
  const double columns = choice.says_columns() ? choice.columns : std::ceil(std::sqrt(wanted));
  if (columns > static_cast<double>(kMaxSlots))
    throw_limit_error(fmt::format("{} columns for {} nodes are more than 2^26, the limit", columns, sites), {},
                      "columns");
  return static_cast<std::uint32_t>(columns);
}

/// The cells as numbers x + columns * y. Throws a limit error where the grid is too large to be filled cell by cell.
Cells numbered(const Seats& seats) {
  if (std::uint64_t{seats.columns} * seats.rows > kMaxSlots)
    throw_limit_error(fmt::format("a grid of {} x {} cells, and orders fill up to 2^26", seats.columns, seats.rows), {},
                      "order");
  Cells numbers;
  numbers.reserve(seats.cells.size());
  for (const Cell& cell : seats.cells) {
    if (cell[Axis::z] > 0)
      throw_input_error("orders that optimise or run over a grid fill one plane", "leave out `order`", "order");
    numbers.push_back(cell[Axis::x] + seats.columns * cell[Axis::y]);
  }
  return numbers;
}

bool covers_grid(const Seats& seats) { return seats.cells.size() == std::uint64_t{seats.columns} * seats.rows; }

/// The seats along a grid's order.
std::vector<Cell> cells_along(const Order& order, const Seats& seats) {
  const std::uint64_t all = std::uint64_t{seats.columns} * seats.rows;
  std::vector<std::uint32_t> path = order.grid(seats.columns, seats.rows);
  expect_places(order, path, all, all);
  if (!covers_grid(seats)) {
    std::vector<bool> open(path.size(), false);
    for (const std::uint32_t number : numbered(seats)) open[number] = true;
    std::erase_if(path, [&](std::uint32_t number) { return !open[number]; });
  }
  std::vector<Cell> cells;
  cells.reserve(path.size());
  for (const std::uint32_t number : path) cells.push_back({{number % seats.columns, number / seats.columns, 0}});
  return cells;
}

/// The seats by site, where site i takes the seat of this number.
std::vector<Cell> taken(const std::vector<std::uint32_t>& numbers, const Seats& seats) {
  std::vector<Cell> cells;
  cells.reserve(numbers.size());
  for (const std::uint32_t number : numbers) cells.push_back(seats.cells[number]);
  return cells;
}

std::vector<std::uint32_t> radices_of(const Topology& topology, std::uint32_t sites) {
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

/// The cell of every site.
std::vector<Cell> seated(const Topology& topology, const PlacementChoice& choice, const Order& order,
                         const Seats& seats, Optimiser& optimiser, std::uint32_t sites) {
  if (const auto* listed = listed_order(choice)) return taken(positions_of(*listed, sites, "the order"), seats);
  if (order.arrange != nullptr) {
    std::vector<Cell> cells;
    Cells numbers = numbered(seats);
    if (covers_grid(seats) && std::is_sorted(numbers.begin(), numbers.end())) numbers.clear();  // the whole grid
    const Cells found = optimiser.grid(topology, order, seats.columns, seats.rows, std::move(numbers));
    for (const std::uint32_t number : found) cells.push_back({{number % seats.columns, number / seats.columns, 0}});
    return cells;
  }
  if (order.line == nullptr && order.grid == nullptr)
    throw_input_error(fmt::format("the order '{}' places a whole network by itself", order.name),
                      "leave out `cells` and `columns`, or name another order", "order");
  if (order.by_number) return {seats.cells.begin(), seats.cells.begin() + sites};
  if (order.grid == nullptr) {
    const std::vector<std::uint32_t> places = order.line(radices_of(topology, sites));
    expect_places(order, places, sites, sites);
    return taken(places, seats);
  }
  std::vector<Cell> cells = cells_along(order, seats);
  cells.resize(sites);
  return cells;
}

}  // namespace

Seats listed_seats(const Topology& topology, const PlacementChoice& choice) {
  const std::uint32_t sites = listable_nodes(topology, "cells");
  if (choice.cells.size() != sites) {
    throw_input_error(fmt::format("`cells` places {} nodes of {}", choice.cells.size(), sites),
                      "one cell [x, y] or [x, y, z] a node, node 0 first", "cells");
  }
  std::vector<Cell> cells(sites);
  for (std::uint32_t site = 0; site < sites; ++site) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t at = choice.cells[site][axis];
      if (at < 0 || at >= static_cast<std::int64_t>(kMaxSlots)) {
        throw_input_error(fmt::format("node {} stands at {} along {}", site, at, letter(kAxes[axis])),
                          "places count from 0 to 2^26 - 1", "cells");
      }
      cells[site].at[axis] = static_cast<std::uint32_t>(at);
    }
  }
  Seats seats = taken_seats(topology, in_cells(topology, cells, "explicit"));
  if (choice.says_columns() && seats.columns > choice.columns) {
    throw_input_error(fmt::format("`cells` needs {} columns, and `columns` says {}", seats.columns, choice.columns),
                      "leave out `columns`", "columns");
  }
  seats.columns = std::max(seats.columns, choice.columns);
  return seats;
}

Seats grid_seats(const Topology& topology, const PlacementChoice& choice) {
  const std::uint32_t sites = listable_nodes(topology, "columns");
  double wanted = sites;
  for (const CellRange& range : choice.empty)
    wanted += (range.last[0] - range.first[0] + 1.0) * (range.last[1] - range.first[1] + 1.0);
  if (wanted > static_cast<double>(kMaxSlots))
    throw_limit_error("more than 2^26 cells of a grid, the limit", "name fewer cells in `empty`", "empty");
  Seats seats{columns_of_grid(choice, sites, wanted), 0, {}};
  for (; seats.cells.size() < sites; ++seats.rows) {
    for (std::uint32_t x = 0; x < seats.columns; ++x) {
      const Cell cell{{x, seats.rows, 0}};
      if (!stays_empty(choice, cell)) seats.cells.push_back(cell);
    }
  }
  return seats;
}

Seats taken_seats(const Topology& topology, const Placement& placement) {
  const std::uint32_t sites = listable_nodes(topology, "order");
  Seats seats{placement[Axis::x].slots(), placement[Axis::y].slots(), {}};
  seats.cells.reserve(sites);
  for (std::uint32_t site = 0; site < sites; ++site) seats.cells.push_back(cell_of(topology, placement, site));
  return seats;
}

Placement seat_by(const Topology& topology, const PlacementChoice& choice, const Order& order, const Seats& seats,
                  Optimiser& optimiser) {
  const std::uint32_t sites = listable_nodes(topology, "columns");
  const std::vector<Cell> cells = seated(topology, choice, order, seats, optimiser, sites);
  std::array<std::vector<std::uint32_t>, 3> tables;
  for (const Axis axis : kAxes) {
    tables[index(axis)].reserve(sites);
    for (const Cell& cell : cells) tables[index(axis)].push_back(cell[axis]);
  }
  const bool listed = !choice.cells.empty() || listed_order(choice) != nullptr;
  const bool kept = !choice.empty.empty();  // rows at the end that stay empty
  const std::string name = listed && order.by_number ? "explicit" : std::string(order.name);
  return by_tables(topology, std::move(tables[0]), std::move(tables[1]), std::move(tables[2]), name,
                   kept || choice.says_columns() ? seats.columns : 1, kept ? seats.rows : 1);
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
