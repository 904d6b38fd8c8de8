// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "placement/move_costs.hpp"
#include "placement/order.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kSamples = 400, kBatches = 400;
constexpr std::uint64_t kMovesBetweenLooks = 4096;
/// The share of moves that a good temperature keeps. Source: [Betz 1997].
constexpr double kKeptAtBest = 0.44;

template <class Measure>
class Annealer {
 public:
  Annealer(const GridGraph& grid, const Annealing& annealing, Cells& cells)
      : grid_(grid),
        annealing_(annealing),
        best_(cells),
        now_(grid, cells),
        measure_(now_, annealing),
        random_(annealing.seed),
        least_(cost(grid, cells)) {}

  std::uint64_t run(WatchedWork& work) {
    if (now_.cells.size() < 2) return annealing_.moves;
    begin();
    const std::uint64_t batch = std::max<std::uint64_t>(now_.cells.size(), annealing_.moves / kBatches + 1);
    std::uint64_t done = 0;
    bool wanted = work.go_on(0);
    while (done < annealing_.moves && wanted) {
      const std::uint64_t begun = done, end = std::min(annealing_.moves, done + batch);
      cool(static_cast<double>(done) / static_cast<double>(annealing_.moves));
      kept_ = 0;
      while (done < end && wanted) {
        const std::uint64_t stop = std::min(end, done + kMovesBetweenLooks);
        for (; done < stop; ++done) move();
        wanted = work.go_on(done);
      }
      if (!is_bound())
        reach_ = std::clamp(reach_ * (1 - kKeptAtBest + static_cast<double>(kept_) / static_cast<double>(done - begun)),
                            1.0, static_cast<double>(longest_side()));
      keep_if_best();
    }
    return done;
  }

 private:
  std::uint32_t near(std::uint32_t at, std::uint32_t reach, std::uint32_t slots) {
    const std::uint32_t low = at - std::min(at, reach);
    return low + random_below(std::min(slots - 1, at + reach) - low + 1);
  }

  /// Of uniform numbers, by the high half of a product: no division.
  std::uint32_t random_below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((random_.next() >> 32) * bound >> 32);
  }

  std::uint32_t cell_near(const Cell& at, std::uint32_t reach) {
    const std::uint32_t x = near(at[Axis::x], reach, grid_.columns);
    const std::uint32_t y = grid_.rows > 1 ? near(at[Axis::y], reach, grid_.rows) : 0;
    const std::uint32_t z = grid_.planes > 1 ? near(at[Axis::z], reach, grid_.planes) : 0;
    return x + grid_.columns * (y + grid_.rows * z);
  }

  /// A cell within reach, or, for some moves while it is warm and for half of them in a descent, beside a node that is
  /// linked to it.
  std::uint32_t target(std::uint32_t node) {
    const std::uint64_t first = grid_.graph.first[node], links = grid_.graph.first[node + 1] - first;
    const std::uint32_t beside = temperature_ > 0 ? 16 : 2;
    if (links == 0 || random_below(beside) > 0) return cell_near(now_.spots[node], static_cast<std::uint32_t>(reach_));
    return cell_near(now_.spots[now_.links[first + random_below(static_cast<std::uint32_t>(links))].head], 1);
  }

  bool may_go(std::uint32_t node, std::uint32_t cell) const {
    const std::uint32_t there = now_.nodes[cell];
    if (there == kShut) return false;
    return grid_.groups.empty() || grid_.group(node) == (there == kVacant ? 0 : grid_.group(there));
  }

  /// A move at random; to the cell where the node stands already, where it may not go elsewhere.
  Exchange any_move() {
    const std::uint32_t node = random_below(static_cast<std::uint32_t>(now_.cells.size()));
    const std::uint32_t cell = target(node);
    const bool goes = cell != now_.cells[node] && may_go(node, cell);
    return {node, now_.nodes[cell], now_.cells[node], goes ? cell : now_.cells[node]};
  }

  void move() {
    const Exchange move = any_move();
    if (move.from == move.to) return;
    const double change = measure_.change(move);
    if (change > 0 && (temperature_ <= 0 || !random_.keeps_worse(change / temperature_))) return measure_.drop(move);
    measure_.keep(move);
    now_.apply(move);
    ++kept_;
  }

  bool is_bound() const { return !grid_.groups.empty() || !grid_.seats.empty(); }
  std::uint32_t longest_side() const { return std::max({grid_.columns, grid_.rows, grid_.planes}); }

  /// The reach at first is twice the mean span of a link: as far as the arrangement can be wrong.
  void begin() {
    double weights = 1;
    for (const Arrangement::Link& link : now_.links) weights += link.weight / 2.0;
    const bool whole = is_bound() || annealing_.afresh;
    const double wished = whole ? longest_side() : std::ceil(2 * static_cast<double>(least_.total) / weights);
    reach_ = std::clamp(wished, 1.0, static_cast<double>(longest_side()));
    if (annealing_.heat <= 0) return;
    temperature_ = 1;  // so that the moves are those of annealing
    double sum = 0;
    std::uint64_t moves = 0;
    for (std::uint64_t sample = 0; sample < kSamples; ++sample) {
      const Exchange move = any_move();
      if (move.from == move.to) continue;
      sum += std::abs(measure_.change(move));
      measure_.drop(move);
      ++moves;
    }
    hottest_ = moves > 0 ? annealing_.heat * sum / static_cast<double>(moves) : 0;
  }

  /// The last twentieth of the moves runs at temperature 0, so that the search ends in a minimum.
  void cool(double done) {
    constexpr double kWarm = 0.95, kFalls = 4.6;  // to a hundredth
    constexpr int kSquares = 10;                  // (1 - x / 2^10)^(2^10) is nearly exp(-x), on every machine alike
    double share = 1 - kFalls * done / kWarm / (1 << kSquares);
    for (int squares = 0; squares < kSquares; ++squares) share *= share;
    temperature_ = done < kWarm ? hottest_ * share : 0;
  }

  void keep_if_best() {
    const Cost now = cost(grid_, now_.cells);
    if (now >= least_) return;
    least_ = now;
    best_ = now_.cells;
  }

  const GridGraph& grid_;
  Annealing annealing_;
  Cells& best_;
  Arrangement now_;
  Measure measure_;
  Random random_;
  Cost least_;
  double hottest_ = 0, temperature_ = 0, reach_ = 1;
  std::uint64_t kept_ = 0;
};

