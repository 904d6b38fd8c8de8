// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace cutline {

/// How messages find their way.
enum class Routing {
  dimension_order,  ///< shortest within a dimension, one dimension after another; of networks with dimensions
  minimal,          ///< all shortest paths, evenly
  express           ///< dimension by dimension, and by the express rule within each; of networks with interchanges
};

/// "dimension_order" ... as in the spec.
constexpr std::string_view routing_name(Routing routing) {
  return routing == Routing::express ? "express" : routing == Routing::minimal ? "minimal" : "dimension_order";
}

}  // namespace cutline
