// SPDX-License-Identifier: Apache-2.0
#include "topology/exact_cut.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <functional>

#include "base/random.hpp"
#include "cutline/topology/family.hpp"
#include "support/graphs.hpp"
#include "topology/placed_sites.hpp"

using cutline::build_topology;
using cutline::ChannelGraph;
using cutline::CutIn;
using cutline::CutQuestion;
using cutline::IntegerList;
using cutline::Random;
using cutline::Sides;
using cutline::Topology;
using cutline::test::random_graph;

namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};

/// A random graph of links with weights, of which some sites are interchanges.
ChannelGraph weighed_graph(Random& random, std::uint32_t sites, std::uint64_t heaviest) {
  Topology topology = random_graph(random, sites, random.below(3 * sites));
  for (std::size_t i = 0; i < topology.classes[0].links.size(); ++i)
    topology.classes[0].widths.push_back(static_cast<std::uint32_t>(1 + random.below(heaviest)));
  ChannelGraph graph = cutline::link_graph(topology, CutIn::wires);
  for (std::uint32_t site = 0; site < sites; ++site)
    graph.kinds.push_back(site > 3 && random.below(5) == 0 ? cutline::SiteKind::interchange : cutline::SiteKind::node);
  return graph;
}

std::vector<std::array<std::int64_t, 2>> random_pulls(Random& random, std::uint32_t sites) {
  std::vector<std::array<std::int64_t, 2>> pulls(sites);
  for (auto& own : pulls)
    own = {static_cast<std::int64_t>(random.below(6)), static_cast<std::int64_t>(random.below(6))};
  return pulls;
}

std::uint64_t weight_of(const CutQuestion& question, const Sides& sides) {
  std::uint64_t weight = cutline::crossing(question.graph, sides);
  for (std::size_t site = 0; site < question.pulls.size(); ++site)
    weight += static_cast<std::uint64_t>(question.pulls[site][1u - sides[site]]);
  return weight;
}

bool is_halved(const ChannelGraph& graph, const Sides& sides) {
  std::size_t second = 0;
  for (std::size_t site = 0; site < sides.size(); ++site) second += graph.is_node(site) ? sides[site] : 0u;
  const std::size_t nodes = graph.addressed_count();
  return second == nodes / 2 || second == nodes - nodes / 2;
}

/// The least weight over all halvings that `keeps` takes.
std::uint64_t least_by_trying(const CutQuestion& question, const std::function<bool(const Sides&)>& keeps) {
  std::uint64_t least = kMost;
  Sides sides(question.graph.node_count());
  for (std::uint32_t subset = 0; subset < 1u << sides.size(); ++subset) {
    for (std::size_t site = 0; site < sides.size(); ++site) sides[site] = static_cast<std::uint8_t>(subset >> site & 1);
    if (is_halved(question.graph, sides) && keeps(sides)) least = std::min(least, weight_of(question, sides));
  }
  return least;
}

/// The network as a graph of plain links, without its theorem.
Topology linked(const std::string& family, const cutline::Parameters& parameters) {
  std::vector<cutline::LocalLink> links;
  const Topology topology = build_topology(family, parameters);
  cutline::for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    links.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
  });
  return cutline::test::graph_of(static_cast<std::uint32_t>(topology.node_count()), links);
}

}  // namespace

TEST_CASE("the exact cut is the least of all halvings, with weights, interchanges and pulls") {
  Random random(41);
  for (int round = 0; round < 120; ++round) {
    CAPTURE(round);
    const auto sites = static_cast<std::uint32_t>(4 + random.below(9));
    const ChannelGraph graph = weighed_graph(random, sites, round % 3 == 0 ? 1 : 9);
    CutQuestion question{.graph = graph, .pulls = {}};
    if (round % 2 == 0) question.pulls = random_pulls(random, sites);
    const std::uint64_t least = least_by_trying(question, [](const Sides&) { return true; });
    const cutline::ExactCut found = cutline::exact_cut(question);
    CHECK(found.proved);
    CHECK(found.weight == least);
    REQUIRE(is_halved(graph, found.sides));
    CHECK(weight_of(question, found.sides) == least);
    question.below = least;
    const cutline::ExactCut none = cutline::exact_cut(question);
    CHECK(none.proved);
    CHECK(none.sides.empty());
    question.below = least + 7;
    const cutline::NarrowedCut range = cutline::narrowed(question, least / 3);
    CHECK(range.least == least);
    CHECK(range.most == least);
    CHECK(weight_of(question, range.sides) == least);
  }
}

TEST_CASE("paths and trees never add more than the best way to place the free sites does") {
  Random random(43);
  int helped = 0;
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    const auto sites = static_cast<std::uint32_t>(5 + random.below(8));
    const ChannelGraph graph = weighed_graph(random, sites, round % 3 == 0 ? 5 : 1);
    CutQuestion question{.graph = graph, .pulls = {}};
    if (round % 4 == 0) question.pulls = random_pulls(random, sites);
    cutline::PlacedSites placed(question);
    cutline::PathsAndTrees bounds(placed);
    for (std::uint32_t site = 0; site < sites; ++site) {
      const auto to = static_cast<std::uint8_t>(random.below(2));
      if (random.below(2) == 0 && placed.room[to] > 0) placed.put(site, to);
    }
    const std::uint64_t least = least_by_trying(question, [&](const Sides& sides) {
      for (std::uint32_t site = 0; site < sites; ++site) {
        if (!placed.is_free(site) && placed.side[site] != sides[site]) return false;
      }
      return true;
    });
    const std::int64_t more = bounds.bound(placed, std::int64_t{1} << 40);
    CHECK(static_cast<std::uint64_t>(placed.cut + placed.sure + more) <= least);
    helped += more > 0;
  }
  CHECK(helped > 100);
}

