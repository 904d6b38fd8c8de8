// SPDX-License-Identifier: Apache-2.0
#include "cutline/layout/given_slots.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/layout/shapes.hpp"
#include "cutline/placement/placement.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

constexpr double kCellRounding = 1e-6;  ///< of a cell
constexpr double kMostDieCells = 2147483647;

std::int64_t whole_cells(Length length, double cell_nm) {
  const double cells = std::floor(in_nm(length) / cell_nm + kCellRounding);
  if (!(std::abs(cells) <= kMostDieCells))
    throw_limit_error("the die is more than 2^31 wire pitches long, the limit", {}, "positions");
  return static_cast<std::int64_t>(cells);
}

/// The number of a technology's layer in a layout: pairs from the bottom, horizontal before vertical.
int number_of_layer(const Technology& technology, std::size_t layer) {
  const int pair = static_cast<int>(layer / 2);
  return technology.layers[layer].direction == LayerDirection::horizontal ? horizontal_layer(pair)
                                                                          : vertical_layer(pair);
}

std::vector<bool> blocked_layers(const Technology& technology, const Blockage& blockage) {
  std::vector<bool> blocked(2 * static_cast<std::size_t>(technology.layer_pairs()), blockage.layers.empty());
  for (const std::string& name : blockage.layers) {
    if (!blockage.other_layers) find_layer(technology, name);  // throws where there is none
    for (std::size_t layer = 0; layer < blocked.size(); ++layer) {
      if (technology.layers[layer].name == name)
        blocked[static_cast<std::size_t>(number_of_layer(technology, layer))] = true;
    }
  }
  return blocked;
}

/// Where the lines of routers begin. Two neighbours must leave a cell for terminals and one for tracks.
std::vector<std::int64_t> starts_of(const std::vector<Length>& lines, Length origin, double cell_nm, Axis axis) {
  std::vector<std::int64_t> starts;
  for (const Length at : lines) {
    // A router may stand past the die's edge by what files round.
    const std::int64_t start = std::max<std::int64_t>(0, whole_cells(at - origin, cell_nm));
    if (!starts.empty() && start < starts.back() + 2) {
      throw_input_error(fmt::format("routers at {0} = {1:.9g} mm and {0} = {2:.9g} mm are closer than two wire pitches",
                                    letter(axis), in_mm(lines[starts.size() - 1]), in_mm(at)),
                        "give a larger `snap`, so that they share a line of the grid", "positions");
    }
    starts.push_back(start);
  }
  return starts;
}

std::vector<TileCells> tiles_in_cells(const Topology& topology, const Placement& placement, const LayoutRules& rules) {
  const GivenPlaces& given = *placement.given;
  const Rectangle die = die_of(given.plan);
  std::vector<TileCells> tiles;
  for (std::uint64_t site = 0; site < given.tile_of_site.size(); ++site) {
    const Rectangle& box = given.plan.tiles[given.tile_of_site[site]].box;
    const std::int64_t left = whole_cells(box.x - die.x, rules.cell_width_nm);
    const std::int64_t bottom = whole_cells(box.y - die.y, rules.cell_height_nm);
    tiles.push_back(
        {cell_of(topology, placement, site),
         {left, bottom, static_cast<std::uint32_t>(whole_cells(box.right() - die.x, rules.cell_width_nm) - left),
          static_cast<std::uint32_t>(whole_cells(box.top() - die.y, rules.cell_height_nm) - bottom)}});
  }
  std::sort(tiles.begin(), tiles.end(), [](const TileCells& a, const TileCells& b) { return a.cell < b.cell; });
  return tiles;
}

}  // namespace

GivenSlots given_slots(const Topology& topology, const Placement& placement, const LayoutRules& rules,
                       const Technology& technology) {
  CUTLINE_EXPECT(placement.given != nullptr);
  if (rules.unit)
    throw_input_error("places in millimetres need a technology that has metres", "name a technology", "positions");
  const GivenPlaces& given = *placement.given;
  const Rectangle die = die_of(given.plan);
  const std::array<double, 2> cell = {rules.cell_width_nm, rules.cell_height_nm};
  GivenSlots slots;
  slots.total = {whole_cells(die.width, cell[0]), whole_cells(die.height, cell[1])};
  const std::array<Length, 2> origin = {die.x, die.y};
  for (const Axis axis : {Axis::x, Axis::y}) {
    const std::size_t i = index(axis);
    slots.start[i] = starts_of(given.router_lines[i], origin[i], cell[i], axis);
    // A router needs two cells of the die: one for terminals, one for tracks.
    if (!slots.start[i].empty() && slots.start[i].back() > slots.total[i] - 2) {
      throw_input_error(fmt::format("a router at {} = {:g} mm stands at the edge of the die, where no wires begin",
                                    letter(axis), in_mm(given.router_lines[i].back())),
                        "move it into the die, or give a larger `outline`", "positions");
    }
  }
  for (const Blockage& blockage : blocked_rectangles(given.plan)) {
    BlockedCells cells{whole_cells(blockage.box.x - die.x, cell[0]), whole_cells(blockage.box.y - die.y, cell[1]),
                       whole_cells(blockage.box.right() - die.x, cell[0]),
                       whole_cells(blockage.box.top() - die.y, cell[1]), blocked_layers(technology, blockage)};
    // A rectangle that ends at the border of a cell leaves that cell free.
    const auto ends_at_border = [](Length at, double cell_nm) {
      const double cells_there = in_nm(at) / cell_nm;
      return std::abs(cells_there - std::round(cells_there)) < kCellRounding;
    };
    if (ends_at_border(blockage.box.right() - die.x, cell[0])) --cells.x1;
    if (ends_at_border(blockage.box.top() - die.y, cell[1])) --cells.y1;
    if (cells.x0 <= cells.x1 && cells.y0 <= cells.y1) slots.blocked.push_back(std::move(cells));
  }
  slots.tiles = tiles_in_cells(topology, placement, rules);
  return slots;
}

}  // namespace cutline
