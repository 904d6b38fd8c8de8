// SPDX-License-Identifier: Apache-2.0
#include "measure/packages.hpp"

#include <cmath>

#include "measure/placed_links.hpp"

namespace cutline {

namespace {

void add_energy(LinkCrossings& link, const std::optional<double>& pj_per_bit) {
  if (!pj_per_bit) {
    link.energy_pj_per_bit.reset();
  } else if (link.energy_pj_per_bit) {
    *link.energy_pj_per_bit += *pj_per_bit;
  }
}

class CrossingMeter {
 public:
  CrossingMeter(const Layout& layout, const Crossings& crossings, PackageMeasures& measures)
      : layout_(layout),
        crossings_(crossings),
        measures_(measures),
        cell_(cell_size(layout.rules)),
        sums_(measures.levels.size()) {}

  /// Adds links of one place; there are `count` of them.
  void add(const LinkPlace& place, std::uint64_t count) {
    const std::array<Cell, 2> ends = ends_at(layout_, place);
    const Link link{ends[0], ends[1], span_at(layout_, place), link_kind(layout_, place).wires, count};
    const LinkCrossings crossed = add_link(link);
    Sum& sum = sums_[crossed.level];
    WireRun longest;
    for_each_bundle(layout_, place, [&](const WireBundle& bundle) {
      for (std::size_t axis = 0; axis < 3; ++axis) sum.total[axis] += static_cast<Int128>(count) * bundle.all[axis];
      sum.wires += static_cast<Int128>(count) * bundle.wires;
      for (const WireRun& run : {bundle.from, bundle.to}) {
        if (cell_.length(run) > cell_.length(longest)) longest = run;
      }
    });
    if (cell_.length(longest) > cell_.length(sum.longest)) sum.longest = longest;
    add_way(link, longest, crossed);
  }

  void finish() {
    std::uint64_t links = 0;
    for (std::size_t level = 0; level < sums_.size(); ++level) {
      const Sum& sum = sums_[level];
      LevelLengths& inside = measures_.levels[level].inside;
      links += inside.links;
      inside.longest_pitches = sum.longest.cells();
      inside.total_pitches = sum.total[0] + sum.total[1] + sum.total[2];
      if (inside.links == 0) continue;
      inside.mean_pitches = static_cast<double>(inside.total_pitches) / static_cast<double>(sum.wires);
      if (!layout_.rules.unit) inside.mm = wires_in_mm(cell_, sum.total, sum.wires, sum.longest);
    }
    for (std::size_t level = 0; level < measures_.levels.size(); ++level) {
      if (auto& metres = measures_.levels[level].metres) metres->longest_crossing_mm = longest_crossing_[level] * 1e-6;
    }
    if (links == 0) return;
    measures_.delay_mean = nanoseconds(delay_ns_ / static_cast<double>(links));
    if (measures_.energy) measures_.energy->mean_pj_per_bit = energy_pj_ / static_cast<double>(links);
  }

 private:
  /// Links of one kind whose ends differ only in the line that they run on.
  struct Link {
    const Cell &from, &to;
    Span span;
    std::uint32_t wires = 0;
    std::uint64_t count = 0;
  };

  struct Sum {
    std::array<Int128, 3> total{};
    Int128 wires = 0;
    WireRun longest;
  };

  /// Adds all that does not depend on the routes of the wires; returns the link's crossings.
  LinkCrossings add_link(const Link& link) {
    const LinkCrossings crossed = crossings_.of(link.from, link.to);
    LevelLengths& inside = measures_.levels[crossed.level].inside;
    inside.links += link.count;
    inside.longest_span = std::max(inside.longest_span, link.span);
    inside.delay_max = std::max(inside.delay_max, crossed.delay);
    measures_.delay_max = std::max(measures_.delay_max, crossed.delay);
    delay_ns_ += in_ns(crossed.delay) * static_cast<double>(link.count);
    if (!crossed.energy_pj_per_bit) measures_.energy.reset();
    if (measures_.energy) {
      double& most = measures_.energy->max_pj_per_bit;
      most = std::max(most, *crossed.energy_pj_per_bit);
      energy_pj_ += *crossed.energy_pj_per_bit * static_cast<double>(link.count);
    }
    return crossed;
  }

