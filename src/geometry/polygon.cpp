// SPDX-License-Identifier: Apache-2.0
// Polygons by CGAL, of which these parts are under the LGPL: Polygon_2 with its tests, and Aff_transformation_2.
#include <CGAL/Aff_transformation_2.h>
#include <CGAL/Polygon_2.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/long_long.h>

#include "cutline/base/error.hpp"
#include "geometry/grid.hpp"

namespace cutline {

namespace {

/// Products of two coordinates below 2^53 are exact in 128 bits, and so is every test.
using ExactKernel = CGAL::Simple_cartesian<boost::int128_type>;
using ExactPolygon = CGAL::Polygon_2<ExactKernel>;
using RealKernel = CGAL::Simple_cartesian<double>;
using TurnedBy = CGAL::Aff_transformation_2<RealKernel>;

/// Coordinates count in halves of picometres, so that half of a product is whole.
ExactKernel::Point_2 exact_point(const GridPoint& point) { return {2 * point.x, 2 * point.y}; }

ExactPolygon exact_polygon(const std::vector<Polygon::Corner>& corners) {
  ExactPolygon polygon;
  for (const GridPoint& point : on_grid(corners)) polygon.push_back(exact_point(point));
  return polygon;
}

bool has_repeated_corner(std::vector<GridPoint> points) {
  std::ranges::sort(points);
  return std::ranges::adjacent_find(points) != points.end();
}

bool is_on_one_line(const ExactPolygon& polygon) {
  return std::all_of(polygon.vertices_begin(), polygon.vertices_end(),
                     [&](const ExactKernel::Point_2& point) { return CGAL::collinear(polygon[0], polygon[1], point); });
}

/// The square of the distance from a point to a side, in square picometres.
double square_distance(const GridPoint& point, const GridPoint& from, const GridPoint& to) {
  const auto dx = static_cast<double>(to.x - from.x), dy = static_cast<double>(to.y - from.y);
  const auto px = static_cast<double>(point.x - from.x), py = static_cast<double>(point.y - from.y);
  const double square = dx * dx + dy * dy;
  const double along = square > 0 ? std::clamp((px * dx + py * dy) / square, 0.0, 1.0) : 0;
  const double x = px - along * dx, y = py - along * dy;
  return x * x + y * y;
}

/// The transformation of DEF: mirrored first, then turned by quarters within the sides that the box has by then.
TurnedBy turn_of(const Orientation& orientation, const Rectangle& box) {
  TurnedBy turn(CGAL::IDENTITY);
  if (orientation.flipped) turn = TurnedBy(-1, 0, in_nm(box.width), 0, 1, 0);
  double height = in_nm(box.height), width = in_nm(box.width);
  for (int quarter = 0; quarter < orientation.quarter_turns; ++quarter) {
    turn = TurnedBy(0, -1, height, 1, 0, 0) * turn;
    std::swap(width, height);
  }
  return turn;
}

}  // namespace

std::optional<PolygonFault> polygon_fault(const std::vector<Polygon::Corner>& corners) {
  if (corners.size() < 3) return PolygonFault::few_corners;
  if (corners.size() > kMostCorners) return PolygonFault::many_corners;
  if (has_repeated_corner(on_grid(corners))) return PolygonFault::repeated_corner;
  const ExactPolygon polygon = exact_polygon(corners);
  if (is_on_one_line(polygon)) return PolygonFault::no_area;
  if (!polygon.is_simple()) return PolygonFault::crosses_itself;
  return std::nullopt;
}

std::string_view fault_words(PolygonFault fault) {
  constexpr std::string_view kWords[] = {"has fewer than 3 corners", "has more than 4096 corners, the limit",
                                         "has a corner twice", "has no area: all its corners lie on one line",
                                         "crosses or touches itself"};
  return kWords[static_cast<std::size_t>(fault)];
}

std::string_view fault_hint(PolygonFault fault) {
  if (fault == PolygonFault::repeated_corner) return "the first corner is not repeated at the end";
  if (fault == PolygonFault::crosses_itself) return "list its corners in turn, along its border";
  return "for example an L: [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]], each with its unit";
}

Polygon counter_clockwise(std::vector<Polygon::Corner> corners) {
  if (exact_polygon(corners).is_clockwise_oriented()) std::reverse(corners.begin() + 1, corners.end());
  return {std::move(corners)};
}

Area polygon_area(const Polygon& polygon) {
  // The area counts in quarters of square picometres.
  const auto quarters = static_cast<double>(CGAL::abs(exact_polygon(polygon.corners).area()));
  return square_millimetres(quarters / 4 * 1e-18);
}

Polygon turned_shape(const Polygon& polygon, const Orientation& orientation, const Rectangle& box) {
  const TurnedBy turn = turn_of(orientation, box);
  Polygon result;
  for (const Polygon::Corner& corner : polygon.corners) {
    const RealKernel::Point_2 point = turn(RealKernel::Point_2(in_nm(corner.x), in_nm(corner.y)));
    result.corners.push_back({nanometres(point.x()), nanometres(point.y())});
  }
  if (orientation.flipped && result.corners.size() > 1) std::reverse(result.corners.begin() + 1, result.corners.end());
  return result;
}

PointSide side_of(const Polygon& polygon, const Polygon::Corner& point) {
  const GridPoint at{on_grid(point.x), on_grid(point.y)};
  const std::vector<GridPoint> points = on_grid(polygon.corners);
  const auto tolerance = static_cast<double>(kGridTolerance);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (square_distance(at, points[i], points[(i + 1) % points.size()]) <= tolerance * tolerance)
      return PointSide::border;
  }
  const ExactPolygon exact = exact_polygon(polygon.corners);
  // The function of the class would prove that the polygon is simple at every call, where assertions are on.
  const CGAL::Bounded_side side =
      CGAL::bounded_side_2(exact.vertices_begin(), exact.vertices_end(), exact_point(at), exact.traits_member());
  return side == CGAL::ON_UNBOUNDED_SIDE ? PointSide::outside : PointSide::inside;
}

}  // namespace cutline
