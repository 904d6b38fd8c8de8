// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology small_world(std::int64_t nodes, std::int64_t neighbours, double probability, std::int64_t seed = 1) {
  return build_topology("small_world",
                        {{"nodes", nodes}, {"neighbours", neighbours}, {"probability", probability}, {"seed", seed}});
}

std::vector<LocalLink> links_of(const Topology& topology) { return topology.classes.at(0).links; }

}  // namespace

TEST_CASE("a small world is connected, has N k / 2 links, none to itself and none twice") {
  for (std::int64_t nodes = 5; nodes <= 41; nodes += 4) {
    for (std::int64_t neighbours = 4; neighbours < nodes; neighbours += 2) {
      for (const double probability : {0.0, 0.05, 0.5, 1.0}) {
        CAPTURE(nodes);
        CAPTURE(neighbours);
        CAPTURE(probability);
        const Counted count = counted(small_world(nodes, neighbours, probability, nodes));
        CHECK(count.nodes == static_cast<std::uint64_t>(nodes));
        CHECK(count.links == static_cast<std::uint64_t>(nodes * neighbours / 2));
        CHECK(count.repeated == 0);
        CHECK(count.degree_min >= static_cast<std::uint64_t>(neighbours / 2));
      }
    }
  }
}

TEST_CASE("without moved links a small world is the ring lattice of Boost.Graph, half the ring away at k / 2 a hop") {
  for (const std::size_t nodes : {8, 13, 40}) {
    for (const std::size_t neighbours : {4, 6}) {
      std::set<std::pair<std::size_t, std::size_t>> ours;
      const Topology lattice = small_world(static_cast<std::int64_t>(nodes), static_cast<std::int64_t>(neighbours), 0);
      for (const LocalLink& link : links_of(lattice)) ours.insert(std::minmax<std::size_t>(link.a, link.b));
      CHECK(ours == boost_ring_lattice(nodes, neighbours));
      CHECK(counted(lattice).diameter == (nodes / 2 + neighbours / 2 - 1) / (neighbours / 2));
      CHECK(lattice.theorems.vertex_transitive);
    }
  }
}

TEST_CASE("neighbours are neighbours as often as the literature says, and few moved links make the world small") {
  // 3 (k - 2) / (4 (k - 1)) without moved links [Watts 1998]; each of a triangle's links stays with 1 - p.
  const double lattice = 3.0 * 8 / (4 * 9);
  CHECK(boost_clustering(small_world(1000, 10, 0)) == doctest::Approx(lattice).epsilon(1e-12));
  for (const double probability : {0.01, 0.1, 0.3}) {
    CAPTURE(probability);
    double mean = 0;
    for (std::int64_t seed = 1; seed <= 5; ++seed)
      mean += boost_clustering(small_world(1000, 10, probability, seed)) / 5;
    CHECK(mean == doctest::Approx(lattice * std::pow(1 - probability, 3)).epsilon(0.03));
  }
  const double far = counted(small_world(1000, 10, 0)).mean_distance;
  CHECK(counted(small_world(1000, 10, 0.01)).mean_distance < far / 4);
}

TEST_CASE("what a seed draws of a small world is what another program drew by the same rules") {
  // derived: by a script of 30 lines, written independently from [Steele 2014] and the rules in the contracts.
  CHECK(links_of(small_world(8, 4, 0.5, 3)) == std::vector<LocalLink>{{0, 4},
                                                                      {1, 2},
                                                                      {2, 6},
                                                                      {3, 0},
                                                                      {4, 5},
                                                                      {5, 6},
                                                                      {6, 7},
                                                                      {7, 0},
                                                                      {0, 5},
                                                                      {1, 5},
                                                                      {2, 4},
                                                                      {3, 5},
                                                                      {4, 6},
                                                                      {5, 7},
                                                                      {6, 3},
                                                                      {7, 1}});
  CHECK(links_of(small_world(50, 6, 0.3, 7)) == links_of(small_world(50, 6, 0.3, 7)));
  CHECK(links_of(small_world(50, 6, 0.3, 7)) != links_of(small_world(50, 6, 0.3, 8)));
}

TEST_CASE("a small world that cannot be is refused, and one of all links is the complete graph") {
  CHECK_THROWS_WITH_AS(small_world(12, 5, 0.1), doctest::Contains("5 neighbours"), Error);
  CHECK_THROWS_WITH_AS(small_world(6, 6, 0.1), doctest::Contains("no 6 others"), Error);
  CHECK_THROWS_WITH_AS(small_world(1 << 22, 64, 0.1), doctest::Contains("2^26 links"), Error);
  for (std::int64_t seed = 0; seed < 5; ++seed) CHECK(counted(small_world(9, 8, 0.7, seed)).diameter == 1);
}
