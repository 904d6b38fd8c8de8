// SPDX-License-Identifier: Apache-2.0
#include "cutline/geometry/united.hpp"

#include <boost/polygon/polygon.hpp>
#include <cstdint>
#include <utility>

#include "cutline/base/error.hpp"
#include "geometry/grid.hpp"

namespace cutline {

namespace {

namespace bp = boost::polygon;
using Picometres = std::int64_t;

}  // namespace

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
