// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/topology/channel_graph.hpp"
#include "cutline/topology/graph_measures.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

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
