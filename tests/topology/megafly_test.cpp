// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"
#include "support/laid_out.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology megafly(std::int64_t h, std::int64_t spines, std::int64_t leaves, std::int64_t groups) {
  return build_topology("megafly", {{"global_links", h}, {"spines", spines}, {"leaves", leaves}, {"groups", groups}});
}

}  // namespace

TEST_CASE("a megafly of s spines has s h + 1 groups, a link between any two, and leaves three hops apart at most") {
  for (std::uint64_t h = 1; h <= 3; ++h) {
    CAPTURE(h);
    const std::uint64_t groups = h * h + 1;
    const Topology network = build_topology("megafly", {{"global_links", static_cast<std::int64_t>(h)}});
    check_closed_forms(network, {groups * h, groups * h * h + groups * (groups - 1) / 2, h, 3});
    CHECK(counted(network).switches == groups * h);
    CHECK(counted(network).switch_degree == 2 * h);
    CHECK(network.terminal_count() == groups * h * h);
    std::set<std::pair<std::uint64_t, std::uint64_t>> joined;
    for_each_link(network, [&](std::size_t, std::size_t, std::uint64_t one, std::uint64_t other) {
      const std::uint64_t a = one / (2 * h), b = other / (2 * h);
      if (a == b) return;
      CHECK(joined.insert(std::minmax(a, b)).second);
      CHECK(network.kind(one) == SiteKind::switch_node);
      CHECK(network.kind(other) == SiteKind::switch_node);
    });
    CHECK(joined.size() == groups * (groups - 1) / 2);
  }
}

TEST_CASE("the distances of a megafly by theorem are those of a walk, whatever its leaves, spines and groups") {
  for (const auto& [h, spines, leaves, groups] :
       {std::array{1, 4, 2, 3}, {2, 4, 6, 9}, {2, 4, 1, 5}, {1, 1, 3, 2}, {3, 2, 2, 7}, {2, 3, 5, 4}, {2, 3, 2, 6}}) {
    CAPTURE(groups);
    const Topology network = megafly(h, spines, leaves, groups);
    const Counted count = counted(network);
    REQUIRE(network.theorems.distance.told());
    CHECK(network.theorems.distance.diameter_hops == count.diameter);
    CHECK(network.theorems.distance.mean_distance_hops == doctest::Approx(count.mean_distance).epsilon(1e-12));
    CHECK(count.links == static_cast<std::uint64_t>(groups * (leaves * spines) + groups * spines * h / 2));
    CHECK(count.repeated == 0);
    CHECK(network.terminal_count() == static_cast<std::uint64_t>(groups * leaves * spines));
  }
}

TEST_CASE("a megafly of more groups than its global links reach is refused") {
  CHECK_THROWS_WITH_AS(megafly(2, 6, 6, 14), doctest::Contains("6 spines with 2 global links each reach 12"), Error);
}
