// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/search/link_search.hpp"

#include <bit>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "search/kept_costs.hpp"
#include "search/link_annealer.hpp"
#include "search/link_bounds.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMovesBetweenLooks = 1024;
/// By load: how many moves by cost take the time of one.
constexpr std::uint64_t kMovesOfLoad = 64;
/// The first temperature for each router, in costs of a link of span 1: of short runs, of trials, and by load from
/// links with few hops; and the last.
constexpr double kHeat = 0.15, kHeatOfTrial = 0.3, kHeatOfLoad = 0.05, kColdest = 0.2;

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
  std::vector<GridLink> last;  ///< as the run left them
  Temperatures used;           ///< between which it cooled last

  void note(const std::optional<BestLinks>& best_yet) {
    if (best_yet && (course.empty() || best_yet->cost < course.back().cost)) course.push_back({moves, best_yet->cost});
  }
};

/// Few networks stay the same under a turn of the grid, and good ones are among them, so most runs keep such a
/// symmetry: on a square three of four that of quarter turns.
Turns turns_of(const LinkGrid& grid, std::size_t run) {
  if (grid.turned(false).empty()) return Turns::none;
  const bool square = !grid.turned(true).empty();
  if (square) return run % 8 == 0 ? Turns::none : (run % 8 == 4 ? Turns::half : Turns::quarter);
  return run % 2 == 0 ? Turns::none : Turns::half;
}

/// Counts the costs anew after every change.
class CountedCosts {
 public:
  CountedCosts(const LinkGrid& grid, const LinkState& state, Turns turns)
      : state_(state), counter_(cost_counter(grid, turns)) {}
  std::uint64_t sum(std::uint64_t enough) { return counter_->sum(state_.heads(), enough); }
  std::uint64_t worth(std::uint64_t sum) const { return sum; }
  void keep() {}
  void take_back() {}

 private:
  const LinkState& state_;
  std::unique_ptr<CostCounter> counter_;
};

/// What channels carry, counted anew after every change. Moves are weighed by a mean that follows the busiest channels,
/// for few moves change the busiest alone; the best links are those whose busiest channel carries least.
class LoadCosts {
 public:
  LoadCosts(const LinkGrid& grid, const LinkState& state, Turns)
      : grid_(grid), state_(state), loads_(grid.limits(), most_arcs(grid.limits())) {}
  std::uint64_t sum(std::uint64_t /*enough*/) {
    loads_.count(state_.heads());
    const std::uint64_t without = loads_.without_way() * grid_.limits().nodes() * grid_.mean_weight();
    return without + static_cast<std::uint64_t>(std::llround(loads_.norm()));
  }
  std::uint64_t worth(std::uint64_t /*sum*/) const { return steps_of_load(grid_, loads_.busiest()); }
  void keep() {}
  void take_back() {}

  static std::uint64_t steps_of_load(const LinkGrid& grid, double load) {
    return static_cast<std::uint64_t>(std::llround(load * kLoadSteps / static_cast<double>(grid.mean_weight())));
  }

