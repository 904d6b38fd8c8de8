// SPDX-License-Identifier: Apache-2.0
#include "placement/order.hpp"

namespace cutline {

namespace {

std::vector<std::uint32_t> natural_on_line(const std::vector<std::uint32_t>& radices) {
  std::size_t cells = 1;
  for (const std::uint32_t radix : radices) cells *= radix;
  return numbers_below<std::uint32_t>(cells);
}

std::vector<std::uint32_t> natural_on_grid(const GridSize& grid) { return numbers_below<std::uint32_t>(grid.count()); }

}  // namespace

Order natural_order() {
  return {.name = "natural",
          .summary = "by node number; on a grid row by row from the lower left",
          .source = "[Dally 1987, sec. 5]",
          .line = natural_on_line,
          .grid = natural_on_grid,
          .by_number = true};
}

}  // namespace cutline
