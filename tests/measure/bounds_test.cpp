// SPDX-License-Identifier: Apache-2.0
// Compares lower bounds with all placements of small graphs, and with every family's layouts.
#include "measure/bounds.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "base/random.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/topology/family.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// A number of a candidate; absent if it is null in the record.
std::optional<double> value_of(const Study& study, const Candidate& candidate, const std::string& path) {
  const Data value = quantity_value(under_delay(study, candidate, 0), path);
  return value.is_null() ? std::nullopt : std::optional(value.number());
}

/// The least sum and the least longest of the spans over all placements of nodes on the cells of a grid.
struct LeastSpans {
  std::uint64_t total = ~std::uint64_t{0}, longest = ~std::uint64_t{0};
};

LeastSpans least_spans(std::uint32_t nodes, const IntegerTable& links, std::uint32_t columns, std::uint32_t rows) {
  std::vector<std::uint32_t> cells(columns * rows);
  std::iota(cells.begin(), cells.end(), 0u);
  LeastSpans least;
  const auto apart = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
  std::vector<std::uint32_t> seen;
  do {
    if (!std::is_sorted(cells.begin() + nodes, cells.end())) continue;  // empty cells are alike
    std::uint64_t total = 0, longest = 0;
    for (const IntegerList& link : links) {
      const std::uint32_t a = cells[static_cast<std::size_t>(link[0])], b = cells[static_cast<std::size_t>(link[1])];
      const std::uint64_t span = apart(a % columns, b % columns) + apart(a / columns, b / columns);
      total += span;
      longest = std::max(longest, span);
    }
    least.total = std::min(least.total, total);
    least.longest = std::min(least.longest, longest);
  } while (std::next_permutation(cells.begin(), cells.end()));
  return least;
}

IntegerTable connected_links(Random& random, std::int64_t nodes) {
  IntegerTable links;
  for (std::int64_t node = 1; node < nodes; ++node)
    links.push_back({static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(node))), node});
  for (std::uint64_t more = random.below(9); more > 0; --more) {
    const auto a = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(nodes)));
    const auto b = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(nodes)));
    if (a != b) links.push_back({a, b});
  }
  return links;
}

