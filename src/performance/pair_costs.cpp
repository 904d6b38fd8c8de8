// SPDX-License-Identifier: Apache-2.0
#include "performance/pair_costs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cutline/base/error.hpp"
#include "performance/route_stages.hpp"
#include "performance/ways_by_delay.hpp"

namespace cutline {

namespace {

void find_ways(const WaysTo& ways, std::uint32_t target, WaysByDelay& by_delay) {
  by_delay.start(target);
  for (const std::uint32_t node : ways.nearest_first())
    by_delay.add(node, [&](const auto& visit) { ways.for_each_next(node, visit); });
}

/// One stage of the routes: for every site, the ways along its line of the stage's digit to every value of a node.
class StageWays {
 public:
  StageWays(const Topology& topology, Routing routing, const ChannelGraph& whole, const RouteStage& stage,
            const std::vector<std::int64_t>& delays)
      : topology_(topology),
        whole_(whole),
        stage_(stage),
        delays_(delays),
        targets_(topology.node_values(*stage.digit)),
        of_site_(topology.site_count() * targets_.size()) {
    if (routing == Routing::express) {
      by_express_rule();
    } else {
      by_shortest_paths();
    }
  }
  /// Calls body(way) for every way that goes on from the end of this one, along this stage, to a value of a node.
  template <class Body>
  void for_each_next(const PairWay& way, const Body& body) const {
    const std::uint64_t line = way.destination - stage_.value(way.destination) * stage_.weight;
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      const std::uint64_t to = line + targets_[t] * stage_.weight;
      for (const DelayedMessages& next : of_site_.at(place(way.destination, t)))
        body(PairWay{way.source, to, way.hops + next.hops, way.delay + next.delay, way.share * next.messages});
    }
  }

 private:
  std::size_t place(std::uint64_t site, std::size_t target) const { return site * targets_.size() + target; }

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

  WaysByDelay ways_of_line(std::uint64_t site) const {
    std::vector<std::int64_t> delays(stage_.graph.head.size());
    stage_.graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) {
      delays[c] = delays_[whole_channel(whole_, stage_, site, node, c)];
    });
    return {stage_.graph, std::move(delays), pair_visits(topology_)};
  }

  void by_shortest_paths() {
    const ChannelGraph back = reversed(stage_.graph);
    std::vector<WaysTo> ways;
    ways.reserve(targets_.size());
    for (const std::uint32_t target : targets_) ways.emplace_back(stage_.graph, back, target);
    for_each_line([&](std::uint64_t site) {
      WaysByDelay by_delay = ways_of_line(site);
      for (std::size_t t = 0; t < targets_.size(); ++t) {
        find_ways(ways[t], targets_[t], by_delay);
        for (std::uint32_t value = 0; value < stage_.graph.node_count(); ++value)
          of_site_.set(place(site + value * stage_.weight, t), by_delay.from(value));
      }
    });
  }

  void by_express_rule() {
    const ExpressRule rule = express_rule(topology_, *stage_.digit);
    const ExpressPlaces places = express_places(topology_, *stage_.digit);
    const ChannelGraph& graph = stage_.graph;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> hops;
    for_each_line([&](std::uint64_t site) {
      WaysByDelay by_delay = ways_of_line(site);
      for (const std::uint32_t from : targets_) {
        for (std::size_t t = 0; t < targets_.size(); ++t) {
          by_delay.start(targets_[t]);
          hops.clear();
          for_each_express_hop(rule, places, from, targets_[t],
                               [&](std::uint32_t value, std::uint32_t next) { hops.emplace_back(value, next); });
          for (auto hop = hops.rbegin(); hop != hops.rend(); ++hop) {
            const auto [value, next] = *hop;
            const double channels =
                channels_between<double>(graph, value, next, [](std::uint64_t) { return 0; }).channels;
            by_delay.add(value, [&](const auto& visit) {
              for (std::uint64_t c = graph.first[value]; c < graph.first[value + 1]; ++c) {
                if (graph.head[c] == next) visit(c, 1 / channels);
              }
            });
          }
          of_site_.set(place(site + from * stage_.weight, t), by_delay.from(from));
        }
      }
    });
  }

  const Topology& topology_;
  const ChannelGraph& whole_;
  const RouteStage& stage_;
  const std::vector<std::int64_t>& delays_;
  std::vector<std::uint32_t> targets_;
  WayLists of_site_;  ///< by site and target
};

