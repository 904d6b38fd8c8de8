// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cutline/detail/search/link_search.hpp"

namespace cutline {

/// Where the routers of a search stand: in pitches of its grid, or in the unit of its places. Each x that a router has
/// is a column, each y a row.
class LinkPlaces {
 public:
  explicit LinkPlaces(const LinkLimits& limits);

  /// |dx| and |dy| of a link.
  std::array<std::uint32_t, 2> offset(std::uint32_t a, std::uint32_t b) const {
    const auto gap = [](std::uint32_t one, std::uint32_t other) { return one > other ? one - other : other - one; };
    return {gap(at_[0][a], at_[0][b]), gap(at_[1][a], at_[1][b])};
  }
  std::uint32_t span(std::uint32_t a, std::uint32_t b) const {
    const auto [x, y] = offset(a, b);
    return x + y;
  }
  /// |dx| + |dy| of two corners of the box around all routers.
  std::uint32_t most_span() const;

  /// The column of each router, or its row, counted from 0; and how many there are.
  const std::vector<std::uint32_t>& lines(std::size_t axis) const { return line_[axis]; }
  std::uint32_t line_count(std::size_t axis) const { return lines_[axis]; }

  /// The router to which each moves in a half turn about the middle of the box, or in a quarter turn; empty if that
  /// puts one where none stands.
  std::vector<std::uint32_t> turned(bool quarter) const;

 private:
  std::array<std::vector<std::uint32_t>, 2> at_, line_;
  std::array<std::uint32_t, 2> lines_{};
};

/// By router: how many routers are within 0, 1, 2 ... hops, with all links that the limits allow. Cost: O(nodes^3 /
/// 64).
std::vector<std::vector<std::uint64_t>> routers_within(const LinkLimits& limits, const LinkPlaces& places);

}  // namespace cutline
