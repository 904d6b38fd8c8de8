// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>

#include "cutline/base/parallel.hpp"
#include "cutline/technology/technology.hpp"
#include "tracks.hpp"

namespace cutline {

namespace {

/// The cells of a box at a slot with a zone: those above the zone, the zone, and one cell below it for terminals of
/// links that face across the zone.
std::uint32_t zone_box(const AxisPositions& places, std::uint32_t slot) {
  return places.above_zone + places.zone[slot] + 1;
}

/// The least side of the boxes of each slot that the rules ask for.
std::vector<std::uint32_t> least_boxes(const LayoutRules& rules, Axis axis, const Wiring& wiring) {
  std::vector<std::uint32_t> least(wiring.grid[axis], 1);
  for (std::uint32_t slot = 0; slot < least.size(); ++slot) {
    if (wiring.has_node_boxes(axis, slot)) least[slot] = least_node_side(rules, axis, slot);
  }
  return least;
}

/// Makes room in the boxes of an axis for the links between neighbours on the lines across it. Until the node boxes are
/// known, the zone begins where the terminals and posts of the fullest slot with a zone end.
void add_zone(const Wiring& wiring, Axis axis, AxisPositions& places) {
  const Lines& across = wiring[lower_axis_off(axis)];
  const std::size_t slots = places.box.size();
  places.zone.assign(slots, 0);
  for (std::size_t line = 0; line < across.pattern_of_line.size(); ++line) {
    std::uint32_t& zone = places.zone[line % slots];
    zone = std::max(zone, across.patterns[across.pattern_of_line[line]].facing);
  }
  for (std::size_t slot = 0; slot < slots; ++slot) {
    if (places.zone[slot] > 0) places.above_zone = std::max(places.above_zone, places.box[slot]);
  }
  if (places.above_zone == 0) {
    places.zone.clear();
    return;
  }
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    if (std::uint64_t{places.above_zone} + places.zone[slot] >= std::numeric_limits<std::int32_t>::max())
      throw_limit_error("a node has more than 2^31 wires, the limit");
    if (places.zone[slot] > 0) places.box[slot] = zone_box(places, slot);
  }
}

/// Moves the zone away from the routing channels, by half of the cells that the smallest box has to spare.
void centre_zone(AxisPositions& places) {
  std::uint32_t spare = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t slot = 0; slot < places.zone.size(); ++slot) {
    if (places.zone[slot] > 0) spare = std::min(spare, places.box[slot] - zone_box(places, slot));
  }
  if (!places.zone.empty()) places.above_zone += spare / 2;
}

/// Sets the places of boxes that reach below their routing channels. The pitch of a slot is the larger of its box and
/// the cells that its wiring needs; the open part is the pitch without the routing channel. It is no larger than the
/// box, because the box has room for the terminals.
void lay_over_nodes(const std::vector<std::uint32_t>& least, AxisPositions& places) {
  places.node_box = places.box;
  for (std::size_t slot = 0; slot < least.size(); ++slot) {
    std::uint32_t& box = places.node_box[slot];
    box = std::max(box, least[slot]);
    const std::uint32_t pitch = std::max(box, places.box[slot] + places.channel[slot]);
    places.box[slot] = pitch - places.channel[slot];
  }
}

