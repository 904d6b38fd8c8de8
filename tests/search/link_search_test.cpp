// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/search/link_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>

#include "base/random.hpp"
#include "cutline/base/parallel.hpp"
#include "search/floyd.hpp"
#include "search/link_bounds.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Counts anew, link by link, everything that has a limit.
void check_limits(const LinkLimits& limits, const FoundLinks& found) {
  std::map<std::uint32_t, std::uint32_t> out, in;
  std::uint64_t wire = 0;
  for (const GridLink& link : found.links) {
    const auto x = std::abs(static_cast<int>(link.a % limits.columns) - static_cast<int>(link.b % limits.columns));
    const auto y = std::abs(static_cast<int>(link.a / limits.columns) - static_cast<int>(link.b / limits.columns));
    wire += static_cast<std::uint64_t>(x + y);
    CHECK(static_cast<std::uint64_t>(x + y) <= limits.span);
    if (limits.reach != kAnyReach) {
      const auto [far_x, far_y] = limits.reach;
      CHECK(static_cast<std::uint32_t>(x * x + y * y) <= far_x * far_x + far_y * far_y);
    }
    CHECK(link.a != link.b);
    CHECK(++out[link.a] <= limits.degree);
    CHECK(++(limits.directed ? in : out)[link.b] <= limits.degree);
  }
  CHECK(std::adjacent_find(found.links.begin(), found.links.end()) == found.links.end());
  CHECK(wire == found.wire);
  CHECK(wire <= limits.wire);
  CHECK(found.links.size() <= limits.links);
  const GridCuts cuts = grid_cuts(limits, found.links);
  CHECK(cuts.middle <= limits.middle_cut);
  CHECK(cuts.densest <= limits.any_cut);
  if (limits.bisection > 0 && limits.nodes() <= kMostHalvedNodes)
    CHECK(least_halving(limits.nodes(), limits.directed, found.links) >= limits.bisection);
  CHECK(total_hops(limits.nodes(), limits.directed, found.links) == found.hops);
}

LinkLimits on_grid(std::uint32_t columns, std::uint32_t rows) {
  LinkLimits limits;
  limits.columns = columns;
  limits.rows = rows;
  return limits;
}

}  // namespace

TEST_CASE("networks of published searches are met or beaten within their limits") {
  struct Case {
    LinkLimits limits;
    std::uint64_t moves;
    double mean_hops;  ///< at most
  };
  std::vector<Case> cases = {{on_grid(5, 4), 4000000, 2.3579},
                             {on_grid(5, 4), 4000000, 2.0737},
                             {on_grid(5, 4), 10000000, 1.9974},
                             {on_grid(8, 8), 2000000, 3.8423},
                             {on_grid(8, 8), 2000000, 3.7932}};
  cases[0].limits.reach = {1, 1}, cases[0].limits.links = 37, cases[0].limits.bisection = 8;
  cases[1].limits.reach = {2, 0}, cases[1].limits.links = 40, cases[1].limits.bisection = 10;
  cases[2].limits.reach = {2, 1}, cases[2].limits.links = 80, cases[2].limits.directed = true;
  cases[3].limits.span = 5, cases[3].limits.wire = 180;
  cases[4].limits.wire = 208;
  for (const Case& each : cases) {
    const auto found = search_links(each.limits, {each.moves, 16, 1});
    REQUIRE(found.has_value());
    check_limits(each.limits, *found);
    CHECK(found->mean_hops(each.limits) < each.mean_hops + 5e-5);
    const auto bound = least_hops(each.limits);
    REQUIRE(bound.has_value());
    CHECK(bound->hops <= found->hops);
  }
}

// The best known network of 10 x 10 routers with 8 links of length 4 has 2.42626 hops and the diameter 5 (Graph Golf
// 2019). A search that often takes links from full routers, which then find no other, ends above this limit.
TEST_CASE("where all routers are full, few moves come within 0.7 % of the best known network") {
  LinkLimits limits = on_grid(10, 10);
  limits.degree = 8;
  limits.span = 4;
  limits.diameter = 5;
  for (const std::uint64_t seed : {1, 2}) {
    const auto found = search_links(limits, {.moves = 4'000'000, .seed = seed});
    REQUIRE(found);
    check_limits(limits, *found);
    CHECK(found->diameter <= 5);
    CHECK(found->mean_hops(limits) < 2.42626 * 1.0071);
  }
}

