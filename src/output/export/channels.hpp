// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/output/export/exports.hpp"

namespace cutline::exporting {

/// The first channel of every node, and one past the last. Channels must be sorted by their ends.
std::vector<std::size_t> first_channels(const ExportNetwork& network, const std::vector<ExportChannel>& channels);

/// What a channel, or a way over several, costs and takes. Of equally cheap ways the fastest is better.
struct Way {
  double cost = 0;
  Time delay;
  auto operator<=>(const Way&) const = default;
};

/// The cheapest ways from a node to every node.
struct CheapestWays {
  std::vector<Way> ways;             ///< infinite to a node without a way
  std::vector<std::uint64_t> order;  ///< nodes in the order in which they were settled; of equals, the lowest first
  std::vector<std::size_t> last;     ///< the channel that leads to each; of equal ways, the first one found
};

/// By Dijkstra's search. `steps` holds what each channel costs and takes. Cost: O(channels log nodes).
CheapestWays cheapest_ways(std::uint64_t source, const std::vector<ExportChannel>& channels,
                           const std::vector<std::size_t>& first, const std::vector<Way>& steps);

/// What each channel costs, and the delay of its wire and of the router that it enters.
std::vector<Way> channel_steps(const ExportNetwork& network, const std::vector<ExportChannel>& channels);

}  // namespace cutline::exporting
