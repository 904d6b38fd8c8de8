// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"
#include "cutline/topology/topology.hpp"
#include "measure/placed_links.hpp"

namespace cutline {

namespace {

using PerSlot = std::vector<std::vector<std::int64_t>>;  // [pattern][slot], of one axis

/// Planes whose rows and columns have the same patterns, so that one plane stands for all of them.
struct PlaneKind {
  std::vector<std::uint32_t> planes;
  std::array<std::vector<std::uint32_t>, 2> pattern_of;  ///< of rows by y, of columns by x: index into `patterns`
  std::array<std::vector<std::uint32_t>, 2> patterns;    ///< that occur in these planes
};

std::vector<PlaneKind> plane_kinds(const Layout& layout) {
  const GridSize& grid = layout.wiring.grid;
  const std::array<std::uint32_t, 2> lines_of_plane = {grid[Axis::y], grid[Axis::x]};
  std::map<std::array<std::vector<std::uint32_t>, 2>, std::size_t> known;
  std::vector<PlaneKind> kinds;
  for (std::uint32_t plane = 0; plane < grid[Axis::z]; ++plane) {
    std::array<std::vector<std::uint32_t>, 2> pattern_of;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const auto first = layout.lines(kAxes[axis]).pattern_of_line.begin() +
                         static_cast<std::ptrdiff_t>(std::uint64_t{plane} * lines_of_plane[axis]);
      pattern_of[axis].assign(first, first + lines_of_plane[axis]);
    }
    const auto [entry, added] = known.try_emplace(pattern_of, kinds.size());
    if (added) kinds.push_back({{}, std::move(pattern_of), {}});
    kinds[entry->second].planes.push_back(plane);
  }
  for (PlaneKind& kind : kinds) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      std::map<std::uint32_t, std::uint32_t> number;
      for (std::uint32_t& pattern : kind.pattern_of[axis]) {
        const auto [entry, added] = number.try_emplace(pattern, static_cast<std::uint32_t>(number.size()));
        if (added) kind.patterns[axis].push_back(pattern);
        pattern = entry->second;
      }
    }
  }
  return kinds;
}

/// Combines the values of the slots of each pattern, apart for each pattern of the line across: entry [p][q] combines
/// the slots of pattern p whose line across has pattern q. In a plane every row crosses every column, so sums and
/// maxima over its nodes can be taken over pairs of patterns.
template <class Number, class Combine>
std::vector<std::vector<Number>> by_pattern_across(const PlaneKind& kind, std::size_t axis, const PerSlot& values,
                                                   Number none, const Combine& combine) {
  std::vector<std::vector<Number>> result(kind.patterns[axis].size(),
                                          std::vector<Number>(kind.patterns[1 - axis].size(), none));
  for (std::size_t p = 0; p < result.size(); ++p) {
    const std::vector<std::int64_t>& of_pattern = values[kind.patterns[axis][p]];
    for (std::size_t slot = 0; slot < of_pattern.size(); ++slot) {
      Number& entry = result[p][kind.pattern_of[1 - axis][slot]];
      entry = combine(entry, static_cast<Number>(of_pattern[slot]));
    }
  }
  return result;
}

/// A count of a node's links, and where the most of any node, and of any interchange, stand.
struct CountOfSites {
  std::uint64_t (*of_link)(const LinkKind& kind);
  std::uint64_t Measures::*at_node;
  std::uint64_t Measures::*at_interchange;
};
constexpr CountOfSites kCounts[] = {
    {[](const LinkKind& kind) { return std::uint64_t{kind.wires}; }, &Measures::pins_per_node_max,
     &Measures::pins_per_interchange_max},
    {[](const LinkKind& kind) { return std::uint64_t{kind.channels}; }, &Measures::ports_per_node_max,
     &Measures::ports_per_interchange_max},
    {[](const LinkKind& kind) { return std::uint64_t{kind.channels} * kind.width; }, &Measures::lanes_per_node_max,
     &Measures::lanes_per_interchange_max},
};

