// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/callbacks.hpp"
#include "cutline/detail/topology/graph_measures.hpp"

namespace cutline {

/// How messages find their way. routing_rules() has a row for each.
enum class Routing : std::uint8_t {
  dimension_order,  ///< shortest within a dimension, one dimension after another; of networks with dimensions
  minimal,          ///< all shortest paths, evenly; of networks with groups, a design's `minimal` is hierarchical
  shortest,         ///< all shortest paths, evenly, of any network
  express,          ///< dimension by dimension, and by the express rule within each; of networks with interchanges
  balanced,         ///< one shortest path a pair, chosen so that the busiest channels carry less
  up_down,          ///< first towards a root, then away from it: free of deadlock without virtual channels
  layered,          ///< balanced paths, dealt into layers of virtual channels that are free of deadlock
  hierarchical,     ///< the fewest links between groups and then the fewest hops, evenly; of networks with groups
  hop_classes,      ///< all shortest paths, evenly, with a class of virtual channels for each hop to go
  d_mod_k,          ///< up a tree of switches by the digits of the destination, and down
  valiant,          ///< to a random node first
  ugal,             ///< refused
  table             ///< read from a file
};

/// The name of a routing in the spec.
std::string_view routing_name(Routing routing);

/// Whether hops and loads must be found by walking the routes.
constexpr bool is_tabled(Routing routing) { return routing >= Routing::balanced; }

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
  /// Where messages go to a random node first: the routes of both legs. The second leg's layers follow the first leg's,
  /// and `ways_to` and `layer` are those of the second. Else null.
  std::shared_ptr<const Routes> leg = nullptr;

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
/// change their class of virtual channels in the last group, except where they only go up, across and down, as in a
/// megafly. Requires has_groups. Source: [Kim 2008].
Routes hierarchical_routes(const Topology& topology, const std::shared_ptr<const ChannelGraph>& graph);

/// By channel of a graph, in multiples of the channel width; empty: all 1.
using ChannelWidths = std::vector<std::uint32_t>;
/// The widths of the channels of channel_graph(topology).
ChannelWidths channel_widths(const Topology& topology, const ChannelGraph& graph);

/// One shortest path for each pair; the next site depends on site and destination alone, and parallel channels share
/// evenly. Among shortest paths the one whose channels carry least is taken, where every node sends a message to every
/// other: loads count path by path, so that the sites that send to one destination share the ways to it. All paths are
/// chosen three times more, since most loads are unknown at the first choice; up to 256 sites the best of ten tables
/// is taken, which begin with other choices. Nothing prevents a deadlock. Cost: O(nodes x channels x hops); memory: 2
/// bytes a pair.
Routes balanced_routes(const std::shared_ptr<const ChannelGraph>& graph, const ChannelWidths& widths = {});

/// Paths that first go up, then down, and never up again, so that no cycle of channels can wait for itself. Up is
/// towards the site of lower rank: in a tree of switches the one of the higher level, else the one nearer to a central
/// root. Among paths of one length the least loaded is taken. Throws an input error where links go one way only. Cost:
/// as balanced_routes.
/// Source: [Schroeder 1991].
Routes up_down_routes(const std::shared_ptr<const ChannelGraph>& graph, const std::vector<std::uint32_t>& ranks,
                      const ChannelWidths& widths = {});
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
                      std::uint32_t most, const ChannelWidths& widths = {});

/// Routes to a random node, of which all are equally likely, and on to the destination, both by `leg` in layers of
/// their own: free of deadlock where `leg` is. Source: [Valiant 1982].
Routes valiant_routes(Routes leg);

/// One channel of a message's path, with its class of virtual channels.
struct PathHop {
  std::uint32_t channel = 0;
  std::uint32_t vc_class = 0;
};
/// The path of a message, channel by channel; where ways tie, the first. Throws an input error where it does not
/// arrive.
std::vector<PathHop> first_path(const Routes& routes, std::uint32_t source, std::uint32_t destination);

struct Topology;

