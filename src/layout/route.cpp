// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bent_pairs.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/layout/layout.hpp"
#include "tracks.hpp"

namespace cutline {

namespace {

/// Cells of this axis: boxes must hold the terminals of the lines along the axis, routing channels the tracks of the
/// lines across it, which come one or more (in three dimensions) a slot.
AxisPositions positions(const Lines& along, const Lines& across, std::uint32_t slots, std::uint32_t least_box,
                        std::uint32_t extra, const std::vector<bool>& interchanges_only,
                        const std::vector<std::uint32_t>& gaps) {
  CUTLINE_EXPECT(gaps.empty() || gaps.size() == slots);
  AxisPositions result;
  result.box.assign(slots, least_box);
  for (std::uint32_t slot = 0; slot < interchanges_only.size(); ++slot) {
    if (interchanges_only[slot]) result.box[slot] = 1;
  }
  result.channel.assign(slots, 0);
  for (const Pattern& pattern : along.patterns) {
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
      result.box[slot] = std::max(result.box[slot], pattern.terminals[slot] + extra);
    }
  }
  for (std::size_t line = 0; line < across.pattern_of_line.size(); ++line) {
    std::uint32_t& channel = result.channel[line % slots];
    channel = std::max(channel, across.patterns[across.pattern_of_line[line]].tracks);
  }
  result.start.resize(slots);
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    if (!gaps.empty()) result.total += gaps[slot];
    result.start[slot] = result.total;
    result.total += std::int64_t{result.box[slot]} + result.channel[slot];
  }
  return result;
}

std::uint32_t cells(Length length, double cell_nm, const char* what) {
  const double count = std::ceil(in_nm(length) / cell_nm - 1e-9);
  if (!(count <= 1e9))
    throw_limit_error(fmt::format("the node box is more than 10^9 wire pitches {}, the limit", what), {}, "node");
  return std::max(1u, static_cast<std::uint32_t>(count));
}

}  // namespace

LayoutRules layout_rules(const Technology& technology, Length node_width, Length node_height) {
  LayoutRules rules;
  rules.unit = technology.unit;
  rules.layer_pairs = static_cast<std::uint32_t>(technology.layer_pairs());
  if (technology.unit) {
    if (node_width.base > 0 || node_height.base > 0) {
      throw_input_error("the unit technology has no metres, so a node has no size in them",
                        "name a technology, or leave out `node`", "node");
    }
    return rules;
  }
  // Vertical wires stand side by side along x, horizontal ones along y.
  rules.cell_width_nm = in_nm(technology.track_pitch(LayerDirection::vertical));
  rules.cell_height_nm = in_nm(technology.track_pitch(LayerDirection::horizontal));
  rules.node_width = cells(node_width.base > 0 ? node_width : technology.node_width, rules.cell_width_nm, "wide");
  rules.node_height = cells(node_height.base > 0 ? node_height : technology.node_height, rules.cell_height_nm, "high");
  return rules;
}

Layout route(Wiring wiring, const LayoutRules& rules, const ChannelWires& channel) {
  CUTLINE_EXPECT(rules.layer_pairs >= 1 && rules.layer_pairs <= 255);
  for (LinkKind& kind : wiring.kinds) {
    const std::uint64_t wires = channel.of_link(kind.channels, kind.width);
    if (wires > std::numeric_limits<std::int32_t>::max())
      throw_limit_error("a link has more than 2^31 wires, the limit", {}, "width");
    kind.wires = static_cast<std::uint32_t>(wires);
  }
  deal_bent_links(wiring, rules.layer_pairs);
  const std::size_t rows = wiring[Axis::x].patterns.size();
  parallel_for(rows + wiring[Axis::y].patterns.size(), [&](std::size_t i) {
    Lines& lines = wiring[i < rows ? Axis::x : Axis::y];
    route_pattern(lines.patterns[i < rows ? i : i - rows], wiring.kinds, lines.slots, rules.layer_pairs);
  });
  Layout layout{.wiring = std::move(wiring), .rules = rules};
  const GridSize& grid = layout.wiring.grid;
  const std::uint32_t stacks = rules.via_stacks() ? 1 : 0;
  layout.positions[0] = positions(layout.lines(Axis::x), layout.lines(Axis::y), grid[Axis::x], rules.node_width, 0,
                                  layout.wiring.interchanges_only[0], rules.gaps[0]);
  layout.positions[1] = positions(layout.lines(Axis::y), layout.lines(Axis::x), grid[Axis::y], rules.node_height,
                                  stacks, layout.wiring.interchanges_only[1], rules.gaps[1]);
  return layout;
}

std::uint32_t least_box(const Layout& layout, Axis axis, std::uint32_t slot) {
  const auto& interchanges_only = layout.wiring.interchanges_only[index(axis)];
  if (!interchanges_only.empty() && interchanges_only[slot]) return 1;
  return axis == Axis::x ? layout.rules.node_width : layout.rules.node_height;
}

std::uint32_t box_width(const Layout& layout, const Pattern& row, std::uint32_t column) {
  return std::max(least_box(layout, Axis::x, column), row.terminals[column]);
}

std::uint32_t box_height(const Layout& layout, const Pattern& column, std::uint32_t row) {
  return std::max(least_box(layout, Axis::y, row), column.terminals[row] + (layout.rules.via_stacks() ? 1 : 0));
}

namespace {

/// The cell of the first terminal of a slot.
std::int64_t first_terminal(const Layout& layout, Axis axis, const Pattern& pattern, std::uint32_t slot) {
  const std::uint32_t box = axis == Axis::x ? box_width(layout, pattern, slot) : box_height(layout, pattern, slot);
  const std::uint32_t usable = axis == Axis::y && layout.rules.via_stacks() ? box - 1 : box;
  return layout.positions[index(axis)].box_end(slot) - box + (usable - pattern.terminals[slot]) / 2;
}

}  // namespace

std::int64_t terminal_position(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part, bool at_hi,
                               std::uint32_t wire) {
  const std::uint32_t slot = slot_of(at_hi ? pattern.hi[part] : pattern.lo[part]);
  const std::uint32_t place = at_hi ? pattern.hi_terminal[part] : pattern.lo_terminal[part];
  return first_terminal(layout, axis, pattern, slot) + place + wire;
}

std::int64_t tap_position(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part, std::uint32_t slot,
                          std::uint32_t wire) {
  std::uint32_t place = 0;  // taps stand first, in the order of their parts
  for (std::size_t before = 0; before < part; ++before) {
    const LinkKind& kind = layout.wiring.kinds[pattern.kind[before]];
    if (kind.taps && slot_of(pattern.lo[before]) < slot && slot < slot_of(pattern.hi[before])) place += kind.wires;
  }
  return first_terminal(layout, axis, pattern, slot) + place + wire;
}

std::int64_t track_position(const Layout& layout, Axis axis, std::uint32_t slot_across, std::uint32_t track) {
  const AxisPositions& across = layout.positions[axis == Axis::x ? 1 : 0];
  return across.box_end(slot_across) + track;
}

}  // namespace cutline
