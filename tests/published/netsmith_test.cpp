// SPDX-License-Identifier: Apache-2.0
// The five networks of 20 routers on an interposer that NetSmith compares with [Green 2024].
#include <doctest/doctest.h>

#include "published/published.hpp"

using namespace cutline;
using namespace cutline::test;

TEST_CASE("hops, bisections, spans and cuts of NetSmith's five maps are the published ones") {
  auto links = golden_by("map", "netsmith_edges.csv");
  const std::vector<Row> rows = golden("published/netsmith_maps.csv");
  CHECK(rows.size() == 5);
  for (const Row& row : rows) {
    CAPTURE(row.text("map"));
    PublishedGraph graph;
    for (int router = 0; router < 20; ++router) graph.cells.push_back(fmt::format("[{}, {}]", router % 5, router / 5));
    for (const Row& link : links[row.text("map")]) graph.add_link(link);
    const Told t = told(kBits, graph.candidate());
    CHECK(t.at("links") == row.integer("links"));
    CHECK(t.at("graph.degree_max") == row.integer("degree_max"));
    CHECK(t.at("graph.diameter_hops") == row.integer("diameter"));
    CHECK(t.number("graph.mean_distance_hops") == printed(row.number("hops_distinct")));
    CHECK(t.number("performance.mean_hops") == printed(row.number("hops_self")));
    CHECK(t.at("graph.bisection_links.lower") == row.integer("bisection_links"));
    CHECK(t.at("graph.bisection_links.upper") == row.integer("bisection_links"));
    CHECK(t.at("length.total_span") == row.integer("span_links"));
    CHECK(2 * t.at("length.total_span").get<int>() == row.integer("span_channels"));
    CHECK(2 * t.at("links").get<int>() == row.integer("channels"));
    CHECK(t.at("length.longest_span") == row.integer("longest_span"));
    CHECK(t.cuts(Axis::x) == row.text("cuts_x"));
    CHECK(t.cuts(Axis::y) == row.text("cuts_y"));
  }
}
