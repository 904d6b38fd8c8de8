// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/performance/traffic_pattern.hpp"

namespace cutline {

/// A pattern that everybody knows, and that takes no parameters.
TrafficPattern common_pattern(std::string_view name, std::string_view summary,
                              std::string (*refusal)(const Parameters&, const Topology&),
                              Traffic (*traffic)(const Parameters&, const Topology&),
                              DigitForm (*digit_form)(const Parameters&, const Topology&) = nullptr);

/// Every node sends all of its messages to one node.
Traffic permutation(std::uint64_t nodes, std::function<std::uint64_t(std::uint64_t source)> image);

/// Every digit's coordinates are permuted by themselves.
Traffic permuted_digits(const Topology& topology, PermutedDigits digits);

/// Node coordinates per digit.
std::vector<std::uint32_t> node_radices(const Topology& topology);

/// Empty where the nodes' numbers are all the words of some bits; else what the pattern needs.
std::string needs_bits(std::string_view pattern, const Topology& topology);
/// Bits of a node's number.
int bits_of(const Topology& topology);

}  // namespace cutline
