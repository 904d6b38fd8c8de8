// SPDX-License-Identifier: Apache-2.0
// Links between neighbours that run straight from box to box.
#include <doctest/doctest.h>

#include "cutline/detail/measure/link_geometry.hpp"
#include "layout/checked.hpp"

namespace {

using namespace cutline;
using cases::Case;

LayoutRules facing_rules(std::uint32_t pairs = 1, std::uint32_t width = 1, std::uint32_t height = 1) {
  LayoutRules rules = cases::unit_rules(pairs);
  rules.neighbours_face = true;
  rules.node_width = width;
  rules.node_height = height;
  return rules;
}

Case faced_network(const char* family, std::int64_t radix, const LayoutRules& rules, std::uint32_t bits = 1,
                   const char* order = "natural") {
  Topology topology = build_topology(family, {{"radix", radix}, {"dimensions", 2}});
  Placement placement = place(topology, {.orders = {order}});
  return cases::routed(family, std::move(topology), std::move(placement), rules, {.width_bits = bits});
}

std::int64_t tracks(const Case& c, Axis axis) { return cases::measure(c).tracks[index(axis)].wires; }

}  // namespace

TEST_CASE("a mesh whose neighbours face has no tracks, and its sides are those of its boxes") {
  for (std::int64_t k = 2; k <= 7; ++k) {
    for (const std::uint32_t bits : {1U, 3U}) {
      for (const std::uint32_t pairs : {1U, 2U, 4U}) {
        const std::int64_t wires = 2 * bits;
        const Case c = faced_network("mesh", k, facing_rules(pairs), bits);
        CHECK(cases::passes(c));
        CHECK(tracks(c, Axis::x) == 0);
        CHECK(tracks(c, Axis::y) == 0);
        // A box holds the zone of one link, and a cell on both sides of it, where wires end.
        const Measures m = cases::measure(c);
        CHECK(m.size.width_pitches == k * (wires + 2));
        CHECK(m.size.height_pitches == k * (wires + 2));
        CHECK(m.length.longest_pitches == 1);
        CHECK((m.length.total_pitches == static_cast<Int128>(2 * k * (k - 1) * wires)));
        // Boxes that are large enough do not grow: they abut.
        const Measures large = cases::measure(faced_network("mesh", k, facing_rules(pairs, 40, 30), bits));
        CHECK(large.size.width_pitches == k * 40);
        CHECK(large.size.height_pitches == k * 30);
        CHECK(large.length.longest_pitches == 40 - wires - 1);
        const std::int64_t both = 40 - wires - 1 + 30 - wires - 1;
        CHECK((large.length.total_pitches == static_cast<Int128>(k * (k - 1) * wires * both)));
      }
    }
  }
}

TEST_CASE("of a torus whose neighbours face half the tracks are left in natural order, all of them folded") {
  for (std::int64_t k = 3; k <= 8; ++k) {
    for (const std::uint32_t bits : {1U, 2U}) {
      const std::int64_t wires = 2 * bits;
      const Case natural = faced_network("torus", k, facing_rules(), bits);
      const Case folded = faced_network("torus", k, facing_rules(), bits, "folded");
      for (const Axis axis : {Axis::x, Axis::y}) {
        CHECK(tracks(natural, axis) == wires);
        CHECK(tracks(folded, axis) == (k == 3 ? wires : 2 * wires));
      }
      CHECK(cases::passes(natural));
      CHECK(cases::passes(folded));
    }
  }
}

TEST_CASE("parallel links between two nodes face side by side") {
  Topology topology;
  topology.digits = {2};
  topology.classes.push_back({.name = "parallel", .digits = {0}, .links = {{0, 1}, {0, 1}, {1, 0}}});
  const Placement placement = place(topology, {});
  const Case c = cases::routed("parallel", topology, placement, facing_rules(), {.width_bits = 2});
  CHECK(cases::passes(c));
  CHECK(tracks(c, Axis::x) == 0);
  CHECK(c.layout.rows().zone[0] == 3 * 4);
}

