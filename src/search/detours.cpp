// SPDX-License-Identifier: Apache-2.0
#include "search/detours.hpp"

#include <algorithm>
#include <iterator>

#include "search/link_grid.hpp"

namespace cutline {

namespace {

struct Arc {
  std::uint32_t head, steps;
};

/// Whether a path from one router to another costs less than `steps`. Visits routers in the order of their costs, from
/// one list for each cost (Dial's form of Dijkstra's algorithm).
bool is_joined_for_less(const std::vector<std::vector<Arc>>& arcs, std::uint32_t from, std::uint32_t to,
                        std::uint32_t steps) {
  std::vector<std::vector<std::uint32_t>> at_cost(steps);
  std::vector<bool> seen(arcs.size(), false);
  at_cost[0] = {from};
  for (std::uint32_t cost = 0; cost < steps; ++cost) {
    for (const std::uint32_t router : at_cost[cost]) {
      if (router == to) return true;
      if (seen[router]) continue;
      seen[router] = true;
      for (const Arc& arc : arcs[router]) {
        if (cost + arc.steps < steps) at_cost[cost + arc.steps].push_back(arc.head);
      }
    }
  }
  return false;
}

}  // namespace

std::vector<GridLink> without_detours(const LinkLimits& limits, const std::vector<GridLink>& links) {
  const LinkGrid grid(limits);
  const auto steps_of = [&](const GridLink& link) { return grid.steps(grid.span(link.a, link.b)); };
  std::vector<std::vector<Arc>> arcs(limits.nodes());
  for (const GridLink& link : links) {
    arcs[link.a].push_back({link.b, steps_of(link)});
    if (!limits.directed) arcs[link.b].push_back({link.a, steps_of(link)});
  }
  std::vector<GridLink> kept;
  std::copy_if(links.begin(), links.end(), std::back_inserter(kept),
               [&](const GridLink& link) { return !is_joined_for_less(arcs, link.a, link.b, steps_of(link)); });
  return kept;
}

}  // namespace cutline
