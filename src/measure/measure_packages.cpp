// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>

#include "measure/packages.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMostModules = std::uint64_t{1} << 22;

/// How far each module of a level reaches along each axis, in nanometres, or in wire pitches.
using ModuleSides = std::array<std::vector<double>, 3>;

ModuleSides module_sides(const Layout& layout, const ModuleGrid& grid) {
  ModuleSides sides;
  const double nm[] = {layout.rules.unit ? 1 : layout.rules.cell_width_nm,
                       layout.rules.unit ? 1 : layout.rules.cell_height_nm};
  for (const Axis axis : {Axis::x, Axis::y}) {
    const AxisPositions& places = layout.positions[index(axis)];
    const std::uint32_t step = grid.cells[index(axis)], slots = layout.wiring.grid[axis];
    for (std::uint32_t begin = 0; begin < slots; begin += step) {
      const std::uint32_t last = std::min(slots - begin, step) + begin - 1;
      sides[index(axis)].push_back(static_cast<double>(places.end(last) - places.start[begin]) * nm[index(axis)]);
    }
  }
  return sides;
}

std::uint64_t module_number(const ModuleGrid& grid, const Cell& cell) {
  const Cell module = grid.module_of(cell);
  return module[Axis::x] + std::uint64_t{grid.modules[Axis::x]} *
                               (module[Axis::y] + std::uint64_t{grid.modules[Axis::y]} * module[Axis::z]);
}

/// Calls visit(cell) for every cell or module, x fastest.
template <class Visit>
void for_each_cell(const GridSize& cells, const Visit& visit) {
  for (std::uint32_t z = 0; z < cells[Axis::z]; ++z) {
    for (std::uint32_t y = 0; y < cells[Axis::y]; ++y) {
      for (std::uint32_t x = 0; x < cells[Axis::x]; ++x) visit(Cell{{x, y, z}});
    }
  }
}

/// Which modules hold something, by module_number(); `sites` as in measure_packages().
std::vector<bool> modules_in_use(const ModuleGrid& grid, const GridSize& cells,
                                 const std::vector<std::uint64_t>& sites) {
  std::vector<bool> used(grid.modules.count(), sites.empty());
  std::size_t at = 0;
  if (sites.empty()) return used;
  for_each_cell(cells, [&](const Cell& cell) {
    if (sites[at++] != kEmptyCell) used[module_number(grid, cell)] = true;
  });
  return used;
}

/// The wires of bent links that have one end in each module; empty where no link is bent.
std::vector<std::int64_t> bent_pins(const Layout& layout, const ModuleGrid& grid) {
  if (layout.wiring.joints.empty()) return {};
  std::vector<std::int64_t> pins(grid.modules.count(), 0);
  for (const Joint& joint : layout.wiring.joints) {
    const auto [from, to] = layout.wiring.ends(joint);
    if (grid.same_module(from, to)) continue;
    const std::int64_t wires = layout.wiring.kind(joint).wires;
    pins[module_number(grid, from)] += wires;
    pins[module_number(grid, to)] += wires;
  }
  return pins;
}

/// Counts of the wires that one module carries over its edge.
struct ModuleCounts {
  Cell module;
  std::int64_t pins = 0;
  std::int64_t wires = 0;
  std::array<std::int64_t, 6> faces{};
};

/// Gathers the largest counts and shares over the modules of a level.
class LevelMeter {
 public:
  LevelMeter(const Layout& layout, const PackageLevel& level, const ModuleGrid& grid, LevelMeasures& measures)
      : rules_(layout.rules), level_(level), sides_(module_sides(layout, grid)), measures_(measures) {}

  void add_module(const ModuleCounts& counts) {
    measures_.pins_total += counts.pins;
    if (counts.pins > measures_.pins_max) {
      measures_.pins_max = counts.pins;
      measures_.pins_module = counts.module;
    }
    if (counts.wires > measures_.wires_max) {
      measures_.wires_max = counts.wires;
      measures_.wires_module = counts.module;
    }
    for (std::size_t face = 0; face < counts.faces.size(); ++face) {
      measures_.face_wires_max[face] = std::max(measures_.face_wires_max[face], counts.faces[face]);
    }
    if (measures_.metres) {
      const double per_mm = static_cast<double>(counts.pins) / (circumference(counts.module) * 1e-6);
      measures_.metres->pins_per_mm = std::max(measures_.metres->pins_per_mm, per_mm);
    }
    add_offer(counts);
    add_phy(counts);
  }

