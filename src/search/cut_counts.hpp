// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/search/link_search.hpp"

namespace cutline {

/// How many links cross each line of a grid, kept up to date, and the limits on these numbers.
class CutCounts {
 public:
  explicit CutCounts(const LinkLimits& limits);

  /// Whether any line has a limit.
  bool limited() const { return limited_; }
  /// Whether one more link between two routers keeps the limits.
  bool have_room(std::uint32_t a, std::uint32_t b) const;
  void count(std::uint32_t a, std::uint32_t b, std::int32_t change);
  GridCuts cuts() const;

 private:
  /// Line c is the line before position c.
  struct Side {
    std::vector<std::uint64_t> links, most;
  };
  static Side side(std::uint32_t positions, const LinkLimits& limits);

  std::uint32_t columns_ = 1;
  bool limited_ = false;
  Side along_x_, along_y_;
};

}  // namespace cutline
