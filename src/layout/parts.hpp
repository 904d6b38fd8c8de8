// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "blocks.hpp"
#include "cutline/layout/pattern.hpp"

namespace cutline {

/// One part of a pattern, before the pattern's arrays.
struct Part {
  std::uint32_t lo = 0;
  std::uint32_t hi = 0;
  std::uint16_t kind = 0;
  std::uint8_t pair = 0;

  /// The order of parts in a pattern: lo ascending, hi descending, kind, pair.
  friend bool operator<(const Part& a, const Part& b) {
    return std::tuple(a.lo, ~a.hi, a.kind, a.pair) < std::tuple(b.lo, ~b.hi, b.kind, b.pair);
  }
  friend bool operator==(const Part&, const Part&) = default;
};

/// The part of a straight link.
inline Part straight_part(const Move& move) {
  return {station(move.from, Zone::higher), station(move.to, Zone::lower), move.kind, 0};
}

/// The part of a bent link, from the terminal at `slot` to the crossing of `crossing`.
inline Part bent_part(std::uint32_t slot, std::uint32_t crossing, std::uint16_t kind) {
  if (slot < crossing) return {station(slot, Zone::higher), station(crossing, Zone::crossing), kind, 0};
  return {station(crossing, Zone::crossing), station(slot, Zone::lower), kind, 0};
}

/// Sorts the parts and writes them as a pattern. Cost: O(parts + slots).
Pattern make_pattern(std::vector<Part> parts, std::uint32_t slots);

/// The index of the n-th (from 0) of the parts equal to `part` in a pattern. Cost: O(log parts).
std::uint32_t part_index(const Pattern& pattern, const Part& part, std::uint32_t n);

}  // namespace cutline
