// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "cutline/layout/layout.hpp"
#include "cutline/topology/graph_measures.hpp"

namespace cutline {

/// Mean hops of uniform traffic: the mean distance, times (N - 1) / N where messages to oneself count.
std::optional<double> mean_hops(const GraphMeasures& graph, std::uint64_t nodes, bool self);

/// The mean, over uniform traffic along shortest paths, of the sum of a cost over the links of the route.
///
/// `cost(axis parts)` gives the cost of a link from its span along x and y and its longest wire's routed cells. In a
/// product network routes go dimension by dimension, so a link's load depends on its digit's graph alone; ties between
/// directions are split evenly. Any other network: loads of all shortest paths, split evenly, up to `effort` link visits;
/// nothing past it.
struct LinkGeometry {
  std::uint64_t span = 0;          ///< node pitches
  std::int64_t cells_x = 0;        ///< unit cells along the longest wire of the link
  std::int64_t cells_y = 0;
};
std::optional<double> mean_route_cost(const Topology& topology, const Placement& placement, const Layout& layout, bool self,
                                      std::uint64_t effort, const std::function<double(const LinkGeometry&)>& cost);

}  // namespace cutline
