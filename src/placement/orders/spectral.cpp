// SPDX-License-Identifier: Apache-2.0
#include "placement/order.hpp"
#include "placement/spectral_cells.hpp"
#include "topology/laplacian_spectrum.hpp"

namespace cutline {

namespace {

/// The cells of a grid that nodes may take, without columns past the number of nodes.
std::vector<Cell> open_cells(const GridGraph& grid) {
  auto cells = each_of(grid.seats, [&](std::uint32_t seat) { return place_of(grid, seat); });
  if (!cells.empty()) return cells;
  for (std::uint32_t row = 0; row < grid.rows * grid.planes; ++row) {
    for (std::uint32_t x = 0; x < std::min(grid.columns, grid.node_count()); ++x)
      cells.push_back(place_of(grid, x + grid.columns * row));
  }
  return cells;
}

Cells numbered(const GridGraph& grid, const std::vector<Cell>& places) {
  const GridSize size{{grid.columns, grid.rows, grid.planes}};
  return each_of(places, [&](const Cell& place) { return static_cast<std::uint32_t>(cell_number(size, place)); });
}

/// The nodes of each group, and the cells that are theirs; group 0 has all that the others leave.
std::vector<NodesInCells> groups_of(const GridGraph& grid, const std::vector<Cell>& open) {
  std::map<std::uint32_t, NodesInCells> groups;
  std::vector<Cell> taken;
  for (std::uint32_t node = 0; node < grid.node_count(); ++node) {
    NodesInCells& group = groups[grid.group(node)];
    group.nodes.push_back(node);
    if (grid.group(node) == 0) continue;
    taken.push_back(place_of(grid, grid.seat(node)));
    group.cells.push_back(taken.back());
  }
  std::ranges::sort(taken);
  std::vector<NodesInCells> sets;
  for (auto& [number, group] : groups) {
    for (const Cell& cell : open) {
      if (number == 0 && !std::ranges::binary_search(taken, cell)) group.cells.push_back(cell);
    }
    sets.push_back(std::move(group));
  }
  return sets;
}

/// Moves the nodes of each group to cells of their own, in the order in which they stand along the axes; turns the
/// whole round along each axis where that makes the links shorter.
Cells within_groups(const GridGraph& grid, const std::vector<Cell>& open, const std::vector<Cell>& places) {
  const std::vector<Axis> axes = axes_by_length(open);
  const std::vector<NodesInCells> groups = groups_of(grid, open);
  std::vector<std::uint32_t> slots(places.size());
  std::vector<Cell> found(places.size());
  Cells best;
  for (std::uint32_t turned = 0; turned < (1u << axes.size()); ++turned) {
    std::vector<NodesInCells> sets = groups;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      std::vector<double> keys;
      for (const Cell& place : places) keys.push_back((turned >> i & 1) == 0 ? place[axes[i]] : -1.0 * place[axes[i]]);
      sets = lines_by_rank(std::move(sets), axes[i], i + 1 == axes.size(), keys, slots);
    }
    for (const NodesInCells& set : sets) found[set.nodes[0]] = set.cells[0];
    Cells cells = numbered(grid, found);
    if (best.empty() || cost(grid, cells) < cost(grid, best)) best = std::move(cells);
  }
  return best;
}

/// Descends as often as that helps, some tenths of a second at most.
void descend_while_it_helps(const ArrangeTask& task, std::uint64_t seed, Cells& cells) {
  constexpr std::uint64_t kMostRounds = 7;
  constexpr double kMostSteps = 4e7, kTriesPerNode = 30;
  const double steps = kTriesPerNode * task.grid.node_count() * steps_of_move(task.grid);
  Cost before = cost(task.grid, cells);
  for (std::uint64_t round = 0; round == 0 || (round < kMostRounds && static_cast<double>(round) * steps < kMostSteps);
       ++round) {
    descend(task.grid, seed + round, task.watch, cells);
    const Cost after = cost(task.grid, cells);
    if (static_cast<double>(after.value) > 0.999 * static_cast<double>(before.value)) break;
    before = after;
  }
}

/// Takes the best of several descents where there are few nodes; with `moves` of the user there is one.
void improve_cells(const ArrangeTask& task, std::uint64_t seed, Arranged& report, Cells& cells) {
  constexpr std::uint64_t kMostDescents = 16, kNodesDescending = 1024;
  if (task.choice.moves || task.choice.effort_s) {
    report.all_moves = moves_asked(task, "spectral");
    WatchedWork work(task.watch, "moves", report.all_moves);
    report.moves = anneal(task.grid, {report.all_moves, 0, seed}, work, cells);
    return;
  }
  const std::uint64_t descents =
      std::clamp<std::uint64_t>(kNodesDescending / std::max(task.grid.node_count(), 1u), 1, kMostDescents);
  const Cells start = cells;
  for (std::uint64_t descent = 0; descent < descents; ++descent) {
    Cells found = start;
    descend_while_it_helps(task, seed + 100 * descent, found);
    if (cost(task.grid, found) < cost(task.grid, cells)) cells = std::move(found);
  }
}

Cells arrange_spectral(const ArrangeTask& task, Arranged& report) {
  const GridGraph& grid = task.grid;
  if (task.choice.moves) expect_moves(grid, *task.choice.moves, "spectral");
  const std::uint64_t seed = task.choice.seed.value_or(1);
  const std::vector<Cell> open = open_cells(grid);
  std::vector<Cell> places;
  {
    WatchedWork work(task.watch, "steps towards the eigenvectors", LaplacianSpectrum::kToldSteps);
    places = spectral_cells(grid.graph, open, seed, work);
  }
  Cells cells = grid.groups.empty() ? numbered(grid, places) : within_groups(grid, open, places);
  improve_cells(task, seed, report, cells);
  return cells;
}

}  // namespace

Order spectral_order() {
  return {.name = "spectral",
          .summary =
              "by rank in the Laplacian's least eigenvectors, turned to the grid's axes, then a descent by "
              "`minimise`",
          .source = "[Hall 1970]",
          .arrange = arrange_spectral,
          .most_nodes = std::uint64_t{1} << 20,
          .arranges_grids = true,
          .moves_nodes = true};
}

}  // namespace cutline
