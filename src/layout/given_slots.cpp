// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/layout/given_slots.hpp"

#include <fmt/core.h>

#include <cmath>
#include <tuple>

#include "cutline/detail/layout/shapes.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/topology.hpp"
#include "tracks.hpp"

namespace cutline {

namespace {

constexpr double kCellRounding = 1e-6;  ///< of a cell
constexpr double kMostDieCells = 2147483647;

std::int64_t whole_cells(Length length, double cell_nm) {
  const double cells = std::floor(in_nm(length) / cell_nm + kCellRounding);
  if (!(std::abs(cells) <= kMostDieCells))
    throw_limit_error("the die is more than 2^31 wire pitches long, the limit", {}, "positions");
  return static_cast<std::int64_t>(cells);
}

/// The number of a technology's layer in a layout: pairs from the bottom, horizontal before vertical.
int number_of_layer(const Technology& technology, std::size_t layer) {
  const int pair = static_cast<int>(layer / 2);
  return technology.layers[layer].direction == LayerDirection::horizontal ? horizontal_layer(pair)
                                                                          : vertical_layer(pair);
}

std::vector<bool> blocked_layers(const Technology& technology, const Blockage& blockage) {
  std::vector<bool> blocked(2 * static_cast<std::size_t>(technology.layer_pairs()), blockage.layers.empty());
  for (const std::string& name : blockage.layers) {
    if (!blockage.other_layers) find_layer(technology, name);  // throws where there is none
    for (std::size_t layer = 0; layer < blocked.size(); ++layer) {
      if (technology.layers[layer].name == name)
        blocked[static_cast<std::size_t>(number_of_layer(technology, layer))] = true;
    }
  }
  return blocked;
}

/// Where the lines of routers begin. Two neighbours must leave a cell for terminals and one for tracks.
std::vector<std::int64_t> starts_of(const std::vector<Length>& lines, Length origin, double cell_nm, Axis axis) {
  std::vector<std::int64_t> starts;
  for (const Length at : lines) {
    // A router may stand past the die's edge by what files round.
    const std::int64_t start = std::max<std::int64_t>(0, whole_cells(at - origin, cell_nm));
    if (!starts.empty() && start < starts.back() + 2) {
      throw_input_error(fmt::format("routers at {0} = {1:.9g} mm and {0} = {2:.9g} mm are closer than two wire pitches",
                                    letter(axis), in_mm(lines[starts.size() - 1]), in_mm(at)),
                        "give a larger `snap`, so that they share a line of the grid", "positions");
    }
    starts.push_back(start);
  }
  return starts;
}

std::vector<TileCells> tiles_in_cells(const Topology& topology, const Placement& placement, const LayoutRules& rules) {
  const GivenPlaces& given = *placement.given;
  const Rectangle die = die_of(given.plan);
  std::vector<TileCells> tiles;
  for (std::uint64_t site = 0; site < given.tile_of_site.size(); ++site) {
    const Rectangle& box = given.plan.tiles[given.tile_of_site[site]].box;
    const std::int64_t left = whole_cells(box.x - die.x, rules.cell_width_nm);
    const std::int64_t bottom = whole_cells(box.y - die.y, rules.cell_height_nm);
    tiles.push_back(
        {cell_of(topology, placement, site),
         {left, bottom, static_cast<std::uint32_t>(whole_cells(box.right() - die.x, rules.cell_width_nm) - left),
          static_cast<std::uint32_t>(whole_cells(box.top() - die.y, rules.cell_height_nm) - bottom)}});
  }
  std::ranges::sort(tiles, {}, &TileCells::cell);
  return tiles;
}

bool is_blocked(const BlockedCells& cells, const Segment& piece) {
  return cells.layers[static_cast<std::size_t>(piece.layer)] && piece.x0 <= cells.x1 && cells.x0 <= piece.x1 &&
         piece.y0 <= cells.y1 && cells.y0 <= piece.y1;
}

/// Whether some metal of the wire, with the stacks below its terminals, lies in blocked cells.
bool meets(const BlockedCells& cells, const WireShapes& wire) {
  for (const Segment& segment : wire.segments) {
    if (is_blocked(cells, segment)) return true;
  }
  const auto stack_meets = [&](std::int64_t x, std::int64_t y, int lower, int upper) {
    for (int layer = lower; layer <= upper; ++layer) {
      if (is_blocked(cells, {layer, x, y, x, y})) return true;
    }
    return false;
  };
  for (const Via& via : wire.vias) {
    if (stack_meets(via.x, via.y, via.lower, via.upper)) return true;
  }
  return std::ranges::any_of(
      wire.terminals, [&](const Terminal& terminal) { return stack_meets(terminal.x, terminal.y, 0, terminal.layer); });
}

class RoomFinder {
 public:
  explicit RoomFinder(const Layout& layout) : layout_(layout), blocked_(layout.rules.given->blocked) {}

