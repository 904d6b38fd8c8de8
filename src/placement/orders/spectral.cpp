// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "cutline/base/watch.hpp"
#include "cutline/placement/order.hpp"
#include "cutline/topology/reachability.hpp"
#include "placement/anneal.hpp"
#include "placement/parts.hpp"
#include "placement/peeling.hpp"
#include "placement/turning.hpp"
#include "topology/laplacian_spectrum.hpp"

namespace cutline {

namespace {

using Keys = std::vector<double>;

constexpr std::size_t kWanted = 4;     // a torus has two vectors an axis
constexpr double kSameEigenvalue = 2;  // vectors with values up to so many times the least may be turned into it

/// What the nodes may be sorted by: the eigenvectors, and those near the least one turned, as many as can be alike.
std::vector<Keys> candidates_of(const std::vector<Eigenpair>& pairs) {
  std::vector<Keys> candidates;
  for (const Eigenpair& pair : pairs) candidates.push_back(pair.vector);
  std::vector<Keys> turned;
  for (std::size_t i = 0; i < pairs.size() && pairs[i].value <= kSameEigenvalue * pairs[0].value; ++i) {
    turned.push_back(pairs[i].vector);
    if (i == 0) continue;
    turn_apart(turned);
    candidates.insert(candidates.end(), turned.begin(), turned.end());
    if (i > 1) continue;
    for (Keys& keys : between(turned[0], turned[1])) candidates.push_back(std::move(keys));
  }
  return candidates;
}

/// The sum of all links' spans along an axis on which the nodes have these slots.
std::uint64_t length_along(const ChannelGraph& graph, const std::vector<std::uint32_t>& slots) {
  std::uint64_t length = 0;
  for (std::size_t node = 0; node < slots.size(); ++node) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      const auto [low, high] = std::minmax(slots[node], slots[graph.head[c]]);
      length += std::uint64_t{graph.weight(c)} * (high - low);
    }
  }
  return length;
}

/// The number of the set in which each node is.
std::vector<std::uint32_t> set_numbers(const std::vector<NodesInCells>& sets, std::size_t nodes) {
  std::vector<std::uint32_t> numbers(nodes);
  for (std::uint32_t set = 0; set < sets.size(); ++set) {
    for (const std::uint32_t node : sets[set].nodes) numbers[node] = set;
  }
  return numbers;
}

/// The cells of the nodes of a connected graph. Along the longest axis the nodes are sorted by the least eigenvector
/// into lines, then along each further axis by the smoothest vector that differs within the lines so far: so no axis
/// gets a vector that is a function of those before, as the harmonics are that long grids have. Of several vectors, the
/// one that makes the links shortest along the axis.
std::vector<Cell> peeled(const ChannelGraph& graph, std::vector<Cell> cells, std::uint64_t seed, WatchedWork& work) {
  const std::size_t nodes = graph.node_count();
  const std::vector<Axis> axes = axes_by_length(cells);
  std::vector<NodesInCells> sets{{std::vector<std::uint32_t>(nodes), std::move(cells)}};
  std::iota(sets[0].nodes.begin(), sets[0].nodes.end(), 0u);
  const LaplacianSpectrum spectrum(graph, work);
  std::vector<std::uint32_t> slots(nodes), best;
  for (const Axis axis : axes) {
    std::vector<Keys> candidates = candidates_of(spectrum.least(kWanted, seed, set_numbers(sets, nodes)));
    if (candidates.empty()) candidates.emplace_back(nodes, 0);
    sort_along(sets, axis);
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const Keys& keys : candidates) {
      take_slots(sets, axis, axis == axes.back(), keys, slots);
      const std::uint64_t length = length_along(graph, slots);
      if (length >= least) continue;
      least = length;
      best = slots;
    }
    sets = cut_into_lines(sets, axis, best);
  }
  std::vector<Cell> result(nodes);
  for (const NodesInCells& set : sets) result[set.nodes[0]] = set.cells[0];
  return result;
}

