// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/routing/express.hpp"
#include "cutline/topology/graph_measures.hpp"

namespace cutline {

struct ChannelGraph;

/// The load of every channel of a digit's graph, as channel_loads() has it, but with routes by the express rule.
/// Parallel channels share evenly. Absent if k^2 passes `effort`. Cost: O(k^2 levels).
std::optional<std::vector<double>> express_loads(const Topology& topology, std::size_t digit, const ChannelGraph& graph,
                                                 std::uint64_t effort);

}  // namespace cutline
