// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/callbacks.hpp"
#include "cutline/detail/base/values.hpp"

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

/// A rectangle of the die: its lower left corner and its sides.
struct Rectangle {
  Length x, y, width, height;
  Length right() const { return x + width; }
  Length top() const { return y + height; }
  bool operator==(const Rectangle&) const = default;
};

/// What two polygons share: the box around it, and its area.
struct SharedArea {
  Rectangle box;
  Area area;
};

/// The orientation of a tile on the die: first it is mirrored at its vertical axis if `flipped`, then turned
/// counter-clockwise. These are the orientations N, W, S, E, FN, FW, FS and FE of DEF.
struct Orientation {
  int quarter_turns = 0;  ///< 0 to 3
  bool flipped = false;
  bool operator==(const Orientation&) const = default;
};

/// The orientation for a word of DEF or for 0, 90, 180 or 270 degrees; absent for any other word.
std::optional<Orientation> find_orientation(std::string_view word);
inline constexpr const char* kOrientationHint =
    "0, 90, 180 or 270 degrees against the clock, or N, W, S, E, FN, FW, FS, FE";

/// A tile of a chip: a core, a cache, a controller, a router.
struct Tile {
  std::string name;
  std::string kind;           ///< "core", "cache"; empty: not given
  Rectangle box;              ///< as it stands on the die, after turning
  Polygon shape;              ///< within `box`, which is the smallest around it; empty: the box
  Length router_x, router_y;  ///< the point where its wires begin, in coordinates of the die
  std::size_t at = 0;         ///< where it is placed in TilePlan::file, as a byte
  bool operator==(const Tile&) const = default;
};

/// A rectangle or polygon in which some layers carry no wires of the network.
struct Blockage {
  Rectangle box;
  std::vector<std::string> layers;  ///< their names; empty: all
  /// It stands in a file of another program, whose layers may lie outside the technology: there it blocks nothing.
  bool other_layers = false;
  bool solid = false;  ///< no tile of the network stands there either
  Polygon shape;       ///< within `box`, which is the smallest around it; empty: the box
  bool operator==(const Blockage&) const = default;
};

/// The places of the tiles of a chip.
struct TilePlan {
  std::vector<Tile> tiles;
  std::optional<Rectangle> outline;  ///< of the die; absent: the smallest rectangle around the tiles
  Polygon outline_shape;             ///< within `outline`, which is the smallest around it; empty: the rectangle
  std::vector<Blockage> blockages;
  std::string file;          ///< with the places of the tiles; empty: none
  std::size_t unplaced = 0;  ///< components of its file that have no place yet, and are no part of it
  std::size_t boxed = 0;     ///< tiles whose file gives shapes that are no single polygon: their boxes stand for them
  Length snap;               ///< routers that are no farther apart along an axis share a line of the grid
  bool operator==(const TilePlan&) const = default;
};

/// The tile that results from turning a rectangle, and a shape within it; its lower left corner stays at x, y. The
/// router's point and the shape are given relative to the lower left corner of the rectangle before it is turned. The
/// tile's box is that of the shape, if there is one.
Tile turned_tile(const Rectangle& unturned, Orientation orientation, Length router_x, Length router_y,
                 const Polygon& shape = {});

/// The shape of a tile, a blockage: its polygon, or that of its box.
Polygon shape_of(const Tile& tile);
Polygon shape_of(const Blockage& blockage);

/// Up to a nanometre tiles may reach into each other and past the die: files round their sides.
inline constexpr Length kTileTolerance = nanometres(1);

/// The die: the outline, or the smallest rectangle around the tiles; of a polygon, the box.
Rectangle die_of(const TilePlan& floorplan);

/// Rectangles in which layers carry no wires: the blockages, those with shapes as pieces, and on all layers what lies
/// in the die's box and outside of the die.
std::vector<Blockage> blocked_rectangles(const TilePlan& floorplan);

}  // namespace cutline