  /// The densest cut of a band of lines along an axis.
  void add_band(Axis axis, const Cell& module, std::uint32_t planes, std::int64_t wires) {
    measures_.cut_wires_max = std::max(measures_.cut_wires_max, wires);
    if (rules_.unit || axis == Axis::z) return;
    const Axis across = lower_axis_off(axis);
    const double per_mm = static_cast<double>(wires) / (side(across, module) * 1e-6 * planes);
    const auto offered =
        offered_wires_per_mm(level_, axis == Axis::x ? LayerDirection::horizontal : LayerDirection::vertical);
    const double share = offered ? per_mm / *offered : per_mm;
    if (measures_.metres->wires && share <= share_) return;
    share_ = share;
    measures_.metres->wires = {per_mm, offered.value_or(kUnlimited)};
  }

 private:
  double side(Axis axis, const Cell& module) const { return sides_[index(axis)][module[axis]]; }
  double circumference(const Cell& module) const { return 2 * (side(Axis::x, module) + side(Axis::y, module)); }

  /// The pins of a module that are left for links.
  double offered_pins(const Cell& module) const { return std::max(0.0, all_pins(module) - level_.edge.other_pins); }

  double all_pins(const Cell& module) const {
    const auto& pins = level_.edge.pins;
    if (const auto* all = std::get_if<ModulePins>(&pins)) return all->pins;
    if (const auto* row = std::get_if<PinsPerMm>(&pins))
      return std::floor(row->pins * circumference(module) * 1e-6 + 1e-9);
    const auto* bumps = std::get_if<BumpGrid>(&pins);
    if (bumps == nullptr) return kUnlimited;
    const auto along = [&](Axis axis) { return std::floor(side(axis, module) / in_nm(bumps->pitch) + 1e-9); };
    return along(Axis::x) * along(Axis::y);
  }

  void add_offer(const ModuleCounts& counts) {
    const PinsUsed used{static_cast<double>(counts.pins), offered_pins(counts.module)};
    if (measures_.pins.offered == kUnlimited || used.fraction() > measures_.pins.fraction()) measures_.pins = used;
  }

  void add_phy(const ModuleCounts& counts) {
    const auto* of_pin = std::get_if<Area>(&level_.edge.phy);
    const auto* depth = std::get_if<Length>(&level_.edge.phy);
    if (rules_.unit || (of_pin == nullptr && depth == nullptr)) return;
    double mm2 = 0;
    if (of_pin != nullptr) mm2 = static_cast<double>(counts.pins) * in_mm2(*of_pin);
    if (depth != nullptr && counts.pins > 0) mm2 = in_mm(*depth) * circumference(counts.module) * 1e-6;
    const double module_mm2 = side(Axis::x, counts.module) * side(Axis::y, counts.module) * 1e-12;
    const PhyArea before = measures_.metres->phy.value_or(PhyArea{});
    measures_.metres->phy = {std::max(before.mm2_max, mm2), std::max(before.fraction_max, mm2 / module_mm2)};
  }

  const LayoutRules& rules_;
  const PackageLevel& level_;
  ModuleSides sides_;
  LevelMeasures& measures_;
  double share_ = 0;
};

/// Counts the modules that hold something, and those of them that the end of the grid cuts off.
void count_modules(const ModuleGrid& grid, const GridSize& cells, const std::vector<bool>& used,
                   LevelMeasures& measures) {
  std::size_t next = 0;
  for_each_cell(grid.modules, [&](const Cell& module) {
    if (!used[next++]) return;
    const bool cut_off = std::ranges::any_of(
        kAxes, [&](Axis axis) { return (std::uint64_t{module[axis]} + 1) * grid.cells[index(axis)] > cells[axis]; });
    ++measures.modules;
    measures.partial += cut_off ? 1 : 0;
  });
}

std::size_t band_number(const GridSize& modules, Axis axis, const Cell& module) {
  const Axis lower = lower_axis_off(axis), upper = upper_axis_off(axis);
  return module[lower] + std::size_t{modules[lower]} * module[upper];
}

Length farthest_reach(const PackageEdge& edge) {
  if (edge.media.empty()) return Length{kUnlimited};
  return most_over<Length>(edge.media, &EdgeMedium::reach);
}

