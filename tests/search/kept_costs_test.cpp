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
      : grid_(grid),
        state_(grid, turns),
        kept_(grid, state_),
        counter_(grid.limits().nodes(), grid.most_steps()),
        random_(seed) {}

  void check(int changes) {
    for (int change = 0; change < changes; ++change) {
      for (std::uint64_t out = random_.below(3); out > 0 && !state_.orbits().empty(); --out)
        state_.remove(random_.below(state_.orbits().size()));
      for (std::uint64_t in = random_.below(5); in > 0; --in) {
        const std::uint32_t a = state_.some_open(random_);
        if (a < grid_.limits().nodes()) state_.add_some(a, random_);
      }
      const std::uint64_t sum = kept_.sum(~std::uint64_t{0});
      REQUIRE(sum == counter_.sum(state_.heads(), ~std::uint64_t{0}));
      const auto of_links = total_cost(grid_.limits(), state_.links());
      connected_ += of_links ? 1 : 0;
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
  CostCounter<2> counter_;
  Random random_;
  int connected_ = 0;
};

}  // namespace

TEST_CASE("costs that are kept as links come and go are those that are counted anew, with and without ways") {
  int connected = 0;
  for (const bool directed : {false, true}) {
    for (const std::vector<std::uint32_t>& steps :
         {std::vector<std::uint32_t>{0, 1, 2}, {0, 3, 4, 5, 6, 7, 8, 9}, {0, 1, 4, 9, 16}, {0, 64}}) {
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
  CHECK(connected < 7000);  // of 7200: in the others some pairs had no path
}
