// SPDX-License-Identifier: Apache-2.0
// What shapes share: rectangles in integers, other polygons by Boost.Geometry; pairs by its R-tree. What rectilinear
// ones are together: by Boost.Polygon.
#define BOOST_GEOMETRY_NO_ROBUSTNESS    // without it, results are rounded to a grid of ten million steps
#define BOOST_ALLOW_DEPRECATED_HEADERS  // Boost.Geometry 1.74 includes one, and would say so
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/geometries.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/polygon/polygon.hpp>
#include <utility>

#include "cutline/base/error.hpp"
#include "geometry/grid.hpp"

namespace cutline {

namespace {

namespace bp = boost::polygon;
namespace geometry = boost::geometry;
using Picometres = std::int64_t;

using TreePoint = geometry::model::point<std::int64_t, 2, geometry::cs::cartesian>;
using TreeBox = geometry::model::box<TreePoint>;
using TreeEntry = std::pair<TreeBox, std::size_t>;
using Tree = geometry::index::rtree<TreeEntry, geometry::index::quadratic<16>>;

TreeBox tree_box(const GridBox& box) { return {{box.x0, box.y0}, {box.x1, box.y1}}; }

Tree tree_of(const std::vector<GridBox>& boxes) {
  std::vector<TreeEntry> entries;
  entries.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) entries.emplace_back(tree_box(boxes[i]), i);
  return Tree(entries);
}

std::vector<GridBox> grid_boxes(const std::vector<Rectangle>& rectangles) {
  return each_of(rectangles, [&](const Rectangle& each) { return on_grid(each); });
}

/// What two lists of rectangles share; the rectangles of each list are apart.
std::optional<SharedArea> shared_of(const std::vector<GridBox>& ones, const std::vector<GridBox>& others) {
  const Tree tree = tree_of(ones);
  std::optional<GridBox> around;
  bool is_wide = false;
  double area = 0;  // in square picometres
  for (const GridBox& other : others) {
    for (auto found = tree.qbegin(geometry::index::intersects(tree_box(other))); found != tree.qend(); ++found) {
      const GridBox& one = ones[found->second];
      const GridBox part{std::max(one.x0, other.x0), std::max(one.y0, other.y0), std::min(one.x1, other.x1),
                         std::min(one.y1, other.y1)};
      if (part.x0 >= part.x1 || part.y0 >= part.y1) continue;
      is_wide = is_wide || share_on_grid(one, other);
      if (!around) around = part;
      around = GridBox{std::min(around->x0, part.x0), std::min(around->y0, part.y0), std::max(around->x1, part.x1),
                       std::max(around->y1, part.y1)};
      area += static_cast<double>(part.x1 - part.x0) * static_cast<double>(part.y1 - part.y0);
    }
  }
  if (!around) return std::nullopt;
  // Thin pieces are a seam, unless many lie upon each other, as under stairs of low steps.
  const auto border = static_cast<double>(2 * (around->x1 - around->x0 + around->y1 - around->y0));
  if (!is_wide && area <= static_cast<double>(kGridTolerance) * border) return std::nullopt;
  return SharedArea{grid_rectangle(*around), square_millimetres(area * 1e-18)};
}

using RealPoint = geometry::model::d2::point_xy<double>;
using RealPolygon = geometry::model::polygon<RealPoint, false, false>;
using RealParts = geometry::model::multi_polygon<RealPolygon>;

/// A polygon in nm from a corner near it, so that no digits are lost.
RealPolygon real_polygon(const Polygon& polygon, const GridBox& from) {
  RealPolygon result;
  for (const GridPoint& point : on_grid(polygon.corners))
    geometry::append(result, RealPoint(static_cast<double>(point.x - from.x0) / kGridPerNm,
                                       static_cast<double>(point.y - from.y0) / kGridPerNm));
  return result;
}

/// Parts that are wider than a seam of the tolerance along all sides of their box.
std::optional<SharedArea> wide_parts(const RealParts& parts, const GridBox& from) {
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
  if (area <= in_nm(kTileTolerance) * 2 * (width + height)) return std::nullopt;
  return SharedArea{{from_grid(from.x0) + nanometres(left), from_grid(from.y0) + nanometres(bottom), nanometres(width),
                     nanometres(height)},
                    square_millimetres(area * 1e-12)};
}

/// Whether the box of some side of the polygon comes as near as the tolerance to a box.
bool has_side_near(const Polygon& polygon, const GridBox& box) {
  const std::vector<GridPoint> points = on_grid(polygon.corners);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const GridPoint &a = points[i], &b = points[(i + 1) % points.size()];
    if (std::max(a.x, b.x) >= box.x0 - kGridTolerance && std::min(a.x, b.x) <= box.x1 + kGridTolerance &&
        std::max(a.y, b.y) >= box.y0 - kGridTolerance && std::min(a.y, b.y) <= box.y1 + kGridTolerance)
      return true;
  }
  return false;
}

}  // namespace

