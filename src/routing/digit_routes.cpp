// SPDX-License-Identifier: Apache-2.0
#include "routing/ways_to.hpp"

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
  std::vector<std::vector<Hop>> hops;   ///< by destination, then value
  bool has_dateline = false;
  bool alternates = false;  ///< where two ways tie, sites with an even sum of coordinates go up, the others down

  std::uint32_t value(std::uint64_t site) const { return static_cast<std::uint32_t>(site / weight % radix); }
  std::size_t pair(std::uint32_t from, std::uint32_t to) const { return std::size_t{to} * radix + from; }
};

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
  return sum_over<std::uint64_t>(digits, [&](const DigitRoutes& digit) { return digit.value(site); });
}

WaysToNode ways_by_digits(const ChannelGraph& graph, const std::vector<DigitRoutes>& digits, std::uint32_t others,
                          std::uint32_t destination) {
  WaysToNode ways;
  std::vector<std::uint32_t> hops(graph.node_count());
  add_hops(graph.node_count(), ways, [&](std::uint32_t site) {
    hops[site] = hops_between(digits, site, destination);
    if (hops[site] == 0 || hops[site] == kUnreached) return;
    const auto wrong = [&](const DigitRoutes& digit) { return digit.value(site) != digit.value(destination); };
    const DigitRoutes& digit = *std::ranges::find_if(digits, wrong);
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
  });
  std::ranges::stable_sort(ways.order, [&](std::uint32_t a, std::uint32_t b) { return hops[a] > hops[b]; });
  return ways;
}

/// The graph of one digit of a product network, with the numbers of the whole network's classes.
ChannelGraph graph_of_digit(const Topology& topology, std::size_t digit) {
  DigitKind kind{.radix = topology.digits[digit].radix, .nodes = 0, .digits = {digit}, .classes = {}};
  for (std::size_t c = 0; c < topology.classes.size(); ++c) {
    if (topology.classes[c].digits[0] == digit) kind.classes.push_back(c);
  }
  return kind_graph(topology, kind);
}

/// Routes that correct one digit after the other, in the order of `digits`, each along its own hops. Where two ways
/// round a ring tie, the sites whose sum of coordinates plus `others` is even go up.
Routes routes_by_digits(const Topology& topology, std::vector<DigitRoutes> all, std::uint32_t others) {
  const auto digits = std::make_shared<const std::vector<DigitRoutes>>(std::move(all));
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

/// The routes of all digits, the highest first.
std::vector<DigitRoutes> all_digits(const Topology& topology,
                                    DigitRoutes (*routes_of)(const Topology&, std::size_t, std::uint64_t)) {
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  std::vector<DigitRoutes> digits;
  for (std::size_t digit = topology.digits.size(); digit-- > 0;)
    digits.push_back(routes_of(topology, digit, weights[digit]));
  return digits;
}

}  // namespace

bool has_dateline(const ChannelGraph& digit) {
  const auto radix = static_cast<std::uint32_t>(digit.node_count());
  bool closed = false;
  for (std::uint32_t value = 0; value < radix; ++value) {
    for (std::uint64_t c = digit.first[value]; c < digit.first[value + 1]; ++c) {
      const std::uint32_t steps = (digit.head[c] + radix - value) % radix;
      if (steps != 1 && steps != radix - 1) return false;
      closed = closed || (value == radix - 1 && digit.head[c] == 0);
    }
  }
  return closed && (radix > 3 || (radix == 3 && digit.head.size() == radix));
}

bool has_alternating_ties(const Topology& topology) {
  for (std::size_t digit = 0; topology.is_product() && digit < topology.digits.size(); ++digit) {
    if (alternates(graph_of_digit(topology, digit))) return true;
  }
  return false;
}

Routes dimension_order_routes(const Topology& topology, std::uint32_t others) {
  CUTLINE_EXPECT(topology.is_product());
  return routes_by_digits(topology, all_digits(topology, digit_routes), others);
}

Routes express_routes(const Topology& topology) {
  CUTLINE_EXPECT(has_express_rule(topology));
  return routes_by_digits(topology, all_digits(topology, express_hops_of), 0);
}

}  // namespace cutline
