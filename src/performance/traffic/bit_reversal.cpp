// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/topology.hpp"
#include "performance/traffic/permutation.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

std::string refusal_of_bit_reversal(const Parameters&, const Topology& topology) {
  return needs_bits("bit_reversal", topology);
}

Traffic traffic_of_bit_reversal(const Parameters&, const Topology& topology) {
  return permutation(topology.node_count(), [bits = bits_of(topology)](std::uint64_t source) {
    std::uint64_t image = 0;
    for (int bit = 0; bit < bits; ++bit) image = image << 1 | (source >> bit & 1);
    return image;
  });
}

}  // namespace

TrafficPattern bit_reversal_traffic() {
  return common_pattern("bit_reversal", "a node sends to the number whose bits are its own from the last to the first",
                        refusal_of_bit_reversal, traffic_of_bit_reversal);
}

}  // namespace cutline
