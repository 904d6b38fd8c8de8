// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"
#include "topology/families.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology jellyfish(std::int64_t nodes, std::int64_t degree, std::int64_t seed = 1) {
  return build_topology("jellyfish", {{"nodes", nodes}, {"degree", degree}, {"seed", seed}});
}

Topology xpander(std::int64_t degree, std::int64_t lift, std::int64_t seed = 1) {
  return build_topology("xpander", {{"degree", degree}, {"lift", lift}, {"seed", seed}});
}

/// Also requires that a walk reaches every node.
void check_regular(const Topology& network, std::int64_t nodes, std::int64_t degree) {
  const Counted count = counted(network);
  CHECK(count.nodes == nodes);
  CHECK(count.links == nodes * degree / 2);
  CHECK(count.degree_min == degree);
  CHECK(count.degree_max == degree);
  CHECK(count.repeated == 0);
}

}  // namespace

TEST_CASE("a jellyfish is connected, has as many links at every node, none to itself and none twice") {
  for (std::int64_t nodes = 4; nodes <= 40; nodes += 3) {
    for (std::int64_t degree = 3; degree < nodes; ++degree) {
      if (nodes * degree % 2 == 1) continue;
      CAPTURE(nodes);
      CAPTURE(degree);
      for (std::int64_t seed = 0; seed < 5; ++seed) check_regular(jellyfish(nodes, degree, seed), nodes, degree);
    }
  }
}

TEST_CASE("a jellyfish of N nodes and N - 1 links each is the complete graph, whatever its seed") {
  for (std::int64_t seed = 0; seed < 20; ++seed) CHECK(counted(jellyfish(9, 8, seed)).diameter == 1);
}

TEST_CASE("every graph of 6 nodes and 3 links each is drawn, both kinds of them") {
  // There are two: the prism, which has triangles, and the complete bipartite graph, which has none. They are 60 and 10
  // of the labelled graphs. If all are equally likely, 200 drawings miss the rarer kind with probability (6/7)^200.
  std::map<std::uint64_t, int> with_triangles;
  for (std::int64_t seed = 0; seed < 200; ++seed) {
    const Neighbours next = neighbours(jellyfish(6, 3, seed));
    std::uint64_t triangles = 0;
    for (const auto& ends : next) {
      for (const std::uint64_t a : ends) {
        for (const std::uint64_t b : ends)
          triangles += static_cast<std::uint64_t>(std::count(next[a].begin(), next[a].end(), b));
      }
    }
    ++with_triangles[triangles / 6];
  }
  CHECK(with_triangles.size() == 2);
  CHECK(with_triangles.count(0) == 1);
  CHECK(with_triangles.count(2) == 1);
}

TEST_CASE("a jellyfish that cannot be is refused") {
  CHECK_THROWS_WITH_AS(jellyfish(8, 8), doctest::Contains("no 8 others"), Error);
  CHECK_THROWS_WITH_AS(jellyfish(9, 3), doctest::Contains("one port without a link"), Error);
  CHECK_THROWS_WITH_AS(jellyfish(1 << 22, 64), doctest::Contains("2^26 links"), Error);
}

TEST_CASE("an xpander is connected; every node has one link to each group but its own") {
  for (std::int64_t degree = 3; degree <= 8; ++degree) {
    for (const std::int64_t lift : {2, 3, 4, 7, 16}) {
      CAPTURE(degree);
      CAPTURE(lift);
      for (std::int64_t seed = 0; seed < 5; ++seed) {
        const Topology network = xpander(degree, lift, seed);
        check_regular(network, (degree + 1) * lift, degree);
        const Neighbours next = neighbours(network);
        for (std::uint64_t node = 0; node < next.size(); ++node) {
          std::set<std::uint64_t> groups = {node / static_cast<std::uint64_t>(lift)};
          for (const std::uint64_t other : next[node]) groups.insert(other / static_cast<std::uint64_t>(lift));
          CHECK(groups.size() == static_cast<std::size_t>(degree + 1));
        }
      }
    }
  }
  CHECK_THROWS_WITH_AS(xpander(4096, 16), doctest::Contains("2^26 links"), Error);
}

TEST_CASE("what a seed draws is what another program drew by the same rules, on any machine") {
  // derived: by a script of 30 lines, written independently from [Steele 2014] and the rules in the contracts.
  LocalLinks drawn = jellyfish(8, 3, 3).classes[0].links;
  std::sort(drawn.begin(), drawn.end(), [](const LocalLink& one, const LocalLink& other) {
    return std::pair(one.a, one.b) < std::pair(other.a, other.b);
  });
  CHECK(drawn ==
        LocalLinks{{0, 2}, {0, 3}, {0, 5}, {1, 2}, {1, 4}, {1, 7}, {2, 4}, {3, 6}, {3, 7}, {4, 5}, {5, 6}, {6, 7}});
  CHECK(xpander(3, 3, 3).classes[0].links == LocalLinks{{0, 5},
                                                        {1, 4},
                                                        {2, 3},
                                                        {0, 6},
                                                        {1, 7},
                                                        {2, 8},
                                                        {0, 11},
                                                        {1, 10},
                                                        {2, 9},
                                                        {3, 7},
                                                        {4, 6},
                                                        {5, 8},
                                                        {3, 9},
                                                        {4, 10},
                                                        {5, 11},
                                                        {6, 11},
                                                        {7, 10},
                                                        {8, 9}});
}

TEST_CASE("the same seed draws the same links, another seed draws others") {
  CHECK(jellyfish(50, 5, 7).classes[0].links == jellyfish(50, 5, 7).classes[0].links);
  CHECK(jellyfish(50, 5, 7).classes[0].links != jellyfish(50, 5, 8).classes[0].links);
  CHECK(xpander(5, 9, 7).classes[0].links == xpander(5, 9, 7).classes[0].links);
  CHECK(xpander(5, 9, 7).classes[0].links != xpander(5, 9, 8).classes[0].links);
}
