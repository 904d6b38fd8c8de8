// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cutline/topology/channel_graph.hpp"

namespace cutline {

struct Topology;

/// One channel that messages take next.
struct NextHop {
  std::uint32_t channel = 0;  ///< of the graph
  std::uint32_t dateline =
      0;             ///< class of virtual channels within the layer: in a ring 1 before its last link, 0 from there on
  double share = 1;  ///< of the messages at this site for this destination
};

/// The ways of all messages for one destination.
struct WaysToNode {
  std::vector<std::uint32_t>
      order;  ///< sites with a way, each before all sites that it sends to; without the destination
  std::vector<std::uint32_t> first;  ///< hops of site s are first[s] <= i < first[s + 1]
  std::vector<NextHop> hops;
};

/// A routing function. Messages choose their next channel by site and destination alone; the pair of source and
/// destination says which layer of virtual channels they use all the way.
struct Routes {
  std::shared_ptr<const ChannelGraph> graph;
  std::uint32_t layers = 1;     ///< of virtual channels
  std::uint32_t datelines = 1;  ///< classes of virtual channels within a layer: 2 where rings have datelines
  /// The ways to a node in a layer. Cost: O(channels).
  std::function<WaysToNode(std::uint32_t destination, std::uint32_t layer)> ways_to;
  std::function<std::uint32_t(std::uint32_t source, std::uint32_t destination)> layer;

  /// Virtual channels that each physical channel must have, so that every class has one.
  std::uint32_t classes() const { return layers * datelines; }
};

/// Routes along all shortest paths; each path has an equal share of the messages. Nothing prevents a deadlock.
Routes minimal_routes(const std::shared_ptr<const ChannelGraph>& graph);

/// Routes that correct one digit after another, the highest first, each along all shortest paths of its digit, with
/// equal shares. Rings in which a route has two hops have a dateline at their last link. Where both ways round a ring
/// of 4, 8, 12 ... nodes are equally long, sites whose coordinates have an even sum go up and the others down: channels
/// carry the same as if each pair used both ways evenly, and the two classes of virtual channels are used more evenly.
/// `others` is added to the sums: on a line of a larger network it is the sum of the digits that are not the line's.
/// Requires a product network.
Routes dimension_order_routes(const Topology& topology, std::uint32_t others = 0);

/// Whether dimension order decides the ties of some ring by the coordinates of the site.
bool has_alternating_ties(const Topology& topology);

/// Routes by the express rule, the highest digit first; parallel channels share evenly. Messages never turn back on a
/// path, so no message waits for itself. Requires has_express_rule. Source: [Dally 1991].
Routes express_routes(const Topology& topology);

/// Whether the highest digit numbers groups: some classes of links join groups, others lie within one.
bool has_groups(const Topology& topology);
/// Routes with the fewest links between groups and, of these, the fewest hops; each path has an equal share of the
/// messages. In a dragonfly a message takes one link between groups where the shortest path may take two. Messages
/// change their class of virtual channels in the last group. Requires has_groups. Source: [Kim 2008].
Routes hierarchical_routes(const Topology& topology, const std::shared_ptr<const ChannelGraph>& graph);

/// One shortest path for each pair; the next channel depends on site and destination alone. Among shortest paths the
/// one whose channels carry least is taken, where every node sends a message to every other. All paths are chosen twice
/// more, since most loads are unknown at the first choice. Nothing prevents a deadlock. Cost: O(nodes x channels);
/// memory: 2 bytes a pair.
Routes balanced_routes(std::shared_ptr<const ChannelGraph> graph);

/// Paths that first go up, then down, and never up again, so that no cycle of channels can wait for itself. Up is
/// towards the site of lower rank: in a tree of switches the one of the higher level, else the one nearer to a central
/// root. Among paths of one length the least loaded is taken. Throws an input error where links go one way only. Cost:
/// as balanced_routes.
/// Source: [Schroeder 1991].
Routes up_down_routes(const std::shared_ptr<const ChannelGraph>& graph, const std::vector<std::uint32_t>& ranks);
/// The rank of every site, all different; 0 is the root.
std::vector<std::uint32_t> up_down_ranks(const Topology& topology, const ChannelGraph& graph);

inline constexpr std::uint32_t kMostLayers = 1 << 16;
/// The paths of balanced_routes, dealt into layers: the longest paths first, each into the first layer in which its
/// channels close no cycle of dependencies. Where `most` layers (1 to kMostLayers) do not suffice, all pairs that fit
/// in none of the first most - 1 go by up_down_routes with `ranks` in a layer of their own. If there are at most 2^14
/// pairs, they are dealt again in eight rounds, those of the last layer first, and the best result is kept. Cost:
/// O(pairs x hops), and a search of the dependencies for every pair of neighbouring channels and layer. Source: [Skeie
/// 2002].
Routes layered_routes(const std::shared_ptr<const ChannelGraph>& graph, const std::vector<std::uint32_t>& ranks,
                      std::uint32_t most);

/// One channel of a message's path, with its class of virtual channels.
struct PathHop {
  std::uint32_t channel = 0;
  std::uint32_t vc_class = 0;
};
/// The path of a message, channel by channel; where ways tie, the first. Throws an input error where it does not
/// arrive.
std::vector<PathHop> first_path(const Routes& routes, std::uint32_t source, std::uint32_t destination);

}  // namespace cutline
