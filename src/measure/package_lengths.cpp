// SPDX-License-Identifier: Apache-2.0
#include "measure/package_lengths.hpp"

#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/layout/runs.hpp"

namespace cutline {

namespace {

class CrossingMeter {
 public:
  CrossingMeter(const Layout& layout, const Crossings& crossings, PackageMeasures& measures)
      : layout_(layout), crossings_(crossings), measures_(measures), sums_(measures.levels.size()) {}

  void add_straight(Axis axis, const Pattern& pattern, std::size_t part, std::uint64_t lines) {
    const auto [from, to] = part_ends(axis, pattern, part);
    const std::size_t level = add_link(from, to, layout_.wiring.span(axis, pattern, part), lines);
    const std::uint32_t wires = wires_of(layout_, pattern, part);
    if (axis == Axis::z) {
      const WireRun run = part_run(layout_, axis, pattern, part, 0);
      add_wires(level, {0, 0, run.z * wires}, run, wires, lines);
      return;
    }
    // Wires of a unit lie on adjacent tracks: the farthest stands for the longest, their sum is an arithmetic series.
    const std::int64_t unit = pattern.wires_per_unit;
    const bool taps = layout_.wiring.kinds[pattern.kind[part]].taps;
    for (std::uint32_t first = 0; first < wires; first += pattern.wires_per_unit) {
      const WireRun near = part_run(layout_, axis, pattern, part, first);
      const WireRun farthest = part_run(layout_, axis, pattern, part, first + pattern.wires_per_unit - 1);
      WireRun all{(near.x + farthest.x) * unit / 2, (near.y + farthest.y) * unit / 2, 0};
      if (taps) (axis == Axis::x ? all.y : all.x) *= pattern.cuts(part) + 1;
      if (taps) (axis == Axis::x ? all.y : all.x) /= 2;
      add_wires(level, all, farthest, pattern.wires_per_unit, lines);
    }
  }

  void add_joint(const Joint& joint) {
    const auto [from, to] = layout_.wiring.ends(joint);
    const std::size_t level = add_link(from, to, layout_.wiring.span(joint), 1);
    for (std::uint32_t wire = 0; wire < layout_.wiring.kind(joint).wires; ++wire) {
      const WireRun run = joint_run(layout_, joint, wire);
      add_wires(level, run, run, 1, 1);
    }
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
      if (layout_.rules.unit) continue;
      const CellSize cell = cell_size(layout_.rules);
      const double total_mm = (static_cast<double>(sum.total[0]) * cell.x + static_cast<double>(sum.total[1]) * cell.y +
                               static_cast<double>(sum.total[2]) * cell.z) *
                              1e-6;
      inside.longest_mm = cell.length(sum.longest) * 1e-6;
      inside.total_mm = total_mm;
      inside.mean_mm = total_mm / static_cast<double>(sum.wires);
    }
    for (LevelMeasures& level : measures_.levels) {
      if (!layout_.rules.unit) level.longest_crossing_mm = longest_crossing_[&level - &measures_.levels[0]] * 1e-6;
    }
    if (links == 0) return;
    measures_.delay_mean = nanoseconds(delay_ns_ / static_cast<double>(links));
    measures_.energy_mean_pj_per_bit = energy_pj_ / static_cast<double>(links);
  }

 private:
  struct Sum {
    std::array<Int128, 3> total{};
    Int128 wires = 0;
    WireRun longest;
  };

  /// Adds what does not depend on the wires; returns the link's level.
  std::size_t add_link(const Cell& from, const Cell& to, Span span, std::uint64_t links) {
    const LinkCrossings link = crossings_.of(from, to);
    LevelLengths& inside = measures_.levels[link.level].inside;
    inside.links += links;
    inside.longest_span = std::max(inside.longest_span, span);
    inside.delay_max = std::max(inside.delay_max, link.delay);
    measures_.delay_max = std::max(measures_.delay_max, link.delay);
    measures_.energy_max_pj_per_bit = std::max(measures_.energy_max_pj_per_bit, link.energy_pj_per_bit);
    delay_ns_ += in_ns(link.delay) * static_cast<double>(links);
    energy_pj_ += link.energy_pj_per_bit * static_cast<double>(links);
    for (std::size_t level = 0; level < link.level; ++level) add_crossing(level, from, to, links);
    return link.level;
  }

  void add_crossing(std::size_t number, const Cell& from, const Cell& to, std::uint64_t links) {
    LevelMeasures& level = measures_.levels[number];
    const WireRun cells = crossings_.edge_to_edge(number, from, to);
    const double length = cell_size(layout_.rules).length(cells);
    level.links_crossing += links;
    if (!crossings_.reaches(number, length)) level.over_reach += links;
    double& longest = longest_crossing_[number];
    if (length < longest) return;
    longest = length;
    level.longest_crossing_pitches = cells.cells();
  }

  void add_wires(std::size_t level, const WireRun& all, const WireRun& longest, std::uint32_t wires,
                 std::uint64_t lines) {
    Sum& sum = sums_[level];
    sum.total[0] += static_cast<Int128>(lines) * all.x;
    sum.total[1] += static_cast<Int128>(lines) * all.y;
    sum.total[2] += static_cast<Int128>(lines) * all.z;
    sum.wires += static_cast<Int128>(lines) * wires;
    const CellSize cell = cell_size(layout_.rules);
    if (cell.length(longest) > cell.length(sum.longest)) sum.longest = longest;
  }

  const Layout& layout_;
  const Crossings& crossings_;
  PackageMeasures& measures_;
  std::vector<Sum> sums_;
  std::vector<double> longest_crossing_ = std::vector<double>(sums_.size(), 0);
  double delay_ns_ = 0;
  double energy_pj_ = 0;
};

}  // namespace

void measure_crossings(const Layout& layout, const Crossings& crossings, PackageMeasures& measures) {
  CrossingMeter meter(layout, crossings, measures);
  for (const Axis axis : kAxes) {
    const Lines& lines = layout.lines(axis);
    for (std::size_t i = 0; i < lines.patterns.size(); ++i) {
      const Pattern& pattern = lines.patterns[i];
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        if (!pattern.is_bent(part)) meter.add_straight(axis, pattern, part, lines.multiplicity[i]);
      }
    }
  }
  for (const Joint& joint : layout.wiring.joints) meter.add_joint(joint);
  meter.finish();
}

}  // namespace cutline