  /// Adds all that depends on the longest wire. Keeps the link's way unless another is at least as long in every
  /// respect and at least as slow.
  void add_way(const Link& link, const WireRun& longest, const LinkCrossings& crossed) {
    for (std::size_t level = 0; level < crossed.level; ++level) add_crossing(level, link, longest);
    const LinkWay way = link_way(link.span.pitches(), longest, crossed, layout_.rules);
    std::vector<LinkWay>& kept = measures_.levels[crossed.level].inside.slowest;
    const auto covers = [](const LinkWay& a, const LinkWay& b) {
      return a.span >= b.span && a.length >= b.length && a.pitches >= b.pitches && a.fixed >= b.fixed;
    };
    if (std::ranges::any_of(kept, [&](const LinkWay& other) { return covers(other, way); })) return;
    kept.erase(std::remove_if(kept.begin(), kept.end(), [&](const LinkWay& other) { return covers(way, other); }),
               kept.end());
    kept.push_back(way);
  }

  void add_medium(std::size_t number, const Link& link, const WireRun& longest, double length) {
    LevelMeasures& level = measures_.levels[number];
    const std::uint64_t wires = link.count * link.wires;
    const EdgeMedium* taken = crossings_.medium(number, length);
    if (taken == nullptr) {
      level.over_reach += link.count;
      level.wires_over_reach += wires;
      return;
    }
    MediumUse& use = level.media[static_cast<std::size_t>(taken - crossings_.media(number).data())];
    const double way = crossings_.carried_way(number, link.from, link.to);
    const double with_slack = way + in_nm(taken->slack);
    use.links += link.count;
    use.wires += wires;
    use.total += with_slack * static_cast<double>(link.count);
    use.carried = std::max(use.carried, with_slack);
    use.longest = std::max(use.longest, cell_.length(longest));
    use.delay_max = std::max(use.delay_max, taken->delay + flight_time(*taken, way));
  }

  void add_crossing(std::size_t number, const Link& link, const WireRun& wire) {
    LevelMeasures& level = measures_.levels[number];
    const WireRun cells = crossings_.edge_to_edge(number, link.from, link.to);
    const double length = cell_.length(cells);
    level.links_crossing += link.count;
    if (!level.media.empty()) add_medium(number, link, wire, length);
    double& longest = longest_crossing_[number];
    if (length < longest) return;
    longest = length;
    level.longest_crossing_pitches = cells.cells();
  }

