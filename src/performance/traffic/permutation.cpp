// SPDX-License-Identifier: Apache-2.0
#include "performance/traffic/permutation.hpp"

#include <fmt/core.h>

#include <bit>
#include <utility>

#include "cutline/topology/topology.hpp"
#include "routing/destinations.hpp"

namespace cutline {

TrafficPattern common_pattern(std::string_view name, std::string_view summary,
                              std::string (*refusal)(const Parameters&, const Topology&),
                              Traffic (*traffic)(const Parameters&, const Topology&),
                              DigitForm (*digit_form)(const Parameters&, const Topology&)) {
  return {name, summary, "common", {}, refusal, traffic, digit_form};
}

Traffic permutation(std::uint64_t nodes, std::function<std::uint64_t(std::uint64_t source)> image) {
  return {nodes, [image = std::move(image)](std::uint64_t source) {
            return Destinations{.to = {{image(source), 1}}, .divisor = 1};
          }};
}

Traffic permuted_digits(const Topology& topology, PermutedDigits digits) {
  return permutation(topology.node_count(), [image = std::move(digits.image)](std::uint64_t source) {
    std::uint64_t destination = 0;
    std::uint64_t weight = 1;
    for (const std::vector<std::uint32_t>& of_digit : image) {
      destination += weight * of_digit[source % of_digit.size()];
      source /= of_digit.size();
      weight *= of_digit.size();
    }
    return destination;
  });
}

std::vector<std::uint32_t> node_radices(const Topology& topology) {
  std::vector<std::uint32_t> radices;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit)
    radices.push_back(topology.node_value_count(digit));
  return radices;
}

std::string needs_bits(std::string_view pattern, const Topology& topology) {
  const std::uint64_t nodes = topology.node_count();
  if (std::has_single_bit(nodes)) return {};
  return fmt::format("{} moves the bits of node numbers and needs a power of two of nodes, not {}", pattern, nodes);
}

int bits_of(const Topology& topology) { return std::countr_zero(topology.node_count()); }

}  // namespace cutline