template <class SpanCost>
std::uint64_t anneal_spans(const GridGraph& grid, const Annealing& annealing, WatchedWork& work, Cells& cells) {
  if (grid.planes > 1) return Annealer<Spans<3, SpanCost>>(grid, annealing, cells).run(work);
  if (grid.rows > 1) return Annealer<Spans<2, SpanCost>>(grid, annealing, cells).run(work);
  return Annealer<Spans<1, SpanCost>>(grid, annealing, cells).run(work);
}

}  // namespace

std::uint64_t anneal(const GridGraph& grid, const Annealing& annealing, WatchedWork& work, Cells& cells) {
  switch (grid.minimised) {
    case Minimised::total:
      return anneal_spans<BySpan>(grid, annealing, work, cells);
    case Minimised::longest:
      if (annealing.wished > 0) return anneal_spans<ByExcess>(grid, annealing, work, cells);
      return anneal_spans<ByPower>(grid, annealing, work, cells);
    case Minimised::peak_density:
      return Annealer<Cuts>(grid, annealing, cells).run(work);
    case Minimised::area:
      break;
  }
  return Annealer<CutsOfLines>(grid, annealing, cells).run(work);
}

std::uint64_t moves_asked(const ArrangeTask& task, std::string_view order) {
  constexpr double kStepsPerSecond = 0x1p28;  // of one thread
  constexpr double kDefaultSteps = 0x1p31;
  /// With fewer moves one run in two leaves a shuffled grid of 64 nodes tangled.
  constexpr double kFewestMoves = 0x1p20, kMovesPerNode = 20000;
  if (task.choice.moves) {
    expect_moves(task.grid, *task.choice.moves, order);
    return *task.choice.moves;
  }
  const double steps = steps_of_move(task.grid);
  if (task.choice.effort_s)
    return static_cast<std::uint64_t>(std::min(0x1p44, *task.choice.effort_s * kStepsPerSecond) / steps) + 1;
  const double wished = std::max(kFewestMoves, kMovesPerNode * task.grid.node_count());
  return static_cast<std::uint64_t>(std::min(wished, kDefaultSteps / steps)) + 1;
}

double steps_of_move(const GridGraph& grid) {
  const double links = 4 + 4 * static_cast<double>(grid.graph.head.size()) / grid.node_count();
  const bool counts_cuts = grid.minimised == Minimised::peak_density || grid.minimised == Minimised::area;
  return counts_cuts ? links * (1 + (static_cast<double>(grid.columns) + grid.rows + (grid.planes - 1)) / 6) : links;
}

void expect_moves(const GridGraph& grid, std::uint64_t moves, std::string_view order) {
  constexpr double kMostSteps = 0x1p44;  // some days
  const double most = kMostSteps / steps_of_move(grid);
  if (static_cast<double>(moves) <= most) return;
  throw_limit_error(
      fmt::format("{} moves of this graph are more than {:.3g}, the limit of the order '{}'", moves, most, order),
      "fewer `moves`", "moves");
}

void descend(const GridGraph& grid, std::uint64_t seed, Watch* watch, Cells& cells) {
  constexpr double kMostSteps = 4e7;
  const double moves = std::min(30.0 * grid.node_count(), kMostSteps / steps_of_move(grid));
  WatchedWork work(watch, "moves of a descent", static_cast<std::uint64_t>(moves));
  anneal(grid, {static_cast<std::uint64_t>(moves), 0, seed}, work, cells);
}

}  // namespace cutline
