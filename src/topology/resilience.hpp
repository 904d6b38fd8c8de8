// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cutline/topology/faults.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

using FoundConnectivity = FoundBy<std::uint64_t, ConnectivityMethod>;
using FoundPaths = FoundBy<double, PathsMethod>;

/// The least number of links whose loss separates some node from another.
FoundConnectivity edge_connectivity(const Topology& topology, std::uint64_t effort);

/// The number of shortest paths from node to node, the mean over ordered pairs of distinct nodes.
FoundPaths mean_shortest_paths(const Topology& topology, std::uint64_t effort);

/// Whether the network has shared links (buses), sets of wires that several nodes tap.
bool has_shared_links(const Topology& topology);

}  // namespace cutline
