// SPDX-License-Identifier: Apache-2.0
// Searched racks against ten rules of thumb, listed here, on six networks.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <queue>

#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "machine/racks.hpp"

using namespace cutline;
using namespace cutline::machine;

namespace {

Equipment equipment_of_network(const Topology& topology, std::uint32_t terminals) {
  Equipment all;
  all.devices.resize(topology.node_count() + topology.interchange_count());
  const NodeNumbers numbers(topology);
  for (std::uint32_t i = 0; i < all.devices.size(); ++i) {
    if (topology.kind(numbers.site(i)) == SiteKind::node) all.devices[i].terminals = terminals;
    all.devices[i].group = static_cast<std::uint32_t>(numbers.site(i) / digit_weights(topology).back());
  }
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    all.links.push_back({static_cast<std::uint32_t>(numbers.number(a)), static_cast<std::uint32_t>(numbers.number(b))});
  });
  return all;
}

using Order = std::vector<std::uint32_t>;

Order natural(std::size_t count) {
  Order order(count);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

/// Devices in the order in which a walk in breadth meets them.
Order by_breadth(const Equipment& equipment, std::uint32_t first) {
  std::vector<std::vector<std::uint32_t>> neighbours(equipment.devices.size());
  for (const Link& link : equipment.links) {
    neighbours[link.a].push_back(link.b);
    neighbours[link.b].push_back(link.a);
  }
  std::vector<char> seen(equipment.devices.size());
  Order order;
  std::queue<std::uint32_t> next;
  next.push(first);
  seen[first] = 1;
  while (!next.empty()) {
    const std::uint32_t device = next.front();
    next.pop();
    order.push_back(device);
    for (const std::uint32_t other : neighbours[device]) {
      if (!std::exchange(seen[other], char{1})) next.push(other);
    }
  }
  return order;
}

Order strided(std::size_t count, std::size_t stride) {
  Order order;
  for (std::size_t from = 0; from < stride; ++from) {
    for (std::size_t i = from; i < count; i += stride) order.push_back(static_cast<std::uint32_t>(i));
  }
  return order;
}

Order ranked(const Equipment& equipment, bool without_terminals_first) {
  Order order = natural(equipment.devices.size());
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return (equipment.devices[a].terminals == 0) == without_terminals_first &&
           (equipment.devices[b].terminals == 0) != without_terminals_first;
  });
  return order;
}

/// The ten rules: an order of the devices, and an order of the racks that they fill.
std::vector<std::pair<Order, Order>> rules_of_thumb(const Hall& hall, const Equipment& equipment) {
  const std::size_t count = equipment.devices.size();
  const Order row_by_row = natural(hall.racks());
  Order snake, columns, middle = row_by_row;
  for (std::uint32_t row = 0; row < hall.rows; ++row) {
    for (std::uint32_t c = 0; c < hall.columns; ++c)
      snake.push_back(row * hall.columns + (row % 2 == 0 ? c : hall.columns - 1 - c));
  }
  for (std::uint32_t c = 0; c < hall.columns; ++c) {
    for (std::uint32_t row = 0; row < hall.rows; ++row) columns.push_back(row * hall.columns + c);
  }
  const std::uint32_t centre = hall.rows / 2 * hall.columns + hall.columns / 2;
  std::stable_sort(middle.begin(), middle.end(), [&](std::uint32_t a, std::uint32_t b) {
    return way_along(hall, a, centre) + way_across(hall, a, centre) <
           way_along(hall, b, centre) + way_across(hall, b, centre);
  });
  Order reversed = natural(count);
  std::reverse(reversed.begin(), reversed.end());
  return {{natural(count), row_by_row},            // row by row
          {natural(count), snake},                 // rows to and fro
          {natural(count), columns},               // column by column
          {natural(count), middle},                // from the middle outward
          {reversed, middle},                      // the last ones in the middle
          {by_breadth(equipment, 0), row_by_row},  // neighbours together
          {by_breadth(equipment, 0), middle},
          {strided(count, 8), row_by_row},    // one of each eighth
          {ranked(equipment, true), middle},  // inner switches in the middle
          {ranked(equipment, false), snake}};
}

