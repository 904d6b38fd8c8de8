// SPDX-License-Identifier: Apache-2.0
#include "placement/span_bounds.hpp"

#include <algorithm>
#include <functional>

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
    std::sort(weights.begin(), weights.end(), std::greater<>());
    std::uint64_t span = 1;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (i == cells_within(axes, span)) ++span;
      sum += weights[i] * span;
    }
  }
  return sum;
}

/// The least span that can be the longest, from what is near some nodes.
std::uint64_t least_longest_span(const GridGraph& grid, std::size_t axes) {
  constexpr std::uint32_t kSearches = 32;
  const std::uint32_t nodes = grid.node_count();
  const std::uint32_t step = std::max(1u, nodes / kSearches);
  std::uint64_t least = grid.graph.head.empty() ? 0 : 1;
  std::vector<std::uint32_t> hops, reached;
  for (std::uint32_t from = 0; from < nodes; from += step) {
    hops.assign(nodes, ~std::uint32_t{0});
    hops[from] = 0;
    reached = {from};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const std::uint32_t at = hops[reached[i]];
      // All nodes with fewer hops are known once the first one with as many is taken up.
      while (at > 0 && i > cells_within(axes, least * at)) ++least;
      for (std::uint64_t c = grid.graph.first[reached[i]]; c < grid.graph.first[reached[i] + 1]; ++c) {
        if (hops[grid.graph.head[c]] != ~std::uint32_t{0}) continue;
        hops[grid.graph.head[c]] = at + 1;
        reached.push_back(grid.graph.head[c]);
      }
    }
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
