// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "cutline/detail/geometry/polygons.hpp"

/// Shapes on a grid of picometres: a kilometre has 10^15, which a double holds exactly too.

namespace cutline {

inline constexpr double kGridPerNm = 1e3;
inline std::int64_t on_grid(Length length) { return std::llround(in_nm(length) * kGridPerNm); }
inline Length from_grid(std::int64_t picometres) { return nanometres(static_cast<double>(picometres) / kGridPerNm); }
inline constexpr auto kGridTolerance = static_cast<std::int64_t>(in_nm(kTileTolerance) * kGridPerNm);

struct GridBox {
  std::int64_t x0, y0, x1, y1;
};
inline GridBox on_grid(const Rectangle& box) {
  return {on_grid(box.x), on_grid(box.y), on_grid(box.right()), on_grid(box.top())};
}
inline Rectangle grid_rectangle(const GridBox& box) {
  return {from_grid(box.x0), from_grid(box.y0), from_grid(box.x1 - box.x0), from_grid(box.y1 - box.y0)};
}
/// Whether both share more than the tolerance along both axes.
inline bool share_on_grid(const GridBox& a, const GridBox& b) {
  return std::min(a.x1, b.x1) - std::max(a.x0, b.x0) > kGridTolerance &&
         std::min(a.y1, b.y1) - std::max(a.y0, b.y0) > kGridTolerance;
}

struct GridPoint {
  std::int64_t x, y;
  bool operator==(const GridPoint&) const = default;
  auto operator<=>(const GridPoint&) const = default;
};
inline std::vector<GridPoint> on_grid(const std::vector<Polygon::Corner>& corners) {
  return each_of(corners, [&](const Polygon::Corner& corner) {
    return GridPoint{on_grid(corner.x), on_grid(corner.y)};
  });
}

/// The simple polygon that rectilinear ones are together, on a grid of picometres, without corners in the middle of its
/// sides. Absent where they leave a hole, or are apart but for a corner. One polygon alone may have any sides, and
/// stays as it is. `shapes` is not empty; several must be rectilinear. Cost: O(n log n) in the corners and where sides
/// cross.
std::optional<Polygon> united(const std::vector<Polygon>& shapes);

}  // namespace cutline
