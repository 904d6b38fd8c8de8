// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/layout/runs.hpp"
#include "cutline/layout/shapes.hpp"
#include "cutline/topology/topology.hpp"
#include "layout/bands.hpp"
#include "measured.hpp"

namespace cutline {

namespace {

class LengthMeter {
 public:
  LengthMeter(const Layout& layout, const Topology& topology)
      : layout_(layout), cell_(cell_size(layout.rules)), classes_(topology.classes.size()) {}

  void add_lines(Axis axis) {
    const Lines& lines = layout_.lines(axis);
    for (std::uint32_t i = 0; i < lines.patterns.size(); ++i) {
      const Pattern& pattern = lines.patterns[i];
      for (std::uint32_t part = 0; part < pattern.size(); ++part) {
        if (!pattern.is_bent(part)) add_straight({axis, i, part});
      }
    }
  }

  void add_joint(std::uint32_t number) {
    const Joint& joint = layout_.wiring.joints[number];
    add_span(layout_.wiring.kind(joint), 1, layout_.wiring.span(joint));
    for_each_series(layout_, joint, [&](const WireSeries& series) {
      const auto& [first, last, wire, wires] = series;
      add_runs({first.x + last.x, first.y + last.y, first.z + last.z}, wires);
      keep_longer(first, {{Axis::x, LinkPlace::kBent, number}, wire});
      keep_longer(last, {{Axis::x, LinkPlace::kBent, number}, wire + wires - 1});
    });
  }

  /// Adds the sums of another meter; of equally long wires the first stays.
  void merge(const LengthMeter& other) {
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      classes_[i].links += other.classes_[i].links;
      classes_[i].total_halves += other.classes_[i].total_halves;
      classes_[i].longest = std::max(classes_[i].longest, other.classes_[i].longest);
    }
    for (std::size_t axis = 0; axis < total_.size(); ++axis) total_[axis] += other.total_[axis];
    wires_ += other.wires_;
    keep_longer(other.longest_, other.place_);
  }

  Lengths result(const Topology& topology, const Placement& placement) const {
    Lengths lengths;
    std::uint64_t links = 0;
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      const ClassSum& sum = classes_[i];
      if (sum.links == 0) continue;
      const double mean = static_cast<double>(sum.total_halves) / 2 / static_cast<double>(sum.links);
      lengths.by_class.push_back({topology.classes[i].name, sum.links, sum.longest, mean});
      links += sum.links;
      lengths.total_span_halves += sum.total_halves;
      lengths.longest_span = std::max(lengths.longest_span, sum.longest);
    }
    lengths.mean_span = static_cast<double>(lengths.total_span_halves) / 2 / static_cast<double>(links);
    lengths.longest_pitches = longest_.cells();
    lengths.total_pitches = total_[0] + total_[1] + total_[2];
    lengths.mean_pitches = static_cast<double>(lengths.total_pitches) / static_cast<double>(wires_);
    if (!layout_.rules.unit) lengths.mm = wires_in_mm(cell_, total_, wires_, longest_);
    const std::array<Cell, 2> ends = ends_of(place_.link);
    const auto a = node_at(topology, placement, ends[0]);
    const auto b = node_at(topology, placement, ends[1]);
    CUTLINE_EXPECT(a && b);
    lengths.longest_wire = place_;
    lengths.longest_link_a = *a;
    lengths.longest_link_b = *b;
    return lengths;
  }

 private:
  struct ClassSum {
    std::uint64_t links = 0;
    Span longest;
    Int128 total_halves = 0;
  };
  void add_span(const LinkKind& kind, std::uint64_t count, Span span) {
    ClassSum& sum = classes_[kind.link_class];
    sum.links += count;
    sum.total_halves += static_cast<Int128>(count) * static_cast<Int128>(span.halves);
    sum.longest = std::max(sum.longest, span);
  }

  void keep_longer(const WireRun& run, const WirePlace& place) {
    if (cell_.length(run) <= cell_.length(longest_)) return;
    longest_ = run;
    place_ = place;
  }