/// Whether the spacings are i, i^2, i^3 ... for one i > 1.
bool has_one_factor(const ExpressRule& rule);

/// A part of a route on channels of one level (0: local). Places are in half node pitches: node n at 2 n, boundary b at
/// 2 b - 1. A hop of level j > 0 passes spacing[j - 1] nodes; a local one goes to the next node or, if an interchange
/// lies between, to the interchange.
struct ExpressLeg {
  std::size_t level = 0;
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::uint64_t hops = 0;
};

/// The express rule. At an interchange of level j, with the destination the r-th node ahead, a message takes the local
/// channel if r <= s_1, the channel of level p if s_p < r <= s_(p+1) and p < j, else that of level j. So no channel
/// leads past the destination, and an array's ends change nothing: all boundaries between two of its nodes hold their
/// interchanges. Calls visit for each leg in order, in either direction; an empty list of spacings means local channels
/// alone. Cost: O(levels), interleaved O(m).
/// Source: [Dally 1991, sec. III-A and III-C]; closed form derived: climb while the next boundary of the next level is
/// not past the destination, then take the highest level that fits, level by level down.
void for_each_leg(const ExpressRule& rule, std::int64_t source, std::int64_t destination,
                  FunctionRef<void(const ExpressLeg&)> visit);

/// Hops by level, local first.
std::vector<std::uint64_t> hops_by_level(const ExpressRule& rule, std::int64_t source, std::int64_t destination);
std::uint64_t express_hops(const ExpressRule& rule, std::int64_t source, std::int64_t destination);

/// The mean number of hops over a distance D going up, over all places of the source in its group of the largest
/// spacing, for one level or many:
///   D (1 + 1 / s_1) for D < s_1, else D / s_p + sum over q <= p of (i_q - 1) + 1, s_p the largest spacing <= D.
/// Exact, and the same going down. Source: derived; for D >= s_l [Dally 1991, eq. 5], with one level [eq. 3].
/// Interleaved interchanges have no closed form: the mean is taken place by place. Cost: O(levels), interleaved
/// O(spacing x m).
double mean_express_hops(const ExpressRule& rule, std::uint64_t distance);

/// The sum of the hops over all ordered pairs of the nodes 0 .. nodes - 1. Messages are counted together, boundary by
/// boundary: O(nodes). Interleaved interchanges cost O(nodes x spacing x m); the result is empty where that passes
/// `effort`.
std::optional<Int128> total_express_hops(const ExpressRule& rule, std::uint64_t nodes, std::uint64_t effort);

/// Hops from a source half way between two interchanges of spacing i, by [Dally 1991, eq. 4] for D >= (i + 1) / 2; for
/// a smaller D it is D. The printed equation has + 1 / (2 i) in the number of express hops and counts wires and message
/// twice; corrected: H_i = (i + 1) / 2, H_e = floor(D / i - 1/2 - 1 / (2 i)), H_f = 1 + ((D - i / 2 - 1/2) mod i).
double half_way_hops(std::uint32_t spacing, std::uint64_t distance);
/// half_way_hops with the sign as printed.
double half_way_hops_as_printed(std::uint32_t spacing, std::uint64_t distance);
/// The printed H_e with the D_local of sec. III-D: (i + 1) / 2 + ((D - i / 2 + 1/2) mod i) local hops. It fits
/// messages that may go past their destination.
double half_way_hops_past_destination(std::uint32_t spacing, std::uint64_t distance);

/// Whether the network has an express rule.
bool has_express_rule(const Topology& topology);
/// The express rule in the dimension of a digit. Requires has_express_rule; `spacings` is empty where the digit has no
/// interchanges.
ExpressRule express_rule(const Topology& topology, std::size_t digit);

/// Mean hops of uniform traffic by the express rule, messages of a node to itself included; empty past the effort.
/// Cost: as total_express_hops, equal dimensions once.
std::optional<double> mean_express_hops(const Topology& topology, std::uint64_t effort);

}  // namespace cutline
