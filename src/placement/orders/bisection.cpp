// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "placement/order.hpp"
#include "topology/balanced_cuts.hpp"

namespace cutline {

namespace {

/// Larger parts are cut by METIS alone and improved in fewer rounds.
constexpr std::size_t kLarge = 1u << 14;
/// Smaller parts are not worth a call of METIS.
constexpr std::size_t kSmall = 8;

/// A box of cells and the nodes to be placed in it: entries begin to end - 1 of the list of all nodes.
struct Region {
  std::size_t begin = 0, end = 0;
  std::uint32_t x = 0, y = 0, columns = 1, rows = 1;
  std::size_t nodes() const { return end - begin; }
  std::size_t cells() const { return std::size_t{columns} * rows; }
};

/// Bisects grid and graph recursively, the longer side of each box first. Of the two halves of the nodes, the one whose
/// links lead to lower places outside the box gets the lower half of the box.
class Bisector {
 public:
  Bisector(const GridGraph& grid, std::uint64_t seed)
      : grid_(grid),
        seed_(seed),
        nodes_(grid.node_count()),
        part_(grid.node_count(), 0),
        local_(grid.node_count(), 0),
        middles_(grid.node_count(), {grid.columns, grid.rows}) {
    std::iota(nodes_.begin(), nodes_.end(), 0u);
  }

  Cells run(Watch* watch) {
    std::vector<Region> level = {{0, nodes_.size(), 0, 0, grid_.columns, grid_.rows}};
    const double levels = std::ceil(std::log2(std::max(2.0, static_cast<double>(grid_.columns) * grid_.rows)));
    WatchedWork work(watch, "nodes times levels of a bisection", static_cast<std::uint64_t>(levels) * nodes_.size());
    std::uint64_t done = 0;
    bool wanted = true;
    while (!level.empty() && wanted) {
      number_parts(level);
      std::vector<Region> next;
      for (const Region& region : level) {
        wanted = wanted && work.go_on(done);
        if (region.nodes() < 2 || !wanted) {
          fill(region);
        } else {
          split(region, next);
        }
        done += region.nodes();
      }
      level = std::move(next);
    }
    for (const Region& region : level) fill(region);
    return std::move(cells_);
  }

 private:
  /// Records the region of each node.
  void number_parts(const std::vector<Region>& level) {
    for (const Region& region : level) {
      for (std::size_t i = region.begin; i < region.end; ++i) {
        part_[nodes_[i]] = region.begin;
        local_[nodes_[i]] = static_cast<std::uint32_t>(i - region.begin);
      }
    }
  }

  void fill(const Region& region) {
    if (cells_.empty()) cells_.resize(nodes_.size());
    for (std::size_t i = region.begin; i < region.end; ++i) {
      const auto place = static_cast<std::uint32_t>(i - region.begin);
      cells_[nodes_[i]] = region.x + place % region.columns + grid_.columns * (region.y + place / region.columns);
    }
  }

  void split(const Region& region, std::vector<Region>& next) {
    const std::size_t axis = region.columns >= region.rows ? 0 : 1;
    const std::uint32_t slots = axis == 0 ? region.columns : region.rows;
    const std::size_t across = region.cells() / slots;
    const std::size_t low_cells = across * (slots / 2);
    const std::size_t high_cells = region.cells() - low_cells;
    // Both halves are equally full, up to whole nodes.
    const std::size_t first = std::clamp((region.nodes() * low_cells + region.cells() / 2) / region.cells(),
                                         region.nodes() - std::min(region.nodes(), high_cells), low_cells);
    const Sides sides = sides_of(region, first);
    std::stable_partition(nodes_.begin() + static_cast<std::ptrdiff_t>(region.begin),
                          nodes_.begin() + static_cast<std::ptrdiff_t>(region.end),
                          [&](std::uint32_t node) { return sides[local_[node]] == 0; });
    Region one = region, other = region;
    one.end = other.begin = region.begin + first;
    set_sides(one, other, axis, slots / 2, slots - slots / 2);
    if (pull(region, one, axis) > pull(region, other, axis)) set_sides(other, one, axis, slots - slots / 2, slots / 2);
    for (const Region& half : {one, other}) {
      for (std::size_t i = half.begin; i < half.end; ++i)
        middles_[nodes_[i]] = {2 * half.x + half.columns, 2 * half.y + half.rows};
      if (half.nodes() > 0) next.push_back(half);
    }
  }

