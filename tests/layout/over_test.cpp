// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/detail/layout/shapes.hpp"
#include "layout/checked.hpp"

// Wires over the nodes. Three properties are tested in oracle_test, check_test and property_test, for wires beside and
// over the nodes alike: no two wires touch, every wire is whole, and all measures agree with those of the flattened
// layout.

namespace {

using namespace cutline;
using cases::Case;

LayoutRules over_rules(std::uint32_t pairs, std::uint32_t node_width, std::uint32_t node_height) {
  LayoutRules rules = cases::unit_rules(pairs);
  rules.node_width = node_width;
  rules.node_height = node_height;
  rules.over_nodes = true;
  return rules;
}

Case network(std::string_view family, std::int64_t radix, const LayoutRules& rules, std::uint32_t width_bits,
             const std::string& order = "natural") {
  Topology topology = build_topology(family, {{"radix", radix}, {"dimensions", 2}});
  PlacementChoice choice;
  choice.orders = {order};
  Placement placement = place(topology, choice);
  return cases::routed("over", std::move(topology), std::move(placement), rules, {.width_bits = width_bits});
}

/// A network with wires over its nodes whose links turn at the corners that they take with wires beside them.
Case over_with_same_corners(const Case& c, LayoutRules rules) {
  rules.over_nodes = true;
  return {c.name, c.topology, c.placement, c.channel, route(wire_up(c.topology, c.placement), rules, c.channel)};
}

}  // namespace

TEST_CASE("a mesh of nodes that are larger than their wiring is exactly as large as its nodes") {
  for (std::int64_t k = 2; k <= 9; ++k) {
    for (std::uint32_t pairs = 1; pairs <= 3; ++pairs) {
      const Case c = network("mesh", k, over_rules(pairs, 200, 150), 5);
      const Measures m = measure(c);
      CHECK(m.size.width_pitches == k * 200);
      CHECK(m.size.height_pitches == k * 150);
      CHECK(m.size.node_area_fraction == 1);
      CHECK_FALSE(wiring_sets_pitch(c.layout));
      CHECK(passes(c));
    }
  }
}

TEST_CASE("the wires over an edge are its density in links times the wires of a link") {
  for (std::int64_t k = 3; k <= 8; ++k) {
    for (std::uint32_t bits = 1; bits <= 4; ++bits) {
      const Case mesh = network("mesh", k, over_rules(2, 100, 100), bits);
      const Case torus = network("torus", k, over_rules(2, 100, 100), bits, "folded");
      for (const std::size_t axis : {std::size_t{0}, std::size_t{1}}) {
        CHECK((*measure(mesh).over())[axis].used_max == 2 * bits);
        CHECK((*measure(torus).over())[axis].used_max == 2 * 2 * bits);
      }
    }
  }
}

TEST_CASE("the tracks over an edge are a layer pair's for each cell that its node's terminals leave") {
  // An inner node of a mesh has two links in each line, with 4 wires each. Along y, the stacks of the row take one more
  // cell.
  const Case c = network("mesh", 5, over_rules(3, 90, 70), 2);
  const auto over = *measure(c).over();
  CHECK(over[0].edge_cells == 70);
  CHECK(over[0].terminal_cells == 2 * 4 + 1);
  CHECK(over[0].available_min == 3 * (70 - 9));
  CHECK(over[0].used_fraction_max == doctest::Approx(4.0 / 183));
  CHECK(over[1].edge_cells == 90);
  CHECK(over[1].terminal_cells == 2 * 4);
  CHECK(over[1].available_min == 3 * (90 - 8));
}

TEST_CASE("the pitch of nodes that are smaller than their wiring is that of terminals and tracks") {
  for (std::int64_t k = 3; k <= 7; ++k) {
    for (const std::uint32_t bits : {1U, 3U}) {
      const std::int64_t wires = 2 * bits;
      const Case c = network("torus", k, over_rules(1, 1, 1), bits, "folded");
      const Measures m = measure(c);
      // Two links end at every node of a ring, two cross its densest cut.
      CHECK(m.size.width_pitches == k * (2 * wires + 2 * wires));
      CHECK(m.size.height_pitches == k * (2 * wires + 1 + 2 * wires));
      CHECK((*m.over())[0].available_min == 2 * wires);
      CHECK((*m.over())[0].used_fraction_max == 1);
      CHECK(wiring_sets_pitch(c.layout));
      CHECK(passes(c));
    }
  }
}

TEST_CASE("the pitch is the larger of node and wiring: it grows by what the node lacks, cell by cell") {
  for (std::uint32_t side = 1; side <= 40; ++side) {
    const Case c = network("torus", 4, over_rules(2, side, side), 2, "folded");
    for (std::uint32_t slot = 0; slot < 4; ++slot) {
      CHECK(terminal_cells(c.layout, Axis::x, slot) == 8);
      CHECK(c.layout.columns().channel[slot] == 4);
      CHECK(c.layout.columns().pitch(slot) == std::max(side, 12U));
      CHECK(c.layout.columns().node_box[slot] == std::max(side, 8U));
      CHECK(c.layout.rows().pitch(slot) == std::max(side, 13U));
      CHECK(c.layout.rows().node_box[slot] == std::max(side, 9U));
    }
  }
}

