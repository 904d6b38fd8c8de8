// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// Digits of a product network that carry the same graph.
struct DigitKind {
  std::uint32_t radix = 1;
  std::uint32_t nodes = 1;           ///< number of values that are nodes' coordinates
  std::vector<std::size_t> digits;   ///< ascending
  std::vector<std::size_t> classes;  ///< indices of the classes on the first of the digits
};

/// All digits of a product network, grouped by equal graphs, in the order of their first digits.
std::vector<DigitKind> digit_kinds(const Topology& topology);

enum class OneWayLinks { kept, both_ways };
/// The graph of one digit of a kind, with all its classes. With OneWayLinks::both_ways, every one-way link gets a
/// channel back. Both channels of a link have its weight.
ChannelGraph kind_graph(const Topology& topology, const DigitKind& kind, OneWayLinks one_way = OneWayLinks::kept,
                        CutIn weights = CutIn::links);

/// The channel graph with a channel back for every one-way link. Cuts are counted in this graph: both channels of a
/// link have its weight. `without` as below.
ChannelGraph link_graph(const Topology& topology, CutIn weights = CutIn::links,
                        const std::vector<std::uint64_t>& without = {});

/// The channel graph without these links. `links` holds ascending numbers in the order of for_each_link.
ChannelGraph channel_graph_without(const Topology& topology, const std::vector<std::uint64_t>& links);

/// Whether the network has at most 2^22 links and sites, so that its graph can be built at little cost.
bool is_small_graph(const Topology& topology);

/// Whether channel_graph() can build the network: it has at most 2^28 sites, links and channels.
bool fits_channel_graph(const Topology& topology);

/// The graph with every channel reversed.
ChannelGraph reversed(const ChannelGraph& graph);

/// The number of hops from one node to every node; kUnreached if there is no path. Cost: O(channels).
std::vector<std::uint32_t> hops_from(const ChannelGraph& graph, std::uint32_t source);
inline constexpr std::uint32_t kUnreached = ~std::uint32_t{0};

/// The first node that cannot be reached from node 0; nothing if there is none.
std::optional<std::uint32_t> first_unreachable(const ChannelGraph& graph);

/// Graphs whose distances and loads have closed forms, or follow from one search.
enum class Shape {
  path,          ///< links both ways, end to end
  ring,          ///< links both ways
  one_way_ring,  ///< channels one way round
  circulant,     ///< every node has channels to the same offsets modulo the number of nodes
  other
};

struct GraphShape {
  Shape shape = Shape::other;
  std::vector<std::uint32_t> place;  ///< for a path: the position of each node, counted from one end; else empty
};

/// The shape of a graph. Paths and rings are recognised under any numbering of the nodes; circulant graphs only if the
/// numbering itself shows it. Every graph with interchanges is `other`. Cost: O(channels log degree).
GraphShape shape_of(const ChannelGraph& graph);

/// The shape of links that are listed as a path 0 - 1, 1 - 2 ... or as the ring that closes it, without building their
/// graph; `other` for every other list. Cost: O(links).
Shape shape_of_links(const std::vector<LocalLink>& links, std::uint32_t nodes, int channels);

}  // namespace cutline
