// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/sha256.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "cutline/measure/measures.hpp"
#include "layout/cases.hpp"

/// Computes every measure again, wire by wire from the shapes of the whole machine; equal lines share nothing.
namespace flat {

using namespace cutline;
using cases::Case;

struct FlatLink {
  Cell a, b;  ///< a bent link goes from a along x, then y, then z to b
  std::uint16_t link_class = 0;
  std::int64_t wires = 0;
  std::vector<Cell> taps;  ///< nodes between the ends that have terminals of their own
};

inline std::vector<FlatLink> links(const Layout& layout) {
  std::vector<FlatLink> result;
  for_each_wire(layout, [&](const WireShapes& wire) {
    if (wire.wire == 0) {
      result.push_back({wire.terminals.front().node, wire.terminals.back().node, wire.link_class, 0, {}});
      for (std::size_t i = 1; i <= wire.taps; ++i) result.back().taps.push_back(wire.terminals[i].node);
    }
    ++result.back().wires;
  });
  return result;
}

inline std::uint32_t along(const FlatLink& link, Axis axis) {
  return link.a[axis] > link.b[axis] ? link.a[axis] - link.b[axis] : link.b[axis] - link.a[axis];
}
inline Span span(const Case& c, const FlatLink& link) {
  Span sum;
  for (const Axis axis : kAxes) {
    const auto [from, to] = std::minmax({link.a[axis], link.b[axis]});
    sum = sum + c.layout.wiring.span(axis, from, to);
  }
  return sum;
}

inline Profile no_links(const Layout& layout, Axis axis) {
  const std::size_t cuts = layout.wiring.grid[axis] - 1;
  return {std::vector<std::int64_t>(cuts), std::vector<std::int64_t>(cuts)};
}

/// The axes that have lines: z only if there are several planes.
inline std::vector<Axis> line_axes(const Layout& layout) {
  std::vector<Axis> axes = {Axis::x, Axis::y};
  if (layout.wiring.grid[Axis::z] > 1) axes.push_back(Axis::z);
  return axes;
}

/// The profiles of all lines of an axis. A part of a bent link counts where the link's way from a to b goes.
inline std::vector<Profile> line_profiles(const Layout& layout, Axis axis, const std::vector<FlatLink>& links) {
  const GridSize& grid = layout.wiring.grid;
  std::vector<Profile> profiles(grid.lines(axis), no_links(layout, axis));
  for (const FlatLink& link : links) {
    const Cell corner = {{link.b[Axis::x], link.a[Axis::y], link.a[Axis::z]}};
    Profile& profile = profiles[line_of(grid, axis, axis == Axis::x ? link.a : axis == Axis::y ? corner : link.b)];
    const std::uint32_t from = std::min(link.a[axis], link.b[axis]);
    const std::uint32_t to = std::max(link.a[axis], link.b[axis]);
    for (std::uint32_t cut = from; cut < to; ++cut) {
      profile.links[cut] += 1;
      profile.wires[cut] += link.wires;
    }
  }
  return profiles;
}

inline Profile sum(const Layout& layout, Axis axis, const std::vector<Profile>& profiles) {
  Profile total = no_links(layout, axis);
  for (const Profile& profile : profiles) {
    for (std::size_t cut = 0; cut < total.links.size(); ++cut) {
      total.links[cut] += profile.links[cut];
      total.wires[cut] += profile.wires[cut];
    }
  }
  return total;
}

inline std::int64_t peak(const std::vector<std::int64_t>& counts) {
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}
/// The number of the peak cut, counted from 1; 0 if there is none.
inline std::uint32_t peak_cut(const std::vector<std::int64_t>& counts) {
  for (std::uint32_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == peak(counts)) return i + 1;
  }
  return 0;
}
inline std::int64_t middle(const std::vector<std::int64_t>& counts) {
  return counts.empty() ? 0 : counts[(counts.size() + 1) / 2 - 1];
}
inline std::string digest(const std::vector<std::int64_t>& counts) {
  Sha256 sha;
  for (const std::int64_t count : counts) sha.add(std::to_string(count) + "\n");
  return sha.hex();
}

inline Density density(const Layout& layout, Axis axis, const std::vector<FlatLink>& links) {
  const std::vector<Profile> profiles = line_profiles(layout, axis, links);
  const Profile* densest = &profiles[0];
  Density result;
  for (const Profile& profile : profiles) {
    if (peak(profile.links) > peak(densest->links)) densest = &profile;
    result.per_line_peak_wires = std::max(result.per_line_peak_wires, peak(profile.wires));
  }
  const Profile machine = sum(layout, axis, profiles);
  result.peak_links = peak(machine.links);
  result.peak_cut = peak_cut(machine.links);
  result.middle_links = middle(machine.links);
  result.per_line_peak_links = peak(densest->links);
  result.per_line_peak_cut = peak_cut(densest->links);
  result.per_line_middle_links = middle(densest->links);
  result.peak_wires = peak(machine.wires);
  result.peak_wires_cut = peak_cut(machine.wires);
  result.middle_wires = middle(machine.wires);
  result.per_line_profile_sha256 = digest(densest->links);
  result.profile_sha256 = digest(machine.links);
  return result;
}

