// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "cutline/base/error.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"
#include "support/laid_out.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (std::uint64_t i = 0; i < exponent; ++i) result *= base;
  return result;
}

Topology fat_tree(std::uint64_t radix, std::uint64_t levels) {
  return build_topology("fat_tree",
                        {{"radix", static_cast<std::int64_t>(radix)}, {"levels", static_cast<std::int64_t>(levels)}});
}

Topology h_tree(std::int64_t levels, std::int64_t widening = 1) {
  return build_topology("h_tree", {{"levels", levels}, {"widening", widening}});
}

}  // namespace

TEST_CASE("a k-ary n-tree has k^(n-1) leaf switches, as many on every level above, and k^n links between levels") {
  for (const auto& [k, n] : {std::pair{2, 2}, {2, 3}, {2, 5}, {3, 3}, {4, 2}, {4, 3}, {5, 2}}) {
    CAPTURE(k);
    CAPTURE(n);
    const auto radix = static_cast<std::uint64_t>(k);
    const auto levels = static_cast<std::uint64_t>(n);
    const Topology network = fat_tree(radix, levels);
    const std::uint64_t leaves = power(radix, levels - 1);
    double sum = 0;  // from a leaf, k^j - k^(j-1) others are 2 j hops away
    for (std::uint64_t j = 1; j < levels; ++j)
      sum += static_cast<double>(2 * j * (power(radix, j) - power(radix, j - 1)));
    check_closed_forms(network, {leaves, (levels - 1) * leaves * radix, radix, 2 * (levels - 1),
                                 sum / static_cast<double>(leaves - 1)});
    CHECK(counted(network).switches == (levels - 1) * leaves);
    CHECK(counted(network).degree_min == radix);
    CHECK(counted(network).switch_degree == (levels == 2 ? radix : 2 * radix));
    CHECK(network.terminal_count() == power(radix, levels));
    CHECK(network.interchange_count() == (levels - 1) * leaves);
  }
}

TEST_CASE("between two leaf switches of a fat tree lie k^j shortest paths, one by each switch where they can turn") {
  const Topology network = fat_tree(3, 3);
  const Neighbours next = neighbours(network);
  // Counts the paths up from a leaf by their length; the leaves are the sites below 9.
  for (std::uint64_t from = 0; from < 9; ++from) {
    for (std::uint64_t to = 0; to < 9; ++to) {
      if (from == to) continue;
      const std::uint64_t climbs = from / 3 == to / 3 ? 1 : 2;
      std::map<std::uint64_t, std::uint64_t> ways = {{from, 1}};
      for (std::uint64_t hop = 0; hop < 2 * climbs; ++hop) {
        std::map<std::uint64_t, std::uint64_t> after;
        for (const auto& [site, count] : ways) {
          for (const std::uint64_t there : next[site]) {
            const bool up = there / 9 > site / 9;
            if (up == (hop < climbs)) after[there] += count;
          }
        }
        ways = after;
      }
      CHECK(ways[to] == power(3, climbs));
    }
  }
}

TEST_CASE("half the leaf switches of a fat tree of even radix are joined to the others by half its topmost links") {
  for (const auto& [k, n] : {std::pair{2, 2}, {2, 3}, {4, 2}}) {
    const BisectionWidth width = graph_measures(fat_tree(k, n)).bisection;
    CHECK(width.exact());
    CHECK(width.upper == power(k, n) / 2);
  }
}

TEST_CASE("an H-tree is a complete binary tree whose leaves are two climbs apart") {
  for (std::int64_t levels = 1; levels <= 7; ++levels) {
    CAPTURE(levels);
    const std::uint64_t leaves = std::uint64_t{1} << levels;
    double sum = 0;
    for (std::int64_t j = 1; j <= levels; ++j)
      sum += static_cast<double>(2 * j) * std::ldexp(1, static_cast<int>(j - 1));
    const Topology tree = h_tree(levels);
    check_closed_forms(tree, {leaves, 2 * leaves - 2, 1, 2 * static_cast<std::uint64_t>(levels),
                              sum / static_cast<double>(leaves - 1)});
    CHECK(tree.interchange_count() == leaves - 1);
    CHECK(counted(tree).switch_degree == (levels == 1 ? 2u : 3u));
    CHECK(graph_measures(tree).bisection.upper == 1);
  }
}

TEST_CASE("every link of an H-tree is straight, and its grid has a side of about twice the root of its leaves") {
  for (std::int64_t levels = 1; levels <= 8; ++levels) {
    CAPTURE(levels);
    const RoutedCase drawn = lay_out("h_tree", {{"levels", levels}});
    const Topology& tree = drawn.topology;
    const Placement& placement = drawn.placement;
    for_each_link(tree, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
      const Cell one = cell_of(tree, placement, a), other = cell_of(tree, placement, b);
      CHECK((one.at[0] == other.at[0] || one.at[1] == other.at[1]));
    });
    CHECK(placement[Axis::x].slots() == (2u << ((levels + 1) / 2)) - 1);
    CHECK(placement[Axis::y].slots() == (2u << (levels / 2)) - 1);
    // No two links share a cut of a row or column: one track each.
    CHECK(drawn.measures.tracks[0].links <= 1);
    CHECK(drawn.measures.tracks[1].links <= 1);
  }
}

TEST_CASE("a widened H-tree doubles its links' widths level by level, so that every level carries as much") {
  const Topology tree = h_tree(4, 2);
  std::map<std::uint32_t, std::uint64_t> links;
  for (std::size_t i = 0; i < tree.classes[0].links.size(); ++i) ++links[tree.classes[0].width(i)];
  CHECK(links == std::map<std::uint32_t, std::uint64_t>{{1, 16}, {2, 8}, {4, 4}, {8, 2}});
  CHECK_THROWS_WITH_AS(h_tree(20, 4), doctest::Contains("2^20"), Error);
}

TEST_CASE("pins of leaves and of switches are told apart, with as many wires a link as its width") {
  const RoutedCase wide = lay_out("h_tree", {{"levels", 4}, {"widening", 2}}, {}, 1, {.width_bits = 3});
  CHECK(wide.measures.pins_per_node_max == 2 * 3);
  // A switch of the third level: two links of width 4 below, one of width 8 above.
  CHECK(wide.measures.pins_per_interchange_max == 2 * 3 * (4 + 4 + 8));
  CHECK(wide.measures.ports_per_interchange_max == 6);
  const RoutedCase fat = lay_out("fat_tree", {{"radix", 2}, {"levels", 3}});
  CHECK(fat.measures.pins_per_node_max == 2 * 2);
  CHECK(fat.measures.pins_per_interchange_max == 2 * 4);
}
