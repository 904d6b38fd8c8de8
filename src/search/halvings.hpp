// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/search/link_search.hpp"

namespace cutline {

/// The routers of a half, one a bit, and the links from it to the rest.
struct Halving {
  std::uint32_t half = 0;
  std::uint64_t links = 0;
};

/// The halving with the fewest links where these are fewer than `below`; else `below` itself, and no half. Cost: as of
/// least_halving(), and less where `below` is small.
Halving least_halving_below(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links,
                            std::uint64_t below);

}  // namespace cutline
