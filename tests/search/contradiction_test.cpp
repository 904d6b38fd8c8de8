// SPDX-License-Identifier: Apache-2.0
// Limits that contradict each other, and how far one of them alone must be loosened.
#include <doctest/doctest.h>

#include "search/link_bounds.hpp"

using namespace cutline;

namespace {

LinkLimits grid(std::uint32_t columns, std::uint32_t rows, std::uint32_t degree) {
  LinkLimits limits;
  limits.columns = columns;
  limits.rows = rows;
  limits.degree = degree;
  return limits;
}

const NearestLimit& only_limit(const std::optional<Contradiction>& contradiction, LinkLimit limit) {
  REQUIRE(contradiction);
  REQUIRE(contradiction->limits.size() == 1);
  REQUIRE(contradiction->limits.front().limit == limit);
  return contradiction->limits.front();
}

}  // namespace

TEST_CASE("a bisection of any size is brought down to what some links have") {
  LinkLimits limits = grid(4, 4, 15);
  for (const std::uint64_t asked : {std::uint64_t{65}, std::uint64_t{5'000'000}, std::uint64_t{1} << 40}) {
    limits.bisection = asked;
    const NearestLimit nearest = only_limit(contradiction(limits), LinkLimit::bisection);
    CHECK(nearest.given == asked);
    CHECK(nearest.nearest == 64);  // as in a complete network of 16
  }
}

TEST_CASE("a reach grows in the lesser of its two numbers") {
  LinkLimits limits = grid(4, 4, 4);
  limits.reach = {0, 0};
  const NearestLimit none = only_limit(contradiction(limits), LinkLimit::reach);
  CHECK(as_given(none, none.given) == std::vector<std::uint64_t>{0, 0});
  CHECK(as_given(none, none.nearest.value()) == std::vector<std::uint64_t>{1, 0});
}

TEST_CASE("fewer links than a tree has contradict on any grid, and the tree is the nearest") {
  for (const std::uint32_t side : {2u, 5u, 12u, 24u}) {
    LinkLimits limits = grid(side, side, 4);
    limits.links = 2;
    CHECK(only_limit(contradiction(limits), LinkLimit::links).nearest == std::uint64_t{side} * side - 1);
  }
}
