// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/routing/express_places.hpp"
#include "cutline/routing/routes.hpp"
#include "cutline/topology/digit_graphs.hpp"
#include "cutline/topology/graph_measures.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/digit_routes.hpp"

namespace cutline {

namespace {

/// The hops of the express rule between all nodes of a digit. The next hop at an interchange depends on the destination
/// alone, so the ways from all nodes give it.
DigitRoutes express_hops_of(const Topology& topology, std::size_t digit, std::uint64_t weight) {
  const ChannelGraph graph = graph_of_digit(topology, digit);
  const ExpressRule rule = express_rule(topology, digit);
  const ExpressPlaces places = express_places(topology, digit);
  DigitRoutes routes;
  routes.weight = weight;
  routes.radix = topology.digits[digit].radix;
  routes.distance.assign(std::size_t{routes.radix} * routes.radix, kUnreached);
  routes.hops.resize(routes.distance.size());
  const auto is_node = [&](std::uint32_t value) { return topology.level(digit, value) == 0; };
  const auto add_way = [&](std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint32_t> way = {from};
    for_each_express_hop(rule, places, from, to, [&](std::uint32_t, std::uint32_t next) { way.push_back(next); });
    for (std::size_t i = 0; i < way.size(); ++i) {
      std::uint32_t& distance = routes.distance[routes.pair(way[i], to)];
      const auto left = static_cast<std::uint32_t>(way.size() - 1 - i);
      CUTLINE_EXPECT(distance == kUnreached || distance == left);
      if (std::exchange(distance, left) == left || left == 0) continue;
      std::vector<DigitRoutes::Hop>& hops = routes.hops[routes.pair(way[i], to)];
      for (std::uint64_t c = graph.first[way[i]]; c < graph.first[way[i] + 1]; ++c) {
        if (graph.head[c] == way[i + 1]) hops.push_back({graph.link_class[c], graph.local_link[c], way[i + 1], 0, 1});
      }
      for (DigitRoutes::Hop& hop : hops) hop.share = 1.0 / static_cast<double>(hops.size());
    }
  };
  for (std::uint32_t to = 0; to < routes.radix; ++to) {
    if (!is_node(to)) continue;
    for (std::uint32_t from = 0; from < routes.radix; ++from) {
      if (is_node(from)) add_way(from, to);
    }
  }
  return routes;
}

}  // namespace

Routes express_routes(const Topology& topology) {
  CUTLINE_EXPECT(has_express_rule(topology));
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  std::vector<DigitRoutes> digits;
  for (std::size_t digit = topology.digits.size(); digit-- > 0;)
    digits.push_back(express_hops_of(topology, digit, weights[digit]));
  return routes_by_digits(topology, std::move(digits), 0);
}

}  // namespace cutline
