// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/layout/shapes.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "layout/checked.hpp"
#include "layout/layout_text.hpp"

namespace {

using namespace cutline;
using cases::Case;
using cases::has_rule;

std::string text(const WireShapes& wire) {
  std::string result;
  for (const Terminal& t : wire.terminals) {
    result += fmt::format("node {},{} at {},{} layer {}\n", t.node[Axis::x], t.node[Axis::y], t.x, t.y, t.layer);
  }
  for (const Segment& s : wire.segments)
    result += fmt::format("layer {}: {},{} to {},{}\n", s.layer, s.x0, s.y0, s.x1, s.y1);
  for (const Via& v : wire.vias) result += fmt::format("via {}-{} at {},{}\n", v.lower, v.upper, v.x, v.y);
  return result;
}

/// Moves the run of one wire, and what belongs to the run, by some tracks away from the nodes.
void move_wire(WireShapes& wire, Axis axis, std::int64_t tracks) {
  const int run_parity = axis == Axis::x ? 0 : 1;
  for (Segment& s : wire.segments) {
    if (s.layer % 2 == run_parity) (axis == Axis::x ? s.y0 : s.x0) += tracks;
    (axis == Axis::x ? s.y1 : s.x1) += tracks;
  }
  for (Via& via : wire.vias) (axis == Axis::x ? via.y : via.x) += tracks;
}

/// Calls visit(case, axis, line, shapes) for those lines of a few networks that hold wires.
template <class Visitor>
void for_some_lines(const Visitor& visit) {
  const auto lines_of = [&](const Case& c) {
    for (const Axis axis : {Axis::x, Axis::y}) {
      for (std::uint32_t line = 0; line < c.layout.lines(axis).pattern_of_line.size(); ++line) {
        const std::vector<WireShapes> shapes = line_shapes(c.layout, axis, line);
        if (!shapes.empty()) visit(c, axis, line, shapes);
      }
    }
  };
  lines_of(cases::family_case("torus", {{"radix", 4}, {"dimensions", 4}}));
  lines_of(cases::family_case("hypercube", {{"dimensions", 6}}, {}, 2, {.width_bits = 3}));
  // Bundles of ten wires.
  lines_of(cases::family_case("ring", {{"nodes", 4}}, {}, 2, {.width_bits = 10}));
  for (std::uint64_t seed = 1; seed <= 12; ++seed) lines_of(cases::random_graph(seed));
}

}  // namespace

TEST_CASE("a link in a row leaves its nodes upwards and runs on its track") {
  // One link along the row: boxes of one cell at x 0 and 1, the track above them.
  const Case c = cases::layout("0: 0-1");
  CHECK(text(cases::only_wire(c, Axis::x)) ==
        "node 0,0 at 0,0 layer 1\n"
        "node 1,0 at 1,0 layer 1\n"
        "layer 1: 0,0 to 0,1\n"
        "layer 0: 0,1 to 1,1\n"
        "layer 1: 1,0 to 1,1\n"
        "via 0-1 at 0,1\n"
        "via 0-1 at 1,1\n");
}

TEST_CASE("a link in a column leaves its nodes to the right and runs on its track") {
  const Case c = cases::layout("0,0-0,1");
  CHECK(text(cases::only_wire(c, Axis::y)) ==
        "node 0,0 at 0,0 layer 0\n"
        "node 0,1 at 0,1 layer 0\n"
        "layer 0: 0,0 to 1,0\n"
        "layer 1: 1,0 to 1,1\n"
        "layer 0: 0,1 to 1,1\n"
        "via 0-1 at 1,0\n"
        "via 0-1 at 1,1\n");
}

TEST_CASE("a bent link turns where its row's track meets its column's") {
  // From the lower left to the upper right: along row 0, up beside column 1.
  const Case c = cases::layout("0,0-1,1");
  REQUIRE(c.layout.wiring.joints.size() == 1);
  CHECK(text(joint_shapes(c.layout, c.layout.wiring.joints[0], 0)) ==
        "node 0,0 at 0,0 layer 1\n"
        "node 1,1 at 1,2 layer 0\n"
        "layer 1: 0,0 to 0,1\n"
        "layer 0: 0,1 to 2,1\n"
        "layer 1: 2,1 to 2,2\n"
        "layer 0: 1,2 to 2,2\n"
        "via 0-1 at 0,1\n"
        "via 0-1 at 2,1\n"
        "via 0-1 at 2,2\n");
  const std::vector<WireShapes> row = line_shapes(c.layout, Axis::x, 0);
  REQUIRE(row.size() == 1);
  CHECK(text(row[0]) ==
        "node 0,0 at 0,0 layer 1\n"
        "layer 1: 0,0 to 0,1\n"
        "layer 0: 0,1 to 2,1\n"
        "via 0-1 at 0,1\n");
}

TEST_CASE("one wire of one part is the same as in its line") {
  for_some_lines([](const Case& c, Axis axis, std::uint32_t line, const std::vector<WireShapes>& shapes) {
    const Lines& lines = c.layout.lines(axis);
    const Pattern& pattern = lines.patterns[lines.pattern_of_line[line]];
    WireShapes one;
    std::size_t next = 0;
    for (std::size_t part = 0; part < pattern.size(); ++part) {
      for (std::uint32_t wire = 0; wire < c.layout.wiring.kinds[pattern.kind[part]].wires; ++wire) {
        part_shapes(c.layout, axis, line, part, wire, one);
        REQUIRE(next < shapes.size());
        CHECK(text(one) == text(shapes[next]));
        CHECK(one.wire == shapes[next].wire);
        ++next;
      }
    }
    CHECK(next == shapes.size());
  });
}

