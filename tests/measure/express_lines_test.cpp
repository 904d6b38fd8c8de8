// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <sstream>

#include "cutline/study/laid_out.hpp"
#include "support/csv.hpp"
#include "support/laid_out.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// "4 16", the spacings of the levels, as the radices 4 and 4.
IntegerList factors(const std::string& steps) {
  IntegerList list;
  std::int64_t below = 1;
  std::stringstream stream(steps);
  for (std::int64_t step = 0; stream >> step; below = step) list.push_back(step / below);
  return list;
}

}  // namespace

TEST_CASE("express links that end at nodes: rows, grids and lines have the published cuts, lengths and tracks") {
  for (const Row& row : golden("express_line.csv")) {
    CAPTURE(row.text("k"));
    CAPTURE(row.text("express_steps"));
    const std::int64_t n = row.integer("n");
    const Parameters parameters = {{"radix", std::int64_t{row.integer("k")}},
                                   {"dimensions", n},
                                   {"spacings", factors(row.text("express_steps"))},
                                   {"style", "node"}};
    const RoutedCase line = lay_out("express", parameters, on_line(static_cast<std::size_t>(n), "natural"));
    CHECK(line.topology.node_count() == row.integer("N"));
    CHECK(line.topology.link_count() == row.integer("links"));
    CHECK(line.measures.density[0].peak_links == row.integer("line_max_cut"));
    CHECK(line.measures.length.total_span_halves == 2 * row.integer("line_total"));
    CHECK(line.measures.length.longest_span == node_pitches(row.integer("line_longest")));
    const RoutedCase grid = lay_out("express", parameters);
    CHECK(grid.measures.density[0].peak_links == row.integer("grid_cut_vertical"));
    CHECK(grid.measures.tracks[0].links == row.integer("row_tracks"));
    CHECK(grid.measures.length.longest_span == node_pitches(row.integer("grid_longest")));
    CHECK(grid.measures.length.total_span_halves == 2 * row.integer("grid_total"));
  }
}

TEST_CASE("away from the ends every cut has one channel of each level times its multiplicity") {
  struct Case {
    std::int64_t radix, spacing, levels;
    IntegerList multiplicity;
  };
  for (const Case& each : std::vector<Case>{
           {21, 4, 1, {1}}, {21, 4, 1, {3}}, {30, 2, 3, {1, 1, 1}}, {40, 3, 2, {2, 5}}, {64, 2, 3, {1, 2, 4}}}) {
    const RoutedCase line = lay_out("express", {{"radix", each.radix},
                                                {"dimensions", 1},
                                                {"spacing", each.spacing},
                                                {"levels", each.levels},
                                                {"multiplicity", each.multiplicity}});
    const std::vector<std::int64_t> links =
        pattern_profile(line.layout, Axis::x, line.layout.lines(Axis::x).patterns[0]).links;
    const std::int64_t all = 1 + std::accumulate(each.multiplicity.begin(), each.multiplicity.end(), std::int64_t{0});
    const auto& levels = line.topology.digits[0].levels;
    const auto top = static_cast<std::uint8_t>(each.levels);
    const auto first = static_cast<std::size_t>(std::find(levels.begin(), levels.end(), top) - levels.begin());
    const auto last = static_cast<std::size_t>(levels.rend() - std::find(levels.rbegin(), levels.rend(), top)) - 1;
    REQUIRE(first < last);
    for (std::size_t cut = first; cut < last; ++cut) CHECK(links[cut] == all);
    CHECK(*std::max_element(links.begin(), links.end()) == all);
    CHECK(line.measures.tracks[0].links == all);
  }
}

TEST_CASE("m interleaved interchanges make the same density as m channels of one, one channel each") {
  for (std::int64_t m = 1; m <= 4; ++m) {
    const Parameters shared = {{"radix", 40}, {"dimensions", 1}, {"spacing", 4}, {"multiplicity", IntegerList{m}}};
    Parameters own = shared;
    own.set("style", std::string("interleaved"));
    const RoutedCase one = lay_out("express", shared), several = lay_out("express", own);
    CHECK(one.measures.density[0].peak_links == m + 1);
    CHECK(several.measures.density[0].peak_links == m + 1);
    // Simplex interchanges have two channels in each direction, whatever m is.
    CHECK(several.measures.ports_per_interchange_max == 8);
    CHECK(one.measures.ports_per_interchange_max == 4 * static_cast<std::uint64_t>(m + 1));
  }
}

TEST_CASE("an interchange of level j has 4 (j + 1) W wires, and where it takes no room the papers' lengths come out") {
  const std::int64_t one = 1;
  for (std::int64_t levels = 1; levels < 4; ++levels) {
    PlacementChoice choice;
    choice.interchange_pitch = 0;
    const RoutedCase line = lay_out("express", {{"radix", 40}, {"dimensions", one}, {"spacing", 2}, {"levels", levels}},
                                    choice, 1, {.width_bits = 5, .wires_per_bit = 1, .control = 2});
    CHECK(line.measures.pins_per_interchange_max == static_cast<std::uint64_t>(4 * (levels + 1) * 7));
    CHECK(line.measures.pins_per_node_max == 4 * 7);
    CHECK(line.measures.length.longest_span == node_pitches(std::uint64_t{1} << levels));
    // Local wires together are as long as the array, wherever interchanges stand.
    const ClassLength& local = line.measures.length.by_class[0];
    CHECK(local.mean_span * static_cast<double>(local.links) == doctest::Approx(39));
    for (std::size_t level = 1; level < line.measures.length.by_class.size(); ++level) {
      CHECK(line.measures.length.by_class[level].longest_span == node_pitches(std::uint64_t{1} << level));
      CHECK(line.measures.length.by_class[level].mean_span == doctest::Approx(1 << level));
    }
  }
}
