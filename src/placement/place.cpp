// SPDX-License-Identifier: Apache-2.0
#include "cutline/placement/place.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "box.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/base/integers.hpp"
#include "cutline/base/named.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/placement/order.hpp"
#include "cutline/placement/placement.hpp"
#include "cutline/topology/topology.hpp"
#include "placement/cells.hpp"
#include "placement/optimise.hpp"
#include "placement/seats.hpp"

namespace cutline {

namespace {

const Order& order_named(const std::string& name) {
  return expect_named(orders(), name, "no order is called", "the orders are", "order");
}

/// The digits for which an axis is chosen: all except the boxed one.
std::vector<std::uint8_t> dimensions(const Topology& topology) {
  std::vector<std::uint8_t> digits;
  const auto digit_count = static_cast<std::uint8_t>(topology.digits.size());
  for (std::uint8_t digit = 0; digit < digit_count; ++digit) {
    if (digit != topology.boxed_digit()) digits.push_back(digit);
  }
  return digits;
}

/// The digits on each axis.
std::array<std::vector<std::uint8_t>, 3> digits_by_axis(const Topology& topology, const PlacementChoice& choice) {
  const std::vector<std::uint8_t> digits = dimensions(topology);
  std::vector<Axis> axes = choice.axes;
  if (axes.empty()) {
    axes.assign(digits.size(), Axis::y);
    std::fill_n(axes.begin(), (digits.size() + 1) / 2, Axis::x);
  }
  if (axes.size() != digits.size()) {
    throw_input_error(fmt::format("`axes` names {} axes for {} dimensions", axes.size(), digits.size()),
                      "one axis a dimension, dimension 0 first", "axes");
  }
  std::array<std::vector<std::uint8_t>, 3> on_axis;
  for (std::size_t i = 0; i < digits.size(); ++i) on_axis[index(axes[i])].push_back(digits[i]);
  return on_axis;
}

/// How the values of the boxed digit stand along one axis: where each stands in a box, and the box's side.
struct BoxSide {
  std::vector<std::uint32_t> place;
  std::uint32_t cells = 1;
};

/// A box lies on the first two axes in use; on one axis alone its values stand in a row.
std::array<BoxSide, 3> box_sides(const Topology& topology, const PlacementChoice& choice,
                                 const std::array<std::vector<std::uint8_t>, 3>& on_axis) {
  std::array<BoxSide, 3> sides;
  if (!topology.boxed_digit()) {
    if (choice.says_box()) throw_input_error("this network has nothing to put in boxes", "leave out `box`", "box");
    return sides;
  }
  const std::uint32_t nodes = topology.digits[*topology.boxed_digit()].radix;
  std::vector<std::size_t> used;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!on_axis[axis].empty()) used.push_back(axis);
  }
  if (used.size() < 2) {
    BoxSide& row = sides[used.empty() ? 0 : used[0]];
    row.cells = nodes;
    for (std::uint32_t value = 0; value < nodes; ++value) row.place.push_back(value);
    return sides;
  }
  const BoxSize box = choice.says_box() ? BoxSize{choice.box[0], choice.box[1]} : squarest_box(nodes);
  if (std::uint64_t{box.columns} * box.rows < nodes) {
    throw_input_error(fmt::format("a box of {} x {} cells is too small for {} nodes", box.columns, box.rows, nodes), {},
                      "box");
  }
  sides[used[0]].cells = box.columns;
  sides[used[1]].cells = box.rows;
  const auto tour = box_tour(box);
  for (std::uint32_t value = 0; value < nodes; ++value) {
    if (box.columns > 1) sides[used[0]].place.push_back(tour[value][0]);
    if (box.rows > 1) sides[used[1]].place.push_back(tour[value][1]);
  }
  return sides;
}

std::string order_name(const PlacementChoice& choice, std::size_t axis) {
  if (choice.orders.empty()) return "natural";
  return choice.orders.size() == 1 ? choice.orders[0] : axis < choice.orders.size() ? choice.orders[axis] : "natural";
}

/// Where slots stand if interchanges take no room: the interchange after coordinate b - 1 at b - 1/2 of its dimension.
std::vector<std::uint32_t> half_pitches(const Topology& topology, const AxisPlacement& axis) {
  std::vector<std::uint32_t> halves = {0};
  std::uint64_t weight = 1;  // node pitches from one coordinate of the digit to the next
  for (const std::uint8_t digit : axis.digits) {
    std::vector<std::uint32_t> longer;
    std::uint64_t nodes = 0;
    for (std::uint32_t value = 0; value < topology.digits[digit].radix; ++value) {
      const bool is_node = topology.level(digit, value) == 0;
      const std::uint64_t here = (is_node ? 2 * nodes : 2 * nodes - 1) * weight;
      for (const std::uint32_t below : halves) longer.push_back(static_cast<std::uint32_t>(below + here));
      nodes += is_node ? 1 : 0;
    }
    halves = std::move(longer);
    weight *= nodes;
  }
  return halves;
}

/// The digits of one axis without the boxed one, as orders take them.
struct AxisDigits {
  std::vector<std::uint8_t> digits;
  std::vector<std::uint32_t> radices;
};

