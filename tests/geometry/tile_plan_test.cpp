// SPDX-License-Identifier: Apache-2.0
#include "cutline/geometry/tile_plan.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace cutline;

TEST_CASE("A turned tile keeps its lower left corner, and its router turns with it") {
  // An upright tile of 4 x 2 mm at (10, 20) with its router at (1, 0.5). Each orientation of DEF puts the router
  // elsewhere.
  struct Turned {
    const char* word;
    double width, height, router_x, router_y;
  };
  constexpr Turned kTurned[] = {{"N", 4, 2, 1, 0.5},   {"W", 2, 4, 1.5, 1},  {"S", 4, 2, 3, 1.5},  {"E", 2, 4, 0.5, 3},
                                {"FN", 4, 2, 3, 0.5},  {"FS", 4, 2, 1, 1.5}, {"FW", 2, 4, 0.5, 1}, {"FE", 2, 4, 1.5, 3},
                                {"180", 4, 2, 3, 1.5}, {"90", 2, 4, 1.5, 1}};
  for (const Turned& turned : kTurned) {
    CAPTURE(turned.word);
    const auto orientation = find_orientation(turned.word);
    REQUIRE(orientation);
    const Tile tile = turned_tile({millimetres(10), millimetres(20), millimetres(4), millimetres(2)}, *orientation,
                                  millimetres(1), millimetres(0.5));
    CHECK(in_mm(tile.box.x) == 10);
    CHECK(in_mm(tile.box.y) == 20);
    CHECK(in_mm(tile.box.width) == turned.width);
    CHECK(in_mm(tile.box.height) == turned.height);
    CHECK(in_mm(tile.router_x) == doctest::Approx(10 + turned.router_x));
    CHECK(in_mm(tile.router_y) == doctest::Approx(20 + turned.router_y));
  }
  CHECK_FALSE(find_orientation("NW"));
  CHECK_FALSE(find_orientation("45"));
}

TEST_CASE("The die is the outline, or as large as its tiles") {
  TilePlan plan;
  CHECK(die_of(plan).width.base == 0);
  Tile a, b;
  a.box = {millimetres(1), millimetres(2), millimetres(3), millimetres(1)};
  b.box = {millimetres(-1), millimetres(2.5), millimetres(1), millimetres(4)};
  plan.tiles = {a, b};
  const Rectangle die = die_of(plan);
  CHECK(in_mm(die.x) == -1);
  CHECK(in_mm(die.y) == 2);
  CHECK(in_mm(die.width) == 5);
  CHECK(in_mm(die.height) == 4.5);
  plan.outline = Rectangle{{}, {}, millimetres(10), millimetres(8)};
  CHECK(die_of(plan) == *plan.outline);
}
