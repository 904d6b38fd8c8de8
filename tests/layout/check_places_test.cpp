// SPDX-License-Identifier: Apache-2.0
// The check of places and sizes: layouts that are broken where no wire touches another.
#include <doctest/doctest.h>

#include <functional>

#include "layout/checked.hpp"

namespace {

using namespace cutline;
using cases::Case;
using cases::has_rule;
using cases::words;

/// A 5-cube on 8 columns and 4 rows, with nodes of 40 x 30 cells.
Case cube_of_tiles(const std::function<void(Wiring&)>& change = [](Wiring&) {}) {
  Case c = cases::family_case("hypercube", {{"dimensions", 5}});
  LayoutRules rules = cases::unit_rules(1);
  rules.node_width = 40;
  rules.node_height = 30;
  Wiring wiring = wire_up(c.topology, c.placement);
  change(wiring);
  c.layout = route(std::move(wiring), rules, c.channel);
  return c;
}

/// Moves everything from a slot on, and the machine's end.
void move_from(AxisPositions& places, std::size_t slot, std::int64_t cells) {
  for (std::size_t i = slot; i < places.start.size(); ++i) places.start[i] += cells;
  places.total += cells;
}

}  // namespace

TEST_CASE("a column or row that has lost the room of its nodes is found, and one of interchanges is not") {
  CHECK(cases::passes(cube_of_tiles()));
  for (const std::size_t axis : {0U, 1U}) {
    const Case thin = cube_of_tiles([&](Wiring& wiring) {
      wiring.stands[axis].assign(wiring.grid.cells[axis], SiteKind::node);
      wiring.stands[axis][2] = SiteKind::interchange;
    });
    const CheckResult result = cases::check_of(thin);
    REQUIRE(has_rule(result, "box"));
    CHECK(result.violation_count == 1);
    CHECK(words(result).find(axis == 0 ? "column 2 has " : "row 2 has ") != std::string::npos);
    CHECK(words(result).find(axis == 0 ? "a node takes 40" : "a node takes 30") != std::string::npos);
  }
}

TEST_CASE("an axis that is shifted, pulled apart or longer than its slots is found") {
  for (const std::size_t axis : {0U, 1U}) {
    Case c = cube_of_tiles();
    AxisPositions& places = c.layout.positions[axis];
    SUBCASE("shifted") { move_from(places, 0, 1); }
    SUBCASE("pulled apart") { move_from(places, 2, 7); }
    SUBCASE("longer") { ++places.total; }
    SUBCASE("a routing channel that no track needs") {
      ++places.channel[1];
      move_from(places, 2, 1);
    }
    CHECK(cases::check_of(c).violation_count == 1);
  }
}

TEST_CASE("nodes that share a cell, and coordinates without a place, are found") {
  const Case c = cube_of_tiles();
  Placement placement = c.placement;
  placement.axes[0].place({0, 1, 2, 3, 4, 5, 6, 6}, 8);
  CHECK(has_rule(check(c.layout, c.topology, placement), "place"));
  // A graph, whose nodes have one digit for both axes.
  const Case graph = cases::random_graph(12);
  placement = graph.placement;
  for (const std::size_t axis : {0U, 1U}) {
    std::vector<std::uint32_t> taken;
    placement.axes[axis].for_each_coordinate(
        [&](Coordinate node) { taken.push_back(placement.axes[axis].slot(node)); });
    taken[1] = taken[0];
    placement.axes[axis].place(std::move(taken), placement.axes[axis].slots());
  }
  CHECK(has_rule(check(graph.layout, graph.topology, placement), "place"));
}
