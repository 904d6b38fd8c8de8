// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "topology/digit_graphs.hpp"

namespace cutline {

/// Whether some link has a channel in one direction alone.
bool has_one_way_links(const Topology& topology);
/// Whether the network has shared links (buses), sets of wires that several nodes tap.
bool has_shared_links(const Topology& topology);

/// The part of every site, by NetworkParts. Parts are numbered in the order of their first sites; a part may hold
/// interchanges alone. Cost: O(channels).
std::vector<std::uint32_t> part_of_sites(const ChannelGraph& graph);

/// The strong part of every site: of two sites of a part, each has a way to the other. Cost: O(channels).
std::vector<std::uint32_t> strong_parts(const ChannelGraph& graph);

/// The parts that hold nodes. If some channels go one way only and not all nodes have ways to all others, the pairs
/// without a way are absent: all distances tell them. Cost: O(channels).
NetworkParts parts_of_graph(const ChannelGraph& graph, bool some_one_way);

/// Which nodes have a way to which. Cost: O(channels); where one-way channels leave no way back, so much for each
/// strong part (sites that have ways to each other), and memory for a bit a pair of strong part and site.
class Reachability {
 public:
  Reachability(const ChannelGraph& graph, bool some_one_way);
  bool has_way(std::uint64_t from, std::uint64_t to) const {
    return part_[from] == part_[to] || (!reached_.empty() && reached_[part_[from] * part_.size() + to]);
  }

 private:
  std::vector<std::uint32_t> part_;  ///< of sites, in which all have ways to each other
  std::vector<bool> reached_;        ///< by part, then destination; empty: no part has a way to another
};

/// Distances of a graph in exact integers: the longest, and the sum over the ordered pairs of distinct nodes that have
/// a way, which are counted too.
struct Distances {
  std::uint64_t diameter = 0;
  Int128 total = 0;
  Int128 pairs = 0;
};

/// Distances of a path or a ring with this number of nodes, by closed form; nothing for other shapes.
std::optional<Distances> closed_form(Shape shape, std::uint64_t nodes);

/// Distances of a graph: by the closed form of its shape, by one search if all nodes are alike, else for all
/// pairs. The search for all pairs starts from many sources at a time; up to 64 of them share a link visit. Returns
/// nothing if it would take more than `effort` link visits, estimated from the first sources.
std::optional<Distances> distances(const ChannelGraph& graph, const GraphShape& shape, bool nodes_alike,
                                   std::uint64_t effort);

/// The result of a search from node 0.
struct DistancesFromNode {
  Distances distances;        ///< of all pairs, provided that every node is like node 0
  std::uint64_t reached = 1;  ///< nodes that have a way from node 0, itself included
};

/// Searches from node 0 without building the channel graph; it computes the neighbours of a node from the link classes.
/// The network must have no interchanges and no shared links. Returns nothing if the search would take more than
/// `effort` link visits, or if there are more than 2^32 nodes.
///
/// Cost: O(channels) time; memory for one bit a node and for the nodes at two successive distances.
std::optional<DistancesFromNode> distances_from_one(const Topology& topology, std::uint64_t effort);

/// The numbers of links from a site to each of its neighbours, the largest first: {2, 1} has two parallel links to one
/// neighbour and one link to another.
using LinksToNeighbours = std::vector<std::uint64_t>;

/// How many sites have each list; sites without links are left out. No class may be shared. Throws the limit
/// error of channel_graph(). Cost: O(links log degree); for a product, O(links of one copy of each class) and the
/// number of different lists.
std::map<LinksToNeighbours, std::uint64_t> links_to_neighbours(const Topology& topology);

/// Load of every channel: the number of ordered pairs of nodes whose route uses it. Routes are shortest paths. A pair
/// with p shortest paths adds 1/p to the channels of each; a pair without a path adds nothing.
///
/// The sum over all channels is the sum of all distances. Paths and rings have a closed form and circulant graphs take
/// one search. Other graphs take a search from every node; for these it returns nothing if nodes x channels exceed
/// `effort`. The relative error is below nodes x 2^-52. The result has the same bits on any number of threads.
std::optional<std::vector<double>> channel_loads(const ChannelGraph& graph, std::uint64_t effort);

/// The loads of the routes that begin at these sources. Always computed by search. Cost: O(sources x channels).
std::vector<double> channel_loads_from(const ChannelGraph& graph, const std::vector<std::uint32_t>& sources);

/// The place of every node on a line with short links: the reverse Cuthill-McKee order, part by part, from a node at an
/// end of each. Cost: O(links log degree). Source: [Cuthill 1969; George 1971].
std::vector<std::uint32_t> band_order(const ChannelGraph& graph);

}  // namespace cutline
