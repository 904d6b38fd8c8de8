// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/topology.hpp"
#include "support/counted.hpp"
#include "support/csv.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology ccc(std::int64_t dimensions) { return build_topology("ccc", {{"dimensions", dimensions}}); }

}  // namespace

TEST_CASE("cube-connected cycles have d 2^d nodes, one and a half links a node and the known diameters") {
  for (const Row& row : golden("seeds_rj_ccc.csv")) {
    const std::int64_t d = row.integer("d");
    CAPTURE(d);
    const Topology network = ccc(d);
    CHECK(network.node_count() == static_cast<std::uint64_t>(row.integer("N")));
    CHECK(network.link_count() == static_cast<std::uint64_t>(row.integer("links")));
    const GraphMeasures measures = measures_without_cuts(network);
    CHECK(measures.degree_max == (d == 2 ? 2 : 3));
    CHECK(measures.ports_max == 2 * measures.degree_max);
    CHECK(measures.distance_method == "one search");
    if (row.has("diameter"))
      CHECK(measures.distances->diameter_hops == static_cast<std::uint64_t>(row.integer("diameter")));
    if (d >= 4) CHECK(measures.distances->diameter_hops == static_cast<std::uint64_t>(2 * d + d / 2 - 2));
  }
}

TEST_CASE("one search of cube-connected cycles tells what all pairs tell") {
  for (std::int64_t d = 2; d <= 7; ++d) {
    CAPTURE(d);
    Topology network = ccc(d);
    const GraphMeasures one = measures_without_cuts(network);
    network.theorems.vertex_transitive = false;
    const GraphMeasures all = measures_without_cuts(network);
    CHECK(all.distances->diameter_hops == one.distances->diameter_hops);
    CHECK(all.distances->mean_hops == doctest::Approx(one.distances->mean_hops).epsilon(1e-12));
  }
}

TEST_CASE("the least balanced cut of cube-connected cycles is 2^(d-1): certified from below, found from above") {
  for (std::int64_t d = 2; d <= 7; ++d) {
    CAPTURE(d);
    Topology network = ccc(d);
    REQUIRE(network.theorems.bisection.told());
    const std::uint64_t theorem = std::uint64_t{1} << (d - 1);
    CHECK(network.theorems.bisection.links == theorem);
    CHECK(network.theorems.bisection.channels == 2 * theorem);
    const BisectionWidth bounds = bisection_bounds(network, 2'000'000'000);
    CHECK(bounds.lower == theorem);
    CHECK(bounds.upper == theorem);
  }
}

TEST_CASE("cube-connected cycles of one-way channels are refused") {
  CHECK_THROWS_WITH_AS(build_topology("ccc", {{"dimensions", 3}, {"channels", "unidirectional"}}),
                       doctest::Contains("both ways"), Error);
}
