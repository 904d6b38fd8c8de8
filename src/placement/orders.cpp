// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/placement/order.hpp"

namespace cutline {

#define CUTLINE_ORDER(name) Order name##_order();
#include "orders.inc"
#undef CUTLINE_ORDER

const std::vector<Order>& orders() {
  static const std::vector<Order> all = {
#define CUTLINE_ORDER(name) name##_order(),
#include "orders.inc"
#undef CUTLINE_ORDER
  };
  return all;
}

const Order* find_order(std::string_view name) {
  const auto found =
      std::find_if(orders().begin(), orders().end(), [&](const Order& order) { return order.name == name; });
  return found == orders().end() ? nullptr : &*found;
}

}  // namespace cutline
