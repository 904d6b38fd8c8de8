// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/geometry/polygons.hpp"

namespace cutline {

namespace {

struct NamedOrientation {
  std::string_view word;
  Orientation orientation;
};
// In DEF a tile is mirrored before it is turned. FW and FE mirror at the other axis, which is the same as two more
// turns. Source: LEF/DEF 5.8 Language Reference, "Component orientation".
constexpr NamedOrientation kOrientations[] = {{"0", {0, false}},   {"90", {1, false}}, {"180", {2, false}},
                                              {"270", {3, false}}, {"N", {0, false}},  {"W", {1, false}},
                                              {"S", {2, false}},   {"E", {3, false}},  {"FN", {0, true}},
                                              {"FW", {3, true}},   {"FS", {2, true}},  {"FE", {1, true}}};

}  // namespace

std::optional<Orientation> find_orientation(std::string_view word) {
  for (const NamedOrientation& known : kOrientations) {
    if (known.word == word) return known.orientation;
  }
  return std::nullopt;
}

Tile turned_tile(const Rectangle& unturned, Orientation orientation, Length router_x, Length router_y,
                 const Polygon& shape) {
  Tile tile;
  tile.box = unturned;
  if (orientation.quarter_turns % 2 != 0) std::swap(tile.box.width, tile.box.height);
  const Polygon::Corner router = turned_shape({{{router_x, router_y}}}, orientation, unturned).corners[0];
  tile.router_x = unturned.x + router.x;
  tile.router_y = unturned.y + router.y;
  if (shape.empty()) return tile;
  tile.shape = moved(turned_shape(shape, orientation, unturned), unturned.x, unturned.y);
  tile.box = bounding_box(tile.shape);
  if (is_rectangle(tile.shape)) tile.shape = {};
  return tile;
}

Polygon shape_of(const Tile& tile) { return tile.shape.empty() ? polygon_of(tile.box) : tile.shape; }
Polygon shape_of(const Blockage& blockage) {
  return blockage.shape.empty() ? polygon_of(blockage.box) : blockage.shape;
}

Rectangle die_of(const TilePlan& floorplan) {
  if (floorplan.outline) return *floorplan.outline;
  if (floorplan.tiles.empty()) return {};
  const Rectangle& first = floorplan.tiles[0].box;
  Length left = first.x, bottom = first.y, right = first.right(), top = first.top();
  for (const Tile& tile : floorplan.tiles) {
    left = std::min(left, tile.box.x);
    bottom = std::min(bottom, tile.box.y);
    right = std::max(right, tile.box.right());
    top = std::max(top, tile.box.top());
  }
  return {left, bottom, right - left, top - bottom};
}

std::vector<Blockage> blocked_rectangles(const TilePlan& floorplan) {
  std::vector<Blockage> all;
  for (const Blockage& blockage : floorplan.blockages) {
    if (blockage.shape.empty()) {
      all.push_back(blockage);
      continue;
    }
    Blockage piece = blockage;
    piece.shape = {};
    for (const Rectangle& box : pieces_inside(blockage.shape)) {
      piece.box = box;
      all.push_back(piece);
    }
  }
  if (floorplan.outline_shape.empty()) return all;
  for (const Rectangle& box : pieces_outside(floorplan.outline_shape)) {
    Blockage notch;
    notch.box = box;
    all.push_back(std::move(notch));
  }
  return all;
}

}  // namespace cutline
