// SPDX-License-Identifier: Apache-2.0
#include "performance/pair_costs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "cutline/base/error.hpp"
#include "performance/route_stages.hpp"

namespace cutline {

namespace {

/// One stage of the routes: for every site, the cost of going along its line of the stage's digit to every value of a
/// node.
class StageCosts {
 public:
  StageCosts(const Topology& topology, Routing routing, const ChannelGraph& whole, const RouteStage& stage,
             const std::vector<WayCost>& costs)
      : topology_(topology), whole_(whole), stage_(stage), costs_(costs), targets_(topology.node_values(*stage.digit)) {
    const std::uint32_t radix = topology.digits[*stage.digit].radix;
    hops_.resize(std::size_t{radix} * targets_.size());
    of_site_.resize(topology.site_count() * targets_.size());
    if (routing == Routing::express) {
      by_express_rule();
    } else {
      by_shortest_paths();
    }
  }
  /// Calls body(way) for every way that goes on from the end of this one, along this stage, to a value of a node.
  template <class Body>
  void for_each_next(const PairCost& way, const Body& body) const {
    const std::uint32_t value = stage_.value(way.destination);
    const std::uint64_t line = way.destination - value * stage_.weight;
    const std::uint32_t* const hops = hops_.data() + value * targets_.size();
    const WayCost* const costs = of_site_.data() + way.destination * targets_.size();
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      if (hops[t] == kUnreached) continue;
      body(PairCost{way.source, line + targets_[t] * stage_.weight, way.hops + hops[t], way.way + costs[t]});
    }
  }

 private:
  /// Calls body(site) for the first site of every line whose other digits have values of nodes.
  template <class Body>
  void for_each_line(const Body& body) const {
    const std::vector<std::uint64_t> weights = digit_weights(topology_);
    for (std::uint64_t site = 0; site < topology_.site_count(); ++site) {
      bool holds_links = stage_.value(site) == 0;
      for (std::size_t digit = 0; digit < weights.size() && holds_links; ++digit) {
        const auto value = static_cast<std::uint32_t>(site / weights[digit] % topology_.digits[digit].radix);
        holds_links = digit == *stage_.digit || topology_.level(digit, value) == 0;
      }
      if (holds_links) body(site);
    }
  }

  std::vector<WayCost> line_costs(std::uint64_t site) const {
    std::vector<WayCost> costs(stage_.graph.head.size());
    for (std::uint32_t node = 0; node < stage_.graph.node_count(); ++node) {
      for (std::uint64_t c = stage_.graph.first[node]; c < stage_.graph.first[node + 1]; ++c)
        costs[c] = costs_[whole_channel(whole_, stage_, site, node, c)];
    }
    return costs;
  }

  void by_shortest_paths() {
    const ChannelGraph back = reversed(stage_.graph);
    std::vector<WaysTo> ways;
    ways.reserve(targets_.size());
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      ways.emplace_back(stage_.graph, back, targets_[t]);
      for (std::uint32_t value = 0; value < stage_.graph.node_count(); ++value) {
        hops_[value * targets_.size() + t] = ways[t].hops(value);
      }
    }
    for_each_line([&](std::uint64_t site) {
      const std::vector<WayCost> line = line_costs(site);
      for (std::size_t t = 0; t < targets_.size(); ++t) {
        const auto costs = ways[t].mean_costs<WayCost>([&](std::uint32_t, std::uint64_t c) { return line[c]; });
        for (std::uint32_t value = 0; value < costs.size(); ++value)
          of_site_[(site + value * stage_.weight) * targets_.size() + t] = costs[value];
      }
    });
  }

  void by_express_rule() {
    const ExpressRule rule = express_rule(topology_, *stage_.digit);
    const ExpressPlaces places = express_places(topology_, *stage_.digit);
    for_each_line([&](std::uint64_t site) {
      const std::vector<WayCost> line = line_costs(site);
      for (const std::uint32_t from : targets_) {
        for (std::size_t t = 0; t < targets_.size(); ++t) {
          std::uint32_t hops = 0;
          WayCost sum;
          for_each_express_hop(rule, places, from, targets_[t], [&](std::uint32_t value, std::uint32_t next) {
            const auto cost = [&](std::uint64_t c) { return line[c]; };
            sum = sum + channels_between<WayCost>(stage_.graph, value, next, cost).mean;
            ++hops;
          });
          hops_[from * targets_.size() + t] = hops;
          of_site_[(site + from * stage_.weight) * targets_.size() + t] = sum;
        }
      }
    });
  }

