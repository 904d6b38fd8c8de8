// SPDX-License-Identifier: Apache-2.0
#include "measure/package_legs.hpp"

namespace cutline {

namespace {

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
