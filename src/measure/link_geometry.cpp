// SPDX-License-Identifier: Apache-2.0
#include "cutline/measure/link_geometry.hpp"

#include "cutline/base/function_ref.hpp"

namespace cutline {

LinkGeometry straight_geometry(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part) {
  const LinkKind& kind = layout.wiring.kinds[pattern.kind[part]];
  const std::uint32_t unit = pattern.wires_per_unit;
  std::uint32_t farthest = 0;
  std::int64_t tracks = 0;  // from the nodes to each wire's track, together
  for (std::uint32_t wire = 0; wire < kind.wires; wire += unit) {
    const std::uint32_t last = wire + unit - 1;
    if (pattern.track_of(part, last) > pattern.track_of(part, farthest)) farthest = last;
    const std::int64_t near = std::int64_t{pattern.track_of(part, wire)} + 1;
    tracks += near * unit + std::int64_t{unit} * (unit - 1) / 2;
  }
  const WireRun run = part_run(layout, axis, pattern, part, farthest);
  LinkGeometry link{.span = layout.wiring.span(axis, pattern, part),
                    .cells_x = run.x,
                    .cells_y = run.y,
                    .cells_z = run.z,
                    .pair = pattern.pair[part],
                    .along_x = axis == Axis::x,
                    .along_y = axis == Axis::y};
  const double terminals = axis == Axis::z ? 0 : stub_count(layout, pattern, part);
  const double stubs = terminals * static_cast<double>(tracks) / kind.wires;
  link.mean_x = axis == Axis::x ? static_cast<double>(run.x) : stubs;
  link.mean_y = axis == Axis::y ? static_cast<double>(run.y) : stubs;
  link.from.at[index(axis)] = slot_of(pattern.lo[part]);
  link.to.at[index(axis)] = slot_of(pattern.hi[part]);
  return link;
}

LinkGeometry bent_geometry(const Layout& layout, const Joint& joint) {
  const CellSize cell = cell_size(layout.rules);
  const std::uint32_t wires = layout.wiring.kind(joint).wires;
  WireRun longest = joint_run(layout, joint, 0);
  WireRun sum = longest;
  for (std::uint32_t wire = 1; wire < wires; ++wire) {
    const WireRun run = joint_run(layout, joint, wire);
    sum.x += run.x;
    sum.y += run.y;
    if (cell.length(run) > cell.length(longest)) longest = run;
  }
  const Axis first = joint.first();
  const Pattern& pattern = layout.wiring.pattern(first, joint.line[index(first)]);
  const auto [from, to] = layout.wiring.ends(joint);
  return {.span = layout.wiring.span(joint),
          .cells_x = longest.x,
          .cells_y = longest.y,
          .cells_z = longest.z,
          .from = from,
          .to = to,
          .pair = pattern.pair[joint.part[index(first)]],
          .mean_x = static_cast<double>(sum.x) / wires,
          .mean_y = static_cast<double>(sum.y) / wires,
          .along_x = joint.has(Axis::x),
          .along_y = joint.has(Axis::y)};
}

LinkGeometry link_geometry(const Layout& layout, const LinkPlace& place) {
  if (place.is_bent()) return bent_geometry(layout, layout.wiring.joints[place.part]);
  return straight_geometry(layout, place.axis, layout.lines(place.axis).patterns[place.pattern], place.part);
}

void for_each_link_place(const Layout& layout, FunctionRef<void(const LinkPlace&, std::uint64_t)> visit) {
  for (const Axis axis : kAxes) {
    const Lines& lines = layout.lines(axis);
    for (std::uint32_t i = 0; i < lines.patterns.size(); ++i) {
      const Pattern& pattern = lines.patterns[i];
      for (std::uint32_t part = 0; part < pattern.size(); ++part) {
        if (!pattern.is_bent(part)) visit({axis, i, part}, lines.multiplicity[i]);
      }
    }
  }
  for (std::uint32_t joint = 0; joint < layout.wiring.joints.size(); ++joint)
    visit({Axis::x, LinkPlace::kBent, joint}, 1);
}

}  // namespace cutline