/// Nothing where the rule leaves no room for some device.
std::optional<std::vector<std::uint32_t>> filled_by_rule(const Hall& hall, const Equipment& equipment,
                                                         const std::pair<Order, Order>& rule) {
  std::vector<std::uint32_t> switches(hall.racks()), terminals(hall.racks()), rack_of(equipment.devices.size());
  for (const std::uint32_t device : rule.first) {
    const std::uint32_t needed = equipment.devices[device].terminals;
    const auto rack = std::find_if(rule.second.begin(), rule.second.end(), [&](std::uint32_t each) {
      return switches[each] < hall.rack.switches && terminals[each] + needed <= hall.rack.terminals;
    });
    if (rack == rule.second.end()) return std::nullopt;
    ++switches[*rack];
    terminals[*rack] += needed;
    rack_of[device] = *rack;
  }
  return rack_of;
}

}  // namespace

TEST_CASE("searched racks are at most as long as the best of ten rules of thumb, on six networks") {
  struct Tried {
    const char* family;
    Parameters parameters;
    std::uint32_t terminals;
  };
  const std::vector<Tried> networks = {
      {"dragonfly", {{"global_links", 4}, {"routers", 8}}, 4},
      {"slim_fly", {{"q", 9}}, 6},
      {"hyperx", {{"radix", 8}, {"dimensions", 2}}, 16},
      {"torus", {{"radices", IntegerList{4, 4, 8}}}, 8},
      {"xgft", {{"children", IntegerList{8, 8, 16}}, {"parents", IntegerList{1, 8, 8}}}, 8},
      {"hypercube", {{"dimensions", 7}}, 8}};
  Hall hall;
  hall.rows = 5;
  hall.columns = 9;
  hall.rack.switches = 8;
  hall.rack.terminals = 32;
  hall.aisles = {1'200'000'000, 900'000'000};
  const auto cost = [&](const Port& a, const Port& b) { return static_cast<double>(cable_length(hall, a, b)) * 1e-9; };
  for (const Tried& each : networks) {
    CAPTURE(each.family);
    const Equipment equipment = equipment_of_network(build_topology(each.family, each.parameters), each.terminals);
    double best = 1e300;
    int fit = 0;
    for (const auto& rule : rules_of_thumb(hall, equipment)) {
      const auto racks = filled_by_rule(hall, equipment, rule);
      if (!racks) continue;
      ++fit;
      best = std::min(best, cost_of_links(hall, equipment, {*racks, {}}, cost));
    }
    CHECK(fit >= 6);
    const auto searched = search_racks(hall, equipment, cost, {});
    REQUIRE(std::holds_alternative<RackChoice>(searched));
    const double found = cost_of_links(hall, equipment, std::get<RackChoice>(searched), cost);
    CAPTURE(best);
    CHECK(found <= best * (1 + 1e-12));
  }
}

TEST_CASE("fixed devices stay where they stand, and no rack holds more than it can") {
  const Equipment equipment = equipment_of_network(build_topology("hypercube", {{"dimensions", 5}}), 8);
  Hall hall;
  hall.rows = 3;
  hall.columns = 4;
  hall.rack.switches = 4;
  hall.rack.terminals = 32;
  const auto cost = [&](const Port& a, const Port& b) { return static_cast<double>(cable_length(hall, a, b)); };
  const auto searched = search_racks(hall, equipment, cost, {{5, 11}, {6, 0}});
  REQUIRE(std::holds_alternative<RackChoice>(searched));
  const RackChoice& racks = std::get<RackChoice>(searched);
  CHECK(racks.devices[5] == 11);
  CHECK(racks.devices[6] == 0);
  std::vector<std::uint32_t> held(hall.racks()), terminals(hall.racks());
  for (const std::uint32_t rack : racks.devices) ++held[rack];
  for (const std::uint32_t rack : racks.terminals) ++terminals[rack];
  CHECK(*std::max_element(held.begin(), held.end()) <= 4);
  CHECK(*std::max_element(terminals.begin(), terminals.end()) <= 32);
}
