// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "layout/bands.hpp"
#include "layout/checked.hpp"
#include "measure/placed_links.hpp"

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

}  // namespace

TEST_CASE("the longest wire of the measures is as long as they say, and of the link that they name") {
  cases::for_each_catalogue_case(expect_longest_wire, 2);
  cases::for_each_random_case(200, cases::in_all_ways(expect_longest_wire));
}