/// For each pattern and slot, the sum of a count over the links that end there.
PerSlot ends(const Layout& layout, Axis axis, const CountOfSites& counted) {
  PerSlot result;
  for (const Pattern& pattern : layout.lines(axis).patterns) {
    std::vector<std::int64_t> count(layout.lines(axis).slots, 0);
    for (std::size_t part = 0; part < pattern.size(); ++part) {
      const LinkKind& kind = layout.wiring.kinds[pattern.kind[part]];
      const auto amount = static_cast<std::int64_t>(counted.of_link(kind));
      for (const PartSide side : {PartSide::lo, PartSide::hi}) {
        const std::uint32_t station = pattern.end(part, side);
        if (is_link_end(station)) count[slot_of(station)] += amount;
      }
      if (!kind.taps) continue;
      for (std::uint32_t slot = slot_of(pattern.lo[part]) + 1; slot < slot_of(pattern.hi[part]); ++slot)
        count[slot] += amount;
    }
    result.push_back(std::move(count));
  }
  return result;
}

enum class Stands { node, inner, any };

/// Marks the slots of an axis where something may stand. A node stands where the slots of all axes are slots of nodes.
std::vector<bool> slots_of(const Layout& layout, Axis axis, Stands what) {
  std::vector<bool> marked(layout.wiring.grid[axis]);
  for (std::uint32_t slot = 0; slot < marked.size(); ++slot) {
    const SiteKind kind = layout.wiring.stands_at(axis, slot);
    marked[slot] = what == Stands::any || (what == Stands::node ? kind == SiteKind::node : is_inner(kind));
  }
  return marked;
}

constexpr std::int64_t kNobody = -1;

/// The counts at marked slots, kNobody elsewhere.
PerSlot at_slots(PerSlot counts, const std::vector<bool>& marked) {
  for (auto& pattern : counts) {
    for (std::size_t slot = 0; slot < pattern.size(); ++slot) {
      if (!marked[slot]) pattern[slot] = kNobody;
    }
  }
  return counts;
}

/// The most that the counts along x and y add up to at one place of these planes; kNobody where nothing stands.
std::int64_t busiest_in_plane(const PlaneKind& kind, const PerSlot& by_row, const PerSlot& by_column) {
  const auto most = [](std::int64_t a, std::int64_t b) { return std::max(a, b); };
  const auto rows = by_pattern_across<std::int64_t>(kind, 0, by_row, kNobody, most);
  const auto columns = by_pattern_across<std::int64_t>(kind, 1, by_column, kNobody, most);
  std::int64_t most_of_all = kNobody;
  for (std::size_t p = 0; p < rows.size(); ++p) {
    for (std::size_t q = 0; q < columns.size(); ++q) {
      if (rows[p][q] == kNobody || columns[q][p] == kNobody) continue;
      most_of_all = std::max(most_of_all, rows[p][q] + columns[q][p]);
    }
  }
  return most_of_all;
}

/// The largest sum of the counts of a cell's row, column and pillar; found cell by cell, because pillars may differ
/// from cell to cell.
std::int64_t busiest_cell(const Layout& layout, const PlaneKind& kind, const std::array<PerSlot, 3>& counts) {
  const GridSize& grid = layout.wiring.grid;
  const std::vector<std::uint32_t>& pillars = layout.lines(Axis::z).pattern_of_line;
  std::int64_t most = kNobody;
  for (const std::uint32_t z : kind.planes) {
    for (std::uint32_t y = 0; y < grid[Axis::y]; ++y) {
      const auto& row = counts[0][kind.patterns[0][kind.pattern_of[0][y]]];
      for (std::uint32_t x = 0; x < grid[Axis::x]; ++x) {
        const std::int64_t in_row = row[x];
        const std::int64_t in_column = counts[1][kind.patterns[1][kind.pattern_of[1][x]]][y];
        const std::int64_t in_pillar = counts[2][pillars[x + std::size_t{grid[Axis::x]} * y]][z];
        if (in_row == kNobody || in_column == kNobody || in_pillar == kNobody) continue;
        most = std::max(most, in_row + in_column + in_pillar);
      }
    }
  }
  return most;
}

