// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "svg_drawn_wire.hpp"

namespace cutline {

namespace {

/// Keeps the first of the longest; x and y cells weighted by what they measure.
class Longest {
 public:
  explicit Longest(const Layout& layout)
      : x_weight_(layout.rules.unit ? 1 : layout.rules.cell_width_nm),
        y_weight_(layout.rules.unit ? 1 : layout.rules.cell_height_nm) {}
  double length(Axis axis, double along, double across) const {
    return axis == Axis::x ? along * x_weight_ + across * y_weight_ : along * y_weight_ + across * x_weight_;
  }
  bool beats(double length) {
    if (length <= best_) return false;
    best_ = length;
    return true;
  }

 private:
  double x_weight_, y_weight_;
  double best_ = -1;
};

struct Place {
  Axis axis = Axis::x;
  std::size_t pattern = 0;
  std::size_t part = 0;
  std::uint32_t wire = 0;
};

/// The longest straight wire. A stub is as long as its track is far from the last cell of the box: track + 1.
std::optional<Place> longest_straight(const Layout& layout, Longest& longest) {
  std::optional<Place> place;
  for (const Axis axis : {Axis::x, Axis::y}) {
    const Lines& lines = layout.lines(axis);
    for (std::size_t p = 0; p < lines.patterns.size(); ++p) {
      const Pattern& pattern = lines.patterns[p];
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        for (std::uint32_t wire = 0; wire < wires_of(layout, pattern, part); ++wire) {
          const auto along = static_cast<double>(terminal_position(layout, axis, pattern, part, true, wire) -
                                                 terminal_position(layout, axis, pattern, part, false, wire));
          const double across = 2.0 * (pattern.track_of(part, wire) + 1.0);
          if (longest.beats(longest.length(axis, along, across))) place = Place{axis, p, part, wire};
        }
      }
    }
  }
  return place;
}

}  // namespace

std::uint32_t first_line_of(const Lines& lines, std::size_t pattern) {
  const auto found = std::find(lines.pattern_of_line.begin(), lines.pattern_of_line.end(), pattern);
  return static_cast<std::uint32_t>(found - lines.pattern_of_line.begin());
}

std::optional<DrawnWire> longest_wire(const Layout& layout) {
  Longest longest(layout);
  std::optional<DrawnWire> found;
  if (const auto place = longest_straight(layout, longest)) {
    const std::uint32_t line = first_line_of(layout.lines(place->axis), place->pattern);
    found = drawn_part(layout, place->axis, line, place->part, place->wire, 1);
  }
  for (const Joint& joint : layout.wiring.joints) {
    const std::uint32_t wires = wires_of(layout, pattern_of(layout, Axis::x, joint.row), joint.row_part);
    for (std::uint32_t wire = 0; wire < wires; ++wire) {
      const DrawnWire bent = drawn_joint(layout, joint, wire, 1);
      if (longest.beats(longest.length(Axis::x, bent.cells_x(), bent.cells_y()))) found = bent;
    }
  }
  return found;
}

}  // namespace cutline
