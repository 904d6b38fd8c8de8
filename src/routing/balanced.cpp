// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/topology/digit_graphs.hpp"
#include "routing/path_table.hpp"

namespace cutline {

namespace {

/// Chooses paths to one destination after another and keeps count of what channels carry.
class Balancer {
 public:
  explicit Balancer(std::shared_ptr<const ChannelGraph> graph)
      : graph_(*graph), back_(reversed(*graph)), table_(graph), loads_(graph->head.size()) {}

  /// Chooses the paths to a destination anew; those chosen before no longer count.
  void choose(std::uint32_t destination) {
    const std::vector<std::uint32_t> hops = hops_from(back_, destination);
    const std::vector<std::uint32_t> order = farthest_first(hops);
    add_paths(order, destination, -1);
    std::vector<double> passing(hops.size(), 1);  // messages that pass a site, its own one too
    for (const std::uint32_t site : order) {
      if (!graph_.is_node(site)) passing[site] -= 1;
      const std::uint64_t channel = least_loaded(site, hops);
      table_.set(site, destination, channel);
      passing[graph_.head[channel]] += passing[site];
      loads_[channel] += passing[site];
    }
  }
  PathTable table() && { return std::move(table_); }

 private:
  static std::vector<std::uint32_t> farthest_first(const std::vector<std::uint32_t>& hops) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t site = 0; site < hops.size(); ++site) {
      if (hops[site] != 0 && hops[site] != kUnreached) order.push_back(site);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return hops[a] > hops[b]; });
    return order;
  }

  void add_paths(const std::vector<std::uint32_t>& order, std::uint32_t destination, double times) {
    if (order.empty() || !table_.has_way(order[0], destination)) return;
    std::vector<double> passing(graph_.node_count());
    for (const std::uint32_t site : order) {
      if (graph_.is_node(site)) passing[site] += 1;
      const std::uint64_t channel = table_.channel(site, destination);
      passing[graph_.head[channel]] += passing[site];
      loads_[channel] += times * passing[site];
    }
  }

  std::uint64_t least_loaded(std::uint32_t site, const std::vector<std::uint32_t>& hops) const {
    std::uint64_t best = graph_.first[site + 1];
    for (std::uint64_t c = graph_.first[site]; c < graph_.first[site + 1]; ++c) {
      if (hops[graph_.head[c]] + 1 != hops[site]) continue;
      if (best == graph_.first[site + 1] || loads_[c] < loads_[best]) best = c;
    }
    return best;
  }

  const ChannelGraph& graph_;
  ChannelGraph back_;
  PathTable table_;
  std::vector<double> loads_;
};

}  // namespace

PathTable balanced_paths(std::shared_ptr<const ChannelGraph> graph) {
  // The first destinations are chosen while most loads are unknown; two more rounds choose them knowing the rest.
  constexpr int kRounds = 3;
  Balancer balancer(graph);
  for (int round = 0; round < kRounds; ++round) {
    for (std::uint32_t site = 0; site < graph->node_count(); ++site) {
      if (graph->is_node(site)) balancer.choose(site);
    }
  }
  return std::move(balancer).table();
}

Routes balanced_routes(std::shared_ptr<const ChannelGraph> graph) {
  return routes_by(balanced_paths(std::move(graph)));
}

}  // namespace cutline