/// The positions along an axis. Boxes must hold the terminals of the lines along the axis, and routing channels the
/// tracks of the lines across it. In three dimensions several lines across share a slot.
AxisPositions positions(const Wiring& wiring, const LayoutRules& rules, Axis axis, std::vector<std::uint32_t> field) {
  const Lines& along = wiring[axis];
  const Lines& across = wiring[lower_axis_off(axis)];
  const std::uint32_t slots = wiring.grid[axis];
  const std::vector<std::uint32_t>& gaps = rules.gaps[index(axis)];
  const std::uint32_t extra = row_of_stacks(rules, axis);
  CUTLINE_EXPECT(gaps.empty() || gaps.size() == slots);
  AxisPositions result;
  result.box.assign(slots, 1);
  for (std::uint32_t slot = 0; slot < field.size(); ++slot)
    result.box[slot] = std::max(result.box[slot], field[slot] + 1);
  result.field = std::move(field);
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
  if (rules.neighbours_face) add_zone(wiring, axis, result);
  const bool faces = std::ranges::any_of(along.patterns, [](const Pattern& p) { return p.facing > 0; });
  if (faces) result.least_box = 2;
  for (std::uint32_t& box : result.box) box = std::max(box, result.least_box);
  const std::vector<std::uint32_t> least = least_boxes(rules, axis, wiring);
  if (rules.over_nodes) {
    lay_over_nodes(least, result);
  } else {
    std::transform(least.begin(), least.end(), result.box.begin(), result.box.begin(),
                   [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
  }
  centre_zone(result);
  result.start.resize(slots);
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    if (!gaps.empty()) result.total += gaps[slot];
    result.start[slot] = result.total;
    result.total += result.pitch(slot);
  }
  return result;
}

/// For each slot along x and y, the widest or highest field of posts of the pillars there.
std::array<std::vector<std::uint32_t>, 2> fields(const Lines& pillars, const GridSize& grid) {
  std::array<std::vector<std::uint32_t>, 2> largest;
  if (pillars.pattern_of_line.empty()) return largest;
  largest[0].assign(grid[Axis::x], 0);
  largest[1].assign(grid[Axis::y], 0);
  for (std::uint32_t pillar = 0; pillar < pillars.pattern_of_line.size(); ++pillar) {
    const FieldSize field = post_field(pillars.patterns[pillars.pattern_of_line[pillar]].tracks);
    std::uint32_t& width = largest[0][pillar % grid[Axis::x]];
    std::uint32_t& height = largest[1][pillar / grid[Axis::x]];
    width = std::max(width, field.width);
    height = std::max(height, field.height);
  }
  return largest;
}

/// Planes stand one above the other, without routing channels between them.
AxisPositions plane_positions(std::uint32_t planes, std::uint32_t plane_cells) {
  AxisPositions result;
  if (planes == 1) return result;
  result.box.assign(planes, plane_cells);
  result.channel.assign(planes, 0);
  for (std::uint32_t plane = 0; plane < planes; ++plane) result.start.push_back(std::int64_t{plane} * plane_cells);
  result.total = std::int64_t{planes} * plane_cells;
  return result;
}

std::uint32_t cells(Length length, double cell_nm, const char* what) {
  const double count = std::ceil(in_nm(length) / cell_nm - 1e-9);
  if (!(count <= 1e9))
    throw_limit_error(fmt::format("the node box is more than 10^9 wire pitches {}, the limit", what), {}, "node");
  return std::max(1u, static_cast<std::uint32_t>(count));
}

}  // namespace

LayoutRules layout_rules(const Technology& technology, Length node_width, Length node_height, std::uint32_t planes) {
  LayoutRules rules;
  rules.unit = technology.unit;
  rules.layer_pairs = static_cast<std::uint32_t>(technology.layer_pairs());
  if (technology.unit) {
    if (node_width.base > 0 || node_height.base > 0) {
      throw_input_error("the unit technology has no metres, so a node has no size in them",
                        "name a technology, or leave out `node`", "node");
    }
    rules.plane_cells = 2 * rules.layer_pairs;
    return rules;
  }
  // Vertical wires stand side by side along x, horizontal ones along y.
  rules.cell_width_nm = in_nm(technology.track_pitch(LayerDirection::vertical));
  rules.cell_height_nm = in_nm(technology.track_pitch(LayerDirection::horizontal));
  rules.fastest_pairs = {technology.fastest_pairs(LayerDirection::horizontal),
                         technology.fastest_pairs(LayerDirection::vertical)};
  rules.node_width = cells(node_width.base > 0 ? node_width : technology.node_width, rules.cell_width_nm, "wide");
  rules.node_height = cells(node_height.base > 0 ? node_height : technology.node_height, rules.cell_height_nm, "high");
  if (planes == 1) return rules;
  if (technology.plane_pitch.base <= 0) {
    throw_input_error(fmt::format("technology '{}' does not say how far apart {} planes are", technology.name, planes),
                      "give it `plane_pitch`: 50 um is usual for stacked dies, 20 mm for boards", "technology");
  }
  rules.plane_cells = cells(technology.plane_pitch, std::max(rules.cell_width_nm, rules.cell_height_nm), "deep");
  rules.cell_depth_nm = in_nm(technology.plane_pitch) / rules.plane_cells;
  return rules;
}

std::uint32_t least_node_side(const LayoutRules& rules, Axis axis, std::uint32_t slot) {
  const std::vector<std::uint32_t>& least = rules.least_side[index(axis)];
  return !least.empty() ? least[slot] : axis == Axis::x ? rules.node_width : rules.node_height;
}

std::uint32_t box_cells(const LayoutRules& rules, Axis axis, Length length) {
  return axis == Axis::x ? cells(length, rules.cell_width_nm, "wide") : cells(length, rules.cell_height_nm, "high");
}

