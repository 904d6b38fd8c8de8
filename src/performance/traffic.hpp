// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/performance/traffic.hpp"
#include "performance/pair_costs.hpp"

namespace cutline {

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
bool for_each_routed_link(const LaidOutNetwork& network, Routing routing, std::uint64_t effort,
                          FunctionRef<void(const RoutedLink&)> visit);

/// The same for any traffic, along the routes of walked_loads() and pattern_loads(). Messages to oneself count if the
/// traffic has them. Cost: that of the loads, and O(links x degree).
bool for_each_routed_link(const LaidOutNetwork& network, const DigitForm& form, const Traffic& traffic,
                          std::uint64_t effort, FunctionRef<void(const RoutedLink&)> visit);

/// The same for given loads of all channels of channel_graph(topology), whatever the routes.
void for_each_routed_link(const LaidOutNetwork& network, const ChannelGraph& graph, const std::vector<double>& loads,
                          FunctionRef<void(const RoutedLink&)> visit);

/// Bounds of throughput. Loads and capacities are bits per cycle and node, widths bits of a channel per cycle.

/// The load at which all channels of a unidirectional k-ary n-cube are busy: n channels of a node over n (k - 1)/2
/// hops, 2W/(k - 1). At the width k/2 of equal bisection this is k/(k - 1), which the paper rounds to 1. Infinite at
/// radix 1. Source: [Dally 1990], reconstructed (KN-eq17, sure).
double cube_capacity(double radix, double width_bits);

/// The load at which the busiest channel is full: W over its messages per offered message. Infinite if it has none.
double channel_bound(double width_bits, double peak_load);

/// The load at which uniform traffic fills the channels of a cut that halves the nodes. Of N messages, 2 floor(N/2)
/// ceil(N/2) / N cross the cut (without messages to oneself, divide by N - 1 instead), over `cut_channels` channels of
/// both directions. Any balanced cut gives a bound; the smallest cut gives the best one. Infinite for one node.
double bisection_bound(std::uint64_t nodes, double cut_channels, double width_bits, SelfMessages self);

}  // namespace cutline
