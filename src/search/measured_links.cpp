// SPDX-License-Identifier: Apache-2.0
#include "search/measured_links.hpp"

#include <algorithm>
#include <utility>

#include "search/link_grid.hpp"

namespace cutline {

FoundLinks measured_links(const LinkLimits& limits, std::vector<GridLink> links) {
  constexpr std::uint64_t kProofSteps = 2'000'000;
  const LinkGrid grid(limits);
  FoundLinks found;
  std::sort(links.begin(), links.end());
  for (const GridLink& link : links) found.wire += grid.span(link.a, link.b);
  found.cost = total_cost(limits, links).value();
  found.hops = total_hops(limits.nodes(), limits.directed, links).value();
  found.cuts = grid_cuts(limits, links);
  if (limits.nodes() <= kMostHalvedNodes || limits.bisection)
    found.bisection = halving_range(limits, links, kProofSteps);
  found.links = std::move(links);
  return found;
}

}  // namespace cutline
