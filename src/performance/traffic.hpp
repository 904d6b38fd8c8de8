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

/// Mean hops of uniform traffic: the mean distance, times (N - 1) / N if messages to oneself count. Messages without a
/// way are not sent.
std::optional<double> mean_hops(const GraphMeasures& graph, std::uint64_t nodes, SelfMessages self);

/// A link that routes use, or a group of equal links.
struct RoutedLink {
  LinkPlace place;
  std::uint32_t interchanges = 0;  ///< how many of its ends are interchanges
  double load = 0;                 ///< how many times a mean route uses it; messages to oneself count as routes
};

/// Calls visit for every link, or group of equal links, that routes use under uniform traffic. The sum of the loads is
/// the mean number of hops.
///
/// In a product network routes correct digit by digit, so a link's load depends only on its digit's graph, and is the
/// mean over all copies of the digit's link. In any other network routes take all shortest paths. In both cases a pair
/// with several shortest paths (in its digit) is split evenly among them, and links of a class between two nodes share
/// evenly. Routes by the express rule also correct digit by digit, and parallel channels of a level share evenly.
/// Returns false, without a call, if the loads need more than `effort` link visits. Cost: O(parts of distinct patterns)
/// if every digit of a product lies on one axis, else O(links log nodes); and the loads, which for a graph without a
/// closed form need a search from every node.
bool for_each_routed_link(const Topology& topology, const Placement& placement, const Layout& layout, Routing routing,
                          std::uint64_t effort, FunctionRef<void(const RoutedLink&)> visit);

/// The same for any traffic, along the routes of walked_loads() and pattern_loads(). Messages to oneself count if the
/// traffic has them. Cost: that of the loads, and O(links x degree).
bool for_each_routed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          const DigitForm& form, const Traffic& traffic, std::uint64_t effort,
                          FunctionRef<void(const RoutedLink&)> visit);

/// The same for given loads of all channels of channel_graph(topology), whatever the routes.
void for_each_routed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          const ChannelGraph& graph, const std::vector<double>& loads,
                          FunctionRef<void(const RoutedLink&)> visit);

}  // namespace cutline
