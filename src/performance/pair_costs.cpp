// SPDX-License-Identifier: Apache-2.0
#include "cutline/performance/pair_costs.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "cutline/base/error.hpp"
#include "performance/link_places.hpp"
#include "performance/route_stages.hpp"
#include "performance/ways_to.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

namespace {

[[noreturn]] void throw_unreached() {
  throw_input_error("some node cannot be reached from another", "channels may go one way only");
}

/// The costs of links by the channels that they are.
class CostsOfLinks {
 public:
  explicit CostsOfLinks(const Topology& topology) : topology_(topology), weights_(digit_weights(topology)) {}

  void add(const PlacedLink& link, double cost) {
    const LinkClass& link_class = topology_.classes[link.link_class];
    const auto number = static_cast<std::uint32_t>(link.link_class);
    if (link_class.shared) return costs_.push_back({line(number, link.a.index), number, 0, cost});
    costs_.push_back({link.a.index, number, link.b.index, cost});
    costs_.push_back({link.b.index, number, link.a.index, cost});
  }
  void sort() { std::sort(costs_.begin(), costs_.end()); }
  /// The mean over the links that join the two in the class.
  double mean(std::uint64_t from, std::uint32_t link_class, std::uint64_t to) const {
    const bool shared = topology_.classes[link_class].shared;
    const Key key = shared ? Key(line(link_class, from), link_class, 0) : Key(from, link_class, to);
    double sum = 0, links = 0;
    const auto key_of = [](const Entry& entry) {
      return Key(std::get<0>(entry), std::get<1>(entry), std::get<2>(entry));
    };
    auto entry = std::lower_bound(costs_.begin(), costs_.end(), key,
                                  [&](const Entry& one, const Key& wanted) { return key_of(one) < wanted; });
    for (; entry != costs_.end() && key_of(*entry) == key; ++entry, ++links) sum += std::get<3>(*entry);
    CUTLINE_EXPECT(links > 0);
    return sum / links;
  }

 private:
  using Key = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>;
  using Entry = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t, double>;

  /// The first of the sites that a shared link joins.
  std::uint64_t line(std::uint32_t link_class, std::uint64_t site) const {
    const std::uint8_t digit = topology_.classes[link_class].digits[0];
    return site - site / weights_[digit] % topology_.radices[digit] * weights_[digit];
  }

  const Topology& topology_;
  std::vector<std::uint64_t> weights_;
  std::vector<Entry> costs_;
};

/// One stage of the routes: what every line of the stage's digit costs from every site to every node's value.
class StageCosts {
 public:
  StageCosts(const Topology& topology, Routing routing, const ChannelGraph& whole, const RouteStage& stage,
             const std::vector<WayCost>& costs)
      : topology_(topology), whole_(whole), stage_(stage), costs_(costs), targets_(topology.node_values(*stage.digit)) {
    const std::uint32_t radix = topology.radices[*stage.digit];
    hops_.resize(std::size_t{radix} * targets_.size());
    of_site_.resize(topology.site_count() * targets_.size());
    if (routing == Routing::express) {
      by_express_rule();
    } else {
      by_shortest_paths();
    }
  }
  const std::vector<std::uint32_t>& targets() const { return targets_; }
  std::uint32_t hops(std::uint32_t value, std::size_t target) const { return hops_[value * targets_.size() + target]; }
  const WayCost& cost(std::uint64_t site, std::size_t target) const {
    return of_site_[site * targets_.size() + target];
  }

