// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cutline/base/quantity.hpp"
#include "cutline/geometry/polygon.hpp"

namespace cutline {

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