/// The run of the first wire of each link of a line: where it begins and ends, and the link's wires.
struct Run {
  std::int64_t lo = 0, hi = 0, wires = 0;
};

/// The number of links side by side on one line. On one layer pair with links of equal width it follows from the height
/// of the channel; otherwise it is the largest number of links that overlap.
inline std::int64_t links_abreast(const std::vector<Run>& runs, std::int64_t tracks, std::uint32_t pairs) {
  if (runs.empty()) return 0;
  const auto as_wide = [&](const Run& run) { return run.wires == runs[0].wires; };
  if (pairs == 1 && std::all_of(runs.begin(), runs.end(), as_wide)) return tracks / runs[0].wires;
  std::int64_t most = 0;
  for (const Run& at : runs) {
    most = std::max<std::int64_t>(most, std::count_if(runs.begin(), runs.end(), [&](const Run& run) {
                                    return run.lo <= at.lo && at.lo <= run.hi;
                                  }));
  }
  return most;
}

/// Posts stand side by side, each in as many cells as it takes; posts of different links meet in the boxes where they
/// end.
inline Tracks post_tracks(const Layout& layout) {
  Tracks result;
  for (std::uint32_t line = 0; line < layout.lines(Axis::z).pattern_of_line.size(); ++line) {
    std::vector<Run> runs;
    std::map<std::pair<std::int64_t, std::int64_t>, int> cells;
    for (const WireShapes& wire : line_shapes(layout, Axis::z, line)) {
      const Post& post = wire.posts.at(0);
      ++cells[{post.x, post.y}];
      if (wire.wire == 0) runs.push_back({2 * std::int64_t{post.z0} + 1, 2 * std::int64_t{post.z1}, 0});
      ++runs.back().wires;
    }
    const auto highest = static_cast<std::int64_t>(cells.size());
    result.wires = std::max(result.wires, highest);
    result.links = std::max(result.links, links_abreast(runs, highest, 1));
  }
  return result;
}

inline Tracks tracks(const Layout& layout, Axis axis) {
  if (axis == Axis::z) return post_tracks(layout);
  Tracks result;
  for (std::uint32_t line = 0; line < layout.lines(axis).pattern_of_line.size(); ++line) {
    std::vector<Run> runs;
    std::int64_t highest = 0;
    for (const WireShapes& wire : line_shapes(layout, axis, line)) {
      if (wire.segments.size() == 1) continue;  // facing neighbours: no track
      const auto run = std::find_if(wire.segments.begin(), wire.segments.end(),
                                    [&](const Segment& s) { return s.layer % 2 == (axis == Axis::x ? 0 : 1); });
      const Cell place = cell_on_line(layout.wiring.grid, axis, line, 0);
      const std::int64_t first =
          axis == Axis::x ? layout.rows().box_end(place[Axis::y]) : layout.columns().box_end(place[Axis::x]);
      highest = std::max(highest, (axis == Axis::x ? run->y0 : run->x0) - first + 1);
      if (wire.wire == 0) {
        // Links that meet at a node share its first terminal's cell only if they go the same way. So this counts cells,
        // not slots.
        if (axis == Axis::x) {
          runs.push_back({run->x0, run->x1, 0});
        } else {
          runs.push_back({run->y0, run->y1, 0});
        }
      }
      ++runs.back().wires;
      runs.back().hi = std::max(runs.back().hi, axis == Axis::x ? run->x1 : run->y1);
    }
    result.wires = std::max(result.wires, highest);
    result.links = std::max(result.links, links_abreast(runs, highest, layout.rules.layer_pairs));
  }
  return result;
}

/// The part of the lengths that follows from spans.
inline Lengths spans(const Case& c, const std::vector<FlatLink>& links) {
  Lengths result;
  std::vector<std::uint64_t> class_total(c.topology.classes.size());
  for (const LinkClass& in : c.topology.classes) result.by_class.push_back({in.name, 0, {}, 0});
  for (const FlatLink& link : links) {
    ClassLength& in = result.by_class[link.link_class];
    ++in.links;
    const Span distance = span(c, link);
    class_total[link.link_class] += distance.halves;
    in.longest_span = std::max(in.longest_span, distance);
    result.total_span_halves += static_cast<Int128>(distance.halves);
    result.longest_span = std::max(result.longest_span, distance);
  }
  for (std::size_t i = 0; i < class_total.size(); ++i) {
    ClassLength& in = result.by_class[i];
    if (in.links != 0) in.mean_span = static_cast<double>(class_total[i]) / 2 / static_cast<double>(in.links);
  }
  std::erase_if(result.by_class, [](const ClassLength& in) { return in.links == 0; });
  result.mean_span = static_cast<double>(result.total_span_halves) / 2 / static_cast<double>(links.size());
  return result;
}

