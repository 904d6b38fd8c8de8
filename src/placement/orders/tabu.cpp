// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "placement/assignment.hpp"
#include "placement/order.hpp"

namespace cutline {

namespace {

/// Measured on QAPLIB: twenty of twenty seeds reach every optimum of nug12 to nug30 with 10^5 steps.
constexpr double kFewestSteps = 2e5, kMostPairs = 1.3e10, kPairsPerSecond = 2e9;
constexpr std::uint64_t kFewestStepsOfRun = 1000;
constexpr std::uint32_t kMostCells = 512;  // the search holds some matrices of cells x cells
constexpr std::size_t kChildren = 4, kPopulation = 12, kPatience = 12;  // patience: generations in vain

/// A run of tabu search from one member.
///
/// For u < v, entry [u, v] of `changes_` is the change of the total if u and v were exchanged. Entry [u, v] of `until_`
/// is the last step at which this exchange is forbidden, because both nodes would return to cells that they left
/// lately. Rows are walked in whole lanes; entries outside the triangle are infinite and stay so. Entry [u, v] of
/// `costs_` is the cost of the flows of u if u stood in the cell of v. An exchange adds a product of two vectors to
/// both matrices; only the rows of the two nodes are computed anew, from `costs_`.
template <class Number>
class TabuRun {
 public:
  TabuRun(const Assignment<Number>& problem, Member start, std::uint64_t seed)
      : problem_(problem),
        random_(seed),
        now_(start),
        best_(std::move(start)),
        changes_(problem.size * problem.stride, kNever),
        costs_(problem.size * problem.stride, 0),
        until_(problem.size * problem.stride, 0),
        left_(problem.size * problem.size, 0),
        flow_gap_(problem.stride, 0),
        distance_gap_(problem.stride, 0) {
    for (std::size_t u = 0; u < problem_.size; ++u) {
      for (std::size_t v = 0; v < problem_.size; ++v) {
        for (std::size_t k = 0; k < problem_.size; ++k)
          costs_[at(u, v)] += problem_.flows[at(u, k)] * problem_.distances[at(now_.cells[v], now_.cells[k])];
      }
    }
    for (std::size_t u = 0; u < problem_.size; ++u) {
      for (std::size_t v = u + 1; v < problem_.size; ++v) {
        if (!problem_.may_exchange(u, v)) continue;
        changes_[at(u, v)] = change_of(u, v);
        if (!problem_.group_of_node.empty()) pairs_.emplace_back(u, v);
      }
    }
  }

  Member run(std::uint64_t steps) {
    if (!problem_.group_of_node.empty() && pairs_.empty()) return std::move(best_);
    for (step_ = 1; step_ <= steps && problem_.size > 1; ++step_) {
      const auto [u, v] = choose();
      exchange(u, v);
      if (now_.total < best_.total) best_ = now_;
    }
    return std::move(best_);
  }

 private:
  static constexpr Number kNever = std::numeric_limits<Number>::infinity();

  std::size_t at(std::size_t u, std::size_t v) const { return u * problem_.stride + v; }

  Number change_of(std::size_t u, std::size_t v) const {
    return costs_[at(u, v)] + costs_[at(v, u)] - costs_[at(u, u)] - costs_[at(v, v)] +
           2 * problem_.flows[at(u, v)] * problem_.distances[at(now_.cells[u], now_.cells[v])];
  }

  /// The least value that each lane has seen, and its row.
  struct Least {
    Lanes<Number> value = Lanes<Number>{} + kNever, row = {};

    void see(const Lanes<Number>& seen, std::size_t u) {
      row = seen < value ? Lanes<Number>{} + static_cast<Number>(u) : row;
      value = seen < value ? seen : value;
    }
    std::pair<Number, std::size_t> least() const {
      std::size_t best = 0;
      for (std::size_t lane = 1; lane < kLanes<Number>; ++lane) best = value[lane] < value[best] ? lane : best;
      return {value[best], static_cast<std::size_t>(row[best])};
    }
  };

