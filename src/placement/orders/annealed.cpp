// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "placement/order.hpp"

namespace cutline {

namespace {

Cells started(const ArrangeTask& task, Arranged& report) {
  if (!task.start.empty()) return task.start;
  const bool bound = !task.grid.groups.empty() || !task.grid.seats.empty();
  const std::string name = !task.choice.start.empty() ? task.choice.start : bound ? "natural" : "bisection";
  const Order* order = find_order(name);
  if (bound && order != nullptr && order->by_number) return natural_cells(task.grid);
  const bool starts = order != nullptr && order->arranges_grids && !order->anneals && !order->total_alone;
  if (bound && !(starts && order->moves_nodes)) {
    throw_input_error(
        fmt::format("annealing cannot start from the order '{}' with `fixed` nodes, kinds of tile or some cells alone",
                    name),
        "leave out `start`: it starts from natural order, which is where they stay", "start");
  }
  if (starts) {
    ArrangeChoice choice = task.choice;
    choice.moves.reset();  // those of the annealing
    choice.effort_s.reset();
    return order->arrange({task.grid, choice, task.watch}, report);
  }
  throw_input_error(fmt::format("annealing cannot start from the order '{}'", name),
                    "start from bisection, spectral, or an order that is a rule for any network: natural, hilbert, "
                    "folded or gray",
                    "start");
}

Cells arrange_annealed(const ArrangeTask& task, Arranged& report) {
  report.all_moves = moves_asked(task, "annealed");
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
          .moves_nodes = true,
          .anneals = true};
}

}  // namespace cutline
