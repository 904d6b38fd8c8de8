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

/// A tour of the box's cells (x, y), neighbours on the tour next to each other; in a box of odd sides one step, the
/// last, is two cells long, and a box of one row is gone up and down every other cell.
///
/// An even number of columns: along row 0 and back column by column; else along column 0 and back row by row.
/// Source: [Ranade 1987, sec. 2.2]; derived: boxes that are not square.
std::vector<std::array<std::uint32_t, 2>> box_tour(const BoxSize& box);

}  // namespace cutline