  /// Adds the last exchange to all changes, and finds the least that is not forbidden, and the least of all.
  void pass(Least& open, Least& any) {
    const Lanes<Number> never = Lanes<Number>{} + kNever, step = Lanes<Number>{} + static_cast<Number>(step_);
    for (std::size_t u = 0; u + 1 < problem_.size; ++u) {
      const Number flow = flow_gap_[u], distance = distance_gap_[u];
      Lanes<Number> open_here = never, any_here = never;
      for (std::size_t v = (u + 1) / kLanes<Number> * kLanes<Number>; v < problem_.stride; v += kLanes<Number>) {
        const Lanes<Number> change = load_lanes(&changes_[at(u, v)]) +
                                     (flow - load_lanes(&flow_gap_[v])) * (distance - load_lanes(&distance_gap_[v]));
        store_lanes(change, &changes_[at(u, v)]);
        const Lanes<Number> free = load_lanes(&until_[at(u, v)]) < step ? change : never;
        any_here = change < any_here ? change : any_here;
        open_here = free < open_here ? free : open_here;
      }
      open.see(open_here, u);
      any.see(any_here, u);
    }
  }

  std::size_t find_in_row(std::size_t u, Number wanted, Number step) const {
    std::size_t v = u + 1;
    while (v + 1 < problem_.size && (changes_[at(u, v)] != wanted || until_[at(u, v)] >= step)) ++v;
    return v;
  }

  /// The best exchange that is not forbidden, or that gives the best total so far; a random one where all are
  /// forbidden.
  std::pair<std::size_t, std::size_t> choose() {
    Least open_lanes, any_lanes;
    pass(open_lanes, any_lanes);
    const auto [open, open_row] = open_lanes.least();
    const auto [any, any_row] = any_lanes.least();
    const bool record = any < open && now_.total + static_cast<double>(any) < best_.total;
    if (record) return {any_row, find_in_row(any_row, any, kNever)};
    if (open < kNever) return {open_row, find_in_row(open_row, open, static_cast<Number>(step_))};
    if (!pairs_.empty()) return pairs_[random_.below(pairs_.size())];
    const auto u = static_cast<std::size_t>(random_.below(problem_.size - 1));
    return {u, u + 1 + static_cast<std::size_t>(random_.below(problem_.size - u - 1))};
  }

  void exchange(std::size_t u, std::size_t v) {
    now_.total += static_cast<double>(changes_[at(u, v)]);
    const std::size_t from = now_.cells[u], to = now_.cells[v];
    for (std::size_t k = 0; k < problem_.size; ++k) {
      flow_gap_[k] = problem_.flows[at(u, k)] - problem_.flows[at(v, k)];
      distance_gap_[k] = problem_.distances[at(from, now_.cells[k])] - problem_.distances[at(to, now_.cells[k])];
    }
    add_to_costs(u, v);
    left_[u * problem_.size + from] = static_cast<Number>(step_ + tenure());
    left_[v * problem_.size + to] = static_cast<Number>(step_ + tenure());
    std::swap(now_.cells[u], now_.cells[v]);
    refresh(u);
    refresh(v);
  }

  void add_to_costs(std::size_t u, std::size_t v) {
    for (std::size_t k = 0; k < problem_.size; ++k) {
      const Number flow = flow_gap_[k];
      if (flow != 0) {
        for (std::size_t lane = 0; lane < problem_.stride; lane += kLanes<Number>)
          store_lanes(load_lanes(&costs_[at(k, lane)]) - flow * load_lanes(&distance_gap_[lane]), &costs_[at(k, lane)]);
      }
      std::swap(costs_[at(k, u)], costs_[at(k, v)]);
    }
  }

  /// Computes anew the row of a node that has moved, less the amount that the next pass will add to it, and the node's
  /// bans.
  void refresh(std::size_t node) {
    const std::size_t cell = now_.cells[node];
    for (std::size_t k = 0; k < problem_.size; ++k) {
      if (k == node || !problem_.may_exchange(k, node)) continue;
      const std::size_t low = std::min(node, k), high = std::max(node, k);
      changes_[at(low, high)] =
          change_of(low, high) - (flow_gap_[low] - flow_gap_[high]) * (distance_gap_[low] - distance_gap_[high]);
      until_[at(low, high)] = std::min(left_[node * problem_.size + now_.cells[k]], left_[k * problem_.size + cell]);
    }
  }

  std::uint64_t tenure() { return 9 * problem_.size / 10 + random_.below(problem_.size / 5 + 2); }

