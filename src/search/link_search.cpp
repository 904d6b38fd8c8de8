// SPDX-License-Identifier: Apache-2.0
#include "cutline/search/link_search.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "search/link_annealer.hpp"
#include "search/measured_links.hpp"

namespace cutline {

namespace {

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

/// The result of one run.
struct Run {
  std::optional<BestLinks> best;
  std::uint64_t moves = 0;
  std::vector<LinkStep> course;

  void note(const std::optional<BestLinks>& best_yet) {
    if (best_yet && (course.empty() || best_yet->cost < course.back().cost)) course.push_back({moves, best_yet->cost});
  }
};

/// Networks that look alike after a turn of the grid are few, and good ones are among them: most runs search there.
Turns turns_of(const LinkGrid& grid, std::size_t run) {
  if (run % 2 == 0) return grid.limits().columns == grid.limits().rows && run % 4 == 2 ? Turns::half : Turns::none;
  return grid.limits().columns == grid.limits().rows ? Turns::quarter : Turns::half;
}

template <std::size_t words>
std::vector<Run> all_runs(const LinkGrid& grid, const SearchEffort& effort, Watch* watch) {
  static const std::vector<GridLink> kNone;
  std::vector<Run> runs(effort.starts);
  WatchedWork watched(watch, "moves of links", effort.moves);
  SharedWork work(watched, runs.size());
  parallel_for(runs.size(), [&](std::size_t run) {
    const std::uint64_t share = effort.moves / effort.starts + (run < effort.moves % effort.starts ? 1 : 0);
    const std::vector<GridLink>& first = run % 2 == 1 ? effort.first : kNone;
    const Turns turns = first.empty() ? turns_of(grid, run) : Turns::none;
    LinkAnnealer<words> annealer(grid, first, turns, Random(effort.seed * 0x100000001b3 + run).next());
    std::uint64_t& done = runs[run].moves;
    while (done < share && work.go_on(run, done)) {
      const std::uint64_t stop = std::min(share, done + kMovesBetweenLooks);
      annealer.run(done, stop, share);
      done = stop;
      runs[run].note(annealer.best());
    }
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
      std::max(6U, static_cast<unsigned>(std::bit_width(nodes)));       // of a search from one router, about
  const std::uint64_t enough = 250'000 * std::uint64_t{nodes} * nodes;  // of few routers; more find nothing better
  return std::min(enough, 6 * kSetsOfRouters / (std::max(1u, nodes) * words * levels));
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
