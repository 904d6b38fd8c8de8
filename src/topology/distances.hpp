// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cutline/base/integers.hpp"
#include "cutline/topology/graph_shape.hpp"

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

}  // namespace cutline
