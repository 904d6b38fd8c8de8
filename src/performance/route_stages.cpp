// SPDX-License-Identifier: Apache-2.0
#include "performance/route_stages.hpp"

#include <fmt/core.h>

#include <utility>

#include "cutline/base/error.hpp"
#include "performance/pair_costs.hpp"

namespace cutline {

DigitKind digit_alone(const Topology& topology, std::size_t digit) {
  DigitKind alone{.radix = topology.digits[digit].radix, .nodes = 0, .digits = {digit}, .classes = {}};
  for (std::size_t i = 0; i < topology.classes.size(); ++i) {
    if (topology.classes[i].digits[0] == digit) alone.classes.push_back(i);
  }
  return alone;
}

std::vector<RouteStage> route_stages(const Topology& topology, const ChannelGraph& whole) {
  if (!topology.is_product()) return {{.graph = whole}};
  std::vector<RouteStage> stages;
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  for (std::size_t digit = topology.digits.size(); digit-- > 0;)
    stages.push_back(
        {.graph = kind_graph(topology, digit_alone(topology, digit)), .weight = weights[digit], .digit = digit});
  return stages;
}

std::uint64_t channel_at(const ChannelGraph& graph, std::uint64_t from, std::uint64_t to, std::uint32_t link_class,
                         std::uint32_t local_link) {
  std::uint64_t c = graph.first[from];
  while (c < graph.first[from + 1] &&
         !(graph.head[c] == to && graph.link_class[c] == link_class && graph.local_link[c] == local_link))
    ++c;
  CUTLINE_EXPECT(c < graph.first[from + 1]);
  return c;
}

std::uint64_t whole_channel(const ChannelGraph& whole, const RouteStage& stage, std::uint64_t site, std::uint32_t node,
                            std::uint64_t channel) {
  const std::uint64_t others = site - stage.value(site) * stage.weight;
  return channel_at(whole, others + node * stage.weight, others + stage.graph.head[channel] * stage.weight,
                    stage.graph.link_class[channel], stage.graph.local_link[channel]);
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

/// A stage that a route passes: it has reached `site`, and goes from one value of the stage's digit to another.
struct Correction {
  RouteStage stage;
  std::uint64_t site = 0;
  std::uint32_t from = 0, to = 0;
};

std::vector<Correction> corrections(const Topology& topology, const ChannelGraph& whole, std::uint64_t from,
                                    std::uint64_t to) {
  std::vector<Correction> all;
  std::uint64_t site = from;
  for (RouteStage& stage : route_stages(topology, whole)) {
    const std::uint32_t start = stage.value(site), end = stage.value(to);
    const std::uint64_t next = site - start * stage.weight + end * stage.weight;
    if (start != end) all.push_back({std::move(stage), site, start, end});
    site = next;
  }
  return all;
}

WaysTo shortest_ways(const Correction& correction, const Topology& topology, std::uint64_t from, std::uint64_t to) {
  const ChannelGraph& graph = correction.stage.graph;
  WaysTo ways(graph, reversed(graph), correction.to);
  if (ways.hops(correction.from) != kUnreached) return ways;
  throw_input_error(
      fmt::format("no route leads from node {} to node {}", site_name(topology, from), site_name(topology, to)),
      "the network may be in parts, or its channels may go one way only");
}

/// Calls visit(value, next value) for every hop of a correction by the express rule.
void for_each_hop_by_rule(const Topology& topology, const Correction& correction,
                          FunctionRef<void(std::uint32_t, std::uint32_t)> visit) {
  const std::size_t digit = *correction.stage.digit;
  for_each_express_hop(express_rule(topology, digit), express_places(topology, digit), correction.from, correction.to,
                       visit);
}

}  // namespace

std::vector<RouteHop> first_route(const Topology& topology, Routing routing, std::uint64_t from, std::uint64_t to) {
  const ChannelGraph whole = channel_graph(topology);
  std::vector<RouteHop> route;
  for (const Correction& correction : corrections(topology, whole, from, to)) {
    const RouteStage& stage = correction.stage;
    const auto add = [&](std::uint32_t value, std::uint64_t channel) {
      const std::uint64_t c = whole_channel(whole, stage, correction.site, value, channel);
      const std::uint64_t here = correction.site - correction.from * stage.weight + value * stage.weight;
      route.push_back({here, whole.head[c], whole.link_class[c], c});
    };
    if (stage.digit && routing == Routing::express) {
      for_each_hop_by_rule(topology, correction, [&](std::uint32_t value, std::uint32_t next) {
        add(value, channel_between(stage.graph, value, next));
      });
      continue;
    }
    const WaysTo ways = shortest_ways(correction, topology, from, to);
    for (std::uint32_t value = correction.from; ways.hops(value) > 0;) {
      const std::uint64_t channel = ways.first_channel(value);
      add(value, channel);
      value = stage.graph.head[channel];
    }
  }
  return route;
}

PairCost pair_cost(const Topology& topology, Routing routing, const std::vector<WayCost>& costs, std::uint64_t from,
                   std::uint64_t to) {
  const ChannelGraph whole = channel_graph(topology);
  PairCost pair;
  for (const Correction& correction : corrections(topology, whole, from, to)) {
    const RouteStage& stage = correction.stage;
    const auto cost = [&](std::uint32_t value, std::uint64_t c) {
      return costs[whole_channel(whole, stage, correction.site, value, c)];
    };
    if (stage.digit && routing == Routing::express) {
      for_each_hop_by_rule(topology, correction, [&](std::uint32_t value, std::uint32_t next) {
        const auto ways =
            channels_between<WayCost>(stage.graph, value, next, [&](std::uint64_t c) { return cost(value, c); });
        pair.way = pair.way + ways.mean;
        pair.routes *= ways.channels;
        ++pair.hops;
      });
      continue;
    }
    const WaysTo ways = shortest_ways(correction, topology, from, to);
    pair.way = pair.way + ways.mean_costs<WayCost>(cost)[correction.from];
    pair.hops += ways.hops(correction.from);
    pair.routes *= ways.paths(correction.from);
  }
  return pair;
}

}  // namespace cutline
