// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "cutline/search/link_search.hpp"
#include "search/heads.hpp"
#include "search/link_grid.hpp"
#include "search/measured_links.hpp"

namespace cutline {

namespace {

Heads heads_of(const LinkLimits& limits, const std::vector<GridLink>& links) {
  std::vector<std::uint32_t> count(limits.nodes(), 0);
  for (const GridLink& link : links) {
    ++count[link.a];
    if (!limits.directed) ++count[link.b];
  }
  Heads heads(limits.nodes(), std::max(1u, *std::max_element(count.begin(), count.end())));
  for (const GridLink& link : links) {
    const std::uint32_t steps = steps_of_span(limits, span_of_link(limits, link));
    heads.add(link.a, link.b, steps);
    if (!limits.directed) heads.add(link.b, link.a, steps);
  }
  return heads;
}

/// The sum of the costs of the cheapest paths from a router; absent if they do not reach all routers. Visits routers in
/// the order of their costs, from one list for each cost (Dial's form of Dijkstra's algorithm).
std::optional<std::uint64_t> cost_from(const Heads& heads, std::uint32_t from) {
  std::vector<std::vector<std::uint32_t>> at_cost = {{from}};
  std::vector<bool> seen(heads.nodes(), false);
  std::uint64_t sum = 0, reached = 0;
  for (std::size_t cost = 0; cost < at_cost.size(); ++cost) {
    const std::vector<std::uint32_t> now = std::move(at_cost[cost]);
    for (const std::uint32_t node : now) {
      if (seen[node]) continue;
      seen[node] = true;
      sum += cost;
      ++reached;
      for (const Heads::Arc* arc = heads.begin(node); arc != heads.end(node); ++arc) {
        if (at_cost.size() <= cost + arc->steps) at_cost.resize(cost + arc->steps + 1);
        at_cost[cost + arc->steps].push_back(arc->head);
      }
    }
  }
  if (reached < heads.nodes()) return std::nullopt;
  return sum;
}

}  // namespace

std::uint32_t span_of_link(const LinkLimits& limits, const GridLink& link) {
  const auto [x, y] = offset(limits, link);
  return x + y;
}

std::optional<std::uint64_t> total_cost(const LinkLimits& limits, const std::vector<GridLink>& links) {
  const Heads heads = heads_of(limits, links);
  std::uint64_t sum = 0;
  for (std::uint32_t from = 0; from < limits.nodes(); ++from) {
    const auto cost = cost_from(heads, from);
    if (!cost) return std::nullopt;
    sum += *cost;
  }
  return sum;
}

bool joins_all(const LinkLimits& limits, std::vector<GridLink> links) {
  if (!cost_from(heads_of(limits, links), 0)) return false;
  if (!limits.directed) return true;
  for (GridLink& link : links) std::swap(link.a, link.b);
  return cost_from(heads_of(limits, links), 0).has_value();
}

std::optional<std::uint64_t> total_hops(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links) {
  LinkLimits row;
  row.columns = nodes;
  row.directed = directed;
  return total_cost(row, links);
}

}  // namespace cutline
