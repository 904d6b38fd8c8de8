// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/routing/routes.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/topology/topology.hpp"
#include "measure/placed_links.hpp"

namespace cutline {

/// A network, the places of its sites and its routed layout.
struct LaidOutNetwork {
  const Topology& topology;
  const Placement& placement;
  const Layout& layout;
};

/// A network with its links placed.
struct NetworkWithLinks {
  Topology topology;
  std::vector<PlacedLink> links;  ///< one by one, of this topology's sites and classes
};

/// All links. Cost: O(links log nodes).
NetworkWithLinks whole_network(const LaidOutNetwork& network);

/// For each axis, the network of its digits on one of its lines. This requires that each digit of a product network
/// lies on one axis and that all lines of an axis hold the same links. Then routes correct digit by digit, so the
/// distances and costs of the whole network are sums over the axes. Absent for any other network, or if a line holds
/// more than `most_links`. Cost: O(parts of the distinct patterns), at most `most_links` an axis.
std::optional<std::vector<NetworkWithLinks>> networks_by_axis(const LaidOutNetwork& network, std::uint64_t most_links);

/// The cost of a route, or of one channel of it.
struct WayCost {
  double links = 0;         ///< the costs of the links, in any unit
  double interchanges = 0;  ///< hops that end at an interchange or a switch
  WayCost operator+(const WayCost& other) const { return {links + other.links, interchanges + other.interchanges}; }
  WayCost operator*(double times) const { return {links * times, interchanges * times}; }
};

/// The cost of every channel of channel_graph(topology). `cost` gives the cost, in one direction, of the link at a
/// place of the layout. Links of one class between the same two nodes share evenly. Absent past `effort` channels.
std::optional<std::vector<WayCost>> channel_costs(const LaidOutNetwork& network, std::uint64_t effort,
                                                  FunctionRef<double(const LinkPlace&)> cost);

/// The same for a network whose links are listed one by one. Cost: O(links log links).
std::vector<WayCost> channel_costs(const NetworkWithLinks& network, FunctionRef<double(const LinkPlace&)> cost);

/// A kind of line of a digit: all lines on which every channel costs the same. A line is a set of sites that differ
/// only in this digit.
struct LineCosts {
  double share = 1;                ///< of all lines of the digit
  std::vector<double> of_channel;  ///< by channel of the digit's own graph
};

/// By digit of a product network: its kinds of line. A digit with more than 16 kinds, or more than 2^20 links, gets one
/// kind with the mean costs. Links of one class between the same two values share evenly. `graphs` has the graph of
/// every digit, with classes numbered within the digit. Cost: that of for_each_routed_link() without the loads.
std::vector<std::vector<LineCosts>> line_costs(const LaidOutNetwork& network,
                                               const std::vector<const ChannelGraph*>& graphs,
                                               FunctionRef<double(const LinkPlace&)> cost);

/// The delay of every channel of channel_graph(network.topology): that of its link, and of the site where it ends.
/// Parallel links have delays of their own, in any order, except those that several nodes share: these have their mean.
/// Cost: O(links log links).
std::vector<double> channel_delays(const NetworkWithLinks& network, FunctionRef<double(const LinkPlace&)> of_link,
                                   FunctionRef<double(std::uint64_t)> of_site);

/// The messages from one source to one destination that pay the same.
struct PairWay {
  std::uint64_t source = 0, destination = 0;
  std::uint32_t hops = 0;
  std::int64_t delay = 0;  ///< of all channels on the way
  double share = 1;        ///< of the messages of the pair
};

/// The effort of for_each_way(), in visits of a channel.
double pair_visits(const Topology& topology);

/// Calls visit for every ordered pair of nodes that has a way, including pairs of a node with itself, once for each
/// hops and delay that ways of the pair have (WaysByDelay). Routes are those of for_each_routed_link(): in a product
/// network they correct digit by digit from the highest, each digit evenly along all its shortest paths or by the
/// express rule; in any other network they take all shortest paths evenly. `delays` has one entry for each channel of
/// channel_graph(topology); the sum of any site_count() of them fits. Returns false, without a call, if pair_visits()
/// is past `effort`. Cost: O(nodes^2), and O(sites x channels of a digit) a digit, or O(nodes x channels); where ways
/// of a pair differ, as many times as they have delays, up to WaysByDelay::most_delays().
bool for_each_way(const Topology& topology, Routing routing, const std::vector<std::int64_t>& delays,
                  std::uint64_t effort, FunctionRef<void(const PairWay&)> visit);

/// A number of messages with the same hops and delay.
struct WayCount {
  std::uint32_t hops = 0;
  double delay = 0;  ///< beside what each hop takes
  double messages = 0;
};

/// The networks whose pairs of nodes together are those of the whole: networks_by_axis(), or the whole network alone.
/// Absent if for_each_way() on them passes `effort`.
std::optional<std::vector<NetworkWithLinks>> networks_of_pairs(const LaidOutNetwork& network, std::uint64_t effort);

/// A message for each pair of nodes of the whole network, pairs of a node with itself included, counted by hops and
/// delay, in no particular order, from networks_of_pairs(). `of_link` gives the delay, in one direction, of the link at
/// a place of the layout; a hop to an interchange or switch takes `of_interchange` more. Delays are added as whole
/// numbers of steps, so that equal ones stay equal. The counts of several networks are convolved. Cost: for_each_way()
/// on each network, and O(product of the numbers of counts). Absent if either passes `effort`.
std::optional<std::vector<WayCount>> way_counts(const std::vector<NetworkWithLinks>& networks, Routing routing,
                                                std::uint64_t effort, FunctionRef<double(const LinkPlace&)> of_link,
                                                double of_interchange);

/// The messages of all pairs of sites along routes, counted by hops and delay in the same way. Absent where routes go
/// to a random node first. `delays` has one entry for each channel of the routes' graph; `starting` one for each site,
/// what its own messages take there before their first hop, or none. Cost: O(nodes^2 + nodes x layers x channels), more
/// where ways differ, as that of for_each_way().
std::optional<std::vector<WayCount>> way_counts(const Routes& routes, const std::vector<double>& delays,
                                                const std::vector<double>& starting,
                                                FunctionRef<double(std::uint32_t, std::uint32_t)> messages);

/// One hop of a route.
struct RouteHop {
  std::uint64_t from = 0, to = 0;
  std::uint32_t link_class = 0;
  std::uint64_t channel = 0;   ///< of channel_graph(topology)
  std::uint32_t vc_class = 0;  ///< class of virtual channels; also 0 if routes are not known one by one
};

/// A route between two nodes by the same rules; of several shortest ones, the one with the lowest-numbered channels.
/// Throws an input error if there is none. Cost: O(channels).
std::vector<RouteHop> first_route(const Topology& topology, Routing routing, std::uint64_t from, std::uint64_t to);

/// What a message from one node to another pays in the mean over all its routes.
struct PairCost {
  std::uint32_t hops = 0;
  WayCost way;
  double routes = 1;  ///< number of equally short routes
};

/// Cost: O(channels).
PairCost pair_cost(const Topology& topology, Routing routing, const std::vector<WayCost>& costs, std::uint64_t from,
                   std::uint64_t to);

}  // namespace cutline
