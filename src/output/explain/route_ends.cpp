// SPDX-License-Identifier: Apache-2.0
#include "output/explain/route_ends.hpp"

#include <fmt/format.h>

#include "cutline/base/error.hpp"
#include "cutline/study/design.hpp"
#include "cutline/study/placed_network.hpp"

namespace cutline::explanation {

std::pair<std::uint64_t, std::uint64_t> route_ends(const Candidate& candidate,
                                                   const std::pair<std::uint64_t, std::uint64_t>& nodes) {
  constexpr std::uint64_t kMostRouteNodes = std::uint64_t{1} << 22;
  const Topology& topology = candidate.network()->topology;
  const std::uint64_t count = topology.node_count();
  for (const std::uint64_t node : {nodes.first, nodes.second}) {
    if (node < count) continue;
    throw_input_error(
        fmt::format("there is no node {}: '{}' has nodes 0 to {}", node, candidate.design->name, count - 1), {},
        "route");
  }
  if (count > kMostRouteNodes) {
    throw_limit_error(
        fmt::format("a route is searched among at most {} nodes; this network has {}", kMostRouteNodes, count), {},
        "route");
  }
  return {node_site(topology, nodes.first), node_site(topology, nodes.second)};
}

}  // namespace cutline::explanation
