// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/link_grid.hpp"

namespace cutline {

/// How many links cross each line of a grid, kept up to date, and the limits on these numbers.
class CutCounts {
 public:
  CutCounts(const LinkLimits& limits, const LinkPlaces& places);

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

  bool limited_ = false;
  std::array<Side, 2> along_;  ///< x, y
  std::array<std::vector<std::uint32_t>, 2> line_;
};

/// The half of each router (1: the first) and the number of links from the first half to the second. A two-way link
/// counts once.
struct Halving {
  std::vector<std::uint8_t> first_half;
  std::uint64_t links = 0;
};

/// The halving with the fewest links if these are fewer than `below`; else `links` is `below` and `first_half` is
/// empty. Throws a limit error for more than kMostHalvedNodes routers. Cost: as least_halving(), less if `below` is
/// small.
Halving least_halving_below(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links,
                            std::uint64_t below);

/// A halving with few links, for any number of routers: the best that local improvement finds from the halves of the
/// grid and from some random halves. It may not be the best of all.
Halving halving_with_few(const LinkLimits& limits, const std::vector<GridLink>& links);

}  // namespace cutline
