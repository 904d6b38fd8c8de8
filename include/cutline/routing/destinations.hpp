// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace cutline {

/// Where the messages of one node go, also to itself.
struct Destinations {
  struct To {
    std::uint64_t node = 0;
    double weight = 0;  ///< above 0; whole numbers in every pattern that has no fractions of its own
  };
  std::vector<To> to;  ///< ascending nodes
  /// weight / divisor is the messages to a node for each message that nodes offer on average.
  double divisor = 1;
};

/// Who sends to whom: over all sources the weights by their divisors add up to the number of nodes. Nodes are counted
/// as by node_number.
struct Traffic {
  std::uint64_t nodes = 0;
  std::function<Destinations(std::uint64_t source)> from;
};

}  // namespace cutline
