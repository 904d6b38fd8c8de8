// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/detail/geometry/cells.hpp"

namespace cutline {

/// The numbers of all cells of a grid, as by cell_number(), in their order along Hilbert's curve: in two dimensions
/// where the grid has cells along two axes at most, else in three. On squares and cubes whose side is a power of two
/// each cell is a neighbour of the one before. Source: [Hilbert 1891], by CGAL's hilbert_sort. Cost: O(n log n).
std::vector<std::uint32_t> hilbert_curve(const GridSize& grid);

}  // namespace cutline
