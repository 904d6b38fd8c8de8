// SPDX-License-Identifier: Apache-2.0
// Networks in parts, and networks whose one-way channels leave some pairs of nodes without a way.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "base/random.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/detail/topology/faults.hpp"
#include "support/boost_oracle.hpp"
#include "support/graphs.hpp"
#include "topology/balanced_cuts.hpp"
#include "topology/graph_searches.hpp"

using cutline::GraphMeasures;
using cutline::LocalLink;
using cutline::Topology;
using cutline::test::graph_of;
using doctest::Approx;

namespace {

constexpr std::uint64_t kPartsEffort = 2'000'000'000;

/// Links among `nodes` nodes, drawn; few of them, so that most networks are in parts.
std::vector<LocalLink> few_links(cutline::Random& random, std::uint32_t nodes, std::uint64_t count) {
  std::vector<LocalLink> links;
  while (links.size() < count) {
    const auto a = static_cast<std::uint32_t>(random.below(nodes)), b = static_cast<std::uint32_t>(random.below(nodes));
    if (a != b) links.push_back({a, b});
  }
  return links;
}

/// The links of one network after those of another, with the numbers of nodes that follow.
std::vector<LocalLink> beside(std::vector<LocalLink> links, const std::vector<LocalLink>& others, std::uint32_t nodes) {
  for (const LocalLink& link : others) links.push_back({link.a + nodes, link.b + nodes});
  return links;
}

std::vector<LocalLink> ring_of(std::uint32_t nodes) {
  std::vector<LocalLink> links;
  for (std::uint32_t i = 0; i < nodes; ++i) links.push_back({i, (i + 1) % nodes});
  return links;
}

std::vector<LocalLink> mesh_of(std::uint32_t side) {
  std::vector<LocalLink> links;
  for (std::uint32_t i = 0; i < side * side; ++i) {
    if (i % side + 1 < side) links.push_back({i, i + 1});
    if (i + side < side * side) links.push_back({i, i + side});
  }
  return links;
}

}  // namespace

TEST_CASE("k copies of a mesh have its distances, k parts, and a bisection of 0 where k is even") {
  const std::vector<LocalLink> mesh = mesh_of(4);
  const GraphMeasures one = cutline::graph_measures(graph_of(16, mesh));
  CHECK(one.parts == cutline::NetworkParts{.count = 1, .largest = 16});
  std::vector<LocalLink> links = mesh;
  for (std::uint32_t copies = 2; copies <= 5; ++copies) {
    CAPTURE(copies);
    links = beside(links, mesh, 16 * (copies - 1));
    const GraphMeasures all = cutline::graph_measures(graph_of(16 * copies, links));
    CHECK(all.distances == one.distances);
    CHECK(all.degree_max == one.degree_max);
    CHECK(all.parts.count == copies);
    CHECK(all.parts.largest == 16);
    CHECK(static_cast<double>(*all.parts.pairs_without_way) == 256.0 * copies * (copies - 1));
    // Of an odd number of copies one is cut.
    CHECK(all.bisection.lower == all.bisection.upper);
    CHECK(all.bisection.upper == (copies % 2 == 0 ? 0 : one.bisection.upper));
  }
}

TEST_CASE("parts of different sizes: distances are over the pairs that have a way") {
  const GraphMeasures both = cutline::graph_measures(graph_of(12, beside(ring_of(4), ring_of(8), 4)));
  CHECK(both.parts.count == 2);
  CHECK(both.parts.largest == 8);
  CHECK(static_cast<int>(*both.parts.pairs_without_way) == 64);
  CHECK(both.distances->diameter_hops == 4);
  CHECK(both.distances->mean_hops == Approx((4 * 4 + 8 * 16) / 68.0).epsilon(1e-15));
}

