// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

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

}  // namespace cutline::checking
