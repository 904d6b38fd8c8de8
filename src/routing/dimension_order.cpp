// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "cutline/base/error.hpp"
#include "cutline/routing/routes.hpp"
#include "cutline/routing/ways_to.hpp"
#include "cutline/topology/digit_graphs.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/arc_flows.hpp"

namespace cutline {

namespace {

/// The first hops within one digit, between all pairs of its values.
struct DigitRoutes {
  struct Hop {
    std::uint32_t link_class = 0, local_link = 0, to = 0, dateline = 0;
    double share = 1;
  };
  std::uint64_t weight = 1;
  std::uint32_t radix = 1;
  std::vector<std::uint32_t> distance;  ///< by destination, then value; kUnreached where there is no way
  std::vector<std::vector<Hop>> hops;   ///< likewise
  bool has_dateline = false;
  bool alternates = false;  ///< of two ways that tie, sites with an even sum of coordinates go up, the rest down

  std::uint32_t value(std::uint64_t site) const { return static_cast<std::uint32_t>(site / weight % radix); }
  std::size_t pair(std::uint32_t from, std::uint32_t to) const { return std::size_t{to} * radix + from; }
};

/// In a ring 1 while the last link is still ahead, 0 beyond: neither class can go round.
std::uint32_t dateline(std::uint32_t radix, std::uint32_t from, std::uint32_t next, std::uint32_t to) {
  const bool up = (from + 1) % radix == next;
  return (up ? to < from : to > from) ? 1 : 0;
}

DigitRoutes digit_routes(const Topology& topology, std::size_t digit, std::uint64_t weight) {
  DigitKind kind{.radix = topology.digits[digit].radix, .nodes = 0, .digits = {digit}, .classes = {}};
  for (std::size_t c = 0; c < topology.classes.size(); ++c) {
    if (topology.classes[c].digits[0] == digit) kind.classes.push_back(c);
  }
  const ChannelGraph graph = kind_graph(topology, kind);
  const ChannelGraph back = reversed(graph);
  DigitRoutes routes;
  routes.weight = weight;
  routes.radix = topology.digits[digit].radix;
  routes.has_dateline = has_dateline(graph);
  routes.alternates = routes.has_dateline && routes.radix % 4 == 0;
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

/// The channel of a hop; none at an interchange of another digit, which no route passes with this digit still wrong.
std::optional<std::uint32_t> channel_of(const ChannelGraph& graph, std::uint64_t site, std::uint64_t head,
                                        const DigitRoutes::Hop& hop) {
  for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
    if (graph.head[c] == head && graph.link_class[c] == hop.link_class && graph.local_link[c] == hop.local_link)
      return static_cast<std::uint32_t>(c);
  }
  return std::nullopt;
}

/// Hops from a site to a destination; kUnreached where a digit has no way.
std::uint32_t hops_between(const std::vector<DigitRoutes>& digits, std::uint64_t site, std::uint64_t destination) {
  std::uint32_t sum = 0;
  for (const DigitRoutes& digit : digits) {
    const std::uint32_t hops = digit.distance[digit.pair(digit.value(site), digit.value(destination))];
    if (hops == kUnreached) return kUnreached;
    sum += hops;
  }
  return sum;
}

std::uint64_t coordinate_sum(const std::vector<DigitRoutes>& digits, std::uint64_t site) {
  std::uint64_t sum = 0;
  for (const DigitRoutes& digit : digits) sum += digit.value(site);
  return sum;
}

WaysToNode ways_by_digits(const ChannelGraph& graph, const std::vector<DigitRoutes>& digits, std::uint32_t others,
                          std::uint32_t destination) {
  WaysToNode ways;
  std::vector<std::uint32_t> hops(graph.node_count());
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
    hops[site] = hops_between(digits, site, destination);
    if (hops[site] == 0 || hops[site] == kUnreached) continue;
    const auto wrong = [&](const DigitRoutes& digit) { return digit.value(site) != digit.value(destination); };
    const DigitRoutes& digit = *std::find_if(digits.begin(), digits.end(), wrong);
    const std::uint32_t value = digit.value(site);
    const auto add = [&](const DigitRoutes::Hop& hop, double share) {
      const std::uint64_t head = site - value * digit.weight + hop.to * digit.weight;
      if (const auto channel = channel_of(graph, site, head, hop)) ways.hops.push_back({*channel, hop.dateline, share});
    };
    const auto& hops_here = digit.hops[digit.pair(value, digit.value(destination))];
    if (digit.alternates && hops_here.size() == 2) {
      const bool first_is_up = hops_here[0].to == (value + 1) % digit.radix;
      const bool up = (coordinate_sum(digits, site) + others) % 2 == 0;
      add(hops_here[first_is_up == up ? 0 : 1], 1);
    } else {
      for (const DigitRoutes::Hop& hop : hops_here) add(hop, hop.share);
    }
    if (ways.hops.size() > ways.first[site]) ways.order.push_back(site);
  }
  ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
  std::stable_sort(ways.order.begin(), ways.order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return hops[a] > hops[b]; });
  return ways;
}

}  // namespace

Routes dimension_order_routes(const Topology& topology, std::uint32_t others) {
  CUTLINE_EXPECT(topology.is_product());
  const auto digits = std::make_shared<const std::vector<DigitRoutes>>(all_digits(topology));
  Routes routes;
  const auto graph = std::make_shared<const ChannelGraph>(channel_graph(topology));
  routes.graph = graph;
  for (const DigitRoutes& digit : *digits) routes.datelines = digit.has_dateline ? 2 : routes.datelines;
  routes.layer = [](std::uint32_t, std::uint32_t) { return 0; };
  routes.ways_to = [graph, digits, others](std::uint32_t destination, std::uint32_t) {
    return ways_by_digits(*graph, *digits, others, destination);
  };
  return routes;
}

}  // namespace cutline
