// SPDX-License-Identifier: Apache-2.0
// Patterns in which every node sends all of its messages to one node.
#include <fmt/core.h>

#include <bit>
#include <utility>

#include "cutline/detail/performance/traffic.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

Traffic permutation(const Topology& topology, std::function<std::uint64_t(std::uint64_t source)> image) {
  return {topology.node_count(), [image = std::move(image)](std::uint64_t source) {
            return Destinations{.to = {{image(source), 1}}, .divisor = 1};
          }};
}

std::string needs_bits(std::string_view pattern, const Topology& topology) {
  const std::uint64_t nodes = topology.node_count();
  if (std::has_single_bit(nodes)) return {};
  return fmt::format("{} moves the bits of node numbers and needs a power of two of nodes, not {}", pattern, nodes);
}

/// Every digit of the destination is the image of the source's digit.
template <std::uint32_t (*image)(std::uint32_t value, std::uint32_t radix)>
PermutedDigits permuted_digits(const Topology& topology) {
  PermutedDigits digits;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    const std::uint32_t radix = topology.node_value_count(digit);
    std::vector<std::uint32_t>& images = digits.image.emplace_back();
    for (std::uint32_t value = 0; value < radix; ++value) images.push_back(image(value, radix));
  }
  return digits;
}

template <std::uint32_t (*image)(std::uint32_t value, std::uint32_t radix)>
TrafficPattern digit_permutation(std::string_view name, std::string_view summary,
                                 std::string (*refusal)(const Parameters&, const Topology&)) {
  return {.name = name,
          .summary = summary,
          .source = "common",
          .refusal = refusal,
          .traffic =
              [](const Parameters&, const Topology& topology) {
                return permutation(topology, [digits = permuted_digits<image>(topology)](std::uint64_t source) {
                  std::uint64_t destination = 0, weight = 1;
                  for (const std::vector<std::uint32_t>& images : digits.image) {
                    destination += weight * images[source % images.size()];
                    source /= images.size();
                    weight *= images.size();
                  }
                  return destination;
                });
              },
          .digit_form = [](const Parameters&, const Topology& topology) -> DigitForm {
            return permuted_digits<image>(topology);
          }};
}

std::uint32_t complement(std::uint32_t value, std::uint32_t radix) { return radix - 1 - value; }

/// The farthest coordinate to which a ring has only one shortest path.
std::uint32_t just_less_than_half_way(std::uint32_t value, std::uint32_t radix) {
  return (value + (radix + 1) / 2 - 1) % radix;
}

std::string refusal_of_tornado(const Parameters&, const Topology& topology) {
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    if (topology.node_value_count(digit) > 2) return {};
  }
  return "tornado goes just less than half way round, and with 2 coordinates per dimension that is nowhere";
}

/// The largest number whose square is at most the number of nodes.
std::uint64_t root_of(std::uint64_t nodes) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
    if ((root + bit) * (root + bit) <= nodes) root += bit;
  }
  return root;
}

std::string refusal_of_transpose(const Parameters&, const Topology& topology) {
  const std::uint64_t nodes = topology.node_count(), root = root_of(nodes);
  return root * root == nodes ? std::string()
                              : fmt::format("transpose needs a square number of nodes, and {} is none", nodes);
}

/// If the upper half of the digits has the same radices as the lower half, the two halves are the row and the column of
/// the square, and transposing swaps them.
DigitForm digit_form_of_transpose(const Parameters&, const Topology& topology) {
  const std::size_t half = topology.digits.size() / 2;
  if (topology.digits.size() % 2 != 0) return {};
  for (std::size_t digit = 0; digit < half; ++digit) {
    if (topology.node_value_count(digit) != topology.node_value_count(digit + half)) return {};
  }
  return SwappedHalves{};
}

}  // namespace

TrafficPattern transpose_traffic() {
  return {.name = "transpose",
          .summary = "node (row, column) of a square sends to (column, row), nodes counted row by row",
          .source = "common",
          .refusal = refusal_of_transpose,
          .traffic =
              [](const Parameters&, const Topology& topology) {
                return permutation(topology, [root = root_of(topology.node_count())](std::uint64_t source) {
                  return source % root * root + source / root;
                });
              },
          .digit_form = digit_form_of_transpose};
}

TrafficPattern bit_reversal_traffic() {
  return {.name = "bit_reversal",
          .summary = "a node sends to the number whose bits are its own from the last to the first",
          .source = "common",
          .refusal = [](const Parameters&, const Topology& topology) { return needs_bits("bit_reversal", topology); },
          .traffic =
              [](const Parameters&, const Topology& topology) {
                return permutation(topology, [nodes = topology.node_count()](std::uint64_t source) {
                  std::uint64_t image = 0;
                  for (std::uint64_t bit = 1; bit < nodes; bit <<= 1, source >>= 1) image = image << 1 | (source & 1);
                  return image;
                });
              }};
}

TrafficPattern bit_complement_traffic() {
  return digit_permutation<complement>(
      "bit_complement",
      "coordinate c of radix k sends to k - 1 - c in every dimension; the inverted bits where radices are "
      "powers of two",
      [](const Parameters&, const Topology&) { return std::string(); });
}

TrafficPattern shuffle_traffic() {
  return {.name = "shuffle",
          .summary = "a node sends to the number whose bits are its own, turned left by one",
          .source = "common",
          .refusal = [](const Parameters&, const Topology& topology) { return needs_bits("shuffle", topology); },
          .traffic =
              [](const Parameters&, const Topology& topology) {
                return permutation(topology, [nodes = topology.node_count()](std::uint64_t source) {
                  const std::uint64_t doubled = 2 * source;
                  return doubled < nodes ? doubled : doubled - nodes + 1;
                });
              }};
}

TrafficPattern tornado_traffic() {
  return digit_permutation<just_less_than_half_way>(
      "tornado", "ceil(k/2) - 1 coordinates on in every dimension, wrapping around", refusal_of_tornado);
}

}  // namespace cutline