Layout route(Wiring wiring, const LayoutRules& rules, const ChannelWires& channel) {
  CUTLINE_EXPECT(rules.layer_pairs >= 1 && rules.layer_pairs <= 255);
  for (LinkKind& kind : wiring.kinds) {
    const std::uint64_t wires = channel.of_link(kind.channels, kind.width);
    if (wires > std::numeric_limits<std::int32_t>::max())
      throw_limit_error("a link has more than 2^31 wires, the limit", {}, "width");
    kind.wires = static_cast<std::uint32_t>(wires);
  }
  assign_bent_pairs(wiring, {rules.layer_pairs, rules.link_on_one_pair});
  if (rules.given != nullptr) return route_in_given_places(std::move(wiring), rules);
  std::vector<std::pair<Axis, std::size_t>> patterns;
  for (const Axis axis : kAxes) {
    for (std::size_t i = 0; i < wiring[axis].patterns.size(); ++i) patterns.emplace_back(axis, i);
  }
  parallel_for(patterns.size(), [&](std::size_t i) {
    const auto [axis, number] = patterns[i];
    // A post passes through all layers of the planes between its ends.
    const PairRule of_links{axis == Axis::z ? 1 : rules.layer_pairs, rules.link_on_one_pair};
    const bool face = axis != Axis::z && rules.neighbours_face;
    route_pattern(wiring[axis].patterns[number], wiring.kinds, wiring[axis].slots, of_links, face);
    if (axis != Axis::z && !of_links.one_a_link)
      prefer_fast_pairs(wiring[axis].patterns[number], rules.fastest_pairs[index(axis)]);
  });
  Layout layout{.wiring = std::move(wiring), .rules = rules};
  const GridSize& grid = layout.wiring.grid;
  auto [field_x, field_y] = fields(layout.lines(Axis::z), grid);
  layout.positions[0] = positions(layout.wiring, rules, Axis::x, std::move(field_x));
  layout.positions[1] = positions(layout.wiring, rules, Axis::y, std::move(field_y));
  layout.positions[2] = plane_positions(grid[Axis::z], rules.plane_cells);
  order_tracks(layout);
  return layout;
}

FieldSize post_field(std::uint32_t posts) {
  if (posts == 0) return {};
  const auto width = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(posts))));
  return {width, (posts + width - 1) / width};
}

std::uint32_t least_box(const Layout& layout, Axis axis, std::uint32_t slot) {
  if (layout.rules.over_nodes) return layout.positions[index(axis)].box[slot];
  const AxisPositions& places = layout.positions[index(axis)];
  std::uint32_t least = places.least_box;
  if (!places.field.empty()) least = std::max(least, places.field[slot] + 1);
  if (places.has_zone(slot)) least = std::max(least, zone_box(places, slot));
  if (!layout.wiring.has_node_boxes(axis, slot)) return least;
  return std::max(least, least_node_side(layout.rules, axis, slot));
}

std::uint32_t box_side(const Layout& layout, Axis axis, const Pattern& pattern, std::uint32_t slot) {
  return std::max(least_box(layout, axis, slot), pattern.terminals[slot] + row_of_stacks(layout.rules, axis));
}

std::uint32_t node_box_side(const Layout& layout, Axis axis, const Pattern& pattern, std::uint32_t slot) {
  return layout.rules.over_nodes ? layout.positions[index(axis)].node_box[slot] : box_side(layout, axis, pattern, slot);
}

std::int64_t node_box_start(const Layout& layout, Axis axis, std::uint32_t slot, std::uint32_t side) {
  const AxisPositions& places = layout.positions[index(axis)];
  return layout.rules.over_nodes ? places.start[slot] : places.box_end(slot) - side;
}

BoxCells node_cells(const Layout& layout, const Cell& cell) {
  if (layout.rules.given != nullptr) {
    const std::vector<TileCells>& tiles = layout.rules.given->tiles;
    const auto found = std::lower_bound(tiles.begin(), tiles.end(), cell,
                                        [](const TileCells& tile, const Cell& at) { return tile.cell < at; });
    CUTLINE_EXPECT(found != tiles.end() && found->cell == cell);
    return found->box;
  }
  const auto side = [&](Axis axis) {
    const auto line = static_cast<std::uint32_t>(line_of(layout.wiring.grid, axis, cell));
    return node_box_side(layout, axis, layout.wiring.pattern(axis, line), cell[axis]);
  };
  BoxCells box{0, 0, side(Axis::x), side(Axis::y)};
  box.x = node_box_start(layout, Axis::x, cell[Axis::x], box.width);
  box.y = node_box_start(layout, Axis::y, cell[Axis::y], box.height);
  return box;
}

std::uint32_t terminal_cells(const Layout& layout, Axis axis, std::uint32_t slot) {
  const std::vector<std::uint32_t>& field = layout.positions[index(axis)].field;
  std::uint32_t cells = field.empty() ? 1 : field[slot] + 1;
  for (const Pattern& pattern : layout.lines(axis).patterns)
    cells = std::max(cells, pattern.terminals[slot] + row_of_stacks(layout.rules, axis));
  return cells;
}

bool wiring_sets_pitch(const Layout& layout) {
  for (const AxisPositions* places : {&layout.columns(), &layout.rows()}) {
    for (std::uint32_t slot = 0; slot < places->node_box.size(); ++slot) {
      if (places->pitch(slot) > places->node_box[slot]) return true;
    }
  }
  return false;
}

}  // namespace cutline
