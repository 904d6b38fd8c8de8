// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>
#include <set>

#include "check_links.hpp"
#include "cutline/base/error.hpp"

namespace cutline::checking {

namespace {

/// For grids of more cells, sites are not compared one by one.
constexpr std::uint64_t kMostCells = std::uint64_t{1} << 28;
constexpr std::array<const char*, 3> kSlotNames = {"column", "row", "plane"};

std::string slot_name(Axis axis, std::uint32_t slot) { return fmt::format("{} {}", kSlotNames[index(axis)], slot); }

/// Checks the routing channels beside the lines of an axis. Each is as wide as its fullest line, which on several
/// planes is one of many.
void expect_room_of_channels(const Layout& layout, Axis axis, const std::vector<LineFacts>& facts, Findings& findings) {
  const GridSize& grid = layout.wiring.grid;
  const Axis across = lower_axis_off(axis);
  const Lines& lines = layout.lines(axis);
  const AxisPositions& places = layout.positions[index(across)];
  std::vector<std::int64_t> fullest(grid[across], 0);
  for (std::uint32_t line = 0; line < lines.pattern_of_line.size(); ++line) {
    const LineFacts& pattern = facts[lines.pattern_of_line[line]];
    const std::uint32_t slot = line % grid[across];
    fullest[slot] = std::max(fullest[slot], pattern.channel_cells);
    if (pattern.zone_cells > (places.zone.empty() ? 0 : places.zone[slot])) {
      findings.add("facing", [&] {
        return fmt::format("{}: its neighbours that face take {} cells, more than the zone of its boxes",
                           line_name(grid, axis, line), pattern.zone_cells);
      });
    }
    if (pattern.channel_cells <= places.channel[slot]) continue;
    findings.add("channel", [&] {
      return fmt::format("{}: its tracks take {} cells, its routing channel has {}", line_name(grid, axis, line),
                         pattern.channel_cells, places.channel[slot]);
    });
  }
  if (layout.rules.given != nullptr) return;  // channels then take what the places leave
  for (std::uint32_t slot = 0; slot < fullest.size(); ++slot) {
    if (places.channel[slot] <= fullest[slot]) continue;
    findings.add("channel", [&] {
      return fmt::format("{}: its routing channel has {} cells, and its tracks take {}", slot_name(across, slot),
                         places.channel[slot], fullest[slot]);
    });
  }
}

/// Whether the coordinate of an axis is that of an interchange, whatever the coordinates on the other axes are; nothing
/// stands at some values of digits.
enum class Standing : std::uint8_t { nothing, interchange, node };

/// Calls visit(slot, standing) for every coordinate of an axis.
template <class Visit>
void for_each_standing(const Topology& topology, const AxisPlacement& axis, const Visit& visit) {
  const bool all_nodes = !topology.has_interchanges();
  axis.for_each_coordinate([&](Coordinate coordinate) {
    int inner = 0;  // digits whose values are no nodes' coordinates
    bool is_nothing = false;
    auto rest = static_cast<std::uint32_t>(coordinate);
    for (std::size_t i = 0; !all_nodes && i < axis.digits.size(); ++i) {
      const Digit& digit = topology.digits[axis.digits[i]];
      const std::uint8_t level = digit.level(rest % digit.radix);
      rest /= digit.radix;
      inner += level > 0 ? 1 : 0;
      is_nothing = is_nothing || level == kNothing;
    }
    Standing standing = inner > 0 ? Standing::interchange : Standing::node;
    if (topology.has_switches()) standing = inner > 1 ? Standing::nothing : Standing::node;  // as large as nodes
    visit(axis.slot(coordinate), is_nothing ? Standing::nothing : standing);
  });
}

/// Checks, site by site, that no two share a cell.
void expect_own_cell_of_sites(const Topology& topology, const Placement& placement, Findings& findings) {
  const GridSize grid = placement.grid();
  if (grid.count() > kMostCells) return;
  const bool all_nodes = !topology.has_interchanges();
  std::vector<bool> taken(grid.count(), false);
  for (std::uint64_t site = 0; site < topology.site_count(); ++site) {
    if (!all_nodes && topology.kind(site) == SiteKind::nothing) continue;
    const Cell cell = cell_of(topology, placement, site);
    const std::uint64_t number = cell_number(grid, cell);
    if (taken[number]) {
      findings.add("place", [&] {
        return fmt::format("{} stands in the cell {}, and so does another", site_name(topology, site), node_name(cell));
      });
    }
    taken[number] = true;
  }
}

/// A wire's metal, layer by layer.
std::vector<Segment> pieces_of(const WireShapes& wire) {
  std::vector<Segment> pieces = wire.segments;
  const auto add_stack = [&](std::int64_t x, std::int64_t y, int from, int to) {
    for (int layer = from; layer <= to; ++layer) pieces.push_back({layer, x, y, x, y});
  };
  for (const Via& via : wire.vias) add_stack(via.x, via.y, via.lower, via.upper);
  for (const Terminal& terminal : wire.terminals) add_stack(terminal.x, terminal.y, 0, terminal.layer);
  return pieces;
}

bool overlap(const Segment& piece, const BlockedCells& cells) {
  const bool apart = piece.x1 < cells.x0 || cells.x1 < piece.x0 || piece.y1 < cells.y0 || cells.y1 < piece.y0;
  return !apart && cells.layers.at(static_cast<std::size_t>(piece.layer));
}

/// Compares lengths along an axis, from the die's lower left corner, with cells.
class CellScale {
 public:
  CellScale(const Layout& layout, const Rectangle& die, Axis axis)
      : cell_nm_(axis == Axis::x ? layout.rules.cell_width_nm : layout.rules.cell_height_nm),
        origin_(axis == Axis::x ? die.x : die.y) {}
  double cells(Length at) const { return in_nm(at - origin_) / cell_nm_; }
  /// Whether a length lies in a cell or at its border; borders are rounded to whole cells.
  bool in_cell(Length at, std::int64_t cell) const { return std::abs(cells(at) - static_cast<double>(cell)) <= 1; }