  const Assignment<Number>& problem_;
  Random random_;
  Member now_, best_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  ///< pairs that may change places; empty where all may
  std::vector<Number> changes_, costs_, until_, left_;
  std::vector<Number> flow_gap_, distance_gap_;  ///< of the last exchange
  std::uint64_t step_ = 0;
};

Cells shuffled(std::size_t size, Random& random) {
  Cells cells = numbers_below<std::uint32_t>(size);
  for (std::size_t i = size; i > 1; --i) std::swap(cells[i - 1], cells[random.below(i)]);
  return cells;
}

/// Puts every node at a random cell of its group.
template <class Number>
Cells shuffled_nodes(const Assignment<Number>& problem, Random& random) {
  if (problem.group_of_node.empty()) return shuffled(problem.size, random);
  std::map<std::uint32_t, Cells> cells_of;
  for (const std::uint32_t cell : shuffled(problem.size, random)) cells_of[problem.group_of_cell[cell]].push_back(cell);
  Cells cells;
  for (std::size_t node = 0; node < problem.size; ++node) {
    Cells& left = cells_of[problem.group_of_node[node]];
    cells.push_back(left.back());
    left.pop_back();
  }
  return cells;
}

/// Puts every node at its cell in one of the parents, as far as that cell is free, and the rest at random.
template <class Number>
Cells child_of(const Assignment<Number>& problem, const Cells& one, const Cells& other, Random& random) {
  constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  Cells child(one.size(), kNowhere);
  std::vector<bool> taken(one.size(), false);
  const auto take = [&](std::size_t node, std::uint32_t cell) {
    if (child[node] != kNowhere || taken[cell]) return;
    child[node] = cell;
    taken[cell] = true;
  };
  for (std::size_t node = 0; node < one.size(); ++node) {
    if (one[node] == other[node]) take(node, one[node]);
  }
  for (const std::uint32_t node : shuffled(one.size(), random)) {
    const bool first = random.below(2) == 0;
    take(node, first ? one[node] : other[node]);
    take(node, first ? other[node] : one[node]);
  }
  const bool grouped = !problem.group_of_node.empty();
  std::map<std::uint32_t, Cells> rest;
  for (const std::uint32_t cell : shuffled(one.size(), random)) {
    if (!taken[cell]) rest[grouped ? problem.group_of_cell[cell] : 0].push_back(cell);
  }
  for (std::size_t node = 0; node < child.size(); ++node) {
    if (child[node] != kNowhere) continue;
    Cells& left = rest[grouped ? problem.group_of_node[node] : 0];
    child[node] = left.back();
    left.pop_back();
  }
  return child;
}

/// Generations of children, each improved by a run.
template <class Number>
class Evolution {
 public:
  Evolution(const GridGraph& grid, std::uint64_t steps, std::uint64_t seed, const Cells& start)
      : problem_(grid), steps_(steps), random_(seed) {
    CUTLINE_EXPECT(std::equal(start.begin(), start.end(), problem_.natural.begin()));
    best_.cells = problem_.natural;
    best_.total = total_of_assignment(problem_, best_.cells);
    population_ = {best_};
    // Long enough for a run to settle; on grids of some thirty cells most runs end in an optimum.
    // At least 32 generations, so that an interrupt is heard soon.
    steps_of_run_ = std::max(kFewestStepsOfRun, std::min<std::uint64_t>(100 * problem_.size, steps / (32 * kChildren)));
  }

  std::uint64_t run(WatchedWork& work) {
    std::uint64_t done = 0;
    while (done < steps_ && work.go_on(done)) {
      const std::uint64_t left = steps_ - done;
      const std::uint64_t steps = std::min(steps_of_run_, (left + kChildren - 1) / kChildren);
      std::vector<Member> children = conceive();
      const std::vector<std::uint64_t> seeds = each_of(kChildren, [&](std::size_t) { return random_.next(); });
      parallel_for(kChildren, [&](std::size_t i) {
        children[i] = TabuRun<Number>(problem_, std::move(children[i]), seeds[i]).run(steps);
      });
      adopt(std::move(children));
      done += std::min(left, steps * kChildren);
    }
    return done;
  }

  const Member& best() const { return best_; }

 private:
  const Member& parent() {
    const Member& one = population_[random_.below(population_.size())];
    const Member& other = population_[random_.below(population_.size())];
    return one.total < other.total ? one : other;
  }

  std::vector<Member> conceive() {
    const bool full = population_.size() >= kPopulation;
    std::vector<Member> children(kChildren);
    for (Member& child : children) {
      child.cells =
          full ? child_of(problem_, parent().cells, parent().cells, random_) : shuffled_nodes(problem_, random_);
      child.total = total_of_assignment(problem_, child.cells);
    }
    return children;
  }

