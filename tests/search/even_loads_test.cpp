// SPDX-License-Identifier: Apache-2.0
// Links by what the busiest channel carries.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/random.hpp"
#include "cutline/detail/search/link_search.hpp"
#include "search/link_bounds.hpp"
#include "search/six_routers.hpp"

using namespace cutline;

namespace {

/// Lists every path of the fewest hops of every pair, and lets each carry its part of the pair's weight.
double busiest_by_paths(const LinkLimits& limits, const std::vector<GridLink>& links) {
  const std::uint32_t nodes = limits.nodes();
  std::vector<std::vector<double>> load(nodes, std::vector<double>(nodes, 0));
  std::vector<std::vector<std::uint32_t>> next(nodes);
  for (const GridLink& link : links) {
    next[link.a].push_back(link.b);
    if (!limits.directed) next[link.b].push_back(link.a);
  }
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      if (to == from) continue;
      std::vector<std::vector<std::uint32_t>> paths;
      std::vector<std::uint32_t> path = {from};
      for (std::size_t hops = 1; paths.empty() && hops < nodes; ++hops) {
        const std::function<void()> go_on = [&] {
          if (path.size() == hops + 1) {
            if (path.back() == to) paths.push_back(path);
            return;
          }
          for (const std::uint32_t head : next[path.back()]) {
            path.push_back(head);
            go_on();
            path.pop_back();
          }
        };
        go_on();
      }
      const double weight = limits.weights.empty() ? 1 : limits.weights[from * nodes + to];
      for (const auto& each : paths) {
        for (std::size_t i = 1; i < each.size(); ++i)
          load[each[i - 1]][each[i]] += weight / static_cast<double>(paths.size());
      }
    }
  }
  double most = 0;
  for (const auto& row : load) most = std::max(most, *std::max_element(row.begin(), row.end()));
  return most;
}

LinkLimits grid_of(std::uint32_t columns, std::uint32_t rows) {
  LinkLimits limits;
  limits.columns = columns;
  limits.rows = rows;
  return limits;
}

}  // namespace

TEST_CASE("what the busiest channel carries is that of all paths listed one by one, and no bound is above it") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    LinkLimits limits = grid_of(4, 3);
    limits.degree = 3;
    limits.directed = seed % 3 == 0;
    limits.objective = LinkObjective::load;
    Random random(seed);
    if (seed % 2 == 0) {
      for (std::uint32_t pair = 0; pair < 144; ++pair)
        limits.weights.push_back(pair % 13 == 0 ? 0 : static_cast<std::uint32_t>(random.below(9)));
    }
    const auto found = search_links(limits, {4000, 4, seed});
    REQUIRE(found);
    CHECK(found->busiest == doctest::Approx(busiest_by_paths(limits, found->links)));
    CHECK(busiest_channel(limits, found->links) == found->busiest);
    CHECK(least_busiest(limits, least_hops(limits).value()) <= found->busiest * (1 + 1e-9));
    REQUIRE(!found->course[found->start].empty());
    const double mean = limits.pairs() / (12 * 11);
    CHECK(static_cast<double>(found->course[found->start].back().cost) ==
          doctest::Approx(found->busiest * kLoadSteps / std::max(1.0, std::floor(mean))).epsilon(0.01));
  }
}

TEST_CASE("busy channels of known networks: a ring, a star, a hypercube") {
  std::vector<GridLink> ring, star, cube;
  for (std::uint32_t node = 0; node < 8; ++node) {
    ring.push_back({std::min(node, (node + 1) % 8), std::max(node, (node + 1) % 8)});
    if (node > 0) star.push_back({0, node});
    for (std::uint32_t bit = 1; bit < 8; bit *= 2) {
      if ((node & bit) == 0) cube.push_back({node, node | bit});
    }
  }
  CHECK(*busiest_channel(grid_of(8, 1), ring) == doctest::Approx(8));  // N^2 / 8, both ways even
  CHECK(*busiest_channel(grid_of(8, 1), star) == doctest::Approx(7));
  CHECK(*busiest_channel(grid_of(8, 1), cube) == doctest::Approx(4));  // N / 2
  star.pop_back();
  CHECK(!busiest_channel(grid_of(8, 1), star));
}

TEST_CASE("links by load have a busiest channel that carries less than that of links by hops, on any threads alike") {
  LinkLimits limits = grid_of(6, 6);
  limits.span = 3;
  const auto by_hops = search_links(limits, {60000, 4, 1});
  limits.objective = LinkObjective::load;
  const auto by_load = search_links(limits, {120000, 4, 1}), again = search_links(limits, {120000, 4, 1});
  REQUIRE((by_hops && by_load && again));
  CHECK(by_load->busiest < by_hops->busiest);
  CHECK(by_load->links == again->links);
  CHECK(by_load->moves == 120000);
}

TEST_CASE("six routers by load: no network of all is better") {
  LinkLimits limits = grid_of(3, 2);
  limits.degree = 3;
  limits.links = 7;
  limits.objective = LinkObjective::load;
  double least = 1e9;
  test::for_each_graph_of_six([&](const std::vector<GridLink>& links) {
    if (const auto busiest = busiest_channel(limits, links)) least = std::min(least, *busiest);
  });
  CHECK(search_links(limits, {60000, 4, 1}).value().busiest == doctest::Approx(least));
}
