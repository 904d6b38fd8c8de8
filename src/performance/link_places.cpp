// SPDX-License-Identifier: Apache-2.0
#include "link_places.hpp"

#include <algorithm>
#include <numeric>

#include "cutline/base/error.hpp"
#include "cutline/layout/runs.hpp"

namespace cutline {

namespace {

LinkGeometry geometry(Span span, const WireRun& run) {
  return {.span = span, .cells_x = run.x, .cells_y = run.y, .cells_z = run.z, .from = {}, .to = {}};
}

/// The geometry of a link that lies on one line, by its farthest wire from the nodes.
LinkGeometry straight_geometry(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part) {
  const std::uint32_t wires = layout.wiring.kinds[pattern.kind[part]].wires;
  std::uint32_t farthest = 0;
  for (std::uint32_t wire = 0; wire < wires; wire += pattern.wires_per_unit) {
    const std::uint32_t last = wire + pattern.wires_per_unit - 1;
    if (pattern.track_of(part, last) > pattern.track_of(part, farthest)) farthest = last;
  }
  LinkGeometry link =
      geometry(layout.wiring.span(axis, pattern, part), part_run(layout, axis, pattern, part, farthest));
  link.from.at[index(axis)] = slot_of(pattern.lo[part]);
  link.to.at[index(axis)] = slot_of(pattern.hi[part]);
  return link;
}

/// The geometry of a bent link: of its physically longest wire.
LinkGeometry bent_geometry(const Layout& layout, const Joint& joint) {
  const CellSize cell = cell_size(layout.rules);
  WireRun longest = joint_run(layout, joint, 0);
  for (std::uint32_t wire = 1; wire < layout.wiring.kind(joint).wires; ++wire) {
    const WireRun run = joint_run(layout, joint, wire);
    if (cell.length(run) > cell.length(longest)) longest = run;
  }
  return geometry(layout.wiring.span(joint), longest);
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

PlacedLink bent_link(const Layout& layout, const NodesByCell& nodes, const Joint& joint) {
  const auto [a, b] = layout.wiring.ends(joint);
  LinkGeometry geometry = bent_geometry(layout, joint);
  geometry.from = a;
  geometry.to = b;
  return {.link_class = layout.wiring.kind(joint).link_class,
          .a = nodes.at(a),
          .b = nodes.at(b),
          .geometry = geometry,
          .copies = 1};
}

void visit_links(const Topology& topology, const Placement& placement, const Layout& layout,
                 const std::function<void(const PlacedLink&)>& visit) {
  const NodesByCell nodes(topology, placement);
  const GridSize& grid = layout.wiring.grid;
  for (const Axis axis : kAxes) {
    for (std::uint32_t line = 0; line < layout.lines(axis).pattern_of_line.size(); ++line) {
      const Pattern& pattern = layout.wiring.pattern(axis, line);
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
