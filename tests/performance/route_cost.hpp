// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "cutline/topology/topology.hpp"
#include "performance/traffic.hpp"

namespace cutline::test {

/// The mean over uniform traffic of the sum of a cost over the links of the route; without `self` no terminal sends to
/// itself. A cost of 1 gives the mean hops. Absent if it takes more than the effort.
inline std::optional<double> mean_route_cost(const Topology& topology, const Placement& placement, const Layout& layout,
                                             Routing routing, bool self, std::uint64_t effort,
                                             const std::function<double(const LinkGeometry&)>& cost) {
  double sum = 0;
  const auto add = [&](const RoutedLink& link) { sum += link.load * cost(link_geometry(layout, link.place)); };
  if (!for_each_routed_link({topology, placement, layout}, routing, effort, add)) return std::nullopt;
  const auto nodes = static_cast<double>(topology.node_count());
  return self || nodes == 1 ? sum : sum * nodes / (nodes - 1);
}

}  // namespace cutline::test
