// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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
        counter_(limits.nodes(), grid_.most_steps()),
        upper_(limits.nodes(), std::max(1u, limits.nodes() - 1)),
        state_(grid_, Turns::none),
        cost_(cost),
        steps_(steps) {
    for (std::uint32_t a = 0; a < limits.nodes(); ++a) {
      for (const std::uint32_t b : grid_.allowed(a)) {
        if (limits.directed || a < b) undecided_.push_back({a, b});
      }
    }
    std::stable_sort(undecided_.begin(), undecided_.end(), [&](const GridLink& one, const GridLink& other) {
      return grid_.span(one.a, one.b) < grid_.span(other.a, other.b);
    });
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
    if (counter_.sum(upper_, cost_ - 1) >= cost_) return;
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
  CostCounter<1> counter_;
  AdjacencyLists upper_;
  LinkState state_;
  std::vector<GridLink> undecided_, better_;
  std::uint64_t cost_, steps_;
};

}  // namespace

LinkProof prove_links(const LinkLimits& limits, std::uint64_t cost, std::uint64_t steps) {
  if (limits.nodes() > kMostHalvedNodes) return {};
  return LinkProver(limits, cost, steps).run();
}

}  // namespace cutline