TEST_CASE("the same effort finds the same links on any number of threads") {
  LinkLimits limits = on_grid(6, 5);
  limits.wire = 80;
  const auto found = [&](int threads, std::uint64_t seed) {
    set_thread_count(threads);
    const auto result = search_links(limits, {60000, 5, seed});
    set_thread_count(0);
    return result.value().links;
  };
  CHECK(found(1, 1) == found(2, 1));
  CHECK(found(2, 1) == found(3, 1));
  CHECK(found(1, 1) != found(1, 2));
}

TEST_CASE("a start that reaches the bound is the last one, on any number of threads") {
  LinkLimits limits = on_grid(6, 4);
  limits.degree = 2;
  limits.reach = {1, 0};
  const auto found = [&](int threads, std::uint64_t moves) {
    set_thread_count(threads);
    const auto result = search_links(limits, {moves, 6, 1});
    set_thread_count(0);
    return result.value();
  };
  const FoundLinks first = found(1, 1'000'000'000);
  CHECK(first.cost == least_hops(limits).value().cost);
  CHECK(first.moves < 100'000'000);
  for (const int threads : {2, 3}) {
    const FoundLinks other = found(threads, 1'000'000'000);
    CHECK(other.links == first.links);
    CHECK(other.start == first.start);
    CHECK(other.moves == first.moves);
    CHECK(other.course == first.course);
  }
  for (std::size_t start = first.start + 1; start < 6; ++start) CHECK(first.course[start].empty());
}

TEST_CASE("the course of every start falls within its moves, and that of the best start ends with what it found") {
  LinkLimits limits = on_grid(5, 4);
  limits.links = 37;
  const auto found = search_links(limits, {40000, 3, 7});
  REQUIRE(found);
  REQUIRE(found->course.size() == 3);
  std::uint64_t least = ~std::uint64_t{0};
  for (const std::vector<LinkStep>& course : found->course) {
    REQUIRE(!course.empty());
    for (std::size_t i = 1; i < course.size(); ++i) {
      CHECK(course[i].moves > course[i - 1].moves);
      CHECK(course[i].cost < course[i - 1].cost);
    }
    CHECK(course.back().moves <= 40000 / 3 + 1);
    least = std::min(least, course.back().cost);
  }
  CHECK(least == found->cost);
  CHECK(found->course[found->start].back().cost == found->cost);
}

TEST_CASE("networks that were proved to be the best meet the bound") {
  // Moore graphs: the complete graph, the ring of five, Petersen's graph; without limits on spans.
  LinkLimits complete = on_grid(3, 2);
  complete.degree = 5;
  CHECK(least_hops(complete).value().hops == 30);
  LinkLimits petersen = on_grid(5, 2);
  petersen.degree = 3;
  CHECK(least_hops(petersen).value().hops == 150);
  CHECK(search_links(petersen, {200000, 4, 1}).value().hops == 150);
  LinkLimits ring = on_grid(5, 1);
  ring.degree = 2;
  CHECK(least_hops(ring).value().hops == 30);
}

TEST_CASE("limits that no connected network meets have no bound and no result") {
  LinkLimits few = on_grid(4, 4);
  few.links = 14;
  CHECK(!least_hops(few).has_value());
  CHECK(!search_links(few, {1000, 2, 1}).has_value());
  LinkLimits wide = on_grid(4, 4);
  wide.bisection = 33;
  CHECK(!search_links(wide, {1000, 2, 1}).has_value());
  const auto nearest = [](const LinkLimits& limits) { return contradiction(limits).value().limits.at(0).nearest; };
  CHECK(nearest(few) == 15);
  CHECK(word(contradiction(wide).value().limits.back().limit) == "bisection");
  CHECK(contradiction(wide).value().limits.back().nearest == 17);  // 32 links, 128 of 240 sides each
  LinkLimits thin = on_grid(4, 4);
  thin.wire = 3;
  CHECK(nearest(thin) == 15);
  thin.wire = kNoLimit;
  CHECK(!contradiction(thin).has_value());
  thin.span = 0;
  CHECK(nearest(thin) == 1);
  LinkLimits large = on_grid(40, 40);
  CHECK_THROWS(search_links(large, {1000, 2, 1}));
}

TEST_CASE("the costs of ways are those of Floyd's algorithm, and the cheapest links are above their bound") {
  LinkLimits limits = on_grid(5, 4);
  limits.wire = 44;
  for (const std::vector<std::uint32_t>& steps :
       {std::vector<std::uint32_t>{1}, {0, 3, 4, 5, 6, 7, 8, 9}, {0, 1, 4, 9, 16}, {0, 5, 5, 6, 6}}) {
    limits.steps = steps;
    const FoundLinks found = search_links(limits, {40000, 2, 1}).value();
    check_limits(limits, found);
    WaysByFloyd ways(limits);
    for (const GridLink& link : found.links) ways.put(link, false);
    ways.find();
    CHECK(found.cost == ways.sum());
    CHECK(least_hops(limits).value().cost <= found.cost);
    if (steps.size() == 1) CHECK(found.cost == found.hops);
  }
  limits.steps = {0};
  CHECK_THROWS(search_links(limits, {1000, 2, 1}));
}

TEST_CASE("limits on the links over lines of the grid are kept") {
  for (const bool directed : {false, true}) {
    LinkLimits limits = on_grid(6, 4);
    limits.directed = directed;
    limits.any_cut = directed ? 14 : 8;
    check_limits(limits, search_links(limits, {20000, 4, 1}).value());
    limits.middle_cut = directed ? 10 : 5;
    check_limits(limits, search_links(limits, {20000, 4, 1}).value());
  }
}

TEST_CASE("of more routers than can be counted the bisection is exact where it is known, and else an interval") {
  std::vector<GridLink> ring, cube, mesh;
  for (std::uint32_t node = 0; node < 36; ++node) {
    ring.push_back({std::min(node, (node + 1) % 36), std::max(node, (node + 1) % 36)});
    if (node % 6 < 5) mesh.push_back({node, node + 1});
    if (node < 30) mesh.push_back({node, node + 6});
    for (std::uint32_t bit = 1; node < 32 && bit < 32; bit *= 2) {
      if ((node & bit) == 0) cube.push_back({node, node | bit});
    }
  }
  const auto range = [](std::uint32_t columns, std::uint32_t rows, const std::vector<GridLink>& links) {
    return halving_range(on_grid(columns, rows), links, 1'000'000);
  };
  for (const auto& [found, known] :
       {std::pair{range(36, 1, ring), 2u}, {range(6, 6, mesh), 6u}, {range(8, 4, cube), 16u}}) {
    CHECK(found.least <= known);
    CHECK(found.most == known);
  }
  CHECK(range(6, 6, mesh).exact());
  LinkLimits limits = on_grid(6, 6);
  limits.bisection = 8;
  limits.links = 70;
  const FoundLinks found = search_links(limits, {20000, 4, 1}).value();
  check_limits(limits, found);
  CHECK(found.bisection.value().most >= 8);
  CHECK(found.bisection.value().least <= found.bisection.value().most);
}

TEST_CASE("the least of all halvings is that of known graphs") {
  std::vector<GridLink> ring, cube;
  for (std::uint32_t node = 0; node < 16; ++node) {
    ring.push_back({node, (node + 1) % 16});
    for (std::uint32_t bit = 1; bit < 16; bit *= 2) {
      if ((node & bit) == 0) cube.push_back({node, node | bit});
    }
  }
  CHECK(least_halving(16, false, ring) == 2);
  CHECK(least_halving(16, true, ring) == 1);
  CHECK(least_halving(16, false, cube) == 8);
}

TEST_CASE("the least of all halvings of random links, one-way or not, is that of all halves tried one by one") {
  Random random(71);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const auto nodes = static_cast<std::uint32_t>(3 + random.below(8));
    const bool directed = round % 3 != 0;
    std::vector<GridLink> links;
    for (std::uint64_t i = 0; i < 3 * nodes; ++i) {
      const auto a = static_cast<std::uint32_t>(random.below(nodes));
      links.push_back({a, static_cast<std::uint32_t>((a + 1 + random.below(nodes - 1)) % nodes)});
    }
    std::uint64_t least = ~std::uint64_t{0};
    for (std::uint32_t half = 0; half < 1u << nodes; ++half) {
      const auto size = static_cast<std::uint32_t>(std::popcount(half));
      if (size != nodes / 2 && size != nodes - nodes / 2) continue;
      const auto across = static_cast<std::uint64_t>(std::ranges::count_if(links, [&](const GridLink& link) {
        const bool from = (half >> link.a & 1) != 0, to = (half >> link.b & 1) != 0;
        return directed ? from && !to : from != to;
      }));
      least = std::min(least, across);
    }
    CHECK(least_halving(nodes, directed, links) == least);
  }
}

TEST_CASE("more one-way links than can be counted have an exact bisection too") {
  std::vector<GridLink> ring;
  for (std::uint32_t node = 0; node < 30; ++node) ring.push_back({node, (node + 1) % 30});
  LinkLimits limits = on_grid(6, 5);
  limits.directed = true;
  const HalvingRange range = halving_range(limits, ring, 10'000'000);
  CHECK(range.least == 1);
  CHECK(range.most == 1);
}
