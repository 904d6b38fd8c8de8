// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/arrangement.hpp"

namespace cutline {

/// Cells for a graph that is recognised from its links alone, and the name of what was recognised: "mesh 8 x 8",
/// "torus 5 x 3", "hypercube of 6 dimensions", "tree", or the factors of another product.
struct RecognisedCells {
  std::string shape;
  Cells cells;
  bool least = false;    ///< no arrangement has a smaller total: that of a tree on a line
  bool settled = false;  ///< nothing better is known, but for links of different weights
};

/// The best of the closed forms for paths, rings, trees and complete graphs on a line, and for products of these on a
/// grid whose sides are products of their sizes: paths follow their links, rings are folded, of pairs those with fewer
/// ones come first where the longest span counts. Nothing where the graph is none of these or does not fit the grid so,
/// and where only some cells may be taken or nodes are fixed. Cost: as product_of(), and O(links) for each of some ways
/// to share out the factors. Source: [Harper 1966] for pairs; for trees see tree_line().
std::optional<RecognisedCells> recognised_cells(const GridGraph& grid);

/// Puts a tree on a line: the place of every node. For the total span of links that weigh the same it is the least of
/// all orders; for the densest cut it is a good one, by the same two ways to take a tree apart. Nothing where the graph
/// is no tree, or has more than 2^13 nodes. Cost: about O(nodes^2). Source: [Shiloach 1979;
/// Chung 1984]; derived: the densest cut.
std::optional<Cells> tree_line(const ChannelGraph& graph, Minimised minimised);

/// A lower bound on the minimised quantity of every arrangement, 0 for the area. Total: the links of each node lead to
/// the nearest cells that there are, the widest first. Longest: within so many hops of a node there are so many nodes,
/// and no more cells within so many spans. Densest cut: the total over the number of cuts, and half of the links of a
/// node on a line. Cost: O(links log links), and of some searches from single nodes.
std::uint64_t span_bound(const GridGraph& grid);

}  // namespace cutline
