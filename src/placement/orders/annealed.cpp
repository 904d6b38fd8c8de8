// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "cutline/detail/base/callbacks.hpp"
#include "placement/arrangement.hpp"
#include "placement/order.hpp"

namespace cutline {

namespace {

constexpr std::uint32_t kNobody = ~std::uint32_t{0};
constexpr std::uint32_t kClosed = kNobody - 1;  // of cells that stay empty
constexpr std::uint64_t kSamples = 200;
constexpr std::uint64_t kMovesBetweenLooks = 4096;

double fourth_power(double value) { return value * value * value * value; }

/// Judges moves where spans count: by the total span, or by fourth powers, in which the longest spans weigh most.
class Spans {
 public:
  explicit Spans(const GridGraph& grid) : grid_(grid), powers_(grid.minimised == Minimised::longest) {}

  double change(std::uint32_t cell, std::uint32_t other, double weight) const {
    const double span = span_of(grid_, cell, other);
    if (powers_ && grid_.weighs_longest) return std::copysign(fourth_power(span * weight), weight);
    return (powers_ ? fourth_power(span) : span) * weight;
  }

 private:
  const GridGraph& grid_;
  bool powers_;
};

/// Judges moves where cuts count: by the fourth powers of the cuts of each line, or of all lines together.
class Cuts {
 public:
  explicit Cuts(const GridGraph& grid) : grid_(grid), by_line_(grid.minimised == Minimised::area) {
    for (std::size_t axis = 0; axis < axes_of(grid); ++axis) {
      const GridSides sides = sides_along(grid, axis);
      links_[axis].assign(std::size_t{by_line_ ? sides.lines : 1} * sides.slots, 0);
    }
  }

  double change(std::uint32_t cell, std::uint32_t other, double weight) {
    double more = 0;
    for_each_part(grid_, cell, other, [&](const GridPart& part) {
      double* line = &links_[part.axis][std::size_t{by_line_ ? part.line : 0} * sides_along(grid_, part.axis).slots];
      for (std::uint32_t cut = part.from; cut < part.to; ++cut) {
        more += fourth_power(line[cut] + weight) - fourth_power(line[cut]);
        line[cut] += weight;
      }
    });
    return more;
  }

 private:
  const GridGraph& grid_;
  bool by_line_;
  std::array<std::vector<double>, 3> links_;
};

template <class Measure>
class Annealer {
 public:
  Annealer(const GridGraph& grid, const Annealing& annealing, Cells& cells)
      : grid_(grid),
        annealing_(annealing),
        best_(cells),
        cells_(cells),
        nodes_(cell_count(grid), kNobody),
        measure_(grid),
        random_(annealing.seed),
        least_(cost(grid, cells)) {
    if (!grid.seats.empty()) std::fill(nodes_.begin(), nodes_.end(), kClosed);
    for (const std::uint32_t seat : grid.seats) nodes_[seat] = kNobody;
    for (std::uint32_t node = 0; node < cells_.size(); ++node) nodes_[cells_[node]] = node;
    for (std::uint32_t node = 0; node < cells_.size(); ++node) {
      for_each_link(node, node, [&](std::uint32_t other, std::uint32_t weight) {
        if (node < other) measure_.change(cells_[node], cells_[other], weight);
      });
    }
  }

  std::uint64_t run(WatchedWork& work) {
    if (cells_.size() < 2) return annealing_.moves;
    hottest_ = annealing_.heat > 0 ? annealing_.heat * mean_change() : 0;
    const std::uint64_t batch = std::max<std::uint64_t>(cells_.size(), annealing_.moves / 256 + 1);
    std::uint64_t done = 0;
    bool wanted = work.go_on(0);
    while (done < annealing_.moves && wanted) {
      const std::uint64_t end = std::min(annealing_.moves, done + batch);
      while (done < end && wanted) {
        const std::uint64_t stop = std::min(end, done + kMovesBetweenLooks);
        cool(static_cast<double>(done) / static_cast<double>(annealing_.moves));
        for (; done < stop; ++done) move();
        wanted = work.go_on(done);
      }
      keep_if_best();
    }
    return done;
  }

 private:
  template <class Visit>
  void for_each_link(std::uint32_t node, std::uint32_t but, const Visit& visit) {
    const ChannelGraph& graph = grid_.graph;
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      if (graph.head[c] != but) visit(graph.head[c], graph.weight(c));
    }
  }

