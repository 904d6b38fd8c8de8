// SPDX-License-Identifier: Apache-2.0
#include "output/explain/route_ends.hpp"

#include <fmt/format.h>

#include "cutline/base/error.hpp"
#include "cutline/study/design.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/topology/said_sites.hpp"

namespace cutline::explanation {

std::pair<std::uint64_t, std::uint64_t> route_ends(const Candidate& candidate, const SaidPair& nodes) {
  constexpr std::uint64_t kMostRouteNodes = std::uint64_t{1} << 22;
  const Topology& topology = candidate.network()->topology;
  const std::uint64_t count = topology.node_count();
  if (count > kMostRouteNodes) {
    throw_limit_error(
        fmt::format("a route is searched among at most {} nodes; this network has {}", kMostRouteNodes, count), {},
        "route");
  }
  const SaidSites said(topology);
  const auto site = [&](const std::string& node) { return node_site(topology, said.expect_node(node, "route")); };
  return {site(nodes.first), site(nodes.second)};
}

}  // namespace cutline::explanation
