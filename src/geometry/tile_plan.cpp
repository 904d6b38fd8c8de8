// SPDX-License-Identifier: Apache-2.0
#include "cutline/geometry/tile_plan.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
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

std::optional<std::pair<std::size_t, std::size_t>> first_overlap(const std::vector<Rectangle>& boxes) {
  // A sweep from left to right over sides that are moved inwards by half the tolerance. The rectangles that the sweep
  // is in are apart so far, so a new one can only meet the next ones below and above it.
  constexpr Length kInwards = kTileTolerance * 0.5;
  struct Side {
    Length at;
    bool enters;
    std::size_t box;
    bool operator<(const Side& other) const {
      return std::tuple(at, enters, box) < std::tuple(other.at, other.enters, other.box);
    }
  };
  std::vector<Side> sides;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].width <= kTileTolerance || boxes[i].height <= kTileTolerance) continue;
    sides.push_back({boxes[i].x + kInwards, true, i});
    sides.push_back({boxes[i].right() - kInwards, false, i});
  }
  std::sort(sides.begin(), sides.end());
  std::map<Length, std::size_t> inside;  // by lower side
  const auto share = [&](std::size_t a, std::size_t b) {
    return boxes[a].y + kTileTolerance < boxes[b].top() && boxes[b].y + kTileTolerance < boxes[a].top();
  };
  for (const Side& side : sides) {
    const Length low = boxes[side.box].y;
    if (!side.enters) {
      inside.erase(low);
      continue;
    }
    const auto above = inside.lower_bound(low);
    if (above != inside.end() && share(side.box, above->second)) return std::minmax(side.box, above->second);
    if (above != inside.begin() && share(side.box, std::prev(above)->second))
      return std::minmax(side.box, std::prev(above)->second);
    inside.emplace(low, side.box);
  }
  return std::nullopt;
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
