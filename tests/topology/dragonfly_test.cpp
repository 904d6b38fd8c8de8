// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <map>

#include "cutline/base/error.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"
#include "support/csv.hpp"
#include "support/laid_out.hpp"

using namespace cutline;
using namespace cutline::test;

TEST_CASE("a dragonfly of a = 2 h routers and a h + 1 groups has its closed forms, and a link between any two groups") {
  for (std::uint64_t h = 1; h <= 3; ++h) {
    CAPTURE(h);
    const std::uint64_t a = 2 * h;
    const std::uint64_t groups = a * h + 1;
    const Topology network = build_topology("dragonfly", {{"global_links", static_cast<std::int64_t>(h)}});
    check_closed_forms(network, {a * groups, groups * (a * (a - 1) / 2 + a * h / 2), a - 1 + h, 3});
    CHECK(counted(network).degree_min == a - 1 + h);
    CHECK(network.terminal_count() == a * groups * h);
    std::set<std::pair<std::uint64_t, std::uint64_t>> joined;
    for_each_link(network, [&](std::size_t, std::size_t, std::uint64_t one, std::uint64_t other) {
      if (one / a != other / a) CHECK(joined.insert(std::minmax(one / a, other / a)).second);
    });
    CHECK(joined.size() == groups * (groups - 1) / 2);
  }
}

TEST_CASE("a dragonfly of fewer groups shares its global links out evenly") {
  const auto of = [](std::int64_t h, std::int64_t a, std::int64_t g) {
    return build_topology("dragonfly", {{"global_links", h}, {"routers", a}, {"groups", g}, {"concentration", h + 1}});
  };
  const Topology network = of(2, 6, 5);
  const Counted count = counted(network);
  CHECK(count.nodes == 30);
  CHECK(count.links == 5 * 15 + 10 * 3);
  CHECK(count.repeated == 0);
  CHECK(count.degree_min == 7);
  CHECK(count.degree_max == 7);
  CHECK(network.terminal_count() == 90);
  CHECK_THROWS_WITH_AS(of(2, 6, 14), doctest::Contains("reach 12 others"), Error);
  CHECK_THROWS_WITH_AS(of(64, 512, 32769), doctest::Contains("2^26"), Error);
}

TEST_CASE(
    "any number of groups is joined: two pairs of groups differ by a link at most, and a group by one free port") {
  for (std::uint64_t h = 1; h <= 4; ++h) {
    for (std::uint64_t a = 2; a <= 5; ++a) {
      for (std::uint64_t groups = 2; groups <= a * h + 1; ++groups) {
        CAPTURE(h);
        CAPTURE(a);
        CAPTURE(groups);
        const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
        const Topology network = build_topology(
            "dragonfly", {{"global_links", number(h)}, {"routers", number(a)}, {"groups", number(groups)}});
        std::vector<std::uint64_t> of_group(groups, 0), of_router(groups * a, 0);
        std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> of_pair;
        for_each_link(network, [&](std::size_t, std::size_t, std::uint64_t one, std::uint64_t other) {
          if (one / a == other / a) return;
          ++of_pair[std::minmax(one / a, other / a)];
          for (const std::uint64_t end : {one, other}) ++of_group[end / a], ++of_router[end];
        });
        CHECK(of_pair.size() == groups * (groups - 1) / 2);
        const auto [least, most] = std::minmax_element(
            of_pair.begin(), of_pair.end(), [](const auto& x, const auto& y) { return x.second < y.second; });
        CHECK(most->second - least->second <= 1);
        for (const std::uint64_t used : of_router) CHECK(used <= h);
        const std::uint64_t free = a * h % (groups - 1) % 2 == 1 && groups % 2 == 1 ? 1 : 0;
        for (const std::uint64_t used : of_group) CHECK(used == a * h - free);
      }
    }
  }
}

TEST_CASE("a slim fly of a power of a prime has 2 q^2 routers two hops apart at most") {
  for (const std::uint64_t q : {3, 4, 5, 7, 8, 9, 11, 13, 16}) {
    CAPTURE(q);
    const std::uint64_t nodes = 2 * q * q;
    const std::uint64_t degree = q % 2 == 0 ? 3 * q / 2 : q % 4 == 1 ? (3 * q - 1) / 2 : (3 * q + 1) / 2;
    const Topology network = build_topology("slim_fly", {{"q", static_cast<std::int64_t>(q)}});
    const double others = static_cast<double>(nodes - 1);
    const double mean = 2 - static_cast<double>(degree) / others;
    check_closed_forms(network, {nodes, nodes * degree / 2, degree, 2, mean});
    CHECK(counted(network).degree_min == degree);
    CHECK(network.concentration == (degree + 1) / 2);
  }
  // For q = 5 this is Hoffman and Singleton's graph: 50 nodes with 7 links each, the most nodes that diameter 2 allows:
  // 1 + 7 + 7 * 6.
  CHECK(build_topology("slim_fly", {{"q", 5}}).link_count() == 175);
}

TEST_CASE("no slim fly is built of a number that is no power of a prime, nor of 2") {
  for (const std::int64_t q : {6, 10, 12, 15, 36, 250})
    CHECK_THROWS_WITH_AS(build_topology("slim_fly", {{"q", q}}), doctest::Contains("no slim fly"), Error);
  CHECK_THROWS_AS(build_topology("slim_fly", {{"q", 2}}), Error);
}
