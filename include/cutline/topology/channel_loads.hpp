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
/// The sum over all channels is the sum of all distances. By closed form for paths and rings, by one search for
/// circulant graphs, else by a search from every node: nothing where nodes x channels pass `effort`. Relative error
/// below nodes x 2^-52; the same bits on any number of threads.
std::optional<std::vector<double>> channel_loads(const ChannelGraph& graph, std::uint64_t effort);

/// The same for the routes from some nodes alone, always by search. Cost: O(sources x channels).
std::vector<double> channel_loads_from(const ChannelGraph& graph, const std::vector<std::uint32_t>& sources);

}  // namespace cutline
