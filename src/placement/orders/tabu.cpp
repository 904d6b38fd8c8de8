// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "placement/grid_graph.hpp"
#include "placement/improve.hpp"
#include "placement/order.hpp"

namespace cutline {

namespace {

constexpr double kMostPairsOfMoves = 0x1p48;  // some days

std::uint64_t steps_of(const ArrangeTask& task, double cells) {
  if (!task.choice.moves) return steps_of_tabu(task.grid);
  const double most = kMostPairsOfMoves / (cells * cells);
  if (static_cast<double>(*task.choice.moves) > most) {
    throw_limit_error(fmt::format("{} moves of this graph are more than {:.3g}, the limit of the order 'tabu'",
                                  *task.choice.moves, most),
                      "fewer `moves`", "moves");
  }
  return *task.choice.moves;
}

Cells arrange_tabu(const ArrangeTask& task, Arranged& report) {
  const std::uint64_t count = cell_count(task.grid);
  if (count > kMostTabuCells) {
    throw_limit_error(
        fmt::format("the order 'tabu' searches grids of up to {} cells, and this has {}", kMostTabuCells, count),
        "take the order annealed", "order");
  }
  report.all_moves = steps_of(task, static_cast<double>(count));
  Cells cells = natural_cells(task.grid);
  WatchedWork work(task.watch, "moves", report.all_moves);
  report.moves = tabu(task.grid, {report.all_moves, task.choice.seed.value_or(1)}, work, cells);
  return cells;
}

}  // namespace

Order tabu_order() {
  return {.name = "tabu",
          .summary = "robust tabu search in a memetic search: of the total alone, for dense graphs of up to 512 cells",
          .source = "[Taillard 1991]",
          .arrange = arrange_tabu,
          .most_nodes = kMostTabuCells,
          .arranges_grids = true,
          .total_alone = true,
          .moves_nodes = true};
}

}  // namespace cutline