void measure_level(const Layout& layout, const Crossings& crossings, std::size_t number, const std::vector<bool>& used,
                   LevelMeasures& measures) {
  const ModuleGrid& grid = crossings.grids()[number];
  const PackageLevel& level = crossings.level(number);
  const GridSize& modules = grid.modules;
  measures.reach_max = farthest_reach(level.edge);
  measures.other_pins = level.edge.other_pins;
  if (!layout.rules.unit) {
    measures.metres.emplace();
    measures.metres->bandwidth_gbyte_per_s_per_mm_offered = level.edge.bandwidth_gbyte_per_s_per_mm;
  }
  LevelMeter meter(layout, level, grid, measures);
  std::array<Bands, 3> bands;
  for (const Axis axis : kAxes) {
    if (layout.wiring.grid[axis] > 1) bands[index(axis)] = count_bands(layout, crossings.grids(), number, axis);
  }
  const std::vector<std::int64_t> bent = bent_pins(layout, grid);
  std::size_t next = 0;
  for_each_cell(modules, [&](const Cell& module) {
    const std::size_t here = next++;
    if (!used[here]) return;
    ModuleCounts counts{.module = module};
    if (!bent.empty()) counts.pins = bent[here];
    for (const Axis axis : kAxes) {
      if (bands[index(axis)].types.empty()) continue;
      const BandCounts& band = bands[index(axis)][band_number(modules, axis, module)];
      const std::uint32_t at = module[axis];
      const std::int64_t lower = at > 0 ? band.over[at - 1] : 0;
      counts.pins += band.ends[at];
      counts.wires += lower + band.over[at];
      counts.faces[2 * index(axis)] = lower;
      counts.faces[2 * index(axis) + 1] = band.over[at];
      const std::uint32_t depth = grid.cells[2];
      const std::uint32_t planes = std::min(depth, layout.wiring.grid[Axis::z] - module[Axis::z] * depth);
      if (at == 0) meter.add_band(axis, module, planes, band.cut_wires_max);
    }
    meter.add_module(counts);
  });
}

/// The patterns of a band, each followed by the number of its lines. A band with bent links has its own number last, so
/// that it shares its counts with no other.
using BandKey = std::vector<std::uint64_t>;

/// Counts one band.
class BandCounter {
 public:
  BandCounter(const Layout& layout, const std::vector<ModuleGrid>& grids, std::size_t level, Axis axis)
      : layout_(layout), grids_(grids), level_(level), axis_(axis), own_(layout.lines(axis).slots + 1, 0) {
    counts_.ends.assign(grids[level].modules[axis], 0);
    counts_.over.assign(grids[level].modules[axis], 0);
  }

  void add_lines(const Pattern& pattern, std::int64_t lines) {
    const ModuleGrid& grid = grids_[level_];
    for (std::size_t part = 0; part < pattern.size(); ++part) {
      const std::int64_t wires = lines * wires_of(layout_, pattern, part);
      const std::uint32_t lo = grid.module_of(axis_, slot_of(pattern.lo[part]));
      const std::uint32_t hi = grid.module_of(axis_, slot_of(pattern.hi[part]));
      counts_.over[lo] += wires;
      counts_.over[hi] -= wires;
      if (pattern.is_bent(part)) continue;
      if (lo != hi) {
        counts_.ends[lo] += wires;
        counts_.ends[hi] += wires;
        const bool taps = layout_.wiring.kinds[pattern.kind[part]].taps;
        for (std::uint32_t module = lo + 1; taps && module < hi; ++module) counts_.ends[module] += wires;
      }
      PackageLeg leg{axis_, 0, {}, {}};
      leg.from.at[index(axis_)] = slot_of(pattern.lo[part]);
      leg.to.at[index(axis_)] = slot_of(pattern.hi[part]);
      add_leg(leg, wires);
    }
  }

  /// Adds a leg's wires where they run on the level's own wiring.
  void add_leg(const PackageLeg& leg, std::int64_t wires) {
    const auto add = [&](std::int64_t count) {
      return [this, count](std::uint32_t first, std::uint32_t last) {
        own_[first] += count;
        own_[last + 1] -= count;
      };
    };
    for_each_range_inside(grids_[level_], leg, add(wires));
    if (level_ > 0) for_each_range_inside(grids_[level_ - 1], leg, add(-wires));
  }

  BandCounts finish() {
    std::int64_t now = 0;
    for (std::int64_t& wires : counts_.over) wires = now += wires;
    now = 0;
    for (const std::int64_t change : own_) counts_.cut_wires_max = std::max(counts_.cut_wires_max, now += change);
    return std::move(counts_);
  }

 private:
  const Layout& layout_;
  const std::vector<ModuleGrid>& grids_;
  std::size_t level_;
  Axis axis_;
  BandCounts counts_;
  std::vector<std::int64_t> own_;  ///< by cut, as changes from cut to cut
};

std::uint32_t band_of(const ModuleGrid& grid, const GridSize& cells, Axis axis, std::uint32_t line) {
  const Axis lower = lower_axis_off(axis);
  const Cell place = cell_on_line(cells, axis, line, 0);
  return grid.module_of(lower, place[lower]) +
         grid.modules[lower] * grid.module_of(upper_axis_off(axis), place[upper_axis_off(axis)]);
}

/// A bent link with a leg on a band.
struct BandJoint {
  std::uint32_t band = 0;
  std::uint32_t joint = 0;
};

