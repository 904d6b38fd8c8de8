// SPDX-License-Identifier: Apache-2.0
#include "measure/placed_links.hpp"

#include <tuple>

#include "cutline/base/error.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

/// The strand of a layer pair; the pairs ascend.
Strand& strand_of(std::vector<Strand>& strands, std::uint8_t pair) {
  const auto after = [](const Strand& strand, std::uint8_t of) { return strand.pair < of; };
  auto found = std::lower_bound(strands.begin(), strands.end(), pair, after);
  if (found == strands.end() || found->pair != pair) found = strands.insert(found, Strand{.pair = pair});
  return *found;
}

/// Whether links have figures that differ from copy to copy of their class.
bool copies_differ(const Topology& topology) { return topology.given && !topology.given->of_link.empty(); }

/// The one-way links of a network by class, width, figures and local ends, and how many of them lead up a line so far.
class Directions {
 public:
  explicit Directions(const Topology& topology) : topology_(topology), weights_(digit_weights(topology)) {
    for (std::uint32_t number = 0; number < topology.classes.size() && !copies_differ(topology); ++number) {
      const LinkClass& in = topology.classes[number];
      if (!is_one_way(in)) continue;
      for (std::size_t i = 0; i < in.links.size(); ++i)
        ways_.push_back({number, in.width(i), in.links[i].a, in.links[i].b,
                         topology.given ? topology.given->of(number, i, 0) : std::uint16_t{0}});
    }
    if (copies_differ(topology)) add_copies();
    std::ranges::sort(ways_);
  }

  /// Sets whether the link is one-way, and turns it if it leads from b, at the higher slot, to a. All links must come
  /// in the order of the layout.
  void set(PlacedLink& link, const LinkKind& kind) {
    const LinkClass& in = topology_.classes[link.link_class];
    link.one_way = is_one_way(in);
    if (!link.one_way) return;
    const auto number = static_cast<std::uint32_t>(link.link_class);
    const std::uint32_t a = local(in, link.a), b = local(in, link.b);
    const std::uint32_t width = kind.width;
    const std::uint16_t given = kind.given;
    const std::uint64_t up = count({number, width, a, b, given}), down = count({number, width, b, a, given});
    CUTLINE_EXPECT(up + down > 0);
    if (down == 0) return;
    const bool leads_up =
        up > 0 && seen_[{link.place.axis, link.place.pattern, number, width, given, link.a, link.b}]++ < up;
    if (!leads_up) std::swap(link.a, link.b);
  }

 private:
  struct Way {
    std::uint32_t link_class = 0, width = 1, a = 0, b = 0;
    std::uint16_t given = 0;
    auto operator<=>(const Way&) const = default;
  };
  /// The ends are sites, as they stand in the layout.
  using Between =
      std::tuple<Axis, std::uint32_t, std::uint32_t, std::uint32_t, std::uint16_t, std::uint64_t, std::uint64_t>;

  static bool is_one_way(const LinkClass& in) { return in.channels == 1 && !in.shared; }
  std::uint64_t count(const Way& way) const {
    const auto [first, last] = std::equal_range(ways_.begin(), ways_.end(), way);
    return static_cast<std::uint64_t>(last - first);
  }
  /// Where copies of a class differ, each link stands by itself.
  void add_copies() {
    std::size_t links = 0;
    for_each_link(topology_, [&](std::size_t number, std::size_t i, std::uint64_t a, std::uint64_t b) {
      const LinkClass& in = topology_.classes[number];
      const std::uint16_t given = topology_.given->of(number, i, links++);
      if (is_one_way(in))
        ways_.push_back({static_cast<std::uint32_t>(number), in.width(i), local(in, a), local(in, b), given});
    });
  }
  /// The end of a link within its class; its site where copies differ.
  std::uint32_t local(const LinkClass& in, std::uint64_t site) const {
    if (copies_differ(topology_)) return static_cast<std::uint32_t>(site);
    return static_cast<std::uint32_t>(number_of_digits(topology_, weights_, in.digits, site));
  }

  const Topology& topology_;
  std::vector<std::uint64_t> weights_;
  std::vector<Way> ways_;  ///< sorted
  std::map<Between, std::uint64_t> seen_;
};

/// Finds the node that stands in a cell.
class NodesByCell {
 public:
  NodesByCell(const Topology& topology, const Placement& placement) {
    const std::uint64_t sites = topology.site_count();
    nodes_.reserve(sites);
    for (std::uint64_t node = 0; node < sites; ++node) {
      if (topology.kind(node) == SiteKind::nothing) continue;
      nodes_.emplace_back(cell_of(topology, placement, node), node);
    }
    std::ranges::sort(nodes_);
  }
  std::uint64_t at(const Cell& cell) const {
    const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), std::pair(cell, std::uint64_t{0}));
    CUTLINE_EXPECT(found != nodes_.end() && found->first == cell);
    return found->second;
  }

 private:
  std::vector<std::pair<Cell, std::uint64_t>> nodes_;
};

}  // namespace

