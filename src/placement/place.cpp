// SPDX-License-Identifier: Apache-2.0
#include "cutline/placement/place.hpp"

#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "placement/seats.hpp"

namespace cutline {

namespace {

bool says_no_order(const PlacementChoice& choice) { return choice.orders.empty() && choice.permutations.empty(); }

bool says_nothing_of_places(const PlacementChoice& choice) {
  return choice.axes.empty() && says_no_order(choice) && !choice.says_columns();
}

/// The user's floorplan: that of the placement, or of the graph's file where the placement says nothing. Throws an
/// input error where a placement has a floorplan and other places too.
std::optional<TilePlan> plan_of(const Topology& topology, const PlacementChoice& choice) {
  const bool says_nothing =
      says_nothing_of_places(choice) && choice.cells.empty() && !choice.says_box() && !choice.arrange;
  if (!choice.plan) return topology.tiles && says_nothing ? std::optional(*topology.tiles) : std::nullopt;
  TilePlan plan = *choice.plan;
  if (plan.tiles.empty() && topology.tiles) plan.tiles = topology.tiles->tiles;
  if (plan.tiles.empty())
    throw_input_error("`outline`, `blocked` and `snap` belong to places that are given", "add `positions`",
                      "placement");
  if (!choice.axes.empty() || choice.says_columns() || !choice.cells.empty() || choice.says_box())
    throw_input_error("`positions` gives the places, and so does another key of `placement`",
                      "leave out `axes`, `columns`, `cells` and `box`; an order says which node takes which place",
                      "positions");
  return plan;
}

/// Whether all nodes stand on one grid, whatever their digits: the user says how wide, or the order is for grids alone.
bool on_one_grid(const Topology& topology, const PlacementChoice& choice, const Order& order) {
  const bool optimises = order.arrange != nullptr;
  const bool anybodys = !topology.has_dimensions && choice.axes.empty() && choice.permutations.empty();
  const bool grid_alone = order.line == nullptr && !optimises;
  return choice.says_columns() || grid_alone || (!choice.empty.empty() && choice.axes.empty()) ||
         (anybodys && (order.by_number || optimises));
}

/// Whether the sites move one by one from where they stand without the order: over a grid of listed cells, or of axes
/// where not all lines can be ordered alike.
bool moves_sites(const PlacementChoice& choice, const Order& order, const Optimiser& optimiser) {
  return order.moves_nodes && choice.orders.size() == 1 && optimiser.tells_nodes_apart();
}

/// Throws an input error for what a placement says of axes where `key` says where nodes stand one by one.
void expect_nothing_of_axes(const PlacementChoice& choice, const char* key) {
  if (!choice.axes.empty())
    throw_input_error(fmt::format("`{}` says where nodes stand, and so does `axes`", key), "leave out one of them",
                      "axes");
  if (choice.orders.size() > 1)
    throw_input_error(fmt::format("`order` lists an order for each axis, and `{}` places nodes one by one", key),
                      "name one order for all", "order");
}

/// Throws an input error for boxes where nodes stand one by one.
void expect_no_box(const PlacementChoice& choice) {
  if (choice.says_box()) throw_input_error("this network has nothing to put in boxes", "leave out `box`", "box");
}

Placement place_with(const Topology& topology, const PlacementChoice& choice, Optimiser& optimiser) {
  if (const auto plan = plan_of(topology, choice)) {
    Placement named = in_given_places(topology, *plan);
    if (says_no_order(choice)) return named;
    expect_nothing_of_axes(choice, "positions");
    const Seats seats = taken_seats(topology, named);
    return on_tiles_of(topology, named,
                       seat_by(topology, choice, order_named(order_name(choice, 0)), seats, optimiser));
  }
  if (choice.cells.empty() && !topology.positions.empty() && says_nothing_of_places(choice))
    return in_cells(topology, topology.positions, "given", topology.least_grid);
  const Order& order = order_named(order_name(choice, 0));
  if (!choice.cells.empty()) {
    expect_nothing_of_axes(choice, "cells");
    expect_no_box(choice);
    return seat_by(topology, choice, order, listed_seats(topology, choice), optimiser);
  }
  if (order.network != nullptr) {
    if (network_shape(topology).kind != order.kind) {
      throw_input_error(fmt::format("the order '{}' is not for the family '{}'", order.name, topology.family.printed()),
                        fmt::format("it is for {}", kind_word(order.kind)), "order");
    }
    return order.network(topology, choice);
  }
  if (on_one_grid(topology, choice, order)) {
    if (choice.says_columns()) expect_nothing_of_axes(choice, "columns");
    expect_no_box(choice);
    return seat_by(topology, choice, order, grid_seats(topology, choice), optimiser);
  }
  if (!moves_sites(choice, order, optimiser)) return on_axes(topology, choice, optimiser);
  PlacementChoice natural = choice;
  natural.orders.clear();
  return seat_by(topology, choice, order, taken_seats(topology, on_axes(topology, natural, optimiser)), optimiser);
}

Placement place_by(const Topology& topology, const PlacementChoice& choice, Optimiser& optimiser) {
  if (!choice.empty.empty() && (choice.plan || topology.tiles)) {
    throw_input_error("`empty` names cells of a grid, and these places are in millimetres",
                      "leave out `empty`, or the places", "empty");
  }
  Placement placement = place_with(topology, choice, optimiser);
  const auto by_halves = [](const AxisPlacement& axis) { return !axis.half_pitches.empty(); };
  if (choice.interchange_pitch == 0 && topology.has_interchanges() && std::ranges::none_of(placement.axes, by_halves)) {
    throw_input_error("interchanges and switches have cells of their own here, not places between nodes of a line",
                      "leave out `interchange_pitch`", "interchange_pitch");
  }
  expect_empty_cells(topology, choice, placement);
  return placement;
}

PlacementChoice with_order(PlacementChoice choice) {
  if (auto order = default_optimiser(choice)) choice.orders = {std::move(*order)};
  return choice;
}

}  // namespace

std::optional<std::string> default_optimiser(const PlacementChoice& choice) {
  if (!choice.arrange || !choice.orders.empty() || !choice.permutations.empty()) return {};
  return choice.arrange->start.empty() ? "portfolio" : "annealed";
}

Placement place(const Topology& topology, const PlacementChoice& choice, const PlacingRun& run) {
  const PlacementChoice complete = with_order(choice);
  Optimiser optimiser(complete, run);
  Placement placement = place_by(topology, complete, optimiser);
  placement.arranged = optimiser.reports();
  return placement;
}

Placement place_roughly(const Topology& topology, const PlacementChoice& choice) {
  const PlacementChoice complete = with_order(choice);
  Optimiser optimiser(complete);
  return place_by(topology, complete, optimiser);
}

}  // namespace cutline
