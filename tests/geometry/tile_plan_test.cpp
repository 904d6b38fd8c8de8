// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/geometry/polygons.hpp"

#include <doctest/doctest.h>

#include <array>

#include "base/random.hpp"

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

TEST_CASE("Two of many rectangles share an area if and only if a look at every pair says so") {
  Random random(5);
  std::size_t apart = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<Rectangle> boxes;
    for (std::uint64_t i = 2 + random.below(9); i > 0; --i) {
      const auto length = [&](std::uint64_t below) { return millimetres(static_cast<double>(random.below(below))); };
      boxes.push_back({length(12), length(12), length(4), length(4)});
    }
    const auto share = [&](std::size_t a, std::size_t b) {
      return boxes[a].x < boxes[b].right() && boxes[b].x < boxes[a].right() && boxes[a].y < boxes[b].top() &&
             boxes[b].y < boxes[a].top() && boxes[a].width.base > 0 && boxes[a].height.base > 0 &&
             boxes[b].width.base > 0 && boxes[b].height.base > 0;
    };
    std::vector<std::pair<std::size_t, std::size_t>> wanted, found;
    for (std::size_t a = 0; a < boxes.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (share(a, b)) wanted.emplace_back(b, a);
      }
    }
    for_each_meeting(boxes, [&](std::size_t a, std::size_t b) {
      found.emplace_back(a, b);
      return true;
    });
    CHECK(found == wanted);
    apart += wanted.empty() ? 1 : 0;
  }
  CHECK(apart > 200);
  CHECK(apart < 1800);
}

TEST_CASE("Sides that are rounded by less than a nanometre share nothing") {
  const std::vector<Rectangle> boxes = {{{}, {}, nanometres(100), nanometres(100)},
                                        {nanometres(99.1), {}, nanometres(100), nanometres(100)}};
  const auto meet = [](const std::vector<Rectangle>& two) {
    bool any = false;
    for_each_meeting(two, [&](std::size_t, std::size_t) { return !(any = true); });
    return any;
  };
  CHECK_FALSE(meet(boxes));
  CHECK(meet({boxes[0], {nanometres(98.9), {}, nanometres(100), nanometres(100)}}));
}
