// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/topology.hpp"
#include "performance/traffic/permutation.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

std::string refusal_of_shuffle(const Parameters&, const Topology& topology) { return needs_bits("shuffle", topology); }

Traffic traffic_of_shuffle(const Parameters&, const Topology& topology) {
  const std::uint64_t nodes = topology.node_count();
  return permutation(nodes, [nodes](std::uint64_t source) {
    const std::uint64_t doubled = 2 * source;
    return doubled < nodes ? doubled : doubled - nodes + 1;
  });
}

}  // namespace

TrafficPattern shuffle_traffic() {
  return common_pattern("shuffle", "a node sends to the number whose bits are its own, turned left by one",
                        refusal_of_shuffle, traffic_of_shuffle);
}

}  // namespace cutline
