// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/base/watch.hpp"
#include "cutline/placement/arrangement.hpp"

namespace cutline {

/// Approximations of the two eigenvectors of the graph's Laplacian with the least eigenvalues beside the constant one:
/// the Fiedler vector and the next. Entries by node; zeros where a graph is too small to have one.
///
/// By the locally optimal block method: in every step the best of the span of the vectors, their residuals and their
/// last steps. Stops where residuals are below a thousandth of the eigenvalue, or after `most_steps`. The sums run in
/// the order of the nodes: the same seed gives the same bits. Source: [Knyazev 2001]. Cost: O(links + 50 nodes) a step.
std::vector<std::vector<double>> least_eigenvectors(const ChannelGraph& graph, std::uint64_t seed, int most_steps,
                                                    WatchedWork& work);

}  // namespace cutline
