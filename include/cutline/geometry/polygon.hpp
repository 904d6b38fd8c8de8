// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/base/quantity.hpp"

namespace cutline {

struct Orientation;
struct Rectangle;
struct SharedArea;

/// A simple polygon: its corners in order, counter-clockwise, the first not repeated at the end. Empty: none is given.
///
/// All functions here look at polygons on a grid of picometres. Whether a polygon is simple, and all about sides along
/// the axes, they tell exactly; distances from a border and areas within slanted sides are doubles.
struct Polygon {
  struct Corner {
    Length x, y;
    bool operator==(const Corner&) const = default;
  };
  std::vector<Corner> corners;
  bool empty() const { return corners.empty(); }
  bool operator==(const Polygon&) const = default;
};

/// Why corners are not those of a simple polygon.
enum class PolygonFault : std::uint8_t { few_corners, many_corners, repeated_corner, no_area, crosses_itself };
inline constexpr std::size_t kMostCorners = 4096;

/// The first fault of corners in either order; absent where they are those of a simple polygon, with or without corners
/// in the middle of a side. Cost: O(n log n).
std::optional<PolygonFault> polygon_fault(const std::vector<Polygon::Corner>& corners);
/// The end of a sentence about a polygon: "crosses or touches itself".
std::string_view fault_words(PolygonFault fault);
/// What to do about it.
std::string_view fault_hint(PolygonFault fault);

/// The polygon of corners without a fault, in either order; the first corner stays the first.
Polygon counter_clockwise(std::vector<Polygon::Corner> corners);
Polygon polygon_of(const Rectangle& box);
/// Whether all sides run along the axes.
bool is_rectilinear(const Polygon& polygon);
/// Whether the polygon is its own box. Corners may stand in the middle of its sides.
bool is_rectangle(const Polygon& polygon);
Rectangle bounding_box(const Polygon& polygon);
Area polygon_area(const Polygon& polygon);
/// A point inside: the middle of its box, or where that lies outside, the middle of the largest of its pieces.
Polygon::Corner middle_of(const Polygon& polygon);
Polygon moved(Polygon polygon, Length x, Length y);
/// As `box` is turned, with its lower left corner at 0, 0 before and after; so are the corners of the polygon.
Polygon turned_shape(const Polygon& polygon, const Orientation& orientation, const Rectangle& box);

/// Where a point lies; on the border is what is no farther than kTileTolerance from it.
enum class PointSide : std::uint8_t { inside, border, outside };
PointSide side_of(const Polygon& polygon, const Polygon::Corner& point);
inline bool contains(const Polygon& polygon, const Polygon::Corner& point) {
  return side_of(polygon, point) != PointSide::outside;
}
/// Whether a polygon lies within another, but for what is narrower than kTileTolerance.
bool contains(const Polygon& outer, const Polygon& inner);
/// What two polygons share; absent if they only touch, or reach into each other by no more than kTileTolerance.
/// Rectilinear ones share rectangles, which are wider and higher than that. Others share polygons, whose areas together
/// are more than the tolerance times the diagonal of their box.
std::optional<SharedArea> overlap_of(const Polygon& a, const Polygon& b);
/// Calls `visit` with the numbers i < j of any two boxes that share more than kTileTolerance along both axes, in the
/// order of j and then of i, until it returns false. Cost: O(n log n + pairs).
void for_each_meeting(const std::vector<Rectangle>& boxes, FunctionRef<bool(std::size_t, std::size_t)> visit);

/// Rectangles that together are the polygon, if it is rectilinear. Others are covered by strips, as high as a 256th
/// part of the polygon at most.
std::vector<Rectangle> pieces_inside(const Polygon& polygon);
/// In the same way, what lies within the polygon's box and outside of the polygon.
std::vector<Rectangle> pieces_outside(const Polygon& polygon);

}  // namespace cutline
