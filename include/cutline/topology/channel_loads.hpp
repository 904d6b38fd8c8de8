// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/topology/graph_measures.hpp"

namespace cutline {

struct ChannelGraph;

/// Load of every channel: the number of ordered pairs of nodes whose route uses it, routes being shortest paths. A pair
/// with several shortest paths counts on each of them for its even share; a pair without a path counts nowhere.
///
/// The sum over all channels is the sum of all distances. Computed by closed form for paths and rings, by one search
/// for circulant graphs, and otherwise by a search from every node, or not at all where nodes x channels pass `effort`.
/// Relative error below nodes x 2^-52; the same bits on any number of threads.
std::optional<std::vector<double>> channel_loads(const ChannelGraph& graph, std::uint64_t effort);

/// The loads of the routes from these sources alone, always by search. Cost: O(sources x channels).
std::vector<double> channel_loads_from(const ChannelGraph& graph, const std::vector<std::uint32_t>& sources);

}  // namespace cutline
