// SPDX-License-Identifier: Apache-2.0
#include "placement/product_cells.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

/// The most cells that are within so many spans of any cell of an endless grid of as many axes, without itself.
std::uint64_t cells_within(std::size_t axes, std::uint64_t spans) {
  const std::uint64_t s = spans;
  if (axes == 1) return 2 * s;
  return axes == 2 ? 2 * s * (s + 1) : (2 * s + 1) * (2 * s * s + 2 * s + 3) / 3 - 1;
}

std::size_t axes_that_vary(const GridGraph& grid) {
  return std::size_t{grid.columns > 1} + std::size_t{grid.rows > 1} + std::size_t{grid.planes > 1};
}

/// Twice a bound on the total: every link counts at both ends.
std::uint64_t twice_total(const GridGraph& grid, std::size_t axes) {
  std::uint64_t sum = 0;
  std::vector<std::uint32_t> weights;
  for (std::uint32_t node = 0; node < grid.node_count(); ++node) {
    weights.clear();
    for (std::uint64_t c = grid.graph.first[node]; c < grid.graph.first[node + 1]; ++c)
      weights.push_back(grid.graph.weight(c));
    std::ranges::sort(weights, std::greater<>());
    std::uint64_t span = 1;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (i == cells_within(axes, span)) ++span;
      sum += weights[i] * span;
    }
  }
  return sum;
}

/// Nodes as a search from one of them meets them.
class HopSearch {
 public:
  explicit HopSearch(const ChannelGraph& graph) : graph_(graph) {}

  void run(std::uint32_t from) {
    hops_.assign(graph_.node_count(), kUnreached);
    hops_[from] = 0;
    reached_ = {from};
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      for (std::uint64_t c = graph_.first[reached_[i]]; c < graph_.first[reached_[i] + 1]; ++c) {
        if (hops_[graph_.head[c]] != kUnreached) continue;
        hops_[graph_.head[c]] = hops_[reached_[i]] + 1;
        reached_.push_back(graph_.head[c]);
      }
    }
  }

  std::uint32_t last() const { return reached_.back(); }

  /// The node half way back from the last one.
  std::uint32_t half_way() const {
    std::uint32_t node = last();
    for (std::uint32_t hops = hops_[node]; hops > hops_[last()] / 2; --hops) {
      std::uint64_t c = graph_.first[node];
      while (hops_[graph_.head[c]] + 1 != hops) ++c;
      node = graph_.head[c];
    }
    return node;
  }

  /// The least span within which there is room for all nodes that are so many hops away.
  std::uint64_t least_span(std::size_t axes, std::uint64_t least) const {
    for (std::size_t i = 1; i < reached_.size(); ++i) {
      while (i > cells_within(axes, least * hops_[reached_[i]])) ++least;
    }
    return least;
  }

 private:
  const ChannelGraph& graph_;
  std::vector<std::uint32_t> hops_, reached_;
};

/// The least span that can be the longest, from what is near some nodes, the middle of a long path first.
std::uint64_t least_longest_span(const GridGraph& grid, std::size_t axes) {
  constexpr std::uint32_t kSearches = 32;
  if (grid.graph.head.empty()) return 0;
  HopSearch search(grid.graph);
  search.run(0);
  search.run(search.last());
  search.run(search.half_way());
  std::uint64_t least = search.least_span(axes, 1);
  const std::uint32_t step = std::max(1u, grid.node_count() / kSearches);
  for (std::uint32_t from = 0; from < grid.node_count(); from += step) {
    search.run(from);
    least = search.least_span(axes, least);
  }
  return least;
}

}  // namespace

std::uint64_t span_bound(const GridGraph& grid) {
  const std::size_t axes = std::max<std::size_t>(1, axes_that_vary(grid));
  const std::uint64_t twice = twice_total(grid, axes);
  switch (grid.minimised) {
    case Minimised::total:
      return (twice + 1) / 2;
    case Minimised::longest:
      return least_longest_span(grid, axes);
    case Minimised::peak_density: {
      const std::uint64_t cuts = std::uint64_t{grid.columns} + grid.rows + grid.planes - 3;
      return cuts == 0 ? 0 : (twice + 2 * cuts - 1) / (2 * cuts);
    }
    case Minimised::area:
      break;
  }
  return 0;
}

}  // namespace cutline