TEST_CASE("one-way channels may leave pairs without a way in one part, and in one direction") {
  const GraphMeasures line = cutline::graph_measures(graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, 1));
  CHECK(line.parts.count == 1);
  CHECK(static_cast<int>(*line.parts.pairs_without_way) == 10);
  CHECK(line.distances->diameter_hops == 4);
  CHECK(line.distances->mean_hops == 2);
  const GraphMeasures rings = cutline::graph_measures(graph_of(6, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}}, 1));
  CHECK(rings.parts.count == 2);
  CHECK(static_cast<int>(*rings.parts.pairs_without_way) == 18);
  CHECK(rings.distances->mean_hops == 1.5);
}

TEST_CASE("nodes without links are parts, and a network without links has no distances") {
  const GraphMeasures spare = cutline::graph_measures(graph_of(5, ring_of(4)));
  CHECK(spare.parts.count == 2);
  CHECK(spare.parts.largest == 4);
  CHECK(spare.distances == cutline::graph_measures(graph_of(4, ring_of(4))).distances);
  CHECK(spare.bisection.upper == 2);
  const GraphMeasures none = cutline::graph_measures(graph_of(3, {}));
  CHECK(none.parts.count == 3);
  CHECK(!none.distances);
  CHECK(none.distance_method == "not computed: no node has a way to another");
  CHECK(none.bisection.upper == 0);
}

TEST_CASE("a product whose digits are in parts has a part for each choice of their parts") {
  Topology product = graph_of(3, {{0, 1}, {1, 2}});
  product.digits = {3, 4};
  product.classes.push_back({"columns", {1}, {{0, 1}, {2, 3}}, {}, {}, 2});
  const GraphMeasures found = cutline::graph_measures(product);
  CHECK(found.parts.count == 2);
  CHECK(found.parts.largest == 6);
  CHECK(static_cast<int>(*found.parts.pairs_without_way) == 72);
  // A part is a mesh of 3 x 2: between its 30 pairs are 32 hops along the path and 18 across.
  CHECK(found.distances->diameter_hops == 3);
  CHECK(found.distances->mean_hops == Approx((16 * 2.0 + 18) / 30).epsilon(1e-15));
  Topology bare = graph_of(3, {{0, 1}, {1, 2}});
  bare.digits = {3, 2};
  CHECK(cutline::graph_measures(bare).parts.count == 2);
  CHECK(cutline::graph_measures(bare).distances == cutline::graph_measures(graph_of(3, {{0, 1}, {1, 2}})).distances);
}

TEST_CASE("switches join nodes and are no parts by themselves") {
  Topology star = graph_of(5, {{0, 3}, {1, 3}});
  star.digits[0].levels = {0, 0, 0, 1, 1};
  const GraphMeasures found = cutline::graph_measures(star);
  CHECK(found.parts.count == 2);
  CHECK(found.parts.largest == 2);
  CHECK(found.distances->diameter_hops == 2);
}

TEST_CASE("the ways and parts of random networks are those that Boost.Graph finds") {
  cutline::Random random(29);
  for (int round = 0; round < 60; ++round) {
    const auto nodes = static_cast<std::uint32_t>(2 + random.below(18));
    const int channels = round % 2 + 1;
    const Topology topology = graph_of(nodes, few_links(random, nodes, random.below(nodes + 4)), channels);
    const cutline::test::Neighbours next = cutline::test::neighbours(topology);
    const auto hops = cutline::test::boost_all_hops(next);
    const auto part = cutline::test::boost_parts(topology), strong = cutline::test::boost_strong_parts(next);
    const cutline::Reachability found(cutline::channel_graph(topology), channels == 1);
    int without = 0;
    for (std::uint32_t i = 0; i < nodes; ++i) {
      for (std::uint32_t j = 0; j < nodes; ++j) {
        const bool has_way = hops[i][j] != cutline::test::kNotReached;
        CHECK(found.has_way(i, j) == has_way);
        CHECK((found.has_way(i, j) && found.has_way(j, i)) == (strong[i] == strong[j]));
        without += has_way ? 0 : 1;
      }
    }
    const GraphMeasures measures = cutline::graph_measures(topology);
    CHECK(static_cast<int>(*measures.parts.pairs_without_way) == without);
    CHECK(measures.parts.all_have_ways() == (without == 0));
    CHECK(measures.parts.count == *std::max_element(part.begin(), part.end()) + 1);
  }
}