 private:
  double cell_nm_;
  Length origin_;
};

std::string tile_words(const Tile& tile) { return fmt::format("the tile of '{}'", tile.name); }

/// Checks one site: its router stands on the lines of its cell, and its tile is where the user put it, on the die.
void expect_given_place(const Layout& layout, const GivenPlaces& given, const Tile& tile, const Cell& cell,
                        Findings& findings) {
  const Rectangle die = die_of(given.plan);
  const BoxCells box = node_cells(layout, cell);
  const std::array<std::array<Length, 3>, 2> asked = {
      {{tile.router_x, tile.box.x, tile.box.right()}, {tile.router_y, tile.box.y, tile.box.top()}}};
  const std::array<std::array<std::int64_t, 2>, 2> told = {{{box.x, box.x + box.width}, {box.y, box.y + box.height}}};
  const std::array<Length, 2> far = {die.right(), die.top()}, near = {die.x, die.y};
  for (const Axis axis : kPlaneAxes) {
    const std::size_t i = index(axis);
    const CellScale scale(layout, die, axis);
    const Length router = asked[i][0], low = asked[i][1], high = asked[i][2];
    const double from_line = scale.cells(router) - static_cast<double>(layout.positions[i].start[cell[axis]]);
    const double snap = scale.cells(given.plan.snap + near[i]);
    if (from_line < -1 || from_line > snap + 1) {
      findings.add("place", [&] {
        return fmt::format("the router of '{}' stands at {} = {:g} mm, and its line begins at cell {}", tile.name,
                           letter(axis), in_mm(router), layout.positions[i].start[cell[axis]]);
      });
    }
    if (!scale.in_cell(low, told[i][0]) || !scale.in_cell(high, told[i][1])) {
      findings.add("tile", [&] {
        return fmt::format("{} goes from {:g} to {:g} mm along {}, and the layout has it from cell {} to {}",
                           tile_words(tile), in_mm(low), in_mm(high), letter(axis), told[i][0], told[i][1]);
      });
    }
    if (low + kTileTolerance < near[i] || high > far[i] + kTileTolerance) {
      findings.add("tile", [&] {
        return fmt::format("{} goes from {:g} to {:g} mm along {}, past the die, which goes from {:g} to {:g} mm",
                           tile_words(tile), in_mm(low), in_mm(high), letter(axis), in_mm(near[i]), in_mm(far[i]));
      });
    }
  }
}

/// Checks that every rectangle that the user blocks is blocked, at its full size. One that has no area may be left out.
void expect_blockages(const Layout& layout, const TilePlan& plan, Findings& findings) {
  const Rectangle die = die_of(plan);
  const CellScale x(layout, die, Axis::x), y(layout, die, Axis::y);
  const std::vector<BlockedCells>& blocked = layout.rules.given->blocked;
  constexpr double kRounding = 1e-5;  // of a cell
  const auto covers = [&](const BlockedCells& cells, const Rectangle& box) {
    return static_cast<double>(cells.x0) <= x.cells(box.x) + kRounding &&
           static_cast<double>(cells.x1 + 1) >= x.cells(box.right()) - kRounding &&
           static_cast<double>(cells.y0) <= y.cells(box.y) + kRounding &&
           static_cast<double>(cells.y1 + 1) >= y.cells(box.top()) - kRounding;
  };
  auto next = blocked.begin();
  for (const Blockage& asked : plan.blockages) {
    if (!asked.shape.empty() || asked.box.width.base <= 0 || asked.box.height.base <= 0) continue;
    // Pieces of polygons may stand between.
    const auto found = std::find_if(next, blocked.end(), [&](const auto& cells) { return covers(cells, asked.box); });
    if (found != blocked.end()) {
      next = found + 1;
    } else {
      findings.add("blocked", [&] {
        return fmt::format("the rectangle at x {:g}, y {:g} mm of {:g} x {:g} mm is not blocked as a whole",
                           in_mm(asked.box.x), in_mm(asked.box.y), in_mm(asked.box.width), in_mm(asked.box.height));
      });
    }
  }
}

}  // namespace

void expect_positions(const Layout& layout, Findings& findings) {
  for (const Axis axis : line_axes(layout)) {
    const AxisPositions& places = layout.positions[index(axis)];
    const Lines& lines = layout.lines(axis);
    const std::size_t slots = layout.wiring.grid[axis];
    const std::vector<std::uint32_t>& gaps = layout.rules.gaps[index(axis)];
    CUTLINE_EXPECT(lines.slots == slots && places.start.size() == slots && places.box.size() == slots &&
                   places.channel.size() == slots);
    const bool over = layout.rules.over_nodes && axis != Axis::z;
    CUTLINE_EXPECT(places.node_box.size() == (over ? slots : 0));
    CUTLINE_EXPECT(lines.pattern_of_line.size() == layout.wiring.grid.lines(axis));
    std::int64_t end = 0;
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
      if (!gaps.empty()) end += gaps[slot];
      const bool is_given = axis != Axis::z && layout.rules.given != nullptr;  // see expect_given_places
      if (places.box[slot] == 0 || (is_given ? places.start[slot] < end : places.start[slot] != end)) {
        findings.add("box", [&] {
          return fmt::format("{} begins at {} {} with a box of {} cells; what stands before it ends at {}",
                             slot_name(axis, slot), letter(axis), places.start[slot], places.box[slot], end);
        });
      }
      if (places.has_zone(slot) && places.box[slot] <= places.above_zone + std::int64_t{places.zone[slot]}) {
        findings.add("box", [&] {
          return slot_name(axis, slot) + ": the zone for neighbours that face does not fit the boxes";
        });
      }
      end = places.end(slot);
    }
    if (places.total == end || (layout.rules.given != nullptr && places.total > end)) continue;
    findings.add("channel", [&] {
      return fmt::format("the machine ends at {} {}, its last {} at {}", letter(axis), places.total,
                         kSlotNames[index(axis)], end);
    });
  }
}

