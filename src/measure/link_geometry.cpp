// SPDX-License-Identifier: Apache-2.0
#include "cutline/measure/link_geometry.hpp"

#include <algorithm>

#include "cutline/base/function_ref.hpp"

namespace cutline {

namespace {

/// The strand of a layer pair; the pairs ascend.
Strand& strand_of(std::vector<Strand>& strands, std::uint8_t pair) {
  const auto after = [](const Strand& strand, std::uint8_t of) { return strand.pair < of; };
  auto found = std::lower_bound(strands.begin(), strands.end(), pair, after);
  if (found == strands.end() || found->pair != pair) found = strands.insert(found, Strand{.pair = pair});
  return *found;
}

void set_longest(LinkGeometry& link, const CellSize& cell) {
  const auto length = [&](const Strand& strand) { return cell.length({strand.cells_x, strand.cells_y, 0}); };
  const auto longest = std::max_element(link.strands.begin(), link.strands.end(),
                                        [&](const Strand& a, const Strand& b) { return length(a) < length(b); });
  link.cells_x = longest->cells_x;
  link.cells_y = longest->cells_y;
}

}  // namespace

const LinkKind& link_kind(const Layout& layout, const LinkPlace& place) {
  if (place.is_bent()) return layout.wiring.kind(layout.wiring.joints[place.part]);
  return layout.wiring.kinds[layout.lines(place.axis).patterns[place.pattern].kind[place.part]];
}

LinkGeometry straight_geometry(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part) {
  const std::uint32_t wires = layout.wiring.kinds[pattern.kind[part]].wires, unit = pattern.wires_per_unit;
  const std::int64_t along = axis == Axis::z ? 0 : part_cells_along(layout, axis, pattern, part);
  const std::int64_t ends = pattern.is_facing(part) || axis == Axis::z ? 0 : 2;
  const double stubs = axis == Axis::z ? 0 : stub_count(layout, pattern, part);
  LinkGeometry link{
      .span = layout.wiring.span(axis, pattern, part), .along_x = axis == Axis::x, .along_y = axis == Axis::y};
  link.given = layout.wiring.kinds[pattern.kind[part]].given;
  if (axis == Axis::z) link.cells_z = part_run(layout, axis, pattern, part, 0).z;
  for (std::uint32_t wire = 0; wire < wires; wire += unit) {
    const std::int64_t near = std::int64_t{pattern.track_of(part, wire)} + 1, far = near + unit - 1;
    Strand& strand = strand_of(link.strands, pattern.pair_of(part, wire));
    strand.wires += unit;
    std::int64_t& across = axis == Axis::x ? strand.cells_y : strand.cells_x;
    across = std::max(across, ends * far);
    (axis == Axis::x ? strand.cells_x : strand.cells_y) = along;
    const std::int64_t tracks = near * unit + std::int64_t{unit} * (unit - 1) / 2;  // near + 0, near + 1, ... added up
    double& sum = axis == Axis::x ? strand.mean_y : strand.mean_x;                  // sum over its stubs, divided below
    sum += stubs * static_cast<double>(tracks);
  }
  for (Strand& strand : link.strands) {
    (axis == Axis::x ? strand.mean_y : strand.mean_x) /= strand.wires;
    (axis == Axis::x ? strand.mean_x : strand.mean_y) = static_cast<double>(along);
  }
  set_longest(link, cell_size(layout.rules));
  link.from.at[index(axis)] = slot_of(pattern.lo[part]);
  link.to.at[index(axis)] = slot_of(pattern.hi[part]);
  return link;
}

LinkGeometry bent_geometry(const Layout& layout, const Joint& joint) {
  const CellSize cell = cell_size(layout.rules);
  const Axis first = joint.first();
  const Pattern& pattern = layout.wiring.pattern(first, joint.line[index(first)]);
  const auto [from, to] = layout.wiring.ends(joint);
  LinkGeometry link{.span = layout.wiring.span(joint),
                    .cells_z = joint_run(layout, joint, 0).z,
                    .from = from,
                    .to = to,
                    .along_x = joint.has(Axis::x),
                    .along_y = joint.has(Axis::y),
                    .given = layout.wiring.kind(joint).given};
  for (std::uint32_t wire = 0; wire < layout.wiring.kind(joint).wires; ++wire) {
    const WireRun run = joint_run(layout, joint, wire);
    Strand& strand = strand_of(link.strands, pattern.pair_of(joint.part[index(first)], wire));
    const bool longest = cell.length({run.x, run.y, 0}) > cell.length({strand.cells_x, strand.cells_y, 0});
    if (strand.wires++ == 0 || longest) {
      strand.cells_x = run.x;
      strand.cells_y = run.y;
    }
    strand.mean_x += static_cast<double>(run.x);
    strand.mean_y += static_cast<double>(run.y);
  }
  for (Strand& strand : link.strands) {
    strand.mean_x /= strand.wires;
    strand.mean_y /= strand.wires;
  }
  set_longest(link, cell);
  return link;
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
