// SPDX-License-Identifier: Apache-2.0
#include "cutline/placement/place.hpp"

#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "placement/seats.hpp"
#include "topology/said_sites.hpp"

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

constexpr std::uint32_t kMostNodesWithOptimum = 20;

/// Passes every call on to another watch, and remembers whether the work was asked to stop.
class Listening : public Watch {
 public:
  explicit Listening(Watch* watch) : watch_(watch) {}
  std::uint64_t begun(const std::string& what, std::uint64_t all) override {
    return watch_ == nullptr ? 0 : watch_->begun(what, all);
  }
  bool go_on(std::uint64_t work, std::uint64_t done) override {
    stopped_ = stopped_ || (watch_ != nullptr && !watch_->go_on(work, done));
    return !stopped_;
  }
  void ended(std::uint64_t work) override {
    if (watch_ != nullptr) watch_->ended(work);
  }
  bool stopped() const { return stopped_; }

 private:
  Watch* watch_;
  bool stopped_ = false;
};

void expect_used(const PlacementChoice& choice) {
  if (!choice.arrange || *choice.arrange == ArrangeChoice{.seed = choice.arrange->seed}) return;
  const auto chosen = [&](const auto& wanted) {
    return std::ranges::any_of(choice.orders, [&](const std::string& name) {
      const Order* order = find_order(name);
      return order != nullptr && wanted(*order);
    });
  };
  if (!chosen([](const Order& order) { return order.arrange != nullptr; })) {
    throw_input_error("`minimise`, `weight`, `moves`, `effort`, `start` and `fixed` are for orders that optimise",
                      "leave them out, or name no order", "order");
  }
  const ArrangeChoice& asked = *choice.arrange;
  if (!asked.start.empty() && !chosen([](const Order& order) { return order.takes_start; }))
    throw_input_error("`start` is for the order 'annealed'", "leave it out", "start");
  if (chosen([](const Order& order) { return order.moves_nodes; })) return;
  if (!asked.fixed.empty())
    throw_input_error("`fixed` is for the orders 'annealed', 'spectral' and 'tabu'",
                      "take one of them, or leave `fixed` out", "fixed");
  if (!asked.kinds.empty())
    throw_input_error(
        "kinds of tile that stand at numbers of nodes are for the orders 'annealed', 'spectral' and 'tabu'",
        "take one of them, or give the kinds' cells", "order");
  for (const char* key : {"moves", "effort"}) {
    if (*key == 'm' ? asked.moves.has_value() : asked.effort_s.has_value())
      throw_input_error(fmt::format("`{}` is for the order 'annealed', 'spectral' or 'tabu'", key), "leave it out",
                        key);
  }
}

void expect_room(const Order& order, std::uint64_t nodes) {
  if (nodes <= order.most_nodes) return;
  throw_limit_error(fmt::format("the order '{}' arranges up to {} places, the limit, and these are {}", order.name,
                                order.most_nodes, nodes),
                    "name another order", "order");
}

