// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/geometry/polygons.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>


using namespace cutline;

namespace {

using Corners = std::vector<Polygon::Corner>;

Polygon polygon_mm(std::initializer_list<std::array<double, 2>> points) {
  Corners corners;
  for (const auto& [x, y] : points) corners.push_back({millimetres(x), millimetres(y)});
  return counter_clockwise(std::move(corners));
}

Polygon ell() { return polygon_mm({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}); }

Polygon wheel(double radius_mm, int corners) {
  Corners all;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    all.push_back({millimetres(radius_mm * std::cos(angle)), millimetres(radius_mm * std::sin(angle))});
  }
  return {all};
}

double sum_of_areas(const std::vector<Rectangle>& pieces) {
  double sum = 0;
  for (const Rectangle& piece : pieces) sum += in_mm(piece.width) * in_mm(piece.height);
  return sum;
}

}  // namespace

TEST_CASE("a polygon's first fault is found whichever way round its corners stand") {
  const auto fault = [](std::initializer_list<std::array<double, 2>> points) {
    Corners corners;
    for (const auto& [x, y] : points) corners.push_back({millimetres(x), millimetres(y)});
    const auto found = polygon_fault(corners);
    std::reverse(corners.begin(), corners.end());
    CHECK(polygon_fault(corners) == found);
    return found;
  };
  CHECK_FALSE(fault({{0, 0}, {1, 0}, {0, 1}}));
  CHECK_FALSE(fault({{0, 0}, {1, 0}, {2, 0}, {2, 2}}));  // with a corner in the middle of a side
  CHECK(fault({{0, 0}, {1, 0}}) == PolygonFault::few_corners);
  CHECK(fault({{0, 0}, {1, 0}, {1, 1}, {0, 0}}) == PolygonFault::repeated_corner);
  CHECK(fault({{0, 0}, {1, 1}, {3, 3}, {2, 2}}) == PolygonFault::no_area);
  CHECK(fault({{0, 0}, {1, 1}, {1, 0}, {0, 1}}) == PolygonFault::crosses_itself);
  CHECK(fault({{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0, 2}}) == PolygonFault::crosses_itself);  // touches a side
  CHECK(fault({{0, 0}, {2, 0}, {1, 0}, {1, 1}}) == PolygonFault::crosses_itself);          // a spike
  CHECK(polygon_fault(wheel(1, static_cast<int>(kMostCorners) + 1).corners) == PolygonFault::many_corners);
  CHECK_FALSE(polygon_fault(wheel(1, static_cast<int>(kMostCorners)).corners));
}

TEST_CASE("areas are exact, a kilometre from the origin too") {
  CHECK(in_mm2(polygon_area(ell())) == 3);
  CHECK(in_mm2(polygon_area(moved(ell(), millimetres(1e6), millimetres(-1e6)))) == 3);
  CHECK(in_mm2(polygon_area(polygon_mm({{0, 0}, {1, 0}, {0, 1e-6}}))) == doctest::Approx(5e-7));
  CHECK(in_mm2(polygon_area(wheel(50, 96))) ==
        doctest::Approx(48 * 2500 * std::sin(std::numbers::pi / 48)).epsilon(1e-9));
}

TEST_CASE("pieces of a rectilinear polygon fill it, and with those outside its box") {
  const Polygon comb =
      polygon_mm({{0, 0}, {7, 0}, {7, 3}, {6, 3}, {6, 1}, {5, 1}, {5, 2}, {4, 2}, {4, 1}, {1, 1}, {1, 4}, {0, 4}});
  for (const Polygon& shape : {ell(), comb, polygon_of({millimetres(1), {}, millimetres(2), millimetres(3)})}) {
    const std::vector<Rectangle> inside = pieces_inside(shape), outside = pieces_outside(shape);
    const Rectangle box = bounding_box(shape);
    CHECK(sum_of_areas(inside) == doctest::Approx(in_mm2(polygon_area(shape))));
    CHECK(sum_of_areas(outside) == doctest::Approx(in_mm(box.width) * in_mm(box.height) - in_mm2(polygon_area(shape))));
    std::vector<Rectangle> all = inside;
    all.insert(all.end(), outside.begin(), outside.end());
    for_each_meeting(all, [](std::size_t, std::size_t) {
      FAIL_CHECK("two pieces meet");
      return true;
    });
    CHECK(is_rectangle(shape) == outside.empty());
  }
  CHECK(is_rectangle(polygon_mm({{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 1}})));
  CHECK_FALSE(is_rectangle(polygon_mm({{0, 1}, {1, 0}, {2, 1}, {1, 2}})));
}

TEST_CASE("strips cover a round polygon and what is left of its box, and little more") {
  const Polygon wafer = wheel(50, 96);
  const double area = in_mm2(polygon_area(wafer)), box = 100 * 100;
  CHECK(sum_of_areas(pieces_outside(wafer)) > box - area);
  CHECK(sum_of_areas(pieces_outside(wafer)) < box - 0.98 * area);
  CHECK(sum_of_areas(pieces_inside(wafer)) > area);
  CHECK(sum_of_areas(pieces_inside(wafer)) < 1.02 * area);
  CHECK(pieces_outside(wafer).size() < 2 * (256 + 96));
  for (const Rectangle& piece : pieces_outside(wafer))  // none reaches inside by more than a strip
    CHECK_FALSE(contains(wheel(48, 96), {piece.x + piece.width * 0.5, piece.y + piece.height * 0.5}));
}