TEST_CASE(
    "nodes no larger than their terminals take the same room either way, and larger ones less with wires over them") {
  std::size_t less = 0, equal = 0;
  cases::for_each_random_case(150, [&](const Case& c) {
    CAPTURE(c.name);
    const LayoutSize beside = measure(c).size;
    const LayoutSize above = measure(over_with_same_corners(c, c.layout.rules)).size;
    // With one layer pair only wires over nodes have via stacks, which take a row of cells.
    const std::int64_t stacks = c.layout.rules.layer_pairs == 1 ? c.layout.wiring.grid[Axis::y] : 0;
    CHECK(above.width_pitches <= beside.width_pitches);
    CHECK(above.height_pitches <= beside.height_pitches + stacks);
    if (above.width_pitches < beside.width_pitches) ++less;
    LayoutRules small = c.layout.rules;
    small.node_width = small.node_height = 1;
    small.layer_pairs = std::max(2U, small.layer_pairs);
    const Case tight = cases::routed("tight", c.topology, c.placement, small, c.channel);
    const Case tight_over = over_with_same_corners(c, small);
    CHECK(measure(tight).size.width_pitches == measure(tight_over).size.width_pitches);
    CHECK(measure(tight).size.height_pitches == measure(tight_over).size.height_pitches);
    // Where lines differ, boxes with wires over them are all as wide as the widest, and terminals stand in their
    // middle.
    const auto equal_lines = [&](Axis axis) { return tight.layout.lines(axis).patterns.size() == 1; };
    if (!equal_lines(Axis::x) || !equal_lines(Axis::y)) return;
    CHECK((measure(tight).length.total_pitches == measure(tight_over).length.total_pitches));
    ++equal;
  });
  CHECK(less > 50);
  CHECK(equal > 10);
}

TEST_CASE("no edge has more wires than tracks, whatever the graph and the nodes") {
  cases::for_each_random_case(200, [&](const Case& c) {
    CAPTURE(c.name);
    const auto over = *measure(cases::over_nodes(c)).over();
    for (const EdgeWires& edge : over) {
      CHECK(edge.used_fraction_max <= 1);
      CHECK(edge.available_min >= 0);
    }
    CHECK_FALSE(measure(c).over());
  });
}

TEST_CASE("every terminal and every post stands over its own node") {
  cases::for_each_random_case(100, [&](const Case& plain) {
    const Case c = cases::over_nodes(plain);
    CAPTURE(c.name);
    const AxisPositions& columns = c.layout.columns();
    const AxisPositions& rows = c.layout.rows();
    for_each_wire(c.layout, [&](const WireShapes& wire) {
      for (const Terminal& terminal : wire.terminals) {
        const std::int64_t x = terminal.x - columns.start[terminal.node[Axis::x]];
        const std::int64_t y = terminal.y - rows.start[terminal.node[Axis::y]];
        CHECK((x >= 0 && x < columns.node_box[terminal.node[Axis::x]]));
        CHECK((y >= 0 && y < rows.node_box[terminal.node[Axis::y]]));
      }
    });
  });
}

TEST_CASE("a box that does not reach below its terminals, is too small or reaches into the next slot is found") {
  Case c = network("torus", 5, over_rules(2, 30, 6), 2, "folded");
  REQUIRE(passes(c));
  const auto finds_box = [&] {
    const CheckResult result = check(c.layout, c.topology, c.placement);
    return !result.violations.empty() && result.violations[0].rule == "box";
  };
  SUBCASE("smaller than the node") {
    --c.layout.positions[0].node_box[1];
    CHECK(finds_box());
  }
  SUBCASE("not below its terminals") {
    --c.layout.positions[1].node_box[3];
    CHECK(finds_box());
  }
  SUBCASE("into the next slot") {
    c.layout.positions[1].node_box[3] = c.layout.rows().pitch(3) + 1;
    CHECK(finds_box());
  }
}

TEST_CASE("with one layer pair, too, the stacks of a row's terminals are kept clear of a column's") {
  Case c = network("torus", 4, over_rules(1, 1, 1), 2);
  REQUIRE(passes(c));
  for (std::uint32_t& place : c.layout.wiring[Axis::y].patterns[0].lo_terminal) ++place;
  for (std::uint32_t& place : c.layout.wiring[Axis::y].patterns[0].hi_terminal) ++place;
  CHECK_FALSE(passes(c));
}

TEST_CASE("a binary 20-cube with wires over its nodes is routed, checked and measured by pattern") {
  Topology topology = build_topology("hypercube", {{"dimensions", 20}});
  Placement placement = place(topology, {});
  const Case c = cases::routed("20-cube", std::move(topology), std::move(placement), over_rules(2, 5000, 5000), {});
  const Measures m = measure(c);
  CHECK(m.size.width_pitches == 1024 * 5000);
  CHECK((*m.over())[0].used_max == 2 * 682);
  CHECK(check(c.layout, c.topology, c.placement, 1'000'000).passed());
}
