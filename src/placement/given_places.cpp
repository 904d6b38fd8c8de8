// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/placement/floorplan_file.hpp"
#include "cutline/topology/graph_text.hpp"
#include "cutline/topology/topology.hpp"
#include "placement/cells.hpp"

namespace cutline {

namespace {

/// The key that errors name.
constexpr const char* kPositions = "positions";

/// The first names, for an error: "a, b, c and 12 more".
std::string first_names(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 5;
  if (names.size() <= kShown) return join(names, ", ");
  const std::vector<std::string> shown(names.begin(), names.begin() + kShown);
  return fmt::format("{} and {} more", join(shown, ", "), names.size() - kShown);
}

/// The tile of every site; where nothing stands, that of node 0. Tiles of other names are part of the chip, not of the
/// network.
std::vector<std::uint32_t> tile_numbers_of_sites(const Topology& topology, const TilePlan& floorplan) {
  constexpr std::uint32_t kNoTile = ~0u;
  std::vector<std::uint32_t> tile(listable_nodes(topology, kPositions), kNoTile);
  std::vector<std::string_view> strangers;
  for (std::uint32_t i = 0; i < floorplan.tiles.size(); ++i) {
    const auto site = site_named(topology, floorplan.tiles[i].name);
    if (site) {
      tile[*site] = i;
    } else {
      strangers.emplace_back(floorplan.tiles[i].name);
    }
  }
  std::vector<std::string> lacking;
  for (std::uint64_t site = 0; site < tile.size(); ++site) {
    if (topology.kind(site) == SiteKind::nothing) {
      tile[site] = tile[node_site(topology, 0)];
    } else if (tile[site] == kNoTile) {
      lacking.push_back(site_name(topology, site));
    }
  }
  if (lacking.empty()) return tile;
  const std::string_view near = nearest(lacking[0], strangers);
  throw_input_error(
      fmt::format("{} of the network {} no place: {}", lacking.size() == 1 ? "a node" : "nodes",
                  lacking.size() == 1 ? "has" : "have", first_names(lacking)),
      near.empty()
          ? "tiles have the names of the graph's file; without names, nodes are 0, 1, 2 ... and switches follow"
          : fmt::format("did you mean {} by the tile {}?", quoted_name(lacking[0]), quoted_name(near)),
      kPositions);
}

/// Coordinates in ascending order; each that is no farther than `snap` from the first of a slot belongs to that slot.
std::vector<Length> slots_at(std::vector<Length> coordinates, Length snap) {
  std::sort(coordinates.begin(), coordinates.end());
  std::vector<Length> slots;
  for (const Length at : coordinates) {
    if (slots.empty() || at - slots.back() > snap) slots.push_back(at);
  }
  return slots;
}

std::uint32_t slot_of_length(const std::vector<Length>& slots, Length at) {
  return static_cast<std::uint32_t>(std::upper_bound(slots.begin(), slots.end(), at) - slots.begin() - 1);
}

/// Tiles of the network, with their routers, stand on the die and apart from each other. Tiles of other names are drawn
/// and have no other effect, and tiles without width or height are routers by themselves, so both may stand anywhere.
void expect_tiles_in_place(const TilePlan& floorplan, std::vector<std::uint32_t> tile_of_site) {
  std::sort(tile_of_site.begin(), tile_of_site.end());
  tile_of_site.erase(std::unique(tile_of_site.begin(), tile_of_site.end()), tile_of_site.end());
  const Rectangle die = die_of(floorplan);
  const auto inside = [&](const Rectangle& box) {
    return box.x + kTileTolerance >= die.x && box.right() <= die.right() + kTileTolerance &&
           box.y + kTileTolerance >= die.y && box.top() <= die.top() + kTileTolerance;
  };
  std::vector<Rectangle> boxes;
  for (const std::uint32_t number : tile_of_site) {
    const Tile& tile = floorplan.tiles[number];
    boxes.push_back(tile.box);
    const bool router_inside = inside({tile.router_x, tile.router_y, {}, {}});
    if (router_inside && inside(tile.box)) continue;
    fail_at_tile(floorplan, tile,
                 fmt::format("the {} of {} {} the die", router_inside ? "tile" : "router", quoted_name(tile.name),
                             router_inside ? "reaches past" : "stands outside"),
                 fmt::format("the die goes from {:g}, {:g} to {:g}, {:g} mm", in_mm(die.x), in_mm(die.y),
                             in_mm(die.right()), in_mm(die.top())));
  }
  const auto pair = first_overlap(boxes);
  if (!pair) return;
  const auto [below, above] = std::pair(boxes[pair->first], boxes[pair->second]);
  const Length x = std::max(below.x, above.x), y = std::max(below.y, above.y);
  fail_at_tile(floorplan, floorplan.tiles[tile_of_site[pair->second]],
               fmt::format("the tile of {} lies upon that of {} from {:g}, {:g} to {:g}, {:g} mm",
                           quoted_name(floorplan.tiles[tile_of_site[pair->second]].name),
                           tile_and_line(floorplan, floorplan.tiles[tile_of_site[pair->first]]), in_mm(x), in_mm(y),
                           in_mm(std::min(below.right(), above.right())), in_mm(std::min(below.top(), above.top()))),
               "tiles stand side by side; one of width and height 0 is a router alone, and may stand on another tile");
}

}  // namespace

Placement in_given_places(const Topology& topology, const TilePlan& floorplan) {
  GivenPlaces given{floorplan, tile_numbers_of_sites(topology, floorplan), {}};
  expect_tiles_in_place(floorplan, given.tile_of_site);
  std::array<std::vector<Length>, 2> coordinates;
  for (const std::uint32_t tile : given.tile_of_site) {
    coordinates[0].push_back(floorplan.tiles[tile].router_x);
    coordinates[1].push_back(floorplan.tiles[tile].router_y);
  }
  std::vector<Cell> cells(given.tile_of_site.size());
  for (std::size_t axis = 0; axis < 2; ++axis) {
    given.router_lines[axis] = slots_at(coordinates[axis], floorplan.snap);
    for (std::size_t site = 0; site < cells.size(); ++site)
      cells[site].at[axis] = slot_of_length(given.router_lines[axis], coordinates[axis][site]);
  }
  std::map<Cell, std::size_t> taken;
  for (std::size_t site = 0; site < cells.size(); ++site) {
    const auto [other, is_free] = taken.emplace(cells[site], site);
    if (is_free || topology.kind(site) == SiteKind::nothing) continue;
    const Tile& first = floorplan.tiles[given.tile_of_site[other->second]];
    const Tile& second = floorplan.tiles[given.tile_of_site[site]];
    fail_at_tile(floorplan, second,
                 fmt::format("the router of {} stands in the place of that of {}", quoted_name(second.name),
                             tile_and_line(floorplan, first)),
                 "move one of them, or make `snap` smaller");
  }
  Placement placement = in_cells(topology, cells, "given");
  placement.given = SharedConst<GivenPlaces>(std::move(given));
  return placement;
}

Placement on_tiles_of(const Topology& topology, const Placement& named, Placement moved) {
  GivenPlaces given = *named.given;
  std::map<Cell, std::uint32_t> tiles;
  for (std::size_t site = 0; site < given.tile_of_site.size(); ++site)
    tiles.emplace(cell_of(topology, named, site), given.tile_of_site[site]);
  for (std::size_t site = 0; site < given.tile_of_site.size(); ++site)
    given.tile_of_site[site] = tiles.at(cell_of(topology, moved, site));
  moved.given = SharedConst<GivenPlaces>(std::move(given));
  return moved;
}

}  // namespace cutline
