// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <limits>

#include "search/cost_counter.hpp"
#include "search/link_bounds.hpp"
#include "search/link_state.hpp"
#include "search/measured_links.hpp"

namespace cutline {

namespace {

/// Decides for one link after the other, the shortest first, whether the network has it.
class LinkProver {
 public:
  LinkProver(const LinkLimits& limits, std::uint64_t cost, std::uint64_t steps)
      : grid_(limits),
        limits_(limits),
        counter_(cost_counter(grid_)),
        upper_(limits.nodes(), std::max(1u, limits.nodes() - 1)),
        state_(grid_, Turns::none),
        undecided_(grid_.shortest_first(limits.directed)),
        cost_(cost),
        steps_(steps) {
    for (const GridLink& link : undecided_) put(link);
  }

  LinkProof run() {
    decide(0);
    LinkProof proof{steps_ > 0, {}};
    if (!better_.empty()) proof.better = measured_links(limits_, better_);
    return proof;
  }

 private:
  /// `upper_` holds the links of the network and the undecided ones. Its cost is a lower bound for every network of
  /// this branch, since more links never raise the cost.
  void decide(std::size_t at) {
    if (steps_ == 0) return;
    --steps_;
    if (counter_->sum(upper_, cost_ - 1) >= cost_) return;
    if (at == undecided_.size()) return keep();
    const GridLink link = undecided_[at];
    if (state_.try_add(link.a, link.b)) {
      decide(at + 1);
      state_.remove(state_.orbits().size() - 1);
      state_.keep();
    }
    take(link);
    decide(at + 1);
    put(link);
  }

  void keep() {
    const std::vector<GridLink> links = state_.links();
    if (limits_.bisection > 0 && least_halving(limits_.nodes(), limits_.directed, links) < limits_.bisection) return;
    const auto cost = total_cost(limits_, links);
    if (!cost || *cost >= cost_) return;
    cost_ = *cost;
    better_ = links;
  }

  void put(const GridLink& link) {
    const std::uint32_t steps = grid_.steps(grid_.span(link.a, link.b));
    upper_.add(link.a, link.b, steps);
    if (!limits_.directed) upper_.add(link.b, link.a, steps);
  }
  void take(const GridLink& link) {
    upper_.remove(link.a, link.b);
    if (!limits_.directed) upper_.remove(link.b, link.a);
  }

  LinkGrid grid_;
  const LinkLimits& limits_;
  std::unique_ptr<CostCounter> counter_;
  AdjacencyLists upper_;
  LinkState state_;
  std::vector<GridLink> undecided_, better_;
  std::uint64_t cost_, steps_;
};

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

/// The least of what paths over allowed links take from a router to each other one, in hops or in costs. Visits routers
/// in the order of their costs (Dijkstra's algorithm). Cost: O(nodes x allowed links of a router).
std::vector<std::uint64_t> least_from(const LinkGrid& grid, std::uint32_t from, bool hops) {
  std::vector<std::uint64_t> least(grid.limits().nodes(), kNever);
  std::vector<std::vector<std::uint32_t>> at_cost = {{from}};
  least[from] = 0;
  for (std::size_t cost = 0; cost < at_cost.size(); ++cost) {
    for (std::size_t i = 0; i < at_cost[cost].size(); ++i) {
      const std::uint32_t node = at_cost[cost][i];
      if (least[node] < cost) continue;
      for (const std::uint32_t to : grid.allowed(node)) {
        const std::uint64_t there = cost + (hops ? 1 : grid.steps(grid.span(node, to)));
        if (there >= least[to]) continue;
        least[to] = there;
        if (at_cost.size() <= there) at_cost.resize(there + 1);
        at_cost[there].push_back(to);
      }
    }
  }
  return least;
}

/// The sum over weights, the heaviest nearest, of the hops within which Moore's count has room for so many routers.
std::uint64_t sum_by_moore(const LinkLimits& limits, std::vector<std::uint32_t> weights) {
  std::ranges::sort(weights, std::greater<>());
  std::uint64_t sum = 0, hops = 0, ring = 1, room = 0;
  for (const std::uint32_t weight : weights) {
    for (; room == 0; room = ring) {
      ring = std::min<std::uint64_t>(limits.nodes(),
                                     ring * (hops == 0 || limits.directed ? limits.degree : limits.degree - 1));
      ++hops;
    }
    --room;
    sum += weight * hops;
  }
  return sum;
}

}  // namespace

LinkProof prove_links(const LinkLimits& limits, std::uint64_t cost, std::uint64_t steps) {
  if (limits.nodes() > kMostHalvedNodes) return {};
  return LinkProver(limits, cost, steps).run();
}

HopBound least_by_weight(const LinkLimits& limits) {
  const LinkGrid grid(limits);
  const std::uint32_t nodes = limits.nodes(), cheapest = steps_of_span(limits, 1);
  HopBound bound;
  bound.most_binding = HopBoundCause::reach;
  for (std::uint32_t from = 0; from < nodes; ++from) {
    const std::vector<std::uint64_t> hops = least_from(grid, from, true);
    const std::vector<std::uint64_t> cost = limits.steps.empty() ? hops : least_from(grid, from, false);
    std::vector<std::uint32_t> weights;
    std::uint64_t by_hops = 0, by_cost = 0;
    for (std::uint32_t to = 0; to < nodes; ++to) {
      if (to == from) continue;
      weights.push_back(limits.weights[std::size_t{from} * nodes + to]);
      by_hops += weights.back() * hops[to];
      by_cost += weights.back() * cost[to];
    }
    const std::uint64_t moore = sum_by_moore(limits, std::move(weights));
    bound.hops += std::max(by_hops, moore);
    bound.cost += std::max(by_cost, moore * cheapest);
  }
  return bound;
}

}  // namespace cutline
