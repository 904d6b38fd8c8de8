// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/study/placed_network.hpp"
#include "families/family_search.hpp"

namespace cutline {

namespace {

/// Places in nanometres, or in pitches of a grid.
using Points = std::vector<std::array<double, 2>>;

/// The unit of places in metres: a micrometre, but of all places together at least a thousandth and no less than a part
/// in 2^16.
double unit_nm(const Points& points) {
  double least_x = points[0][0], least_y = points[0][1], extent = 0;
  for (const auto& [x, y] : points) least_x = std::min(least_x, x), least_y = std::min(least_y, y);
  for (const auto& [x, y] : points) extent = std::max({extent, x - least_x, y - least_y});
  double unit = 1e3;
  while (extent > 0 && extent < unit * 1000) unit /= 10;
  while (extent > unit * 65536) unit *= 10;
  return unit;
}

void set_places(LinkLimits& limits, const Points& points, double unit) {
  double least_x = points[0][0], least_y = points[0][1];
  for (const auto& [x, y] : points) least_x = std::min(least_x, x), least_y = std::min(least_y, y);
  std::map<std::array<std::uint32_t, 2>, std::size_t> taken;
  limits.places.clear();
  for (const auto& [x, y] : points) {
    limits.places.push_back({static_cast<std::uint32_t>(std::lround((x - least_x) / unit)),
                             static_cast<std::uint32_t>(std::lround((y - least_y) / unit))});
    const auto [other, is_free] = taken.emplace(limits.places.back(), limits.places.size() - 1);
    if (!is_free)
      throw_input_error(fmt::format("routers {} and {} stand in one place", other->second, limits.places.size() - 1),
                        "of a search, places count in micrometres, or in pitches of the grid");
  }
}

/// Where the routers of a floorplan stand: router n in the tile that is called n or, where no tile is called by a
/// number, in the n-th one.
Points points_of_tiles(const TilePlan& plan) {
  std::map<std::string, const Tile*> named;
  for (const Tile& tile : plan.tiles) named[tile.name] = &tile;
  Points points;
  for (auto at = named.find("0"); at != named.end(); at = named.find(fmt::format("{}", points.size())))
    points.push_back({in_nm(at->second->router_x), in_nm(at->second->router_y)});
  if (!points.empty()) return points;
  for (const Tile& tile : plan.tiles) points.push_back({in_nm(tile.router_x), in_nm(tile.router_y)});
  return points;
}

Points points_of_cells(const PlacementChoice& placement) {
  if (!placement.cell_names.empty())
    throw_input_error("a search numbers its routers, and `cells` gives them names", "a list of cells, router 0 first");
  Points points;
  for (const auto& cell : placement.cells) {
    if (std::min(cell[0], cell[1]) < 0 || std::max(cell[0], cell[1]) >= kMostSearchedNodes || cell[2] != 0)
      throw_input_error(fmt::format("a search takes no cell [{}, {}, {}]", cell[0], cell[1], cell[2]),
                        "columns and rows from 0 to 1023, in one plane");
    points.push_back({static_cast<double>(cell[0]), static_cast<double>(cell[1])});
  }
  return points;
}

/// The cells of the grid, row by row, without those that stay empty.
Points points_of_grid(const LinkLimits& limits, const PlacementChoice& placement) {
  Points points;
  for (std::uint32_t y = 0; y < limits.rows; ++y) {
    for (std::uint32_t x = 0; x < limits.columns; ++x) {
      const auto takes = [&](const CellRange& range) { return range.contains(x, y); };
      if (std::none_of(placement.empty.begin(), placement.empty.end(), takes))
        points.push_back({static_cast<double>(x), static_cast<double>(y)});
    }
  }
  return points;
}

bool has_lengths(const SearchChoice& choice) { return choice.span_length || choice.wire_length; }

/// Of places in metres, limits are too: those in lengths become units, and there are no others.
void set_lengths(SearchChoice& choice, double unit) {
  LinkLimits& limits = choice.limits;
  if (limits.span != kNoLimit || limits.wire != kNoLimit || limits.reach != kAnyReach) {
    throw_input_error("where places are in metres, so are the limits on links",
                      "for example `span: 3 mm` and `wire: 120 mm`; `reach` is a step of a grid", "limits");
  }
  limits.unit_mm = unit / 1e6;
  const auto units = [&](const std::optional<Length>& length) {
    return length ? static_cast<std::uint64_t>(std::floor(in_nm(*length) / unit * (1 + 1e-12))) : kNoLimit;
  };
  limits.span = units(choice.span_length);
  limits.wire = units(choice.wire_length);
}

/// The pitches of tiles along x and y, in nm, without what wires between them take.
std::array<double, 2> pitches_nm(const Study& study) {
  const SearchChoice& choice = *study.search;
  const Technology& technology = technology_of(study, choice.network);
  if (technology.unit)
    throw_input_error("limits in metres need a technology that has metres", "give them in pitches: span: 3", "limits");
  const TileSides tile = room_for(choice.network, 1);
  const LayoutRules rules = layout_rules(technology, tile.width, tile.height);
  return {rules.node_width * rules.cell_width_nm, rules.node_height * rules.cell_height_nm};
}

}  // namespace

void settle_places(Study& study) {
  SearchChoice& choice = *study.search;
  LinkLimits& limits = choice.limits;
  const PlacementChoice& placement = choice.network.placement;
  if (choice.among) {
    if (has_lengths(choice))
      throw_input_error("a span or wire in metres limits the links of a `grid` or of given places, not of families",
                        "limit the `longest_wire`, or the `span` in pitches", "limits");
    return;
  }
  const bool tiles = placement.plan && !placement.plan->tiles.empty();
  if (choice.grid_given() && (tiles || !placement.cells.empty()))
    throw_input_error(fmt::format("`grid` and `{}` both say where routers stand", tiles ? "positions" : "cells"),
                      "leave out `grid`", "grid");
  Points points;
  if (tiles) points = points_of_tiles(*placement.plan);
  if (!tiles && !placement.cells.empty()) points = points_of_cells(placement);
  if (choice.grid_given()) points = points_of_grid(limits, placement);
  if (points.size() < 2 || points.size() > kMostSearchedNodes) {
    if (points.empty())
      throw_input_error("a search needs `terminals`, a `grid` or places",
                        "for example `terminals: 64`; places are `defaults: {placement: {positions: tiles.csv}}`");
    throw_input_error(fmt::format("{} routers cannot be searched", points.size()), "2 to 1024 routers");
  }
  if (tiles) {
    const double unit = unit_nm(points);
    set_places(limits, points, unit);
    return set_lengths(choice, unit);
  }
  if (has_lengths(choice)) {
    const std::array<double, 2> pitch = pitches_nm(study);
    for (auto& point : points) point = {point[0] * pitch[0], point[1] * pitch[1]};
    const double unit = unit_nm(points);
    set_places(limits, points, unit);
    return set_lengths(choice, unit);
  }
  const bool full = choice.grid_given() && points.size() == std::uint64_t{limits.columns} * limits.rows;
  if (!full) set_places(limits, points, 1);
}

}  // namespace cutline
