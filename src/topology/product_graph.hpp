// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/topology/graph_measures.hpp"

namespace cutline {

/// A graph as the Cartesian product of factors: nodes are linked where they differ in one coordinate alone, by a link
/// of that factor. A mesh is a product of paths, a torus one of rings, a hypercube one of pairs.
struct ProductGraph {
  std::vector<ChannelGraph> factors;                    ///< without weights
  std::vector<std::vector<std::uint32_t>> coordinates;  ///< [factor][node]
};

/// The factors of a connected graph that has every link both ways and none twice, found from the links alone and
/// proven: all links are compared with those of the product. A graph that is no product has one factor, itself. A ring
/// of four is a product of pairs. Nothing where the graph is not connected, or past 2^28 pairs of links at a node; a
/// product may be missed where links of one factor look like those of several. Weights do not count. Cost: O(sum of
/// squared degrees). Source: [Feigenbaum 1985]; derived: the relation between links from the squares at each node.
std::optional<ProductGraph> product_of(const ChannelGraph& graph);

}  // namespace cutline
