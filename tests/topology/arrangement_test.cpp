// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology arrangement(std::int64_t symbols, std::int64_t places) {
  return build_topology("arrangement", {{"symbols", symbols}, {"places", places}});
}

}  // namespace

TEST_CASE("an arrangement graph has n! / (n-k)! nodes of k (n-k) links, floor(3 k / 2) hops apart at most") {
  for (std::uint64_t n = 3; n <= 6; ++n) {
    std::uint64_t nodes = 1;
    for (std::uint64_t k = 1; k < n; ++k) {
      CAPTURE(n);
      CAPTURE(k);
      nodes *= n - k + 1;
      const std::uint64_t degree = k * (n - k);
      const Topology graph = arrangement(static_cast<std::int64_t>(n), static_cast<std::int64_t>(k));
      check_closed_forms(graph, {nodes, nodes * degree / 2, degree, k == 1 ? 1 : 3 * k / 2});
      CHECK(counted(graph).degree_min == degree);
    }
  }
}

TEST_CASE("an arrangement graph of n - 1 places has the distances of the star graph") {
  for (std::int64_t n = 3; n <= 6; ++n) {
    const Counted one = counted(arrangement(n, n - 1));
    const Counted star = counted(build_topology("star", {{"symbols", n}}));
    CHECK(one.nodes == star.nodes);
    CHECK(one.links == star.links);
    CHECK(one.mean_distance == doctest::Approx(star.mean_distance).epsilon(1e-12));
  }
}

TEST_CASE("an arrangement graph without a symbol to change to, or past the limit, is refused") {
  CHECK_THROWS_WITH_AS(arrangement(4, 4), doctest::Contains("none of 4 symbols"), Error);
  CHECK_THROWS_WITH_AS(arrangement(40, 10), doctest::Contains("2^25 links"), Error);
}
