// SPDX-License-Identifier: Apache-2.0
// Dies and blocked areas that are polygons, and the wires around them.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "cutline/detail/geometry/polygons.hpp"
#include "layout/given_die.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// A polygon by the borders of cells.
Polygon polygon_of_cells(std::initializer_list<std::array<double, 2>> corners) {
  Polygon polygon;
  for (const auto& [x, y] : corners) polygon.corners.push_back({um(x), um(y)});
  return polygon;
}

}  // namespace

TEST_CASE("A notch of the die, and an L that is blocked, take the tracks of their rectangles") {
  const auto routed = [](const TilePlan& plan) { return lay_out(3, {{0, 1}, {1, 2}, {0, 2}}, plan, 7, 1); };
  const TilePlan whole = die_of_cells(900, 60, {{0, 4}, {300, 30}, {600, 9}});
  TilePlan notched = whole, blocked_there = whole;
  notched.outline_shape = polygon_of_cells(
      {{0, 0}, {900, 0}, {900, 60}, {500, 60}, {500, 20}, {200, 20}, {200, 26}, {150, 26}, {150, 60}, {0, 60}});
  blocked_there.blockages = {blocked(200, 20, 499, 25), blocked(150, 26, 499, 59)};
  TilePlan ell = whole;
  Blockage shape = blocked(150, 20, 499, 59);
  shape.shape = polygon_of_cells({{150, 26}, {200, 26}, {200, 20}, {500, 20}, {500, 60}, {150, 60}});
  ell.blockages = {shape};
  notched.tiles[1] = blocked_there.tiles[1] = ell.tiles[1] = router_at(1, 300, 12);
  const Given expected = routed(blocked_there);
  for (const Given& given : {routed(notched), routed(ell)}) {
    CHECK(given.checked().passed());
    CHECK(lengths_of(given) == lengths_of(expected));
    CHECK(given.overflow_of().wires == expected.overflow_of().wires);
    CHECK(given.overflow_of().fullest == expected.overflow_of().fullest);
    std::uint64_t wires = 0;
    CHECK(faults(given, wires) == 0);
  }
}

TEST_CASE("Random floorplans on a round die: no wire leaves it, in any cell") {
  Random random(9);
  std::uint64_t wires_in_all = 0;
  for (int round = 0; round < 40; ++round) {
    CAPTURE(round);
    TilePlan plan = random_plan(random, 6, 100);
    for (Tile& tile : plan.tiles) {  // into the middle of a die of 300 cells
      for (Length* x : {&tile.box.x, &tile.router_x, &tile.box.y, &tile.router_y}) *x = *x + um(100);
    }
    for (int i = 0; i < 24; ++i) {
      const double angle = (i + 0.3) * std::numbers::pi / 12;
      plan.outline_shape.corners.push_back({um(150 + 150 * std::cos(angle)), um(150 + 150 * std::sin(angle))});
    }
    const Rectangle box = bounding_box(plan.outline_shape);
    plan.outline = box;
    const Given given = lay_out(6, random_links(random, 6), plan, 2, 2);
    const CheckResult result = given.checked();
    CHECK_MESSAGE(result.passed(), (result.violations.empty() ? "" : result.violations[0].message));
    for_each_wire(given.layout, [&](const WireShapes& wire) {
      ++wires_in_all;
      for (const auto& [layer, x, y] : cells_of(wire)) {
        const Polygon::Corner corner{box.x + um(static_cast<double>(x)), box.y + um(static_cast<double>(y))};
        for (const double dx : {0.0, 1.0}) {
          for (const double dy : {0.0, 1.0})
            CHECK(contains(plan.outline_shape, {corner.x + um(dx), corner.y + um(dy)}));
        }
      }
    });
  }
  CHECK(wires_in_all > 300);
}

TEST_CASE("On a round die a link turns on the die, though the far corner of its crossing lies off it") {
  TilePlan plan = die_of_cells(300, 300, {{205, 93}, {165, 187}});
  for (int i = 0; i < 24; ++i) {
    const double angle = i * std::numbers::pi / 12;
    plan.outline_shape.corners.push_back({um(150 + 150 * std::cos(angle)), um(150 + 150 * std::sin(angle))});
  }
  constexpr std::uint32_t kWires = 8;
  const Given given = lay_out(2, {{0, 1}}, plan, kWires, 1);
  CHECK(given.overflow_of().wires == 0);
  CHECK(given.checked().passed());
  std::uint64_t wires = 0;
  CHECK(faults(given, wires) == 0);
  CHECK(wires == kWires);
  CHECK(lengths_of(given) <= kWires * (40 + 94 + 4 * kWires));
}
