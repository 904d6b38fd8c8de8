// SPDX-License-Identifier: Apache-2.0
#include "geometry/hilbert_curve.hpp"
#include "placement/order.hpp"

namespace cutline {

Order hilbert_order() {
  return {.name = "hilbert",
          .summary =
              "along Hilbert's curve over the grid, on stacks in three dimensions: nodes near in number stand "
              "near in all axes",
          .source = "[Hilbert 1891], by CGAL's hilbert_sort",
          .grid = hilbert_curve};
}

}  // namespace cutline
