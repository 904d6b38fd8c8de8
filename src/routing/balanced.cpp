// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "cutline/base/error.hpp"
#include "cutline/topology/digit_graphs.hpp"
#include "routing/balancer.hpp"

namespace cutline {

void Balancer::choose(std::uint32_t destination, const HopsTo& hops, MayTake may_take) {
  const std::vector<std::uint32_t> order = farthest_first(hops, kUnreached);
  add_paths(order, destination, -1);
  const double most =
      std::accumulate(loads_.begin(), loads_.end(), 1.0, [](double a, double b) { return std::max(a, b); });
  // The cost of the way from each site. The fourth power makes one full channel cost more than several half full ones.
  std::vector<double> cost(hops.size());
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::uint32_t site = order[i];
    const std::uint64_t end = graph_.first[site + 1];
    std::uint64_t best = end;
    for (std::uint64_t c = graph_.first[site]; c < end; ++c) {
      if (hops[graph_.head[c]] + 1 != hops[site] || !may_take(site, c)) continue;
      const double full = loads_[c] / most * (loads_[c] / most);
      const double way = cost[graph_.head[c]] + full * full;
      if (best != end && way >= cost[site]) continue;
      best = c;
      cost[site] = way;
    }
    CUTLINE_EXPECT(best != end);
    table_.set(site, destination, best);
  }
  add_paths(order, destination, 1);
}

void Balancer::add_paths(const std::vector<std::uint32_t>& order, std::uint32_t destination, double times) {
  if (order.empty() || !table_.has_way(order[0], destination)) return;
  std::vector<double> passing(graph_.node_count());
  for (const std::uint32_t site : order) {
    if (graph_.is_node(site)) passing[site] += 1;
    const std::uint64_t channel = table_.channel(site, destination);
    passing[graph_.head[channel]] += passing[site];
    loads_[channel] += times * passing[site];
  }
}

PathTable balanced_paths(std::shared_ptr<const ChannelGraph> graph) {
  const ChannelGraph back = reversed(*graph);
  Balancer balancer(std::move(graph));
  balancer.for_each_choice([&](std::uint32_t destination) {
    balancer.choose(destination, hops_from(back, destination), [](std::uint32_t, std::uint64_t) { return true; });
  });
  return std::move(balancer).table();
}

Routes balanced_routes(std::shared_ptr<const ChannelGraph> graph) {
  return routes_by(balanced_paths(std::move(graph)));
}

}  // namespace cutline
