// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/topology/topology.hpp"
#include "performance/traffic/permutation.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

std::string refusal_of_tornado(const Parameters&, const Topology& topology) {
  const std::vector<std::uint32_t> radices = node_radices(topology);
  if (std::any_of(radices.begin(), radices.end(), [](std::uint32_t radix) { return radix > 2; })) return {};
  return "tornado goes just less than half way round, and with 2 coordinates per dimension that is nowhere";
}

/// The coordinate ceil(k/2) - 1 further on: the farthest to which a ring of k has only one shortest path.
PermutedDigits images(const Topology& topology) {
  PermutedDigits digits;
  for (const std::uint32_t radix : node_radices(topology)) {
    std::vector<std::uint32_t> image;
    for (std::uint32_t value = 0; value < radix; ++value) image.push_back((value + (radix + 1) / 2 - 1) % radix);
    digits.image.push_back(std::move(image));
  }
  return digits;
}

Traffic traffic_of_tornado(const Parameters&, const Topology& topology) {
  return permuted_digits(topology, images(topology));
}

DigitForm digit_form_of_tornado(const Parameters&, const Topology& topology) { return images(topology); }

}  // namespace

TrafficPattern tornado_traffic() {
  return common_pattern("tornado", "ceil(k/2) - 1 coordinates on in every dimension, wrapping around",
                        refusal_of_tornado, traffic_of_tornado, digit_form_of_tornado);
}

}  // namespace cutline
