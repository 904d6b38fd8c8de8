// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "topology/exact_cut.hpp"

namespace cutline {

std::optional<std::uint64_t> damaged_cut(const Topology& topology, const Damage& damage, const Sides& whole, int seeds,
                                         CutIn what) {
  constexpr std::size_t kMostExact = 32;
  constexpr std::uint64_t kVisits = 20'000'000;  // a part: a machine has many
  ChannelGraph graph = link_graph(topology, what, damage.links);
  graph.kinds.resize(graph.node_count(), SiteKind::node);
  for (const std::uint64_t site : damage.sites) graph.kinds[site] = SiteKind::nothing;
  if (graph.addressed_count() < 2) return std::nullopt;
  std::vector<Sides> starts = metis_partitions(graph, seeds);
  starts.push_back(whole);
  std::uint64_t least = ~std::uint64_t{0};
  for (Sides& sides : starts) {
    improve(graph, sides);
    least = std::min(least, crossing(graph, sides));
  }
  if (graph.node_count() > kMostExact || least == 0) return least;
  return exact_cut({.graph = graph, .pulls = {}, .below = least, .visits = kVisits}).weight;
}

}  // namespace cutline
