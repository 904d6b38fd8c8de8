// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "cutline/placement/arrangement.hpp"

namespace cutline {

/// How many slots a line along the axis (0: x, 1: y) has, and how many such lines there are.
struct GridSides {
  std::uint32_t slots = 1, lines = 1;
};
inline GridSides sides_along(const GridGraph& grid, std::size_t axis) {
  return axis == 0 ? GridSides{grid.columns, grid.rows} : GridSides{grid.rows, grid.columns};
}

/// The part of a link on one line: it crosses the cuts after the slots `from` to `to` - 1.
struct GridPart {
  std::size_t axis = 0;
  std::uint32_t line = 0;
  std::uint32_t from = 0, to = 0;
};

inline std::uint32_t span_of(const GridGraph& grid, std::uint32_t cell, std::uint32_t other) {
  const std::uint32_t x = cell % grid.columns, y = cell / grid.columns;
  const std::uint32_t other_x = other % grid.columns, other_y = other / grid.columns;
  return std::max(x, other_x) - std::min(x, other_x) + std::max(y, other_y) - std::min(y, other_y);
}

/// The parts of a link between two cells: along x in the row of the lower end, along y in the column of the upper one.
template <class Visit>
void for_each_part(const GridGraph& grid, std::uint32_t cell, std::uint32_t other, const Visit& visit) {
  const auto [low, high] = std::minmax(cell, other);
  const std::uint32_t x = low % grid.columns, y = low / grid.columns;
  const std::uint32_t high_x = high % grid.columns, high_y = high / grid.columns;
  if (x != high_x) visit(GridPart{0, y, std::min(x, high_x), std::max(x, high_x)});
  if (y != high_y) visit(GridPart{1, high_x, y, high_y});
}

}  // namespace cutline
