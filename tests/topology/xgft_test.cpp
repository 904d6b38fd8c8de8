// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology xgft(const IntegerList& children, const IntegerList& parents) {
  return build_topology("xgft", {{"children", children}, {"parents", parents}});
}

std::uint64_t product(const IntegerList& list, std::size_t from, std::size_t to) {
  std::uint64_t all = 1;
  for (std::size_t i = from; i < to; ++i) all *= static_cast<std::uint64_t>(list[i]);
  return all;
}

}  // namespace

TEST_CASE("an extended generalized fat tree has the switches, links and distances of its closed forms") {
  const std::vector<std::pair<IntegerList, IntegerList>> trees = {
      {{4}, {2}}, {{4}, {1}}, {{4, 4}, {2, 2}}, {{2, 3, 4}, {3, 2, 2}}, {{3, 2}, {4, 5}}, {{2, 2, 2, 2}, {2, 1, 1, 1}}};
  for (const auto& [children, parents] : trees) {
    const std::size_t levels = children.size();
    std::uint64_t switches = 0, links = 0;
    double sum = 0;
    for (std::size_t level = 1; level <= levels; ++level) {
      switches += product(children, level, levels) * product(parents, 0, level);
      links += product(children, level - 1, levels) * product(parents, 0, level);
      sum += 2.0 * static_cast<double>(level) *
             static_cast<double>(product(children, 0, level) - product(children, 0, level - 1));
    }
    const std::uint64_t nodes = product(children, 0, levels);
    const Topology tree = xgft(children, parents);
    check_closed_forms(
        tree, {nodes, links, static_cast<std::uint64_t>(parents[0]), 2 * levels, sum / static_cast<double>(nodes - 1)});
    CHECK(counted(tree).switches == switches);
    CHECK(tree.interchange_count() == switches);
    CHECK(tree.concentration == 1);
    CHECK(counted(tree).degree_min == static_cast<std::uint64_t>(parents[0]));
  }
}

TEST_CASE("terminals of one link are terminals of the switches above them, which are the nodes") {
  const Topology tree = xgft({3, 4, 2}, {1, 2, 3});
  CHECK(tree.concentration == 3);
  CHECK(tree.terminal_count() == 24);
  const Topology above = xgft({4, 2}, {2, 3});
  CHECK(tree.digits == above.digits);
  CHECK(tree.classes[0].links == above.classes[0].links);
  CHECK(build_topology(
            "xgft", {{"children", IntegerList{3, 4}}, {"parents", IntegerList{1, 2}}, {"parallel", IntegerList{2, 1}}})
            .concentration == 1);
}

TEST_CASE("a switch with one child is the lowest above no two nodes") {
  for (const auto& [children, parents] : {std::pair(IntegerList{1, 5, 1}, IntegerList{1, 3, 1}),
                                          {IntegerList{3, 1, 2}, IntegerList{2, 2, 1}},
                                          {IntegerList{2, 3, 1, 1}, IntegerList{2, 1, 2, 1}}}) {
    const Topology tree = xgft(children, parents);
    const Counted walked = counted(tree);
    const GraphMeasures measures = measures_without_cuts(tree);
    REQUIRE(measures.distances);
    CHECK(measures.distances->diameter_hops == walked.diameter);
    CHECK(measures.distances->mean_hops == doctest::Approx(walked.mean_distance));
  }
  CHECK_THROWS_AS(xgft({4, 1}, {1, 1}), Error);
}

TEST_CASE("every switch of such a tree has as many children and parents as its level says") {
  const IntegerList children = {2, 3, 4}, parents = {3, 1, 2};
  const Topology tree = xgft(children, parents);
  std::vector<std::int64_t> up(tree.site_count(), 0), down(tree.site_count(), 0);
  for_each_link(tree, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    CHECK(tree.level(0, static_cast<std::uint32_t>(a)) + 1 == tree.level(0, static_cast<std::uint32_t>(b)));
    ++up[a];
    ++down[b];
  });
  for (std::uint32_t site = 0; site < tree.site_count(); ++site) {
    const std::size_t level = tree.level(0, site);
    CHECK(up[site] == (level < 3 ? parents[level] : 0));
    CHECK(down[site] == (level > 0 ? children[level - 1] : 0));
  }
}

