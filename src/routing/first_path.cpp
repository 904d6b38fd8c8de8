// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"
#include "cutline/routing/routes.hpp"

namespace cutline {

std::vector<PathHop> first_path(const Routes& routes, std::uint32_t source, std::uint32_t destination) {
  std::vector<PathHop> path;
  if (source == destination) return path;
  const std::uint32_t layer = routes.layer(source, destination);
  const WaysToNode ways = routes.ways_to(destination, layer);
  for (std::uint32_t site = source; site != destination; site = routes.graph->head[path.back().channel]) {
    if (ways.first[site] == ways.first[site + 1])
      throw_input_error("some node that messages go to cannot be reached", "channels may go one way only");
    const NextHop& hop = ways.hops[ways.first[site]];
    path.push_back({hop.channel, layer * routes.datelines + hop.dateline});
    CUTLINE_EXPECT(path.size() < routes.graph->node_count());
  }
  return path;
}

}  // namespace cutline