void visit_product(const Topology& topology, Routing routing, const ChannelGraph& whole,
                   const std::vector<std::int64_t>& delays, FunctionRef<void(const PairWay&)> visit) {
  const std::vector<RouteStage> stages = route_stages(topology, whole);
  std::vector<StageWays> of_stages;
  of_stages.reserve(stages.size());
  for (const RouteStage& stage : stages) of_stages.emplace_back(topology, routing, whole, stage, delays);
  const NodeNumbers numbers(topology);
  std::vector<PairWay> now, next;
  for (std::uint64_t source = 0; source < topology.node_count(); ++source) {
    const std::uint64_t from = numbers.site(source);
    now = {{.source = from, .destination = from}};
    for (const StageWays& stage : of_stages) {
      next.clear();
      for (const PairWay& way : now) stage.for_each_next(way, [&](const PairWay& to) { next.push_back(to); });
      now.swap(next);
    }
    for (const PairWay& way : now) visit(way);
  }
}

void visit_graph(const ChannelGraph& graph, const std::vector<std::int64_t>& delays, double visits,
                 FunctionRef<void(const PairWay&)> visit) {
  const ChannelGraph back = reversed(graph);
  WaysByDelay by_delay(graph, delays, visits);
  for (std::uint32_t to = 0; to < graph.node_count(); ++to) {
    if (!graph.is_node(to)) continue;
    find_ways(WaysTo(graph, back, to), to, by_delay);
    for (std::uint32_t from = 0; from < graph.node_count(); ++from) {
      if (!graph.is_node(from)) continue;
      for (const DelayedMessages& way : by_delay.from(from)) visit({from, to, way.hops, way.delay, way.messages});
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

bool for_each_way(const Topology& topology, Routing routing, const std::vector<std::int64_t>& delays,
                  std::uint64_t effort, FunctionRef<void(const PairWay&)> visit) {
  if (pair_visits(topology) > static_cast<double>(effort)) return false;
  const ChannelGraph whole = channel_graph(topology);
  CUTLINE_EXPECT(delays.size() == whole.head.size());
  if (topology.is_product()) {
    visit_product(topology, routing, whole, delays, visit);
  } else {
    visit_graph(whole, delays, pair_visits(topology), visit);
  }
  return true;
}

namespace {

/// Delays as whole numbers of steps, each a power of two: as short as sums allow.
class Steps {
 public:
  /// For sums of up to `most_added` of these delays.
  Steps(const std::vector<double>& delays, double most_added) {
    double most = 0;
    for (const double delay : delays) most = std::max(most, std::abs(delay));
    constexpr int kBits = 61;
    if (most > 0) exponent_ = kBits - std::ilogb(most * most_added);
  }
  std::int64_t steps(double delay) const { return std::llround(std::ldexp(delay, exponent_)); }
  std::vector<std::int64_t> steps(const std::vector<double>& delays) const {
    return each_of<std::int64_t>(delays, [&](double delay) { return steps(delay); });
  }
  double delay(std::int64_t steps) const { return std::ldexp(static_cast<double>(steps), -exponent_); }

 private:
  int exponent_ = 0;
};

std::vector<WayCount> in_delays(const std::vector<DelayedMessages>& counts, const Steps& steps) {
  return each_of<WayCount>(counts, [&](const DelayedMessages& count) {
    return WayCount{count.hops, steps.delay(count.delay), count.messages};
  });
}

std::optional<std::vector<DelayedMessages>> counts_of(const Topology& topology, Routing routing, std::uint64_t effort,
                                                      const std::vector<std::int64_t>& delays) {
  CountsByDelay counts;
  const bool known = for_each_way(topology, routing, delays, effort, [&](const PairWay& way) {
    counts.add({way.hops, way.delay, way.share});
  });
  if (!known) return std::nullopt;
  return std::move(counts).take();
}

std::vector<DelayedMessages> convolved_counts(const std::vector<DelayedMessages>& a,
                                              const std::vector<DelayedMessages>& b) {
  CountsByDelay sums;
  for (const DelayedMessages& one : a) {
    for (const DelayedMessages& other : b)
      sums.add({one.hops + other.hops, one.delay + other.delay, one.messages * other.messages});
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

std::optional<std::vector<WayCount>> way_counts(const std::vector<NetworkWithLinks>& networks, Routing routing,
                                                std::uint64_t effort, FunctionRef<double(const LinkPlace&)> of_link,
                                                double of_interchange) {
  std::vector<std::vector<double>> delays;
  std::vector<double> all_delays;
  double sites = 0;
  for (const NetworkWithLinks& network : networks) {
    const auto of_site = [&](std::uint64_t site) { return is_inner(network.topology.kind(site)) ? of_interchange : 0; };
    delays.push_back(channel_delays(network, of_link, of_site));
    all_delays.insert(all_delays.end(), delays.back().begin(), delays.back().end());
    sites += static_cast<double>(network.topology.site_count());
  }
  const Steps steps(all_delays, sites);
  std::vector<DelayedMessages> all = {{.messages = 1}};
  for (std::size_t i = 0; i < networks.size(); ++i) {
    const auto own = counts_of(networks[i].topology, routing, effort, steps.steps(delays[i]));
    if (!own || own->size() > effort / all.size()) return std::nullopt;
    all = convolved_counts(all, *own);
  }
  return in_delays(all, steps);
}

std::optional<std::vector<WayCount>> way_counts(const Routes& routes, const std::vector<double>& delays,
                                                const std::vector<double>& starting,
                                                FunctionRef<double(std::uint32_t, std::uint32_t)> messages) {
  if (routes.leg != nullptr) return std::nullopt;
  const auto sites = static_cast<std::uint32_t>(routes.graph->node_count());
  std::vector<double> all = delays;
  all.insert(all.end(), starting.begin(), starting.end());
  const Steps steps(all, sites);
  std::vector<std::int64_t> before = steps.steps(starting);
  before.resize(sites);
  const auto visits = static_cast<double>(sites) * routes.layers * static_cast<double>(delays.size());
  WaysByDelay by_delay(*routes.graph, steps.steps(delays), visits);
  CountsByDelay counts;
  for (std::uint32_t to = 0; to < sites; ++to) {
    if (!routes.graph->is_node(to)) continue;
    if (const double own = messages(to, to); own > 0) counts.add({0, before[to], own});
    for (std::uint32_t layer = 0; layer < routes.layers; ++layer) {
      const WaysToNode ways = routes.ways_to(to, layer);
      by_delay.start(to);
      for (auto site = ways.order.rbegin(); site != ways.order.rend(); ++site) {
        by_delay.add(*site, [&](const auto& visit) {
          for (std::uint32_t i = ways.first[*site]; i < ways.first[*site + 1]; ++i)
            visit(ways.hops[i].channel, ways.hops[i].share);
        });
      }
      for (const std::uint32_t from : ways.order) {
        if (!routes.graph->is_node(from) || routes.layer(from, to) != layer) continue;
        const double own = messages(from, to);
        if (own <= 0) continue;
        for (const DelayedMessages& way : by_delay.from(from))
          counts.add({way.hops, before[from] + way.delay, own * way.messages});
      }
    }
  }
  return in_delays(std::move(counts).take(), steps);
}

}  // namespace cutline
