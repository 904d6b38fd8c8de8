// SPDX-License-Identifier: Apache-2.0
// Costs of routes pair by pair: their mean is that of the loads, and each is the cost of the routes walked one by one.
#include "performance/pair_costs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>

#include "cutline/detail/routing/routes.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "layout/cases.hpp"
#include "performance/route_cost.hpp"
#include "performance/ways_by_delay.hpp"
#include "topology/digit_graphs.hpp"

using namespace cutline;
using doctest::Approx;

namespace {

constexpr std::uint64_t kPairCostsEffort = 1'000'000'000;

std::vector<cases::Case> every_family_placed() {
  std::vector<cases::Case> all;
  for (const Family& family : families()) {
    for (const Parameters& example : family.examples) {
      const Topology topology = build_topology(family.name, example);
      if (topology.site_count() > 100) continue;
      all.push_back(cases::family_case(family.name, example, {}));
    }
  }
  return all;
}

double cells_of(const LinkGeometry& link) { return static_cast<double>(link.cells_x + 3 * link.cells_y); }

std::vector<WayCost> costs_by_cells(const cases::Case& c) {
  const auto costs = channel_costs({c.topology, c.placement, c.layout}, kPairCostsEffort,
                                   [&](const LinkPlace& place) { return cells_of(link_geometry(c.layout, place)); });
  REQUIRE(costs.has_value());
  return *costs;
}

/// The delays of all channels in whole steps: two a cell, and more at interchanges.
std::vector<std::int64_t> steps_by_cells(const cases::Case& c, double of_interchange = 0) {
  const std::vector<double> delays = channel_delays(
      whole_network({c.topology, c.placement, c.layout}),
      [&](const LinkPlace& place) { return 2 * cells_of(link_geometry(c.layout, place)); },
      [&](std::uint64_t site) { return is_inner(c.topology.kind(site)) ? of_interchange : 0.0; });
  return {delays.begin(), delays.end()};
}

/// Messages by what they pay.
using Paid = std::map<std::pair<std::uint32_t, double>, double>;

bool within_rounding(const Paid& a, const Paid& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](const auto& one, const auto& other) {
           return one.first == other.first && one.second == Approx(other.second).epsilon(1e-9);
         });
}

}  // namespace

TEST_CASE("the mean over all ways is what the loads of links tell, in every family and by the express rule") {
  for (const cases::Case& c : every_family_placed()) {
    CAPTURE(c.name);
    for (const Routing routing : {Routing::minimal, Routing::express}) {
      if (routing == Routing::express && !has_express_rule(c.topology)) continue;
      double links = 0, hops = 0, interchanges = 0;
      REQUIRE(for_each_way(c.topology, routing, steps_by_cells(c), kPairCostsEffort, [&](const PairWay& way) {
        links += static_cast<double>(way.delay) / 2 * way.share;
        hops += way.hops * way.share;
      }));
      REQUIRE(for_each_way(c.topology, routing, steps_by_cells(c, 1), kPairCostsEffort,
                           [&](const PairWay& way) { interchanges += static_cast<double>(way.delay) * way.share; }));
      interchanges -= 2 * links;
      const double pairs = std::pow(static_cast<double>(c.topology.node_count()), 2);
      const auto mean = [&](double (*cost)(const LinkGeometry&)) {
        return *cutline::test::mean_route_cost(c.topology, c.placement, c.layout, routing, true, kPairCostsEffort,
                                               cost);
      };
      CHECK(links / pairs == Approx(mean(cells_of)).epsilon(1e-9));
      CHECK(hops / pairs == Approx(mean([](const LinkGeometry&) { return 1.0; })).epsilon(1e-9));
      double ends = 0;
      REQUIRE(for_each_routed_link({c.topology, c.placement, c.layout}, routing, kPairCostsEffort,
                                   [&](const RoutedLink& link) { ends += link.load * link.interchanges; }));
      CHECK(interchanges / pairs == Approx(ends / 2).epsilon(1e-6));
    }
  }
}

