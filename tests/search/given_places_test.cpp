// SPDX-License-Identifier: Apache-2.0
// Links between routers that stand in given places.
#include <doctest/doctest.h>

#include <algorithm>

#include "base/random.hpp"
#include "cutline/detail/search/link_search.hpp"
#include "search/floyd.hpp"
#include "search/link_bounds.hpp"
#include "search/link_grid.hpp"

using namespace cutline;

namespace {

LinkLimits drawn_places(std::uint32_t nodes, std::uint64_t seed) {
  LinkLimits limits;
  limits.unit_mm = 0.001;
  Random random(seed);
  for (std::uint32_t node = 0; node < nodes; ++node)
    limits.places.push_back(
        {static_cast<std::uint32_t>(random.below(4000)), static_cast<std::uint32_t>(random.below(2500))});
  return limits;
}

std::uint64_t gap(std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; }

std::uint64_t steps_apart(const LinkLimits& limits, std::uint32_t a, std::uint32_t b) {
  const auto &one = limits.places[a], &other = limits.places[b];
  return gap(one[0], other[0]) + gap(one[1], other[1]);
}

}  // namespace

TEST_CASE("links in given places keep their limits, and no bound is above them") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    LinkLimits limits = drawn_places(17, seed);
    limits.span = 2600;
    limits.wire = 32000;
    if (seed % 2 == 0) limits.any_cut = 9;
    const auto found = search_links(limits, {8000, 4, seed});
    REQUIRE(found);
    std::uint64_t wire = 0, longest = 0;
    for (const GridLink& link : found->links) {
      wire += steps_apart(limits, link.a, link.b);
      longest = std::max(longest, steps_apart(limits, link.a, link.b));
    }
    CHECK(wire == found->wire);
    CHECK(longest == found->longest_span);
    CHECK(wire <= limits.wire);
    CHECK(longest <= limits.span);
    CHECK(grid_cuts(limits, found->links).densest <= limits.any_cut);
    CHECK(total_hops(17, false, found->links) == found->hops);
    CHECK(least_hops(limits).value().hops <= found->hops);
    CHECK(span_of_link(limits, {0, 1}) == steps_apart(limits, 0, 1));
  }
}

TEST_CASE("a grid as places has the bounds of the grid, and the same links are as good") {
  LinkLimits grid;
  grid.columns = 4;
  grid.rows = 3;
  grid.span = 2;
  grid.wire = 30;
  grid.middle_cut = 5;
  LinkLimits places = grid;
  for (std::uint32_t node = 0; node < 12; ++node) places.places.push_back({node % 4, node / 4});
  places.columns = places.rows = 1;
  CHECK(least_hops(grid).value().hops == least_hops(places).value().hops);
  CHECK(least_needs(grid, 400).wire == least_needs(places, 400).wire);
  const auto found = search_links(grid, {8000, 2, 1});
  REQUIRE(found);
  CHECK(grid_cuts(places, found->links).middle == grid_cuts(grid, found->links).middle);
  CHECK(grid_cuts(places, found->links).densest == grid_cuts(grid, found->links).densest);
  CHECK(total_cost(places, found->links) == found->cost);
  const auto placed = search_links(places, {40000, 4, 1});
  REQUIRE(placed);
  CHECK(placed->hops <= found->hops);
}

TEST_CASE("the weighted bound on a grid without a corner is below the hops of each pair by Floyd's algorithm") {
  LinkLimits limits;
  limits.span = 2;
  Random random(3);
  for (std::uint32_t y = 0; y < 4; ++y) {
    for (std::uint32_t x = 0; x < 4; ++x) {
      if (x < 2 || y < 2) limits.places.push_back({x, y});
    }
  }
  for (std::uint32_t pair = 0; pair < 144; ++pair)
    limits.weights.push_back(pair % 13 == 0 ? 0 : static_cast<std::uint32_t>(random.below(9)));
  const auto found = search_links(limits, {8000, 4, 1});
  REQUIRE(found);
  CHECK(least_hops(limits).value().hops <= found->hops);
  CHECK(found->longest_span <= 2);
}

TEST_CASE("places are turned where a turn puts all of them upon places") {
  LinkLimits limits;
  limits.places = {{0, 0}, {10, 0}, {0, 10}, {10, 10}, {5, 5}};
  const std::vector<std::uint32_t> half = LinkPlaces(limits).turned(false), quarter = LinkPlaces(limits).turned(true);
  CHECK(half == std::vector<std::uint32_t>{3, 2, 1, 0, 4});
  REQUIRE(quarter.size() == 5);
  for (std::uint32_t node = 0; node < 5; ++node) CHECK(quarter[quarter[node]] == half[node]);
  limits.places[4] = {5, 4};
  CHECK(LinkPlaces(limits).turned(false).empty());
  limits.places = {{0, 0}, {4, 0}, {0, 2}, {4, 2}};
  CHECK(LinkPlaces(limits).turned(false).size() == 4);
  CHECK(LinkPlaces(limits).turned(true).empty());
}

TEST_CASE("links to keep stay in given places too") {
  LinkLimits limits = drawn_places(12, 5);
  limits.kept = {{0, 7}, {2, 3}};
  REQUIRE(why_not_kept(limits).empty());
  const auto found = search_links(limits, {4000, 2, 1});
  REQUIRE(found);
  for (const GridLink& link : limits.kept) CHECK(std::ranges::find(found->links, link) != found->links.end());
}
