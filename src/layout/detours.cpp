// SPDX-License-Identifier: Apache-2.0
#include "layout/detours.hpp"

#include "cutline/detail/layout/shapes.hpp"

namespace cutline {

namespace {

/// The parts of a joint that meet in a crossing, and how far their wires go round.
struct Crossing {
  const Pattern& row;
  const Pattern& column;
  std::uint32_t row_part, column_part;

  Crossing(const Wiring& wiring, const Joint& joint)
      : row(wiring.pattern(Axis::x, joint.line[0])),
        column(wiring.pattern(Axis::y, joint.line[1])),
        row_part(joint.part[0]),
        column_part(joint.part[1]) {}

  /// Whether the tracks of both lines lie past the other line's end of the link.
  bool passes_both_ends() const { return is_crossing(row.hi[row_part]) && is_crossing(column.hi[column_part]); }
  /// The last of the wires that lie side by side with a wire on both lines: the farthest out of them.
  std::uint32_t last_beside(std::uint32_t wire, std::uint32_t wires) const {
    const auto end = [&](const Pattern& line) { return (wire / line.wires_per_unit + 1) * line.wires_per_unit; };
    return std::min({wires, end(row), end(column)}) - 1;
  }
  /// The way to a wire's tracks and back, where it passes both ends.
  double way_round(std::uint32_t wire, const CellSize& cell) const {
    return 2 * ((row.track_of(row_part, wire) + 1.0) * cell.y + (column.track_of(column_part, wire) + 1.0) * cell.x);
  }
  double two_channels(const CellSize& cell) const { return 2 * std::max(row.tracks * cell.y, column.tracks * cell.x); }
};

}  // namespace

Detours detours(const Layout& layout) {
  const CellSize cell = cell_size(layout.rules);
  Detours found;
  double most = 0;
  for (std::uint32_t number = 0; number < layout.wiring.joints.size(); ++number) {
    const Joint& joint = layout.wiring.joints[number];
    if (!joint.has(Axis::x) || !joint.has(Axis::y)) continue;
    const Crossing crossing(layout.wiring, joint);
    if (!crossing.passes_both_ends()) continue;
    const std::uint32_t wires = layout.wiring.kind(joint).wires;
    double farthest = 0;
    std::uint32_t of_wire = 0;
    for (std::uint32_t wire = 0; wire < wires; ++wire) {
      wire = crossing.last_beside(wire, wires);
      const double way = crossing.way_round(wire, cell);
      if (way > farthest) of_wire = wire;
      farthest = std::max(farthest, way);
    }
    const double beyond = farthest - crossing.two_channels(cell);
    if (beyond <= 0) continue;
    ++found.links;
    if (beyond <= most) continue;
    most = beyond;
    found.joint = number;
    found.length = cell.length(joint_run(layout, joint, of_wire));
    found.distance = found.length - farthest;
  }
  return found;
}

}  // namespace cutline
