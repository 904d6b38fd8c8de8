// SPDX-License-Identifier: Apache-2.0
#include "cutline/search/link_search.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "search/cost_counter.hpp"
#include "search/link_state.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kAnySum = ~std::uint64_t{0};
constexpr std::uint64_t kProofSteps = 20'000'000;
constexpr std::uint64_t kMovesBetweenLooks = 1024;

/// Tells the watch of the moves of all runs together.
class SharedWork {
 public:
  SharedWork(WatchedWork& work, std::size_t runs) : work_(work), done_(runs) {}
  bool go_on(std::size_t run, std::uint64_t done) {
    done_[run].store(done, std::memory_order_relaxed);
    std::uint64_t all = 0;
    for (const auto& one : done_) all += one.load(std::memory_order_relaxed);
    return work_.go_on(all);
  }

 private:
  WatchedWork& work_;
  std::vector<std::atomic<std::uint64_t>> done_;
};

/// One run of simulated annealing. The temperature falls by the same factor from move to move.
template <std::size_t words>
class LinkAnnealer {
 public:
  LinkAnnealer(const LinkGrid& grid, const std::vector<GridLink>& first, std::uint64_t seed)
      : grid_(grid), limits_(grid.limits()), state_(grid), counter_(limits_.nodes(), grid.most_steps()), random_(seed) {
    for (const GridLink& link : first) {
      if (state_.may_add(link.a, link.b)) state_.add(link.a, link.b);
    }
    if (first.empty() && !add_mesh()) add_at_random(limits_.nodes());
    add_at_random(~std::uint64_t{0});
    sum_ = counter_.sum(state_.heads(), kAnySum);
    step_ = grid.steps(1);
  }

  std::uint64_t run(std::uint64_t moves, std::size_t run, SharedWork& work) {
    const double hottest = 0.3 * limits_.nodes() * step_, coldest = 0.3 * step_;
    const double fall = std::pow(coldest / hottest, 1.0 / static_cast<double>(std::max<std::uint64_t>(1, moves)));
    temperature_ = hottest;
    std::uint64_t done = 0;
    keep_if_best();
    while (done < moves && work.go_on(run, done)) {
      const std::uint64_t stop = std::min(moves, done + kMovesBetweenLooks);
      for (; done < stop; ++done, temperature_ *= fall) move();
    }
    return done;
  }

  /// Absent: no state met all limits.
  const std::optional<FoundLinks>& best() const { return best_; }

 private:
  bool add_mesh() {
    for (std::uint32_t a = 0; a < limits_.nodes(); ++a) {
      const bool right = a % limits_.columns + 1 < limits_.columns, up = a + limits_.columns < limits_.nodes();
      for (const std::uint32_t b : {right ? a + 1 : a, up ? a + limits_.columns : a}) {
        if (b == a) continue;
        if (!grid_.fits(a, b)) return false;
        if (state_.may_add(a, b)) state_.add(a, b);
        if (limits_.directed && state_.may_add(b, a)) state_.add(b, a);
      }
    }
    return true;
  }

  void add_at_random(std::uint64_t most) {
    for (std::uint64_t misses = 0; most > 0 && misses < 2 * std::uint64_t{limits_.nodes()};) {
      const std::uint32_t a = some_open();
      const std::uint32_t b = a < limits_.nodes() ? state_.some_partner(a, random_) : a;
      if (b >= limits_.nodes()) {
        ++misses;
        continue;
      }
      state_.add(a, b);
      --most;
    }
  }

  std::uint32_t some_open() { return state_.some_open(random_); }

  struct Removed {
    std::size_t index = 0;
    GridLink link;
  };

  void move() {
    const std::size_t out = 1 + random_.below(2), in = out - 1 + random_.below(3);
    Removed removed[2];
    std::size_t taken = 0, added = 0;
    for (; taken < out && !state_.links().empty(); ++taken) {
      removed[taken].index = random_.below(state_.links().size());
      removed[taken].link = state_.remove(removed[taken].index);
    }
    for (; added < in; ++added) {
      if (!add_one(removed, taken)) break;
    }
    if (accepted()) return;
    for (; added > 0; --added) state_.undo_add();
    for (; taken > 0; --taken) state_.undo_remove(removed[taken - 1].index, removed[taken - 1].link);
  }

  /// Mostly from an end of a removed link, so that a removal and an addition bend a link.
  bool add_one(const Removed* removed, std::size_t taken) {
    std::uint32_t a = limits_.nodes();
    if (taken > 0 && random_.below(4) != 0) {
      const GridLink& link = removed[random_.below(taken)].link;
      a = limits_.directed || random_.below(2) == 0 ? link.a : link.b;
    } else {
      a = some_open();
    }
    if (a >= limits_.nodes()) return false;
    const std::uint32_t b = state_.some_partner(a, random_);
    if (b >= limits_.nodes()) return false;
    state_.add(a, b);
    return true;
  }

