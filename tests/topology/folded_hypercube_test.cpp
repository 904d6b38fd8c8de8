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

Topology folded(std::int64_t n) { return build_topology("folded_hypercube", {{"dimensions", n}}); }

}  // namespace

TEST_CASE("a folded hypercube has the nodes, links and distances of its closed forms") {
  for (std::int64_t n = 2; n <= 9; ++n) {
    CAPTURE(n);
    const std::uint64_t nodes = std::uint64_t{1} << n;
    const auto degree = static_cast<std::uint64_t>(n + 1);
    check_closed_forms(folded(n), {nodes, nodes * degree / 2, degree, (degree) / 2});
  }
}

TEST_CASE("the mean distance of a folded hypercube by theorem is that of one search") {
  for (std::int64_t n = 2; n <= 14; ++n) check_distance_theorem(folded(n));
}

TEST_CASE("the bisection width of a folded hypercube is that of the exact table") {
  std::size_t covered = 0;
  for (const Row& row : golden("bisection.csv")) {
    if (row.text("family") != "folded_hypercube") continue;
    check_bisection(folded(row.integer("n")), static_cast<std::uint64_t>(row.integer("bisection_width")));
    ++covered;
  }
  CHECK(covered == 7);
}

TEST_CASE("a folded hypercube on a line has floor(13 N / 12) links at its densest cut") {
  for (const Row& row : golden("ghc_folded_line.csv")) {
    if (row.text("family") != "folded_hypercube") continue;
    const std::int64_t n = row.integer("n");
    CAPTURE(n);
    const RoutedCase line =
        lay_out("folded_hypercube", {{"dimensions", n}}, on_line(static_cast<std::size_t>(n), "natural"));
    check_line_row(line, row);
    CHECK(line.measures.tracks[0].links == 13 * (1 << n) / 12);
  }
}

TEST_CASE("a folded hypercube past the limit is refused before it is built") { CHECK_THROWS_AS(folded(40), Error); }