TEST_CASE("what is nearer than a nanometre touches") {
  const auto box = [](double x, double y) {
    return polygon_of({nanometres(x), nanometres(y), nanometres(100), nanometres(100)});
  };
  const Polygon triangle{{{nanometres(0), {}}, {nanometres(100), {}}, {nanometres(0), nanometres(100)}}};
  CHECK_FALSE(overlap_of(box(0, 0), box(100, 0)));
  CHECK_FALSE(overlap_of(box(0, 0), box(99.1, 0)));
  CHECK(overlap_of(box(0, 0), box(98, 0)));
  CHECK_FALSE(overlap_of(triangle, box(50, 50)));
  CHECK_FALSE(overlap_of(triangle, box(49.9, 49.9)));
  CHECK(overlap_of(triangle, box(45, 45)));
  CHECK(contains(box(0, 0), {nanometres(100.9), nanometres(50)}));
  CHECK_FALSE(contains(box(0, 0), {nanometres(102), nanometres(50)}));
  CHECK(side_of(box(0, 0), {nanometres(99.5), nanometres(50)}) == PointSide::border);
  CHECK(side_of(box(0, 0), {nanometres(50), nanometres(50)}) == PointSide::inside);
  CHECK(contains(box(0, 0), box(0.5, -0.5)));
  CHECK_FALSE(contains(box(0, 0), box(2, 0)));
  // In a notch, a side of which it all but touches.
  const Polygon notched = polygon_mm({{0, 0}, {9, 0}, {9, 9}, {6, 9}, {6, 3}, {3, 3}, {3, 9}, {0, 9}});
  for (const double gap_nm : {0.0, 0.4, 2.0}) {
    const Polygon inner = moved(ell(), millimetres(3) + nanometres(gap_nm), millimetres(4));
    CHECK_FALSE(contains(notched, inner));
    CHECK_FALSE(overlap_of(notched, inner));
  }
  CHECK(contains(notched, moved(ell(), millimetres(1), millimetres(1))));
}

TEST_CASE("a shape turns with its tile: four quarters are none, and mirrored twice it is itself") {
  const Rectangle box{millimetres(10), millimetres(20), millimetres(2), millimetres(2)};
  const Polygon shape = polygon_mm({{0, 0}, {2, 0}, {2, 0.5}, {0.7, 0.5}, {0.7, 2}, {0, 2}});
  for (const char* word : {"N", "W", "S", "E", "FN", "FW", "FS", "FE"}) {
    CAPTURE(word);
    const Orientation orientation = *find_orientation(word);
    const Tile tile = turned_tile(box, orientation, millimetres(0.3), millimetres(1.9), shape);
    CHECK(tile.box == box);
    CHECK(in_mm2(polygon_area(tile.shape)) == doctest::Approx(in_mm2(polygon_area(shape))));
    CHECK(counter_clockwise(tile.shape.corners) == tile.shape);
    CHECK(contains(tile.shape, {tile.router_x, tile.router_y}));
    Polygon back = turned_shape(shape, orientation, box);
    // A mirrored turn is its own inverse, as every reflection is.
    back =
        turned_shape(back, orientation.flipped ? orientation : Orientation{(4 - orientation.quarter_turns) % 4}, box);
    CHECK(in_mm2(overlap_of(back, shape)->area) == doctest::Approx(in_mm2(polygon_area(shape))));
  }
  CHECK(turned_tile(box, {}, {}, {}, polygon_of({{}, {}, millimetres(2), millimetres(2)})).shape.empty());
}

TEST_CASE("the middle of a polygon lies inside of it") {
  CHECK(middle_of(ell()) == Polygon::Corner{millimetres(1), millimetres(1)});
  const Polygon u = polygon_mm({{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}});
  CHECK(contains(u, middle_of(u)));
  CHECK(middle_of(u) == Polygon::Corner{millimetres(1.5), millimetres(0.5)});
}

TEST_CASE("boxes that share an area are found pair by pair") {
  std::vector<Rectangle> boxes;
  for (int i = 0; i < 40; ++i)
    boxes.push_back({millimetres(i % 7), millimetres(i % 5), millimetres(1 + i % 3), millimetres(1 + i % 2)});
  std::vector<std::pair<std::size_t, std::size_t>> found, all;
  for_each_meeting(boxes, [&](std::size_t i, std::size_t j) {
    found.emplace_back(j, i);
    return true;
  });
  for (std::size_t j = 0; j < boxes.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (boxes[i].x < boxes[j].right() && boxes[j].x < boxes[i].right() && boxes[i].y < boxes[j].top() &&
          boxes[j].y < boxes[i].top())
        all.emplace_back(j, i);
    }
  }
  CHECK(found == all);
  std::size_t visits = 0;
  for_each_meeting(boxes, [&](std::size_t, std::size_t) { return ++visits < 3; });
  CHECK(visits == 3);
}
