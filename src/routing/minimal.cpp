// SPDX-License-Identifier: Apache-2.0

#include "cutline/routing/routes.hpp"
#include "cutline/routing/ways_to.hpp"
#include "cutline/topology/digit_graphs.hpp"

namespace cutline {

Routes minimal_routes(const std::shared_ptr<const ChannelGraph>& graph) {
  const auto back = std::make_shared<const ChannelGraph>(reversed(*graph));
  Routes routes;
  routes.graph = graph;
  routes.layer = [](std::uint32_t, std::uint32_t) { return 0; };
  routes.ways_to = [graph, back](std::uint32_t destination, std::uint32_t) {
    const WaysTo shortest(*graph, *back, destination);
    WaysToNode ways;
    ways.order.assign(shortest.nearest_first().rbegin(), shortest.nearest_first().rend());
    for (std::uint32_t site = 0; site < graph->node_count(); ++site) {
      ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
      shortest.for_each_next(site, [&](std::uint64_t channel, double share) {
        ways.hops.push_back({static_cast<std::uint32_t>(channel), 0, share});
      });
    }
    ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
    return ways;
  };
  return routes;
}

}  // namespace cutline
