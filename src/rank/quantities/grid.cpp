// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

template <Axis axis>
Data cells_along(const UnderDelay& a) {
  const Placement* placement = a.candidate.placement();
  return placement != nullptr ? Data(placement->grid()[axis]) : Data();
}

Data order(const UnderDelay& a) {
  const Placement* placement = a.candidate.placement();
  return placement != nullptr ? Data(order_text(*placement, ", ")) : Data();
}

/// The results of orders that optimise; null if there are none.
Data arranged(const UnderDelay& a) {
  const Placement* placement = a.candidate.placement();
  if (placement == nullptr || placement->arranged.empty()) return {};
  return each_of<Data>(placement->arranged, [&](const Arranged& each) {
    return Data::Map{{"order", each.order},
                     {"axis", each.axis.empty() ? Data() : Data(each.axis)},
                     {"minimise", kMinimised[static_cast<std::size_t>(each.minimised)]},
                     {"natural", each.natural},
                     {"start", each.start},
                     {"value", each.value},
                     {"optimum", each.optimum},
                     {"bound", each.bound},
                     {"found_by", each.found_by.empty() ? Data() : Data(each.found_by)},
                     {"moves", each.moves},
                     {"all_moves", each.all_moves},
                     {"interrupted", each.interrupted}};
  });
}

}  // namespace

Quantities grid_quantities() {
  return {{"grid.columns", Unit::none, "columns of nodes", cells_along<Axis::x>},
          {"grid.rows", Unit::none, "rows of nodes", cells_along<Axis::y>},
          {"grid.planes", Unit::none, "planes of nodes", cells_along<Axis::z>},
          {"grid.order", Unit::none, "order of the nodes along each axis", order},
          {"grid.arranged", Unit::none, "what orders that optimise came to", arranged}};
}

}  // namespace cutline