 private:
  const LinkGrid& grid_;
  const LinkState& state_;
  ChannelLoads loads_;
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

/// The part of a run that goes by one kind of costs, until the run has made `share` moves in all. A move counts as
/// `weight` moves.
struct RunPart {
  AnnealingStart start;
  std::uint64_t share = 0, weight = 1;
};

/// The part ends early if its links keep turns, and none within the limits were met in four fifths of its moves.
template <class Costs>
void anneal_part(Runs& runs, std::size_t number, SharedWork& work, const RunPart& part, Run& run) {
  const std::uint64_t share = part.share, weight = part.weight, begun = run.moves;
  const std::uint64_t all = std::max<std::uint64_t>(1, (share - begun) / weight);
  LinkAnnealer<Costs> annealer(runs.grid, part.start);
  for (std::uint64_t done = 0; done < all && runs.last >= number && work.go_on(number, run.moves);) {
    if (part.start.turns != Turns::none && !annealer.best() && done >= all / 5 * 4 && done > 0) break;
    const std::uint64_t stop = std::min(all, done + std::max<std::uint64_t>(1, kMovesBetweenLooks / weight));
    annealer.run(done, stop, all);
    done = stop;
    run.moves = done == all ? share : begun + done * weight;
    run.note(annealer.best());
    if (!annealer.best() || annealer.best()->cost > runs.bound) continue;
    runs.reached(number);
    break;
  }
  if (annealer.best() && (!run.best || annealer.best()->cost < run.best->cost)) run.best = annealer.best();
  run.last = annealer.links();
  run.used = annealer.cooling().used();
}

/// For many routers, costs are updated from move to move, if links cost several steps or pairs have weights. For few
/// routers, and if every link costs one step and every pair counts alike, counting them anew is faster.
void anneal_by_cost(Runs& runs, std::size_t number, SharedWork& work, const RunPart& part, Run& run) {
  const std::uint32_t nodes = runs.grid.limits().nodes();
  const bool steps = runs.grid.most_steps() > 1, weights = !runs.grid.limits().weights.empty();
  const bool kept = weights ? nodes > (steps ? 64 : 128) : steps && nodes > 256;
  if (!kept) return anneal_part<CountedCosts>(runs, number, work, part, run);
  if (nodes <= 128) return anneal_part<KeptCosts<2>>(runs, number, work, part, run);
  if (nodes <= 256) return anneal_part<KeptCosts<4>>(runs, number, work, part, run);
  if (nodes <= 512) return anneal_part<KeptCosts<8>>(runs, number, work, part, run);
  anneal_part<KeptCosts<kMostSearchedNodes / 64>>(runs, number, work, part, run);
}

/// Moves by cost. Links give up half turns for the last fifth, and quarter turns if none within the limits were met.
void search_by_cost(Runs& runs, std::size_t number, SharedWork& work, RunPart part, Run& run) {
  const LinkLimits& limits = runs.grid.limits();
  const std::uint64_t share = part.share;
  const Turns turns = part.start.turns;
  const double images = static_cast<double>(turns), many = turns == Turns::quarter ? 4 : 1;
  part.start.usual = {kHeat * limits.nodes() * many, many > 1 ? many : kColdest};
  part.start.trial = Temperatures{kHeatOfTrial * limits.nodes() * images, kColdest * images};
  if (turns == Turns::half && share >= 5) part.share = share / 5 * 4;
  anneal_by_cost(runs, number, work, part, run);
  if (run.moves >= share || runs.last <= number) return;
  const std::vector<GridLink> begin = run.best ? run.best->links : run.last;
  const auto& [hottest, coldest] = run.used;
  RunPart rest{{begin, Turns::none, part.start.seed + 2}, share};
  rest.start.usual = {std::sqrt(hottest * coldest) / images, coldest / images};
  anneal_by_cost(runs, number, work, rest, run);
}

Run one_run(Runs& runs, std::size_t number, SharedWork& work) {
  static const std::vector<GridLink> kNone;
  const SearchEffort& effort = runs.effort;
  const std::uint64_t share = effort.moves / effort.starts + (number < effort.moves % effort.starts ? 1 : 0);
  const std::vector<GridLink>& first = number % 2 == 1 ? effort.first : kNone;
  const LinkLimits& limits = runs.grid.limits();
  const bool alike = first.empty() && limits.kept.empty() && limits.weights.empty();
  const Turns turns = alike ? turns_of(runs.grid, number) : Turns::none;
  const std::uint64_t seed = Random(effort.seed * 0x100000001b3 + number).next();
  Run run;
  if (limits.objective == LinkObjective::cost) {
    if (share > 0) search_by_cost(runs, number, work, {{first, turns, seed}, share}, run);
    return run;
  }
  Run by_cost;
  if (share > 1) search_by_cost(runs, number, work, {{first, turns, seed}, share / 2}, by_cost);
  run.moves = by_cost.moves;
  const std::vector<GridLink>& begin = by_cost.best ? by_cost.best->links : first;
  const bool quarter = turns == Turns::quarter;
  RunPart by_load{{begin, quarter ? turns : Turns::none, seed + 1}, share, kMovesOfLoad};
  by_load.start.usual = {kHeatOfLoad * limits.nodes() * (quarter ? 4 : 1), quarter ? 4 : kColdest};
  anneal_part<LoadCosts>(runs, number, work, by_load, run);
  if (run.moves < share && !run.best && runs.last > number) {
    by_load.start.turns = Turns::none;
    anneal_part<LoadCosts>(runs, number, work, by_load, run);
  }
  return run;
}

/// Drops all runs after the lowest-numbered one that reached the bound, even if they have finished, so that the result
/// does not depend on how threads were scheduled.
std::vector<Run> all_runs(Runs& runs, Watch* watch) {
  std::vector<Run> all(runs.effort.starts);
  WatchedWork watched(watch, "moves of links", runs.effort.moves);
  SharedWork work(watched, all.size());
  parallel_for(all.size(), [&](std::size_t number) {
    if (runs.last >= number) all[number] = one_run(runs, number, work);
  });
  for (std::size_t number = 0; number < all.size(); ++number) {
    if (number > runs.last) all[number] = {};
  }
  return all;
}

std::vector<Run> runs_of(const LinkGrid& grid, const SearchEffort& effort, Watch* watch) {
  const LinkLimits& limits = grid.limits();
  const auto bound = least_hops(limits);
  Runs runs{grid, effort, bound ? bound->cost : 0};
  // By load no bound is reached: moves by cost would end at theirs.
  if (limits.objective == LinkObjective::load) runs.bound = 0;
  return all_runs(runs, watch);
}

}  // namespace

