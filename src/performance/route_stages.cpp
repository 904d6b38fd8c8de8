// SPDX-License-Identifier: Apache-2.0
#include "performance/route_stages.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/base/function_ref.hpp"
#include "cutline/topology/digit_graphs.hpp"

namespace cutline {

std::vector<RouteStage> route_stages(const Topology& topology, const ChannelGraph& whole, DimensionOrder order) {
  if (!topology.is_product()) return {{.graph = whole}};
  std::vector<RouteStage> stages;
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    DigitKind own{.radix = topology.digits[digit].radix, .nodes = 0, .digits = {digit}, .classes = {}};
    for (std::size_t i = 0; i < topology.classes.size(); ++i) {
      if (topology.classes[i].digits[0] == digit) own.classes.push_back(i);
    }
    stages.push_back({.graph = kind_graph(topology, own), .weight = weights[digit], .digit = digit});
  }
  if (order == DimensionOrder::highest_first) std::reverse(stages.begin(), stages.end());
  return stages;
}

std::uint64_t whole_channel(const ChannelGraph& whole, const RouteStage& stage, std::uint64_t site, std::uint32_t node,
                            std::uint64_t channel) {
  const std::uint64_t others = site - stage.value(site) * stage.weight;
  const std::uint64_t from = others + node * stage.weight;
  const std::uint64_t head = others + stage.graph.head[channel] * stage.weight;
  const auto is_it = [&](std::uint64_t c) {
    return whole.head[c] == head && whole.link_class[c] == stage.graph.link_class[channel] &&
           whole.local_link[c] == stage.graph.local_link[channel];
  };
  std::uint64_t c = whole.first[from];
  while (c < whole.first[from + 1] && !is_it(c)) ++c;
  CUTLINE_EXPECT(c < whole.first[from + 1]);
  return c;
}

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
