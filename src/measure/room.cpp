// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <tuple>

#include "cutline/measure/measures.hpp"

namespace cutline {

namespace {

/// A blocked rectangle in the frame of a cut: along the axis that the wires run, and across it.
struct BlockedSpan {
  std::int64_t along0, along1, across0, across1;
};

BlockedSpan in_frame(const BlockedCells& cells, Axis axis) {
  if (axis == Axis::x) return {cells.x0, cells.x1, cells.y0, cells.y1};
  return {cells.y0, cells.y1, cells.x0, cells.x1};
}

/// The number of the `total` cells across the axis that rectangles cover at a place along it; each cell counts once.
std::int64_t blocked_at(std::int64_t at, const std::vector<BlockedSpan>& spans, std::int64_t total) {
  std::vector<std::pair<std::int64_t, std::int64_t>> covered;
  for (const BlockedSpan& span : spans) {
    if (span.along0 <= at && at <= span.along1)
      covered.emplace_back(std::max<std::int64_t>(span.across0, 0), std::min(span.across1, total - 1));
  }
  std::ranges::sort(covered);
  std::int64_t sum = 0, done = -1;
  for (const auto& [first, last] : covered) {
    if (last > done) sum += last - std::max(first, done + 1) + 1;
    done = std::max(done, last);
  }
  return sum;
}

/// The fewest free tracks of all layers along the axis at any place of the routing channel behind slot cut - 1: every
/// wire over the cut passes each of these places on one of them.
std::int64_t free_tracks(const Layout& layout, Axis axis, std::uint32_t cut) {
  const GivenSlots& given = *layout.rules.given;
  const AxisPositions& along = layout.positions[index(axis)];
  const std::int64_t first = along.box_end(cut - 1), last = along.start[cut] - 1;
  const std::int64_t total = given.total[index(lower_axis_off(axis))];
  std::vector<std::vector<BlockedSpan>> by_pair(layout.rules.layer_pairs);
  std::set<std::int64_t> places = {first};  // free tracks get fewer only where a rectangle begins
  for (const BlockedCells& cells : given.blocked) {
    const BlockedSpan span = in_frame(cells, axis);
    if (span.along1 < first || span.along0 > last) continue;
    places.insert(std::max(first, span.along0));
    for (std::uint32_t pair = 0; pair < layout.rules.layer_pairs; ++pair) {
      const int layer =
          axis == Axis::x ? horizontal_layer(static_cast<int>(pair)) : vertical_layer(static_cast<int>(pair));
      if (cells.layers[static_cast<std::size_t>(layer)]) by_pair[pair].push_back(span);
    }
  }
  std::int64_t fewest = total * layout.rules.layer_pairs;
  for (const std::int64_t at : places) {
    std::int64_t tracks = 0;
    for (const std::vector<BlockedSpan>& spans : by_pair) tracks += total - blocked_at(at, spans, total);
    fewest = std::min(fewest, tracks);
  }
  return fewest;
}

void find_fullest_cut(const Layout& layout, Overflow& result) {
  for (const Axis axis : {Axis::x, Axis::y}) {
    const Profile profile = machine_profile(layout, axis);
    for (std::uint32_t cut = 1; cut < layout.wiring.grid[axis]; ++cut) {
      const CutRoom room{axis, cut, profile.wires[cut - 1], free_tracks(layout, axis, cut)};
      if (!result.fullest || room.overflow() > result.fullest->overflow()) result.fullest = room;
    }
  }
  if (result.fullest) result.over_cut = std::max<std::int64_t>(0, result.fullest->overflow());
}

void count_unrouted(const Layout& layout, Overflow& result) {
  const Unrouted& unrouted = layout.unrouted;
  result.wires = unrouted.wires();
  std::set<std::tuple<Axis, std::uint32_t, std::uint32_t>> straight;
  std::set<std::uint32_t> bent;
  for (const UnroutedWire& wire : unrouted.straight) {
    ++result.by_cause[static_cast<std::size_t>(wire.why)];
    straight.emplace(wire.axis, wire.line, wire.part);
  }
  for (const UnroutedBend& bend : unrouted.bent) {
    ++result.by_cause[static_cast<std::size_t>(bend.why)];
    bent.insert(bend.joint);
  }
  result.links = straight.size() + bent.size();
}

void count_by_place(const Layout& layout, Overflow& result) {
  std::map<std::pair<Axis, std::uint32_t>, std::uint64_t> lines;
  std::map<std::tuple<Axis, std::uint32_t, std::uint32_t>, std::uint64_t> edges;
  for (const UnroutedWire& wire : layout.unrouted.parts) {
    ++lines[{wire.axis, wire.line}];
    const Pattern& pattern = layout.wiring.pattern(wire.axis, wire.line);
    for (std::uint32_t cut = slot_of(pattern.lo[wire.part]) + 1; cut <= slot_of(pattern.hi[wire.part]); ++cut)
      ++edges[{wire.axis, wire.line, cut}];
  }
  for (const auto& [line, wires] : lines) result.lines.push_back({line.first, line.second, wires});
  for (const auto& [edge, wires] : edges)
    result.edges.push_back({std::get<0>(edge), std::get<1>(edge), std::get<2>(edge), wires});
}

/// The least part of its tracks that any routing channel has room for.
void find_share(const Layout& layout, Overflow& result) {
  for (const Axis axis : {Axis::x, Axis::y}) {
    const Lines& lines = layout.lines(axis);
    const AxisPositions& across = layout.positions[index(lower_axis_off(axis))];
    for (std::uint32_t line = 0; line < lines.pattern_of_line.size(); ++line) {
      const std::uint32_t needed = lines.patterns[lines.pattern_of_line[line]].tracks;
      const std::uint32_t slot = cell_on_line(layout.wiring.grid, axis, line, 0)[lower_axis_off(axis)];
      if (needed > across.channel[slot])
        result.share_with_room = std::min(result.share_with_room, double(across.channel[slot]) / needed);
    }
  }
}

/// For each slot across an axis, the wires over the densest cut of the densest line along it.
std::vector<std::int64_t> peak_wires(const Layout& layout, Axis axis, std::size_t slots) {
  const Lines& lines = layout.lines(axis);
  std::vector<std::int64_t> peak_of_pattern;
  for (const Pattern& pattern : lines.patterns) {
    const Profile profile = pattern_profile(layout, axis, pattern);
    const auto densest = std::ranges::max_element(profile.wires);
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
  const Axis across = lower_axis_off(axis);
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

std::optional<Overflow> overflow(const Layout& layout) {
  if (layout.rules.given == nullptr) return std::nullopt;
  Overflow result;
  count_unrouted(layout, result);
  count_by_place(layout, result);
  find_fullest_cut(layout, result);
  find_share(layout, result);
  return result;
}

std::optional<EdgesOfNodes> edge_wires(const Layout& layout) {
  if (!layout.rules.over_nodes || layout.rules.given != nullptr) return std::nullopt;
  return EdgesOfNodes{wires_at_edges(layout, Axis::x), wires_at_edges(layout, Axis::y)};
}

}  // namespace cutline