TEST_CASE("every wire of the machine is visited once") {
  cases::for_each_random_case(50, [](const Case& c) {
    CAPTURE(c.name);
    std::uint64_t wires = 0;
    for_each_wire(c.layout, [&](const WireShapes& wire) {
      CHECK((wire.terminals.size() == 2 || (wire.terminals.size() == 4 && wire.posts.size() == 1)));
      CHECK_FALSE(wire.terminals.front().through);
      CHECK_FALSE(wire.terminals.back().through);
      ++wires;
    });
    std::uint64_t wanted = 0;
    for_each_link(c.topology, [&](std::size_t link_class, std::size_t link, std::uint64_t, std::uint64_t) {
      const LinkClass& links = c.topology.classes[link_class];
      wanted += c.channel.of_link(static_cast<std::uint32_t>(links.channels), links.width(link));
    });
    CHECK(wires == wanted);
  });
}

TEST_CASE("a line's shapes pass, whatever line it is") {
  for_some_lines([](const Case& c, Axis axis, std::uint32_t line, const std::vector<WireShapes>& shapes) {
    CAPTURE(c.name);
    CHECK(check_shapes(c.layout, axis, line, shapes).empty());
  });
}

TEST_CASE("any one run moved by a track leaves its vias") {
  for_some_lines([](const Case& c, Axis axis, std::uint32_t line, const std::vector<WireShapes>& shapes) {
    CAPTURE(c.name);
    for (std::size_t wire = 0; wire < shapes.size(); wire += 3) {
      std::vector<WireShapes> moved = shapes;
      Segment& run = moved[wire].segments[1];
      (axis == Axis::x ? run.y0 : run.x0) += 1;
      (axis == Axis::x ? run.y1 : run.x1) += 1;
      CHECK(has_rule(check_shapes(c.layout, axis, line, moved), "open"));
    }
  });
}

TEST_CASE("any one wire moved past the last track leaves its routing channel, and moved onto another touches it") {
  for_some_lines([](const Case& c, Axis axis, std::uint32_t line, const std::vector<WireShapes>& shapes) {
    CAPTURE(c.name);
    const AxisPositions& across = axis == Axis::x ? c.layout.rows() : c.layout.columns();
    for (std::size_t wire = 0; wire < shapes.size(); wire += 3) {
      std::vector<WireShapes> moved = shapes;
      move_wire(moved[wire], axis, across.channel[line]);
      CHECK(has_rule(check_shapes(c.layout, axis, line, moved), "channel"));
      if (wire == 0) continue;
      // Moves it onto the track of the wire before it, where the two runs share a cell.
      moved = shapes;
      const Segment& mine = shapes[wire].segments[1];
      const Segment& other = shapes[wire - 1].segments[1];
      const bool meet =
          axis == Axis::x ? mine.x0 <= other.x1 && other.x0 <= mine.x1 : mine.y0 <= other.y1 && other.y0 <= mine.y1;
      if (!meet || mine.layer != other.layer) continue;
      move_wire(moved[wire], axis, axis == Axis::x ? other.y0 - mine.y0 : other.x0 - mine.x0);
      CHECK(has_rule(check_shapes(c.layout, axis, line, moved), "spacing"));
    }
  });
}

TEST_CASE("any one via moved by a cell, left out or put on other layers is found") {
  for_some_lines([](const Case& c, Axis axis, std::uint32_t line, const std::vector<WireShapes>& shapes) {
    CAPTURE(c.name);
    for (std::size_t wire = 0; wire < shapes.size(); wire += 3) {
      for (std::size_t via = 0; via < shapes[wire].vias.size(); ++via) {
        std::vector<WireShapes> moved = shapes;
        moved[wire].vias[via].x += via == 0 ? -1 : 1;
        CHECK(has_rule(check_shapes(c.layout, axis, line, moved), "open"));
        moved = shapes;
        moved[wire].vias[via].y += 1;
        CHECK(has_rule(check_shapes(c.layout, axis, line, moved), "open"));
        moved = shapes;
        moved[wire].vias.erase(moved[wire].vias.begin() + static_cast<std::ptrdiff_t>(via));
        CHECK(has_rule(check_shapes(c.layout, axis, line, moved), "open"));
        moved = shapes;
        ++moved[wire].vias[via].upper;
        CHECK_FALSE(check_shapes(c.layout, axis, line, moved).empty());
      }
    }
  });
}

TEST_CASE("any one terminal moved by a cell, to another layer or to another node is found") {
  for_some_lines([](const Case& c, Axis axis, std::uint32_t line, const std::vector<WireShapes>& shapes) {
    CAPTURE(c.name);
    for (std::size_t wire = 0; wire < shapes.size(); wire += 3) {
      for (std::size_t end = 0; end < shapes[wire].terminals.size(); ++end) {
        const auto moved_by = [&](const auto& move) {
          std::vector<WireShapes> moved = shapes;
          move(moved[wire].terminals[end]);
          return check_shapes(c.layout, axis, line, moved);
        };
        CHECK_FALSE(moved_by([](Terminal& t) { ++t.x; }).empty());
        CHECK_FALSE(moved_by([](Terminal& t) { --t.x; }).empty());
        CHECK_FALSE(moved_by([](Terminal& t) { ++t.y; }).empty());
        CHECK_FALSE(moved_by([](Terminal& t) { ++t.layer; }).empty());
        CHECK_FALSE(moved_by([&](Terminal& t) { ++t.node.at[index(axis)]; }).empty());
      }
    }
  });
}