  const Topology& topology_;
  const ChannelGraph& whole_;
  const RouteStage& stage_;
  const std::vector<WayCost>& costs_;
  std::vector<std::uint32_t> targets_;
  std::vector<std::uint32_t> hops_;  ///< by value and target
  std::vector<WayCost> of_site_;     ///< by site and target
};

void visit_product(const Topology& topology, Routing routing, const ChannelGraph& whole,
                   const std::vector<WayCost>& costs, FunctionRef<void(const PairCost&)> visit) {
  const std::vector<RouteStage> stages = route_stages(topology, whole);
  std::vector<StageCosts> of_stages;
  of_stages.reserve(stages.size());
  for (const RouteStage& stage : stages) of_stages.emplace_back(topology, routing, whole, stage, costs);
  const NodeNumbers numbers(topology);
  std::vector<PairCost> now, next;
  for (std::uint64_t source = 0; source < topology.node_count(); ++source) {
    const std::uint64_t from = numbers.site(source);
    now = {{from, from, 0, {}}};
    for (const StageCosts& stage : of_stages) {
      next.clear();
      for (const PairCost& way : now) stage.for_each_next(way, [&](const PairCost& to) { next.push_back(to); });
      now.swap(next);
    }
    for (const PairCost& pair : now) visit(pair);
  }
}

void visit_graph(const ChannelGraph& graph, const std::vector<WayCost>& costs,
                 FunctionRef<void(const PairCost&)> visit) {
  const ChannelGraph back = reversed(graph);
  for (std::uint32_t to = 0; to < graph.node_count(); ++to) {
    if (!graph.is_node(to)) continue;
    const WaysTo ways(graph, back, to);
    const auto sums = ways.mean_costs<WayCost>([&](std::uint32_t, std::uint64_t c) { return costs[c]; });
    for (std::uint32_t from = 0; from < graph.node_count(); ++from) {
      if (!graph.is_node(from) || ways.hops(from) == kUnreached) continue;
      visit({from, to, ways.hops(from), sums[from]});
    }
  }
}

}  // namespace

double pair_visits(const Topology& topology) {
  const auto nodes = static_cast<double>(topology.node_count()), sites = static_cast<double>(topology.site_count());
  double visits = nodes * nodes;
  if (!topology.is_product()) visits += nodes * 2 * static_cast<double>(topology.link_count());
  for (std::size_t digit = 0; topology.is_product() && digit < topology.digits.size(); ++digit) {
    double channels = 0;
    for (const LinkClass& each : topology.classes) {
      if (each.digits[0] == digit) channels += 2 * static_cast<double>(each.links.size());
      if (each.digits[0] == digit && each.shared) channels += std::pow(topology.digits[digit].radix, 2);
    }
    visits += sites * channels;
  }
  return visits;
}

bool for_each_pair(const Topology& topology, Routing routing, const std::vector<WayCost>& costs, std::uint64_t effort,
                   FunctionRef<void(const PairCost&)> visit) {
  if (pair_visits(topology) > static_cast<double>(effort)) return false;
  const ChannelGraph whole = channel_graph(topology);
  CUTLINE_EXPECT(costs.size() == whole.head.size());
  if (topology.is_product()) {
    visit_product(topology, routing, whole, costs, visit);
  } else {
    visit_graph(whole, costs, visit);
  }
  return true;
}

namespace {

/// Adds up the pairs with the same cost. Most pairs are like many others, so there are few different costs. A hash
/// table with open addressing is used, because this takes most of the time of a sweep.
class CountsByCost {
 public:
  void add(const PairCount& pairs) {
    if (2 * counts_.size() >= places_.size()) grow();
    std::uint32_t& place = places_[place_of(pairs)];
    if (place == kFree) {
      place = static_cast<std::uint32_t>(counts_.size());
      counts_.push_back(pairs);
    } else {
      counts_[place].pairs += pairs.pairs;
    }
  }
  /// The counts in the order in which they were first added.
  std::vector<PairCount> take() && { return std::move(counts_); }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  static bool pay_the_same(const PairCount& a, const PairCount& b) {
    return a.hops == b.hops && a.way.links == b.way.links && a.way.interchanges == b.way.interchanges;
  }
  /// The place of the count with the cost of these pairs or, if there is none, a free place for it.
  std::size_t place_of(const PairCount& pairs) const {
    constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio, as Fibonacci hashing takes it
    std::uint64_t hash = std::bit_cast<std::uint64_t>(pairs.way.links) * kFactor + pairs.hops;
    hash = (hash ^ hash >> 32 ^ std::bit_cast<std::uint64_t>(pairs.way.interchanges)) * kFactor;
    std::size_t place = hash >> 32 & (places_.size() - 1);
    while (places_[place] != kFree && !pay_the_same(counts_[places_[place]], pairs))
      place = (place + 1) & (places_.size() - 1);
    return place;
  }
  void grow() {
    places_.assign(std::max<std::size_t>(64, 4 * counts_.size()), kFree);
    places_.resize(std::bit_ceil(places_.size()), kFree);
    for (std::uint32_t i = 0; i < counts_.size(); ++i) places_[place_of(counts_[i])] = i;
  }