inline Lengths lengths(const Case& c, const std::vector<FlatLink>& links) {
  const LayoutRules& rules = c.layout.rules;
  const double width = rules.unit ? 1 : rules.cell_width_nm;
  const double height = rules.unit ? 1 : rules.cell_height_nm;
  const double depth = rules.unit ? 1 : rules.cell_depth_nm;
  Lengths result = spans(c, links);
  std::map<Cell, std::uint64_t> node_at;
  for (std::uint64_t node = 0; node < c.topology.site_count(); ++node) {
    if (c.topology.kind(node) == SiteKind::nothing) continue;
    node_at[cell_of(c.topology, c.placement, node)] = node;
  }
  double longest = 0, total = 0;
  std::size_t wires = 0;
  for_each_wire(c.layout, [&](const WireShapes& wire) {
    // The first segments lead from end to end; a tap's stub is not on the way.
    const std::size_t on_the_way = wire.segments.size() - (wire.posts.empty() ? wire.taps : 0);
    for (const Segment& s : wire.segments) {
      const std::int64_t x = s.x1 - s.x0, y = s.y1 - s.y0;
      total += static_cast<double>(x) * width + static_cast<double>(y) * height;
      result.total_pitches += x + y;
    }
    std::int64_t x = 0, y = 0, z = 0;
    for (const Post& post : wire.posts) z += std::int64_t{post.z1 - post.z0} * rules.plane_cells;
    total += static_cast<double>(z) * depth;
    result.total_pitches += z;
    for (std::size_t i = 0; i < on_the_way; ++i) {
      x += wire.segments[i].x1 - wire.segments[i].x0;
      y += wire.segments[i].y1 - wire.segments[i].y0;
    }
    const double physical =
        static_cast<double>(x) * width + static_cast<double>(y) * height + static_cast<double>(z) * depth;
    ++wires;
    if (physical <= longest) return;
    longest = physical;
    result.longest_pitches = x + y + z;
    result.longest_link_a = node_at.at(wire.terminals.front().node);
    result.longest_link_b = node_at.at(wire.terminals.back().node);
  });
  result.mean_pitches = static_cast<double>(result.total_pitches) / static_cast<double>(wires);
  if (!rules.unit) {
    result.mm = {longest * 1e-6, total * 1e-6 / static_cast<double>(wires), total * 1e-6};
  }
  return result;
}

inline LayoutSize size(const Case& c) {
  LayoutSize result;
  const AxisPositions& columns = c.layout.columns();
  const AxisPositions& rows = c.layout.rows();
  for (std::size_t i = 0; i < columns.box.size(); ++i) result.width_pitches += columns.box[i] + columns.channel[i];
  for (std::size_t i = 0; i < rows.box.size(); ++i) result.height_pitches += rows.box[i] + rows.channel[i];
  result.area_pitches2 = static_cast<Int128>(result.width_pitches) * result.height_pitches;
  Int128 boxes = 0;
  const GridSize& grid = c.layout.wiring.grid;
  for (std::uint64_t node = 0; node < c.topology.site_count(); ++node) {
    if (c.topology.kind(node) != SiteKind::node) continue;
    const Cell cell = cell_of(c.topology, c.placement, node);
    const auto pattern = [&](Axis axis) -> const Pattern& {
      return c.layout.wiring.pattern(axis, static_cast<std::uint32_t>(line_of(grid, axis, cell)));
    };
    const std::uint32_t width = node_box_side(c.layout, Axis::x, pattern(Axis::x), cell[Axis::x]);
    const std::uint32_t height = node_box_side(c.layout, Axis::y, pattern(Axis::y), cell[Axis::y]);
    boxes += static_cast<Int128>(width) * height;
  }
  const std::uint32_t planes = grid[Axis::z];
  result.node_area_fraction = static_cast<double>(boxes) / static_cast<double>(result.area_pitches2 * planes);
  const std::int64_t depth = std::int64_t{planes} * c.layout.rules.plane_cells;
  if (planes > 1) result.planes = {depth, result.area_pitches2 * depth, 0, 0};
  if (!c.layout.rules.unit) {
    const double width_mm = static_cast<double>(result.width_pitches) * c.layout.rules.cell_width_nm * 1e-6;
    const double height_mm = static_cast<double>(result.height_pitches) * c.layout.rules.cell_height_nm * 1e-6;
    const double depth_mm = static_cast<double>(depth) * c.layout.rules.cell_depth_nm * 1e-6;
    result.mm = {width_mm, height_mm, width_mm * height_mm};
    if (planes > 1) result.planes = {depth, result.area_pitches2 * depth, depth_mm, width_mm * height_mm * depth_mm};
  }
  return result;
}

