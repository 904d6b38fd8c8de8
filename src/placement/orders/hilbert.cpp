// SPDX-License-Identifier: Apache-2.0
#include <CGAL/Simple_cartesian.h>
#include <CGAL/hilbert_sort.h>

#include <vector>

#include "cutline/placement/order.hpp"

namespace cutline {

namespace {

using Kernel = CGAL::Simple_cartesian<double>;

std::vector<std::uint32_t> hilbert_on_grid(std::uint32_t columns, std::uint32_t rows) {
  std::vector<Kernel::Point_2> points;
  points.reserve(std::size_t{columns} * rows);
  for (std::uint32_t y = 0; y < rows; ++y) {
    for (std::uint32_t x = 0; x < columns; ++x) points.emplace_back(x, y);
  }
  // The middle policy splits at the middle of the box and so does not depend on how a selection breaks ties.
  CGAL::hilbert_sort(points.begin(), points.end(), Kernel(), CGAL::Hilbert_sort_middle_policy());
  std::vector<std::uint32_t> cells;
  cells.reserve(points.size());
  for (const Kernel::Point_2& point : points) {
    cells.push_back(static_cast<std::uint32_t>(point.x()) + columns * static_cast<std::uint32_t>(point.y()));
  }
  return cells;
}

}  // namespace

Order hilbert_order() {
  return {.name = "hilbert",
          .summary = "along Hilbert's curve over the grid: nodes near in number stand near in both axes",
          .source = "[Hilbert 1891], by CGAL's hilbert_sort",
          .grid = hilbert_on_grid};
}

}  // namespace cutline
