// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "cutline/detail/search/link_search.hpp"

namespace cutline::test {

/// Calls visit(links) for every set of at most seven links among six routers, of which none has more than three.
template <class Visit>
void for_each_graph_of_six(const Visit& visit) {
  std::vector<GridLink> all;
  for (std::uint32_t a = 0; a < 6; ++a) {
    for (std::uint32_t b = a + 1; b < 6; ++b) all.push_back({a, b});
  }
  for (std::uint32_t set = 0; set < 1U << all.size(); ++set) {
    std::vector<GridLink> links;
    std::array<std::uint32_t, 6> degree{};
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((set >> i & 1) == 0) continue;
      links.push_back(all[i]);
      ++degree[all[i].a], ++degree[all[i].b];
    }
    if (links.size() <= 7 && *std::max_element(degree.begin(), degree.end()) <= 3) visit(links);
  }
}

}  // namespace cutline::test