  static void set_sides(Region& low, Region& high, std::size_t axis, std::uint32_t low_slots,
                        std::uint32_t high_slots) {
    const std::uint32_t at = std::min(axis == 0 ? low.x : low.y, axis == 0 ? high.x : high.y);
    (axis == 0 ? low.x : low.y) = at;
    (axis == 0 ? high.x : high.y) = at + low_slots;
    (axis == 0 ? low.columns : low.rows) = low_slots;
    (axis == 0 ? high.columns : high.rows) = high_slots;
  }

  /// How far up the axis the links of a half lead out of the region, as a mean over its nodes.
  double pull(const Region& region, const Region& half, std::size_t axis) const {
    if (half.nodes() == 0) return 0;
    const double own = axis == 0 ? 2.0 * region.x + region.columns : 2.0 * region.y + region.rows;
    double sum = 0;
    for (std::size_t i = half.begin; i < half.end; ++i) {
      for (std::uint64_t c = grid_.graph.first[nodes_[i]]; c < grid_.graph.first[nodes_[i] + 1]; ++c) {
        const std::uint32_t other = grid_.graph.head[c];
        if (part_[other] != region.begin) sum += (middles_[other][axis] - own) * grid_.graph.weight(c);
      }
    }
    return sum / static_cast<double>(half.nodes());
  }

  /// The better of two partitions, each improved, with exactly `first` nodes on the first side: the nodes as listed,
  /// and METIS.
  Sides sides_of(const Region& region, std::size_t first) const {
    Sides listed(region.nodes(), 1);
    std::fill_n(listed.begin(), first, std::uint8_t{0});
    const std::span nodes(nodes_.data() + region.begin, region.nodes());
    const ChannelGraph graph = graph_among(grid_.graph, nodes, local_, [&](std::uint64_t channel) {
      return part_[grid_.graph.head[channel]] == region.begin;
    });
    if (first == 0 || first == region.nodes() || graph.head.empty()) return listed;
    const int rounds = region.nodes() > kLarge ? 1 : 6;
    if (region.nodes() <= kLarge) improve(graph, {first, first}, rounds, listed);
    if (region.nodes() <= kSmall) return listed;
    Sides parted = metis_split(graph, first, static_cast<std::uint32_t>(seed_));
    improve(graph, {first, first}, rounds, parted);
    if (region.nodes() <= kLarge && crossing(graph, listed) <= crossing(graph, parted)) return listed;
    return parted;
  }

  const GridGraph& grid_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> nodes_;
  std::vector<std::size_t> part_;                      ///< of every node: where its region begins
  std::vector<std::uint32_t> local_;                   ///< its number in the region
  std::vector<std::array<std::uint32_t, 2>> middles_;  ///< of its region, in half cells
  Cells cells_;
};

Cells arrange_bisection(const ArrangeTask& task, Arranged&) {
  const std::uint64_t seed = task.choice.seed.value_or(1);
  Cells cells = Bisector(task.grid, seed).run(task.watch);
  descend(task.grid, seed, task.watch, cells);
  return cells;
}

}  // namespace

Order bisection_order() {
  return {.name = "bisection",
          .summary = "recursive bisection of graph and grid by METIS and rounds of moves, then a descent by `minimise`",
          .source = "[Breuer 1977]",
          .arrange = arrange_bisection,
          .most_nodes = std::uint64_t{1} << 20,
          .arranges_grids = true};
}

}  // namespace cutline
