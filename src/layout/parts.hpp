// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "blocks.hpp"
#include "cutline/layout/pattern.hpp"

namespace cutline {

/// One part of a pattern, before it is written to the pattern's arrays.
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

/// The kinds of end of a bent link's part.
enum class PartEnd { node, through, crossing };

inline Zone zone_of(PartEnd end, bool goes_higher) {
  if (end == PartEnd::crossing) return Zone::crossing;
  if (end == PartEnd::node) return goes_higher ? Zone::higher : Zone::lower;
  return goes_higher ? Zone::higher_through : Zone::lower_through;
}

/// The part of a bent link between two slots, with the kind of each end.
inline Part bent_part(std::uint32_t from, PartEnd from_end, std::uint32_t to, PartEnd to_end, std::uint16_t kind) {
  const std::uint32_t a = station(from, zone_of(from_end, from < to));
  const std::uint32_t b = station(to, zone_of(to_end, to < from));
  return {std::min(a, b), std::max(a, b), kind, 0};
}

/// Sorts the parts and writes them as a pattern. Cost: O(parts + slots).
Pattern make_pattern(std::vector<Part> parts, std::uint32_t slots);

/// The index of the n-th (from 0) of the parts equal to `part` in a pattern. Cost: O(log parts).
std::uint32_t part_index(const Pattern& pattern, const Part& part, std::uint32_t n);

}  // namespace cutline
