// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/base/watch.hpp"
#include "placement/improve.hpp"
#include "placement/order.hpp"

namespace cutline {

namespace {

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
