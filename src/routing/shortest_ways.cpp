// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <queue>

#include "cutline/base/error.hpp"
#include "cutline/routing/routes.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/way_tables.hpp"
#include "routing/ways_to.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

WaysTo::WaysTo(const ChannelGraph& graph, const ChannelGraph& back, std::uint32_t target)
    : graph_(graph), hops_(hops_from(back, target)), paths_(graph.node_count()) {
  for (std::uint32_t node = 0; node < hops_.size(); ++node) {
    if (node != target && hops_[node] != kUnreached) nearest_first_.push_back(node);
  }
  std::stable_sort(nearest_first_.begin(), nearest_first_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return hops_[a] < hops_[b]; });
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
  const auto between =
      static_cast<std::size_t>(std::count_if(topology.classes.begin(), topology.classes.end(), joins_groups));
  return !topology.is_product() && between > 0 && between < topology.classes.size();
}

Routes hierarchical_routes(const Topology& topology, const std::shared_ptr<const ChannelGraph>& graph) {
  const auto back = std::make_shared<const ChannelGraph>(reversed(*graph));
  Routes routes;
  routes.graph = graph;
  routes.datelines = 2;
  routes.layer = [](std::uint32_t, std::uint32_t) { return 0; };
  routes.ways_to = [graph, back, costs = GroupCosts(topology)](std::uint32_t destination, std::uint32_t) {
    const std::vector<std::uint64_t> cost = costs_to(*back, destination, costs);
    const auto leads_nearer = [&](std::uint32_t site, std::uint32_t head) {
      return cost[head] != kNoPath && cost[head] + costs.of(site, head) == cost[site];
    };
    WaysToNode ways;
    for (std::uint32_t site = 0; site < cost.size(); ++site) {
      if (site != destination && cost[site] != kNoPath) ways.order.push_back(site);
    }
    std::stable_sort(ways.order.begin(), ways.order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return cost[a] > cost[b]; });
    std::vector<double> paths(cost.size());
    paths[destination] = 1;
    for (auto site = ways.order.rbegin(); site != ways.order.rend(); ++site) {
      for (std::uint64_t c = graph->first[*site]; c < graph->first[*site + 1]; ++c)
        paths[*site] += leads_nearer(*site, graph->head[c]) ? paths[graph->head[c]] : 0;
    }
    add_hops(cost.size(), ways, [&](std::uint32_t site) {
      if (site == destination || cost[site] == kNoPath) return;
      // Within the last group messages change their class of virtual channels, as [Kim 2008] does.
      const std::uint32_t dateline = costs.group(site) == costs.group(destination) ? 1 : 0;
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
