// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/placement/place.hpp"
#include "cutline/detail/placement/placement.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "support/counted.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology hexagonal_mesh(std::uint64_t side) {
  return build_topology("hexagonal_mesh", {{"side", static_cast<std::int64_t>(side)}});
}

}  // namespace

TEST_CASE("a hexagonal mesh of side s has 3 s (s - 1) + 1 nodes, (3 s - 3)(3 s - 2) links and diameter 2 s - 2") {
  for (std::uint64_t s = 2; s <= 8; ++s) {
    CAPTURE(s);
    const Topology mesh = hexagonal_mesh(s);
    check_closed_forms(mesh, {3 * s * (s - 1) + 1, (3 * s - 3) * (3 * s - 2), 6, 2 * s - 2});
    CHECK(counted(mesh).degree_min == 3);
  }
}

// [Iff 2023] gives 2 / sqrt 3 * sqrt(4 N - 1) - 1 links, which is 4 s - 3 for whole hexagons.
TEST_CASE("a straight cut halves a hexagonal mesh over 4 s - 3 links, and small ones have no narrower") {
  for (std::uint64_t s = 2; s <= 3; ++s) {
    const BisectionWidth width = graph_measures(hexagonal_mesh(s)).bisection;
    CHECK(width.exact());
    CHECK(width.upper == 4 * s - 3);
  }
  for (std::uint64_t s = 4; s <= 8; ++s) {
    const BisectionWidth width = graph_measures(hexagonal_mesh(s)).bisection;
    CHECK(width.lower <= 4 * s - 3);
    CHECK(width.upper <= 4 * s - 3);
  }
}

TEST_CASE("the nodes of a hexagonal mesh lie as bricks do: neighbours in a row or in the next, one aside at most") {
  const Topology mesh = hexagonal_mesh(5);
  const Placement placement = place(mesh, {});
  for_each_link(mesh, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    const Cell one = cell_of(mesh, placement, a), other = cell_of(mesh, placement, b);
    const auto apart = [&](std::size_t axis) {
      return std::max(one.at[axis], other.at[axis]) - std::min(one.at[axis], other.at[axis]);
    };
    CHECK(apart(0) <= 1);
    CHECK(apart(1) <= 1);
  });
  CHECK(placement[Axis::x].slots() == 9);
  CHECK(placement[Axis::y].slots() == 9);
}
