// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "cutline/base/integers.hpp"
#include "cutline/topology/topology.hpp"
#include "topology/graph_shape.hpp"

namespace cutline {

struct ChannelGraph;

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
struct OneSearch {
  Distances distances;        ///< of all pairs, provided that every node is like node 0
  std::uint64_t reached = 1;  ///< nodes that have a way from node 0, itself included
};

/// Searches from node 0 without building the channel graph; it computes the neighbours of a node from the link classes.
/// The network must have no interchanges. Returns nothing if the search would take more than `effort` link visits, or
/// if there are more than 2^32 nodes.
///
/// Cost: O(channels) time; memory for one bit a node and for the nodes at two successive distances.
std::optional<OneSearch> one_search(const Topology& topology, std::uint64_t effort);

}  // namespace cutline
