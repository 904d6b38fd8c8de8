// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"
#include "cutline/topology/digit_graphs.hpp"
#include "routing/balancer.hpp"

namespace cutline {

void Balancer::choose(std::uint32_t destination, const HopsTo& hops, MayTake may_take) {
  const std::vector<std::uint32_t> order = farthest_first(hops, kUnreached);
  remove_paths(order, destination);
  std::vector<double> passing(hops.size());
  for (const std::uint32_t site : order) {
    if (graph_.is_node(site)) passing[site] += 1;
    const std::uint64_t end = graph_.first[site + 1];
    std::uint64_t best = end;
    for (std::uint64_t c = graph_.first[site]; c < end; ++c) {
      if (hops[graph_.head[c]] + 1 != hops[site] || !may_take(site, c)) continue;
      if (best == end || loads_[c] < loads_[best]) best = c;
    }
    CUTLINE_EXPECT(best != end);
    table_.set(site, destination, best);
    passing[graph_.head[best]] += passing[site];
    loads_[best] += passing[site];
  }
}

void Balancer::remove_paths(const std::vector<std::uint32_t>& order, std::uint32_t destination) {
  if (order.empty() || !table_.has_way(order[0], destination)) return;
  std::vector<double> passing(graph_.node_count());
  for (const std::uint32_t site : order) {
    if (graph_.is_node(site)) passing[site] += 1;
    const std::uint64_t channel = table_.channel(site, destination);
    passing[graph_.head[channel]] += passing[site];
    loads_[channel] -= passing[site];
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
