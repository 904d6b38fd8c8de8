// SPDX-License-Identifier: Apache-2.0
// Round outlines: `outline: {wafer: 300 mm, notch: 1 mm}`.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "cutline/detail/geometry/polygons.hpp"
#include "cutline/spec/spec.hpp"

using namespace cutline;

namespace {

TilePlan plan_with(const std::string& outline) {
  const Study study = parse_study(
      "cutline: 1\ntechnology: nangate45\ncandidates:\n  - name: one\n    topology: {family: graph, nodes: 2, links: "
      "[[0, 1]]}\n    placement: {outline: " +
          outline +
          ", positions: [{node: 0, x: 40 mm, y: 40 mm, width: 20 mm, height: 20 mm}, {node: 1, x: 60 mm, y: 40 mm, "
          "width: 20 mm, height: 20 mm}]}\n",
      "spec.yaml", ".");
  return *study.designs.at(0).placement.plan;
}

}  // namespace

TEST_CASE("a wafer is a polygon on its circle") {
  const TilePlan plan = plan_with("{wafer: 100 mm}");
  CHECK(plan.outline_shape.corners.size() == 120);
  CHECK(*plan.outline == Rectangle{{}, {}, millimetres(100), millimetres(100)});
  for (const Polygon::Corner& corner : plan.outline_shape.corners)
    CHECK(std::hypot(in_mm(corner.x) - 50, in_mm(corner.y) - 50) == doctest::Approx(50).epsilon(1e-9));
  const double area = in_mm2(polygon_area(plan.outline_shape));
  CHECK(area == doctest::Approx(120 / 2.0 * 50 * 50 * std::sin(2 * std::numbers::pi / 120)));
  // A notch as deep as 1 mm is a right angle, whose sides meet the circle.
  const TilePlan notched = plan_with("{wafer: 100 mm, notch: 1 mm}");
  CHECK_FALSE(polygon_fault(notched.outline_shape.corners));
  CHECK(notched.outline_shape.corners.size() == 122);
  CHECK(area - in_mm2(polygon_area(notched.outline_shape)) == doctest::Approx(1).epsilon(0.1));
  CHECK(side_of(notched.outline_shape, {millimetres(50), millimetres(0.9)}) == PointSide::outside);
  CHECK(side_of(notched.outline_shape, {millimetres(50), millimetres(1.1)}) == PointSide::inside);
}