TEST_CASE("a pair alone costs the mean of its ways among all, and its first route has as many hops") {
  for (const cases::Case& c : every_family_placed()) {
    CAPTURE(c.name);
    const Routing routing = has_express_rule(c.topology) ? Routing::express : Routing::minimal;
    const std::vector<WayCost> costs = costs_by_cells(c);
    const std::vector<std::int64_t> steps = steps_by_cells(c);
    const ChannelGraph graph = channel_graph(c.topology);
    struct Among {
      std::uint32_t hops = 0;
      double cells = 0, share = 0;
    };
    std::map<std::pair<std::uint64_t, std::uint64_t>, Among> pairs;
    for_each_way(c.topology, routing, steps, kPairCostsEffort, [&](const PairWay& way) {
      if ((way.source + 3 * way.destination) % 7 != 0) return;
      Among& among = pairs[{way.source, way.destination}];
      among.hops = way.hops;
      among.cells += static_cast<double>(way.delay) / 2 * way.share;
      among.share += way.share;
    });
    for (const auto& [ends, among] : pairs) {
      CHECK(among.share == Approx(1).epsilon(1e-9));
      const PairCost alone = pair_cost(c.topology, routing, costs, ends.first, ends.second);
      CHECK(alone.hops == among.hops);
      CHECK(alone.way.links == Approx(among.cells).epsilon(1e-9));
      const std::vector<RouteHop> route = first_route(c.topology, routing, ends.first, ends.second);
      REQUIRE(route.size() == among.hops);
      std::uint64_t at = ends.first;
      double sum = 0;
      for (const RouteHop& hop : route) {
        CHECK(hop.from == at);
        CHECK(graph.head[hop.channel] == hop.to);
        sum += costs[hop.channel].links;
        at = hop.to;
      }
      CHECK(at == ends.second);
      if (alone.routes == 1) CHECK(sum == Approx(alone.way.links).epsilon(1e-9));
    }
  }
}

TEST_CASE("ways counted, axis by axis where axes are alike, are the ways one by one") {
  int split = 0;
  for (const cases::Case& c : every_family_placed()) {
    CAPTURE(c.name);
    for (const Routing routing : {Routing::minimal, Routing::express}) {
      if (routing == Routing::express && !has_express_rule(c.topology)) continue;
      Paid one_by_one, counted;
      for_each_way(c.topology, routing, steps_by_cells(c, 7), kPairCostsEffort, [&](const PairWay& way) {
        one_by_one[{way.hops, static_cast<double>(way.delay) / 2}] += way.share;
      });
      const auto networks = networks_of_pairs({c.topology, c.placement, c.layout}, kPairCostsEffort);
      REQUIRE(networks.has_value());
      const auto of_link = [&](const LinkPlace& place) { return cells_of(link_geometry(c.layout, place)); };
      const auto counts = way_counts(*networks, routing, kPairCostsEffort, of_link, 3.5);
      REQUIRE(counts.has_value());
      for (const WayCount& count : *counts) counted[{count.hops, count.delay}] += count.messages;
      split += networks_by_axis({c.topology, c.placement, c.layout}, kPairCostsEffort) ? 1 : 0;
      CHECK(within_rounding(counted, one_by_one));
    }
  }
  CHECK(split > 10);
}

TEST_CASE("in a network that is no product all shortest paths count alike, found by walking each of them") {
  int checked = 0, with_several = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const cases::Case c = cases::random_graph(seed);
    if (c.topology.is_product() && c.topology.digits.size() > 1) continue;
    CAPTURE(seed);
    const std::vector<std::int64_t> steps = steps_by_cells(c);
    const ChannelGraph graph = channel_graph(c.topology);
    // All walks of at most `left` hops from a node, by hops and delay. Those that reach the target in the fewest hops
    // count.
    std::map<std::uint32_t, std::map<std::int64_t, double>> found;
    const std::function<void(std::uint32_t, std::uint32_t, std::uint32_t, std::int64_t, std::uint32_t)> walk =
        [&](std::uint32_t node, std::uint32_t to, std::uint32_t left, std::int64_t sum, std::uint32_t hops) {
          if (node == to) {
            ++found[hops][sum];
            return;
          }
          if (left == 0) return;
          for (std::uint64_t e = graph.first[node]; e < graph.first[node + 1]; ++e)
            walk(graph.head[e], to, left - 1, sum + steps[e], hops + 1);
        };
    // Not all random graphs are connected.
    if (first_unreachable(graph) || first_unreachable(reversed(graph))) continue;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::map<std::int64_t, double>> told;
    for_each_way(c.topology, Routing::minimal, steps, kPairCostsEffort, [&](const PairWay& way) {
      if (way.hops > 4 || way.source == way.destination || way.source % 3 != 0) return;
      told[{way.source, way.destination}][way.delay] += way.share;
      if (told[{way.source, way.destination}].size() > 1) return;
      found.clear();
      walk(static_cast<std::uint32_t>(way.source), static_cast<std::uint32_t>(way.destination), way.hops, 0, 0);
      CHECK(found.begin()->first == way.hops);
    });
    for (const auto& [ends, ways] : told) {
      found.clear();
      walk(static_cast<std::uint32_t>(ends.first), static_cast<std::uint32_t>(ends.second), 4, 0, 0);
      const std::map<std::int64_t, double>& paths = found.begin()->second;
      double all = 0;
      for (const auto& [sum, count] : paths) all += count;
      REQUIRE(ways.size() == paths.size());
      for (const auto& [sum, count] : paths) CHECK(ways.at(sum) == Approx(count / all).epsilon(1e-9));
      with_several += ways.size() > 1 ? 1 : 0;
      ++checked;
    }
  }
  CHECK(checked > 500);
  CHECK(with_several > 50);
}

