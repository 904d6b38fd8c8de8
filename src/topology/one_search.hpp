// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "cutline/topology/topology.hpp"
#include "distances.hpp"

namespace cutline {

/// What a search from node 0 finds.
struct OneSearch {
  Distances distances;                     ///< of all pairs, if every node is like node 0
  std::optional<std::uint64_t> unreached;  ///< the first node that no route leads to
};

/// Searches from node 0 without writing the network out: the classes tell each node's neighbours. For networks without
/// interchanges. Nothing where it would take more than `effort` link visits, or has more than 2^32 nodes.
///
/// Cost: O(channels) time, a bit a node and the nodes of two neighbouring distances in memory.
std::optional<OneSearch> one_search(const Topology& topology, std::uint64_t effort);

}  // namespace cutline
