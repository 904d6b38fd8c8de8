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

Topology wrapped(std::int64_t n) { return build_topology("wrapped_butterfly", {{"dimensions", n}}); }
Topology plain(std::int64_t n) { return build_topology("butterfly", {{"dimensions", n}}); }

}  // namespace

TEST_CASE("butterflies have the nodes, links and diameters of their closed forms") {
  for (std::uint64_t n = 1; n <= 6; ++n) {
    CAPTURE(n);
    const std::uint64_t rows = std::uint64_t{1} << n;
    const auto dimensions = static_cast<std::int64_t>(n);
    check_closed_forms(plain(dimensions), {(n + 1) * rows, 2 * n * rows, n == 1 ? 2ull : 4ull, 2 * n});
    if (n >= 3) check_closed_forms(wrapped(dimensions), {n * rows, 2 * n * rows, 4, 3 * n / 2});
  }
}

TEST_CASE("one search of a wrapped butterfly tells what all pairs tell") {
  for (std::int64_t n = 3; n <= 7; ++n) {
    Topology network = wrapped(n);
    const GraphMeasures one = measures_without_cuts(network);
    network.theorems.vertex_transitive = false;
    CHECK(measures_without_cuts(network).distances->mean_hops ==
          doctest::Approx(one.distances->mean_hops).epsilon(1e-12));
  }
}

TEST_CASE("bisection widths of butterflies are those of theorem and exact searches") {
  std::size_t covered = 0;
  for (const Row& row : golden("bisection.csv")) {
    const bool is_wrapped = row.text("family") == "wrapped_butterfly";
    if ((!is_wrapped && row.text("family") != "butterfly") || !row.has("bisection_width")) continue;
    const auto exact = static_cast<std::uint64_t>(row.integer("bisection_width"));
    CAPTURE(row.integer("n"));
    ++covered;
    if (is_wrapped) {
      check_bisection(wrapped(row.integer("n")), exact);
      continue;
    }
    const BisectionWidth bounds = graph_measures(plain(row.integer("n"))).bisection;
    CHECK(bounds.lower <= exact);
    CHECK(bounds.upper == exact);
  }
  CHECK(covered == 7);
}

TEST_CASE("butterflies on a line have the counted cuts and lengths") {
  std::size_t covered = 0;
  for (const Row& row : golden("butterfly_star_line.csv")) {
    if (row.text("family") == "star") continue;
    const std::int64_t n = row.integer("n");
    CAPTURE(n);
    CAPTURE(row.text("family"));
    const char* order = row.text("order") == "recursive" ? "recursive" : "natural";
    check_line_row(lay_out(row.text("family"), {{"dimensions", n}}, on_line(static_cast<std::size_t>(n), order)), row);
    ++covered;
  }
  CHECK(covered == 16);
}

TEST_CASE("the recursive order is for butterflies on one line") {
  PlacementChoice choice;
  choice.orders = {"recursive"};
  CHECK(place(plain(3), choice).axes[0].slots() == 32);
  CHECK_THROWS_WITH_AS(place(wrapped(3), choice), doctest::Contains("not for the family"), Error);
  choice.axes = {Axis::x, Axis::x, Axis::y};
  CHECK_THROWS_WITH_AS(place(plain(3), choice), doctest::Contains("one line"), Error);
  CHECK_THROWS_WITH_AS(place(plain(40), {.orders = {"recursive"}}), doctest::Contains("2^26"), Error);
}
