// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/routing/routes.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "cutline/topology/family.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/topology.hpp"
#include "support/csv.hpp"
#include "topology/digit_graphs.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// The rule with spacings i, i^2 ... i^l.
ExpressRule express_powers(long long i, long long levels) {
  ExpressRule rule;
  std::uint32_t spacing = 1;
  for (long long level = 0; level < levels; ++level) rule.spacings.push_back(spacing *= static_cast<std::uint32_t>(i));
  return rule;
}

/// The level of the interchange at a boundary; 0 if there is none.
std::size_t level_at(const ExpressRule& rule, long long boundary) {
  std::size_t level = 0;
  if (rule.interleaved > 1) {
    for (long long q = 0; q < rule.interleaved; ++q)
      level += boundary % rule.spacings[0] == q * rule.spacings[0] / rule.interleaved ? 1 : 0;
    return level;
  }
  while (level < rule.spacings.size() && boundary % static_cast<long long>(rule.spacings[level]) == 0) ++level;
  return level;
}

/// The rule of Dally 1991 taken literally, hop by hop towards higher or lower nodes.
std::vector<std::uint64_t> walk(const ExpressRule& rule, long long source, long long destination) {
  std::vector<std::uint64_t> hops(rule.spacings.size() + 1, 0);
  const long long way = destination > source ? 1 : -1;
  bool at_node = true;
  long long node = source, boundary = 0;
  while (!at_node || node != destination) {
    if (at_node) {
      const long long next = way > 0 ? node + 1 : node;
      ++hops[0];
      at_node = level_at(rule, next) == 0;
      if (at_node) {
        node += way;
      } else {
        boundary = next;
      }
      continue;
    }
    const long long ahead = way > 0 ? destination - boundary + 1 : boundary - destination;
    std::size_t level = 0;
    while (level < level_at(rule, boundary) && ahead > static_cast<long long>(rule.spacings[level])) ++level;
    ++hops[level];
    if (level == 0) {
      at_node = true;
      node = way > 0 ? boundary : boundary - 1;
    } else {
      boundary += way * static_cast<long long>(rule.spacings[level - 1]);
    }
  }
  return hops;
}

std::uint64_t sum(const std::vector<std::uint64_t>& hops) {
  std::uint64_t total = 0;
  for (const std::uint64_t of_level : hops) total += of_level;
  return total;
}

const std::vector<ExpressRule> kRoutes = {{{2}},        {{3}},     {{4}},         {{7}},
                                          {{2, 4}},     {{3, 9}},  {{2, 4, 8}},   {{3, 6}},
                                          {{2, 6, 12}}, {{5, 10}}, {{4, 12, 24}}, {{2, 10, 20, 40}}};

Topology express(Parameters parameters) { return build_topology("express", std::move(parameters)); }

}  // namespace

TEST_CASE("express routes have the published hops on every level, in both directions") {
  for (const Row& row : golden("seeds_ec_routes.csv")) {
    const ExpressRule rule = express_powers(row.integer("i"), row.integer("l"));
    const auto hops = hops_by_level(rule, row.integer("src"), row.integer("dst"));
    CAPTURE(row.text("src"));
    CAPTURE(row.text("dst"));
    for (std::size_t level = 0; level < 4; ++level) {
      const std::string column = "H" + std::to_string(level);
      CHECK((level < hops.size() ? hops[level] : 0) == (row.has(column) ? row.integer(column) : 0));
    }
    CHECK(express_hops(rule, row.integer("src"), row.integer("dst")) == row.integer("H"));
  }
}

TEST_CASE("the mean hops over all places of the source are the published ones, and those of eq. 5 far out") {
  for (const Row& row : golden("seeds_ec_means.csv")) {
    const ExpressRule rule = express_powers(row.integer("i"), row.integer("l"));
    const auto distance = static_cast<std::uint64_t>(row.integer("D"));
    const double mean = mean_express_hops(rule, distance);
    CHECK(mean == doctest::Approx(row.number("mean_H")).epsilon(1e-9));
    if (distance >= rule.spacings.back()) CHECK(mean == doctest::Approx(row.number("eq5")).epsilon(1e-9));
  }
}

TEST_CASE("the hops of figure 4 are the published ones, by source and by equation") {
  const ExpressRule flat = express_powers(16, 1), hierarchy = express_powers(4, 3);
  for (const Row& row : golden("seeds_ec_fig4.csv")) {
    const long long distance = row.integer("D");
    const auto d = static_cast<std::uint64_t>(distance);
    CAPTURE(distance);
    CHECK(mean_express_hops(flat, d) == doctest::Approx(row.number("H_flat16_mean")));
    CHECK(mean_express_hops(hierarchy, d) == doctest::Approx(row.number("H_hier_mean")));
    for (const int source : {7, 8})
      CHECK(express_hops(flat, source, source + distance) == row.integer("H_flat16_s" + std::to_string(source)));
    for (const int source : {31, 32, 42})
      CHECK(express_hops(hierarchy, source, source + distance) == row.integer("H_hier_s" + std::to_string(source)));
    CHECK(half_way_hops(16, d) == doctest::Approx(row.number("H_flat16_eq4")));
    CHECK(half_way_hops_past_destination(16, d) == doctest::Approx(row.number("H_flat16_eq4B")));
    CHECK(64 * mean_express_hops(flat, d) + static_cast<double>(d) == doctest::Approx(row.number("T_flat16_mean")));
    CHECK(64 * mean_express_hops(hierarchy, d) + static_cast<double>(d) == doctest::Approx(row.number("T_hier_mean")));
  }
}