TEST_CASE("placing sites and taking them back leaves everything as it was") {
  Random random(47);
  const ChannelGraph graph = weighed_graph(random, 30, 4);
  const CutQuestion question{.graph = graph, .pulls = {}};
  cutline::PlacedSites placed(question);
  const auto before = placed.near;
  for (std::uint32_t site = 0; site < 14; ++site) placed.put(site, static_cast<std::uint8_t>(site % 2));
  for (std::uint32_t site = 14; site-- > 0;) placed.take(site);
  CHECK(placed.near == before);
  CHECK(placed.cut == 0);
  CHECK(placed.sure == 0);
  CHECK(placed.free_sites == 30);
}

TEST_CASE("bisections of known graphs are proved from their links alone") {
  struct Known {
    std::string family;
    cutline::Parameters parameters;
    std::uint64_t links;
  };
  // Meshes, tori and hypercubes by their closed forms; cube-connected cycles by [Manabe 1984].
  for (const Known& known : {Known{"mesh", {{"radices", IntegerList{8, 8}}}, 8},
                             {"mesh", {{"radices", IntegerList{9, 7}}}, 8},
                             {"mesh", {{"radices", IntegerList{5, 20}}}, 5},
                             {"torus", {{"radices", IntegerList{6, 6}}}, 12},
                             {"hypercube", {{"dimensions", std::int64_t{5}}}, 16},
                             {"ccc", {{"dimensions", std::int64_t{3}}}, 4},
                             {"ccc", {{"dimensions", std::int64_t{4}}}, 8},
                             {"ring", {{"nodes", std::int64_t{300}}}, 2}}) {
    CAPTURE(known.family);
    const cutline::BisectionWidth width =
        cutline::bisection_bounds(linked(known.family, known.parameters), 2'000'000'000);
    CHECK(width.lower == known.links);
    CHECK(width.upper == known.links);
  }
}

TEST_CASE("any graph of 30 nodes has its exact bisection, also with a weight for every pair") {
  Random random(53);
  for (const std::uint64_t percent : {20u, 60u, 100u}) {
    CAPTURE(percent);
    Topology topology = cutline::test::graph_of(30, {});
    cutline::LinkClass& all = topology.classes[0];
    for (std::uint32_t a = 0; a < 30; ++a) {
      for (std::uint32_t b = a + 1; b < 30; ++b) {
        if (random.below(100) >= percent) continue;
        all.links.push_back({a, b});
        all.widths.push_back(static_cast<std::uint32_t>(1 + random.below(100)));
      }
    }
    const auto least = cutline::least_partition(topology, CutIn::wires);
    REQUIRE(least);
    CHECK(least->cut.widths <= cutline::improved_partition(topology, CutIn::wires).cut.widths);
  }
}

TEST_CASE("a search that is cut off proves nothing, and what it tells holds") {
  const Topology torus = linked("torus", {{"radices", IntegerList{10, 10}}});
  const ChannelGraph graph = cutline::link_graph(torus);
  const CutQuestion question{.graph = graph, .pulls = {}, .below = 20, .visits = 100'000};
  CHECK(!cutline::exact_cut(question).proved);
  const cutline::NarrowedCut range = cutline::narrowed(question, 3);
  CHECK(range.least >= 3);
  CHECK(range.least <= 20);
  CHECK(range.most == 20);
}

TEST_CASE("flows bound every halving from below: of random graphs, and of the families' examples") {
  Random random(59);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const ChannelGraph graph =
        weighed_graph(random, static_cast<std::uint32_t>(4 + random.below(9)), round % 2 == 0 ? 1 : 9);
    const std::uint64_t least = cutline::exact_cut({.graph = graph, .pulls = {}}).weight;
    CHECK(cutline::flow_bound(graph, kMost, 200'000) <= least);
  }
  for (const cutline::Family& family : cutline::families()) {
    CAPTURE(family.name);
    for (const cutline::Parameters& example : family.examples) {
      const Topology topology = build_topology(family.name, example);
      if (topology.site_count() > 200 || topology.classes[0].shared) continue;
      const ChannelGraph graph = cutline::link_graph(topology);
      CHECK(cutline::flow_bound(graph, kMost, 500'000) <= cutline::bisection_bounds(topology, 2'000'000'000).upper);
    }
  }
}

TEST_CASE("flows come near the bisections of meshes, trees and of de Bruijn graphs") {
  const auto bound = [](const Topology& topology) {
    return cutline::flow_bound(cutline::link_graph(topology), kMost, 5'000'000);
  };
  const std::uint64_t mesh = bound(linked("mesh", {{"radices", IntegerList{20, 20}}}));
  CHECK(mesh >= 16);
  CHECK(mesh <= 20);
  const std::uint64_t de_bruijn = bound(build_topology("de_bruijn", {{"dimensions", std::int64_t{8}}}));
  CHECK(de_bruijn >= 30);
  CHECK(de_bruijn <= 54);
  const Topology parts = cutline::test::graph_of(8, {{0, 1}, {2, 3}, {4, 5}, {6, 7}});
  CHECK(bound(parts) == 0);
}
