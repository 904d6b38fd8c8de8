// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/performance/pair_costs.hpp"
#include "cutline/study/under_load.hpp"
#include "output/explain/route_ends.hpp"
#include "output/floorplan/scene.hpp"

namespace cutline::drawing {

namespace {

/// The first wire of a link between two cells of one line, if it runs in that line.
std::optional<DrawnWire> wire_on_line(const Layout& layout, Axis axis, std::uint32_t line, std::uint32_t from,
                                      std::uint32_t to, std::uint32_t link_class) {
  const Pattern& pattern = pattern_of(layout, axis, line);
  const auto [low, high] = std::minmax(from, to);
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    const LinkKind& kind = layout.wiring.kinds[pattern.kind[part]];
    const std::uint32_t lo = slot_of(pattern.lo[part]), hi = slot_of(pattern.hi[part]);
    const bool joins = kind.taps ? lo <= low && high <= hi : lo == low && hi == high;
    if (pattern.is_bent(part) || !joins || kind.link_class != link_class) continue;
    return drawn_part(layout, axis, line, part, 0, 1);
  }
  return std::nullopt;
}

DrawnWire wire_between(const Layout& layout, const Cell& a, const Cell& b, std::uint32_t link_class) {
  std::optional<DrawnWire> found;
  const GridSize& grid = layout.wiring.grid;
  for (const Axis axis : kAxes) {
    const std::uint64_t line = line_of(grid, axis, a);
    const bool on_line = a[axis] != b[axis] && line_of(grid, axis, b) == line;
    if (on_line) found = wire_on_line(layout, axis, static_cast<std::uint32_t>(line), a[axis], b[axis], link_class);
  }
  for (std::size_t joint = 0; joint < layout.wiring.joints.size() && !found; ++joint) {
    const DrawnWire bent = drawn_joint(layout, joint, 0, 1);
    const bool same = (bent.a == a && bent.b == b) || (bent.a == b && bent.b == a);
    if (same && bent.link_class == link_class) found = bent;
  }
  CUTLINE_EXPECT(found.has_value());
  return *found;
}

}  // namespace

NodeFinder::NodeFinder(const Topology& topology, const Placement& placement)
    : topology_(topology), placement_(placement), grid_(placement.grid()) {
  if (digits_have_axes(topology, placement)) {
    for (const Axis axis : kAxes) by_slot_[index(axis)] = sites_by_slot(topology, placement[axis]);
  } else {
    by_cell_ = nodes_by_cell(topology, placement);
  }
}

std::optional<std::uint64_t> NodeFinder::at(const Cell& cell) const {
  std::uint64_t node = 0;
  if (!by_cell_.empty()) {
    node = by_cell_[cell_number(grid_, cell)];
  } else {
    for (const Axis axis : kAxes) {
      const std::uint64_t part = by_slot_[index(axis)][cell[axis]];
      if (part == kEmptyCell) return std::nullopt;
      node += part;
    }
  }
  if (node >= topology_.site_count() || topology_.kind(node) == SiteKind::nothing) return std::nullopt;
  return node;
}

std::string NodeFinder::address_at(const Cell& cell) const {
  const std::optional<std::uint64_t> node = at(cell);
  if (!node) return {};
  return placement_.given ? site_name(topology_, *node) : address(topology_, *node);
}

void find_route(Scene& scene) {
  const auto [first, last] = explanation::route_ends(scene.candidate, *scene.options.route);
  const std::vector<RouteHop> hops =
      route_of(scene.study, scene.candidate, first, last, {.memory_bytes = scene.options.memory_bytes});
  const auto cell = [&](std::uint64_t node) { return cell_of(scene.topology, scene.placement, node); };
  scene.route_nodes.push_back(first);
  for (const RouteHop& hop : hops) {
    scene.route.push_back(wire_between(scene.layout, cell(hop.from), cell(hop.to), hop.link_class));
    scene.route_nodes.push_back(hop.to);
    scene.route_classes.push_back(hop.vc_class);
  }
}

}  // namespace cutline::drawing