void expect_node_boxes(const Layout& layout, Findings& findings) {
  if (!layout.rules.over_nodes) return;
  for (const Axis axis : kPlaneAxes) {
    const AxisPositions& places = layout.positions[index(axis)];
    for (std::uint32_t slot = 0; slot < places.node_box.size(); ++slot) {
      const bool has_nodes = layout.wiring.has_node_boxes(axis, slot);
      const std::uint32_t least = !has_nodes ? 1 : least_node_side(layout.rules, axis, slot);
      const std::uint32_t box = places.node_box[slot];
      if (box >= least && box >= places.box[slot] && box <= places.pitch(slot)) continue;
      findings.add("box", [&] {
        return fmt::format("{}: the node boxes are {} cells, the least is {}, their terminals need {}, the pitch is {}",
                           slot_name(axis, slot), box, least, places.box[slot], places.pitch(slot));
      });
    }
  }
}

void expect_boxes(const Layout& layout, Axis axis, std::uint32_t line, Findings& findings) {
  const Lines& lines = layout.lines(axis);
  const Pattern& pattern = layout.wiring.pattern(axis, line);
  for (std::uint32_t slot = 0; slot < lines.slots; ++slot) {
    const bool has_nodes = layout.wiring.has_node_boxes(axis, slot);
    const bool all_open = has_nodes && !layout.rules.over_nodes;  // else see expect_node_boxes
    const std::uint32_t least = !all_open ? 1 : least_node_side(layout.rules, axis, slot);
    const std::uint32_t box = box_side(layout, axis, pattern, slot);
    if (box >= std::max(least, 1U) && box <= layout.positions[index(axis)].box[slot]) continue;
    findings.add("box", [&] {
      return fmt::format("{}: the box at slot {} is {} cells, the least is {} and its area has {}",
                         line_name(layout.wiring.grid, axis, line), slot, box, least,
                         layout.positions[index(axis)].box[slot]);
    });
  }
}

