// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace cutline {

/// Cells of a box of nodes, x along its columns.
struct BoxSize {
  std::uint32_t columns = 1;
  std::uint32_t rows = 1;
};

/// The most nearly square box of exactly `nodes` cells, at least as wide as high.
BoxSize squarest_box(std::uint32_t nodes);

/// A closed tour of the box's cells (x, y) in steps of one cell, the step from the last back to the first included.
/// Steps of two cells occur only in a single row or column, where the tour goes up and down over every other cell, and
/// in a box of odd sides.
///
/// An even number of columns: along row 0 and back column by column. Else an even number of rows, or three columns:
/// along column 0 and back row by row. Else the rows above row 0 like this, then row 0 as a single row.
/// Source: [Ranade 1987, sec. 2.2]; derived: boxes that are not square.
std::vector<std::array<std::uint32_t, 2>> box_tour(const BoxSize& box);

}  // namespace cutline
