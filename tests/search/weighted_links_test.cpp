// SPDX-License-Identifier: Apache-2.0
// Links by the messages between routers, and within a diameter.
#include <doctest/doctest.h>

#include "base/random.hpp"
#include "search/floyd.hpp"
#include "search/kept_costs.hpp"
#include "search/link_bounds.hpp"
#include "search/six_routers.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

LinkLimits weighted_grid(std::uint32_t columns, std::uint32_t rows, std::uint64_t seed) {
  LinkLimits limits;
  limits.columns = columns;
  limits.rows = rows;
  Random random(seed);
  for (std::uint32_t pair = 0; pair < limits.nodes() * limits.nodes(); ++pair)
    limits.weights.push_back(pair % (limits.nodes() + 1) == 0 ? 0 : static_cast<std::uint32_t>(random.below(9)));
  return limits;
}

/// By Floyd's algorithm: the sum by weight, and the most of a pair.
std::pair<std::uint64_t, std::uint32_t> weighed(const LinkLimits& limits, const std::vector<GridLink>& links,
                                                bool hops) {
  WaysByFloyd ways(limits);
  for (const GridLink& link : links) ways.put(link, hops);
  ways.find();
  std::pair<std::uint64_t, std::uint32_t> all;
  for (std::uint32_t a = 0; a < limits.nodes(); ++a) {
    for (std::uint32_t b = 0; b < limits.nodes(); ++b) {
      all.first += std::uint64_t{ways.cost(a, b)} * limits.weights[a * limits.nodes() + b];
      all.second = std::max(all.second, ways.cost(a, b));
    }
  }
  return all;
}

}  // namespace

TEST_CASE("links by weight: cost, hops and diameter are those of Floyd's algorithm, and no bound is above them") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    LinkLimits limits = weighted_grid(4, 3, seed);
    limits.degree = 3;
    limits.directed = seed % 3 == 0;
    limits.wire = 20 + seed;
    if (limits.directed) limits.wire *= 2;
    if (seed % 2 == 0) limits.steps = {0, 2, 3, 5};
    if (seed % 4 == 1) limits.span = 2;
    const auto found = search_links(limits, {4000, 4, seed});
    REQUIRE(found);
    CHECK(found->cost == weighed(limits, found->links, false).first);
    CHECK(found->hops == weighed(limits, found->links, true).first);
    CHECK(found->diameter == weighed(limits, found->links, true).second);
    const HopBound bound = least_hops(limits).value();
    CHECK(bound.hops <= found->hops);
    CHECK(bound.cost <= found->cost);
    CHECK(bound.hops > 0);
  }
}

TEST_CASE("links by weight are better for these messages than links for all pairs alike") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    LinkLimits limits = weighted_grid(5, 4, seed);
    for (std::size_t pair = 0; pair < limits.weights.size(); ++pair) limits.weights[pair] *= pair % 7 == 0 ? 50 : 1;
    for (std::uint32_t node = 0; node < limits.nodes(); ++node) limits.weights[node * (limits.nodes() + 1)] = 0;
    limits.wire = 50;
    LinkLimits alike = limits;
    alike.weights.clear();
    const auto found = search_links(limits, {60000, 4, 1}), plain = search_links(alike, {60000, 4, 1});
    REQUIRE((found && plain));
    CHECK(found->hops < weighed(limits, plain->links, true).first);
  }
}

TEST_CASE("the best links by weight of a few routers are found: all graphs were tried") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    LinkLimits limits = weighted_grid(3, 2, seed);
    limits.links = 7;
    limits.degree = 3;
    std::uint64_t least = ~std::uint64_t{0};
    test::for_each_graph_of_six([&](const std::vector<GridLink>& links) {
      if (total_hops(6, false, links)) least = std::min(least, total_cost(limits, links).value());
    });
    CHECK(search_links(limits, {20000, 4, 1}).value().cost == least);
  }
}

TEST_CASE("a limit on the diameter is kept, and one that counting rules out is told with the nearest that it allows") {
  LinkLimits limits;
  limits.columns = limits.rows = 5;
  limits.span = 2;
  for (const bool weighted : {false, true}) {
    if (weighted) limits.weights = weighted_grid(5, 5, 1).weights;
    for (const std::uint64_t diameter : {5, 6, 8}) {
      limits.diameter = diameter;
      const auto found = search_links(limits, {40000, 4, 1});
      REQUIRE(found);
      CHECK(found->diameter <= diameter);
    }
  }
  limits.weights.clear();
  limits.diameter = 3;  // corners are 8 pitches apart, 4 links of 2
  CHECK(is_ruled_out(limits));
  const auto against = contradiction(limits);
  REQUIRE(against);
  const auto told = std::find_if(against->limits.begin(), against->limits.end(),
                                 [](const NearestLimit& each) { return each.limit == LinkLimit::diameter; });
  REQUIRE(told != against->limits.end());
  CHECK(told->nearest == 4);
}

TEST_CASE("links to keep stay, and those that the limits have no room for are told") {
  LinkLimits limits;
  limits.columns = limits.rows = 4;
  limits.wire = 30;
  limits.span = 4;
  limits.kept = {{0, 10}, {3, 12}};
  CHECK(why_not_kept(limits).find("routers 3 and 12") != std::string::npos);  // six pitches apart
  limits.kept = {{0, 10}, {1, 13}, {5, 7}};
  REQUIRE(why_not_kept(limits).empty());
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto found = search_links(limits, {5000, 4, seed});
    REQUIRE(found);
    for (const GridLink& link : limits.kept) CHECK(std::ranges::find(found->links, link) != found->links.end());
    CHECK(found->wire <= limits.wire);
  }
}
