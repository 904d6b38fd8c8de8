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

Topology hyperx(std::int64_t radix, std::int64_t dimensions) {
  return build_topology("hyperx", {{"radix", radix}, {"dimensions", dimensions}});
}

}  // namespace

TEST_CASE("a hyperx has the nodes, links and distances of its closed forms") {
  for (const auto& [k, n] : {std::pair<std::int64_t, std::int64_t>{3, 2}, {4, 3}, {5, 2}, {2, 5}, {7, 1}}) {
    CAPTURE(k);
    CAPTURE(n);
    std::uint64_t nodes = 1;
    for (std::int64_t i = 0; i < n; ++i) nodes *= static_cast<std::uint64_t>(k);
    const auto degree = static_cast<std::uint64_t>(n * (k - 1));
    const double mean = static_cast<double>(degree) / static_cast<double>(k) * static_cast<double>(nodes) /
                        static_cast<double>(nodes - 1);
    check_closed_forms(hyperx(k, n), {nodes, nodes * degree / 2, degree, static_cast<std::uint64_t>(n), mean});
  }
  const Topology mixed = build_topology("hyperx", {{"radices", IntegerList{4, 3, 5}}});
  const double mean = (3.0 / 4 + 2.0 / 3 + 4.0 / 5) * 60 / 59;
  check_closed_forms(mixed, {60, 60 * (3 + 2 + 4) / 2, 9, 3, mean});
}

TEST_CASE("a hyperx of two nodes a dimension is the binary cube, one of one dimension the complete network") {
  CHECK(hyperx(2, 4).classes[3].links == build_topology("hypercube", {{"dimensions", 4}}).classes[3].links);
  CHECK(hyperx(6, 1).classes[0].links == build_topology("complete", {{"nodes", 6}}).classes[0].links);
}

TEST_CASE("the bisection width of a hyperx is that of the theorem") {
  std::size_t covered = 0;
  for (const Row& row : golden("bisection.csv")) {
    if (row.text("family") != "generalized_hypercube") continue;
    const Topology network = hyperx(row.integer("k"), row.integer("n"));
    CAPTURE(row.integer("k"));
    CHECK(network.link_count() == static_cast<std::uint64_t>(row.integer("links")));
    check_bisection(network, static_cast<std::uint64_t>(row.integer("bisection_width")));
    ++covered;
  }
  CHECK(covered == 7);
}

TEST_CASE("the bisection width of a hyperx of mixed radices is that of all balanced cuts") {
  for (const IntegerList& radices : std::vector<IntegerList>{{2, 3}, {4, 3}, {3, 5}, {5, 4}, {2, 3, 3}, {3, 2, 2}}) {
    Topology network = build_topology("hyperx", {{"radices", radices}});
    const std::uint64_t theorem = network.theorems.bisection.links;
    network.theorems.bisection = {};
    const BisectionWidth all = bisection_bounds(network, 2'000'000'000);
    CHECK(all.method == "branch and bound");
    CHECK(all.lower == theorem);
  }
}

TEST_CASE("a hyperx on a line has the least cuts and the lengths of the known order") {
  std::size_t covered = 0;
  for (const Row& row : golden("ghc_folded_line.csv")) {
    if (row.text("family") != "generalized_hypercube" || row.integer("links") > 8000) continue;
    const std::int64_t n = row.integer("n");
    CAPTURE(row.integer("r"));
    CAPTURE(n);
    const RoutedCase line = lay_out("hyperx", {{"radix", std::int64_t{row.integer("r")}}, {"dimensions", n}},
                                    on_line(static_cast<std::size_t>(n), "natural"));
    check_line_row(line, row);
    ++covered;
  }
  CHECK(covered >= 36);
}

TEST_CASE(
    "a flattened butterfly is the hyperx of one dimension less with as many terminals as a dimension has routers") {
  for (const auto& [k, n] : {std::pair<std::int64_t, std::int64_t>{4, 3}, {3, 4}, {8, 2}}) {
    CAPTURE(k);
    CAPTURE(n);
    const Topology flat = build_topology("flattened_butterfly", {{"radix", k}, {"stages", n}});
    const Topology same = hyperx(k, n - 1);
    const Counted count = counted(flat);
    const Counted other = counted(same);
    CHECK(count.links == other.links);
    CHECK(count.diameter == static_cast<std::uint64_t>(n - 1));
    CHECK(count.mean_distance == other.mean_distance);
    CHECK(flat.concentration == static_cast<std::uint32_t>(k));
    // The router of a k-ary n-flat has n (k - 1) + 1 ports.
    CHECK(count.degree_max + flat.concentration == static_cast<std::uint64_t>(n * (k - 1) + 1));
    CHECK(flat.terminal_count() == static_cast<std::uint64_t>(k) * same.node_count());
    CHECK(flat.theorems.bisection.links == same.theorems.bisection.links);
  }
  const Topology two = build_topology("flattened_butterfly", {{"radix", 4}, {"stages", 2}, {"concentration", 2}});
  CHECK(two.terminal_count() == 8);
}

TEST_CASE("a hyperx with too many nodes along a dimension is refused before it is built") {
  CHECK_THROWS_WITH_AS(hyperx(1 << 20, 1), doctest::Contains("4096"), Error);
  CHECK_THROWS_WITH_AS(build_topology("hyperx", {{"radices", IntegerList{3, 3}}, {"channels", "unidirectional"}}),
                       doctest::Contains("both ways"), Error);
}