  /// Judges the state after a move; counts no further than the move can cost and still be kept.
  bool accepted() {
    const double may_cost = -temperature_ * std::log(1 - random_.unit());
    const double before = static_cast<double>(sum_) + price(lacking_);
    const std::uint64_t lacking = state_.lacking();
    const double enough = before + may_cost - price(lacking);
    if (enough < 0) return false;
    const std::uint64_t sum = counter_.sum(state_.heads(), static_cast<std::uint64_t>(enough));
    if (static_cast<double>(sum) > enough) return false;
    sum_ = sum;
    lacking_ = lacking;
    keep_if_best();
    return true;
  }

  double price(std::uint64_t lacking) const { return static_cast<double>(lacking) * 0.5 * limits_.nodes() * step_; }

  void keep_if_best() {
    if (lacking_ > 0 || (best_ && best_->cost <= sum_)) return;
    if (!connected()) return;
    if (limits_.bisection) {
      const Halving least =
          limits_.nodes() <= kMostHalvedNodes
              ? least_halving_below(limits_.nodes(), limits_.directed, state_.links(), *limits_.bisection)
              : halving_with_few(limits_, state_.links());
      if (least.links < *limits_.bisection) {
        state_.watch(least);
        lacking_ = state_.lacking();
        return;
      }
    }
    best_ = FoundLinks{state_.links(), sum_, 0, state_.wire(), {}, {}, 0, 0};
  }

  bool connected() const { return total_hops(limits_.nodes(), limits_.directed, state_.links()).has_value(); }

  const LinkGrid& grid_;
  const LinkLimits& limits_;
  LinkState state_;
  CostCounter<words> counter_;
  Random random_;
  std::uint64_t sum_ = 0, lacking_ = 0;
  double step_ = 1;  ///< what the cheapest link costs
  double temperature_ = 0;
  std::optional<FoundLinks> best_;
};

/// The result of one run.
struct Run {
  std::optional<FoundLinks> best;
  std::uint64_t moves = 0;
};

template <std::size_t words>
std::vector<Run> all_runs(const LinkGrid& grid, const SearchEffort& effort, Watch* watch) {
  static const std::vector<GridLink> kNone;
  std::vector<Run> runs(effort.starts);
  WatchedWork watched(watch, "moves of links", effort.moves);
  SharedWork work(watched, runs.size());
  parallel_for(runs.size(), [&](std::size_t run) {
    const std::uint64_t share = effort.moves / effort.starts + (run < effort.moves % effort.starts ? 1 : 0);
    const std::vector<GridLink>& first = run % 2 == 1 ? effort.first : kNone;
    LinkAnnealer<words> annealer(grid, first, Random(effort.seed * 0x100000001b3 + run).next());
    runs[run].moves = annealer.run(share, run, work);
    runs[run].best = annealer.best();
  });
  return runs;
}

std::vector<Run> runs_of(const LinkGrid& grid, const SearchEffort& effort, Watch* watch) {
  const std::uint32_t nodes = grid.limits().nodes();
  if (nodes <= 64) return all_runs<1>(grid, effort, watch);
  if (nodes <= 128) return all_runs<2>(grid, effort, watch);
  if (nodes <= 256) return all_runs<4>(grid, effort, watch);
  if (nodes <= 512) return all_runs<8>(grid, effort, watch);
  return all_runs<kMostSearchedNodes / 64>(grid, effort, watch);
}

}  // namespace

double FoundLinks::mean_hops(std::uint32_t nodes) const {
  return static_cast<double>(hops) / (static_cast<double>(nodes) * (nodes - 1));
}

std::uint64_t default_moves(std::uint32_t nodes) {
  constexpr std::uint64_t kSetsOfRouters = 3'000'000'000;
  const std::uint64_t words = (std::uint64_t{nodes} + 63) / 64;
  const std::uint64_t levels =
      std::max(6U, static_cast<unsigned>(std::bit_width(nodes)));  // of a search from one router, about
  return 6 * kSetsOfRouters / (std::max(1u, nodes) * words * levels);
}

std::optional<FoundLinks> search_links(const LinkLimits& limits, const SearchEffort& effort, Watch* watch) {
  const std::uint64_t nodes = std::uint64_t{limits.columns} * limits.rows;
  if (nodes < 2 || nodes > kMostSearchedNodes)
    throw_limit_error("a search takes 2 to 1024 routers", "take a smaller grid", "grid");
  const LinkGrid grid(limits);
  for (std::uint32_t span = 1; span < limits.columns + limits.rows; ++span) {
    if (grid.steps(span) < 1 || grid.steps(span) > kMostLinkSteps)
      throw_limit_error("a link costs 1 to 64 steps in a search", "take a coarser unit of time");
  }
  std::optional<FoundLinks> best;
  std::uint64_t moves = 0;
  const std::vector<Run> runs = runs_of(grid, effort, watch);
  for (std::uint32_t run = 0; run < runs.size(); ++run) {
    moves += runs[run].moves;
    if (!runs[run].best || (best && best->cost <= runs[run].best->cost)) continue;
    best = runs[run].best;
    best->start = run;
  }
  if (!best) return best;
  best->moves = moves;
  best->hops = total_hops(limits.nodes(), limits.directed, best->links).value();
  std::sort(best->links.begin(), best->links.end());
  best->cuts = grid_cuts(limits, best->links);
  if (nodes <= kMostHalvedNodes || limits.bisection) best->bisection = halving_range(limits, best->links, kProofSteps);
  return best;
}

}  // namespace cutline