std::optional<SharedArea> overlap_of(const Polygon& a, const Polygon& b) {
  const GridBox box_a = on_grid(bounding_box(a)), box_b = on_grid(bounding_box(b));
  if (!share_on_grid(box_a, box_b)) return std::nullopt;
  if (is_rectilinear(a) && is_rectilinear(b))
    return shared_of(grid_boxes(pieces_inside(a)), grid_boxes(pieces_inside(b)));
  RealParts parts;
  geometry::intersection(real_polygon(a, box_a), real_polygon(b, box_a), parts);
  return wide_parts(parts, box_a);
}

bool contains(const Polygon& outer, const Polygon& inner) {
  const GridBox box = on_grid(bounding_box(inner)), all = on_grid(bounding_box(outer));
  if (box.x0 < all.x0 - kGridTolerance || box.y0 < all.y0 - kGridTolerance || box.x1 > all.x1 + kGridTolerance ||
      box.y1 > all.y1 + kGridTolerance)
    return false;
  if (!has_side_near(outer, box)) return contains(outer, inner.corners.front());
  if (is_rectilinear(outer) && is_rectilinear(inner))
    return !shared_of(grid_boxes(pieces_outside(outer)), grid_boxes(pieces_inside(inner)));
  RealParts parts;
  geometry::difference(real_polygon(inner, box), real_polygon(outer, box), parts);
  return !wide_parts(parts, box);
}

void for_each_meeting(const std::vector<Rectangle>& rectangles, FunctionRef<bool(std::size_t, std::size_t)> visit) {
  const std::vector<GridBox> boxes = grid_boxes(rectangles);
  const Tree tree = tree_of(boxes);
  for (std::size_t j = 0; j < boxes.size(); ++j) {
    std::vector<std::size_t> before;
    for (auto found = tree.qbegin(geometry::index::intersects(tree_box(boxes[j]))); found != tree.qend(); ++found) {
      if (found->second < j && share_on_grid(boxes[found->second], boxes[j])) before.push_back(found->second);
    }
    std::ranges::sort(before);
    for (const std::size_t i : before) {
      if (!visit(i, j)) return;
    }
  }
}

std::optional<Polygon> united(const std::vector<Polygon>& shapes) {
  CUTLINE_EXPECT(!shapes.empty());
  if (shapes.size() == 1) return shapes[0];
  bp::polygon_90_set_data<Picometres> all;
  for (const Polygon& shape : shapes) {
    CUTLINE_EXPECT(is_rectilinear(shape));
    std::vector<bp::point_data<Picometres>> corners;
    for (const GridPoint& corner : on_grid(shape.corners)) corners.emplace_back(corner.x, corner.y);
    bp::polygon_90_data<Picometres> data;
    bp::set_points(data, corners.begin(), corners.end());
    all.insert(data);
  }
  std::vector<bp::polygon_90_with_holes_data<Picometres>> parts;
  all.get(parts);
  if (parts.size() != 1 || parts[0].begin_holes() != parts[0].end_holes()) return std::nullopt;
  std::vector<Polygon::Corner> corners;
  for (const auto& point : parts[0]) corners.push_back({from_grid(point.x()), from_grid(point.y())});
  if (polygon_fault(corners)) return std::nullopt;
  return counter_clockwise(std::move(corners));
}

}  // namespace cutline
