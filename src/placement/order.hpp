// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/placement/place.hpp"
#include "placement/arrangement.hpp"

namespace cutline {

/// The input of an optimising order.
struct ArrangeTask {
  const GridGraph& grid;
  const ArrangeChoice& choice;
  Watch* watch = nullptr;
  Cells start = {};  ///< where the choice's `start` is a rule and no nodes are fixed or of kinds: its cells; else empty
};

/// One row of the catalogue of orders: how the nodes of a line, or of a whole grid, follow one another.
struct Order {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  /// For a line: the position of every coordinate, given the radices of the line's digits (digit 0 fastest). Null: not
  /// for lines.
  std::vector<std::uint32_t> (*line)(const std::vector<std::uint32_t>& radices) = nullptr;
  /// For a grid: the numbers of its cells, as by cell_number(), in the order in which nodes 0, 1, 2 ... take them.
  /// Null: not for grids.
  std::vector<std::uint32_t> (*grid)(const GridSize& grid) = nullptr;
  /// Places a whole network, which must be of the kind below. Null: for lines or grids of any network.
  Placement (*network)(const Topology& topology, const PlacementChoice& choice) = nullptr;
  NetworkKind kind = NetworkKind::other;
  /// For any graph on a line or a grid: optimises and returns the cell of every node. Records in the report the order
  /// that it began with and how far it came. Null: the order does not optimise.
  Cells (*arrange)(const ArrangeTask& task, Arranged& report) = nullptr;
  std::uint64_t most_nodes = 0;  ///< limit on the nodes of a graph, checked before the graph is built
  bool arranges_grids = false;   ///< false: lines alone
  bool total_alone = false;      ///< minimises only the total
  bool takes_start = false;      ///< begins with another order, the choice's `start`
  bool moves_nodes = false;      ///< moves nodes one by one: takes `moves`, `fixed` nodes and empty cells
  bool by_number = false;        ///< slot s of a line holds coordinate s, so that no list of positions is needed
  bool is_gray = false;          ///< neighbours on a line differ in one digit by one
  bool anneals = false;          ///< ends with annealing, so that no other annealing begins with it
};

/// The catalogue of all orders.
const std::vector<Order>& orders();
/// The order of this name; null where there is none.
const Order* find_order(std::string_view name);

}  // namespace cutline