const LinkKind& link_kind(const Layout& layout, const LinkPlace& place) {
  if (place.is_bent()) return layout.wiring.kind(layout.wiring.joints[place.part]);
  return layout.wiring.kinds[layout.lines(place.axis).patterns[place.pattern].kind[place.part]];
}

std::array<Cell, 2> ends_at(const Layout& layout, const LinkPlace& place) {
  if (place.is_bent()) return layout.wiring.ends(layout.wiring.joints[place.part]);
  const Pattern& pattern = layout.lines(place.axis).patterns[place.pattern];
  std::array<Cell, 2> ends;
  ends[0].at[index(place.axis)] = slot_of(pattern.lo[place.part]);
  ends[1].at[index(place.axis)] = slot_of(pattern.hi[place.part]);
  return ends;
}

Span span_at(const Layout& layout, const LinkPlace& place) {
  if (place.is_bent()) return layout.wiring.span(layout.wiring.joints[place.part]);
  return layout.wiring.span(place.axis, layout.lines(place.axis).patterns[place.pattern], place.part);
}

void for_each_bundle(const Layout& layout, const LinkPlace& place, FunctionRef<void(const WireBundle&)> visit) {
  const std::uint32_t wires = link_kind(layout, place).wires;
  if (place.is_bent()) {
    const Joint& joint = layout.wiring.joints[place.part];
    std::uint32_t count = 0;
    for (std::uint32_t first = 0; first < wires; first += count) {
      count = layout.rules.given ? 1 : wires_side_by_side(layout, joint, first);
      const WireRun from = joint_run(layout, joint, first);
      const WireRun to = count == 1 ? from : joint_run(layout, joint, first + count - 1);
      const auto sum = [&](std::int64_t a, std::int64_t b) { return static_cast<Int128>(count) * (a + b) / 2; };
      visit({first, count, from, to, {sum(from.x, to.x), sum(from.y, to.y), sum(from.z, to.z)}});
    }
    return;
  }
  const Axis axis = place.axis;
  const Pattern& pattern = layout.lines(axis).patterns[place.pattern];
  if (axis == Axis::z) {
    const WireRun run = part_run(layout, axis, pattern, place.part, 0);
    return visit({0, wires, run, run, {0, 0, static_cast<Int128>(wires) * run.z}});
  }
  // Wires of a unit lie on adjacent tracks.
  const std::int64_t along = part_cells_along(layout, axis, pattern, place.part), unit = pattern.wires_per_unit;
  const std::int64_t stubs = stub_count(layout, pattern, place.part), of_ends = std::min<std::int64_t>(stubs, 2);
  const std::size_t i = index(axis);
  for (std::uint32_t first = 0; first < wires; first += pattern.wires_per_unit) {
    const std::int64_t near = std::int64_t{pattern.track_of(place.part, first)} + 1, far = near + unit - 1;
    const auto run = [&](std::int64_t across) { return i == 0 ? WireRun{along, across} : WireRun{across, along}; };
    WireBundle bundle{first, pattern.wires_per_unit, run(of_ends * near), run(of_ends * far)};
    bundle.all[i] = along * unit;
    bundle.all[1 - i] = stubs * ((near + far) * unit / 2);
    visit(bundle);
  }
}

LinkGeometry link_geometry(const Layout& layout, const LinkPlace& place) {
  const CellSize cell = cell_size(layout.rules);
  const Joint* joint = place.is_bent() ? &layout.wiring.joints[place.part] : nullptr;
  const auto runs_along = [&](Axis axis) { return joint != nullptr ? joint->has(axis) : place.axis == axis; };
  const Axis first = joint != nullptr ? joint->first() : place.axis;
  const Pattern& pattern = joint != nullptr ? layout.wiring.pattern(first, joint->line[index(first)])
                                            : layout.lines(first).patterns[place.pattern];
  const std::uint32_t part = joint != nullptr ? joint->part[index(first)] : place.part;
  const std::array<Cell, 2> ends = ends_at(layout, place);
  LinkGeometry link{.span = span_at(layout, place),
                    .from = ends[0],
                    .to = ends[1],
                    .along_x = runs_along(Axis::x),
                    .along_y = runs_along(Axis::y),
                    .given = link_kind(layout, place).given};
  for_each_bundle(layout, place, [&](const WireBundle& bundle) {
    Strand& strand = strand_of(link.strands, pattern.pair_of(part, bundle.first));
    for (const WireRun& run : {bundle.from, bundle.to}) {
      if (cell.length({run.x, run.y, 0}) <= cell.length({strand.cells_x, strand.cells_y, 0})) continue;
      strand.cells_x = run.x;
      strand.cells_y = run.y;
    }
    strand.wires += bundle.wires;
    strand.mean_x += static_cast<double>(bundle.all[0]);
    strand.mean_y += static_cast<double>(bundle.all[1]);
    link.cells_z = bundle.from.z;
  });
  for (Strand& strand : link.strands) {
    strand.mean_x /= strand.wires;
    strand.mean_y /= strand.wires;
  }
  const auto length = [&](const Strand& strand) { return cell.length({strand.cells_x, strand.cells_y, 0}); };
  const auto longest =
      std::ranges::max_element(link.strands, [&](const Strand& a, const Strand& b) { return length(a) < length(b); });
  link.cells_x = longest->cells_x;
  link.cells_y = longest->cells_y;
  return link;
}

