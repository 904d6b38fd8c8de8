// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/memo.hpp"
#include "cutline/detail/placement/placement.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// A network with a place for every site.
struct PlacedNetwork {
  Topology topology;
  Placement placement;

  // What designs that share the network would find again, by the effort that finding it may take.
  /// The highest load of a channel of each class where every pair of nodes sends along all shortest paths.
  Memo<std::uint64_t, std::optional<std::vector<double>>> uniform_peaks;
  /// Pairs of nodes by their distance in hops.
  Memo<std::uint64_t, std::optional<std::vector<Int128>>> distances;
};

}  // namespace cutline
