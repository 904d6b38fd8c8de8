// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cutline/search/link_search.hpp"

namespace cutline {

/// |dx| and |dy| of a link.
inline std::array<std::uint32_t, 2> offset(const LinkLimits& limits, const GridLink& link) {
  const auto gap = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
  return {gap(link.a % limits.columns, link.b % limits.columns), gap(link.a / limits.columns, link.b / limits.columns)};
}

/// The cost of a link of this span.
inline std::uint32_t steps_of_span(const LinkLimits& limits, std::uint32_t span) {
  const std::vector<std::uint32_t>& steps = limits.steps;
  return steps.empty() ? 1 : steps[std::min<std::size_t>(span, steps.size() - 1)];
}

/// Whether the limits on a single link allow one with this offset. If they do, they also allow every link with smaller
/// components.
inline bool fits_offset(const LinkLimits& limits, const std::array<std::uint32_t, 2>& offset) {
  const std::uint64_t x = offset[0], y = offset[1];
  if (x + y > limits.span) return false;
  if (limits.reach == kAnyReach) return true;
  const std::uint64_t far_x = limits.reach[0], far_y = limits.reach[1];
  return x * x + y * y <= far_x * far_x + far_y * far_y;
}

/// The links that the limits on a single link (span, reach) allow on the grid.
class LinkGrid {
 public:
  explicit LinkGrid(const LinkLimits& limits) : limits_(limits), allowed_(limits.nodes()) {
    for (std::uint32_t a = 0; a < limits.nodes(); ++a) {
      for (std::uint32_t b = 0; b < limits.nodes(); ++b) {
        if (a != b && fits(a, b)) allowed_[a].push_back(b);
      }
    }
  }

  const LinkLimits& limits() const { return limits_; }
  /// The routers to which a link from this one may lead, ascending.
  const std::vector<std::uint32_t>& allowed(std::uint32_t node) const { return allowed_[node]; }
  std::uint32_t span(std::uint32_t a, std::uint32_t b) const {
    const auto [x, y] = offset(limits_, {a, b});
    return x + y;
  }
  std::uint32_t steps(std::uint32_t span) const { return steps_of_span(limits_, span); }
  /// The highest cost of an allowed link.
  std::uint32_t most_steps() const {
    std::uint32_t most = 1;
    for (std::uint32_t a = 0; a < limits_.nodes(); ++a) {
      for (const std::uint32_t b : allowed_[a]) most = std::max(most, steps(span(a, b)));
    }
    return most;
  }
  bool fits(std::uint32_t a, std::uint32_t b) const { return fits_offset(limits_, offset(limits_, {a, b})); }

 private:
  LinkLimits limits_;
  std::vector<std::vector<std::uint32_t>> allowed_;
};

}  // namespace cutline
