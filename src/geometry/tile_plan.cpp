// SPDX-License-Identifier: Apache-2.0
#include "cutline/geometry/tile_plan.hpp"

#include <algorithm>
#include <utility>

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

Tile turned_tile(const Rectangle& unturned, Orientation orientation, Length router_x, Length router_y) {
  Tile tile;
  tile.box = unturned;
  Length x = orientation.flipped ? unturned.width - router_x : router_x;
  Length y = router_y;
  for (int turn = 0; turn < orientation.quarter_turns; ++turn) {
    const Length before = x;
    x = tile.box.height - y;  // a quarter turn counter-clockwise takes (x, y) to (-y, x)
    y = before;
    std::swap(tile.box.width, tile.box.height);
  }
  tile.router_x = tile.box.x + x;
  tile.router_y = tile.box.y + y;
  return tile;
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

}  // namespace cutline
