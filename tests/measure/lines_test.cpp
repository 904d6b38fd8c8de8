// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "cutline/study/laid_out.hpp"
#include "support/csv.hpp"
#include "support/laid_out.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Sorted by the number of ones, and among equal numbers the largest first: Harper's order of least bandwidth.
std::vector<std::uint32_t> hales(std::uint32_t nodes) {
  std::vector<std::uint32_t> order(nodes);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [](std::uint32_t a, std::uint32_t b) {
    return std::popcount(a) == std::popcount(b) ? a > b : std::popcount(a) < std::popcount(b);
  });
  return order;
}

void check_line(const RoutedCase& line, const Row& row) {
  check_line_row(line, row);
  CHECK(line.measures.tracks[0].links == row.integer("tracks_sorted_ports"));
}

}  // namespace

TEST_CASE("binary cubes on a line have the published cuts, lengths and tracks in every order") {
  for (const Row& row : golden("hypercube_line.csv")) {
    const auto n = static_cast<std::size_t>(row.integer("n"));
    CAPTURE(n);
    CAPTURE(row.text("order"));
    PlacementChoice choice = on_line(n, "natural");
    if (row.text("order") == "hales") {
      choice.permutations = {hales(1u << n)};
    } else {
      choice.orders = {row.text("order")};
    }
    const RoutedCase line = lay_out("hypercube", {{"dimensions", static_cast<std::int64_t>(n)}}, choice);
    check_line(line, row);
    const Density& x = line.measures.density[0];
    CHECK(x.peak_cut == row.integer("first_gap_at_max"));
    const Profile profile = machine_profile(line.layout, Axis::x);
    CHECK(std::count(profile.links.begin(), profile.links.end(), x.peak_links) == row.integer("gaps_at_max"));
  }
}

TEST_CASE("meshes and tori on a line have the published cuts, lengths and tracks") {
  for (const Row& row : golden("kary_line.csv")) {
    const auto n = static_cast<std::size_t>(row.integer("n"));
    CAPTURE(row.text("family"));
    CAPTURE(row.integer("k"));
    CAPTURE(n);
    const Parameters parameters = {{"radix", std::int64_t{row.integer("k")}},
                                   {"dimensions", static_cast<std::int64_t>(n)}};
    check_line(lay_out(row.text("family"), parameters, on_line(n, row.text("order"))), row);
  }
}

TEST_CASE("rows of the papers' networks have the counted links and channels") {
  for (const Row& row : golden("seeds_layout_rows.csv")) {
    const auto m = static_cast<std::size_t>(row.integer("m"));
    CAPTURE(row.integer("k"));
    CAPTURE(m);
    CAPTURE(row.text("order"));
    Parameters parameters = {{"radix", std::int64_t{row.integer("k")}}, {"dimensions", static_cast<std::int64_t>(m)}};
    const RoutedCase both = lay_out(row.text("kind"), parameters, on_line(m, row.text("order")));
    const Density& x = both.measures.density[0];
    CHECK(x.peak_links == row.integer("peak_links"));
    CHECK(x.peak_cut == row.integer("peak_cut"));
    CHECK(x.middle_links == row.integer("mid_links"));
    CHECK(x.peak_wires == row.integer("bi_channels"));
    CHECK(both.measures.length.longest_span.pitches() == row.integer("longest"));
    CHECK(both.measures.length.total_span_halves == 2 * row.integer("total"));
    if (row.has("tracks")) CHECK(both.measures.tracks[0].links == row.integer("tracks"));
    if (row.text("kind") != "torus") continue;
    parameters.set("channels", std::string("unidirectional"));
    const RoutedCase one_way = lay_out("torus", parameters, on_line(m, row.text("order")));
    CHECK(one_way.measures.density[0].peak_wires == row.integer("uni_channels"));
    CHECK(one_way.measures.density[0].middle_wires == row.integer("uni_mid"));
  }
}

TEST_CASE("one row of the binary 20-cube has 682 links at its densest cut and the published profile") {
  for (const char* order : {"natural", "gray"}) {
    CAPTURE(order);
    PlacementChoice choice;
    choice.orders = {order};
    const RoutedCase cube = lay_out("hypercube", {{"dimensions", 20}}, choice);
    const Density& x = cube.measures.density[0];
    CHECK(x.per_line_peak_links == 682);
    CHECK(x.per_line_peak_wires == 1364);
    CHECK(x.per_line_peak_cut == 341);
    CHECK(x.per_line_middle_links == 512);
    CHECK(x.per_line_profile_sha256 == "c79de00f529cccc66e35dd39fed42eff0761f31db90e1e0a5a0ce148a288e82a");
    CHECK(cube.measures.length.longest_span.pitches() == (order == std::string("gray") ? 1023u : 512u));
    const Profile profile = pattern_profile(cube.layout, Axis::x, cube.layout.lines(Axis::x).patterns[0]);
    CHECK(std::count(profile.links.begin(), profile.links.end(), 682) == 48);
    const auto rows = golden("seeds_we_profile20.csv");
    REQUIRE(rows.size() == profile.links.size());
    for (std::size_t i = 0; i < rows.size(); ++i) CHECK(profile.links[i] == rows[i].integer("links"));
  }
}

TEST_CASE("dimensions of a row have the lengths of Ranade and Johnsson, Gray order all odd ones") {
  for (const Row& row : golden("seeds_rj_lengths.csv")) {
    const auto p = static_cast<std::size_t>(row.integer("p"));
    const auto i = static_cast<std::size_t>(row.integer("i"));
    const Parameters parameters = {{"dimensions", static_cast<std::int64_t>(p)}};
    const ClassLength normal = lay_out("hypercube", parameters, on_line(p, "natural")).measures.length.by_class[i];
    const ClassLength gray = lay_out("hypercube", parameters, on_line(p, "gray")).measures.length.by_class[i];
    CHECK(normal.links == static_cast<std::uint64_t>(row.integer("links")));
    CHECK(normal.longest_span.pitches() == row.integer("normal_len"));
    CHECK(normal.mean_span * static_cast<double>(normal.links) == row.number("normal_total"));
    CHECK(gray.longest_span.pitches() == row.integer("gray_max"));
    CHECK(gray.mean_span == row.number("gray_mean"));
  }
}

TEST_CASE("a dimension of one node has no links and no row among the lengths by class") {
  const Lengths length = lay_out("torus", {{"radices", IntegerList{4, 1, 3}}}, {}).measures.length;
  // A ring of 4 in natural order: three links of one node pitch and one of three. A ring of 3: two of one, one of two.
  CHECK(length.by_class == std::vector<ClassLength>{{"dimension 0", 12, node_pitches(3), 1.5},
                                                    {"dimension 2", 12, node_pitches(2), 4.0 / 3}});
}

TEST_CASE("wires of a link are pins at both of its ends, at a switch among the nodes too") {
  // Node 0 is a switch, on which nodes 1 to 3 hang; node 3 also hangs on node 2. A link of one bit is two channels,
  // each of one wire.
  const IntegerTable links = {{0, 1}, {0, 2}, {0, 3}, {2, 3}};
  PlacementChoice square;
  square.columns = 2;
  const RoutedCase star = lay_out("graph", {{"nodes", 4}, {"links", links}, {"switches", IntegerList{0}}}, square);
  CHECK(star.measures.ports_per_interchange_max == 6);
  CHECK(star.measures.pins_per_interchange_max == 6);
  CHECK(star.measures.ports_per_node_max == 4);
  CHECK(star.measures.pins_per_node_max == 4);
}