  /// Why a wire of a part has no place on its line; nothing where it has a track and all its terminals.
  std::optional<NoRoom> lacks(Axis axis, std::uint32_t number, std::size_t part, std::uint32_t wire) const {
    const LineFrame line(layout_, axis, number);
    const Pattern& pattern = line.pattern;
    for (const PartSide side : {PartSide::lo, PartSide::hi}) {
      if (is_crossing(pattern.end(part, side))) continue;
      const std::uint32_t place = (side == PartSide::lo ? pattern.lo_terminal : pattern.hi_terminal)[part] + wire;
      if (place >= line.terminal_room(slot_of(pattern.end(part, side)))) return NoRoom::terminal;
    }
    if (layout_.wiring.kinds[pattern.kind[part]].taps && !taps_fit(line, part, wire)) return NoRoom::terminal;
    if (pattern.track_of(part, wire) >= line.across().channel[line.slot_across]) return NoRoom::track;
    return std::nullopt;
  }

  bool anything_blocked() const { return !blocked_.empty(); }
  /// Whether blocked cells are in the way of a wire or, where it lacks room, of its terminals: then no track helps it.
  bool stands_blocked(const WireShapes& wire, bool lacks_room) const {
    const WireShapes terminals{.terminals = lacks_room ? wire.terminals : std::vector<Terminal>{}};
    return std::ranges::any_of(blocked_,
                               [&](const BlockedCells& cells) { return meets(cells, lacks_room ? terminals : wire); });
  }

 private:
  static bool taps_fit(const PatternFrame& line, std::size_t part, std::uint32_t wire) {
    for (std::uint32_t slot = slot_of(line.pattern.lo[part]) + 1; slot < slot_of(line.pattern.hi[part]); ++slot) {
      if (line.tap(part, slot, wire) - line.terminal_start(slot) >= line.terminal_room(slot)) return false;
    }
    return true;
  }