TEST_CASE("whole parts halve a network if and only if some have half of its nodes; the cut found by it is exact") {
  const auto in_parts = [](const std::vector<std::uint32_t>& sizes) {
    std::vector<LocalLink> links;
    std::uint32_t nodes = 0;
    for (const std::uint32_t size : sizes) {
      for (std::uint32_t i = 1; i < size; ++i) links.push_back({nodes + i - 1, nodes + i});
      nodes += size;
    }
    return graph_of(nodes, std::move(links));
  };
  // 7 + 9 of 32 nodes; 13 of 26 or 27; no sum of 20, 10, 4 is 17.
  for (const auto& sizes :
       std::vector<std::vector<std::uint32_t>>{{7, 16, 9}, {12, 1, 13}, {12, 1, 14}, {1, 29, 5, 23}}) {
    const Topology topology = in_parts(sizes);
    const auto split = cutline::whole_parts(topology);
    REQUIRE(split.has_value());
    CHECK(cutline::cut_between(topology, split->sides).links == 0);
    const auto ones = static_cast<std::uint64_t>(std::count(split->sides.begin(), split->sides.end(), 1));
    CHECK((ones == topology.node_count() / 2 || topology.node_count() - ones == topology.node_count() / 2));
    const cutline::BisectionWidth width = cutline::bisection_bounds(topology, kPartsEffort);
    CHECK(width.upper == 0);
    CHECK(width.exact());
    CHECK(cutline::best_partition(topology, width).links == 0);
  }
  const Topology uneven = in_parts({20, 10, 4});
  CHECK(!cutline::whole_parts(uneven));
  const cutline::BisectionWidth width = cutline::bisection_bounds(uneven, kPartsEffort);
  CHECK(width.lower == 1);
  CHECK(width.upper == 1);
}

TEST_CASE("links that fail in one part leave the ways of the others") {
  const Topology rings = graph_of(8, beside(ring_of(4), ring_of(4), 4));
  const cutline::Resilience found = cutline::resilience(rings, kPartsEffort);
  REQUIRE(found.edge_connectivity.value() != nullptr);
  CHECK(*found.edge_connectivity.value() == 0);
  // One path to each of two neighbours and two to the node across, of seven other nodes.
  CHECK(*found.mean_shortest_paths.value() == Approx(4 / 7.0));
  const cutline::FaultMeasures one = cutline::fail_links(rings, {}, 1, kPartsEffort);
  CHECK(*one.connected_fraction == 1);
  CHECK(one.left.mean_distance_hops.mean == Approx((16 + 20) / 24.0));  // a ring of four and a path of four
  CHECK(*cutline::fail_links(rings, {.links = 2}, 1, kPartsEffort).connected_fraction == Approx(16 / 28.0));
  // Every second node of a ring of 12 is one of two circulant parts.
  std::vector<LocalLink> links;
  for (std::uint32_t i = 0; i < 12; ++i) links.push_back({i, (i + 2) % 12});
  CHECK(*cutline::resilience(graph_of(12, links), kPartsEffort).edge_connectivity.value() == 0);
  CHECK(cutline::graph_measures(graph_of(12, links)).distances->diameter_hops == 3);
}

TEST_CASE("a large network of nodes without links is measured or left out, and takes no time") {
  const GraphMeasures found = cutline::graph_measures(graph_of(1 << 20, ring_of(4)));
  CHECK(found.parts.count == (1u << 20) - 3);
  CHECK(!found.distances);
  CHECK(found.bisection.upper == 0);
}