/// By slot of an axis: the largest number of terminals in one box that belong to one line along the axis, from the
/// shapes.
inline std::vector<std::int64_t> most_terminals(const Layout& layout, Axis axis) {
  std::vector<std::int64_t> most(layout.wiring.grid[axis], 0);
  for (std::uint32_t line = 0; line < layout.lines(axis).pattern_of_line.size(); ++line) {
    std::vector<std::int64_t> here(most.size(), 0);
    for (const WireShapes& wire : line_shapes(layout, axis, line)) {
      if (wire.segments.size() == 1) continue;  // at the sides of its boxes
      for (const Terminal& terminal : wire.terminals) ++here[terminal.node[axis]];
    }
    for (std::size_t slot = 0; slot < most.size(); ++slot) most[slot] = std::max(most[slot], here[slot]);
  }
  return most;
}

/// Wires over edges along an axis: compares each line's profile with the tracks of its slot.
inline EdgeWires edge_wires(const Layout& layout, Axis axis, const std::vector<FlatLink>& links) {
  const Axis across = axis == Axis::x ? Axis::y : Axis::x;
  const AxisPositions& places = layout.positions[index(across)];
  const std::vector<std::int64_t> terminals = most_terminals(layout, across);
  const std::vector<Profile> profiles = line_profiles(layout, axis, links);
  EdgeWires result;
  result.available_min = std::int64_t{1} << 60;
  for (std::uint32_t slot = 0; slot < places.start.size(); ++slot) {
    const std::int64_t field = places.field.empty() ? 0 : places.field[slot];
    const std::int64_t taken = std::max({std::int64_t{1}, field + 1, terminals[slot] + (across == Axis::y ? 1 : 0)});
    const std::int64_t edge = places.box[slot] + std::int64_t{places.channel[slot]};
    const std::int64_t available = (edge - taken) * layout.rules.layer_pairs;
    if (available < result.available_min) result = {available, edge, taken, result.used_max, result.used_fraction_max};
    for (std::size_t line = slot; line < profiles.size(); line += places.start.size()) {
      const std::int64_t used = peak(profiles[line].wires);
      result.used_max = std::max(result.used_max, used);
      if (used > 0)
        result.used_fraction_max =
            std::max(result.used_fraction_max, static_cast<double>(used) / static_cast<double>(available));
    }
  }
  return result;
}

inline Measures measures(const Case& c) {
  const std::vector<FlatLink> all = links(c.layout);
  Measures result;
  for (const Axis axis : line_axes(c.layout)) {
    result.density[index(axis)] = density(c.layout, axis, all);
    result.tracks[index(axis)] = flat::tracks(c.layout, axis);
  }
  result.length = lengths(c, all);
  result.size = size(c);
  if (c.layout.rules.over_nodes)
    result.room = EdgesOfNodes{edge_wires(c.layout, Axis::x, all), edge_wires(c.layout, Axis::y, all)};
  std::map<Cell, std::uint64_t> pins, ports;
  std::map<Cell, bool> is_node;
  for (std::uint64_t site = 0; site < c.topology.site_count(); ++site) {
    const SiteKind kind = c.topology.kind(site);
    if (kind != SiteKind::nothing) is_node[cell_of(c.topology, c.placement, site)] = kind == SiteKind::node;
  }
  result.wires_per_link_min = ~std::uint32_t{0};
  for (const FlatLink& link : all) {
    const auto channels = static_cast<std::uint64_t>(c.topology.classes[link.link_class].channels);
    std::vector<Cell> terminals = link.taps;
    terminals.insert(terminals.end(), {link.a, link.b});
    for (const Cell& end : terminals) {
      const bool node = is_node.at(end);
      std::uint64_t& most_pins = node ? result.pins_per_node_max : result.pins_per_interchange_max;
      std::uint64_t& most_ports = node ? result.ports_per_node_max : result.ports_per_interchange_max;
      most_pins = std::max(most_pins, pins[end] += static_cast<std::uint64_t>(link.wires));
      most_ports = std::max(most_ports, ports[end] += channels);
    }
    result.wires_per_link_min = std::min(result.wires_per_link_min, static_cast<std::uint32_t>(link.wires));
    result.wires_per_link_max = std::max(result.wires_per_link_max, static_cast<std::uint32_t>(link.wires));
  }
  return result;
}

}  // namespace flat
