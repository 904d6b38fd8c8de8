// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/search/link_search.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "search/cost_counter.hpp"
#include "search/kept_costs.hpp"
#include "search/link_annealer.hpp"
#include "search/link_bounds.hpp"
#include "search/measured_links.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMovesBetweenLooks = 1024;

/// Reports to the watch the moves of all runs together.
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

/// The result of one run.
struct Run {
  std::optional<BestLinks> best;
  std::uint64_t moves = 0;
  std::vector<LinkStep> course;

  void note(const std::optional<BestLinks>& best_yet) {
    if (best_yet && (course.empty() || best_yet->cost < course.back().cost)) course.push_back({moves, best_yet->cost});
  }
};

/// Few networks stay the same under a turn of the grid, and good ones are among them, so most runs keep such a
/// symmetry.
Turns turns_of(const LinkGrid& grid, std::size_t run) {
  if (run % 2 == 0) return grid.limits().columns == grid.limits().rows && run % 4 == 2 ? Turns::half : Turns::none;
  return grid.limits().columns == grid.limits().rows ? Turns::quarter : Turns::half;
}

/// Counts the costs anew after every change.
template <std::size_t words>
class CountedCosts {
 public:
  CountedCosts(const LinkGrid& grid, const LinkState& state)
      : state_(state), counter_(grid.limits().nodes(), grid.most_steps(), grid.limits().diameter) {}
  std::uint64_t sum(std::uint64_t enough) { return counter_.sum(state_.heads(), enough); }
  void keep() {}
  void take_back() {}

 private:
  const LinkState& state_;
  CostCounter<words> counter_;
};

/// What all runs of a search share.
struct Runs {
  const LinkGrid& grid;
  const SearchEffort& effort;
  std::uint64_t bound = 0;  ///< no links cost less
  /// The lowest-numbered run that has reached the bound. No run after it counts.
  std::atomic<std::size_t> last{kNoRun};

  static constexpr std::size_t kNoRun = ~std::size_t{0};

  void reached(std::size_t run) {
    std::size_t known = last.load();
    while (run < known && !last.compare_exchange_weak(known, run)) continue;
  }
};

template <class Costs>
Run one_run(Runs& runs, std::size_t number, SharedWork& work) {
  static const std::vector<GridLink> kNone;
  const SearchEffort& effort = runs.effort;
  const std::uint64_t share = effort.moves / effort.starts + (number < effort.moves % effort.starts ? 1 : 0);
  const std::vector<GridLink>& first = number % 2 == 1 ? effort.first : kNone;
  const LinkLimits& limits = runs.grid.limits();
  const bool alike = first.empty() && limits.kept.empty() && limits.weights.empty();
  const Turns turns = alike ? turns_of(runs.grid, number) : Turns::none;
  LinkAnnealer<Costs> annealer(runs.grid, first, turns, Random(effort.seed * 0x100000001b3 + number).next());
  Run run;
  while (run.moves < share && runs.last >= number && work.go_on(number, run.moves)) {
    const std::uint64_t stop = std::min(share, run.moves + kMovesBetweenLooks);
    annealer.run(run.moves, stop, share);
    run.moves = stop;
    run.note(annealer.best());
    if (!annealer.best() || annealer.best()->cost > runs.bound) continue;
    runs.reached(number);
    break;
  }
  run.best = annealer.best();
  return run;
}

/// Drops all runs after the lowest-numbered one that reached the bound, even if they have finished, so that the result
/// does not depend on how threads were scheduled.
template <class Costs>
std::vector<Run> all_runs(Runs& runs, Watch* watch) {
  std::vector<Run> all(runs.effort.starts);
  WatchedWork watched(watch, "moves of links", runs.effort.moves);
  SharedWork work(watched, all.size());
  parallel_for(all.size(), [&](std::size_t number) {
    if (runs.last >= number) all[number] = one_run<Costs>(runs, number, work);
  });
  for (std::size_t number = 0; number < all.size(); ++number) {
    if (number > runs.last) all[number] = {};
  }
  return all;
}

/// For many routers, and if pairs have weights, costs are updated from move to move. For few routers, and if every link
/// costs one step, counting them anew is faster.
template <std::size_t words>
std::vector<Run> runs_with(Runs& runs, Watch* watch) {
  if (!runs.grid.limits().weights.empty()) return all_runs<KeptCosts<words>>(runs, watch);
  if constexpr (words > 4) {
    if (runs.grid.most_steps() > 1) return all_runs<KeptCosts<words>>(runs, watch);
  }
  return all_runs<CountedCosts<words>>(runs, watch);
}

std::vector<Run> runs_of(const LinkGrid& grid, const SearchEffort& effort, Watch* watch) {
  const auto bound = least_hops(grid.limits());
  Runs runs{grid, effort, bound ? bound->cost : 0};
  const std::uint32_t nodes = grid.limits().nodes();
  if (nodes <= 64) return runs_with<1>(runs, watch);
  if (nodes <= 128) return runs_with<2>(runs, watch);
  if (nodes <= 256) return runs_with<4>(runs, watch);
  if (nodes <= 512) return runs_with<8>(runs, watch);
  return runs_with<kMostSearchedNodes / 64>(runs, watch);
}

}  // namespace

double LinkLimits::pairs() const {
  if (weights.empty()) return static_cast<double>(nodes()) * (nodes() - 1);
  double sum = 0;
  for (const std::uint32_t weight : weights) sum += weight;
  return sum;
}

double FoundLinks::mean_hops(const LinkLimits& limits) const { return static_cast<double>(hops) / limits.pairs(); }

std::uint64_t default_moves(std::uint32_t nodes) {
  constexpr std::uint64_t kSetsOfRouters = 3'000'000'000;
  const std::uint64_t words = (std::uint64_t{nodes} + 63) / 64;
  // About as many levels as a breadth-first search from one router has.
  const std::uint64_t levels = std::max(6U, static_cast<unsigned>(std::bit_width(nodes)));
  // An upper limit for few routers: more moves than these find nothing better.
  const std::uint64_t enough = 250'000 * std::uint64_t{nodes} * nodes;
  return std::min(enough, 18 * kSetsOfRouters / (std::max(1u, nodes) * words * levels));
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
  const std::vector<Run> runs = runs_of(grid, effort, watch);
  const BestLinks* best = nullptr;
  std::uint64_t moves = 0;
  std::uint32_t start = 0;
  for (std::uint32_t run = 0; run < runs.size(); ++run) {
    moves += runs[run].moves;
    if (!runs[run].best || (best != nullptr && best->cost <= runs[run].best->cost)) continue;
    best = &*runs[run].best;
    start = run;
  }
  if (best == nullptr) return std::nullopt;
  FoundLinks found = measured_links(limits, best->links);
  found.moves = moves;
  found.start = start;
  for (const Run& run : runs) found.course.push_back(run.course);
  return found;
}

}  // namespace cutline