TEST_CASE("a k-ary n-tree is the tree of k children and k parents, with one link to each terminal") {
  for (const auto& [k, n] : {std::pair{2, 3}, {3, 3}, {4, 2}}) {
    IntegerList parents(static_cast<std::size_t>(n), k);
    parents.front() = 1;
    const Topology tree = xgft(IntegerList(static_cast<std::size_t>(n), k), parents);
    const Topology same = build_topology("fat_tree", {{"radix", k}, {"levels", n}});
    const Counted one = counted(tree), other = counted(same);
    CHECK(one.nodes == other.nodes);
    CHECK(one.switches == other.switches);
    CHECK(one.links == other.links);
    CHECK(one.mean_distance == doctest::Approx(other.mean_distance).epsilon(1e-12));
    CHECK(tree.terminal_count() == same.terminal_count());
  }
}

TEST_CASE("a folded Clos network has half as many switches on top as a k-ary n-tree, and as many links") {
  for (const auto& [k, n] : {std::pair{4, 2}, {2, 3}, {4, 3}}) {
    const auto of = [&](const char* form) {
      return build_topology("fat_tree", {{"radix", k}, {"levels", n}, {"form", std::string(form)}});
    };
    const Topology clos = of("folded_clos");
    const Counted half = counted(clos), whole = counted(of("k_ary_n_tree"));
    const std::uint64_t leaves = whole.nodes;
    CHECK(half.nodes == leaves);
    CHECK(clos.terminal_count() == leaves * static_cast<std::uint64_t>(k));
    CHECK(half.switches == whole.switches - leaves / 2);
    CHECK(half.links == whole.links);
    CHECK(half.switch_degree == 2 * static_cast<std::uint64_t>(k));
    CHECK(half.mean_distance == doctest::Approx(whole.mean_distance).epsilon(1e-12));
  }
  CHECK_THROWS_WITH_AS(build_topology("fat_tree", {{"radix", 3}, {"levels", 2}, {"form", std::string("folded_clos")}}),
                       doctest::Contains("even radix"), Error);
}

TEST_CASE("a tree of unlike lists, or one past the limit, is refused") {
  CHECK_THROWS_WITH_AS(xgft({2, 2}, {2}), doctest::Contains("make no tree"), Error);
  CHECK_THROWS_WITH_AS(xgft({}, {}), doctest::Contains("make no tree"), Error);
  CHECK_THROWS_WITH_AS(xgft({4096, 4096}, {4096, 4096}), doctest::Contains("2^26 links"), Error);
}

TEST_CASE("the bisection of an extended generalized fat tree by its theorem is what branch and bound finds") {
  const std::vector<std::array<IntegerList, 3>> trees = {{{{4}, {2}, {1}}},
                                                         {{{5}, {3}, {1}}},
                                                         {{{2, 4}, {2, 2}, {1, 1}}},
                                                         {{{4, 2}, {2, 3}, {1, 1}}},
                                                         {{{3, 3}, {2, 1}, {1, 1}}},
                                                         {{{1, 4, 3}, {1, 1, 2}, {1, 1, 1}}},
                                                         {{{1, 3, 5}, {1, 1, 4}, {1, 1, 1}}},
                                                         {{{2, 2, 3}, {1, 2, 1}, {1, 1, 2}}},
                                                         {{{4, 4}, {2, 1}, {1, 3}}},
                                                         {{{2, 2, 2}, {2, 2, 1}, {1, 2, 1}}}};
  for (const auto& [children, parents, parallel] : trees) {
    Topology tree = build_topology("xgft", {{"children", children}, {"parents", parents}, {"parallel", parallel}});
    CAPTURE(children);
    CAPTURE(parents);
    REQUIRE(tree.theorems.bisection.told());
    const std::uint64_t told = tree.theorems.bisection.links;
    tree.theorems.bisection = {};
    const BisectionWidth found = graph_measures(tree).bisection;
    REQUIRE(found.exact());
    CHECK(told == found.upper);
  }
}

TEST_CASE("where fewer links leave a subtree than nodes stand in it, a fat tree is halved between its subtrees") {
  // 32 subtrees of 32 switches, and w links from each to the top: 16 w of them for w <= 32.
  for (const std::int64_t parents : {1, 4, 32})
    CHECK(graph_measures(xgft({1, 32, 32}, {1, 1, parents})).bisection.upper ==
          16 * static_cast<std::uint64_t>(parents));
}