void expect_served(const Order& order, const ArrangeChoice& choice) {
  if (order.total_alone && choice.minimised != Minimised::total) {
    throw_input_error(fmt::format("the order '{}' minimises the total alone", order.name),
                      "write `minimise: total`, or take the order annealed", "minimise");
  }
  if (choice.weight == Weight::traffic && choice.minimised == Minimised::area) {
    throw_input_error("the area is that of links, and traffic has none",
                      "minimise total, longest or peak_density, or weigh by width or one", "weight");
  }
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

std::vector<std::uint32_t> radices_of(const Topology& topology, const std::vector<std::uint8_t>& digits) {
  return each_of(digits, [&](const std::uint8_t digit) { return topology.digits[digit].radix; });
}

Optimiser::Optimiser(const PlacementChoice& choice, const PlacingRun& run)
    : choice_(choice.arrange.value_or(ArrangeChoice{})), watch_(run.watch), traffic_(run.traffic) {
  expect_used(choice);
  choice_.seed = choice_.seed.value_or(run.seed);
}

Optimiser::Optimiser(const PlacementChoice& choice) : Optimiser(choice, PlacingRun{}) { roughly_ = true; }

bool Optimiser::tells_nodes_apart() const {
  return choice_.weight == Weight::traffic || !choice_.fixed.empty() || !choice_.kinds.empty();
}

const Order* Optimiser::start_rule(const Order& order) const {
  const Order* start = order.takes_start ? find_order(choice_.start) : nullptr;
  const bool rule = start != nullptr && start->arrange == nullptr && (start->line != nullptr || start->grid != nullptr);
  return rule && choice_.fixed.empty() && choice_.kinds.empty() ? start : nullptr;
}

Cells Optimiser::line(const Topology& topology, const Order& order, Axis axis,
                      const std::vector<std::uint8_t>& digits) {
  std::uint64_t places = 1;
  for (const std::uint8_t digit : digits) places *= topology.digits[digit].radix;
  expect_room(order, places);
  expect_served(order, choice_);
  if (tells_nodes_apart()) {
    throw_input_error(
        fmt::format("the order '{}' gives all lines one order, and {} tell their nodes apart", order.name,
                    choice_.weight == Weight::traffic ? "the weights of traffic"
                    : !choice_.fixed.empty()          ? "fixed nodes"
                                                      : "kinds of tile at nodes"),
        "take no order or annealed, spectral or tabu for all axes, or say how wide one grid is with `columns`",
        choice_.weight == Weight::traffic ? "weight"
        : !choice_.fixed.empty()          ? "fixed"
                                          : "order");
  }
  if (roughly_) return numbers_below<std::uint32_t>(places);
  const bool by_width = choice_.weight == Weight::width;
  const GridGraph grid{line_graph(topology, digits, by_width), static_cast<std::uint32_t>(places), 1,
                       choice_.minimised};
  Cells start;
  if (const Order* rule = start_rule(order)) {
    start = rule->line != nullptr ? rule->line(radices_of(topology, digits)) : rule->grid({{grid.columns, 1, 1}});
    expect_places(*rule, start, places, places);
  }
  return arrange(order, grid, std::string(1, letter(axis)), std::move(start));
}

Cells Optimiser::grid(const Topology& topology, const Order& order, const GridSize& size, Cells seats, Cells start) {
  expect_room(order, topology.site_count());
  expect_served(order, choice_);
  const auto [columns, rows, planes] = size.cells;
  if (!seats.empty() && !order.moves_nodes) {
    throw_input_error(
        fmt::format("the order '{}' fills one whole plane, and here only some cells may be taken", order.name),
        "take the order annealed, spectral or tabu, or leave out `empty`, `cells` and `positions`", "order");
  }
  if (rows > 1 && !order.arranges_grids) {
    throw_input_error(fmt::format("the order '{}' is for lines, and these nodes stand in {} rows", order.name, rows),
                      "put all nodes in one row with `columns`", "order");
  }
  GridGraph grid{{}, columns, rows, choice_.minimised, choice_.weight != Weight::one, std::move(seats)};
  grid.planes = planes;
  const auto sites = static_cast<std::uint32_t>(topology.site_count());
  grid.groups = groups(topology, sites);
  if (roughly_) {
    return each_of(sites, [&](std::uint32_t site) { return grid.seat(site); });
  }
  grid.graph = weighed(topology);
  return arrange(order, grid, "", std::move(start));
}

std::vector<std::uint32_t> Optimiser::groups(const Topology& topology, std::uint32_t nodes) const {
  if (choice_.fixed.empty() && choice_.kinds.empty()) return {};
  std::vector<std::uint32_t> groups(nodes, 0);
  std::uint32_t next = 0;
  const SaidSites said(topology);
  for (const std::vector<SaidNodes>& kind : choice_.kinds) {
    ++next;
    for (const SaidNodes& listed : kind) {
      for (const std::uint64_t site : said.expect_all(listed, "tiles")) groups[site] = next;
    }
  }
  for (const std::string& name : choice_.fixed) groups[said.expect(name, "fixed")] = ++next;
  return groups;
}

ChannelGraph Optimiser::weighed(const Topology& topology) const {
  const bool widest = choice_.weight == Weight::width && choice_.minimised == Minimised::longest;
  if (choice_.weight != Weight::traffic) {
    return node_graph(topology, choice_.weight == Weight::width, widest ? MergedWeight::largest : MergedWeight::sum);
  }
  if (traffic_ != nullptr) return flow_graph(*traffic_, topology);
  throw_input_error("under uniform traffic all pairs of nodes weigh the same, and every placement costs the same",
                    "give the `traffic` of the application, as a matrix or a file, or leave out `weight`", "weight");
}

Cells Optimiser::arrange(const Order& order, const GridGraph& grid, const std::string& axis, Cells start) {
  Cells natural = natural_cells(grid);
  const Cost before = cost(grid, natural);
  Arranged report{.order = std::string(order.name),
                  .axis = axis,
                  .minimised = grid.minimised,
                  .natural = before.value,
                  .start = before.value,
                  .chose_start = order.takes_start};
  Listening watch(watch_);
  Cells cells = order.arrange({grid, choice_, &watch, std::move(start)}, report);
  expect_places(order, cells, grid.node_count(), cell_count(grid));
  report.interrupted = watch.stopped();
  Cost after = cost(grid, cells);
  if (before <= after) {
    cells = std::move(natural);
    after = before;
  }
  report.value = after.value;
  const bool line = cell_count(grid) == grid.columns && grid.columns == grid.node_count() && choice_.kinds.empty();
  if (line && grid.columns <= kMostNodesWithOptimum && !report.optimum) {
    if (const auto exact = exact_line(grid)) report.optimum = exact->value;
  }
  if (grid.node_count() > 1) reports_.push_back(std::move(report));
  return cells;
}

}  // namespace cutline
