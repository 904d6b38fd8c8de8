// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "cutline/base/function_ref.hpp"
#include "cutline/measure/link_geometry.hpp"
#include "cutline/performance/self_messages.hpp"
#include "cutline/performance/traffic_pattern.hpp"
#include "cutline/routing/routing.hpp"
#include "cutline/topology/graph_measures.hpp"

namespace cutline {

struct ChannelGraph;

/// Mean hops of uniform traffic: the mean distance, times (N - 1) / N where messages to oneself count.
std::optional<double> mean_hops(const GraphMeasures& graph, std::uint64_t nodes, SelfMessages self);

/// A link that routes take, or a group of equal ones.
struct RoutedLink {
  LinkPlace place;
  std::uint32_t interchanges = 0;  ///< how many of its ends are interchanges
  double load = 0;                 ///< how many times a mean route uses it, messages to oneself counted
};

/// Calls visit for every link, or group of equal links, that routes use under uniform traffic, along shortest paths or
/// by the express rule. The sum of loads is the mean hops.
///
/// In a product network routes go dimension by dimension, so a link's load depends on its digit's graph alone; the mean
/// is over all copies of the digit's link. In any other network routes are all shortest paths. Either way a pair with
/// several shortest paths (in its digit) is split evenly over them, and links of a class between two nodes share
/// evenly. By the express rule routes go digit by digit too, and parallel channels of a level share evenly. Cost:
/// O(parts of distinct patterns) where every digit of a product lies on one axis, else O(links log nodes), and the
/// loads, which need a search from every node of a graph without a closed form: false, and no call, past `effort` link
/// visits.
bool for_each_routed_link(const Topology& topology, const Placement& placement, const Layout& layout, Routing routing,
                          std::uint64_t effort, FunctionRef<void(const RoutedLink&)> visit);

/// Likewise for any traffic, along the routes that walked_loads() and pattern_loads() take; messages to oneself count
/// as the traffic has them. Cost: that of the loads, and O(links x degree).
bool for_each_routed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          const DigitForm& form, const Traffic& traffic, std::uint64_t effort,
                          FunctionRef<void(const RoutedLink&)> visit);

/// Likewise by the loads of all channels of channel_graph(topology), whatever the routes.
void for_each_routed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          const ChannelGraph& graph, const std::vector<double>& loads,
                          FunctionRef<void(const RoutedLink&)> visit);

}  // namespace cutline