 private:
  /// Calls body(site) for the first site of every line whose other digits are nodes' coordinates.
  template <class Body>
  void for_each_line(const Body& body) const {
    const std::vector<std::uint64_t> weights = digit_weights(topology_);
    for (std::uint64_t site = 0; site < topology_.site_count(); ++site) {
      bool holds_links = stage_.value(site) == 0;
      for (std::size_t digit = 0; digit < weights.size() && holds_links; ++digit) {
        const auto value = static_cast<std::uint32_t>(site / weights[digit] % topology_.radices[digit]);
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
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      ways.emplace_back(stage_.graph, back, targets_[t]);
      for (std::uint32_t value = 0; value < stage_.graph.node_count(); ++value) {
        const std::uint32_t hops = ways[t].hops(value);
        if (hops == kUnreached && stage_.graph.is_node(value)) throw_unreached();
        hops_[value * targets_.size() + t] = hops;
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
    const ExpressRoute route = express_route(topology_, *stage_.digit);
    const ExpressPlaces places = express_places(topology_, *stage_.digit);
    for_each_line([&](std::uint64_t site) {
      const std::vector<WayCost> line = line_costs(site);
      for (const std::uint32_t from : targets_) {
        for (std::size_t t = 0; t < targets_.size(); ++t) {
          std::uint32_t hops = 0;
          WayCost sum;
          for_each_express_hop(route, places, from, targets_[t], [&](std::uint32_t value, std::uint32_t next) {
            sum = sum + mean_between(line, value, next);
            ++hops;
          });
          hops_[from * targets_.size() + t] = hops;
          of_site_[(site + from * stage_.weight) * targets_.size() + t] = sum;
        }
      }
    });
  }

  /// Parallel channels share evenly.
  WayCost mean_between(const std::vector<WayCost>& line, std::uint32_t from, std::uint32_t to) const {
    WayCost sum;
    double channels = 0;
    for (std::uint64_t c = stage_.graph.first[from]; c < stage_.graph.first[from + 1]; ++c) {
      if (stage_.graph.head[c] != to) continue;
      sum = sum + line[c];
      ++channels;
    }
    CUTLINE_EXPECT(channels > 0);
    return sum * (1 / channels);
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
                   const std::vector<WayCost>& costs, const std::function<void(const PairCost&)>& visit) {
  const std::vector<RouteStage> stages = route_stages(topology, whole, DimensionOrder::highest_first);
  std::vector<StageCosts> of_stages;
  of_stages.reserve(stages.size());
  for (const RouteStage& stage : stages) of_stages.emplace_back(topology, routing, whole, stage, costs);
  const NodeNumbers numbers(topology);
  std::vector<PairCost> now, next;
  for (std::uint64_t source = 0; source < topology.node_count(); ++source) {
    const NodeId from = numbers.site(source);
    now = {{from, from, 0, {}}};
    for (std::size_t s = 0; s < stages.size(); ++s) {
      const StageCosts& of = of_stages[s];
      next.clear();
      for (const PairCost& way : now) {
        const std::uint64_t at = way.destination.index;
        const std::uint32_t value = stages[s].value(at);
        for (std::size_t t = 0; t < of.targets().size(); ++t) {
          const std::uint64_t to = at - value * stages[s].weight + of.targets()[t] * stages[s].weight;
          next.push_back({from, NodeId(to), way.hops + of.hops(value, t), way.way + of.cost(at, t)});
        }
      }
      now.swap(next);
    }
    for (const PairCost& pair : now) visit(pair);
  }
}

void visit_graph(const ChannelGraph& graph, const std::vector<WayCost>& costs,
                 const std::function<void(const PairCost&)>& visit) {
  const ChannelGraph back = reversed(graph);
  for (std::uint32_t to = 0; to < graph.node_count(); ++to) {
    if (!graph.is_node(to)) continue;
    const WaysTo ways(graph, back, to);
    const auto sums = ways.mean_costs<WayCost>([&](std::uint32_t, std::uint64_t c) { return costs[c]; });
    for (std::uint32_t from = 0; from < graph.node_count(); ++from) {
      if (!graph.is_node(from)) continue;
      if (ways.hops(from) == kUnreached) throw_unreached();
      visit({NodeId(from), NodeId(to), ways.hops(from), sums[from]});
    }
  }
}

}  // namespace

std::optional<std::vector<WayCost>> channel_costs(const Topology& topology, const Placement& placement,
                                                  const Layout& layout, std::uint64_t effort,
                                                  const std::function<double(const LinkPlace&)>& cost) {
  if (!fits_channel_graph(topology) || 2 * topology.link_count() > effort) return std::nullopt;
  CostsOfLinks of_links(topology);
  for_each_link_by_itself(topology, placement, layout,
                          [&](const PlacedLink& link) { of_links.add(link, cost(link.place)); });
  of_links.sort();
  const ChannelGraph graph = channel_graph(topology);
  std::vector<WayCost> costs;
  costs.reserve(graph.head.size());
  for (std::uint64_t node = 0; node < graph.node_count(); ++node) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      const bool interchange = topology.kind(NodeId(graph.head[c])) == SiteKind::interchange;
      costs.push_back({of_links.mean(node, graph.link_class[c], graph.head[c]), interchange ? 1.0 : 0.0});
    }
  }
  return costs;
}

bool pairs_within(const Topology& topology, std::uint64_t effort) {
  const auto most = static_cast<double>(effort);
  const auto nodes = static_cast<double>(topology.node_count()), sites = static_cast<double>(topology.site_count());
  double visits = nodes * nodes;
  if (!topology.is_product()) visits += nodes * 2 * static_cast<double>(topology.link_count());
  for (std::size_t digit = 0; topology.is_product() && digit < topology.radices.size(); ++digit) {
    double channels = 0;
    for (const LinkClass& each : topology.classes) {
      if (each.digits[0] == digit) channels += 2 * static_cast<double>(each.links.size());
      if (each.digits[0] == digit && each.shared) channels += std::pow(topology.radices[digit], 2);
    }
    visits += sites * channels;
  }
  return visits <= most;
}

bool for_each_pair(const Topology& topology, Routing routing, const std::vector<WayCost>& costs, std::uint64_t effort,
                   const std::function<void(const PairCost&)>& visit) {
  if (!pairs_within(topology, effort)) return false;
  const ChannelGraph whole = channel_graph(topology);
  CUTLINE_EXPECT(costs.size() == whole.head.size());
  if (topology.is_product()) {
    visit_product(topology, routing, whole, costs, visit);
  } else {
    visit_graph(whole, costs, visit);
  }
  return true;
}

}  // namespace cutline
