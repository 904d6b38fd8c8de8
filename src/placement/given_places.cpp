// SPDX-License-Identifier: Apache-2.0
#include "base/files.hpp"
#include "cutline/base/format.hpp"
#include "cutline/detail/topology/given_graph.hpp"
#include "placement/floorplan_file.hpp"
#include "placement/named_sites.hpp"
#include "placement/seats.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

#define CUTLINE_FLOORPLAN_FORMAT(name) FloorplanFormat name##_floorplan_format();
#include "floorplan_formats.inc"
#undef CUTLINE_FLOORPLAN_FORMAT

namespace {

constexpr std::size_t kMaxFloorplanBytes = std::size_t{1} << 28;
constexpr std::size_t kMaxTiles = std::size_t{1} << 20;

const FloorplanFormat& floorplan_format_of(const std::string& path) {
  for (const FloorplanFormat& format : floorplan_formats()) {
    for (const std::string_view ending : format.endings) {
      if (path.ends_with(ending)) return format;
    }
  }
  return floorplan_formats().front();
}

void expect_own_names(const TilePlan& floorplan) {
  std::map<std::string_view, const Tile*> seen;
  for (const Tile& tile : floorplan.tiles) {
    const auto [first, is_new] = seen.emplace(tile.name, &tile);
    if (is_new) continue;
    fail_at_tile(floorplan, tile, fmt::format("{} has a second place here", tile_and_line(floorplan, *first->second)),
                 "a tile stands in one place");
  }
}

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
  std::ranges::sort(coordinates);
  std::vector<Length> slots;
  for (const Length at : coordinates) {
    if (slots.empty() || at - slots.back() > snap) slots.push_back(at);
  }
  return slots;
}

std::uint32_t slot_of_length(const std::vector<Length>& slots, Length at) {
  return static_cast<std::uint32_t>(std::upper_bound(slots.begin(), slots.end(), at) - slots.begin() - 1);
}

std::string in_mm_words(const Rectangle& box) {
  return fmt::format("from {:g}, {:g} to {:g}, {:g} mm", in_mm(box.x), in_mm(box.y), in_mm(box.right()),
                     in_mm(box.top()));
}

bool has_area(const Tile& tile) { return tile.box.width > kTileTolerance && tile.box.height > kTileTolerance; }

/// The rectangle that two others share.
Rectangle common_part(const Rectangle& a, const Rectangle& b) {
  const Length x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::min(a.right(), b.right()) - x, std::min(a.top(), b.top()) - y};
}

/// The box of what two shapes share whose boxes share an area; a box stands for a shape that is not given.
std::optional<Rectangle> shared_box(const Rectangle& box, const Polygon& shape, const Rectangle& other_box,
                                    const Polygon& other_shape) {
  if (shape.empty() && other_shape.empty()) return common_part(box, other_box);
  const auto shared =
      overlap_of(shape.empty() ? polygon_of(box) : shape, other_shape.empty() ? polygon_of(other_box) : other_shape);
  if (!shared) return std::nullopt;
  return shared->box;
}

/// Whether a tile and its router lie on the die.
struct OnDie {
  const TilePlan& plan;
  Rectangle die = die_of(plan);

  bool has(const Rectangle& box) const {
    return box.x + kTileTolerance >= die.x && box.right() <= die.right() + kTileTolerance &&
           box.y + kTileTolerance >= die.y && box.top() <= die.top() + kTileTolerance;
  }
  bool has_router(const Tile& tile) const {
    return has({tile.router_x, tile.router_y, {}, {}}) &&
           (plan.outline_shape.empty() || contains(plan.outline_shape, {tile.router_x, tile.router_y}));
  }
  bool has_tile(const Tile& tile) const {
    return has(tile.box) &&
           (plan.outline_shape.empty() || !has_area(tile) || contains(plan.outline_shape, shape_of(tile)));
  }
  std::string hint() const {
    const char* polygon = plan.outline_shape.empty() ? "" : "is a polygon that ";
    return fmt::format("the die {}goes {}", polygon, in_mm_words(die));
  }
};

void expect_tiles_apart(const TilePlan& floorplan, const std::vector<const Tile*>& tiles) {
  const auto boxes = each_of(tiles, &Tile::box);
  for_each_meeting(boxes, [&](std::size_t i, std::size_t j) {
    const Tile &below = *tiles[i], &above = *tiles[j];
    const auto shared = shared_box(below.box, below.shape, above.box, above.shape);
    if (!shared) return true;
    fail_at_tile(
        floorplan, above,
        fmt::format("the tile of {} lies upon that of {} {}", quoted_name(above.name), tile_and_line(floorplan, below),
                    in_mm_words(*shared)),
        "tiles stand side by side; one of width and height 0 is a router alone, and may stand on another tile");
  });
}

