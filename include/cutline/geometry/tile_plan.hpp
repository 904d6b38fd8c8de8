// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/base/quantity.hpp"

namespace cutline {

/// A rectangle of the die: its lower left corner and its sides.
struct Rectangle {
  Length x, y, width, height;
  Length right() const { return x + width; }
  Length top() const { return y + height; }
  bool operator==(const Rectangle&) const = default;
};

/// How a tile stands on the die: turned against the clock, after it was mirrored at its vertical axis where it is
/// flipped. The words of DEF: N, W, S, E, FN, FW, FS, FE.
struct Orientation {
  int quarter_turns = 0;  ///< 0 to 3
  bool flipped = false;
  bool operator==(const Orientation&) const = default;
};

/// The orientation of a word of DEF or a number of degrees; absent where the word is neither.
std::optional<Orientation> find_orientation(std::string_view word);
inline constexpr const char* kOrientationHint =
    "0, 90, 180 or 270 degrees against the clock, or N, W, S, E, FN, FW, FS, FE";

/// A tile of a chip: a core, a cache, a controller, a router.
struct Tile {
  std::string name;
  std::string kind;           ///< "core", "cache"; empty: not said
  Rectangle box;              ///< as it stands on the die
  Length router_x, router_y;  ///< of the die: the point where its wires begin
  bool operator==(const Tile&) const = default;
};

/// A rectangle in which some layers carry no wires of the network.
struct Blockage {
  Rectangle box;
  std::vector<std::string> layers;  ///< their names; empty: all
  bool operator==(const Blockage&) const = default;
};

/// Where the tiles of a chip stand.
struct TilePlan {
  std::vector<Tile> tiles;
  std::optional<Rectangle> outline;  ///< of the die; absent: as large as its tiles
  std::vector<Blockage> blockages;
  Length snap;  ///< routers that are no farther apart along an axis share a line of the grid
  bool operator==(const TilePlan&) const = default;
};

/// A tile of sides width and height, turned, with its lower left corner at x, y. The router stands at a point of the
/// tile as it was before it was turned.
Tile turned_tile(const Rectangle& unturned, Orientation orientation, Length router_x, Length router_y);

/// The die: the outline, or the smallest rectangle around the tiles.
Rectangle die_of(const TilePlan& floorplan);

}  // namespace cutline
