// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "cutline/layout/runs.hpp"
#include "output/floorplan/drawn_wire.hpp"

namespace cutline::drawing {

namespace {

/// Keeps the longest wire, the first of several.
class Longest {
 public:
  explicit Longest(const Layout& layout) : cell_(cell_size(layout.rules)) {}
  bool beats(const WireRun& run) {
    const double length = cell_.length(run);
    if (length <= best_) return false;
    best_ = length;
    return true;
  }

 private:
  CellSize cell_;
  double best_ = -1;
};

struct RunPlace {
  Axis axis = Axis::x;
  std::size_t pattern = 0;
  std::size_t part = 0;
  std::uint32_t wire = 0;
};

std::optional<RunPlace> longest_straight(const Layout& layout, Longest& longest) {
  std::optional<RunPlace> place;
  for (const Axis axis : kAxes) {
    const Lines& lines = layout.lines(axis);
    for (std::size_t p = 0; p < lines.patterns.size(); ++p) {
      const Pattern& pattern = lines.patterns[p];
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        for (std::uint32_t wire = 0; wire < wires_of(layout, pattern, part); ++wire) {
          if (longest.beats(part_run(layout, axis, pattern, part, wire))) place = RunPlace{axis, p, part, wire};
        }
      }
    }
  }
  return place;
}

}  // namespace

std::optional<DrawnWire> longest_wire(const Layout& layout) {
  Longest longest(layout);
  std::optional<DrawnWire> found;
  if (const auto place = longest_straight(layout, longest)) {
    const std::uint32_t line = first_line_of(layout.lines(place->axis), place->pattern);
    found = drawn_part(layout, place->axis, line, place->part, place->wire, 1);
  }
  for (std::size_t joint = 0; joint < layout.wiring.joints.size(); ++joint) {
    const std::uint32_t wires = layout.wiring.kind(layout.wiring.joints[joint]).wires;
    for (std::uint32_t wire = 0; wire < wires; ++wire) {
      if (longest.beats(joint_run(layout, layout.wiring.joints[joint], wire)))
        found = drawn_joint(layout, joint, wire, 1);
    }
  }
  return found;
}

}  // namespace cutline::drawing
