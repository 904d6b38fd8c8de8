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

Topology star(std::int64_t n) { return build_topology("star", {{"symbols", n}}); }

}  // namespace

TEST_CASE("a star graph has the nodes, links and distances of its closed forms") {
  std::uint64_t nodes = 2;
  for (std::uint64_t n = 3; n <= 6; ++n) {
    CAPTURE(n);
    nodes *= n;
    check_closed_forms(star(static_cast<std::int64_t>(n)), {nodes, nodes * (n - 1) / 2, n - 1, 3 * (n - 1) / 2});
  }
}

TEST_CASE("the mean distance of a star graph by theorem is that of one search") {
  for (std::int64_t n = 3; n <= 7; ++n) check_distance_theorem(star(n));
}

TEST_CASE("bisection bounds of star graphs hold the widths of exact searches") {
  std::size_t covered = 0;
  for (const Row& row : golden("bisection.csv")) {
    if (row.text("family") != "star" || !row.has("bisection_width")) continue;
    const BisectionWidth bounds = graph_measures(star(row.integer("n"))).bisection;
    const auto exact = static_cast<std::uint64_t>(row.integer("bisection_width"));
    CHECK(bounds.lower <= exact);
    CHECK(bounds.upper == exact);
    ++covered;
  }
  CHECK(covered == 2);
}

TEST_CASE("a star graph on a line, by last symbols, has the counted cuts and lengths") {
  std::size_t covered = 0;
  for (const Row& row : golden("butterfly_star_line.csv")) {
    if (row.text("family") != "star") continue;
    const std::int64_t n = row.integer("n");
    CAPTURE(n);
    check_line_row(lay_out("star", {{"symbols", n}}, on_line(static_cast<std::size_t>(n - 1), "natural")), row);
    ++covered;
  }
  CHECK(covered == 5);
}

TEST_CASE("a star graph past the limit is refused before it is built") { CHECK_THROWS_AS(star(40), Error); }
