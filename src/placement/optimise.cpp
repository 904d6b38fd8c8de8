// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "placement/seats.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

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