TEST_CASE("the closed form takes the hops of the rule walked hop by hop, radices of levels mixed") {
  std::vector<ExpressRule> routes = kRoutes;
  for (const auto& [spacing, interleaved] : {std::pair{6u, 3u}, {6u, 4u}, {5u, 2u}, {7u, 7u}})
    routes.push_back({{spacing}, interleaved});
  for (const ExpressRule& rule : routes) {
    for (long long a = 0; a < 90; ++a) {
      for (long long b = 0; b < 90; ++b) REQUIRE(hops_by_level(rule, a, b) == walk(rule, a, b));
    }
  }
}

TEST_CASE("the mean over the places of the source is the walked mean, both ways") {
  for (const ExpressRule& rule : kRoutes) {
    const long long group = rule.spacings.back();
    for (long long distance = 1; distance < 3 * group; ++distance) {
      std::uint64_t up = 0, down = 0;
      for (long long place = 0; place < group; ++place) {
        up += sum(walk(rule, place, place + distance));
        down += sum(walk(rule, place + 5 * group, place + 5 * group - distance));
      }
      const double mean = mean_express_hops(rule, static_cast<std::uint64_t>(distance));
      CHECK(mean == doctest::Approx(static_cast<double>(up) / static_cast<double>(group)));
      CHECK(mean == doctest::Approx(static_cast<double>(down) / static_cast<double>(group)));
    }
  }
}

TEST_CASE("equation 4 corrected is the walk of a source half way, for every odd spacing; as printed it is not") {
  int printed_fails = 0;
  for (const long long i : {3, 5, 7, 9, 11}) {
    const ExpressRule rule = express_powers(i, 1);
    for (long long distance = 1; distance < 60; ++distance) {
      const auto walked = static_cast<double>(sum(walk(rule, (i - 1) / 2, (i - 1) / 2 + distance)));
      const auto d = static_cast<std::uint64_t>(distance);
      CHECK(half_way_hops(static_cast<std::uint32_t>(i), d) == walked);
      printed_fails += half_way_hops_as_printed(static_cast<std::uint32_t>(i), d) == walked ? 0 : 1;
    }
  }
  CHECK(printed_fails > 0);
  CHECK(half_way_hops(3, 4) == 5);
  CHECK(half_way_hops_as_printed(3, 4) == 6);
}

TEST_CASE("the rule's hops on a finite line are those in the network, never fewer than its shortest paths") {
  struct Case {
    Parameters parameters;
    ExpressRule rule;
  };
  const std::int64_t one = 1;
  const std::vector<Case> cases = {
      {{{"radix", 23}, {"dimensions", one}, {"spacing", 4}}, {{4}}},
      {{{"radix", 40}, {"dimensions", one}, {"spacing", 2}, {"levels", 3}}, {{2, 4, 8}}},
      {{{"radix", 32}, {"dimensions", one}, {"spacing", 6}, {"style", "interleaved"}, {"multiplicity", 4}}, {{6}, 4}}};
  for (const Case& each : cases) {
    const Topology topology = express(each.parameters);
    const std::vector<std::uint32_t> nodes = topology.node_values(0);
    const ChannelGraph graph = channel_graph(topology);
    std::uint64_t total = 0;
    for (std::size_t a = 0; a < nodes.size(); ++a) {
      const auto shortest = hops_from(graph, nodes[a]);
      for (std::size_t b = 0; b < nodes.size(); ++b) {
        const std::uint64_t hops = express_hops(each.rule, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
        CHECK(hops >= shortest[nodes[b]]);
        total += hops;
      }
    }
    CHECK(total_express_hops(each.rule, nodes.size(), 1'000'000) == static_cast<Int128>(total));
    CHECK(mean_express_hops(topology, 1'000'000) ==
          doctest::Approx(static_cast<double>(total) / static_cast<double>(nodes.size() * nodes.size())));
    CHECK(mean_express_hops(topology, 10).has_value() == (each.rule.interleaved == 1));
  }
}

TEST_CASE("the hops of all pairs together are those of each pair, for every length of the line") {
  for (const ExpressRule& rule : kRoutes) {
    for (std::uint64_t nodes = 1; nodes < 70; ++nodes) {
      std::uint64_t total = 0;
      for (std::uint64_t a = 0; a < nodes; ++a) {
        for (std::uint64_t b = 0; b < nodes; ++b)
          total += express_hops(rule, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
      }
      REQUIRE(total_express_hops(rule, nodes, 0) == static_cast<Int128>(total));
    }
  }
}

TEST_CASE("routes pass interleaved interchanges of other channels one hop each") {
  const ExpressRule rule{{6}, 3};  // interchanges at 0, 2, 4 modulo 6
  CHECK(hops_by_level(rule, 0, 1) == std::vector<std::uint64_t>{1, 0});
  CHECK(hops_by_level(rule, 0, 2) == std::vector<std::uint64_t>{3, 0});   // one interchange between
  CHECK(hops_by_level(rule, 0, 7) == std::vector<std::uint64_t>{10, 0});  // six nodes ahead of boundary 2: local
  CHECK(hops_by_level(rule, 0, 8) == std::vector<std::uint64_t>{3, 1});   // boundary 2 to 8
  CHECK(hops_by_level(rule, 0, 11) == std::vector<std::uint64_t>{7, 1});  // passes boundary 10
  for (long long a = 0; a < 20; ++a) {
    for (long long b = 0; b < 20; ++b) CHECK(express_hops(rule, a, b) == express_hops(rule, b, a));
  }
}
