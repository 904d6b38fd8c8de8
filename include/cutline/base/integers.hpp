// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace cutline {

/// Exact sums over whole machines: a 2^40-node cube has more wire pitches than 64 bits hold.
__extension__ typedef __int128 Int128;

/// a * b, or nothing where it does not fit 63 bits.
constexpr std::optional<std::uint64_t> checked_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
  if (a != 0 && b > kLimit / a) return std::nullopt;
  return a * b;
}

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace cutline