/// No tile, and no router without one, stands on what is solid. They may touch it.
void expect_off_solids(const TilePlan& floorplan, const std::vector<const Tile*>& tiles) {
  std::vector<const Blockage*> solids;
  std::vector<Rectangle> boxes;
  for (const Blockage& blockage : floorplan.blockages) {
    if (!blockage.solid || blockage.box.width <= kTileTolerance || blockage.box.height <= kTileTolerance) continue;
    solids.push_back(&blockage);
    boxes.push_back(blockage.box);
  }
  if (solids.empty()) return;
  const auto fail = [&](const Tile& tile, const Blockage& solid, const char* what, const Rectangle& where) {
    fail_at_tile(
        floorplan, tile,
        fmt::format("the {} of {} stands on the solid blockage {}", what, quoted_name(tile.name),
                    in_mm_words(solid.box)),
        fmt::format("they share an area {}; without `solid: true` only wires keep off it", in_mm_words(where)));
  };
  for (const Tile* tile : tiles) boxes.push_back(tile->box);
  for_each_meeting(boxes, [&](std::size_t i, std::size_t j) {
    if (i >= solids.size() || j < solids.size()) return true;
    const Tile& tile = *tiles[j - solids.size()];
    if (const auto shared = shared_box(solids[i]->box, solids[i]->shape, tile.box, tile.shape))
      fail(tile, *solids[i], "tile", *shared);
    return true;
  });
  for (const Tile* tile : tiles) {
    if (has_area(*tile)) continue;
    const Polygon::Corner router{tile->router_x, tile->router_y};
    const auto on = [&](const Blockage* solid) { return side_of(shape_of(*solid), router) == PointSide::inside; };
    const auto found = std::ranges::find_if(solids, on);
    if (found != solids.end()) fail(*tile, **found, "router", {router.x, router.y, {}, {}});
  }
}

/// Tiles of the network, with their routers, stand on the die and apart from each other. Tiles of other names are drawn
/// and have no other effect, and tiles without width or height are routers by themselves, so both may stand anywhere.
void expect_tiles_in_place(const TilePlan& floorplan, std::vector<std::uint32_t> tile_of_site) {
  std::ranges::sort(tile_of_site);
  tile_of_site.erase(std::unique(tile_of_site.begin(), tile_of_site.end()), tile_of_site.end());
  const OnDie on_die{floorplan};
  std::vector<const Tile*> tiles;
  for (const std::uint32_t number : tile_of_site) {
    const Tile& tile = floorplan.tiles[number];
    tiles.push_back(&tile);
    if (!tile.shape.empty() && !contains(tile.shape, {tile.router_x, tile.router_y}))
      fail_at_tile(floorplan, tile, fmt::format("the router of {} lies outside its tile", quoted_name(tile.name)),
                   fmt::format("it stands at {:g}, {:g} mm", in_mm(tile.router_x), in_mm(tile.router_y)));
    const bool router_inside = on_die.has_router(tile);
    if (router_inside && on_die.has_tile(tile)) continue;
    fail_at_tile(floorplan, tile,
                 fmt::format("the {} of {} {} the die", router_inside ? "tile" : "router", quoted_name(tile.name),
                             router_inside ? "reaches past" : "stands outside"),
                 on_die.hint());
  }
  expect_tiles_apart(floorplan, tiles);
  expect_off_solids(floorplan, tiles);
}

struct TileOfSite {
  std::uint32_t tile = 0, site = 0;
  auto operator<=>(const TileOfSite&) const = default;
};

SharedConst<SiteNames> names_of_tiles(const Topology& topology, const TilePlan& plan, std::vector<TileOfSite> taken) {
  std::ranges::sort(taken);
  SiteNames names;
  names.of_tiles = true;
  names.name.resize(topology.site_count());
  for (const TileOfSite& each : taken) {
    const std::string& name = plan.tiles[each.tile].name;
    names.name[each.site] = names.names.insert(name).first;
    names.site.push_back(each.site);
    names.has_numbers |= name.find_first_not_of("0123456789") == std::string::npos;
  }
  return SharedConst<SiteNames>(std::move(names));
}

}  // namespace