/// The bounds that exceed what was built, and the number of bounds compared.
std::size_t compare_with_built(const Study& study, std::size_t& compared) {
  std::size_t wrong = 0;
  for (const Candidate& candidate : evaluate(study, {}, Layouts::kept)) {
    for (const char* bound : {"longest_span", "total_span", "wires_over_columns", "wires_over_rows", "area_pitches2"}) {
      const auto ratio = value_of(study, candidate, std::string("bounds.") + bound + "_ratio");
      if (!ratio) continue;
      ++compared;
      if (*ratio >= 1) continue;
      ++wrong;
      MESSAGE(candidate.design->name << ": " << bound << " built over bound: " << *ratio);
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("No placement of a small graph has shorter spans than the bounds") {
  Random random(5);
  struct Grid {
    std::uint32_t columns, rows;
  };
  std::size_t attained = 0, all = 0;
  for (const Grid grid : {Grid{6, 1}, Grid{3, 2}, Grid{4, 2}, Grid{7, 1}, Grid{2, 4}}) {
    for (int round = 0; round < 25; ++round) {
      const std::uint32_t cells = grid.columns * grid.rows;
      const auto nodes = static_cast<std::uint32_t>(cells - random.below(2));
      const IntegerTable links = connected_links(random, nodes);
      Study study = unit_study();
      study.designs.push_back(graph("random", nodes, links));
      study.designs[0].placement.columns = std::min(grid.columns, nodes);
      const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
      const Candidate& candidate = candidates[0];
      const GridSize built = candidate.laid_out()->layout.wiring.grid;
      const LeastSpans least = least_spans(nodes, links, built[Axis::x], built[Axis::y]);
      const auto total = value_of(study, candidate, "bounds.total_span");
      const auto longest = value_of(study, candidate, "bounds.longest_span");
      REQUIRE(total);
      REQUIRE(longest);
      CHECK(*total <= static_cast<double>(least.total));
      CHECK(*longest <= static_cast<double>(least.longest));
      attained += *total == static_cast<double>(least.total) ? 1 : 0;
      ++all;
    }
  }
  CHECK(attained * 6 > all);  // a bound of zero would pass the checks above
}

TEST_CASE(
    "No layout of any family is better than the bounds, with wires beside and over nodes, on one and more layers") {
  std::size_t compared = 0;
  for (const int pairs : {1, 3}) {
    for (const bool over : {false, true}) {
      Study study = unit_study();
      study.technology = unit_technology(pairs);
      for (const Family& family : families()) {
        for (const Parameters& parameters : family.examples) {
          Design each = design(std::string(family.name), std::string(family.name), parameters);
          each.wires_over_nodes = over;
          each.channel.width_bits = 3;
          study.designs.push_back(each);
        }
      }
      CHECK(compare_with_built(study, compared) == 0);
    }
  }
  CHECK(compared > 500);
}

TEST_CASE("Random graphs in random orders: no layout is better than the bounds") {
  Random random(11);
  std::size_t compared = 0;
  Study study = unit_study();
  for (int round = 0; round < 300; ++round) {
    const auto nodes = static_cast<std::int64_t>(4 + random.below(40));
    IntegerTable links = connected_links(random, nodes);
    if (round % 2 == 1) {
      for (IntegerList& link : links) link.push_back(static_cast<std::int64_t>(1 + random.below(5)));
    }
    Design each = graph("random " + std::to_string(round), nodes, std::move(links));
    if (round % 4 > 1) each.channel.control_wires = 3;
    each.wires_over_nodes = random.below(2) == 0;
    each.channel.width_bits = static_cast<double>(1 + random.below(8));
    each.placement.columns = static_cast<std::uint32_t>(1 + random.below(static_cast<std::uint64_t>(nodes)));
    study.designs.push_back(std::move(each));
  }
  CHECK(compare_with_built(study, compared) == 0);
  CHECK(compared > 1200);
}

TEST_CASE("Where links differ in width, wires over a cut are bounded by the bisection and by the widest links") {
  // Two nodes and channels of 4 bits and 1 control wire: links three channels wide and one wide have
  // 2 (3 x 4 + 1) + 2 (4 + 1) = 36 wires, all over the only cut. The bound by messages is less: a quarter of a node's
  // messages go over the narrow link, so that 2 x 1 x 1 / (2 / 4) = 4 channel widths of at least 13 / 3 wires cross.
  Study study = unit_study();
  study.designs = {graph("two", 2, {{0, 1, 3}, {0, 1, 1}})};
  study.designs[0].channel.width_bits = 4;
  study.designs[0].channel.control_wires = 1;
  study.designs[0].placement.columns = 2;
  const Candidate two = evaluated(study).at(0);
  CHECK(value_of(study, two, "bounds.wires_over_columns") == 36);
  CHECK(value_of(study, two, "bounds.wires_over_columns_ratio") == 1);
  CHECK(!value_of(study, two, "bounds.wires_over_rows"));
  CHECK(value_of(study, two, "bounds.total_span") == 2);
}

TEST_CASE("Bounds are facts of the network, whatever the traffic and however it is spelled") {
  std::vector<double> first;
  for (const char* pattern : {"uniform", "", "hot_spot", "transpose"}) {
    CAPTURE(pattern);
    Study study = unit_study();
    study.designs = {design("ring", "ring", {{"nodes", 16}}), design("mesh", "mesh", {{"radix", 4}, {"dimensions", 2}}),
                     graph("graph", 16,
                           {{0, 1},
                            {1, 2},
                            {2, 3},
                            {3, 4},
                            {4, 5},
                            {5, 6},
                            {6, 7},
                            {7, 8},
                            {8, 9},
                            {9, 10},
                            {10, 11},
                            {11, 12},
                            {12, 13},
                            {13, 14},
                            {14, 15},
                            {15, 0},
                            {0, 8},
                            {3, 12}})};
    study.traffic_self = *pattern != 0;
    if (std::string(pattern) == "hot_spot") study.traffic = choose_traffic(pattern, {{"share", 0.0}});
    if (std::string(pattern) == "transpose") study.traffic = choose_traffic(pattern, {});
    std::vector<double> all;
    for (const Candidate& candidate : evaluated(study)) {
      for (const char* key : {"bounds.total_span", "bounds.wires_over_columns", "bounds.area_pitches2"})
        all.push_back(value_of(study, candidate, key).value());
    }
    if (first.empty()) first = all;
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i] == doctest::Approx(first[i]).epsilon(1e-12));
  }
}

TEST_CASE("Where the best layout is known the bounds are that, or near it") {
  struct Known {
    const char* family;
    Parameters parameters;
    const char* ratio;
    double least, most;
  };
  const Known known[] = {{"mesh", {{"radix", 8}, {"dimensions", 2}}, "total_span", 1, 1},
                         {"mesh", {{"radix", 8}, {"dimensions", 2}}, "longest_span", 1, 1},
                         {"mesh", {{"radix", 8}, {"dimensions", 2}}, "wires_over_columns", 1, 1},
                         {"complete", {{"nodes", 24}}, "total_span", 1, 1},
                         {"complete", {{"nodes", 24}}, "wires_over_columns", 1, 1},
                         {"torus", {{"radix", 8}, {"dimensions", 2}}, "wires_over_columns", 1, 1},
                         // Messages between all pairs give 2/3 of the least total of a cube on a line or a grid.
                         {"hypercube", {{"dimensions", 10}}, "total_span", 1.4, 1.5}};
  for (const Known& each : known) {
    CAPTURE(each.family);
    CAPTURE(each.ratio);
    Study study = unit_study();
    study.designs.push_back(design(each.family, each.family, each.parameters));
    if (std::string(each.family) == "complete") study.designs[0].placement.columns = 24;
    const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
    const auto ratio = value_of(study, candidates[0], std::string("bounds.") + each.ratio + "_ratio");
    REQUIRE(ratio);
    CHECK(*ratio >= each.least);
    CHECK(*ratio <= each.most);
  }
}

TEST_CASE("Layouts come near the best in print as they grow, and the leading term is that of print") {
  double before = 1e9;
  for (const std::int64_t dimensions : {6, 10, 14}) {
    Study study = unit_study();
    study.designs.push_back(hypercube(dimensions));
    study.designs[0].channel.width_bits = 16;  // so that wires weigh more than boxes
    const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
    const auto ratio = value_of(study, candidates[0], "bounds.published_area_ratio");
    REQUIRE(ratio);
    CHECK(*ratio > 1);
    CHECK(*ratio < before);
    before = *ratio;
  }
  CHECK(before < 1.25);
}
