// SPDX-License-Identifier: Apache-2.0
#include "link_places.hpp"

#include <algorithm>
#include <numeric>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

/// The geometry of a link that lies on one line, by its farthest wire from the nodes; pillars have no routed cells.
LinkGeometry straight_geometry(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part) {
  LinkGeometry geometry{.span = layout.wiring.span(axis, pattern, part), .cells_x = 0, .cells_y = 0};
  geometry.from.at[index(axis)] = slot_of(pattern.lo[part]);
  geometry.to.at[index(axis)] = slot_of(pattern.hi[part]);
  if (axis == Axis::z) return geometry;
  const std::uint32_t wires = layout.wiring.kinds[pattern.kind[part]].wires;
  std::int64_t farthest = 0;
  for (std::uint32_t first = 0; first < wires; first += pattern.wires_per_unit) {
    farthest = std::max<std::int64_t>(farthest, pattern.track_of(part, first + pattern.wires_per_unit - 1));
  }
  const std::int64_t along = terminal_position(layout, axis, pattern, part, true, 0) -
                             terminal_position(layout, axis, pattern, part, false, 0);
  const std::int64_t stubs = 2 * (farthest + 1);
  geometry.cells_x = axis == Axis::x ? along : stubs;
  geometry.cells_y = axis == Axis::x ? stubs : along;
  return geometry;
}

const Pattern& pattern_of(const Layout& layout, Axis axis, std::uint32_t line) {
  const Lines& lines = layout.lines(axis);
  return lines.patterns[lines.pattern_of_line[line]];
}

/// The geometry of a bent link: of its physically longest wire.
LinkGeometry bent_geometry(const Layout& layout, const Joint& joint) {
  const Pattern& row = pattern_of(layout, Axis::x, joint.row);
  const Pattern& column = pattern_of(layout, Axis::y, joint.column);
  const GridSize& grid = layout.wiring.grid;
  const bool row_hi = !row.hi_is_crossing(joint.row_part);
  const bool column_hi = !column.hi_is_crossing(joint.column_part);
  const double width = layout.rules.unit ? 1 : layout.rules.cell_width_nm;
  const double height = layout.rules.unit ? 1 : layout.rules.cell_height_nm;
  LinkGeometry longest{
      .span = layout.wiring.span(Axis::x, row, joint.row_part) + layout.wiring.span(Axis::y, column, joint.column_part),
      .cells_x = 0,
      .cells_y = 0};
  double most = -1;
  for (std::uint32_t wire = 0; wire < layout.wiring.kinds[row.kind[joint.row_part]].wires; ++wire) {
    const std::uint32_t row_track = row.track_of(joint.row_part, wire);
    const std::uint32_t column_track = column.track_of(joint.column_part, wire);
    const std::int64_t from_x = terminal_position(layout, Axis::x, row, joint.row_part, row_hi, wire);
    const std::int64_t from_y = terminal_position(layout, Axis::y, column, joint.column_part, column_hi, wire);
    const std::int64_t turn_x = track_position(layout, Axis::y, joint.column % grid[Axis::x], column_track);
    const std::int64_t turn_y = track_position(layout, Axis::x, joint.row % grid[Axis::y], row_track);
    const std::int64_t x = std::abs(turn_x - from_x) + column_track + 1;
    const std::int64_t y = std::abs(turn_y - from_y) + row_track + 1;
    const double length = static_cast<double>(x) * width + static_cast<double>(y) * height;
    if (length <= most) continue;
    most = length;
    longest.cells_x = x;
    longest.cells_y = y;
  }
  return longest;
}

/// Every digit lies on one axis alone, so that lines of one pattern hold equal links.
bool digits_have_axes(const Topology& topology, const Placement& placement, const Layout& layout) {
  std::vector<int> axes_of(topology.radices.size());
  for (const Axis axis : kAxes) {
    for (const std::uint8_t digit : placement[axis].digits) ++axes_of[digit];
  }
  const bool once = std::all_of(axes_of.begin(), axes_of.end(), [](int axes) { return axes == 1; });
  return once && topology.is_product() && layout.wiring.joints.empty();
}

/// The part of a node's number that its slot along an axis stands for.
std::vector<std::uint64_t> numbers_by_slot(const Topology& topology, const AxisPlacement& axis) {
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  std::vector<std::uint64_t> numbers(axis.cells);
  for (std::uint32_t coordinate = 0; coordinate < axis.cells; ++coordinate) {
    std::uint64_t number = 0;
    std::uint32_t rest = coordinate;
    for (const std::uint8_t digit : axis.digits) {
      number += weights[digit] * (rest % topology.radices[digit]);
      rest /= topology.radices[digit];
    }
    numbers[axis.position.empty() ? coordinate : axis.position[coordinate]] = number;
  }
  return numbers;
}

