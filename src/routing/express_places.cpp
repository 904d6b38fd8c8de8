// SPDX-License-Identifier: Apache-2.0
#include "cutline/routing/express_places.hpp"

#include "cutline/topology/topology.hpp"

namespace cutline {

ExpressPlaces express_places(const Topology& topology, std::size_t digit) {
  ExpressPlaces places;
  std::uint32_t nodes = 0;
  for (std::uint32_t value = 0; value < topology.digits[digit].radix; ++value) {
    const bool is_node = topology.level(digit, value) == 0;
    places.of_value.push_back(is_node ? 2 * nodes : 2 * nodes - 1);
    nodes += is_node ? 1 : 0;
  }
  places.value_at.assign(2 * std::size_t{nodes}, 0);
  for (std::uint32_t value = 0; value < places.of_value.size(); ++value)
    places.value_at[places.of_value[value]] = value;
  return places;
}

void for_each_express_hop(const ExpressRule& rule, const ExpressPlaces& places, std::uint32_t from, std::uint32_t to,
                          FunctionRef<void(std::uint32_t, std::uint32_t)> visit) {
  const auto value_at = [&](std::int64_t place) { return places.value_at[static_cast<std::size_t>(place)]; };
  for_each_leg(rule, places.of_value[from] / 2, places.of_value[to] / 2, [&](const ExpressLeg& leg) {
    const bool up = leg.to > leg.from;
    std::uint32_t value = value_at(leg.from);
    for (std::int64_t place = leg.from; value != value_at(leg.to);) {
      std::uint32_t next = up ? value + 1 : value - 1;
      if (leg.level > 0) {
        const std::int64_t pass = 2 * static_cast<std::int64_t>(rule.spacings[leg.level - 1]);
        place += up ? pass : -pass;
        next = value_at(place);
      }
      visit(value, next);
      value = next;
    }
  });
}

}  // namespace cutline
