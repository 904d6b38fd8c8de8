// SPDX-License-Identifier: Apache-2.0
#include "performance/route_stages.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/base/function_ref.hpp"
#include "cutline/topology/topology.hpp"
#include "performance/pair_costs.hpp"
#include "route_stages.hpp"
#include "routing/ways_to.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

std::vector<RouteStage> route_stages(const Topology& topology, const ChannelGraph& whole) {
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
  std::reverse(stages.begin(), stages.end());
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

RouteTable::RouteTable(const ChannelGraph& graph)
    : graph_(graph), nodes_(graph.node_count()), hops_(nodes_ * nodes_), paths_(nodes_ * nodes_), amount_(nodes_) {
  const ChannelGraph back = reversed(graph);
  for (std::uint32_t target = 0; target < nodes_; ++target) {
    const WaysTo ways(graph, back, target);
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      hops_[target * nodes_ + node] = ways.hops(node);
      paths_[target * nodes_ + node] = ways.paths(node);
    }
  }
}

void RouteTable::spread(std::uint32_t from, std::uint32_t to, double amount,
                        FunctionRef<void(std::uint32_t, std::uint64_t, double)> visit) {
  CUTLINE_EXPECT(hops(from, to) != kUnreached);
  const double* paths = paths_.data() + to * nodes_;
  std::vector<std::uint32_t> now = {from};
  std::vector<std::uint32_t> next;
  amount_[from] = amount;
  for (std::uint32_t left = hops(from, to); left > 0; --left) {
    next.clear();
    for (const std::uint32_t node : now) {
      const double here = std::exchange(amount_[node], 0.0);
      for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
        const std::uint32_t head = graph_.head[c];
        if (hops(head, to) + 1 != left) continue;
        const double share = here * paths[head] / paths[node];
        if (amount_[head] == 0) next.push_back(head);
        amount_[head] += share;
        visit(node, c, share);
      }
    }
    now.swap(next);
  }
  for (const std::uint32_t node : now) amount_[node] = 0;
}

namespace {

/// The first channel of a graph that goes from one node to the other.
std::uint64_t channel_between(const ChannelGraph& graph, std::uint32_t from, std::uint32_t to) {
  std::uint64_t c = graph.first[from];
  while (c < graph.first[from + 1] && graph.head[c] != to) ++c;
  CUTLINE_EXPECT(c < graph.first[from + 1]);
  return c;
}

/// Calls express(stage, site, from, to) or shortest(stage, site, ways, from) for every digit that a route corrects. The
/// route has reached `site` by then.
template <class Express, class Shortest>
void for_each_stage(const Topology& topology, Routing routing, const ChannelGraph& whole, std::uint64_t from,
                    std::uint64_t to, const Express& express, const Shortest& shortest) {
  std::uint64_t site = from;
  for (const RouteStage& stage : route_stages(topology, whole)) {
    const std::uint32_t start = stage.value(site), end = stage.value(to);
    if (start == end) continue;
    if (stage.digit && routing == Routing::express) {
      express(stage, site, start, end);
    } else {
      const WaysTo ways(stage.graph, reversed(stage.graph), end);
      if (ways.hops(start) == kUnreached) {
        throw_input_error(
            fmt::format("no route leads from node {} to node {}", site_name(topology, from), site_name(topology, to)),
            "the network may be in parts, or its channels may go one way only");
      }
      shortest(stage, site, ways, start);
    }
    site = site - start * stage.weight + end * stage.weight;
  }
}

}  // namespace

std::vector<RouteHop> first_route(const Topology& topology, Routing routing, std::uint64_t from, std::uint64_t to) {
  const ChannelGraph whole = channel_graph(topology);
  std::vector<RouteHop> route;
  const auto add = [&](const RouteStage& stage, std::uint64_t site, std::uint32_t value, std::uint64_t channel) {
    const std::uint64_t c = whole_channel(whole, stage, site, value, channel);
    const std::uint64_t here = site - stage.value(site) * stage.weight + value * stage.weight;
    route.push_back({here, whole.head[c], whole.link_class[c], c});
  };
  for_each_stage(
      topology, routing, whole, from, to,
      [&](const RouteStage& stage, std::uint64_t site, std::uint32_t start, std::uint32_t end) {
        for_each_express_hop(express_rule(topology, *stage.digit), express_places(topology, *stage.digit), start, end,
                             [&](std::uint32_t value, std::uint32_t next) {
                               add(stage, site, value, channel_between(stage.graph, value, next));
                             });
      },
      [&](const RouteStage& stage, std::uint64_t site, const WaysTo& ways, std::uint32_t start) {
        for (std::uint32_t value = start; ways.hops(value) > 0;) {
          const std::uint64_t channel = ways.first_channel(value);
          add(stage, site, value, channel);
          value = stage.graph.head[channel];
        }
      });
  return route;
}

PairCost pair_cost(const Topology& topology, Routing routing, const std::vector<WayCost>& costs, std::uint64_t from,
                   std::uint64_t to) {
  const ChannelGraph whole = channel_graph(topology);
  PairCost pair{from, to, 0, {}};
  for_each_stage(
      topology, routing, whole, from, to,
      [&](const RouteStage& stage, std::uint64_t site, std::uint32_t start, std::uint32_t end) {
        const auto hop = [&](std::uint32_t value, std::uint32_t next) {
          const auto ways = channels_between<WayCost>(stage.graph, value, next, [&](std::uint64_t c) {
            return costs[whole_channel(whole, stage, site, value, c)];
          });
          pair.way = pair.way + ways.mean;
          pair.routes *= ways.channels;
          ++pair.hops;
        };
        for_each_express_hop(express_rule(topology, *stage.digit), express_places(topology, *stage.digit), start, end,
                             hop);
      },
      [&](const RouteStage& stage, std::uint64_t site, const WaysTo& ways, std::uint32_t start) {
        const auto cost = [&](std::uint32_t value, std::uint64_t c) {
          return costs[whole_channel(whole, stage, site, value, c)];
        };
        pair.way = pair.way + ways.mean_costs<WayCost>(cost)[start];
        pair.hops += ways.hops(start);
        pair.routes *= ways.paths(start);
      });
  return pair;
}

}  // namespace cutline