void for_each_place_along(const Layout& layout, std::size_t axis,
                          FunctionRef<void(const LinkPlace&, std::uint64_t)> visit) {
  if (axis == kAxes.size()) {
    for (std::uint32_t joint = 0; joint < layout.wiring.joints.size(); ++joint)
      visit({Axis::x, LinkPlace::kBent, joint}, 1);
    return;
  }
  const Lines& lines = layout.lines(kAxes[axis]);
  for (std::uint32_t i = 0; i < lines.patterns.size(); ++i) {
    const Pattern& pattern = lines.patterns[i];
    for (std::uint32_t part = 0; part < pattern.size(); ++part) {
      if (!pattern.is_bent(part)) visit({kAxes[axis], i, part}, lines.multiplicity[i]);
    }
  }
}

void for_each_link_place(const Layout& layout, FunctionRef<void(const LinkPlace&, std::uint64_t)> visit) {
  for (std::size_t axis = 0; axis <= kAxes.size(); ++axis) for_each_place_along(layout, axis, visit);
}

bool lines_are_alike(const Topology& topology, const Placement& placement, const Layout& layout) {
  return !copies_differ(topology) && digits_have_axes(topology, placement) && topology.is_product() &&
         layout.wiring.joints.empty();
}

std::vector<PlacedLink> links_of_axis(const Topology& topology, const std::vector<std::uint64_t>& sites,
                                      const Layout& layout, Axis axis) {
  Directions directions(topology);
  const Lines& lines = layout.lines(axis);
  std::vector<PlacedLink> links;
  for (std::uint32_t i = 0; i < lines.patterns.size(); ++i) {
    const Pattern& pattern = lines.patterns[i];
    links.reserve(links.size() + pattern.size());
    for (std::uint32_t part = 0; part < pattern.size(); ++part) {
      const LinkKind& kind = layout.wiring.kinds[pattern.kind[part]];
      links.push_back({.link_class = kind.link_class,
                       .a = sites[slot_of(pattern.lo[part])],
                       .b = sites[slot_of(pattern.hi[part])],
                       .place = {axis, i, part},
                       .copies = lines.multiplicity[i]});
      directions.set(links.back(), kind);
    }
  }
  return links;
}

void for_each_link_by_itself(const Topology& topology, const Placement& placement, const Layout& layout,
                             FunctionRef<void(const PlacedLink&)> visit) {
  Directions directions(topology);
  const NodesByCell nodes(topology, placement);
  const GridSize& grid = layout.wiring.grid;
  const auto visit_one = [&](const LinkPlace& place, const Cell& from, const Cell& to) {
    const LinkKind& kind = link_kind(layout, place);
    PlacedLink link{.link_class = kind.link_class, .a = nodes.at(from), .b = nodes.at(to), .place = place};
    directions.set(link, kind);
    visit(link);
  };
  for (const Axis axis : kAxes) {
    const Lines& lines = layout.lines(axis);
    for (std::uint32_t line = 0; line < lines.pattern_of_line.size(); ++line) {
      const Pattern& pattern = layout.wiring.pattern(axis, line);
      for (std::uint32_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        visit_one({axis, lines.pattern_of_line[line], part}, cell_on_line(grid, axis, line, slot_of(pattern.lo[part])),
                  cell_on_line(grid, axis, line, slot_of(pattern.hi[part])));
      }
    }
  }
  for (std::uint32_t i = 0; i < layout.wiring.joints.size(); ++i) {
    const auto [from, to] = layout.wiring.ends(layout.wiring.joints[i]);
    visit_one({Axis::x, LinkPlace::kBent, i}, from, to);
  }
}

void for_each_placed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          FunctionRef<void(const PlacedLink&)> visit) {
  if (lines_are_alike(topology, placement, layout)) {
    for (const Axis axis : kAxes) {
      for (const PlacedLink& link : links_of_axis(topology, sites_by_slot(topology, placement[axis]), layout, axis))
        visit(link);
    }
  } else {
    for_each_link_by_itself(topology, placement, layout, visit);
  }
}

std::optional<GivenLengths> given_lengths(const Topology& topology, const Placement& placement, const Layout& layout) {
  if (!topology.given || !topology.given->have(&GivenLink::length)) return std::nullopt;
  const CellSize cell = cell_size(layout.rules);
  GivenLengths all;
  for_each_link_by_itself(topology, placement, layout, [&](const PlacedLink& link) {
    const GivenLink* given = topology.given->find(link_kind(layout, link.place).given);
    if (given == nullptr || !given->length) return;
    const double mm = in_mm(*given->length);
    ++all.links;
    all.longest = std::max(all.longest, mm);
    all.total += mm;
    if (layout.rules.unit) return;
    const LinkGeometry way = link_geometry(layout, link.place);
    all.to_layout.add(link.a, link.b, mm, cell.length({way.cells_x, way.cells_y, way.cells_z}) * 1e-6,
                      topology.given->tolerance);
  });
  return all;
}

}  // namespace cutline
