// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/placement/order.hpp"
#include "cutline/placement/place.hpp"
#include "placement/optimise.hpp"

namespace cutline {

/// The cells that the sites of a network may take, on a grid that is at least so large. Natural order puts site i in
/// the i-th of them. There may be more cells than sites.
struct Seats {
  GridSize size;
  std::vector<Cell> cells;
};

/// The cells that the user lists, one a site. Throws input errors for another number of cells than of sites, for one
/// that is listed twice, and for one past `columns`.
Seats listed_seats(const Topology& topology, const PlacementChoice& choice);
/// The cells of a grid, row by row, without those that stay empty. Rows are added until every site has a cell.
Seats grid_seats(const Topology& topology, const PlacementChoice& choice);
/// The cells in which the sites of a placement stand.
Seats taken_seats(const Topology& topology, const Placement& placement);

/// Puts every site into one of the cells, by the user's list or by the order: along a grid's order the cells follow one
/// another, plane by plane, along a line's order the sites; an order that optimises moves sites over the cells. Throws
/// an input error for an order that places whole networks, and the errors of the optimiser.
Placement seat_by(const Topology& topology, const PlacementChoice& choice, const Order& order, const Seats& seats,
                  Optimiser& optimiser);

/// Throws an input error where a site stands in a cell that `empty` keeps free, or where such a cell is off the grid.
void expect_empty_cells(const Topology& topology, const PlacementChoice& choice, const Placement& placement);

}  // namespace cutline
