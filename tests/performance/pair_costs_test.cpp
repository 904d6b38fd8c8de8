// SPDX-License-Identifier: Apache-2.0
// Costs of routes pair by pair: their mean is that of the loads, and each is the cost of the routes walked one by one.
#include "performance/pair_costs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "cutline/detail/routing/routes.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "layout/cases.hpp"
#include "performance/route_cost.hpp"
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

/// The same costs and counts. Costs may be summed in another order, and so differ in rounding.
template <class Counts>
bool within_rounding(const Counts& a, const Counts& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](const auto& one, const auto& other) {
           const auto& [hops, links, interchanges] = one.first;
           const auto& [other_hops, other_links, other_interchanges] = other.first;
           return hops == other_hops && links == Approx(other_links) && interchanges == Approx(other_interchanges) &&
                  one.second == other.second;
         });
}

}  // namespace

TEST_CASE("the mean over all pairs is what the loads of links tell, in every family and by the express rule") {
  for (const cases::Case& c : every_family_placed()) {
    CAPTURE(c.name);
    for (const Routing routing : {Routing::minimal, Routing::express}) {
      if (routing == Routing::express && !has_express_rule(c.topology)) continue;
      double links = 0, hops = 0, interchanges = 0;
      REQUIRE(for_each_pair(c.topology, routing, costs_by_cells(c), kPairCostsEffort, [&](const PairCost& pair) {
        links += pair.way.links;
        interchanges += pair.way.interchanges;
        hops += pair.hops;
      }));
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
      CHECK(interchanges / pairs == Approx(ends / 2).epsilon(1e-9));
    }
  }
}

TEST_CASE("a pair alone costs what it costs among all, and its first route has as many hops") {
  for (const cases::Case& c : every_family_placed()) {
    CAPTURE(c.name);
    const Routing routing = has_express_rule(c.topology) ? Routing::express : Routing::minimal;
    const std::vector<WayCost> costs = costs_by_cells(c);
    const ChannelGraph graph = channel_graph(c.topology);
    for_each_pair(c.topology, routing, costs, kPairCostsEffort, [&](const PairCost& among) {
      if ((among.source + 3 * among.destination) % 7 != 0) return;
      const PairCost alone = pair_cost(c.topology, routing, costs, among.source, among.destination);
      CHECK(alone.hops == among.hops);
      CHECK(alone.way.links == Approx(among.way.links).epsilon(1e-9));
      const std::vector<RouteHop> route = first_route(c.topology, routing, among.source, among.destination);
      REQUIRE(route.size() == among.hops);
      std::uint64_t at = among.source;
      double sum = 0;
      for (const RouteHop& hop : route) {
        CHECK(hop.from == at);
        CHECK(graph.head[hop.channel] == hop.to);
        sum += costs[hop.channel].links;
        at = hop.to;
      }
      CHECK(at == among.destination);
      if (alone.routes == 1) CHECK(sum == Approx(alone.way.links).epsilon(1e-9));
    });
  }
}

TEST_CASE("pairs counted, axis by axis where axes are alike, are the pairs one by one") {
  int split = 0;
  for (const cases::Case& c : every_family_placed()) {
    CAPTURE(c.name);
    for (const Routing routing : {Routing::minimal, Routing::express}) {
      if (routing == Routing::express && !has_express_rule(c.topology)) continue;
      using Paid = std::tuple<std::uint32_t, double, double>;
      const auto paid = [](std::uint32_t hops, const WayCost& way) { return Paid(hops, way.links, way.interchanges); };
      std::map<Paid, double> one_by_one, counted;
      for_each_pair(c.topology, routing, costs_by_cells(c), kPairCostsEffort,
                    [&](const PairCost& pair) { ++one_by_one[paid(pair.hops, pair.way)]; });
      const auto networks = networks_of_pairs({c.topology, c.placement, c.layout}, kPairCostsEffort);
      REQUIRE(networks.has_value());
      const auto counts = pair_counts(*networks, routing, kPairCostsEffort,
                                      [&](const LinkPlace& place) { return cells_of(link_geometry(c.layout, place)); });
      REQUIRE(counts.has_value());
      for (const PairCount& count : *counts) counted[paid(count.hops, count.way)] += count.pairs;
      if (networks_by_axis({c.topology, c.placement, c.layout}, kPairCostsEffort)) {
        ++split;
        CHECK(within_rounding(counted, one_by_one));
      } else {
        CHECK(counted == one_by_one);
      }
    }
  }
  CHECK(split > 10);
}

TEST_CASE("in a network that is no product the mean is over all shortest paths, found by walking each of them") {
  int checked = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const cases::Case c = cases::random_graph(seed);
    if (c.topology.is_product() && c.topology.digits.size() > 1) continue;
    CAPTURE(seed);
    const std::vector<WayCost> costs = costs_by_cells(c);
    const ChannelGraph graph = channel_graph(c.topology);
    // All walks of at most `left` hops from a node. Those that reach the target in the fewest hops count.
    struct Found {
      double sum = 0, paths = 0;
    };
    std::map<std::uint32_t, Found> found;
    const std::function<void(std::uint32_t, std::uint32_t, std::uint32_t, double, std::uint32_t)> walk =
        [&](std::uint32_t node, std::uint32_t to, std::uint32_t left, double sum, std::uint32_t hops) {
          if (node == to) {
            found[hops].sum += sum;
            ++found[hops].paths;
            return;
          }
          if (left == 0) return;
          for (std::uint64_t e = graph.first[node]; e < graph.first[node + 1]; ++e)
            walk(graph.head[e], to, left - 1, sum + costs[e].links, hops + 1);
        };
    // Not all random graphs are connected.
    if (first_unreachable(graph) || first_unreachable(reversed(graph))) continue;
    for_each_pair(c.topology, Routing::minimal, costs, kPairCostsEffort, [&](const PairCost& pair) {
      if (pair.hops > 4 || pair.source == pair.destination || pair.source % 3 != 0) return;
      found.clear();
      walk(static_cast<std::uint32_t>(pair.source), static_cast<std::uint32_t>(pair.destination), pair.hops, 0, 0);
      REQUIRE(found.begin()->first == pair.hops);
      CHECK(pair.way.links == Approx(found.begin()->second.sum / found.begin()->second.paths).epsilon(1e-9));
      ++checked;
    });
  }
  CHECK(checked > 500);
}
