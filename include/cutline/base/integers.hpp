// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace cutline {

/// For exact sums over whole machines: the wires of a cube of 2^40 nodes have more pitches than 64 bits can count.
__extension__ typedef __int128 Int128;

/// Returns a * b, or nothing if the product is above 2^63.
constexpr std::optional<std::uint64_t> checked_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
  if (a != 0 && b > kLimit / a) return std::nullopt;
  return a * b;
}

/// a / b rounded up, for a >= 0 and b > 0.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace cutline
