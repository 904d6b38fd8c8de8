// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/measure/measures.hpp"

namespace cutline {

namespace {

/// For each slot across an axis, the wires over the densest cut of the densest line along it.
std::vector<std::int64_t> peak_wires(const Layout& layout, Axis axis, std::size_t slots) {
  const Lines& lines = layout.lines(axis);
  std::vector<std::int64_t> peak_of_pattern;
  for (const Pattern& pattern : lines.patterns) {
    const Profile profile = pattern_profile(layout, axis, pattern);
    const auto densest = std::max_element(profile.wires.begin(), profile.wires.end());
    peak_of_pattern.push_back(densest == profile.wires.end() ? 0 : *densest);
  }
  std::vector<std::int64_t> peaks(slots, 0);
  for (std::size_t line = 0; line < lines.pattern_of_line.size(); ++line) {
    std::int64_t& peak = peaks[line % slots];
    peak = std::max(peak, peak_of_pattern[lines.pattern_of_line[line]]);
  }
  return peaks;
}

EdgeWires wires_at_edges(const Layout& layout, Axis axis) {
  const Axis across = axis == Axis::x ? Axis::y : Axis::x;
  const AxisPositions& places = layout.positions[index(across)];
  const std::vector<std::int64_t> used = peak_wires(layout, axis, places.box.size());
  EdgeWires result;
  for (std::uint32_t slot = 0; slot < used.size(); ++slot) {
    const std::int64_t terminals = terminal_cells(layout, across, slot);
    const std::int64_t available = (places.pitch(slot) - terminals) * layout.rules.layer_pairs;
    if (slot == 0 || available < result.available_min) {
      result.available_min = available;
      result.edge_cells = places.pitch(slot);
      result.terminal_cells = terminals;
    }
    result.used_max = std::max(result.used_max, used[slot]);
    if (used[slot] > 0) {
      result.used_fraction_max =
          std::max(result.used_fraction_max, static_cast<double>(used[slot]) / static_cast<double>(available));
    }
  }
  return result;
}

}  // namespace

std::optional<EdgesOfNodes> edge_wires(const Layout& layout) {
  if (!layout.rules.over_nodes || layout.rules.given != nullptr) return std::nullopt;
  return EdgesOfNodes{wires_at_edges(layout, Axis::x), wires_at_edges(layout, Axis::y)};
}

}  // namespace cutline