void expect_routing_channels(const Layout& layout, const PatternFacts& facts, Findings& findings) {
  const GridSize& grid = layout.wiring.grid;
  for (const Axis axis : kPlaneAxes) expect_room_of_channels(layout, axis, facts[index(axis)], findings);
  const Lines& pillars = layout.lines(Axis::z);
  for (std::uint32_t line = 0; line < pillars.pattern_of_line.size(); ++line) {
    const FieldSize needed = facts[2][pillars.pattern_of_line[line]].field;
    const std::uint32_t width = least_box(layout, Axis::x, line % grid[Axis::x]);
    const std::uint32_t height = least_box(layout, Axis::y, line / grid[Axis::x]);
    const auto above_zone = [&](const AxisPositions& places, std::uint32_t slot, std::uint32_t posts) {
      return !places.has_zone(slot) || posts < places.above_zone;
    };
    const bool clear_of_zones = above_zone(layout.columns(), line % grid[Axis::x], needed.width) &&
                                above_zone(layout.rows(), line / grid[Axis::x], needed.height);
    if (needed.width < width && needed.height < height && clear_of_zones) continue;
    findings.add("box", [&] {
      return fmt::format("{}: its posts take {} x {} cells, the least box there has {} x {} with its terminals",
                         line_name(grid, Axis::z, line), needed.width, needed.height, width, height);
    });
  }
}

void expect_own_cells(const Topology& topology, const Placement& placement, Findings& findings) {
  const bool apart = digits_have_axes(topology, placement);
  for (const Axis axis : kAxes) {
    std::uint64_t values = 1;
    for (const std::uint8_t digit : placement[axis].digits) values *= topology.digits[digit].radix;
    if (values != placement[axis].coordinates()) {
      findings.add("place", [&] {
        return fmt::format("the axis {} has places for {} coordinates, and the network has {}", letter(axis),
                           placement[axis].coordinates(), values);
      });
    }
    std::vector<bool> taken(placement[axis].slots(), false);
    for_each_standing(topology, placement[axis], [&](std::uint32_t slot, Standing standing) {
      if (apart && taken[slot] && standing != Standing::nothing) {
        findings.add("place", [&] { return "two coordinates of the network share " + slot_name(axis, slot); });
      }
      taken[slot] = taken[slot] || standing != Standing::nothing;
    });
  }
  if (!apart) expect_own_cell_of_sites(topology, placement, findings);
}

