// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/named.hpp"
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

const Order* find_order(std::string_view name) { return find_named(orders(), name); }

}  // namespace cutline