  std::vector<std::uint32_t> places_;  ///< indices of counts_; a power of two of them, at most half taken
  std::vector<PairCount> counts_;
};

std::optional<std::vector<PairCount>> counts_of(const NetworkWithLinks& network, Routing routing, std::uint64_t effort,
                                                FunctionRef<double(const LinkPlace&)> cost) {
  CountsByCost counts;
  const bool known =
      for_each_pair(network.topology, routing, channel_costs(network, cost), effort, [&](const PairCost& pair) {
        counts.add({pair.hops, pair.way, 1});
      });
  if (!known) return std::nullopt;
  return std::move(counts).take();
}

std::vector<PairCount> convolved_counts(const std::vector<PairCount>& a, const std::vector<PairCount>& b) {
  CountsByCost sums;
  for (const PairCount& one : a) {
    for (const PairCount& other : b) sums.add({one.hops + other.hops, one.way + other.way, one.pairs * other.pairs});
  }
  return std::move(sums).take();
}

}  // namespace

std::optional<std::vector<NetworkWithLinks>> networks_of_pairs(const LaidOutNetwork& network, std::uint64_t effort) {
  std::optional<std::vector<NetworkWithLinks>> networks = networks_by_axis(network, effort);
  const bool by_axis = networks.has_value();
  if (!by_axis && !fits_channel_graph(network.topology)) return std::nullopt;
  double visits = by_axis ? 0 : pair_visits(network.topology);
  if (by_axis) {
    for (const NetworkWithLinks& axis : *networks) visits += pair_visits(axis.topology);
  }
  if (visits > static_cast<double>(effort)) return std::nullopt;
  if (!by_axis) networks.emplace().push_back(whole_network(network));
  return networks;
}

std::optional<std::vector<PairCount>> pair_counts(const std::vector<NetworkWithLinks>& networks, Routing routing,
                                                  std::uint64_t effort, FunctionRef<double(const LinkPlace&)> cost) {
  std::vector<PairCount> all = {{.pairs = 1}};
  for (const NetworkWithLinks& network : networks) {
    const auto own = counts_of(network, routing, effort, cost);
    if (!own || own->size() > effort / all.size()) return std::nullopt;
    all = convolved_counts(all, *own);
  }
  return all;
}

namespace {

/// The mean hops and costs from every site along the ways to a node; absent where routes of one site differ in hops.
std::optional<std::vector<PairCount>> mean_ways(const Routes& routes, const WaysToNode& ways,
                                                const std::vector<WayCost>& costs) {
  std::vector<PairCount> mean(routes.graph->node_count());
  for (auto site = ways.order.rbegin(); site != ways.order.rend(); ++site) {
    PairCount& here = mean[*site];
    for (std::uint32_t i = ways.first[*site]; i < ways.first[*site + 1]; ++i) {
      const NextHop& hop = ways.hops[i];
      const PairCount& next = mean[routes.graph->head[hop.channel]];
      if (here.hops != 0 && here.hops != next.hops + 1) return std::nullopt;
      here.hops = next.hops + 1;
      here.way = here.way + (costs[hop.channel] + next.way) * hop.share;
    }
  }
  return mean;
}

}  // namespace

std::optional<std::vector<PairCount>> pair_counts(const Routes& routes, const std::vector<WayCost>& costs,
                                                  FunctionRef<double(std::uint32_t, std::uint32_t)> messages) {
  if (routes.leg != nullptr) return std::nullopt;
  CountsByCost counts;
  const auto sites = static_cast<std::uint32_t>(routes.graph->node_count());
  for (std::uint32_t to = 0; to < sites; ++to) {
    if (!routes.graph->is_node(to)) continue;
    if (const double own = messages(to, to); own > 0) counts.add({0, {}, own});
    for (std::uint32_t layer = 0; layer < routes.layers; ++layer) {
      const WaysToNode ways = routes.ways_to(to, layer);
      const auto mean = mean_ways(routes, ways, costs);
      if (!mean) return std::nullopt;
      for (const std::uint32_t from : ways.order) {
        if (!routes.graph->is_node(from) || routes.layer(from, to) != layer) continue;
        if (const double own = messages(from, to); own > 0) counts.add({(*mean)[from].hops, (*mean)[from].way, own});
      }
    }
  }
  return std::move(counts).take();
}

}  // namespace cutline