/// Sets the positions along one axis: its order places the digits, and in each place the nodes of a box stand side by
/// side.
void order_axis(const Topology& topology, const PlacementChoice& choice, Axis axis, const AxisDigits& on_axis,
                const BoxSide& box, Optimiser& optimiser, AxisPlacement& place) {
  if (index(axis) < choice.permutations.size() && !choice.permutations[index(axis)].empty()) {
    if (!box.place.empty() && box.cells != box.place.size())
      throw_input_error("the nodes of boxes follow their tours, not a list", "name an order", "order");
    place.order = "explicit";
    place.place(positions_of(choice.permutations[index(axis)], place.coordinates(),
                             fmt::format("the order along {}", letter(axis))),
                place.slots());
    return;
  }
  place.order = order_name(choice, index(axis));
  const Order& order = order_named(place.order);
  if (order.line == nullptr && order.arrange == nullptr)
    throw_input_error(fmt::format("the order '{}' is for grids, not for lines", order.name), "it needs `columns`",
                      "order");
  const bool natural = order.by_number;
  if (choice.interchange_pitch == 0 && topology.has_interchanges()) {
    if (!natural)
      throw_input_error("interchanges take no room in the natural order only", "leave out `order`",
                        "interchange_pitch");
    place.half_pitches = half_pitches(topology, place);
  }
  const bool in_a_row = box.cells == box.place.size() && std::is_sorted(box.place.begin(), box.place.end());
  if (natural && (box.place.empty() || in_a_row)) return;
  const std::uint32_t boxes = place.slots() / box.cells;
  const std::vector<std::uint32_t> places =
      order.arrange == nullptr ? order.line(on_axis.radices) : optimiser.line(topology, order, axis, on_axis.digits);
  expect_places(order, places, boxes, boxes);
  std::vector<std::uint32_t> taken;
  taken.reserve(places.size() * std::max<std::size_t>(box.place.size(), 1));
  for (const std::uint32_t of_box : places) {
    if (box.place.empty()) taken.push_back(of_box);
    for (const std::uint32_t within : box.place) taken.push_back(of_box * box.cells + within);
  }
  place.place(std::move(taken), place.slots());
}

/// Places each digit except the boxed one on one axis, and orders each axis by itself.
Placement on_axes(const Topology& topology, const PlacementChoice& choice, Optimiser& optimiser) {
  Placement placement;
  const auto on_axis = digits_by_axis(topology, choice);
  const std::array<BoxSide, 3> boxes = box_sides(topology, choice, on_axis);
  for (const Axis axis : kAxes) {
    AxisPlacement& place = placement.axes[index(axis)];
    const BoxSide& box = boxes[index(axis)];
    if (!box.place.empty()) place.digits.push_back(*topology.boxed_digit());
    AxisDigits digits{on_axis[index(axis)], {}};
    std::uint64_t cells = box.cells;
    for (const std::uint8_t digit : digits.digits) {
      place.digits.push_back(digit);
      digits.radices.push_back(topology.digits[digit].radix);
      cells = checked_product(cells, topology.digits[digit].radix).value_or(kMaxSlots + 1);
      if (cells > kMaxSlots) {
        throw_limit_error(fmt::format("the grid has more than 2^26 places along {}, the limit", letter(axis)),
                          "spread the dimensions over the axes with `axes`", "axes");
      }
    }
    place.place_in_sequence(static_cast<std::uint32_t>(cells));
    order_axis(topology, choice, axis, digits, box, optimiser, place);
  }
  return placement;
}

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
  if (choice.interchange_pitch == 0 && topology.has_interchanges() &&
      std::none_of(placement.axes.begin(), placement.axes.end(), by_halves)) {
    throw_input_error("interchanges and switches have cells of their own here, not places between nodes of a line",
                      "leave out `interchange_pitch`", "interchange_pitch");
  }
  expect_empty_cells(topology, choice, placement);
  return placement;
}

PlacementChoice with_order(const Topology& topology, PlacementChoice choice) {
  if (auto order = default_optimiser(topology, choice)) choice.orders = {std::move(*order)};
  return choice;
}

}  // namespace

std::optional<std::string> default_optimiser(const Topology& topology, const PlacementChoice& choice) {
  constexpr std::uint64_t kMostNodesOfTabu = 128;
  if (!choice.arrange || !choice.orders.empty() || !choice.permutations.empty()) return {};
  const bool annealed = !choice.cells.empty() || choice.plan || choice.arrange->minimised != Minimised::total ||
                        !choice.arrange->start.empty() || !choice.arrange->fixed.empty();
  return annealed || topology.site_count() > kMostNodesOfTabu ? "annealed" : "tabu";
}

Placement place(const Topology& topology, const PlacementChoice& choice, const PlacingRun& run) {
  const PlacementChoice complete = with_order(topology, choice);
  Optimiser optimiser(complete, run);
  Placement placement = place_by(topology, complete, optimiser);
  placement.arranged = optimiser.reports();
  return placement;
}

Placement place_roughly(const Topology& topology, const PlacementChoice& choice) {
  const PlacementChoice complete = with_order(topology, choice);
  Optimiser optimiser(complete);
  return place_by(topology, complete, optimiser);
}

}  // namespace cutline
