// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace cutline {

/// What the rates of a user's traffic count. Shares say only how rates compare; the others are absolute.
enum class RateKind : std::uint8_t { share, bits_per_cycle, flits_per_cycle, bits_per_ns };

/// A unit of absolute rates. b is a bit, B a byte of 8 bits; k, M, G and T are powers of 1000.
struct RateUnit {
  std::string_view name;
  RateKind kind = RateKind::share;
  double times = 1;  ///< of the kind's own unit
};
const std::vector<RateUnit>& rate_units();

/// The rates of a user's traffic, all of one kind.
struct GivenRates {
  RateKind kind = RateKind::share;
  double of_node = 0;  ///< what a mean node sends, in the kind's own unit; messages to itself count
  bool absolute() const { return kind != RateKind::share; }
};

}  // namespace cutline