  const Layout& layout_;
  const Crossings& crossings_;
  PackageMeasures& measures_;
  CellSize cell_;
  std::vector<Sum> sums_;
  std::vector<double> longest_crossing_ = std::vector<double>(sums_.size(), 0);
  double delay_ns_ = 0;
  double energy_pj_ = 0;
};

}  // namespace

Time flight_time(const EdgeMedium& medium, double way_nm) {
  if (!medium.flight_ps_per_mm) return {};
  return nanoseconds((way_nm + in_nm(medium.slack)) * 1e-6 * *medium.flight_ps_per_mm * 1e-3);
}

Cell ModuleGrid::module_of(const Cell& cell) const {
  Cell module;
  for (const Axis axis : kAxes) module.at[index(axis)] = module_of(axis, cell[axis]);
  return module;
}

std::vector<ModuleGrid> module_grids(const Packages& packages, const GridSize& grid) {
  std::vector<ModuleGrid> grids(packages.size());
  std::array<std::uint32_t, 3> above = grid.cells;  // the cells of the level above, or of the machine
  for (std::size_t level = packages.size(); level-- > 0;) {
    ModuleGrid& modules = grids[level];
    for (const Axis axis : kAxes) {
      const std::uint32_t cells = packages[level].cells[index(axis)];
      modules.cells[index(axis)] = cells == 0 ? above[index(axis)] : cells;
      modules.modules.cells[index(axis)] = (grid[axis] - 1) / modules.cells[index(axis)] + 1;
    }
    above = modules.cells;
  }
  return grids;
}

std::vector<std::uint32_t> module_gaps(const Packages& packages, const GridSize& grid, Axis axis, double cell_nm) {
  std::vector<std::uint32_t> gaps;
  const std::vector<ModuleGrid> grids = module_grids(packages, grid);
  for (std::size_t level = 0; level < packages.size(); ++level) {
    const PackageLevel& between = packages[level];
    const Length spacing = axis == Axis::y ? between.spacing_y : between.spacing;
    const double cells = std::ceil(in_nm(spacing) / cell_nm - 1e-9);
    if (cells <= 0 || grids[level].modules[axis] == 1) continue;
    if (!(cells <= 1e9)) throw_limit_error("modules are more than 10^9 wire pitches apart, the limit", {}, "packages");
    gaps.resize(grid[axis], 0);
    const std::uint32_t step = grids[level].cells[index(axis)];
    for (std::size_t slot = step; slot < gaps.size(); slot += step) gaps[slot] += static_cast<std::uint32_t>(cells);
  }
  return gaps;
}

Crossings::Crossings(const Layout& layout, const Packages& packages)
    : layout_(layout), packages_(packages), grids_(module_grids(packages, layout.wiring.grid)) {
  CUTLINE_EXPECT(!grids_.empty() && grids_.back().modules.count() == 1);
}

LinkCrossings Crossings::of(const Cell& from, const Cell& to, double stretch) const {
  LinkCrossings link;
  while (!grids_[link.level].same_module(from, to)) {
    const PackageEdge& edge = packages_[link.level].edge;
    link.delay = link.delay + edge.phy_delay;
    add_energy(link, edge.energy_pj_per_bit);
    const EdgeMedium* taken =
        edge.media.empty() ? nullptr
                           : medium(link.level, cell_size(layout_.rules).length(edge_to_edge(link.level, from, to)));
    if (taken != nullptr) {
      const double way = taken->flight_ps_per_mm ? stretch * carried_way(link.level, from, to) : 0;
      link.carried += way;
      link.delay = link.delay + taken->delay + flight_time(*taken, way);
      add_energy(link, taken->energy_pj_per_bit);
    }
    ++link.level;
  }
  return link;
}

WireRun Crossings::edge_to_edge(std::size_t level, const Cell& from, const Cell& to) const {
  const ModuleGrid& grid = grids_[level];
  std::optional<Axis> first, last;  // axis along which the ends' modules differ
  for (const Axis axis : kAxes) {
    if (grid.module_of(axis, from[axis]) == grid.module_of(axis, to[axis])) continue;
    if (!first) first = axis;
    last = axis;
  }
  CUTLINE_EXPECT(first && last);
  std::array<std::int64_t, 3> cells{};
  for (Axis axis = *first;; axis = kAxes[index(axis) + 1]) {
    const AxisPositions& places = layout_.positions[index(axis)];
    const std::uint32_t size = grid.cells[index(axis)];
    const bool up = to[axis] > from[axis];
    // The face of a slot's module that looks up or down the axis.
    const auto face = [&](std::uint32_t slot, bool upper) {
      const std::uint32_t begin = slot / size * size;
      const auto end = std::min<std::uint64_t>(std::uint64_t{begin} + size, layout_.wiring.grid[axis]);
      return upper ? places.end(static_cast<std::uint32_t>(end) - 1) : places.start[begin];
    };
    if (to[axis] != from[axis]) {
      const std::int64_t begin = axis == *first ? face(from[axis], up) : places.box_end(from[axis]);
      const std::int64_t end = axis == *last ? face(to[axis], !up) : places.box_end(to[axis]);
      cells[index(axis)] = std::abs(end - begin);
    }
    if (axis == *last) return {cells[0], cells[1], cells[2]};
  }
}

double Crossings::carried_way(std::size_t level, const Cell& from, const Cell& to) const {
  const CellSize cell = cell_size(layout_.rules);
  const double way = cell.length(edge_to_edge(level, from, to));
  if (grids_[level + 1].same_module(from, to)) return way;
  return std::max(0.0, way - cell.length(edge_to_edge(level + 1, from, to)));
}

const EdgeMedium* Crossings::medium(std::size_t level, double length) const {
  return first_with(packages_[level].edge.media,
                    [&](const EdgeMedium& medium) { return length + in_nm(medium.slack) <= in_nm(medium.reach); });
}

LinkWay link_way(double span, const WireRun& routed, const LinkCrossings& crossings, const LayoutRules& rules) {
  const double length = cell_size(rules).length(routed);
  const double rest = std::max(0.0, length - crossings.carried);
  const double share = crossings.carried > 0 && length > 0 ? rest / length : 1;
  return {span * share, rest, static_cast<double>(routed.cells()) * share, crossings.delay};
}

bool Crossings::reaches(std::size_t level, double length) const {
  return packages_[level].edge.media.empty() || medium(level, length) != nullptr;
}

void measure_crossings(const Layout& layout, const Crossings& crossings, PackageMeasures& measures) {
  for (std::size_t level = 0; level < measures.levels.size(); ++level) {
    for (const EdgeMedium& medium : crossings.media(level)) {
      measures.levels[level].media.push_back({.name = medium.name, .reach = medium.reach});
    }
  }
  CrossingMeter meter(layout, crossings, measures);
  for_each_link_place(layout, [&](const LinkPlace& place, std::uint64_t links) { meter.add(place, links); });
  meter.finish();
}

}  // namespace cutline
