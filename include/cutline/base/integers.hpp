// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace cutline {

/// Holds exact sums over whole machines: a cube of 2^40 nodes has more wire pitches than 64 bits count.
__extension__ typedef __int128 Int128;

/// Returns a * b, or nothing where the product is above 2^63.
constexpr std::optional<std::uint64_t> checked_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
  if (a != 0 && b > kLimit / a) return std::nullopt;
  return a * b;
}

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace cutline