/// The largest sum of the counts of all axes at a place where such sites stand.
std::uint64_t busiest(const Layout& layout, const std::vector<PlaneKind>& kinds, const std::array<PerSlot, 3>& counts,
                      const std::array<Stands, 3>& stands) {
  std::array<PerSlot, 3> marked;
  for (const Axis axis : kAxes) {
    const std::size_t i = index(axis);
    marked[i] = at_slots(counts[i], slots_of(layout, axis, stands[i]));
  }
  const std::vector<bool> planes = slots_of(layout, Axis::z, stands[2]);
  std::int64_t most = 0;
  for (const PlaneKind& kind : kinds) {
    if (marked[2].size() > 1) {
      most = std::max(most, busiest_cell(layout, kind, marked));
      continue;
    }
    std::int64_t in_pillar = kNobody;
    for (const std::uint32_t z : kind.planes) {
      if (planes[z]) in_pillar = std::max(in_pillar, marked[2].empty() ? 0 : marked[2][0][z]);
    }
    const std::int64_t in_plane = busiest_in_plane(kind, marked[0], marked[1]);
    if (in_pillar != kNobody && in_plane != kNobody) most = std::max(most, in_plane + in_pillar);
  }
  return static_cast<std::uint64_t>(most);
}

/// An interchange stands where the slot of some axis is a slot of interchanges.
std::uint64_t busiest_interchange(const Layout& layout, const std::vector<PlaneKind>& kinds,
                                  const std::array<PerSlot, 3>& counts) {
  std::uint64_t most = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::array<Stands, 3> stands = {Stands::any, Stands::any, Stands::any};
    stands[axis] = Stands::inner;
    most = std::max(most, busiest(layout, kinds, counts, stands));
  }
  return most;
}

/// By how much the boxes of each slot of nodes exceed the least box.
PerSlot growth(const Layout& layout, Axis axis, std::uint32_t least) {
  PerSlot result;
  const std::vector<bool> nodes = slots_of(layout, axis, Stands::node);
  for (const Pattern& pattern : layout.lines(axis).patterns) {
    std::vector<std::int64_t> grown(layout.lines(axis).slots, 0);
    for (std::uint32_t slot = 0; slot < grown.size(); ++slot) {
      if (nodes[slot]) grown[slot] = std::int64_t{node_box_side(layout, axis, pattern, slot)} - least;
    }
    result.push_back(std::move(grown));
  }
  return result;
}

/// Whether switches may share rows and columns with nodes, so that no line tells them apart.
bool has_switches_among_nodes(const Topology& topology, const Placement& placement) {
  return topology.has_switches() && !digits_have_axes(topology, placement);
}

/// Whether a node stands wherever the slots of all axes are slots of nodes.
bool every_cell_has_a_node(const Layout& layout, std::uint64_t nodes) {
  std::uint64_t cells = 1;
  for (const Axis axis : kAxes) {
    const std::vector<bool> marked = slots_of(layout, axis, Stands::node);
    const auto slots = static_cast<std::uint64_t>(std::ranges::count(marked, true));
    if (slots != 0 && cells > nodes / slots) return false;
    cells *= slots;
  }
  return cells == nodes;
}

Int128 area_node_by_node(const Layout& layout, const Topology& topology, const Placement& placement) {
  const GridSize& grid = layout.wiring.grid;
  Int128 area = 0;
  for (std::uint64_t site = 0; site < topology.site_count(); ++site) {
    if (topology.kind(site) != SiteKind::node) continue;
    const Cell cell = cell_of(topology, placement, site);
    const auto side = [&](Axis axis) {
      const Pattern& pattern = layout.wiring.pattern(axis, static_cast<std::uint32_t>(line_of(grid, axis, cell)));
      return static_cast<Int128>(node_box_side(layout, axis, pattern, cell[axis]));
    };
    area += side(Axis::x) * side(Axis::y);
  }
  return area;
}

/// The largest count among the sites of a kind.
std::uint64_t most_of(const Topology& topology, const std::vector<std::uint64_t>& counts, SiteKind kind) {
  std::uint64_t most = 0;
  for (std::uint64_t site = 0; site < counts.size(); ++site) {
    if (topology.kind(site) == kind) most = std::max(most, counts[site]);
  }
  return most;
}