void visit_patterns(const Topology& topology, const Placement& placement, const Layout& layout,
                    const std::function<void(const PlacedLink&)>& visit) {
  for (const Axis axis : kAxes) {
    const Lines& lines = layout.lines(axis);
    const std::vector<std::uint64_t> numbers = numbers_by_slot(topology, placement[axis]);
    for (std::size_t i = 0; i < lines.patterns.size(); ++i) {
      const Pattern& pattern = lines.patterns[i];
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        visit({.link_class = layout.wiring.kinds[pattern.kind[part]].link_class,
               .a = NodeId(numbers[slot_of(pattern.lo[part])]),
               .b = NodeId(numbers[slot_of(pattern.hi[part])]),
               .geometry = straight_geometry(layout, axis, pattern, part),
               .copies = lines.multiplicity[i]});
      }
    }
  }
}

/// Which node stands in a cell.
class NodesByCell {
 public:
  NodesByCell(const Topology& topology, const Placement& placement) {
    const std::uint64_t sites = topology.site_count();
    nodes_.reserve(sites);
    for (std::uint64_t node = 0; node < sites; ++node) {
      if (topology.kind(NodeId(node)) == SiteKind::nothing) continue;
      nodes_.emplace_back(cell_of(topology, placement, NodeId(node)), node);
    }
    std::sort(nodes_.begin(), nodes_.end());
  }
  NodeId at(const Cell& cell) const {
    const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), std::pair(cell, std::uint64_t{0}));
    CUTLINE_EXPECT(found != nodes_.end() && found->first == cell);
    return NodeId(found->second);
  }

 private:
  std::vector<std::pair<Cell, std::uint64_t>> nodes_;
};

Cell cell_on_line(const GridSize& grid, Axis axis, std::uint32_t line, std::uint32_t slot) {
  const Axis lower = axis == Axis::x ? Axis::y : Axis::x;
  const Axis upper = axis == Axis::z ? Axis::y : Axis::z;
  Cell cell;
  cell.at[index(axis)] = slot;
  cell.at[index(lower)] = line % grid[lower];
  cell.at[index(upper)] = line / grid[lower];
  return cell;
}

PlacedLink bent_link(const Layout& layout, const NodesByCell& nodes, const Joint& joint) {
  const GridSize& grid = layout.wiring.grid;
  const Pattern& row = pattern_of(layout, Axis::x, joint.row);
  const Pattern& column = pattern_of(layout, Axis::y, joint.column);
  const auto end = [](const Pattern& pattern, std::size_t part) {
    return slot_of(pattern.lo_is_crossing(part) ? pattern.hi[part] : pattern.lo[part]);
  };
  LinkGeometry geometry = bent_geometry(layout, joint);
  geometry.from = cell_on_line(grid, Axis::x, joint.row, end(row, joint.row_part));
  geometry.to = cell_on_line(grid, Axis::y, joint.column, end(column, joint.column_part));
  return {.link_class = layout.wiring.kinds[row.kind[joint.row_part]].link_class,
          .a = nodes.at(geometry.from),
          .b = nodes.at(geometry.to),
          .geometry = geometry,
          .copies = 1};
}

void visit_links(const Topology& topology, const Placement& placement, const Layout& layout,
                 const std::function<void(const PlacedLink&)>& visit) {
  const NodesByCell nodes(topology, placement);
  const GridSize& grid = layout.wiring.grid;
  for (const Axis axis : kAxes) {
    for (std::uint32_t line = 0; line < layout.lines(axis).pattern_of_line.size(); ++line) {
      const Pattern& pattern = pattern_of(layout, axis, line);
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        visit({.link_class = layout.wiring.kinds[pattern.kind[part]].link_class,
               .a = nodes.at(cell_on_line(grid, axis, line, slot_of(pattern.lo[part]))),
               .b = nodes.at(cell_on_line(grid, axis, line, slot_of(pattern.hi[part]))),
               .geometry = straight_geometry(layout, axis, pattern, part),
               .copies = 1});
      }
    }
  }
  for (const Joint& joint : layout.wiring.joints) visit(bent_link(layout, nodes, joint));
}

}  // namespace

void for_each_placed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          const std::function<void(const PlacedLink&)>& visit) {
  if (digits_have_axes(topology, placement, layout)) {
    visit_patterns(topology, placement, layout, visit);
  } else {
    visit_links(topology, placement, layout, visit);
  }
}

}  // namespace cutline
