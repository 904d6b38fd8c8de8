// SPDX-License-Identifier: Apache-2.0
#include "placement/peeling.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cutline {

namespace {

/// The end of the run of cells with the slot of the cell at `begin`.
std::size_t end_of_slot(const std::vector<Cell>& cells, Axis axis, std::size_t begin) {
  std::size_t end = begin;
  while (end < cells.size() && cells[end][axis] == cells[begin][axis]) ++end;
  return end;
}

}  // namespace

std::vector<Axis> axes_by_length(const std::vector<Cell>& cells) {
  std::array<std::size_t, 3> lengths{};
  for (const Axis axis : kAxes) {
    std::vector<std::uint32_t> slots;
    slots.reserve(cells.size());
    for (const Cell& cell : cells) slots.push_back(cell[axis]);
    std::sort(slots.begin(), slots.end());
    lengths[index(axis)] = static_cast<std::size_t>(std::unique(slots.begin(), slots.end()) - slots.begin());
  }
  std::vector<Axis> axes;
  for (const Axis axis : kAxes) {
    if (lengths[index(axis)] > 1) axes.push_back(axis);
  }
  std::stable_sort(axes.begin(), axes.end(), [&](Axis a, Axis b) { return lengths[index(a)] > lengths[index(b)]; });
  return axes;
}

void sort_along(std::vector<NodesInCells>& sets, Axis axis) {
  for (NodesInCells& set : sets) {
    std::sort(set.cells.begin(), set.cells.end(),
              [&](const Cell& a, const Cell& b) { return std::pair(a[axis], a) < std::pair(b[axis], b); });
  }
}

void take_slots(const std::vector<NodesInCells>& sets, Axis axis, bool last, const std::vector<double>& keys,
                std::vector<std::uint32_t>& slots) {
  std::vector<std::uint32_t> nodes;
  for (const NodesInCells& set : sets) {
    nodes = set.nodes;
    std::sort(nodes.begin(), nodes.end(),
              [&](std::uint32_t a, std::uint32_t b) { return std::pair(keys[a], a) < std::pair(keys[b], b); });
    const std::size_t all = last ? nodes.size() : set.cells.size();
    for (std::size_t begin = 0, next = 0; next < nodes.size();) {
      const std::size_t end = std::min(end_of_slot(set.cells, axis, begin), all);
      for (; next < end * nodes.size() / all; ++next) slots[nodes[next]] = set.cells[begin][axis];
      begin = end;
    }
  }
}

std::vector<NodesInCells> cut_into_lines(const std::vector<NodesInCells>& sets, Axis axis,
                                         const std::vector<std::uint32_t>& slots) {
  std::vector<NodesInCells> lines;
  for (const NodesInCells& set : sets) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> nodes;
    for (const std::uint32_t node : set.nodes) nodes.emplace_back(slots[node], node);
    std::sort(nodes.begin(), nodes.end());
    std::size_t next = 0;
    for (std::size_t begin = 0; begin < set.cells.size();) {
      const std::size_t end = end_of_slot(set.cells, axis, begin);
      NodesInCells line;
      for (; next < nodes.size() && nodes[next].first == set.cells[begin][axis]; ++next)
        line.nodes.push_back(nodes[next].second);
      if (!line.nodes.empty()) {
        line.cells.assign(set.cells.begin() + static_cast<std::ptrdiff_t>(begin),
                          set.cells.begin() + static_cast<std::ptrdiff_t>(end));
        lines.push_back(std::move(line));
      }
      begin = end;
    }
  }
  return lines;
}

}  // namespace cutline
