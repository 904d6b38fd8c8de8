// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/base/watch.hpp"
#include "cutline/placement/arrangement.hpp"

namespace cutline {

/// Approximates the two eigenvectors of the graph's Laplacian with the least eigenvalues, the constant vector left out:
/// the Fiedler vector and the next. Linked nodes have nearby entries in them, so that sorting by entries puts linked
/// nodes close together. Entries by node; zeros where a graph is too small to have one.
///
/// Uses the locally optimal block method: every step takes the best vectors in the span of the vectors, their residuals
/// and their last steps. It needs only products of the sparse Laplacian with vectors, so it takes graphs for which a
/// dense solver, O(nodes^3), is too slow. Stops where residuals are below a thousandth of the eigenvalue, or after
/// `most_steps`; an order needs no more digits. The sums run in the order of the nodes: the same seed gives the same
/// bits. Source: [Knyazev 2001]. Cost: O(links + 50 nodes) a step.
std::vector<std::vector<double>> least_eigenvectors(const ChannelGraph& graph, std::uint64_t seed, int most_steps,
                                                    WatchedWork& work);

}  // namespace cutline
