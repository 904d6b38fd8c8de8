// SPDX-License-Identifier: Apache-2.0
#include "routing/ways_to.hpp"

#include <queue>
#include <set>

namespace cutline {

std::vector<std::uint32_t> farthest_first(const std::vector<std::uint32_t>& hops, std::uint32_t none) {
  std::vector<std::uint32_t> starts;
  for (const std::uint32_t each : hops) {
    if (each == none) continue;
    if (starts.size() <= each + 1) starts.resize(each + 2);
    ++starts[each];
  }
  if (starts.empty()) return {};
  starts[0] = 0;
  std::uint32_t sum = 0;
  for (std::size_t d = starts.size(); d-- > 0;) sum += std::exchange(starts[d], sum);
  std::vector<std::uint32_t> order(sum);
  for (std::uint32_t site = 0; site < hops.size(); ++site) {
    if (hops[site] != none && hops[site] != 0) order[starts[hops[site]]++] = site;
  }
  return order;
}

PathTable::PathTable(std::shared_ptr<const ChannelGraph> graph)
    : graph_(std::move(graph)),
      sites_(graph_->node_count()),
      ports_(sites_ * sites_, kNone),
      parallel_(graph_->head.size()) {
  std::vector<std::uint64_t> first_to(sites_);  // the channel of the site at hand that leads there first, plus 1
  for (std::uint32_t site = 0; site < sites_; ++site) {
    const std::uint64_t begin = graph_->first[site];
    for (std::uint64_t c = begin; c < graph_->first[site + 1]; ++c) {
      std::uint64_t& first = first_to[graph_->head[c]];
      if (first <= begin) first = c + 1;
      ++parallel_[first - 1];
    }
  }
}

WaysToNode PathTable::ways_to(std::uint32_t destination) const {
  constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  std::vector<std::uint32_t> hops(sites_, kUnknown), passed;
  hops[destination] = 0;
  for (std::uint32_t start = 0; start < sites_; ++start) {
    std::uint32_t site = start;
    while (hops[site] == kUnknown && has_way(site, destination)) {
      passed.push_back(site);
      CUTLINE_EXPECT(passed.size() <= sites_);
      site = graph_->head[channel(site, destination)];
    }
    if (hops[site] == kUnknown) hops[site] = kNoWay;
    std::uint32_t far = hops[site];
    for (; !passed.empty(); passed.pop_back()) hops[passed.back()] = far == kNoWay ? kNoWay : ++far;
  }
  WaysToNode ways;
  ways.order = farthest_first(hops, kNoWay);
  add_hops(sites_, ways, [&](std::uint32_t site) {
    if (hops[site] == kNoWay || site == destination) return;
    const std::uint64_t first = channel(site, destination);
    const std::uint32_t of_bundle = parallel(first);
    for (std::uint64_t c = first, left = of_bundle; left > 0; ++c) {
      if (graph_->head[c] != graph_->head[first]) continue;
      ways.hops.push_back({static_cast<std::uint32_t>(c), 0, 1.0 / of_bundle});
      --left;
    }
  });
  return ways;
}

Routes routes_by(PathTable table) {
  const auto shared = std::make_shared<const PathTable>(std::move(table));
  Routes routes;
  routes.graph = shared->shared_graph();
  routes.ways_to = [shared](std::uint32_t destination, std::uint32_t) { return shared->ways_to(destination); };
  routes.layer = [](std::uint32_t, std::uint32_t) { return 0; };
  return routes;
}

void WayTable::add(std::uint32_t site, std::uint32_t destination, const NextHop& hop, std::uint32_t within) {
  to_[destination].push_back({site, within, hop});
}

void WayTable::sort() {
  for (std::vector<Entry>& entries : to_) std::ranges::stable_sort(entries, {}, &Entry::site);
}

WaysToNode WayTable::said(std::uint32_t destination, std::uint32_t layer) const {
  const std::vector<Entry>& entries = to_[destination];
  WaysToNode ways;
  std::size_t next = 0;
  add_hops(to_.size(), ways, [&](std::uint32_t site) {
    const std::size_t begin = next;
    while (next < entries.size() && entries[next].site == site) ++next;
    for (const std::uint32_t within : {layer, kAllLayers}) {
      if (ways.hops.size() > ways.first[site]) break;
      for (std::size_t i = begin; i < next; ++i) {
        if (entries[i].within == within) ways.hops.push_back(entries[i].hop);
      }
    }
  });
  return ways;
}

WaysToNode WayTable::ways_to(std::uint32_t destination, std::uint32_t layer) const {
  const WaysToNode all = said(destination, layer);
  std::vector<std::uint32_t> circle;
  const std::vector<std::uint32_t> hops = longest_ways(*graph_, all, destination, circle);
  CUTLINE_EXPECT(circle.empty());
  WaysToNode ways;
  ways.order = farthest_first(hops, kNoWay);
  add_hops(to_.size(), ways, [&](std::uint32_t site) {
    if (hops[site] != kNoWay)
      ways.hops.insert(ways.hops.end(), all.hops.begin() + all.first[site], all.hops.begin() + all.first[site + 1]);
  });
  return ways;
}

std::vector<std::uint32_t> longest_ways(const ChannelGraph& graph, const WaysToNode& ways, std::uint32_t destination,
                                        std::vector<std::uint32_t>& circle) {
  std::vector<std::uint32_t> hops(graph.node_count());
  const auto head = [&](std::uint32_t way) { return graph.head[ways.hops[way].channel]; };
  const auto step = [&](std::uint32_t site, std::uint32_t i) {
    const std::uint32_t way = ways.first[site] + i;
    return site != destination && way < ways.first[site + 1] ? head(way) : kNoStep;
  };
  circle = first_circle(hops.size(), step, [&](std::uint32_t site) {
    if (site == destination) return;
    std::uint32_t most = ways.first[site] == ways.first[site + 1] ? kNoWay : 0;
    for (std::uint32_t way = ways.first[site]; way < ways.first[site + 1]; ++way) {
      const std::uint32_t far = hops[head(way)];
      most = far == kNoWay || most == kNoWay ? kNoWay : std::max(most, far + 1);
    }
    hops[site] = most;
  });
  return hops;
}

WaysTo::WaysTo(const ChannelGraph& graph, const ChannelGraph& back, std::uint32_t target)
    : graph_(graph), hops_(hops_from(back, target)), paths_(graph.node_count()) {
  for (std::uint32_t node = 0; node < hops_.size(); ++node) {
    if (node != target && hops_[node] != kUnreached) nearest_first_.push_back(node);
  }
  std::ranges::stable_sort(nearest_first_, [&](std::uint32_t a, std::uint32_t b) { return hops_[a] < hops_[b]; });
  paths_[target] = 1;
  for (const std::uint32_t node : nearest_first_) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      if (leads_nearer(node, graph.head[c])) paths_[node] += paths_[graph.head[c]];
    }
  }
}

