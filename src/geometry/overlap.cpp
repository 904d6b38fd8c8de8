// SPDX-License-Identifier: Apache-2.0
// What shapes share: rectangles in integers, other polygons by Boost.Geometry; pairs by its R-tree.
#define BOOST_GEOMETRY_NO_ROBUSTNESS    // without it, results are rounded to a grid of ten million steps
#define BOOST_ALLOW_DEPRECATED_HEADERS  // Boost.Geometry 1.74 includes one, and would say so
#include <algorithm>
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/geometries.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <cmath>
#include <iterator>

#include "geometry/grid.hpp"

namespace cutline {

namespace {

namespace geometry = boost::geometry;

using TreePoint = geometry::model::point<std::int64_t, 2, geometry::cs::cartesian>;
using TreeBox = geometry::model::box<TreePoint>;
using TreeEntry = std::pair<TreeBox, std::size_t>;
using Tree = geometry::index::rtree<TreeEntry, geometry::index::quadratic<16>>;

TreeBox tree_box(const grid::Box& box) { return {{box.x0, box.y0}, {box.x1, box.y1}}; }

Tree tree_of(const std::vector<grid::Box>& boxes) {
  std::vector<TreeEntry> entries;
  entries.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) entries.emplace_back(tree_box(boxes[i]), i);
  return Tree(entries);
}

std::vector<grid::Box> grid_boxes(const std::vector<Rectangle>& rectangles) {
  std::vector<grid::Box> boxes;
  boxes.reserve(rectangles.size());
  for (const Rectangle& each : rectangles) boxes.push_back(grid::of(each));
  return boxes;
}

/// What two lists of rectangles share; the rectangles of each list are apart.
std::optional<SharedArea> shared_of(const std::vector<grid::Box>& ones, const std::vector<grid::Box>& others) {
  const Tree tree = tree_of(ones);
  std::optional<grid::Box> around;
  double area = 0;  // in square picometres
  for (const grid::Box& other : others) {
    for (auto found = tree.qbegin(geometry::index::intersects(tree_box(other))); found != tree.qend(); ++found) {
      const grid::Box& one = ones[found->second];
      if (!grid::share(one, other)) continue;
      const grid::Box part{std::max(one.x0, other.x0), std::max(one.y0, other.y0), std::min(one.x1, other.x1),
                           std::min(one.y1, other.y1)};
      if (!around) around = part;
      around = grid::Box{std::min(around->x0, part.x0), std::min(around->y0, part.y0), std::max(around->x1, part.x1),
                         std::max(around->y1, part.y1)};
      area += static_cast<double>(part.x1 - part.x0) * static_cast<double>(part.y1 - part.y0);
    }
  }
  if (!around) return std::nullopt;
  return SharedArea{grid::rectangle(*around), square_millimetres(area * 1e-18)};
}

using RealPoint = geometry::model::d2::point_xy<double>;
using RealPolygon = geometry::model::polygon<RealPoint, false, false>;
using RealParts = geometry::model::multi_polygon<RealPolygon>;

/// A polygon in nm from a corner near it, so that no digits are lost.
RealPolygon real_polygon(const Polygon& polygon, const grid::Box& from) {
  RealPolygon result;
  for (const grid::Point& point : grid::of(polygon.corners))
    geometry::append(result, RealPoint(static_cast<double>(point.x - from.x0) / grid::kPerNm,
                                       static_cast<double>(point.y - from.y0) / grid::kPerNm));
  return result;
}

/// Parts that are wider than the tolerance: their area is that of a strip along the diagonal of their box.
std::optional<SharedArea> wide_parts(const RealParts& parts, const grid::Box& from) {
  if (parts.empty()) return std::nullopt;
  double left = kUnlimited, bottom = kUnlimited, right = -kUnlimited, top = -kUnlimited;
  for (const RealPolygon& part : parts) {
    for (const RealPoint& point : part.outer()) {
      left = std::min(left, point.x());
      right = std::max(right, point.x());
      bottom = std::min(bottom, point.y());
      top = std::max(top, point.y());
    }
  }
  const double width = right - left, height = top - bottom;
  const double area = geometry::area(parts);
  if (area <= in_nm(kTileTolerance) * std::hypot(width, height)) return std::nullopt;
  return SharedArea{{grid::length(from.x0) + nanometres(left), grid::length(from.y0) + nanometres(bottom),
                     nanometres(width), nanometres(height)},
                    square_millimetres(area * 1e-12)};
}

/// Whether the box of some side of the polygon comes as near as the tolerance to a box.
bool has_side_near(const Polygon& polygon, const grid::Box& box) {
  const std::vector<grid::Point> points = grid::of(polygon.corners);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const grid::Point &a = points[i], &b = points[(i + 1) % points.size()];
    if (std::max(a.x, b.x) >= box.x0 - grid::kTolerance && std::min(a.x, b.x) <= box.x1 + grid::kTolerance &&
        std::max(a.y, b.y) >= box.y0 - grid::kTolerance && std::min(a.y, b.y) <= box.y1 + grid::kTolerance)
      return true;
  }
  return false;
}

}  // namespace

std::optional<SharedArea> overlap(const Polygon& a, const Polygon& b) {
  const grid::Box box_a = grid::of(bounding_box(a)), box_b = grid::of(bounding_box(b));
  if (!grid::share(box_a, box_b)) return std::nullopt;
  if (is_rectilinear(a) && is_rectilinear(b)) return shared_of(grid_boxes(pieces_of(a)), grid_boxes(pieces_of(b)));
  RealParts parts;
  geometry::intersection(real_polygon(a, box_a), real_polygon(b, box_a), parts);
  return wide_parts(parts, box_a);
}

bool contains(const Polygon& outer, const Polygon& inner) {
  const grid::Box box = grid::of(bounding_box(inner)), all = grid::of(bounding_box(outer));
  if (box.x0 < all.x0 - grid::kTolerance || box.y0 < all.y0 - grid::kTolerance || box.x1 > all.x1 + grid::kTolerance ||
      box.y1 > all.y1 + grid::kTolerance)
    return false;
  if (!has_side_near(outer, box)) return contains(outer, inner.corners.front());
  if (is_rectilinear(outer) && is_rectilinear(inner))
    return !shared_of(grid_boxes(pieces_outside(outer)), grid_boxes(pieces_of(inner)));
  RealParts parts;
  geometry::difference(real_polygon(inner, box), real_polygon(outer, box), parts);
  return !wide_parts(parts, box);
}

void for_each_meeting(const std::vector<Rectangle>& rectangles, FunctionRef<bool(std::size_t, std::size_t)> visit) {
  const std::vector<grid::Box> boxes = grid_boxes(rectangles);
  const Tree tree = tree_of(boxes);
  for (std::size_t j = 0; j < boxes.size(); ++j) {
    std::vector<std::size_t> before;
    for (auto found = tree.qbegin(geometry::index::intersects(tree_box(boxes[j]))); found != tree.qend(); ++found) {
      if (found->second < j && grid::share(boxes[found->second], boxes[j])) before.push_back(found->second);
    }
    std::sort(before.begin(), before.end());
    for (const std::size_t i : before) {
      if (!visit(i, j)) return;
    }
  }
}

}  // namespace cutline
