// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace cutline {

/// The destinations of the messages of one node, which may include the node itself.
struct Destinations {
  struct To {
    std::uint64_t node = 0;
    double weight = 0;  ///< above 0; a whole number unless the pattern itself has fractions
  };
  std::vector<To> to;  ///< ascending nodes
  /// weight / divisor is the number of messages to a node for each message that nodes offer on average.
  double divisor = 1;
};

/// Who sends to whom. The sum of weight / divisor over all sources and their destinations is the number of nodes. Nodes
/// are numbered as by node_number.
struct Traffic {
  std::uint64_t nodes = 0;
  std::function<Destinations(std::uint64_t source)> from;
};

/// Traffic, and the share of all messages that are its own.
struct SharedTraffic {
  double share = 1;
  Traffic traffic;
};
/// All of these together; their shares add up to 1. They have the same nodes.
Traffic mean_traffic(std::vector<SharedTraffic> parts);

/// Requests, and from each destination replies to their sources: such a part of all bits. Weights then count bits.
/// Cost: O(pairs that send) at once.
Traffic answered(const Traffic& requests, double replies);

}  // namespace cutline