TEST_CASE("messages along routes count by the delay of their own way, and by the router where they begin") {
  // A ring of four: 0 - 1 - 2 - 3 - 0. Over 1 a message from 0 to 2 takes 1 + 2, over 3 it takes 5 + 10.
  const Topology topology = build_topology("ring", {{"nodes", 4}});
  const Routes routes = minimal_routes(std::make_shared<const ChannelGraph>(channel_graph(topology)));
  std::vector<double> delays(routes.graph->head.size());
  routes.graph->for_each_channel([&](std::uint32_t node, std::uint64_t c) {
    constexpr std::array<double, 4> kDelays = {1, 2, 10, 5};  // of the link from a node to the next
    const std::uint32_t head = routes.graph->head[c];
    delays[c] = kDelays.at(head == (node + 1) % 4 ? node : head);
  });
  const auto messages = [](std::uint32_t from, std::uint32_t to) { return from == 0 ? to == 2 ? 3.0 : 1.0 : 0.0; };
  const auto counts = way_counts(routes, delays, {0.25, 100, 100, 100}, messages);
  REQUIRE(counts);
  Paid paid;
  for (const WayCount& count : *counts) paid[{count.hops, count.delay}] += count.messages;
  CHECK(paid == Paid{{{0, 0.25}, 1}, {{1, 1.25}, 1}, {{1, 5.25}, 1}, {{2, 3.25}, 1.5}, {{2, 15.25}, 1.5}});
}

TEST_CASE("past 256 delays the least, the greatest and the mean of a pair's ways stay exact") {
  constexpr std::uint32_t kStages = 12;  // each adds nothing or 2^i, evenly: delays 0, 1, ... 4095
  ChannelGraph graph;
  std::vector<std::int64_t> delays;
  for (std::uint32_t i = 0; i <= kStages; ++i) {
    graph.first.push_back(2 * i);
    if (i == kStages) break;
    graph.head.insert(graph.head.end(), {i + 1, i + 1});
    delays.insert(delays.end(), {0, std::int64_t{1} << i});
  }
  graph.first.push_back(2 * kStages);
  WaysByDelay ways(graph, delays, 1);
  ways.start(kStages);
  for (std::uint32_t node = kStages; node-- > 0;) {
    ways.add(node, [&](const auto& visit) {
      visit(2 * node, 0.5);
      visit(2 * node + 1, 0.5);
    });
  }
  const auto all = ways.from(0);
  CHECK(all.size() > 200);
  CHECK(all.size() <= 256 + 3);
  CHECK(all.front() == DelayedMessages{kStages, 0, std::ldexp(1, -int{kStages})});
  CHECK(all.back() == DelayedMessages{kStages, 4095, std::ldexp(1, -int{kStages})});
  double mean = 0, below = 0;
  for (const DelayedMessages& way : all) {
    mean += way.messages * static_cast<double>(way.delay);
    below += way.delay < 3072 ? way.messages : 0;
  }
  CHECK(mean == Approx(4095 / 2.0).epsilon(1e-3));
  CHECK(below == Approx(0.75).epsilon(0.01));
}

TEST_CASE("past a million kinds of messages the least, the greatest and the mean delay stay exact") {
  CountsByDelay counts;
  constexpr std::int64_t kMost = 3'000'000;
  for (std::int64_t i = 0; i <= kMost; ++i) counts.add({static_cast<std::uint32_t>(i % 2), 1000 * i, 1});
  std::vector<DelayedMessages> all = std::move(counts).take();
  CHECK(all.size() < 1'100'000);
  std::sort(all.begin(), all.end());
  CHECK(all.front() == DelayedMessages{0, 0, 1});
  CHECK(all.back() == DelayedMessages{1, 1000 * (kMost - 1), 1});
  double messages = 0, sum = 0;
  for (const DelayedMessages& each : all) {
    messages += each.messages;
    sum += each.messages * static_cast<double>(each.delay);
  }
  CHECK(messages == kMost + 1);
  CHECK(sum / messages == Approx(500.0 * kMost).epsilon(1e-9));
}