/// Counts link by link, for networks in which no line tells switches from nodes.
void set_pins_by_site(const Layout& layout, const Topology& topology, Measures& measures) {
  std::array<std::vector<std::uint64_t>, std::size(kCounts)> counts;
  for (std::vector<std::uint64_t>& of_sites : counts) of_sites.resize(topology.site_count());
  // By class and width: kinds that differ in their given figures alone have the same wires.
  std::map<std::pair<std::size_t, std::uint32_t>, const LinkKind*> kinds;
  for (const LinkKind& kind : layout.wiring.kinds) kinds[{kind.link_class, kind.width}] = &kind;
  for_each_link(topology, [&](std::size_t link_class, std::size_t link, std::uint64_t a, std::uint64_t b) {
    const LinkKind* kind = kinds.at({link_class, topology.classes[link_class].width(link)});
    for (std::size_t i = 0; i < counts.size(); ++i) {
      for (const std::uint64_t end : {a, b}) counts[i][end] += kCounts[i].of_link(*kind);
    }
  });
  for (std::size_t i = 0; i < counts.size(); ++i) {
    measures.*kCounts[i].at_node = most_of(topology, counts[i], SiteKind::node);
    measures.*kCounts[i].at_interchange = most_of(topology, counts[i], inner_kind(topology));
  }
}

}  // namespace

/// Multiplies out (least width + excess) x (least height + excess), so that each term can be summed by pattern.
Int128 node_area(const Layout& layout, const Topology& topology, const Placement& placement) {
  const std::uint64_t nodes = topology.node_count();
  // In one plane an empty cell has no terminals, so its box is the least one; in several planes it may have posts. With
  // wires over nodes, or a zone for neighbours that face, all boxes of a line are as large as the largest; with tiles
  // of several kinds the least box of a line is that of its largest tile.
  const bool gaps_count = layout.wiring.grid[Axis::z] > 1 || layout.rules.over_nodes || layout.rules.neighbours_face ||
                          !layout.rules.least_side[0].empty();
  if (has_switches_among_nodes(topology, placement) || (gaps_count && !every_cell_has_a_node(layout, nodes)))
    return area_node_by_node(layout, topology, placement);
  const auto add = [](Int128 a, Int128 b) { return a + b; };
  const auto least = [&](Axis axis) {
    const std::vector<std::uint32_t>& of_slots = layout.rules.least_side[index(axis)];
    return of_slots.empty() ? least_node_side(layout.rules, axis, 0) : *std::ranges::min_element(of_slots);
  };
  const std::uint32_t width = least(Axis::x), height = least(Axis::y);
  const PerSlot growth_x = growth(layout, Axis::x, width), growth_y = growth(layout, Axis::y, height);
  const std::vector<bool> node_columns = slots_of(layout, Axis::x, Stands::node);
  const std::vector<bool> node_rows = slots_of(layout, Axis::y, Stands::node);
  const std::vector<bool> node_planes = slots_of(layout, Axis::z, Stands::node);
  Int128 area = static_cast<Int128>(nodes) * width * height;
  for (const PlaneKind& kind : plane_kinds(layout)) {
    const auto planes = std::ranges::count_if(kind.planes, [&](std::uint32_t z) { return node_planes[z]; });
    const auto wider = by_pattern_across<Int128>(kind, 0, growth_x, 0, add);
    const auto higher = by_pattern_across<Int128>(kind, 1, growth_y, 0, add);
    std::vector<std::int64_t> rows(wider.size(), 0), columns(higher.size(), 0);
    for (std::size_t y = 0; y < kind.pattern_of[0].size(); ++y) rows[kind.pattern_of[0][y]] += node_rows[y] ? 1 : 0;
    for (std::size_t x = 0; x < kind.pattern_of[1].size(); ++x)
      columns[kind.pattern_of[1][x]] += node_columns[x] ? 1 : 0;
    Int128 excess = 0;
    for (std::size_t p = 0; p < wider.size(); ++p) {
      for (std::size_t q = 0; q < higher.size(); ++q) {
        excess += wider[p][q] * higher[q][p];
        excess += wider[p][q] * height * rows[p];
        excess += higher[q][p] * width * columns[q];
      }
    }
    area += excess * planes;
  }
  return area;
}

void set_pins(const Layout& layout, const Topology& topology, const Placement& placement, Measures& measures) {
  if (has_switches_among_nodes(topology, placement)) return set_pins_by_site(layout, topology, measures);
  const std::vector<PlaneKind> kinds = plane_kinds(layout);
  for (const CountOfSites& counted : kCounts) {
    std::array<PerSlot, 3> counts;
    for (const Axis axis : kAxes) counts[index(axis)] = ends(layout, axis, counted);
    measures.*counted.at_node = busiest(layout, kinds, counts, {Stands::node, Stands::node, Stands::node});
    if (topology.has_interchanges()) measures.*counted.at_interchange = busiest_interchange(layout, kinds, counts);
  }
}

}  // namespace cutline