const std::vector<FloorplanFormat>& floorplan_formats() {
  static const std::vector<FloorplanFormat> all = {
#define CUTLINE_FLOORPLAN_FORMAT(name) name##_floorplan_format(),
#include "floorplan_formats.inc"
#undef CUTLINE_FLOORPLAN_FORMAT
  };
  return all;
}

TilePlan read_floorplan_file(const std::string& path, const std::vector<std::string>& lef) {
  const FloorplanFormat& format = floorplan_format_of(path);
  if (format.needs_lef && lef.empty())
    throw_input_error(fmt::format("'{}' does not say how large its tiles are", path),
                      fmt::format("name its LEF files too: positions: {{file: {}, lef: tiles.lef}}", path),
                      "positions");
  if (!format.needs_lef && !lef.empty())
    throw_input_error(fmt::format("'{}' needs no LEF file: it says how large its tiles are", path), "leave out `lef`",
                      "positions");
  const GraphText file{path, read_text_file(path, kMaxFloorplanBytes)};
  std::vector<GraphText> sizes;
  for (const std::string& each : lef) sizes.push_back({each, read_text_file(each, kMaxFloorplanBytes)});
  TilePlan floorplan = format.read(file, sizes);
  if (floorplan.tiles.empty()) throw_input_error(fmt::format("'{}' places no tiles", path), {}, "positions");
  if (floorplan.tiles.size() > kMaxTiles)
    throw_limit_error(fmt::format("'{}' has more than 2^20 tiles, the limit", path), {}, "positions");
  floorplan.file = path;
  expect_own_names(floorplan);
  return floorplan;
}

std::string key_of_tile(std::size_t number) { return fmt::format("positions[{}]", number); }

void fail_at_tile(const TilePlan& plan, const Tile& tile, std::string message, std::string hint) {
  if (plan.file.empty()) {
    const auto number = static_cast<std::size_t>(&tile - plan.tiles.data());
    throw_input_error(std::move(message), std::move(hint), key_of_tile(number));
  }
  GraphText{plan.file, read_text_file(plan.file, kMaxFloorplanBytes)}.fail(tile.at, std::move(message),
                                                                           std::move(hint));
}

std::string tile_and_line(const TilePlan& plan, const Tile& tile) {
  if (plan.file.empty()) return quoted_name(tile.name);
  const std::string text = read_text_file(plan.file, kMaxFloorplanBytes);
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(tile.at, text.size()));
  return fmt::format("{} (line {})", quoted_name(tile.name), std::count(text.begin(), end, '\n') + 1);
}

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

void take_tile_names(Topology& topology, const TilePlan& plan) {
  if (topology.names || plan.tiles.empty()) return;
  const auto is_number = [&](const Tile& tile) { return site_named(topology, tile.name).has_value(); };
  if (std::ranges::any_of(plan.tiles, is_number)) return;
  listable_nodes(topology, "positions");
  const std::uint64_t sites = topology.node_count() + topology.interchange_count();
  if (sites != plan.tiles.size())
    throw_input_error(fmt::format("{} tiles give their names to {} {}", plan.tiles.size(), sites,
                                  topology.has_switches() ? "nodes and switches" : "nodes"),
                      "name the nodes in a graph's file, or call their tiles 0, 1, 2 ... by the numbers of nodes",
                      "positions");
  const NodeNumbers numbers(topology);
  std::vector<TileOfSite> taken;
  for (std::uint32_t number = 0; number < sites; ++number)
    taken.push_back({number, static_cast<std::uint32_t>(numbers.site(number))});
  topology.names = names_of_tiles(topology, plan, std::move(taken));
}

void keep_tile_names(Topology& topology, const Placement& placement) {
  const GivenPlaces& given = *placement.given;
  std::vector<TileOfSite> taken;
  for (std::uint32_t site = 0; site < given.tile_of_site.size(); ++site) {
    if (topology.kind(site) == SiteKind::nothing) continue;
    const std::uint32_t tile = given.tile_of_site[site];
    if ((tile < topology.node_count()) != (topology.kind(site) == SiteKind::node))
      throw_input_error(fmt::format("the order puts a switch on the tile of a node, or a node on that of a switch: {}",
                                    quoted_name(given.plan.tiles[tile].name)),
                        "leave out `order`, or name nodes and switches in a graph's file", "order");
    taken.push_back({tile, site});
  }
  topology.names = names_of_tiles(topology, given.plan, std::move(taken));
}

}  // namespace cutline
