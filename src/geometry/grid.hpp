// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "cutline/geometry/polygon.hpp"
#include "cutline/geometry/tile_plan.hpp"

/// Shapes on a grid of picometres: a kilometre has 10^15, which a double holds exactly too.
namespace cutline::grid {

inline constexpr double kPerNm = 1e3;
inline std::int64_t of(Length length) { return std::llround(in_nm(length) * kPerNm); }
inline Length length(std::int64_t picometres) { return nanometres(static_cast<double>(picometres) / kPerNm); }
inline const std::int64_t kTolerance = of(kTileTolerance);

struct Box {
  std::int64_t x0, y0, x1, y1;
};
inline Box of(const Rectangle& box) { return {of(box.x), of(box.y), of(box.right()), of(box.top())}; }
inline Rectangle rectangle(const Box& box) {
  return {length(box.x0), length(box.y0), length(box.x1 - box.x0), length(box.y1 - box.y0)};
}
/// Whether both share more than the tolerance along both axes.
inline bool share(const Box& a, const Box& b) {
  return std::min(a.x1, b.x1) - std::max(a.x0, b.x0) > kTolerance &&
         std::min(a.y1, b.y1) - std::max(a.y0, b.y0) > kTolerance;
}

struct Point {
  std::int64_t x, y;
  bool operator==(const Point&) const = default;
  auto operator<=>(const Point&) const = default;
};
inline std::vector<Point> of(const std::vector<Polygon::Corner>& corners) {
  std::vector<Point> points;
  points.reserve(corners.size());
  for (const Polygon::Corner& corner : corners) points.push_back({of(corner.x), of(corner.y)});
  return points;
}

}  // namespace cutline::grid
