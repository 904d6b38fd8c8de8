// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/topology/topology.hpp"
#include "performance/traffic/permutation.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

std::uint64_t root_of(std::uint64_t nodes) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
    if ((root + bit) * (root + bit) <= nodes) root += bit;
  }
  return root;
}

std::string refusal_of_transpose(const Parameters&, const Topology& topology) {
  const std::uint64_t nodes = topology.node_count();
  const std::uint64_t root = root_of(nodes);
  if (root * root == nodes) return {};
  return fmt::format("transpose needs a square number of nodes, and {} is none", nodes);
}

Traffic traffic_of_transpose(const Parameters&, const Topology& topology) {
  const std::uint64_t nodes = topology.node_count();
  return permutation(nodes,
                     [root = root_of(nodes)](std::uint64_t source) { return source % root * root + source / root; });
}

/// If the upper half of the digits has the same radices as the lower half, the two halves are the row and the column of
/// the square, and transposing swaps them.
DigitForm digit_form_of_transpose(const Parameters&, const Topology& topology) {
  const std::vector<std::uint32_t> radices = node_radices(topology);
  const std::size_t half = radices.size() / 2;
  if (radices.size() % 2 != 0) return {};
  for (std::size_t digit = 0; digit < half; ++digit) {
    if (radices[digit] != radices[digit + half]) return {};
  }
  return SwappedHalves{};
}

}  // namespace

TrafficPattern transpose_traffic() {
  return common_pattern("transpose", "node (row, column) of a square sends to (column, row), nodes counted row by row",
                        refusal_of_transpose, traffic_of_transpose, digit_form_of_transpose);
}

}  // namespace cutline