/// The links between some nodes, numbered by their places in the list; `local` has room for a number of each node.
ChannelGraph graph_among(const ChannelGraph& graph, const std::vector<std::uint32_t>& nodes,
                         std::vector<std::uint32_t>& local) {
  for (std::uint32_t i = 0; i < nodes.size(); ++i) local[nodes[i]] = i;
  ChannelGraph part;
  part.first.push_back(0);
  for (const std::uint32_t node : nodes) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      if (graph.weight(c) == 0) continue;
      part.head.push_back(local[graph.head[c]]);
      part.weights.push_back(graph.weight(c));
    }
    part.first.push_back(part.head.size());
  }
  return part;
}

/// Gives each connected part of the graph cells of its own, close together: cuts parts and cells in two, again and
/// again.
class PartByPart {
 public:
  PartByPart(const ChannelGraph& graph, std::uint64_t seed, WatchedWork& work)
      : graph_(graph), seed_(seed), work_(work), local_(graph.node_count()), cells_(graph.node_count()) {}

  std::vector<Cell> placed(std::vector<Cell> cells) {
    std::vector<std::uint32_t> all(graph_.node_count());
    std::iota(all.begin(), all.end(), 0u);
    const std::vector<std::uint32_t> part = part_of_sites(graph_among(graph_, all, local_));
    for (std::uint32_t node = 0; node < part.size(); ++node) {
      if (part[node] == parts_.size()) parts_.emplace_back();
      parts_[part[node]].push_back(node);
    }
    std::stable_sort(parts_.begin(), parts_.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
    place(0, parts_.size(), std::move(cells));
    return std::move(cells_);
  }

 private:
  /// Places the parts from `begin` to `end` - 1, the largest first.
  void place(std::size_t begin, std::size_t end, std::vector<Cell> cells) {
    if (begin == end) return;
    if (end - begin == 1) return place_one(parts_[begin], std::move(cells));
    std::size_t all = 0, first = 0, middle = begin;
    for (std::size_t i = begin; i < end; ++i) all += parts_[i].size();
    while (middle + 1 < end && (middle == begin || 2 * (first + parts_[middle].size()) <= all))
      first += parts_[middle++].size();
    const std::vector<Axis> axes = axes_by_length(cells);
    const Axis axis = axes.empty() ? Axis::x : axes[0];
    std::sort(cells.begin(), cells.end(),
              [&](const Cell& a, const Cell& b) { return std::pair(a[axis], a) < std::pair(b[axis], b); });
    const auto cut = cells.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<Cell> rest(cut, cells.end());
    cells.erase(cut, cells.end());
    place(begin, middle, std::move(cells));
    place(middle, end, std::move(rest));
  }

  void place_one(const std::vector<std::uint32_t>& nodes, std::vector<Cell> cells) {
    const std::vector<Cell> found = peeled(graph_among(graph_, nodes, local_), std::move(cells), seed_, work_);
    for (std::size_t i = 0; i < nodes.size(); ++i) cells_[nodes[i]] = found[i];
  }

  const ChannelGraph& graph_;
  std::uint64_t seed_;
  WatchedWork& work_;
  std::vector<std::uint32_t> local_;
  std::vector<std::vector<std::uint32_t>> parts_;
  std::vector<Cell> cells_;
};

/// The cells of a grid that nodes may take, without columns past the number of nodes.
std::vector<Cell> open_cells(const GridGraph& grid) {
  std::vector<Cell> cells;
  for (const std::uint32_t seat : grid.seats) cells.push_back(place_of(grid, seat));
  if (!cells.empty()) return cells;
  for (std::uint32_t row = 0; row < grid.rows * grid.planes; ++row) {
    for (std::uint32_t x = 0; x < std::min(grid.columns, grid.node_count()); ++x)
      cells.push_back(place_of(grid, x + grid.columns * row));
  }
  return cells;
}

Cells arrange_spectral(const ArrangeTask& task, Arranged&) {
  const GridGraph& grid = task.grid;
  const std::uint64_t seed = task.choice.seed.value_or(1);
  std::vector<Cell> places;
  {
    WatchedWork work(task.watch, "steps towards the eigenvectors", LaplacianSpectrum::kToldSteps);
    places = PartByPart(grid.graph, seed, work).placed(open_cells(grid));
  }
  const GridSize size{{grid.columns, grid.rows, grid.planes}};
  Cells cells;
  for (const Cell& place : places) cells.push_back(static_cast<std::uint32_t>(cell_number(size, place)));
  descend(grid, seed, task.watch, cells);
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
          .arranges_grids = true};
}

}  // namespace cutline