  /// What it changes to add the links of a node but for that to another one, or by the sign -1 to take them away.
  double count(std::uint32_t node, std::uint32_t but, double sign) {
    double change = 0;
    for_each_link(node, but, [&](std::uint32_t other, std::uint32_t weight) {
      change += measure_.change(cells_[node], cells_[other], sign * weight);
    });
    return change;
  }

  /// Moves a node to a cell and the node that stands there, if any, to the first node's cell; returns the change. A
  /// link between the two keeps its span and is left out.
  double exchange(std::uint32_t node, std::uint32_t cell) {
    const std::uint32_t other = nodes_[cell];
    const std::uint32_t old = cells_[node];
    double change = count(node, other, -1);
    if (other != kNobody) change += count(other, node, -1);
    std::swap(nodes_[old], nodes_[cell]);
    cells_[node] = cell;
    if (other != kNobody) cells_[other] = old;
    change += count(node, other, 1);
    if (other != kNobody) change += count(other, node, 1);
    return change;
  }

  std::uint32_t near(std::uint32_t at, std::uint32_t reach, std::uint32_t slots) {
    const std::uint32_t low = at - std::min(at, reach);
    const std::uint32_t high = std::min(slots - 1, at + reach);
    return low + static_cast<std::uint32_t>(random_.below(high - low + 1));
  }

  std::uint32_t cell_near(std::uint32_t cell, std::uint32_t reach) {
    const Cell at = place_of(grid_, cell);
    const std::uint32_t x = near(at[Axis::x], reach, grid_.columns);
    const std::uint32_t y = near(at[Axis::y], reach, grid_.rows);
    const std::uint32_t z = grid_.planes > 1 ? near(at[Axis::z], reach, grid_.planes) : 0;
    return x + grid_.columns * (y + grid_.rows * z);
  }

  /// Half of the moves go near the node; the other half go beside a node that it is linked to, where a gain is most
  /// likely.
  std::uint32_t target(std::uint32_t node) {
    const std::uint64_t first = grid_.graph.first[node];
    const std::uint64_t links = grid_.graph.first[node + 1] - first;
    if (links == 0 || random_.below(2) == 0) return cell_near(cells_[node], reach_);
    return cell_near(cells_[grid_.graph.head[first + random_.below(links)]], 1);
  }

  bool may_go(std::uint32_t node, std::uint32_t cell) const {
    if (nodes_[cell] == kClosed) return false;
    return grid_.group(node) == (nodes_[cell] == kNobody ? 0 : grid_.group(nodes_[cell]));
  }

  void move() {
    const auto node = static_cast<std::uint32_t>(random_.below(cells_.size()));
    const std::uint32_t old = cells_[node];
    const std::uint32_t cell = target(node);
    if (cell == old || !may_go(node, cell)) return;
    const double change = exchange(node, cell);
    if (change > 0 && !is_kept(change)) exchange(node, old);
  }

  /// Keeps a change for the worse with the probability (1 - x / 16)^16, x = change / temperature (see anneal).
  bool is_kept(double change) {
    if (temperature_ <= 0) return false;
    double chance = 1 - change / temperature_ / 16;
    if (chance <= 0) return false;
    for (int squares = 0; squares < 4; ++squares) chance *= chance;
    return random_.unit() < chance;
  }

  std::uint32_t longest_side() const { return std::max({grid_.columns, grid_.rows, grid_.planes}); }

  double mean_change() {
    reach_ = longest_side();
    double sum = 0, forbidden = 0;
    for (std::uint64_t sample = 0; sample < kSamples; ++sample) {
      const auto node = static_cast<std::uint32_t>(random_.below(cells_.size()));
      const std::uint32_t old = cells_[node];
      const std::uint32_t cell = target(node);
      if (!may_go(node, cell)) ++forbidden;
      if (cell == old || !may_go(node, cell)) continue;
      sum += std::abs(exchange(node, cell));
      exchange(node, old);
    }
    return forbidden < kSamples ? sum / (kSamples - forbidden) : 0;
  }

