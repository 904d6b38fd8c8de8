// SPDX-License-Identifier: Apache-2.0
// Polygons cut into strips at the heights of their corners.

#include "cutline/base/error.hpp"
#include "geometry/grid.hpp"

namespace cutline {

namespace {

constexpr std::int64_t kStripsOfSlanted = 256;
constexpr std::size_t kMostPieces = std::size_t{1} << 16;

/// A side that is not horizontal, from its lower end.
struct Side {
  std::int64_t x0, y0, x1, y1;
  bool is_slanted() const { return x0 != x1; }
  double at(double y) const {
    if (!is_slanted()) return static_cast<double>(x0);
    const double part = (y - static_cast<double>(y0)) / static_cast<double>(y1 - y0);
    return static_cast<double>(x0) + part * static_cast<double>(x1 - x0);
  }
};

/// What lies between two sides from the height y0 to the height y1.
struct Trapezoid {
  Side left, right;
  std::int64_t y0, y1;
  double middle() const { return (static_cast<double>(y0) + static_cast<double>(y1)) / 2; }
  double area() const { return (right.at(middle()) - left.at(middle())) * static_cast<double>(y1 - y0); }
};

std::vector<Side> sides_of(const std::vector<GridPoint>& points) {
  std::vector<Side> sides;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [low, high] = std::minmax(points[i], points[(i + 1) % points.size()],
                                         [](const GridPoint& a, const GridPoint& b) { return a.y < b.y; });
    if (low.y != high.y) sides.push_back({low.x, low.y, high.x, high.y});
  }
  std::ranges::sort(sides, {}, &Side::y0);
  return sides;
}

/// Calls `visit` with the trapezoids between two neighbouring heights of corners, from left to right, strip by strip
/// from below.
template <class Visit>
void for_each_strip(const Polygon& polygon, const Visit& visit) {
  const std::vector<GridPoint> points = on_grid(polygon.corners);
  const std::vector<Side> sides = sides_of(points);
  std::vector<std::int64_t> heights = each_of(points, &GridPoint::y);
  std::ranges::sort(heights);
  heights.erase(std::unique(heights.begin(), heights.end()), heights.end());
  std::vector<Side> open;
  std::size_t next = 0;
  for (std::size_t i = 0; i + 1 < heights.size(); ++i) {
    const std::int64_t y0 = heights[i], y1 = heights[i + 1];
    open.erase(std::remove_if(open.begin(), open.end(), [&](const Side& side) { return side.y1 <= y0; }), open.end());
    for (; next < sides.size() && sides[next].y0 <= y0; ++next) open.push_back(sides[next]);
    const double middle = (static_cast<double>(y0) + static_cast<double>(y1)) / 2;
    std::ranges::sort(open, [&](const Side& a, const Side& b) { return a.at(middle) < b.at(middle); });
    std::vector<Trapezoid> strip;
    for (std::size_t side = 0; side + 1 < open.size(); side += 2) strip.push_back({open[side], open[side + 1], y0, y1});
    visit(strip);
  }
}

/// Rectangles, of which each grows upwards as long as the strips above have one of the same width.
class Stacks {
 public:
  void begin_strip(std::int64_t y0, std::int64_t y1) {
    y0_ = y0;
    y1_ = y1;
    below_ = std::move(here_);
    here_.clear();
  }
  void add(std::int64_t x0, std::int64_t x1) {
    if (x0 >= x1) return;
    const auto grows = below_.find({x0, x1});
    if (grows != below_.end() && boxes_[grows->second].y1 == y0_) {
      boxes_[grows->second].y1 = y1_;
      here_[{x0, x1}] = grows->second;
    } else {
      if (boxes_.size() == kMostPieces)
        throw_limit_error("a polygon is more than 2^16 strips, the limit",
                          "give it fewer corners, or fewer slanted sides", "placement");
      here_[{x0, x1}] = boxes_.size();
      boxes_.push_back({x0, y0_, x1, y1_});
    }
  }
  std::vector<Rectangle> rectangles() const {
    return each_of(boxes_, [&](const GridBox& box) { return grid_rectangle(box); });
  }