/// Calls visit(leg) for the joint's leg on the axis.
template <class Visit>
void on_axis(const Layout& layout, const Joint& joint, Axis axis, const Visit& visit) {
  const auto [from, to] = layout.wiring.ends(joint);
  for_each_leg(layout.wiring.grid, from, to, [&](const PackageLeg& leg) {
    if (leg.axis == axis) visit(leg);
  });
}

/// The bent links with a leg on the axis, sorted by band.
std::vector<BandJoint> joints_by_band(const Layout& layout, const ModuleGrid& grid, Axis axis) {
  const std::vector<Joint>& joints = layout.wiring.joints;
  std::vector<BandJoint> result;
  result.reserve(joints.size());
  for (std::uint32_t joint = 0; joint < joints.size(); ++joint) {
    on_axis(layout, joints[joint], axis, [&](const PackageLeg& leg) {
      result.push_back({band_of(grid, layout.wiring.grid, axis, leg.line), joint});
    });
  }
  std::ranges::stable_sort(result, {}, &BandJoint::band);
  return result;
}

std::int64_t joint_wires(const Layout& layout, const Joint& joint) { return layout.wiring.kind(joint).wires; }

/// The patterns of each band's lines: pairs of pattern and number of lines, ascending.
std::vector<BandKey> band_keys(const Layout& layout, const ModuleGrid& grid, Axis axis) {
  const Axis lower = lower_axis_off(axis), upper = upper_axis_off(axis);
  std::vector<BandKey> patterns(std::size_t{grid.modules[lower]} * grid.modules[upper]);
  const std::vector<std::uint32_t>& lines = layout.lines(axis).pattern_of_line;
  for (std::uint32_t line = 0; line < lines.size(); ++line) {
    patterns[band_of(grid, layout.wiring.grid, axis, line)].push_back(lines[line]);
  }
  for (BandKey& band : patterns) {
    std::ranges::sort(band);
    BandKey counted;
    for (std::size_t i = 0; i < band.size(); ++i) {
      if (i == 0 || band[i] != band[i - 1]) counted.insert(counted.end(), {band[i], 0});
      ++counted.back();
    }
    band = std::move(counted);
  }
  return patterns;
}

}  // namespace

PackageMeasures measure_packages(const Layout& layout, const Packages& packages,
                                 const std::vector<std::uint64_t>& sites) {
  const Crossings crossings(layout, packages);
  PackageMeasures measures;
  for (std::size_t level = 0; level < packages.size(); ++level) {
    const ModuleGrid& grid = crossings.grids()[level];
    const std::string& name = packages[level].name;
    if (grid.modules.count() > kMostModules) {
      throw_limit_error(fmt::format("{} modules of the level '{}', past the limit of 2^22", grid.modules.count(), name),
                        "give its modules more cells", "packages");
    }
    const std::vector<bool> used = modules_in_use(grid, layout.wiring.grid, sites);
    measures.levels.push_back({.name = name, .cells = grid.cells});
    count_modules(grid, layout.wiring.grid, used, measures.levels.back());
    measure_level(layout, crossings, level, used, measures.levels.back());
  }
  measure_crossings(layout, crossings, measures);
  return measures;
}

Bands count_bands(const Layout& layout, const std::vector<ModuleGrid>& grids, std::size_t level, Axis axis) {
  const std::vector<BandJoint> bent = joints_by_band(layout, grids[level], axis);
  const std::vector<BandKey> keys = band_keys(layout, grids[level], axis);
  std::map<BandKey, std::uint32_t> types;
  Bands bands;
  auto next = bent.begin();
  for (std::uint32_t band = 0; band < keys.size(); ++band) {
    BandKey key = keys[band];
    const bool has_bent = next != bent.end() && next->band == band;
    if (has_bent) key.push_back(band);
    const auto [type, is_new] = types.try_emplace(std::move(key), static_cast<std::uint32_t>(bands.types.size()));
    bands.type_of_band.push_back(type->second);
    if (!is_new) continue;
    BandCounter counter(layout, grids, level, axis);
    for (std::size_t i = 0; i + 1 < keys[band].size(); i += 2) {
      counter.add_lines(layout.lines(axis).patterns[keys[band][i]], static_cast<std::int64_t>(keys[band][i + 1]));
    }
    for (; next != bent.end() && next->band == band; ++next) {
      const Joint& joint = layout.wiring.joints[next->joint];
      on_axis(layout, joint, axis, [&](const PackageLeg& leg) { counter.add_leg(leg, joint_wires(layout, joint)); });
    }
    bands.types.push_back(counter.finish());
  }
  return bands;
}

}  // namespace cutline
