// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include "cutline/layout/check.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/study/laid_out.hpp"
#include "measure/placed_links.hpp"
#include "support/csv.hpp"
#include "support/laid_out.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Parameters of(std::size_t dimensions) { return {{"dimensions", static_cast<std::int64_t>(dimensions)}}; }

PlacementChoice named(const std::string& order) {
  PlacementChoice choice;
  choice.orders = {order};
  return choice;
}

/// The layout as layout theory counts it: a link is one wire.
RoutedCase one_wire_a_link(std::size_t dimensions, const PlacementChoice& choice, std::uint32_t node_side = 1) {
  Topology topology = build_topology("ccc", of(dimensions));
  for (LinkClass& links : topology.classes) links.channels = 1;
  Placement placement = place(topology, choice);
  LayoutRules rules;
  rules.node_width = rules.node_height = node_side;
  Layout layout = route(wire_up(topology, placement), rules, {});
  Measures measures = measure(layout, topology, placement);
  return {std::move(topology), std::move(placement), std::move(layout), std::move(measures)};
}

/// The number of tracks of a level-swept line of m levels.
std::int64_t swept_tracks(std::size_t m) { return 5 * (std::int64_t{1} << (m - 3)) + 1; }

}  // namespace

TEST_CASE("cube-connected cycles on a line have the published cuts, lengths and tracks in every order") {
  for (const Row& row : golden("ccc_line.csv")) {
    const auto d = static_cast<std::size_t>(row.integer("d"));
    const std::string order = row.text("order");
    CAPTURE(d);
    CAPTURE(order);
    const std::string cycle_major = "cycle_major_";
    const bool swept = order == "level_swept";
    const RoutedCase line = lay_out("ccc", of(d), on_line(d, swept ? order : order.substr(cycle_major.size())));
    const Density& x = line.measures.density[0];
    CHECK(line.topology.node_count() == static_cast<std::uint64_t>(row.integer("N")));
    CHECK(line.topology.link_count() == static_cast<std::uint64_t>(row.integer("links")));
    CHECK(x.peak_links == row.integer("max_cut"));
    CHECK(x.peak_links == (swept ? swept_tracks(d) : (std::int64_t{1} << (d + 1)) / 3 + 3));
    CHECK(x.middle_links == row.integer("cut_at_middle_gap"));
    CHECK(line.measures.tracks[0].links == row.integer("tracks_sorted_ports"));
    CHECK(line.measures.length.longest_span.pitches() == row.integer("longest"));
    CHECK(line.measures.length.total_span_halves == 2 * row.integer("total_length"));
    if (d < 9) CHECK(passes(line));
  }
}

TEST_CASE("split level-swept cycles are 2^b (3b + 2 + 5 2^(a-3)) wide, with one wire a link, and likewise high") {
  for (std::size_t d = 6; d <= 10; ++d) {
    const std::size_t b = (d + 1) / 2, a = d - b;
    CAPTURE(d);
    const RoutedCase swept = one_wire_a_link(d, named("level_swept"));
    CHECK(passes(swept));
    // A column holds three terminals at each of b nodes, one cell for the other levels, and its tracks.
    CHECK(swept.measures.size.width_pitches == (1 << b) * (3 * static_cast<std::int64_t>(b) + 1 + swept_tracks(a)));
    CHECK(swept.measures.size.height_pitches == (1 << a) * (3 * static_cast<std::int64_t>(a) + 1 + swept_tracks(b)));
    CHECK(swept.measures.tracks[0].links == swept_tracks(b));
    CHECK(swept.measures.tracks[1].links == swept_tracks(a));
    const RoutedCase by_cycle = one_wire_a_link(d, named("split"));
    CHECK(passes(by_cycle));
    CHECK(by_cycle.measures.size.area_pitches2 > swept.measures.size.area_pitches2);
  }
}

TEST_CASE("of every cycle two links are bent where its levels are split, and none in boxes") {
  for (std::size_t d = 3; d <= 7; ++d) {
    CHECK(lay_out("ccc", of(d), named("split")).layout.wiring.joints.size() == std::size_t{2} << d);
    CHECK(lay_out("ccc", of(d), named("gray")).layout.wiring.joints.empty());
  }
}

TEST_CASE("links between square boxes are as long as Ranade and Johnsson say, in Gray order P'-1 boxes") {
  for (const std::size_t d : {4, 16}) {
    CAPTURE(d);
    const std::size_t side = d == 4 ? 2 : 4;
    const std::size_t boxes = std::size_t{1} << (d / 2);
    const RoutedCase natural = lay_out("ccc", of(d), named("natural"));
    const RoutedCase gray = lay_out("ccc", of(d), named("gray"));
    CHECK(natural.placement.grid() == gray.placement.grid());
    CHECK(natural.placement.grid()[Axis::x] == side * boxes);
    CHECK(natural.placement.grid()[Axis::y] == side * boxes);
    CHECK(natural.measures.length.longest_span.pitches() == static_cast<double>(side * boxes / 2));
    CHECK(gray.measures.length.longest_span.pitches() == static_cast<double>(side * (boxes - 1)));
    CHECK(natural.measures.length.total_span_halves == gray.measures.length.total_span_halves);
    CHECK(natural.measures.length.by_class[0].longest_span.pitches() == 1);
    for (std::size_t level = 0; level < d; ++level) {
      const ClassLength& cube = natural.measures.length.by_class[1 + level];
      CHECK(cube.mean_span == static_cast<double>(side << level % (d / 2)));
      CHECK(gray.measures.length.by_class[1 + level].mean_span == cube.mean_span);
    }
    CHECK(passes(natural));
    CHECK(passes(gray));
  }
}

TEST_CASE("split level-swept cycles beat the best published layout from eleven dimensions on, in small node boxes") {
  // Areas with the squarest boxes, with boxes that have room to spare, and of split cycles in their order; a link has
  // two wires.
  const auto area = [](std::size_t d, std::uint32_t side, const PlacementChoice& choice) {
    const Topology topology = build_topology("ccc", of(d));
    LayoutRules rules;
    rules.node_width = rules.node_height = side;
    const Placement placement = place(topology, choice);
    return layout_size(route(wire_up(topology, placement), rules, {}), topology, placement).area_pitches2;
  };
  const auto wins = [&](std::size_t d, std::uint32_t side) {
    const auto columns = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(d))));
    PlacementChoice roomy;
    roomy.box = {columns, (static_cast<std::uint32_t>(d) + columns - 1) / columns};
    const Int128 swept = area(d, side, named("level_swept"));
    return swept < area(d, side, {}) && swept < area(d, side, roomy) && swept < area(d, side, named("split"));
  };
  for (const std::size_t d : {6, 7, 8, 9, 10}) {
    for (const std::uint32_t side : {1, 6, 12, 24, 48}) CHECK_FALSE(wins(d, side));
  }
  const std::vector<std::pair<std::size_t, std::uint32_t>> largest_side = {
      {11, 10}, {12, 8}, {13, 13}, {14, 12}, {16, 11}};
  for (const auto& [d, side] : largest_side) {
    CAPTURE(d);
    CHECK(wins(d, 6));
    CHECK(wins(d, side));
    CHECK_FALSE(wins(d, side + 1));
  }
}
