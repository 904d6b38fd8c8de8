// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/search/link_search.hpp"

namespace cutline {

/// The side of every router, 1 in the first half, and the links from it to the rest; two-way links count either way.
struct Halving {
  std::vector<std::uint8_t> first_half;
  std::uint64_t links = 0;
};

/// The halving with the fewest links where these are fewer than `below`; else `below` itself, and no half. At most
/// kMostHalvedNodes routers. Cost: as of least_halving(), and less where `below` is small.
Halving least_halving_below(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links,
                            std::uint64_t below);

/// A halving with few links, of any number of routers: what improving the halves of the grid and some drawn ones finds.
Halving halving_with_few(const LinkLimits& limits, const std::vector<GridLink>& links);

}  // namespace cutline
