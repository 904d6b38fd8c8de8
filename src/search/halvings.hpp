// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/search/link_search.hpp"

namespace cutline {

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
