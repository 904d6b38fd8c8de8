// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "cutline/search/link_search.hpp"

namespace cutline {

/// The links that the grid and the limits on a single link allow.
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
  /// The routers that a link from this one may lead to, ascending.
  const std::vector<std::uint32_t>& allowed(std::uint32_t node) const { return allowed_[node]; }
  std::uint32_t span(std::uint32_t a, std::uint32_t b) const { return along_x(a, b) + along_y(a, b); }
  /// What a link of this span costs.
  std::uint32_t steps(std::uint32_t span) const {
    const std::vector<std::uint32_t>& steps = limits_.steps;
    return steps.empty() ? 1 : steps[std::min<std::size_t>(span, steps.size() - 1)];
  }
  /// What the dearest link costs that may be.
  std::uint32_t most_steps() const {
    std::uint32_t most = 1;
    for (std::uint32_t a = 0; a < limits_.nodes(); ++a) {
      for (const std::uint32_t b : allowed_[a]) most = std::max(most, steps(span(a, b)));
    }
    return most;
  }
  bool fits(std::uint32_t a, std::uint32_t b) const {
    const std::uint64_t x = along_x(a, b), y = along_y(a, b);
    if (limits_.span && x + y > *limits_.span) return false;
    if (!limits_.reach) return true;
    const std::uint64_t far_x = (*limits_.reach)[0], far_y = (*limits_.reach)[1];
    return x * x + y * y <= far_x * far_x + far_y * far_y;
  }

 private:
  static std::uint32_t gap(std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; }
  std::uint32_t along_x(std::uint32_t a, std::uint32_t b) const {
    return gap(a % limits_.columns, b % limits_.columns);
  }
  std::uint32_t along_y(std::uint32_t a, std::uint32_t b) const {
    return gap(a / limits_.columns, b / limits_.columns);
  }

  LinkLimits limits_;
  std::vector<std::vector<std::uint32_t>> allowed_;
};

}  // namespace cutline
