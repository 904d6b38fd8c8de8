// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/callbacks.hpp"
#include "cutline/detail/geometry/cells.hpp"
#include "cutline/detail/topology/graph_measures.hpp"

namespace cutline {

/// The cells of the nodes of a graph, by the least eigenvectors of its Laplacian; there are at least as many cells as
/// nodes, and they may be any. Connected parts get cells of their own, side by side. In each, the nodes are sorted by
/// an eigenvector into lines across the longest axis, then along each further axis by the smoothest vector that differs
/// within the lines so far. So no axis gets a vector that is a function of those before, as the harmonics are that long
/// grids have. Vectors with eigenvalues alike are turned apart first. Links of weight 0 do not count. The same seed
/// gives the same cells. Cost: see LaplacianSpectrum, up to eight times for graphs of up to 2^16 nodes. Source: [Hall
/// 1970]; derived: the lines and the turns.
std::vector<Cell> spectral_cells(const ChannelGraph& graph, const std::vector<Cell>& cells, std::uint64_t seed,
                                 WatchedWork& work);

/// Nodes, and the cells that they may take, at least as many.
struct NodesInCells {
  std::vector<std::uint32_t> nodes;
  std::vector<Cell> cells;
};

/// The axes along which the cells differ, the one with the most slots first; of equal ones x, then y, then z.
std::vector<Axis> axes_by_length(const std::vector<Cell>& cells);

/// Gives the nodes of each set slots along the axis by their rank in `keys` (by node), so that all slots are equally
/// full for their cells; along the last axis the nodes take the first cells, one each. `slots` is by node. Returns the
/// lines across the axis into which the slots cut the sets, without those that have no nodes.
std::vector<NodesInCells> lines_by_rank(std::vector<NodesInCells> sets, Axis axis, bool last,
                                        const std::vector<double>& keys, std::vector<std::uint32_t>& slots);

/// Turns vectors of length 1, orthogonal to each other, within the space that they span, so that the sum of the fourth
/// powers of all entries is least: until each is as far from a mixture of independent ones as can be. Eigenvectors of
/// equal eigenvalues are found in some turn or other; of a square mesh this gives those along its two axes, because
/// entries that follow a cosine have less weight in their tails than any mixture of two. Each pair of vectors is turned
/// by its best angle in rounds. Uses no functions but roots, so that results are the same on every machine. Cost:
/// O(vectors^2 entries). Source: [Carroll 1953], there for the most; [Comon 1994].
void turn_apart(std::vector<std::vector<double>>& vectors);

/// Numbers that sort as the first vector does, equal entries as the second does, and so on. Entries are equal where
/// they differ by less than 10^-6 of the range. Cost: O(vectors x entries log entries).
std::vector<double> sorted_in_turn(const std::vector<const std::vector<double>*>& vectors);

/// Both ways to add two vectors, with length 1: they turned by 45 degrees.
std::vector<std::vector<double>> midway_turns(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace cutline