TEST_CASE("neighbours that face never take more tracks, of any network and of hundreds of random graphs") {
  std::size_t fewer = 0;
  const auto compare = [&](const Case& top) {
    CAPTURE(top.name);
    const Measures faced = cases::measure(cases::facing(top)), straight = cases::measure(top);
    for (const Axis axis : {Axis::x, Axis::y}) {
      CHECK(faced.tracks[index(axis)].wires <= straight.tracks[index(axis)].wires);
      fewer += faced.tracks[index(axis)].wires < straight.tracks[index(axis)].wires ? 1 : 0;
    }
    CHECK(faced.density == straight.density);  // cuts count spans, wherever the wires run
    CHECK(faced.pins_per_node_max == straight.pins_per_node_max);
  };
  cases::for_each_catalogue_case(compare, 2);
  cases::for_each_random_case(300, compare);
  CHECK(fewer > 500);
}

TEST_CASE("a wire between neighbours that face is as long as their nodes are apart, less the zone that it ends at") {
  const Case c = faced_network("torus", 4, facing_rules(1, 20, 30));
  for_each_link_place(c.layout, [&](const LinkPlace& place, std::uint64_t) {
    const LinkGeometry link = link_geometry(c.layout, place);
    const Pattern& pattern = c.layout.lines(place.axis).patterns[place.pattern];
    const bool neighbours = link.span == node_pitches(1);
    CHECK(pattern.is_facing(place.part) == neighbours);
    if (!neighbours) return;
    const AxisPositions& along = place.axis == Axis::x ? c.layout.columns() : c.layout.rows();
    CHECK(link.cells_x + link.cells_y == along.pitch(0) - 2 - 1);
  });
}

TEST_CASE("a wire that leaves the zone, meets another or stops short of its box is found") {
  const Case whole = faced_network("torus", 4, facing_rules(2, 9, 9), 2);
  REQUIRE(cases::passes(whole));
  for (const Axis axis : {Axis::x, Axis::y}) {
    Case c = whole;
    Pattern& pattern = c.layout.wiring[axis].patterns[0];
    std::size_t part = 0;
    while (!pattern.is_facing(part)) ++part;
    std::vector<WireShapes> shapes = line_shapes(c.layout, axis, 0);
    const auto wire = std::find_if(shapes.begin(), shapes.end(), [](const auto& w) { return w.segments.size() == 1; });
    REQUIRE(wire != shapes.end());
    const auto violations = [&] { return check_shapes(c.layout, axis, 0, shapes); };
    CHECK(violations().empty());
    Segment& run = wire->segments[0];
    const Segment before = run;
    (axis == Axis::x ? run.x1 : run.y1) -= 1;
    CHECK(cases::has_rule(violations(), "facing"));
    run = before;
    (axis == Axis::x ? run.x0 : run.y0) -= 1;
    CHECK(cases::has_rule(violations(), "facing"));
    run = before;
    run.layer += 2;
    for (Terminal& terminal : wire->terminals) terminal.layer += 2;
    CHECK(cases::has_rule(violations(), "facing"));
    CHECK(cases::has_rule(violations(), "terminal"));

    std::uint32_t& lane = pattern.lane[pattern.first_unit(part)];
    lane += pattern.facing / pattern.wires_per_unit * pattern.pairs;
    CHECK_FALSE(cases::passes(c));
    c = whole;
    AxisPositions& across = c.layout.positions[axis == Axis::x ? 1 : 0];
    across.zone[2] -= 1;
    CHECK(cases::has_rule(cases::check_of(c), "facing"));
    c = whole;
    AxisPositions& moved = c.layout.positions[axis == Axis::x ? 1 : 0];
    moved.above_zone = moved.box[0] - moved.zone[0];  // no cell is left below it
    CHECK_FALSE(cases::passes(c));
  }
}
