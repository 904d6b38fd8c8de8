// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"
#include "cutline/placement/order.hpp"

namespace cutline {

namespace {

Cells arrange_exact(const ArrangeTask& task, Arranged&) {
  GridGraph grid = task.grid;
  grid.columns = grid.node_count();  // no order is better for spare columns
  if (grid.minimised == Minimised::longest && grid.columns > kMostExactLongest)
    throw_limit_error("the order 'exact' finds the least longest span of lines of up to 20 places, the limit",
                      "minimise something else, or take the order 'annealed'", "order");
  if (const auto found = exact_line(grid)) return found->places;
  throw_limit_error("this line takes the order 'exact' more than 2^22 states or sums past 2^32, the limits",
                    "take the order 'annealed'", "order");
}

}  // namespace

Order exact_order() {
  return {.name = "exact",
          .summary = "the least of all orders of a line of up to 27 places (of the longest span: 20)",
          .source = "[Held 1962]",
          .arrange = arrange_exact,
          .most_nodes = kMostExactNodes};
}

}  // namespace cutline
