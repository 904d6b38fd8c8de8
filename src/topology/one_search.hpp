// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "cutline/topology/topology.hpp"
#include "distances.hpp"

namespace cutline {

/// The result of a search from node 0.
struct OneSearch {
  Distances distances;        ///< of all pairs, provided that every node is like node 0
  std::uint64_t reached = 1;  ///< nodes that have a way from node 0, itself included
};

/// Searches from node 0 without building the channel graph; it computes the neighbours of a node from the link classes.
/// The network must have no interchanges. Returns nothing if the search would take more than `effort` link visits, or
/// if there are more than 2^32 nodes.
///
/// Cost: O(channels) time; memory for one bit a node and for the nodes at two successive distances.
std::optional<OneSearch> one_search(const Topology& topology, std::uint64_t effort);

}  // namespace cutline
