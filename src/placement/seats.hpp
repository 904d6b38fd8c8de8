// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/order.hpp"

namespace cutline {

/// The radices of digits, as the orders of lines take them.
std::vector<std::uint32_t> radices_of(const Topology& topology, const std::vector<std::uint8_t>& digits);

/// Runs the orders that optimise, for one placement, and keeps their reports.
class Optimiser {
 public:
  /// Throws an input error where an option is given that no order of the placement uses.
  Optimiser(const PlacementChoice& choice, const PlacingRun& run);
  /// Optimises nothing: every node at its natural place.
  explicit Optimiser(const PlacementChoice& choice);

  /// The place of every coordinate of an axis; the lines along it are one problem.
  Cells line(const Topology& topology, const Order& order, Axis axis, const std::vector<std::uint8_t>& digits);
  /// The cells of all nodes. `seats`: the cells that nodes may take, in natural order; empty: all of them. Throws an
  /// input error for seats with an order that does not move nodes one by one. `start`: the cells of start_rule().
  Cells grid(const Topology& topology, const Order& order, const GridSize& size, Cells seats = {}, Cells start = {});

  /// The rule from which the order begins by the user's choice; null where it is none, as another order that optimises,
  /// and where some nodes may not stand wherever a rule puts them.
  const Order* start_rule(const Order& order) const;

  /// Whether nodes of equal places on equal lines differ: they are fixed, of kinds of tile, or weighed by traffic.
  bool tells_nodes_apart() const;

  const std::vector<Arranged>& reports() const { return reports_; }

 private:
  /// By node, as in GridGraph: fixed nodes are alone in their groups.
  std::vector<std::uint32_t> groups(const Topology& topology, std::uint32_t nodes) const;
  ChannelGraph weighed(const Topology& topology) const;
  Cells arrange(const Order& order, const GridGraph& grid, const std::string& axis, Cells start);

  ArrangeChoice choice_;
  Watch* watch_ = nullptr;
  const Traffic* traffic_ = nullptr;
  bool roughly_ = false;
  std::vector<Arranged> reports_;
};

inline constexpr std::uint64_t kMaxSlots = std::uint64_t{1} << 26;  ///< of an axis

/// An order gives `count` places below `cells`, none twice. Where it does not, as one of a user's own may, this throws
/// an input error that names it.
void expect_places(const Order& order, const std::vector<std::uint32_t>& places, std::uint64_t count,
                   std::uint64_t cells);

/// How many sites can be placed one by one. Throws where they cannot; errors name the parameter.
std::uint32_t listable_nodes(const Topology& topology, const char* parameter);

/// Inverts a user's list: from the nodes place by place to the place of every node. Throws input errors, which begin
/// with `what`, for a list that does not name each of so many nodes once.
std::vector<std::uint32_t> positions_of(const std::vector<std::uint32_t>& permutation, std::uint64_t cells,
                                        const std::string& what);

/// Places each site in its given cell; no two are alike. The grid has at least so many cells along each axis.
Placement in_cells(const Topology& topology, const std::vector<Cell>& cells, const std::string& order,
                   const GridSize& least = {});

/// Places each site where its tile's router stands. Every coordinate of a router is a slot; those that are no farther
/// apart than the floorplan's snap share one. Throws input errors for sites without a tile, for two routers in one
/// place and for routers outside the die. Cost: O(tiles log tiles).
Placement in_given_places(const Topology& topology, const TilePlan& floorplan);

/// `moved` on the tiles of `named`, which has the same cells: each site takes the tile whose router stands in its cell.
Placement on_tiles_of(const Topology& topology, const Placement& named, Placement moved);

/// The order of this name. Throws an input error where there is none.
const Order& order_named(const std::string& name);
/// The name of the order along an axis; "natural" where the choice names none.
std::string order_name(const PlacementChoice& choice, std::size_t axis);
/// Places each digit except the boxed one on one axis, and orders each axis by itself.
Placement on_axes(const Topology& topology, const PlacementChoice& choice, Optimiser& optimiser);

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
