// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "layout/bands.hpp"
#include "layout/checked.hpp"
#include "measure/measured.hpp"

namespace {

using namespace cutline;
using cases::Case;

/// Checks that the wire that is said to be the longest is as long as that, of the link that is named, and of the wires
/// of a straight link the first so long.
void expect_longest_wire(const Case& c) {
  CAPTURE(c.name);
  const Lengths told = measure(c).length;
  const LinkPlace& link = told.longest_wire.link;
  WireShapes shapes;
  WireRun run;
  if (link.is_bent()) {
    const Joint& joint = c.layout.wiring.joints[link.part];
    run = joint_run(c.layout, joint, told.longest_wire.wire);
    joint_shapes(c.layout, joint, told.longest_wire.wire, shapes);
  } else {
    const Lines& lines = c.layout.lines(link.axis);
    run = part_run(c.layout, link.axis, lines.patterns[link.pattern], link.part, told.longest_wire.wire);
    part_shapes(c.layout, link.axis, first_line_of(lines, link.pattern), link.part, told.longest_wire.wire, shapes);
    for (std::uint32_t before = 0; before < told.longest_wire.wire; ++before)
      CHECK(part_run(c.layout, link.axis, lines.patterns[link.pattern], link.part, before).cells() < run.cells());
  }
  CHECK(run.cells() == told.longest_pitches);
  CHECK(node_at(c.topology, c.placement, shapes.terminals.front().node) == told.longest_link_a);
  CHECK(node_at(c.topology, c.placement, shapes.terminals.back().node) == told.longest_link_b);
}

/// Checks the bundles of every bent link against its wires one by one.
void expect_bundles(const Case& c) {
  CAPTURE(c.name);
  for (std::uint32_t number = 0; number < c.layout.wiring.joints.size(); ++number) {
    const Joint& joint = c.layout.wiring.joints[number];
    std::uint32_t next = 0;
    for_each_bundle(c.layout, {Axis::x, LinkPlace::kBent, number}, [&](const WireBundle& bundle) {
      CHECK(bundle.first == next);
      next += bundle.wires;
      std::array<std::int64_t, 3> sum{};
      std::int64_t longest = 0;
      for (std::uint32_t wire = bundle.first; wire < next; ++wire) {
        const WireRun run = joint_run(c.layout, joint, wire);
        sum = {sum[0] + run.x, sum[1] + run.y, sum[2] + run.z};
        longest = std::max(longest, run.cells());
      }
      for (std::size_t axis = 0; axis < 3; ++axis) CHECK(bundle.all[axis] == sum[axis]);
      CHECK(std::max(bundle.from.cells(), bundle.to.cells()) == longest);
    });
    CHECK(next == c.layout.wiring.kind(joint).wires);
  }
}

}  // namespace

TEST_CASE("the wires of bent links in bundles are as long as one by one") {
  cases::for_each_catalogue_case(expect_bundles, 4);
  cases::for_each_random_case(200, cases::in_all_ways(expect_bundles));
}

TEST_CASE("the longest wire of the measures is as long as they say, and of the link that they name") {
  cases::for_each_catalogue_case(expect_longest_wire, 2);
  cases::for_each_random_case(200, cases::in_all_ways(expect_longest_wire));
}
