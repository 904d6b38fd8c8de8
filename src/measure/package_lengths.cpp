// SPDX-License-Identifier: Apache-2.0
#include "measure/package_lengths.hpp"

#include <cmath>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

/// Unit cells along x and along y.
using Run = std::array<std::int64_t, 3>;

class CrossingMeter {
 public:
  CrossingMeter(const Layout& layout, const Crossings& crossings, PackageMeasures& measures)
      : layout_(layout), crossings_(crossings), measures_(measures), sums_(measures.levels.size()) {}

  void add_straight(Axis axis, const Pattern& pattern, std::size_t part, std::uint64_t lines) {
    const auto [from, to] = part_ends(axis, pattern, part);
    const std::size_t level = add_link(from, to, layout_.wiring.span(axis, pattern, part), lines);
    const std::int64_t along = terminal_position(layout_, axis, pattern, part, true, 0) -
                               terminal_position(layout_, axis, pattern, part, false, 0);
    const std::size_t across = axis == Axis::x ? 1 : 0;
    // Wires of a unit lie on adjacent tracks: the farthest stands for the longest, their sum is an arithmetic series.
    const std::int64_t unit = pattern.wires_per_unit;
    const std::uint32_t wires = wires_of(layout_, pattern, part);
    for (std::uint32_t first = 0; first < wires; first += pattern.wires_per_unit) {
      const std::int64_t near = std::int64_t{pattern.track_of(part, first)} + 1;
      Run all{}, longest{};
      all[index(axis)] = along * unit;
      all[across] = 2 * near * unit + unit * (unit - 1);
      longest[index(axis)] = along;
      longest[across] = 2 * (near + unit - 1);
      add_wires(level, all, longest, pattern.wires_per_unit, lines);
    }
  }

  void add_joint(const Joint& joint) {
    const Pattern& row = pattern_of(Axis::x, joint.row);
    const Pattern& column = pattern_of(Axis::y, joint.column);
    const auto [from, to] = joint_ends(layout_, joint);
    const Span span =
        layout_.wiring.span(Axis::x, row, joint.row_part) + layout_.wiring.span(Axis::y, column, joint.column_part);
    const std::size_t level = add_link(from, to, span, 1);
    const bool row_hi = !row.hi_is_crossing(joint.row_part);
    const bool column_hi = !column.hi_is_crossing(joint.column_part);
    for (std::uint32_t wire = 0; wire < wires_of(layout_, row, joint.row_part); ++wire) {
      const std::uint32_t row_track = row.track_of(joint.row_part, wire);
      const std::uint32_t column_track = column.track_of(joint.column_part, wire);
      const std::int64_t x = terminal_position(layout_, Axis::x, row, joint.row_part, row_hi, wire);
      const std::int64_t y = terminal_position(layout_, Axis::y, column, joint.column_part, column_hi, wire);
      const std::int64_t turn_x = track_position(layout_, Axis::y, to[Axis::x], column_track);
      const std::int64_t turn_y = track_position(layout_, Axis::x, from[Axis::y], row_track);
      const Run run = {std::abs(turn_x - x) + column_track + 1, std::abs(turn_y - y) + row_track + 1, 0};
      add_wires(level, run, run, 1, 1);
    }
  }

  void finish() {
    std::uint64_t links = 0;
    for (std::size_t level = 0; level < sums_.size(); ++level) {
      const Sum& sum = sums_[level];
      LevelLengths& inside = measures_.levels[level].inside;
      links += inside.links;
      inside.longest_pitches = sum.longest[0] + sum.longest[1] + sum.longest[2];
      inside.total_pitches = sum.total[0] + sum.total[1];
      if (inside.links == 0) continue;
      inside.mean_pitches = static_cast<double>(inside.total_pitches) / static_cast<double>(sum.wires);
      if (layout_.rules.unit) continue;
      const double total_mm = (static_cast<double>(sum.total[0]) * layout_.rules.cell_width_nm +
                               static_cast<double>(sum.total[1]) * layout_.rules.cell_height_nm) *
                              1e-6;
      inside.longest_mm = crossings_.physical(sum.longest) * 1e-6;
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
    std::array<Int128, 2> total{};
    Int128 wires = 0;
    Run longest{};
  };

  const Pattern& pattern_of(Axis axis, std::uint32_t line) const {
    const Lines& lines = layout_.lines(axis);
    return lines.patterns[lines.pattern_of_line[line]];
  }

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
    const Run cells = crossings_.edge_to_edge(number, from, to);
    const double length = crossings_.physical(cells);
    level.links_crossing += links;
    if (!crossings_.reaches(number, length)) level.over_reach += links;
    double& longest = longest_crossing_[number];
    if (length < longest) return;
    longest = length;
    level.longest_crossing_pitches = cells[0] + cells[1] + cells[2];
  }

  void add_wires(std::size_t level, const Run& all, const Run& longest, std::uint32_t wires, std::uint64_t lines) {
    Sum& sum = sums_[level];
    for (std::size_t axis = 0; axis < 2; ++axis) sum.total[axis] += static_cast<Int128>(lines) * all[axis];
    sum.wires += static_cast<Int128>(lines) * wires;
    if (crossings_.physical(longest) > crossings_.physical(sum.longest)) sum.longest = longest;
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
