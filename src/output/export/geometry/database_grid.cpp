// SPDX-License-Identifier: Apache-2.0
#include "output/export/geometry/database_grid.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "cutline/base/error.hpp"
#include "cutline/layout/shapes.hpp"
#include "cutline/technology/technology.hpp"
#include "output/text/number.hpp"

namespace cutline::exporting {

namespace {

constexpr int kFinest = -3;   // a thousandth of a nanometre
constexpr int kCoarsest = 9;  // a metre
constexpr double kWhole = 1e-6;

struct CellNm {
  double x = 0, y = 0;
};

CellNm cell_nm(const LayoutRules& rules) {
  if (rules.unit) return {kUnitPitchNm, kUnitPitchNm};
  return {rules.cell_width_nm, rules.cell_height_nm};
}

/// A length as a whole number of units; absent if it is none, or less than 2, because a wire and the space beside it
/// need a unit each.
std::optional<std::int64_t> whole(double nm, int exponent) {
  const double units = nm / std::pow(10.0, exponent);
  if (units > static_cast<double>(kMostCoordinate) || std::abs(units - std::round(units)) > kWhole) return std::nullopt;
  const std::int64_t count = std::llround(units);
  return count >= 2 ? std::optional(count) : std::nullopt;
}

std::optional<DrawnPoint> whole_pitch(const CellNm& cell, int exponent) {
  const auto x = whole(cell.x, exponent), y = whole(cell.y, exponent);
  if (!x || !y) return std::nullopt;
  return DrawnPoint{*x, *y};
}

bool fits(const Layout& layout, const DrawnPoint& pitch) {
  return layout.columns().total <= kMostCoordinate / pitch.x && layout.rows().total <= kMostCoordinate / pitch.y;
}

[[noreturn]] void refuse(const Layout& layout, const CellNm& cell) {
  const auto side = [](std::int64_t cells, double nm) {
    return text::short_text(static_cast<double>(cells) * nm * 1e-6);
  };
  throw_limit_error(
      fmt::format("a layout of {} x {} mm does not fit into coordinates of 32 bits (up to {}) in any unit in which its "
                  "pitches, {} x {} nm, are whole",
                  side(layout.columns().total, cell.x), side(layout.rows().total, cell.y),
                  text::with_thousands(kMostCoordinate), text::short_text(cell.x, 10), text::short_text(cell.y, 10)),
      "export a smaller network of the same kind, or take a technology with rounder pitches");
}

}  // namespace

const Layer* listed_layer(const Technology& technology, int layer) {
  const auto lower = static_cast<std::size_t>(layer - layer % 2);
  if (technology.unit || lower + 1 >= technology.layers.size()) return nullptr;
  const bool horizontal = layer == horizontal_layer(layer / 2);
  const bool lower_is_horizontal = technology.layers[lower].direction == LayerDirection::horizontal;
  return &technology.layers[horizontal == lower_is_horizontal ? lower : lower + 1];
}

CellMetal cell_metal(const LayoutRules& rules, const Technology& technology, int layer) {
  const bool horizontal = layer == horizontal_layer(layer / 2);
  const CellNm cell = cell_nm(rules);
  const double across = horizontal ? cell.y : cell.x, along = horizontal ? cell.x : cell.y;
  const Layer* listed = listed_layer(technology, layer);
  const double pitch = listed == nullptr ? across : in_nm(listed->pitch);
  const double* given = listed != nullptr ? listed->figures.find(TechnologyFigure::width_nm) : nullptr;
  const double width = given != nullptr ? *given : pitch / 2;
  const double length = std::min(width, along / 2);
  return {width, length, std::min(pitch - width, along - length)};
}

double DatabaseGrid::unit_nm() const { return std::pow(10.0, exponent); }

DatabaseGrid database_grid(const Layout& layout, const Technology& technology) {
  const CellNm cell = cell_nm(layout.rules);
  DatabaseGrid grid;
  std::optional<DrawnPoint> pitch;
  while (!(pitch = whole_pitch(cell, grid.exponent)) && grid.exponent > kFinest) --grid.exponent;
  while (pitch && !fits(layout, *pitch) && grid.exponent >= 0 && grid.exponent < kCoarsest)
    pitch = whole_pitch(cell, ++grid.exponent);
  if (!pitch || !fits(layout, *pitch)) refuse(layout, cell);
  grid.pitch = *pitch;
  grid.post = {pitch->x / 2, pitch->y / 2};
  for (int layer = 0; layer < 2 * static_cast<int>(layout.rules.layer_pairs); ++layer) {
    const CellMetal metal = cell_metal(layout.rules, technology, layer);
    const bool horizontal = layer == horizontal_layer(layer / 2);
    const auto units = [&](double nm, std::int64_t side) {
      return std::clamp<std::int64_t>(static_cast<std::int64_t>(nm / grid.unit_nm() + kWhole), 1, side - 1);
    };
    grid.size.push_back({units(horizontal ? metal.length : metal.width, pitch->x),
                         units(horizontal ? metal.width : metal.length, pitch->y)});
  }
  return grid;
}

std::string unit_text(const DatabaseGrid& grid) {
  if (grid.exponent >= 3) return text::exact_text(std::pow(10.0, grid.exponent - 3)) + " um";
  return text::exact_text(grid.unit_nm()) + " nm";
}

std::string micrometres(const DatabaseGrid& grid, std::int64_t length) {
  return fmt::format("{:.10g}", static_cast<double>(length) * grid.unit_nm() * 1e-3);
}

}  // namespace cutline::exporting
