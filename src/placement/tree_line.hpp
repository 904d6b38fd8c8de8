// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "placement/arrangement.hpp"

namespace cutline {

/// Puts a tree on a line: the place of every node. For the total span of links that weigh the same it is the least of
/// all orders; for the densest cut it is a good one, by the same two ways to take a tree apart. Nothing where the graph
/// is no tree, or has more than 2^13 nodes. Cost: about O(nodes^2). Source: [Shiloach 1979;
/// Chung 1984]; derived: the densest cut.
std::optional<Cells> tree_line(const ChannelGraph& graph, Minimised minimised);

}  // namespace cutline
