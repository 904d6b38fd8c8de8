// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/performance/traffic.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// A link of a layout, and the number of links with the same geometry and, if digits are alike, the same traffic.
struct PlacedLink {
  std::size_t link_class = 0;
  std::uint64_t a = 0, b = 0;
  LinkPlace place;
  std::uint64_t copies = 1;
};

/// Calls visit for every link one by one. Deterministic order. Cost: O(links log nodes).
void for_each_link_by_itself(const Topology& topology, const Placement& placement, const Layout& layout,
                             FunctionRef<void(const PlacedLink&)> visit);

/// The same, but if each digit of a product network lies on one axis, it visits each part of a pattern once for all
/// lines together. Then `a` and `b` have only the digits of that axis, and the cost is O(parts of the distinct
/// patterns).
void for_each_placed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          FunctionRef<void(const PlacedLink&)> visit);

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

}  // namespace cutline
