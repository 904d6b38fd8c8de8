// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/topology/channel_graph.hpp"
#include "cutline/topology/graph_measures.hpp"

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
  std::vector<std::uint32_t> place;  ///< of a path: where each node stands, counted from one of its ends
};

/// What a graph is, whatever its numbering; only circulants are found by their numbers, and none with interchanges.
/// Cost: O(channels log degree).
GraphShape shape_of(const ChannelGraph& graph);

/// The shape of links that stand in the order of a path 0, 1, 2 ... or of the ring that closes it, without writing
/// their graph out; other for everything else. Cost: O(links).
Shape shape_of_links(const std::vector<LocalLink>& links, std::uint32_t nodes, int channels);

}  // namespace cutline
