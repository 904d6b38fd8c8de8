// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"
#include "support/csv.hpp"
#include "support/laid_out.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology de_bruijn(std::int64_t radix, std::int64_t n, const char* channels = "bidirectional") {
  return build_topology("de_bruijn", {{"radix", radix}, {"dimensions", n}, {"channels", std::string(channels)}});
}

Topology shuffle_exchange(std::int64_t n) { return build_topology("shuffle_exchange", {{"dimensions", n}}); }

void check_exact(const Topology& network, const Row& row) {
  CAPTURE(row.text("family"));
  CAPTURE(row.integer("n"));
  CHECK(network.node_count() == static_cast<std::uint64_t>(row.integer("N")));
  CHECK(network.link_count() == static_cast<std::uint64_t>(row.integer("links")));
  const auto exact = static_cast<std::uint64_t>(row.integer("bisection_width"));
  const BisectionWidth bounds = graph_measures(network).bisection;
  CHECK(bounds.lower <= exact);
  CHECK(bounds.upper == exact);
}

}  // namespace

TEST_CASE("a de Bruijn network has the nodes, links and diameter of its closed forms") {
  for (const auto& [k, n] : {std::pair<std::int64_t, std::int64_t>{2, 3}, {2, 7}, {3, 4}, {4, 3}, {5, 3}}) {
    CAPTURE(k);
    CAPTURE(n);
    std::uint64_t nodes = 1;
    for (std::int64_t i = 0; i < n; ++i) nodes *= static_cast<std::uint64_t>(k);
    const auto radix = static_cast<std::uint64_t>(k);
    const auto diameter = static_cast<std::uint64_t>(n);
    // k nodes lead to themselves, and k (k - 1) / 2 pairs lead to each other.
    check_closed_forms(de_bruijn(k, n), {nodes, nodes * radix - radix - radix * (radix - 1) / 2, 2 * radix, diameter});
    const Counted one_way = counted(de_bruijn(k, n, "unidirectional"));
    CHECK(one_way.links == nodes * radix - radix);
    CHECK(one_way.repeated == radix * (radix - 1) / 2);  // one link in each direction
    CHECK(one_way.diameter == diameter);
  }
}

TEST_CASE("a shuffle-exchange network has the nodes, links and diameter of its closed forms") {
  for (std::int64_t n = 3; n <= 9; ++n) {
    CAPTURE(n);
    const std::uint64_t nodes = std::uint64_t{1} << n;
    const std::uint64_t links = nodes / 2 + nodes - 2 - (n % 2 == 0 ? 1 : 0);
    check_closed_forms(shuffle_exchange(n), {nodes, links, 3, static_cast<std::uint64_t>(2 * n - 1)});
  }
}

TEST_CASE("bisection bounds of de Bruijn and shuffle-exchange networks hold the widths of exact searches") {
  std::size_t covered = 0;
  for (const Row& row : golden("bisection.csv")) {
    const bool shuffle = row.text("family") == "shuffle_exchange";
    if (!shuffle && row.text("family") != "debruijn") continue;
    check_exact(shuffle ? shuffle_exchange(row.integer("n")) : de_bruijn(2, row.integer("n")), row);
    ++covered;
  }
  CHECK(covered == 8);
}

TEST_CASE("networks of shifts past the limit, or of one way where there is none, are refused before they are built") {
  CHECK_THROWS_WITH_AS(de_bruijn(4096, 25), doctest::Contains("2^26 links"), Error);
  CHECK_THROWS_AS(shuffle_exchange(40), Error);
  CHECK_THROWS_WITH_AS(build_topology("shuffle_exchange", {{"dimensions", 3}, {"channels", "unidirectional"}}),
                       doctest::Contains("both ways"), Error);
}