  /// Adds `count` wires, from the sum of the shortest run and the longest.
  void add_runs(const WireRun& ends, std::uint64_t count) {
    total_[0] += static_cast<Int128>(count) * ends.x / 2;
    total_[1] += static_cast<Int128>(count) * ends.y / 2;
    total_[2] += static_cast<Int128>(count) * ends.z / 2;
    wires_ += count;
  }

  std::array<Cell, 2> ends_of(const LinkPlace& place) const {
    if (place.is_bent()) return layout_.wiring.ends(layout_.wiring.joints[place.part]);
    const Lines& lines = layout_.lines(place.axis);
    const Pattern& pattern = lines.patterns[place.pattern];
    const std::uint32_t line = first_line_of(lines, place.pattern);
    const GridSize& grid = layout_.wiring.grid;
    return {cell_on_line(grid, place.axis, line, slot_of(pattern.lo[place.part])),
            cell_on_line(grid, place.axis, line, slot_of(pattern.hi[place.part]))};
  }

  void add_straight(const LinkPlace& place) {
    const auto [axis, number, part] = place;
    const Lines& lines = layout_.lines(axis);
    const Pattern& pattern = lines.patterns[number];
    const std::uint64_t count = lines.multiplicity[number];
    const LinkKind& kind = layout_.wiring.kinds[pattern.kind[part]];
    add_span(kind, count, layout_.wiring.span(axis, pattern, part));
    if (axis == Axis::z) {
      const WireRun run = part_run(layout_, axis, pattern, part, 0);
      add_runs({0, 0, 2 * run.z}, count * kind.wires);
      return keep_longer(run, {place, 0});
    }
    const std::int64_t along = part_cells_along(layout_, axis, pattern, part);
    // Wires of a unit lie on adjacent tracks: the farthest stands for the longest, their sum is an arithmetic series.
    const std::uint32_t unit = pattern.wires_per_unit;
    const std::int64_t stubs_of_wire = stub_count(layout_, pattern, part);
    for (std::uint32_t first = 0; first < kind.wires; first += unit) {
      const std::int64_t near = std::int64_t{pattern.track_of(part, first)} + 1;
      const std::int64_t stubs = stubs_of_wire * (near * unit + std::int64_t{unit} * (unit - 1) / 2);
      const WireRun all = axis == Axis::x ? WireRun{along * unit, stubs} : WireRun{stubs, along * unit};
      total_[0] += static_cast<Int128>(count) * all.x;
      total_[1] += static_cast<Int128>(count) * all.y;
      wires_ += static_cast<Int128>(count) * unit;
      const std::int64_t farthest = std::min<std::int64_t>(stubs_of_wire, 2) * (near + unit - 1);
      keep_longer(axis == Axis::x ? WireRun{along, farthest} : WireRun{farthest, along},
                  {place, stubs_of_wire == 0 ? first : first + unit - 1});
    }
  }

  const Layout& layout_;
  CellSize cell_;
  std::vector<ClassSum> classes_;
  WireRun longest_;
  WirePlace place_;
  std::array<Int128, 3> total_{};
  Int128 wires_ = 0;
};

}  // namespace

WireMillimetres wires_in_mm(const CellSize& cell, const std::array<Int128, 3>& total, Int128 wires,
                            const WireRun& longest) {
  const double total_mm = (static_cast<double>(total[0]) * cell.x + static_cast<double>(total[1]) * cell.y +
                           static_cast<double>(total[2]) * cell.z) *
                          1e-6;
  return {cell.length(longest) * 1e-6, total_mm / static_cast<double>(wires), total_mm};
}

Lengths lengths(const Layout& layout, const Topology& topology, const Placement& placement) {
  std::vector<LengthMeter> meters(kAxes.size() + 1, LengthMeter(layout, topology));
  parallel_for(meters.size(), [&](std::size_t i) {
    if (i < kAxes.size()) {
      meters[i].add_lines(kAxes[i]);
    } else {
      for (std::uint32_t joint = 0; joint < layout.wiring.joints.size(); ++joint) meters[i].add_joint(joint);
    }
  });
  for (std::size_t i = 1; i < meters.size(); ++i) meters[0].merge(meters[i]);
  return meters[0].result(topology, placement);
}

}  // namespace cutline
