// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/topology/graph_measures.hpp"

namespace cutline {

struct ChannelGraph;

/// Load of every channel: the number of ordered pairs of nodes whose route uses it. Routes are shortest paths. A pair
/// with p shortest paths adds 1/p to the channels of each; a pair without a path adds nothing.
///
/// The sum over all channels is the sum of all distances. Paths and rings have a closed form and circulant graphs take
/// one search. Other graphs take a search from every node; for these it returns nothing if nodes x channels exceed
/// `effort`. The relative error is below nodes x 2^-52. The result has the same bits on any number of threads.
std::optional<std::vector<double>> channel_loads(const ChannelGraph& graph, std::uint64_t effort);

/// The loads of the routes that begin at these sources. Always computed by search. Cost: O(sources x channels).
std::vector<double> channel_loads_from(const ChannelGraph& graph, const std::vector<std::uint32_t>& sources);

}  // namespace cutline
