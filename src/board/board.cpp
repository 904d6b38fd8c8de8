// SPDX-License-Identifier: Apache-2.0
#include "board/board.hpp"

#include <algorithm>

namespace cutline::board {

namespace {

using Corner = std::array<Nanometres, 2>;

/// Whether the edge from a to b has a point inside the rectangle, its border left out: the part of the edge within the
/// rectangle's range along x is compared along y, and the other way round.
bool edge_enters(const Corner& a, const Corner& b, const BoardBox& box) {
  double from = 0, to = 1;
  const std::array<double, 2> low = {static_cast<double>(box.x0), static_cast<double>(box.y0)};
  const std::array<double, 2> high = {static_cast<double>(box.x1), static_cast<double>(box.y1)};
  for (const std::size_t axis : {0U, 1U}) {
    const auto start = static_cast<double>(a[axis]), step = static_cast<double>(b[axis] - a[axis]);
    if (step == 0) {
      if (start <= low[axis] || start >= high[axis]) return false;
      continue;
    }
    const auto [enter, leave] = std::minmax({(low[axis] - start) / step, (high[axis] - start) / step});
    from = std::max(from, enter);
    to = std::min(to, leave);
  }
  return from < to;
}

}  // namespace

bool overlap(const BoardBox& a, const BoardBox& b) {
  return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

BoardBox grown(const BoardBox& box, Nanometres by) { return {box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by}; }

bool is_inside(const std::vector<Corner>& polygon, const BoardBox& box, Nanometres distance) {
  if (polygon.empty()) return true;
  const BoardBox far = grown(box, distance);
  const double x = static_cast<double>(box.x0) / 2 + static_cast<double>(box.x1) / 2;
  const double y = static_cast<double>(box.y0) / 2 + static_cast<double>(box.y1) / 2;
  bool inside = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Corner &a = polygon[j], &b = polygon[i];
    if (edge_enters(a, b, far)) return false;
    const auto ay = static_cast<double>(a[1]), by = static_cast<double>(b[1]);
    if ((ay > y) == (by > y)) continue;
    if (x < static_cast<double>(a[0]) + (y - ay) / (by - ay) * static_cast<double>(b[0] - a[0])) inside = !inside;
  }
  return inside;
}

}  // namespace cutline::board
