// SPDX-License-Identifier: Apache-2.0
#include "search/measured_links.hpp"

#include <algorithm>
#include <utility>

#include "search/detours.hpp"

namespace cutline {

FoundLinks measured_links(const LinkLimits& limits, std::vector<GridLink> links) {
  constexpr std::uint64_t kProofSteps = 2'000'000;
  FoundLinks found;
  if (!limits.steps.empty() && limits.bisection == 0) links = without_detours(limits, links);
  std::sort(links.begin(), links.end());
  for (const GridLink& link : links) {
    const std::uint32_t of_link = span_of_link(limits, link);
    found.wire += of_link;
    found.longest_span = std::max(found.longest_span, of_link);
  }
  found.cost = total_cost(limits, links).value();
  found.hops = total_hops(limits.nodes(), limits.directed, links).value();
  found.cuts = grid_cuts(limits, links);
  if (limits.nodes() <= kMostHalvedNodes || limits.bisection > 0)
    found.bisection = halving_range(limits, links, kProofSteps);
  found.links = std::move(links);
  return found;
}

}  // namespace cutline
