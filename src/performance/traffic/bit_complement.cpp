// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/topology.hpp"
#include "performance/traffic/permutation.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

std::string refusal_of_bit_complement(const Parameters&, const Topology&) { return {}; }

Traffic traffic_of_bit_complement(const Parameters&, const Topology& topology) {
  const std::uint64_t nodes = topology.node_count();
  return permutation(nodes, [nodes](std::uint64_t source) { return nodes - 1 - source; });
}

DigitForm digit_form_of_bit_complement(const Parameters&, const Topology& topology) {
  PermutedDigits digits;
  for (const std::uint32_t radix : node_radices(topology)) {
    std::vector<std::uint32_t> image;
    for (std::uint32_t value = 0; value < radix; ++value) image.push_back(radix - 1 - value);
    digits.image.push_back(std::move(image));
  }
  return digits;
}

}  // namespace

TrafficPattern bit_complement_traffic() {
  return common_pattern(
      "bit_complement",
      "coordinate c of radix k sends to k - 1 - c in every dimension; the inverted bits where radices are "
      "powers of two",
      refusal_of_bit_complement, traffic_of_bit_complement, digit_form_of_bit_complement);
}

}  // namespace cutline
