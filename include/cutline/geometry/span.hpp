// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace cutline {

/// A distance in half node pitches. Halves are needed because an interchange that takes no room stands half way between
/// two nodes.
struct Span {
  std::uint64_t halves = 0;
  double pitches() const { return static_cast<double>(halves) / 2; }
  auto operator<=>(const Span&) const = default;
  Span operator+(const Span& other) const { return {halves + other.halves}; }
};

constexpr Span node_pitches(std::uint64_t count) { return {2 * count}; }

}  // namespace cutline
