// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

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

}  // namespace cutline
