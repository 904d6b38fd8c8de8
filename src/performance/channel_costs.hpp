// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/topology/topology.hpp"
#include "measure/placed_links.hpp"
#include "performance/pair_costs.hpp"

namespace cutline {

/// A network with its links placed.
struct NetworkWithLinks {
  Topology topology;
  std::vector<PlacedLink> links;  ///< one by one, of this topology's sites and classes
};

/// All links. Cost: O(links log nodes).
NetworkWithLinks whole_network(const Topology& topology, const Placement& placement, const Layout& layout);

/// For each axis, the network of its digits on one of its lines. This requires that each digit of a product network
/// lies on one axis and that all lines of an axis hold the same links. Then routes correct digit by digit, so the
/// distances and costs of the whole network are sums over the axes. Absent for any other network, or if a line holds
/// more than `most_links`. Cost: O(parts of the distinct patterns), at most `most_links` an axis.
std::optional<std::vector<NetworkWithLinks>> networks_by_axis(const Topology& topology, const Placement& placement,
                                                              const Layout& layout, std::uint64_t most_links);

/// As the public function, for a network whose links are listed one by one. Cost: O(links log links).
std::vector<WayCost> channel_costs(const NetworkWithLinks& network, FunctionRef<double(const LinkPlace&)> cost);

}  // namespace cutline