std::uint64_t WaysTo::first_channel(std::uint32_t from) const {
  CUTLINE_EXPECT(hops_[from] > 0 && hops_[from] != kUnreached);
  std::uint64_t c = graph_.first[from];
  while (!leads_nearer(from, graph_.head[c])) ++c;
  return c;
}

Routes minimal_routes(const std::shared_ptr<const ChannelGraph>& graph) {
  const auto back = std::make_shared<const ChannelGraph>(reversed(*graph));
  Routes routes;
  routes.graph = graph;
  routes.layer = [](std::uint32_t, std::uint32_t) { return 0; };
  routes.ways_to = [graph, back](std::uint32_t destination, std::uint32_t) {
    const WaysTo shortest(*graph, *back, destination);
    WaysToNode ways;
    ways.order.assign(shortest.nearest_first().rbegin(), shortest.nearest_first().rend());
    add_hops(graph->node_count(), ways, [&](std::uint32_t site) {
      shortest.for_each_next(site, [&](std::uint64_t channel, double share) {
        ways.hops.push_back({static_cast<std::uint32_t>(channel), 0, share});
      });
    });
    return ways;
  };
  return routes;
}

namespace {

/// The cost of a channel: one hop, and between groups more than all hops of a path, so that the cheapest paths have the
/// fewest hops between groups and, of these, the fewest hops.
class GroupCosts {
 public:
  explicit GroupCosts(const Topology& topology)
      : group_(digit_weights(topology).back()), between_(std::uint64_t{topology.site_count()}) {}
  std::uint64_t group(std::uint32_t site) const { return site / group_; }
  std::uint64_t of(std::uint32_t from, std::uint32_t to) const { return group(from) == group(to) ? 1 : between_; }