void expect_room_for_nodes(const Layout& layout, const Topology& topology, const Placement& placement,
                           Findings& findings) {
  for (const Axis axis : kPlaneAxes) {
    const AxisPositions& places = layout.positions[index(axis)];
    std::vector<Standing> standing(places.box.size(), Standing::nothing);
    for_each_standing(topology, placement[axis],
                      [&](std::uint32_t slot, Standing here) { standing[slot] = std::max(standing[slot], here); });
    for (std::uint32_t slot = 0; slot < standing.size(); ++slot) {
      const std::uint32_t least = least_node_side(layout.rules, axis, slot);
      const std::uint32_t side = places.node_box.empty() ? places.box[slot] : places.node_box[slot];
      if (side >= least || standing[slot] == Standing::interchange) continue;
      findings.add("box", [&] {
        return fmt::format("{} has {} cells for its boxes, and a node takes {}", slot_name(axis, slot), side, least);
      });
    }
  }
}

std::pair<const UnroutedWire*, const UnroutedWire*> unrouted_on_line(const Unrouted& unrouted, Axis axis,
                                                                     std::uint32_t line) {
  const UnroutedWire* const begin = unrouted.parts.data();
  const auto before = [](const UnroutedWire& wire, const std::pair<Axis, std::uint32_t>& of) {
    return std::pair(wire.axis, wire.line) < of;
  };
  const UnroutedWire* const end = begin + unrouted.parts.size();
  return {std::lower_bound(begin, end, std::pair(axis, line), before),
          std::lower_bound(begin, end, std::pair(axis, line + 1), before)};
}

void expect_on_die(const Layout& layout, Findings& findings) {
  if (layout.rules.given == nullptr) return;
  const GivenSlots& given = *layout.rules.given;
  for_each_wire(layout, [&](const WireShapes& wire) {
    for (const Segment& piece : pieces_of(wire)) {
      if (piece.x0 < 0 || piece.y0 < 0 || piece.x1 >= given.total[0] || piece.y1 >= given.total[1]) {
        findings.add(
            "die", [&] { return fmt::format("{} leaves the die at x {}, y {}", wire_name(wire), piece.x1, piece.y1); });
      }
      const auto blocked = [&](const BlockedCells& cells) { return overlap(piece, cells); };
      if (std::ranges::any_of(given.blocked, blocked)) {
        findings.add("blocked", [&] {
          return fmt::format("{} runs over blocked cells of layer {} near x {}, y {}", wire_name(wire), piece.layer,
                             piece.x0, piece.y0);
        });
      }
    }
  });
}

void expect_given_places(const Layout& layout, const Topology& topology, const Placement& placement,
                         Findings& findings) {
  CUTLINE_EXPECT(placement.given != nullptr);
  const GivenPlaces& given = *placement.given;
  const Rectangle die = die_of(given.plan);
  for (const Axis axis : kPlaneAxes) {
    const CellScale scale(layout, die, axis);
    const Length end = axis == Axis::x ? die.right() : die.top();
    const std::int64_t total = layout.positions[index(axis)].total;
    if (scale.in_cell(end, total)) continue;
    findings.add("die", [&] {
      return fmt::format("the die ends at {} = {:g} mm, and the layout at cell {} of {:g}", letter(axis), in_mm(end),
                         total, scale.cells(end));
    });
  }
  std::vector<const Tile*> owned;                            // by a site of the network
  const bool by_name = placement[Axis::x].order == "given";  // else an order says which node takes which tile
  std::set<std::uint64_t> owners;
  for (std::uint64_t site = 0; site < given.tile_of_site.size(); ++site) {
    if (topology.kind(site) == SiteKind::nothing) continue;
    const Tile& tile = given.plan.tiles[given.tile_of_site[site]];
    owned.push_back(&tile);
    const auto owner = site_named(topology, tile.name);
    if (by_name ? owner != site : !owner || !owners.insert(*owner).second) {
      findings.add("place", [&] { return fmt::format("{} has {}", site_name(topology, site), tile_words(tile)); });
    }
    expect_given_place(layout, given, tile, cell_of(topology, placement, site), findings);
  }
  expect_shapes_in_place(given.plan, owned, findings);
  expect_shapes_apart(owned, findings);
  expect_blockages(layout, given.plan, findings);
  expect_shapes_blocked(layout, given.plan, findings);
}

}  // namespace cutline::checking