  /// No two members have the same total, so that the population does not gather in one place and its mirror images.
  void adopt(std::vector<Member> children) {
    bool better = population_.size() < kPopulation;
    ++generations_without_;
    for (Member& child : children) {
      if (child.total < best_.total) best_ = child;
      if (std::ranges::any_of(population_, [&](const Member& known) { return known.total == child.total; })) continue;
      const auto total = child.total;
      population_.push_back(std::move(child));
      std::ranges::sort(population_, {}, &Member::total);
      if (population_.size() <= kPopulation) continue;
      better = better || population_.back().total != total;
      population_.pop_back();
    }
    if (better) generations_without_ = 0;
    if (generations_without_ < kPatience) return;
    population_.clear();
    generations_without_ = 0;
  }

  Assignment<Number> problem_;
  std::uint64_t steps_;
  Random random_;
  Member best_;
  std::vector<Member> population_;
  std::uint64_t steps_of_run_ = 0;
  std::size_t generations_without_ = 0;
};

template <class Number>
Cells evolve(const ArrangeTask& task, Arranged& report) {
  Cells cells = natural_cells(task.grid);
  WatchedWork work(task.watch, "moves", report.all_moves);
  Evolution<Number> evolution(task.grid, report.all_moves, task.choice.seed.value_or(1), cells);
  report.moves = evolution.run(work);
  std::copy_n(evolution.best().cells.begin(), cells.size(), cells.begin());
  return cells;
}

/// An upper bound on every sum of a run.
double largest_sum(const GridGraph& grid) {
  const auto flow = sum_over<double>(grid.graph.head.size(), [&](std::size_t i) { return grid.graph.weight(i); });
  return 8 * flow * (static_cast<double>(grid.columns) + grid.rows + (grid.planes - 1));
}

std::uint64_t steps_of(const ArrangeTask& task, double cells) {
  if (!task.choice.moves) {
    // Enough as a rule: it reaches every optimum of nug12 to nug30, and 0.1 % of sko42 to sko100.
    const double pairs = std::max(4.0, cells * cells);
    const double usual = std::min(kMostPairs, std::max(kFewestSteps, pairs * pairs / 4) * pairs);
    const double asked = task.choice.effort_s ? *task.choice.effort_s * kPairsPerSecond + pairs : usual;
    return static_cast<std::uint64_t>(std::min(0x1p48, asked) / pairs);
  }
  const double most = 0x1p48 / (cells * cells);  // some days
  if (static_cast<double>(*task.choice.moves) > most) {
    throw_limit_error(fmt::format("{} moves of this graph are more than {:.3g}, the limit of the order 'tabu'",
                                  *task.choice.moves, most),
                      "fewer `moves`", "moves");
  }
  return *task.choice.moves;
}

/// Improves the natural arrangement by robust tabu search for the quadratic assignment problem: weights are flows,
/// spans are distances, and the total is the cost. Cells without a node hold one without flows. Each step makes the
/// best exchange of two cells that is not forbidden, also where it costs more; exchanged nodes may not go back to their
/// cells for a random number of steps. Runs are parts of a memetic search: a child takes the places that two parents
/// agree on, a run improves it, and it may replace the worst of the population. Children of one generation are made
/// side by side, and the population changes only between generations, so that the result is the same for any number of
/// threads. The result is no worse than the natural one. Throws a limit error where total flow times the longest span
/// passes 2^53. Source: [Taillard 1991]; the population: [Benlic 2015].
///
/// Why this method: the changes of all exchanges are kept in a matrix, in which one exchange costs O(1) a pair, so that
/// a step sees the best of all pairs. Annealing sees one pair a step, and ends some per cent higher on dense graphs.
///
/// Cost: O(cells^2) a step, with a small factor; O(cells^2) memory a thread.
Cells arrange_tabu(const ArrangeTask& task, Arranged& report) {
  const std::uint64_t count = cell_count(task.grid);
  if (count > kMostCells) {
    throw_limit_error(
        fmt::format("the order 'tabu' searches grids of up to {} cells, and this has {}", kMostCells, count),
        "take the order annealed", "order");
  }
  report.all_moves = steps_of(task, static_cast<double>(count));
  const double largest = largest_sum(task.grid);
  if (largest < 0x1p24) return evolve<float>(task, report);
  if (largest < 0x1p53) return evolve<double>(task, report);
  throw_limit_error("the weights times the spans add up to more than 2^53, the limit of the order 'tabu'",
                    "give the weights in a larger unit", "order");
}

}  // namespace

Order tabu_order() {
  return {.name = "tabu",
          .summary = "robust tabu search in a memetic search: of the total alone, for dense graphs of up to 512 cells",
          .source = "[Taillard 1991]",
          .arrange = arrange_tabu,
          .most_nodes = kMostCells,
          .arranges_grids = true,
          .total_alone = true,
          .moves_nodes = true};
}

}  // namespace cutline
