// SPDX-License-Identifier: Apache-2.0
#include "cutline/placement/arrangement.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>

#include "cutline/base/error.hpp"
#include "cutline/base/integers.hpp"
#include "placement/parts.hpp"

namespace cutline {

namespace {

/// Links over every cut, of every line or of all lines together.
class Profiles {
 public:
  Profiles(const GridGraph& grid, bool by_line) : grid_(grid), by_line_(by_line) {
    for (std::size_t axis = 0; axis < axes_of(grid); ++axis) {
      const GridSides sides = sides_along(grid, axis);
      steps_[axis].assign(std::size_t{by_line ? sides.lines : 1} * (sides.slots + 1), 0);
    }
  }

  void add(const GridPart& part, std::uint64_t weight) {
    const std::size_t line = by_line_ ? part.line : 0;
    const std::size_t base = line * (sides_along(grid_, part.axis).slots + 1);
    steps_[part.axis][base + part.from] += static_cast<std::int64_t>(weight);
    steps_[part.axis][base + part.to] -= static_cast<std::int64_t>(weight);
  }

  /// The densest cut of each line along an axis.
  std::vector<std::uint64_t> peaks(std::size_t axis) const {
    const std::size_t slots = sides_along(grid_, axis).slots + 1;
    std::vector<std::uint64_t> result(steps_[axis].size() / slots, 0);
    std::int64_t open = 0;
    for (std::size_t i = 0; i < steps_[axis].size(); ++i) {
      open += steps_[axis][i];
      result[i / slots] = std::max(result[i / slots], static_cast<std::uint64_t>(open));
    }
    return result;
  }

 private:
  const GridGraph& grid_;
  bool by_line_;
  std::array<std::vector<std::int64_t>, 3> steps_;
};

std::uint64_t busiest_node(const ChannelGraph& graph) {
  std::uint64_t most = 1;
  for (std::size_t node = 0; node < graph.node_count(); ++node) {
    std::uint64_t links = 0;
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) links += graph.weight(c);
    most = std::max(most, links);
  }
  return most;
}

/// Rows have one height in all planes, and columns one width.
std::uint64_t area_of(const Profiles& profiles, const GridGraph& grid) {
  const std::uint64_t box = busiest_node(grid.graph);
  std::array<std::uint64_t, 2> sides{};
  for (const std::size_t axis : {0u, 1u}) {
    const std::vector<std::uint64_t> peaks = profiles.peaks(axis);
    const std::size_t lines = peaks.size() / grid.planes;
    for (std::size_t line = 0; line < lines; ++line) {
      std::uint64_t most = 0;
      for (std::size_t other = line; other < peaks.size(); other += lines) most = std::max(most, peaks[other]);
      sides[axis] += box + most;
    }
  }
  return checked_product(sides[0], sides[1]).value_or(std::numeric_limits<std::uint64_t>::max());
}

}  // namespace

Cells natural_cells(const GridGraph& grid) {
  Cells cells;
  for (std::uint32_t node = 0; node < grid.node_count(); ++node) cells.push_back(grid.seat(node));
  return cells;
}

Cost cost(const GridGraph& grid, const Cells& cells) {
  const bool by_line = grid.minimised == Minimised::area;
  const bool counts_cuts = by_line || grid.minimised == Minimised::peak_density;
  Cost result;
  std::uint64_t longest = 0;
  Profiles profiles(grid, by_line);
  for (std::uint32_t node = 0; node < grid.node_count(); ++node) {
    for (std::uint64_t c = grid.graph.first[node]; c < grid.graph.first[node + 1]; ++c) {
      const std::uint32_t other = grid.graph.head[c];
      if (other < node) continue;
      const std::uint64_t span = span_of(grid, cells[node], cells[other]);
      longest = std::max(longest, grid.weighs_longest ? span * grid.graph.weight(c) : span);
      result.total += span * grid.graph.weight(c);
      if (!counts_cuts) continue;
      for_each_part(grid, cells[node], cells[other],
                    [&](const GridPart& part) { profiles.add(part, grid.graph.weight(c)); });
    }
  }
  switch (grid.minimised) {
    case Minimised::total:
      result.value = result.total;
      break;
    case Minimised::longest:
      result.value = longest;
      break;
    case Minimised::peak_density:
      for (std::size_t axis = 0; axis < axes_of(grid); ++axis)
        result.value = std::max(result.value, profiles.peaks(axis)[0]);
      break;
    case Minimised::area:
      result.value = area_of(profiles, grid);
      break;
  }
  return result;
}

ChannelGraph weighted_graph(std::uint32_t nodes, std::vector<WeightedLink> links, MergedWeight merged) {
  const std::size_t count = links.size();
  for (std::size_t i = 0; i < count; ++i) links.push_back({links[i].b, links[i].a, links[i].weight});
  std::sort(links.begin(), links.end(), [](const WeightedLink& one, const WeightedLink& other) {
    return std::pair(one.a, one.b) < std::pair(other.a, other.b);
  });
  ChannelGraph graph;
  graph.first.assign(std::size_t{nodes} + 1, 0);
  for (std::size_t i = 0; i < links.size();) {
    std::uint64_t weight = 0;
    const WeightedLink& link = links[i];
    for (; i < links.size() && links[i].a == link.a && links[i].b == link.b; ++i)
      weight = merged == MergedWeight::sum ? weight + links[i].weight : std::max(weight, links[i].weight);
    if (weight > std::numeric_limits<std::uint32_t>::max())
      throw_limit_error(
          "more than 2^32 links or channel widths join one pair of places, the limit of optimising orders");
    graph.head.push_back(link.b);
    graph.weights.push_back(static_cast<std::uint32_t>(weight));
    ++graph.first[link.a + 1];
  }
  for (std::uint32_t node = 0; node < nodes; ++node) graph.first[node + 1] += graph.first[node];
  return graph;
}

std::string to_string(const Arranged& arranged) {
  const std::string_view what = kMinimised[static_cast<std::size_t>(arranged.minimised)];
  std::string text =
      fmt::format("order {}{}: {} {}; natural order {}", arranged.order,
                  arranged.axis.empty() ? "" : " along " + arranged.axis, what, arranged.value, arranged.natural);
  if (arranged.chose_start) text += fmt::format(", its start {}", arranged.start);
  if (arranged.optimum) text += fmt::format(", exact optimum {}", *arranged.optimum);
  if (arranged.interrupted) {
    const std::string moves = fmt::format(" after {} of {} moves", arranged.moves, arranged.all_moves);
    return text + "; interrupted" + (arranged.all_moves > 0 ? moves : "") + ": the best so far";
  }
  const bool in_vain =
      arranged.chose_start && arranged.value == arranged.start && arranged.value > arranged.optimum.value_or(0);
  return in_vain ? text + "; no better than its start: more `moves` or another `seed` may find more" : text;
}

}  // namespace cutline
