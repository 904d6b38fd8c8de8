// SPDX-License-Identifier: Apache-2.0
#include "search/measured_links.hpp"

#include <cmath>
#include <iterator>

namespace cutline {

namespace {

enum class Steps : std::uint8_t { of_span, one };

AdjacencyLists heads_of(const LinkLimits& limits, const std::vector<GridLink>& links, Steps of_link = Steps::of_span) {
  std::vector<std::uint32_t> count(limits.nodes(), 0);
  for (const GridLink& link : links) {
    ++count[link.a];
    if (!limits.directed) ++count[link.b];
  }
  const LinkPlaces places(limits);
  AdjacencyLists heads(limits.nodes(), std::max(1u, *std::ranges::max_element(count)));
  for (const GridLink& link : links) {
    const std::uint32_t steps = of_link == Steps::one ? 1 : steps_of_span(limits, places.span(link.a, link.b));
    heads.add(link.a, link.b, steps);
    if (!limits.directed) heads.add(link.b, link.a, steps);
  }
  return heads;
}

/// Of the cheapest paths from a router: the sum of their costs, each times the weight of its pair, and the highest.
struct CostsFrom {
  std::uint64_t sum = 0;
  std::size_t most = 0;
};

/// Absent if they do not reach all routers. Visits routers in the order of their costs, from one list for each cost
/// (Dial's form of Dijkstra's algorithm). `weights`: of all pairs; empty: 1.
std::optional<CostsFrom> costs_from(const AdjacencyLists& heads, std::uint32_t from,
                                    const std::vector<std::uint32_t>& weights) {
  std::vector<std::vector<std::uint32_t>> at_cost = {{from}};
  std::vector<bool> seen(heads.nodes(), false);
  CostsFrom costs;
  std::uint64_t reached = 0;
  for (std::size_t cost = 0; cost < at_cost.size(); ++cost) {
    const std::vector<std::uint32_t> now = std::move(at_cost[cost]);
    for (const std::uint32_t node : now) {
      if (seen[node]) continue;
      seen[node] = true;
      costs.sum += cost * (weights.empty() ? 1 : weights[std::size_t{from} * heads.nodes() + node]);
      costs.most = cost;
      ++reached;
      for (const AdjacencyLists::Arc* arc = heads.begin(node); arc != heads.end(node); ++arc) {
        if (at_cost.size() <= cost + arc->steps) at_cost.resize(cost + arc->steps + 1);
        at_cost[cost + arc->steps].push_back(arc->head);
      }
    }
  }
  if (reached < heads.nodes()) return std::nullopt;
  return costs;
}

/// The most hops between two of the routers, which the links join.
std::uint32_t diameter_of(const LinkLimits& limits, const std::vector<GridLink>& links) {
  const AdjacencyLists heads = heads_of(limits, links, Steps::one);
  std::size_t most = 0;
  for (std::uint32_t from = 0; from < limits.nodes(); ++from)
    most = std::max(most, costs_from(heads, from, {}).value().most);
  return static_cast<std::uint32_t>(most);
}

/// The sum of the costs, or of the hops, over all pairs by weight; absent if some router cannot reach another.
std::optional<std::uint64_t> total_of(const LinkLimits& limits, const std::vector<GridLink>& links, Steps of_link) {
  const AdjacencyLists heads = heads_of(limits, links, of_link);
  std::uint64_t sum = 0;
  for (std::uint32_t from = 0; from < limits.nodes(); ++from) {
    const auto costs = costs_from(heads, from, limits.weights);
    if (!costs) return std::nullopt;
    sum += costs->sum;
  }
  return sum;
}

/// Whether a path from one router to another costs less than `steps`. Visits routers in the order of their costs, from
/// one list for each cost (Dial's form of Dijkstra's algorithm).
bool is_joined_for_less(const AdjacencyLists& heads, std::uint32_t from, std::uint32_t to, std::uint32_t steps) {
  std::vector<std::vector<std::uint32_t>> at_cost(steps);
  std::vector<bool> seen(heads.nodes(), false);
  at_cost[0] = {from};
  for (std::uint32_t cost = 0; cost < steps; ++cost) {
    for (const std::uint32_t router : at_cost[cost]) {
      if (router == to) return true;
      if (seen[router]) continue;
      seen[router] = true;
      for (const AdjacencyLists::Arc* arc = heads.begin(router); arc != heads.end(router); ++arc) {
        if (cost + arc->steps < steps) at_cost[cost + arc->steps].push_back(arc->head);
      }
    }
  }
  return false;
}

double square(double x) { return x * x; }

}  // namespace

std::uint32_t span_of_link(const LinkLimits& limits, const GridLink& link) {
  return LinkPlaces(limits).span(link.a, link.b);
}

std::uint32_t most_span(const LinkLimits& limits) { return LinkPlaces(limits).most_span(); }

std::optional<std::uint64_t> total_cost(const LinkLimits& limits, const std::vector<GridLink>& links) {
  return total_of(limits, links, Steps::of_span);
}

std::optional<double> busiest_channel(const LinkLimits& limits, const std::vector<GridLink>& links) {
  ChannelLoads loads(limits, ~std::uint64_t{0});
  loads.count(heads_of(limits, links, Steps::one));
  return loads.without_way() == 0 ? std::optional(loads.busiest()) : std::nullopt;
}

bool joins_all(const LinkLimits& limits, std::vector<GridLink> links) {
  if (!costs_from(heads_of(limits, links), 0, {})) return false;
  if (!limits.directed) return true;
  for (GridLink& link : links) std::swap(link.a, link.b);
  return costs_from(heads_of(limits, links), 0, {}).has_value();
}

bool is_within_diameter(const LinkLimits& limits, const std::vector<GridLink>& links) {
  return limits.diameter == kNoLimit || diameter_of(limits, links) <= limits.diameter;
}

std::optional<std::uint64_t> total_hops(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links) {
  LinkLimits row;
  row.columns = nodes;
  row.directed = directed;
  return total_cost(row, links);
}

std::vector<GridLink> without_detours(const LinkLimits& limits, const std::vector<GridLink>& links) {
  const LinkPlaces places(limits);
  const AdjacencyLists heads = heads_of(limits, links);
  std::vector<GridLink> kept;
  std::ranges::copy_if(links, std::back_inserter(kept), [&](const GridLink& link) {
    return std::ranges::find(limits.kept, link) != limits.kept.end() ||
           !is_joined_for_less(heads, link.a, link.b, steps_of_span(limits, places.span(link.a, link.b)));
  });
  return kept;
}

FoundLinks measured_links(const LinkLimits& limits, std::vector<GridLink> links) {
  constexpr std::uint64_t kProofVisits = 100'000'000;
  FoundLinks found;
  if (!limits.steps.empty() && limits.bisection == 0) links = without_detours(limits, links);
  std::ranges::sort(links);
  const LinkPlaces places(limits);
  for (const GridLink& link : links) {
    const std::uint32_t of_link = places.span(link.a, link.b);
    found.wire += of_link;
    found.longest_span = std::max(found.longest_span, of_link);
  }
  found.cost = total_cost(limits, links).value();
  found.hops = total_of(limits, links, Steps::one).value();
  found.diameter = diameter_of(limits, links);
  found.busiest = busiest_channel(limits, links).value();
  found.cuts = grid_cuts(limits, links);
  if (limits.nodes() <= kMostHalvedNodes || limits.bisection > 0)
    found.bisection = halving_range(limits, links, kProofVisits);
  found.links = std::move(links);
  return found;
}

void ChannelLoads::count(const AdjacencyLists& heads) {
  loads_.assign(std::size_t{heads.nodes()} * heads.most(), 0);
  without_way_ = 0;
  for (std::uint32_t source = 0; source < heads.nodes(); ++source) add_from(heads, source);
}

void ChannelLoads::add_from(const AdjacencyLists& heads, std::uint32_t source) {
  constexpr std::uint32_t kUnseen = ~0U;
  for (Seen& seen : from_) seen = {0, 0, kUnseen};
  from_[source] = {1, 0, 0};
  order_.assign(1, source);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Seen& here = from_[order_[i]];
    for (const AdjacencyLists::Arc* arc = heads.begin(order_[i]); arc != heads.end(order_[i]); ++arc) {
      Seen& there = from_[arc->head];
      if (there.hops == kUnseen) {
        there.hops = here.hops + 1;
        order_.push_back(arc->head);
      }
      if (there.hops == here.hops + 1) there.paths += here.paths;
    }
  }
  without_way_ += heads.nodes() - order_.size();
  for (std::size_t i = order_.size(); i-- > 0;) {
    const std::uint32_t node = order_[i];
    Seen& here = from_[node];
    double* load = loads_.data() + std::size_t{node} * heads.most();
    for (const AdjacencyLists::Arc* arc = heads.begin(node); arc != heads.end(node); ++arc, ++load) {
      const Seen& there = from_[arc->head];
      if (there.hops != here.hops + 1) continue;
      const double part = here.paths / there.paths * there.carried;
      *load += part;
      here.carried += part;
    }
    if (node != source)
      here.carried += limits_.weights.empty() ? 1 : limits_.weights[std::size_t{source} * heads.nodes() + node];
  }
}

double ChannelLoads::busiest() const { return *std::ranges::max_element(loads_); }

double ChannelLoads::norm() const {
  const double most = busiest();
  if (most == 0) return 0;
  double sum = 0;
  for (const double load : loads_) sum += square(square(square(square(load / most))));
  const double mean = sum / channels_;
  return channels_ * most * std::sqrt(std::sqrt(std::sqrt(std::sqrt(mean))));
}

}  // namespace cutline