 private:
  std::uint64_t group_, between_;
};

constexpr std::uint64_t kNoPath = ~std::uint64_t{0};

/// The cost of the cheapest path from every site.
std::vector<std::uint64_t> costs_to(const ChannelGraph& back, std::uint32_t destination, const GroupCosts& costs) {
  using Reached = std::pair<std::uint64_t, std::uint32_t>;
  std::vector<std::uint64_t> cost(back.node_count(), kNoPath);
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> next;
  cost[destination] = 0;
  next.emplace(0, destination);
  while (!next.empty()) {
    const auto [reached, site] = next.top();
    next.pop();
    if (reached > cost[site]) continue;
    for (std::uint64_t c = back.first[site]; c < back.first[site + 1]; ++c) {
      const std::uint64_t own = reached + costs.of(back.head[c], site);
      if (own >= cost[back.head[c]]) continue;
      cost[back.head[c]] = own;
      next.emplace(own, back.head[c]);
    }
  }
  return cost;
}

}  // namespace

bool has_groups(const Topology& topology) {
  const auto highest = static_cast<std::uint8_t>(topology.digits.size() - 1);
  const auto joins_groups = [&](const LinkClass& links) { return links.digits.back() == highest; };
  const auto between = static_cast<std::size_t>(std::ranges::count_if(topology.classes, joins_groups));
  return !topology.is_product() && between > 0 && between < topology.classes.size();
}

namespace {

/// Whether every node is linked to all switches of its group and to nothing else. Then messages go up to a switch,
/// along at most one link between groups, and down, and no channel waits for one before it.
bool goes_up_and_down(const Topology& topology, const ChannelGraph& graph) {
  if (!topology.has_switches()) return false;
  const std::uint64_t group = digit_weights(topology).back();
  std::vector<std::uint64_t> switches(topology.digits.back().radix);
  for (std::uint32_t site = 0; site < graph.node_count(); ++site)
    switches[site / group] += topology.kind(site) == SiteKind::node ? 0 : 1;
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    if (!graph.is_node(site)) continue;
    std::set<std::uint32_t> heads;
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
      if (graph.is_node(graph.head[c]) || graph.head[c] / group != site / group) return false;
      heads.insert(graph.head[c]);
    }
    if (heads.size() != switches[site / group]) return false;
  }
  return true;
}

}  // namespace

Routes hierarchical_routes(const Topology& topology, const std::shared_ptr<const ChannelGraph>& graph) {
  const auto back = std::make_shared<const ChannelGraph>(reversed(*graph));
  Routes routes;
  routes.graph = graph;
  routes.datelines = goes_up_and_down(topology, *graph) ? 1 : 2;
  routes.layer = [](std::uint32_t, std::uint32_t) { return 0; };
  routes.ways_to = [graph, back, last = routes.datelines - 1, costs = GroupCosts(topology)](std::uint32_t destination,
                                                                                            std::uint32_t) {
    const std::vector<std::uint64_t> cost = costs_to(*back, destination, costs);
    const auto leads_nearer = [&](std::uint32_t site, std::uint32_t head) {
      return cost[head] != kNoPath && cost[head] + costs.of(site, head) == cost[site];
    };
    WaysToNode ways;
    for (std::uint32_t site = 0; site < cost.size(); ++site) {
      if (site != destination && cost[site] != kNoPath) ways.order.push_back(site);
    }
    std::ranges::stable_sort(ways.order, [&](std::uint32_t a, std::uint32_t b) { return cost[a] > cost[b]; });
    std::vector<double> paths(cost.size());
    paths[destination] = 1;
    for (auto site = ways.order.rbegin(); site != ways.order.rend(); ++site) {
      for (std::uint64_t c = graph->first[*site]; c < graph->first[*site + 1]; ++c)
        paths[*site] += leads_nearer(*site, graph->head[c]) ? paths[graph->head[c]] : 0;
    }
    add_hops(cost.size(), ways, [&](std::uint32_t site) {
      if (site == destination || cost[site] == kNoPath) return;
      // Within the last group messages change their class of virtual channels, as [Kim 2008] does.
      const std::uint32_t dateline = costs.group(site) == costs.group(destination) ? last : 0;
      for (std::uint64_t c = graph->first[site]; c < graph->first[site + 1]; ++c) {
        const std::uint32_t head = graph->head[c];
        if (leads_nearer(site, head))
          ways.hops.push_back({static_cast<std::uint32_t>(c), dateline, paths[head] / paths[site]});
      }
    });
    return ways;
  };
  return routes;
}

}  // namespace cutline
