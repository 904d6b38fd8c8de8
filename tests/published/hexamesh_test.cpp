// SPDX-License-Identifier: Apache-2.0
// Hexagonal arrangements of chiplets [Iff 2023].
#include <doctest/doctest.h>

#include "published/published.hpp"

using namespace cutline;
using namespace cutline::test;

TEST_CASE("sizes, hops and bisections of HexaMesh of radius 1 to 6 are those counted for [Iff 2023]") {
  const std::vector<Row> rows = golden("published/hexamesh.csv");
  CHECK(rows.size() == 6);
  for (const Row& row : rows) {
    const long long radius = row.integer("r");
    CAPTURE(radius);
    const Told t = told(kBits, fmt::format("topology: {{family: hexagonal_mesh, side: {}}}", radius + 1));
    CHECK(t.at("nodes") == row.integer("chiplets"));
    CHECK(t.at("links") == row.integer("links"));
    CHECK(t.at("graph.degree_max") == row.integer("degree_max"));
    CHECK(t.at("graph.diameter_hops") == row.integer("diameter"));
    CHECK(t.number("graph.mean_distance_hops") == printed(row.number("hops_distinct")));
    CHECK(t.number("performance.mean_hops") == printed(row.number("hops_self")));
    CHECK(t.at("graph.bisection_links.upper") == row.integer("bisection_links"));
    CHECK(t.at("graph.bisection_links.lower") <= row.integer("bisection_links"));
    CHECK(row.integer("bisection_links") == 4 * radius + 1);
  }
}
