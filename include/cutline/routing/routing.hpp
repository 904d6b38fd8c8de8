// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace cutline {

/// How messages find their way.
enum class Routing : std::uint8_t {
  dimension_order,  ///< shortest within a dimension, one dimension after another; of networks with dimensions
  minimal,          ///< all shortest paths, evenly
  express,          ///< dimension by dimension, and by the express rule within each; of networks with interchanges
  balanced,         ///< one shortest path a pair, chosen so that the busiest channels carry less
  up_down,          ///< first towards a root, then away from it: free of deadlock without virtual channels
  layered,          ///< balanced paths, dealt into layers of virtual channels that are free of deadlock
  hierarchical,     ///< the fewest links between groups and then the fewest hops, evenly; of networks with groups
  table             ///< read from a file
};

inline constexpr std::array<std::string_view, 8> kRoutingNames = {
    "dimension_order", "minimal", "express", "balanced", "up_down", "layered", "hierarchical", "table"};

/// The name of a routing in the spec.
constexpr std::string_view routing_name(Routing routing) { return kRoutingNames[static_cast<std::size_t>(routing)]; }

/// Whether each pair of nodes has its own path, which only a table can give.
constexpr bool is_tabled(Routing routing) { return routing >= Routing::balanced; }

}  // namespace cutline