double LinkLimits::pairs() const {
  if (weights.empty()) return static_cast<double>(nodes()) * (nodes() - 1);
  double sum = 0;
  for (const std::uint32_t weight : weights) sum += weight;
  return sum;
}

double FoundLinks::mean_hops(const LinkLimits& limits) const { return static_cast<double>(hops) / limits.pairs(); }

std::uint64_t default_moves(const LinkLimits& limits) {
  // A minute of one core joins as many sets of 64 routers, and changing links takes the time of some more a move.
  constexpr std::uint64_t kSetsInTime = 480'000'000'000, kSetsOfChange = 2'000, kTimesBySteps = 6,
                          kTimesByKeptSteps = 2, kTimesByWeight = 30;
  const std::uint64_t nodes = limits.nodes(), words = (nodes + 63) / 64;
  // About as many levels as a breadth-first search from one router has.
  const std::uint64_t levels = std::max<std::uint64_t>(6, static_cast<unsigned>(std::bit_width(nodes)));
  // An upper limit for few routers: more moves than these find nothing better.
  const std::uint64_t enough = 250'000 * nodes * nodes;
  std::uint64_t sets = nodes * words * levels;
  if (words > 8) sets *= 4;  // the cache is full
  if (!limits.weights.empty()) {
    sets *= kTimesByWeight;
  } else if (!limits.steps.empty()) {
    sets *= words > 4 ? kTimesByKeptSteps : kTimesBySteps;
  }
  return std::min(enough, kSetsInTime / (kSetsOfChange + sets));
}

std::optional<FoundLinks> search_links(const LinkLimits& limits, const SearchEffort& effort, Watch* watch) {
  const std::uint64_t nodes =
      limits.places.empty() ? std::uint64_t{limits.columns} * limits.rows : limits.places.size();
  if (nodes < 2 || nodes > kMostSearchedNodes)
    throw_limit_error("a search takes 2 to 1024 routers", "take a smaller grid", "grid");
  const LinkGrid grid(limits);
  for (std::uint32_t span = 1; span <= std::max<std::uint64_t>(grid.places().most_span(), limits.steps.size());
       ++span) {
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
