// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "cutline/base/watch.hpp"
#include "cutline/placement/order.hpp"
#include "placement/anneal.hpp"
#include "placement/spectrum.hpp"

namespace cutline {

namespace {

constexpr double kMostStepsTimesSize = 4e8;  // some ten seconds
constexpr double kMostSteps = 1000;

int steps_for(const ChannelGraph& graph) {
  const double size = static_cast<double>(graph.head.size()) + 10 * static_cast<double>(graph.node_count());
  return static_cast<int>(std::clamp(kMostStepsTimesSize / size, 20.0, kMostSteps));
}

void sort_by(const std::vector<double>& keys, std::vector<std::uint32_t>::iterator begin,
             std::vector<std::uint32_t>::iterator end) {
  std::sort(begin, end,
            [&](std::uint32_t a, std::uint32_t b) { return std::pair(keys[a], a) < std::pair(keys[b], b); });
}

/// Sorts the nodes by the first vector into the lines across the longer side, and within each line by the second. Ranks
/// replace the entries themselves, so that every line is equally full.
Cells by_ranks(const GridGraph& grid, const std::vector<std::vector<double>>& vectors) {
  const bool along_x = grid.columns >= grid.rows;
  const std::size_t lines = along_x ? grid.columns : grid.rows;
  std::vector<std::uint32_t> nodes(grid.node_count());
  std::iota(nodes.begin(), nodes.end(), 0u);
  sort_by(vectors[0], nodes.begin(), nodes.end());
  Cells cells(nodes.size());
  for (std::size_t line = 0; line < lines; ++line) {
    const auto begin = nodes.begin() + static_cast<std::ptrdiff_t>(line * nodes.size() / lines);
    const auto end = nodes.begin() + static_cast<std::ptrdiff_t>((line + 1) * nodes.size() / lines);
    sort_by(vectors[1], begin, end);
    for (auto node = begin; node != end; ++node) {
      const auto place = static_cast<std::uint32_t>(node - begin);
      const auto at = static_cast<std::uint32_t>(line);
      cells[*node] = along_x ? at + grid.columns * place : place + grid.columns * at;
    }
  }
  return cells;
}

Cells arrange_spectral(const ArrangeTask& task, Arranged&) {
  const std::uint64_t seed = task.choice.seed.value_or(1);
  const int steps = steps_for(task.grid.graph);
  std::vector<std::vector<double>> vectors;
  {
    WatchedWork work(task.watch, "steps towards the eigenvectors", static_cast<std::uint64_t>(steps));
    vectors = least_eigenvectors(task.grid.graph, seed, steps, work);
  }
  Cells cells = by_ranks(task.grid, vectors);
  descend(task.grid, seed, task.watch, cells);
  return cells;
}

}  // namespace

Order spectral_order() {
  return {.name = "spectral",
          .summary =
              "by rank in the Laplacian's eigenvectors (the Fiedler vector, the next), then a descent by "
              "`minimise`",
          .source = "[Hall 1970]",
          .arrange = arrange_spectral,
          .most_nodes = std::uint64_t{1} << 20,
          .arranges_grids = true};
}

}  // namespace cutline
