// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/measure/link_geometry.hpp"
#include "cutline/routing/routing.hpp"
#include "cutline/topology/channel_graph.hpp"
#include "cutline/topology/graph_measures.hpp"

namespace cutline {

/// The cost of a message's way, or of one channel of it.
struct WayCost {
  double links = 0;         ///< the costs of the links, in any unit
  double interchanges = 0;  ///< hops that end at an interchange or a switch
  WayCost operator+(const WayCost& other) const { return {links + other.links, interchanges + other.interchanges}; }
  WayCost operator*(double times) const { return {links * times, interchanges * times}; }
};

/// The cost of every channel of channel_graph(topology); `cost` gives the cost one way of a link at a place of the
/// layout. Links of one class between the same two nodes share evenly. Returns nothing past `effort` channels.
std::optional<std::vector<WayCost>> channel_costs(const Topology& topology, const Placement& placement,
                                                  const Layout& layout, std::uint64_t effort,
                                                  FunctionRef<double(const LinkPlace&)> cost);

/// Lines of a digit, sites that differ in this digit alone, on which every channel costs the same.
struct LineCosts {
  double share = 1;                ///< of all lines of the digit
  std::vector<double> of_channel;  ///< of the digit's own graph
};

/// The kinds of lines of every digit of a product network; one kind with the mean costs where there are more than 16 or
/// the digit has more than 2^20 links. Links of one class between the same two values share evenly. `graphs` has the
/// graph of every digit, whose classes are numbered within the digit. Cost: that of for_each_routed_link without the
/// loads.
std::vector<std::vector<LineCosts>> line_costs(const Topology& topology, const Placement& placement,
                                               const Layout& layout, const std::vector<const ChannelGraph*>& graphs,
                                               FunctionRef<double(const LinkPlace&)> cost);

/// Messages of one source and destination.
struct PairCost {
  std::uint64_t source = 0, destination = 0;
  std::uint32_t hops = 0;
  WayCost way;        ///< the mean over all ways that tie
  double routes = 1;  ///< number of ways that tie; set by pair_cost() alone
};

/// The effort of for_each_pair(), in visits of a channel.
double pair_visits(const Topology& topology);

/// Calls visit for every ordered pair of nodes, those of a node and itself too. Routes are those of
/// for_each_routed_link: in a product network digit by digit from the highest, each digit along all its shortest paths
/// evenly or by the express rule; in any other network along all shortest paths evenly. The mean of the ways over all
/// pairs is the sum of its loads times costs. `costs` has one entry a channel of channel_graph(topology). An input
/// error where some node cannot be reached. Cost: O(nodes^2), and O(sites x channels of a digit) a digit, or O(nodes x
/// channels); false, and no call, where pair_visits() is past `effort`.
bool for_each_pair(const Topology& topology, Routing routing, const std::vector<WayCost>& costs, std::uint64_t effort,
                   FunctionRef<void(const PairCost&)> visit);

/// A number of ordered pairs of nodes with the same cost; pairs of a node and itself count too.
struct PairCount {
  std::uint32_t hops = 0;
  WayCost way;
  double pairs = 0;
};

/// Counts the pairs of for_each_pair by their cost, in no particular order; `cost` gives the cost one way of a link at
/// a place of the layout. Where each digit lies on one axis and all lines of an axis are alike, the counts of the axes
/// are convolved; the cost is then that of for_each_pair for the networks of the axes, and O(counts of the axes
/// multiplied). Otherwise it is that of for_each_pair. Returns nothing where either part passes `effort`.
std::optional<std::vector<PairCount>> pair_counts(const Topology& topology, const Placement& placement,
                                                  const Layout& layout, Routing routing, std::uint64_t effort,
                                                  FunctionRef<double(const LinkPlace&)> cost);

/// One hop of a route.
struct RouteHop {
  std::uint64_t from = 0, to = 0;
  std::uint32_t link_class = 0;
  std::uint64_t channel = 0;   ///< of channel_graph(topology)
  std::uint32_t vc_class = 0;  ///< class of virtual channels; 0 too where routes are not known one by one
};

/// One route between two nodes by the same rules: among ties the one whose channels come first. An input error where
/// there is none. Cost: O(channels).
std::vector<RouteHop> first_route(const Topology& topology, Routing routing, std::uint64_t from, std::uint64_t to);

/// The pair's cost over all its routes. Cost: O(channels).
PairCost pair_cost(const Topology& topology, Routing routing, const std::vector<WayCost>& costs, std::uint64_t from,
                   std::uint64_t to);

}  // namespace cutline