  const Layout& layout_;
  const std::vector<BlockedCells>& blocked_;
};

void find_straight(const Layout& layout, const RoomFinder& finder, Unrouted& unrouted) {
  WireShapes shapes;
  for (const Axis axis : {Axis::x, Axis::y}) {
    for (std::uint32_t line = 0; line < layout.lines(axis).pattern_of_line.size(); ++line) {
      const Pattern& pattern = layout.wiring.pattern(axis, line);
      for (std::uint32_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        for (std::uint32_t wire = 0; wire < layout.wiring.kinds[pattern.kind[part]].wires; ++wire) {
          std::optional<NoRoom> why = finder.lacks(axis, line, part, wire);
          if (finder.anything_blocked()) {
            part_shapes(layout, axis, line, part, wire, shapes);
            if (finder.stands_blocked(shapes, why.has_value())) why = NoRoom::blocked;
          }
          if (why) unrouted.straight.push_back({axis, line, part, wire, *why});
        }
      }
    }
  }
}

void find_bent(const Layout& layout, const RoomFinder& finder, Unrouted& unrouted) {
  WireShapes shapes;
  for (std::uint32_t number = 0; number < layout.wiring.joints.size(); ++number) {
    const Joint& joint = layout.wiring.joints[number];
    for (std::uint32_t wire = 0; wire < layout.wiring.kind(joint).wires; ++wire) {
      std::optional<NoRoom> why;
      for (const Axis axis : {Axis::x, Axis::y}) {
        if (!why) why = finder.lacks(axis, joint.line[index(axis)], joint.part[index(axis)], wire);
      }
      if (finder.anything_blocked()) {
        joint_shapes(layout, joint, wire, shapes);
        if (finder.stands_blocked(shapes, why.has_value())) why = NoRoom::blocked;
      }
      if (why) unrouted.bent.push_back({number, wire, *why});
    }
  }
}

/// All parts that unrouted wires have, in the order of lines.
std::vector<UnroutedWire> parts_of(const Layout& layout, const Unrouted& unrouted) {
  std::vector<UnroutedWire> parts = unrouted.straight;
  for (const UnroutedBend& bend : unrouted.bent) {
    const Joint& joint = layout.wiring.joints[bend.joint];
    for (const Axis axis : {Axis::x, Axis::y})
      parts.push_back({axis, joint.line[index(axis)], joint.part[index(axis)], bend.wire, bend.why});
  }
  std::ranges::sort(parts, {}, [](const UnroutedWire& a) { return std::tie(a.axis, a.line, a.part, a.wire); });
  return parts;
}

}  // namespace

GivenSlots given_slots(const Topology& topology, const Placement& placement, const LayoutRules& rules,
                       const Technology& technology) {
  CUTLINE_EXPECT(placement.given != nullptr);
  if (rules.unit)
    throw_input_error("places in millimetres need a technology that has metres", "name a technology", "positions");
  const GivenPlaces& given = *placement.given;
  const Rectangle die = die_of(given.plan);
  const std::array<double, 2> cell = {rules.cell_width_nm, rules.cell_height_nm};
  GivenSlots slots;
  slots.total = {whole_cells(die.width, cell[0]), whole_cells(die.height, cell[1])};
  const std::array<Length, 2> origin = {die.x, die.y};
  for (const Axis axis : {Axis::x, Axis::y}) {
    const std::size_t i = index(axis);
    slots.start[i] = starts_of(given.router_lines[i], origin[i], cell[i], axis);
    // A router needs two cells of the die: one for terminals, one for tracks.
    if (!slots.start[i].empty() && slots.start[i].back() > slots.total[i] - 2) {
      throw_input_error(fmt::format("a router at {} = {:g} mm stands at the edge of the die, where no wires begin",
                                    letter(axis), in_mm(given.router_lines[i].back())),
                        "move it into the die, or give a larger `outline`", "positions");
    }
  }
  for (const Blockage& blockage : blocked_rectangles(given.plan)) {
    BlockedCells cells{whole_cells(blockage.box.x - die.x, cell[0]), whole_cells(blockage.box.y - die.y, cell[1]),
                       whole_cells(blockage.box.right() - die.x, cell[0]),
                       whole_cells(blockage.box.top() - die.y, cell[1]), blocked_layers(technology, blockage)};
    // A rectangle that ends at the border of a cell leaves that cell free.
    const auto ends_at_border = [](Length at, double cell_nm) {
      const double cells_there = in_nm(at) / cell_nm;
      return std::abs(cells_there - std::round(cells_there)) < kCellRounding;
    };
    if (ends_at_border(blockage.box.right() - die.x, cell[0])) --cells.x1;
    if (ends_at_border(blockage.box.top() - die.y, cell[1])) --cells.y1;
    if (cells.x0 <= cells.x1 && cells.y0 <= cells.y1) slots.blocked.push_back(std::move(cells));
  }
  slots.tiles = tiles_in_cells(topology, placement, rules);
  return slots;
}

std::uint32_t Unrouted::next(Axis axis, std::uint32_t line, std::uint32_t part, std::uint32_t wire) const {
  const auto key = [](const UnroutedWire& w) { return std::tuple(w.axis, w.line, w.part, w.wire); };
  const auto found = std::lower_bound(straight.begin(), straight.end(), std::tuple(axis, line, part, wire),
                                      [&](const UnroutedWire& w, const auto& wanted) { return key(w) < wanted; });
  const bool of_link =
      found != straight.end() && std::tuple(found->axis, found->line, found->part) == std::tuple(axis, line, part);
  return of_link ? found->wire : kNoWire;
}

std::uint32_t Unrouted::next_bend(std::uint32_t joint, std::uint32_t wire) const {
  const auto key = [](const UnroutedBend& b) { return std::pair(b.joint, b.wire); };
  const auto found = std::lower_bound(bent.begin(), bent.end(), std::pair(joint, wire),
                                      [&](const UnroutedBend& b, const auto& wanted) { return key(b) < wanted; });
  return found != bent.end() && found->joint == joint ? found->wire : kNoWire;
}

Unrouted find_unrouted(const Layout& layout) {
  CUTLINE_EXPECT(layout.rules.given != nullptr && layout.wiring.grid[Axis::z] == 1);
  const RoomFinder finder(layout);
  Unrouted unrouted;
  find_straight(layout, finder, unrouted);
  find_bent(layout, finder, unrouted);
  unrouted.parts = parts_of(layout, unrouted);
  return unrouted;
}

}  // namespace cutline
