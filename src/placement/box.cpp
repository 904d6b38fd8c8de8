// SPDX-License-Identifier: Apache-2.0
#include "box.hpp"

#include <utility>

namespace cutline {

namespace {

using Tour = std::vector<std::array<std::uint32_t, 2>>;

/// 0, 2, 4 ... and back over the odd cells.
Tour line_tour(std::uint32_t cells) {
  Tour tour;
  for (std::uint32_t x = 0; x < cells; x += 2) tour.push_back({x, 0});
  for (std::uint32_t x = cells; x-- > 0;) {
    if (x % 2 == 1) tour.push_back({x, 0});
  }
  return tour;
}

/// Out along the first cells of `lines` lines, back line by line over their other cells, there and back in turn.
Tour there_and_back(std::uint32_t lines, std::uint32_t length) {
  Tour tour;
  for (std::uint32_t line = 0; line < lines; ++line) tour.push_back({line, 0});
  bool outward = true;
  for (std::uint32_t line = lines; line-- > 0; outward = !outward) {
    for (std::uint32_t i = 1; i < length; ++i) tour.push_back({line, outward ? i : length - i});
  }
  return tour;
}

/// The tour with x and y exchanged.
Tour turned(Tour tour) {
  for (auto& [x, y] : tour) std::swap(x, y);
  return tour;
}

}  // namespace

BoxSize squarest_box(std::uint32_t nodes) {
  BoxSize box{nodes, 1};
  for (std::uint32_t rows = 2; rows * rows <= nodes; ++rows) {
    if (nodes % rows == 0) box = {nodes / rows, rows};
  }
  return box;
}

Tour box_tour(const BoxSize& box) {
  if (box.rows == 1) return line_tour(box.columns);
  if (box.columns == 1) return turned(line_tour(box.rows));
  if (box.columns % 2 == 0) return there_and_back(box.columns, box.rows);
  // With three columns and an odd number of rows the tour ends two cells from its beginning.
  if (box.rows % 2 == 0 || box.columns == 3) return turned(there_and_back(box.rows, box.columns));
  // All rows but the first are even in number. They have a tour of single steps, which ends beside its beginning; the
  // first row is inserted there.
  Tour tour = turned(there_and_back(box.rows - 1, box.columns));
  for (auto& [x, y] : tour) ++y;
  Tour row = line_tour(box.columns);
  tour.insert(tour.end(), row.rbegin(), row.rend());
  return tour;
}

}  // namespace cutline
