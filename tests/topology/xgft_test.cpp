// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

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
      {{4}, {2}}, {{4, 4}, {2, 2}}, {{2, 3, 4}, {1, 2, 2}}, {{3, 2}, {4, 5}}, {{2, 2, 2, 2}, {1, 1, 1, 1}}};
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
    CHECK(counted(tree).degree_min == static_cast<std::uint64_t>(parents[0]));
  }
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

TEST_CASE("a k-ary n-tree is the tree of k children and k parents on every level but the lowest") {
  for (const auto& [k, n] : {std::pair{2, 3}, {3, 3}, {4, 2}}) {
    const IntegerList equal(static_cast<std::size_t>(n - 1), k);
    const Topology tree = xgft(equal, equal);
    const Counted one = counted(tree);
    const Counted other = counted(build_topology("fat_tree", {{"radix", k}, {"levels", n}}));
    CHECK(one.nodes == other.nodes);
    CHECK(one.switches == other.switches);
    CHECK(one.links == other.links);
    CHECK(one.mean_distance == doctest::Approx(other.mean_distance).epsilon(1e-12));
  }
}

TEST_CASE("a tree of unlike lists, or one past the limit, is refused") {
  CHECK_THROWS_WITH_AS(xgft({2, 2}, {2}), doctest::Contains("make no tree"), Error);
  CHECK_THROWS_WITH_AS(xgft({}, {}), doctest::Contains("make no tree"), Error);
  CHECK_THROWS_WITH_AS(xgft({4096, 4096}, {4096, 4096}), doctest::Contains("2^26 links"), Error);
}
