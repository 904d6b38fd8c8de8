// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"
#include "cutline/routing/routes.hpp"
#include "cutline/routing/ways_to.hpp"
#include "cutline/topology/digit_graphs.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/arc_flows.hpp"
#include "routing/digit_routes.hpp"

namespace cutline {

namespace {

/// The class of virtual channels in a ring: 1 while the last link is still ahead, 0 from there on. So the channels of
/// neither class go all the way round.
std::uint32_t dateline(std::uint32_t radix, std::uint32_t from, std::uint32_t next, std::uint32_t to) {
  const bool up = (from + 1) % radix == next;
  return (up ? to < from : to > from) ? 1 : 0;
}

bool alternates(const ChannelGraph& graph) { return has_dateline(graph) && graph.node_count() % 4 == 0; }

DigitRoutes digit_routes(const Topology& topology, std::size_t digit, std::uint64_t weight) {
  const ChannelGraph graph = graph_of_digit(topology, digit);
  const ChannelGraph back = reversed(graph);
  DigitRoutes routes;
  routes.weight = weight;
  routes.radix = topology.digits[digit].radix;
  routes.has_dateline = has_dateline(graph);
  routes.alternates = alternates(graph);
  for (std::uint32_t to = 0; to < routes.radix; ++to) {
    const WaysTo ways(graph, back, to);
    for (std::uint32_t from = 0; from < routes.radix; ++from) {
      routes.distance.push_back(ways.hops(from));
      std::vector<DigitRoutes::Hop>& hops = routes.hops.emplace_back();
      ways.for_each_next(from, [&](std::uint64_t c, double share) {
        const std::uint32_t next = graph.head[c];
        const std::uint32_t line = routes.has_dateline ? dateline(routes.radix, from, next, to) : 0;
        hops.push_back({graph.link_class[c], graph.local_link[c], next, line, share});
      });
    }
  }
  return routes;
}

/// All digits, the highest first.
std::vector<DigitRoutes> all_digits(const Topology& topology) {
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  std::vector<DigitRoutes> digits;
  for (std::size_t digit = topology.digits.size(); digit-- > 0;)
    digits.push_back(digit_routes(topology, digit, weights[digit]));
  return digits;
}

}  // namespace

bool has_alternating_ties(const Topology& topology) {
  for (std::size_t digit = 0; topology.is_product() && digit < topology.digits.size(); ++digit) {
    if (alternates(graph_of_digit(topology, digit))) return true;
  }
  return false;
}

Routes dimension_order_routes(const Topology& topology, std::uint32_t others) {
  CUTLINE_EXPECT(topology.is_product());
  return routes_by_digits(topology, all_digits(topology), others);
}

}  // namespace cutline
