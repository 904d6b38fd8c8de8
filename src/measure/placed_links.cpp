// SPDX-License-Identifier: Apache-2.0
#include "measure/placed_links.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/base/function_ref.hpp"
#include "cutline/layout/runs.hpp"
#include "cutline/measure/given_lengths.hpp"
#include "cutline/measure/link_geometry.hpp"
#include "cutline/topology/given_links.hpp"
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

void set_longest(LinkGeometry& link, const CellSize& cell) {
  const auto length = [&](const Strand& strand) { return cell.length({strand.cells_x, strand.cells_y, 0}); };
  const auto longest = std::max_element(link.strands.begin(), link.strands.end(),
                                        [&](const Strand& a, const Strand& b) { return length(a) < length(b); });
  link.cells_x = longest->cells_x;
  link.cells_y = longest->cells_y;
}

/// The one-way links of a network by class, width, figures and local ends, and how many of them lead up a line so far.
class Directions {
 public:
  explicit Directions(const Topology& topology) : topology_(topology), weights_(digit_weights(topology)) {
    for (std::uint32_t number = 0; number < topology.classes.size(); ++number) {
      const LinkClass& in = topology.classes[number];
      if (!is_one_way(in)) continue;
      for (std::size_t i = 0; i < in.links.size(); ++i)
        ways_.push_back({number, in.width(i), in.links[i].a, in.links[i].b,
                         topology.given ? topology.given->of(number, i) : std::uint16_t{0}});
    }
    std::sort(ways_.begin(), ways_.end());
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
  std::uint32_t local(const LinkClass& in, std::uint64_t site) const {
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
    std::sort(nodes_.begin(), nodes_.end());
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

LinkGeometry straight_geometry(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part) {
  const std::uint32_t wires = layout.wiring.kinds[pattern.kind[part]].wires, unit = pattern.wires_per_unit;
  const std::int64_t along = axis == Axis::z ? 0 : part_cells_along(layout, axis, pattern, part);
  const std::int64_t ends = pattern.is_facing(part) || axis == Axis::z ? 0 : 2;
  const double stubs = axis == Axis::z ? 0 : stub_count(layout, pattern, part);
  LinkGeometry link{
      .span = layout.wiring.span(axis, pattern, part), .along_x = axis == Axis::x, .along_y = axis == Axis::y};
  link.given = layout.wiring.kinds[pattern.kind[part]].given;
  if (axis == Axis::z) link.cells_z = part_run(layout, axis, pattern, part, 0).z;
  for (std::uint32_t wire = 0; wire < wires; wire += unit) {
    const std::int64_t near = std::int64_t{pattern.track_of(part, wire)} + 1, far = near + unit - 1;
    Strand& strand = strand_of(link.strands, pattern.pair_of(part, wire));
    strand.wires += unit;
    std::int64_t& across = axis == Axis::x ? strand.cells_y : strand.cells_x;
    across = std::max(across, ends * far);
    (axis == Axis::x ? strand.cells_x : strand.cells_y) = along;
    const std::int64_t tracks = near * unit + std::int64_t{unit} * (unit - 1) / 2;  // near + 0, near + 1, ... added up
    double& sum = axis == Axis::x ? strand.mean_y : strand.mean_x;                  // sum over its stubs, divided below
    sum += stubs * static_cast<double>(tracks);
  }
  for (Strand& strand : link.strands) {
    (axis == Axis::x ? strand.mean_y : strand.mean_x) /= strand.wires;
    (axis == Axis::x ? strand.mean_x : strand.mean_y) = static_cast<double>(along);
  }
  set_longest(link, cell_size(layout.rules));
  link.from.at[index(axis)] = slot_of(pattern.lo[part]);
  link.to.at[index(axis)] = slot_of(pattern.hi[part]);
  return link;
}

LinkGeometry bent_geometry(const Layout& layout, const Joint& joint) {
  const CellSize cell = cell_size(layout.rules);
  const Axis first = joint.first();
  const Pattern& pattern = layout.wiring.pattern(first, joint.line[index(first)]);
  const auto [from, to] = layout.wiring.ends(joint);
  LinkGeometry link{.span = layout.wiring.span(joint),
                    .cells_z = joint_run(layout, joint, 0).z,
                    .from = from,
                    .to = to,
                    .along_x = joint.has(Axis::x),
                    .along_y = joint.has(Axis::y),
                    .given = layout.wiring.kind(joint).given};
  for_each_series(layout, joint, [&](const WireSeries& series) {
    const auto length = [&](std::int64_t x, std::int64_t y) { return cell.length({x, y, 0}); };
    const auto& [near, far, wire, wires] = series;
    const WireRun& longer = length(far.x, far.y) > length(near.x, near.y) ? far : near;
    Strand& strand = strand_of(link.strands, pattern.pair_of(joint.part[index(first)], wire));
    if (strand.wires == 0 || length(longer.x, longer.y) > length(strand.cells_x, strand.cells_y)) {
      strand.cells_x = longer.x;
      strand.cells_y = longer.y;
    }
    strand.wires += wires;
    strand.mean_x += static_cast<double>(series.sum().x);
    strand.mean_y += static_cast<double>(series.sum().y);
  });
  for (Strand& strand : link.strands) {
    strand.mean_x /= strand.wires;
    strand.mean_y /= strand.wires;
  }
  set_longest(link, cell);
  return link;
}

LinkGeometry link_geometry(const Layout& layout, const LinkPlace& place) {
  if (place.is_bent()) return bent_geometry(layout, layout.wiring.joints[place.part]);
  return straight_geometry(layout, place.axis, layout.lines(place.axis).patterns[place.pattern], place.part);
}

void for_each_link_place(const Layout& layout, FunctionRef<void(const LinkPlace&, std::uint64_t)> visit) {
  for (const Axis axis : kAxes) {
    const Lines& lines = layout.lines(axis);
    for (std::uint32_t i = 0; i < lines.patterns.size(); ++i) {
      const Pattern& pattern = lines.patterns[i];
      for (std::uint32_t part = 0; part < pattern.size(); ++part) {
        if (!pattern.is_bent(part)) visit({axis, i, part}, lines.multiplicity[i]);
      }
    }
  }
  for (std::uint32_t joint = 0; joint < layout.wiring.joints.size(); ++joint)
    visit({Axis::x, LinkPlace::kBent, joint}, 1);
}

bool lines_are_alike(const Topology& topology, const Placement& placement, const Layout& layout) {
  return digits_have_axes(topology, placement) && topology.is_product() && layout.wiring.joints.empty();
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

void GivenDifference::add(std::uint64_t a, std::uint64_t b, double given, double laid, double tolerance) {
  constexpr double kSlack = 1e-9;  // of rounding
  ++links;
  if (std::abs(given - laid) > (tolerance + kSlack) * laid) ++differ;
  // The ratio of the larger to the smaller figure, as a comparison of products, so that either may be 0.
  const auto unlike = [](double x, double y) { return std::pair(std::max(x, y), std::min(x, y)); };
  const auto [more, less] = unlike(given, laid);
  const auto [worst_more, worst_less] = worst ? unlike(worst->given, worst->laid) : std::pair(1.0, 1.0);
  if (!worst || more * worst_less > worst_more * less) worst = Worst{a, b, given, laid};
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
