// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/performance/traffic_pattern.hpp"

namespace cutline {

/// A well-known pattern without parameters, which has no single source.
TrafficPattern common_pattern(std::string_view name, std::string_view summary,
                              std::string (*refusal)(const Parameters&, const Topology&),
                              Traffic (*traffic)(const Parameters&, const Topology&),
                              DigitForm (*digit_form)(const Parameters&, const Topology&) = nullptr);

/// Every node sends all of its messages to one node.
Traffic permutation(std::uint64_t nodes, std::function<std::uint64_t(std::uint64_t source)> image);

/// Every digit of the destination is the image of the source's digit under the permutation of this digit.
Traffic permuted_digits(const Topology& topology, PermutedDigits digits);

/// By digit, the number of its values that belong to nodes.
std::vector<std::uint32_t> node_radices(const Topology& topology);

/// Empty if the number of nodes is a power of two, so that node numbers are all words of bits_of() bits; else a
/// sentence that says so.
std::string needs_bits(std::string_view pattern, const Topology& topology);
/// Bits of a node's number.
int bits_of(const Topology& topology);

}  // namespace cutline
