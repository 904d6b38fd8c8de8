// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/placement/place.hpp"
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

}  // namespace cutline
