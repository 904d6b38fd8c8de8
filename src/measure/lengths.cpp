// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "measure_parts.hpp"

namespace cutline {

namespace {

/// Unit cells along a wire, by direction.
struct Run {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

class LengthMeter {
 public:
  LengthMeter(const Layout& layout, const Topology& topology) : layout_(layout), classes_(topology.classes.size()) {
    const LayoutRules& rules = layout.rules;
    width_ = rules.unit ? 1 : rules.cell_width_nm;
    height_ = rules.unit ? 1 : rules.cell_height_nm;
  }

  void add_lines(Axis axis) {
    const Lines& lines = layout_.lines(axis);
    for (std::size_t i = 0; i < lines.patterns.size(); ++i) {
      const Pattern& pattern = lines.patterns[i];
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        if (!pattern.is_bent(part)) add_straight(axis, i, part);
      }
    }
  }

  void add_joint(const Joint& joint) {
    const Pattern& row = pattern(Axis::x, joint.row);
    const Pattern& column = pattern(Axis::y, joint.column);
    const LinkKind& kind = kind_of(row, joint.row_part);
    add_span(
        kind, 1,
        layout_.wiring.span(Axis::x, row, joint.row_part) + layout_.wiring.span(Axis::y, column, joint.column_part),
        [&] { return ends_of(joint); });
    const bool row_hi = !row.hi_is_crossing(joint.row_part);
    const bool column_hi = !column.hi_is_crossing(joint.column_part);
    for (std::uint32_t wire = 0; wire < kind.wires; ++wire) {
      const std::uint32_t row_track = row.track_of(joint.row_part, wire);
      const std::uint32_t column_track = column.track_of(joint.column_part, wire);
      const std::int64_t x = terminal_position(layout_, Axis::x, row, joint.row_part, row_hi, wire);
      const std::int64_t y = terminal_position(layout_, Axis::y, column, joint.column_part, column_hi, wire);
      const std::int64_t turn_x = track_position(layout_, Axis::y, column_slot(joint), column_track);
      const std::int64_t turn_y = track_position(layout_, Axis::x, row_slot(joint), row_track);
      add_run({std::abs(turn_x - x) + column_track + 1, std::abs(turn_y - y) + row_track + 1}, 1);
    }
  }

  /// Adds what another meter has measured; of equally long links and wires the first stays.
  void merge(const LengthMeter& other) {
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      classes_[i].links += other.classes_[i].links;
      classes_[i].total_halves += other.classes_[i].total_halves;
      classes_[i].longest = std::max(classes_[i].longest, other.classes_[i].longest);
    }
    total_x_ += other.total_x_;
    total_y_ += other.total_y_;
    wires_ += other.wires_;
    if (physical(other.longest_) > physical(longest_)) longest_ = other.longest_;
    if (other.longest_span_ <= longest_span_) return;
    longest_span_ = other.longest_span_;
    ends_ = other.ends_;
  }

  Lengths result(const Topology& topology, const Placement& placement) const {
    Lengths lengths;
    std::uint64_t links = 0;
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      const ClassSum& sum = classes_[i];
      const double mean =
          sum.links == 0 ? 0 : static_cast<double>(sum.total_halves) / 2 / static_cast<double>(sum.links);
      lengths.by_class.push_back({topology.classes[i].name, sum.links, sum.longest, mean});
      links += sum.links;
      lengths.total_span_halves += sum.total_halves;
      lengths.longest_span = std::max(lengths.longest_span, sum.longest);
    }
    lengths.mean_span = static_cast<double>(lengths.total_span_halves) / 2 / static_cast<double>(links);
    lengths.longest_pitches = longest_.x + longest_.y;
    lengths.total_pitches = total_x_ + total_y_;
    lengths.mean_pitches = static_cast<double>(lengths.total_pitches) / static_cast<double>(wires_);
    if (!layout_.rules.unit) {
      const double total_mm = (static_cast<double>(total_x_) * width_ + static_cast<double>(total_y_) * height_) * 1e-6;
      lengths.longest_mm = physical(longest_) * 1e-6;
      lengths.total_mm = total_mm;
      lengths.mean_mm = total_mm / static_cast<double>(wires_);
    }
    const auto a = node_at(topology, placement, ends_[0]);
    const auto b = node_at(topology, placement, ends_[1]);
    CUTLINE_EXPECT(a && b);
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
  using Ends = std::array<Cell, 2>;

  double physical(const Run& run) const {
    return static_cast<double>(run.x) * width_ + static_cast<double>(run.y) * height_;
  }
  const Pattern& pattern(Axis axis, std::uint32_t line) const {
    const Lines& lines = layout_.lines(axis);
    return lines.patterns[lines.pattern_of_line[line]];
  }
  const LinkKind& kind_of(const Pattern& pattern, std::size_t part) const {
    return layout_.wiring.kinds[pattern.kind[part]];
  }
  std::uint32_t row_slot(const Joint& joint) const { return joint.row % layout_.wiring.grid[Axis::y]; }
  std::uint32_t column_slot(const Joint& joint) const { return joint.column % layout_.wiring.grid[Axis::x]; }

