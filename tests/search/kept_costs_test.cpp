// SPDX-License-Identifier: Apache-2.0
#include "search/kept_costs.hpp"

#include <doctest/doctest.h>

#include "search/cost_counter.hpp"

using namespace cutline;

namespace {

/// Adds and removes links at random, and keeps or takes back the changes.
class RandomChanges {
 public:
  RandomChanges(const LinkGrid& grid, Turns turns, std::uint64_t seed)
      : grid_(grid), state_(grid, turns), kept_(grid, state_), counter_(cost_counter(grid, turns)), random_(seed) {}

  void check(int changes) {
    for (int change = 0; change < changes; ++change) {
      for (std::uint64_t out = random_.below(3); out > 0 && !state_.orbits().empty(); --out)
        state_.remove(random_.below(state_.orbits().size()));
      for (std::uint64_t in = random_.below(5); in > 0; --in) {
        const std::uint32_t a = state_.some_open(random_);
        if (a < grid_.limits().nodes()) state_.add_some(a, random_);
      }
      const std::uint64_t sum = kept_.sum(~std::uint64_t{0}),
                          counted = counter_->sum(state_.heads(), ~std::uint64_t{0});
      const auto of_links = total_cost(grid_.limits(), state_.links());
      connected_ += of_links ? 1 : 0;
      // A pair without a way costs the same in both only if all pairs weigh the same and links cost several steps.
      if (of_links || (grid_.limits().weights.empty() && grid_.most_steps() > 1)) REQUIRE(sum == counted);
      if (of_links) REQUIRE(sum == *of_links);
      if (random_.below(2) == 0) {
        state_.keep();
        kept_.keep();
      } else {
        state_.take_back();
        kept_.take_back();
      }
    }
  }
  int connected() const { return connected_; }

 private:
  const LinkGrid& grid_;
  LinkState state_;
  KeptCosts<2> kept_;
  std::unique_ptr<CostCounter> counter_;
  Random random_;
  int connected_ = 0;
};

}  // namespace

TEST_CASE("costs kept, or counted from one router of each orbit, are those of the links, with and without ways") {
  int connected = 0;
  for (const bool directed : {false, true}) {
    for (const std::vector<std::uint32_t>& steps :
         {std::vector<std::uint32_t>{}, {0, 1, 2}, {0, 3, 4, 5, 6, 7, 8, 9}, {0, 1, 4, 9, 16}, {0, 64}}) {
      for (const Turns turns : {Turns::none, Turns::half, Turns::quarter}) {
        LinkLimits limits;
        limits.columns = limits.rows = turns == Turns::quarter ? 5 : 8;
        if (turns == Turns::half) limits.rows = 3;
        limits.directed = directed;
        limits.steps = steps;
        const LinkGrid grid(limits);
        RandomChanges changes(grid, turns, steps.size());
        changes.check(300);
        connected += changes.connected();
      }
    }
  }
  CHECK(connected > 2000);
  CHECK(connected < 8800);  // of 9000: in the others some pairs had no path
}

TEST_CASE("costs by weight, kept or counted by binary digits, are those of the links: rooms for 3 to 9 links") {
  int connected = 0;
  for (std::uint32_t degree = 3; degree <= 9; ++degree) {
    for (const std::vector<std::uint32_t>& steps : {std::vector<std::uint32_t>{}, {0, 1, 2, 2, 3}}) {
      LinkLimits limits;
      limits.columns = 9;
      limits.rows = 8;
      limits.degree = degree;
      limits.directed = degree % 2 == 0;
      limits.steps = steps;
      Random random(degree);
      for (std::uint32_t pair = 0; pair < limits.nodes() * limits.nodes(); ++pair) {
        const auto digits = random.below(33);  // some pairs send nothing, some a million times as much as others
        const std::uint64_t weight = random.below(std::uint64_t{1} << digits);
        limits.weights.push_back(pair % (limits.nodes() + 1) == 0 ? 0 : static_cast<std::uint32_t>(weight));
      }
      const LinkGrid grid(limits);
      RandomChanges changes(grid, Turns::none, degree);
      changes.check(300);
      connected += changes.connected();
    }
  }
  CHECK(connected > 200);  // of 4200
}
