// SPDX-License-Identifier: Apache-2.0
#include "cutline/measure/placed_links.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/topology/given_links.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

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

}  // namespace cutline