  Ends ends_of(const Joint& joint) const {
    const Pattern& row = pattern(Axis::x, joint.row);
    const Pattern& column = pattern(Axis::y, joint.column);
    const std::uint32_t x =
        slot_of(row.lo_is_crossing(joint.row_part) ? row.hi[joint.row_part] : row.lo[joint.row_part]);
    const std::uint32_t y =
        slot_of(column.lo_is_crossing(joint.column_part) ? column.hi[joint.column_part] : column.lo[joint.column_part]);
    const std::uint32_t plane = joint.row / layout_.wiring.grid[Axis::y];
    return {Cell{{x, row_slot(joint), plane}}, Cell{{column_slot(joint), y, plane}}};
  }

  Ends ends_on_line(Axis axis, std::uint32_t line, const Pattern& pattern, std::size_t part) const {
    Ends ends;
    const Axis lower = axis == Axis::x ? Axis::y : Axis::x;
    const Axis upper = axis == Axis::z ? Axis::y : Axis::z;
    const std::uint32_t cells = layout_.wiring.grid[lower];
    for (std::size_t end = 0; end < 2; ++end) {
      ends[end].at[index(axis)] = slot_of(end == 0 ? pattern.lo[part] : pattern.hi[part]);
      ends[end].at[index(lower)] = line % cells;
      ends[end].at[index(upper)] = line / cells;
    }
    return ends;
  }

  template <class FindEnds>
  void add_span(const LinkKind& kind, std::uint64_t count, Span span, const FindEnds& find_ends) {
    ClassSum& sum = classes_[kind.link_class];
    sum.links += count;
    sum.total_halves += static_cast<Int128>(count) * static_cast<Int128>(span.halves);
    sum.longest = std::max(sum.longest, span);
    if (span <= longest_span_) return;
    longest_span_ = span;
    ends_ = find_ends();
  }

  void add_run(const Run& run, std::uint64_t count) {
    total_x_ += static_cast<Int128>(count) * run.x;
    total_y_ += static_cast<Int128>(count) * run.y;
    wires_ += count;
    if (physical(run) > physical(longest_)) longest_ = run;
  }

  void add_straight(Axis axis, std::size_t number, std::size_t part) {
    const Lines& lines = layout_.lines(axis);
    const Pattern& pattern = lines.patterns[number];
    const std::uint64_t count = lines.multiplicity[number];
    const LinkKind& kind = kind_of(pattern, part);
    add_span(kind, count, layout_.wiring.span(axis, pattern, part), [&] {
      const auto first = std::find(lines.pattern_of_line.begin(), lines.pattern_of_line.end(), number);
      return ends_on_line(axis, static_cast<std::uint32_t>(first - lines.pattern_of_line.begin()), pattern, part);
    });
    const std::int64_t along = terminal_position(layout_, axis, pattern, part, true, 0) -
                               terminal_position(layout_, axis, pattern, part, false, 0);
    // Wires of a unit lie on adjacent tracks: the farthest stands for the longest, their sum is an arithmetic series.
    const std::uint32_t unit = pattern.wires_per_unit;
    for (std::uint32_t first = 0; first < kind.wires; first += unit) {
      const std::int64_t near = std::int64_t{pattern.track_of(part, first)} + 1;
      const std::int64_t terminals = kind.taps ? std::int64_t{pattern.cuts(part)} + 1 : 2;
      const std::int64_t stubs = terminals * (near * unit + std::int64_t{unit} * (unit - 1) / 2);
      const Run all = axis == Axis::x ? Run{along * unit, stubs} : Run{stubs, along * unit};
      total_x_ += static_cast<Int128>(count) * all.x;
      total_y_ += static_cast<Int128>(count) * all.y;
      wires_ += static_cast<Int128>(count) * unit;
      const std::int64_t farthest = 2 * (near + unit - 1);
      const Run longest = axis == Axis::x ? Run{along, farthest} : Run{farthest, along};
      if (physical(longest) > physical(longest_)) longest_ = longest;
    }
  }

  const Layout& layout_;
  double width_ = 1;
  double height_ = 1;
  std::vector<ClassSum> classes_;
  Span longest_span_;
  Ends ends_{};
  Run longest_;
  Int128 total_x_ = 0;
  Int128 total_y_ = 0;
  Int128 wires_ = 0;
};

}  // namespace

Lengths lengths(const Layout& layout, const Topology& topology, const Placement& placement) {
  std::vector<LengthMeter> meters(kAxes.size() + 1, LengthMeter(layout, topology));
  parallel_for(meters.size(), [&](std::size_t i) {
    if (i < kAxes.size()) {
      meters[i].add_lines(kAxes[i]);
    } else {
      for (const Joint& joint : layout.wiring.joints) meters[i].add_joint(joint);
    }
  });
  for (std::size_t i = 1; i < meters.size(); ++i) meters[0].merge(meters[i]);
  return meters[0].result(topology, placement);
}

}  // namespace cutline