 private:
  std::int64_t y0_ = 0, y1_ = 0;
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> below_, here_;
  std::vector<GridBox> boxes_;
};

std::int64_t low(double value) { return std::llround(std::floor(value)); }
std::int64_t high(double value) { return std::llround(std::ceil(value)); }

/// The strips of what lies inside of a polygon, or in its box and outside of it; those with slanted sides are cut into
/// lower ones, and cover a little more than that.
template <class Add>
void cover(const Polygon& polygon, Stacks& stacks, const Add& add) {
  const GridBox box = on_grid(bounding_box(polygon));
  const std::int64_t most = std::max<std::int64_t>(1, (box.y1 - box.y0) / kStripsOfSlanted);
  for_each_strip(polygon, [&](const std::vector<Trapezoid>& strip) {
    const bool slanted = std::ranges::any_of(
        strip, [](const Trapezoid& each) { return each.left.is_slanted() || each.right.is_slanted(); });
    const std::int64_t y0 = strip[0].y0, height = strip[0].y1 - y0;
    const std::int64_t parts = slanted ? (height + most - 1) / most : 1;
    for (std::int64_t part = 0; part < parts; ++part) {
      const std::int64_t from = y0 + height / parts * part, to = part + 1 < parts ? from + height / parts : y0 + height;
      stacks.begin_strip(from, to);
      add(strip, static_cast<double>(from), static_cast<double>(to), box);
    }
  });
}

}  // namespace

Polygon polygon_of(const Rectangle& box) {
  return {{{box.x, box.y}, {box.right(), box.y}, {box.right(), box.top()}, {box.x, box.top()}}};
}

bool is_rectilinear(const Polygon& polygon) {
  const std::vector<GridPoint> points = on_grid(polygon.corners);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const GridPoint& next = points[(i + 1) % points.size()];
    if (points[i].x != next.x && points[i].y != next.y) return false;
  }
  return true;
}

bool is_rectangle(const Polygon& polygon) { return is_rectilinear(polygon) && pieces_outside(polygon).empty(); }

Rectangle bounding_box(const Polygon& polygon) {
  Length left = polygon.corners.at(0).x, bottom = polygon.corners[0].y, right = left, top = bottom;
  for (const Polygon::Corner& corner : polygon.corners) {
    left = std::min(left, corner.x);
    right = std::max(right, corner.x);
    bottom = std::min(bottom, corner.y);
    top = std::max(top, corner.y);
  }
  return {left, bottom, right - left, top - bottom};
}

Polygon moved(Polygon polygon, Length x, Length y) {
  for (Polygon::Corner& corner : polygon.corners) corner = {corner.x + x, corner.y + y};
  return polygon;
}

Polygon::Corner middle_of(const Polygon& polygon) {
  const Rectangle box = bounding_box(polygon);
  const Polygon::Corner middle{box.x + box.width * 0.5, box.y + box.height * 0.5};
  if (contains(polygon, middle)) return middle;
  double most = -1;
  Polygon::Corner found = middle;
  for_each_strip(polygon, [&](const std::vector<Trapezoid>& strip) {
    for (const Trapezoid& each : strip) {
      if (each.area() <= most) continue;
      most = each.area();
      const double y = each.middle();
      found = {nanometres((each.left.at(y) + each.right.at(y)) / 2 / kGridPerNm), nanometres(y / kGridPerNm)};
    }
  });
  return found;
}

std::vector<Rectangle> pieces_inside(const Polygon& polygon) {
  Stacks stacks;
  cover(polygon, stacks, [&](const std::vector<Trapezoid>& strip, double from, double to, const GridBox&) {
    for (const Trapezoid& each : strip)
      stacks.add(low(std::min(each.left.at(from), each.left.at(to))),
                 high(std::max(each.right.at(from), each.right.at(to))));
  });
  return stacks.rectangles();
}

std::vector<Rectangle> pieces_outside(const Polygon& polygon) {
  Stacks stacks;
  cover(polygon, stacks, [&](const std::vector<Trapezoid>& strip, double from, double to, const GridBox& box) {
    std::int64_t free_from = box.x0;
    for (const Trapezoid& each : strip) {
      const std::int64_t left = high(std::max(each.left.at(from), each.left.at(to)));
      const std::int64_t right = low(std::min(each.right.at(from), each.right.at(to)));
      if (left >= right) continue;
      stacks.add(free_from, left);
      free_from = right;
    }
    stacks.add(free_from, box.x1);
  });
  return stacks.rectangles();
}

}  // namespace cutline
