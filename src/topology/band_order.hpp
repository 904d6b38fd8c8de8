// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/detail/topology/graph_measures.hpp"

namespace cutline {

/// The place of every node on a line with short links: the reverse Cuthill-McKee order, part by part, from a node at an
/// end of each. Cost: O(links log degree). Source: [Cuthill 1969; George 1971].
std::vector<std::uint32_t> band_order(const ChannelGraph& graph);

}  // namespace cutline
