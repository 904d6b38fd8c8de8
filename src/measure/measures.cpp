// SPDX-License-Identifier: Apache-2.0
#include "cutline/measure/measures.hpp"

#include <algorithm>

#include "cutline/base/parallel.hpp"
#include "cutline/layout/bands.hpp"
#include "cutline/topology/topology.hpp"
#include "measure_parts.hpp"

namespace cutline {

namespace {

/// The most links side by side in the routing channel of a pattern. With one layer pair and links of one width it is
/// the number that the tracks hold; else the number of links at the densest station, on all pairs together.
std::int64_t links_abreast(const Layout& layout, const Pattern& pattern, std::uint32_t slots) {
  std::uint32_t wires = 0;
  bool equal = true;
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    if (pattern.is_facing(part)) continue;
    const std::uint32_t own = wires_of(layout, pattern, part);
    equal = equal && (wires == 0 || wires == own);
    wires = own;
  }
  if (wires == 0) return 0;
  if (equal && pattern.pairs == 1) return pattern.tracks / wires;
  std::vector<std::int64_t> change(std::size_t{slots} * kZones + 1, 0);
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    if (pattern.is_facing(part)) continue;
    ++change[pattern.lo[part]];
    --change[pattern.hi[part] + 1];
  }
  std::int64_t most = 0, now = 0;
  for (const std::int64_t step : change) most = std::max(most, now += step);
  return most;
}

}  // namespace

Tracks tracks(const Layout& layout, Axis axis) {
  Tracks result;
  for (const Pattern& pattern : layout.lines(axis).patterns) {
    result.wires = std::max<std::int64_t>(result.wires, pattern.tracks);
    result.links = std::max(result.links, links_abreast(layout, pattern, layout.lines(axis).slots));
  }
  return result;
}

namespace {

void set_depth(const Layout& layout, LayoutSize& size) {
  if (layout.wiring.grid[Axis::z] == 1) return;
  const std::int64_t depth = layout.positions[2].total;
  LayoutDepth& planes = size.planes;
  planes.pitches = depth;
  planes.volume_pitches3 = size.area_pitches2 * depth;
  if (!size.in_metres()) return;
  planes.mm = static_cast<double>(depth) * layout.rules.cell_depth_nm * 1e-6;
  planes.volume_mm3 = size.mm.area_mm2 * planes.mm;
}

double square_nm(const Rectangle& box, const Polygon& shape) {
  return shape.empty() ? box.width.base * box.height.base : in_mm2(polygon_area(shape)) * 1e12;
}

/// The part of the die that the tiles of nodes take. Notches are no part of either.
double tile_area_fraction(const Topology& topology, const GivenPlaces& given) {
  double area = 0;
  for (std::uint64_t site = 0; site < given.tile_of_site.size(); ++site) {
    const Tile& tile = given.plan.tiles[given.tile_of_site[site]];
    if (topology.kind(site) == SiteKind::node) area += square_nm(tile.box, tile.shape);
  }
  return area / square_nm(die_of(given.plan), given.plan.outline_shape);
}

}  // namespace

LayoutSize layout_size(const Layout& layout, const Topology& topology, const Placement& placement) {
  LayoutSize size;
  size.width_pitches = layout.columns().total;
  size.height_pitches = layout.rows().total;
  size.area_pitches2 = static_cast<Int128>(size.width_pitches) * size.height_pitches;
  const Int128 planes_area = size.area_pitches2 * layout.wiring.grid[Axis::z];
  size.node_area_fraction =
      placement.given ? tile_area_fraction(topology, *placement.given)
                      : static_cast<double>(node_area(layout, topology, placement)) / static_cast<double>(planes_area);
  if (placement.given) {
    const TilePlan& plan = placement.given->plan;
    const Rectangle die = die_of(plan);
    size.polygon_fraction = square_nm(die, plan.outline_shape) / square_nm(die, {});
  }
  if (!layout.rules.unit) {
    const double width = static_cast<double>(size.width_pitches) * layout.rules.cell_width_nm * 1e-6;
    const double height = static_cast<double>(size.height_pitches) * layout.rules.cell_height_nm * 1e-6;
    size.mm = {width, height, width * height};
  }
  set_depth(layout, size);
  return size;
}

Measures measure(const Layout& layout, const Topology& topology, const Placement& placement) {
  Measures measures;
  parallel_for(kAxes.size(), [&](std::size_t axis) {
    measures.density[axis] = density(layout, kAxes[axis]);
    measures.tracks[axis] = tracks(layout, kAxes[axis]);
  });
  measures.length = lengths(layout, topology, placement);
  measures.size = layout_size(layout, topology, placement);
  measures.wires_on_layers = wires_on_layers(layout);
  if (const auto edges = edge_wires(layout)) measures.room = *edges;
  if (const auto given = overflow(layout)) measures.room = *given;
  set_pins(layout, topology, placement, measures);
  const auto fewer = [](const LinkKind& a, const LinkKind& b) { return a.wires < b.wires; };
  const auto [least, most] = std::minmax_element(layout.wiring.kinds.begin(), layout.wiring.kinds.end(), fewer);
  measures.wires_per_link_min = least->wires;
  measures.wires_per_link_max = most->wires;
  return measures;
}

}  // namespace cutline