  /// The last tenth of the moves runs at temperature 0, so that the search ends in a minimum. The reach of moves
  /// shrinks too, except where only some nodes and cells may change places, since those need not be near each other.
  void cool(double done) {
    const double left = std::max(0.0, 1 - done / 0.9);
    temperature_ = hottest_ * left * left * left;
    const bool bound = !grid_.groups.empty() || !grid_.seats.empty();
    reach_ = 1 + static_cast<std::uint32_t>((bound ? 1 : left) * (longest_side() - 1));
  }

  void keep_if_best() {
    const Cost now = cost(grid_, cells_);
    if (now >= least_) return;
    least_ = now;
    best_ = cells_;
  }

  const GridGraph& grid_;
  Annealing annealing_;
  Cells& best_;
  Cells cells_;
  std::vector<std::uint32_t> nodes_;  ///< the node in every cell
  Measure measure_;
  Random random_;
  Cost least_;
  double hottest_ = 0, temperature_ = 0;
  std::uint32_t reach_ = 1;
};

bool counts_cuts(const GridGraph& grid) {
  return grid.minimised == Minimised::peak_density || grid.minimised == Minimised::area;
}

constexpr double kDefaultSteps = 0x1p31;  // some ten seconds
/// With fewer moves one run in two leaves a shuffled grid of 64 nodes tangled.
constexpr double kFewestMoves = 0x1p20, kMovesPerNode = 8000;

std::uint64_t moves_of(const ArrangeTask& task) {
  const double steps = steps_of_move(task.grid);
  if (!task.choice.moves) {
    const double wished = std::max(kFewestMoves, kMovesPerNode * task.grid.node_count());
    return static_cast<std::uint64_t>(std::min(wished, kDefaultSteps / steps)) + 1;
  }
  expect_moves(task.grid, *task.choice.moves, "annealed");
  return *task.choice.moves;
}

Cells started(const ArrangeTask& task, Arranged& report) {
  if (!task.start.empty()) return task.start;
  const bool bound = !task.grid.groups.empty() || !task.grid.seats.empty();
  const std::string name = !task.choice.start.empty() ? task.choice.start : bound ? "natural" : "bisection";
  const Order* order = find_order(name);
  if (bound && order != nullptr && order->by_number) return natural_cells(task.grid);
  const bool starts = order != nullptr && order->arranges_grids && !order->takes_start && !order->total_alone;
  if (bound && !(starts && order->moves_nodes)) {
    throw_input_error(
        fmt::format("annealing cannot start from the order '{}' with `fixed` nodes, kinds of tile or some cells alone",
                    name),
        "leave out `start`: it starts from natural order, which is where they stay", "start");
  }
  if (starts) {
    ArrangeChoice choice = task.choice;
    choice.moves.reset();  // those of the annealing
    return order->arrange({task.grid, choice, task.watch}, report);
  }
  throw_input_error(fmt::format("annealing cannot start from the order '{}'", name),
                    "start from bisection, spectral, or an order that is a rule for any network: natural, hilbert, "
                    "folded or gray",
                    "start");
}

Cells arrange_annealed(const ArrangeTask& task, Arranged& report) {
  report.all_moves = moves_of(task);
  Cells cells = started(task, report);
  report.start = cost(task.grid, cells).value;
  WatchedWork work(task.watch, "moves", report.all_moves);
  const Annealing annealing{report.all_moves, 0.3, task.choice.seed.value_or(1)};
  report.moves = anneal(task.grid, annealing, work, cells);
  return cells;
}

}  // namespace

std::uint64_t anneal(const GridGraph& grid, const Annealing& annealing, WatchedWork& work, Cells& cells) {
  if (counts_cuts(grid)) return Annealer<Cuts>(grid, annealing, cells).run(work);
  return Annealer<Spans>(grid, annealing, cells).run(work);
}

double steps_of_move(const GridGraph& grid) {
  const double links = 4 + 4 * static_cast<double>(grid.graph.head.size()) / grid.node_count();
  return counts_cuts(grid) ? links * (1 + (static_cast<double>(grid.columns) + grid.rows + (grid.planes - 1)) / 6)
                           : links;
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

Order annealed_order() {
  return {.name = "annealed",
          .summary = "simulated annealing over cells from another order (`start`): total, longest, densest cut or area",
          .source = "[Kirkpatrick 1983]",
          .arrange = arrange_annealed,
          .most_nodes = std::uint64_t{1} << 20,
          .arranges_grids = true,
          .takes_start = true,
          .moves_nodes = true};
}

}  // namespace cutline
