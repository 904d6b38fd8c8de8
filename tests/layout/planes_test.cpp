// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "cutline/base/error.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/technology/technology.hpp"
#include "layout/checked.hpp"
#include "layout/layout_text.hpp"

namespace {

using namespace cutline;
using cases::Case;
using cases::has_rule;
using cases::words;

/// A torus of k x k x k nodes or an n-cube on an x-y-z grid.
Case torus(std::int64_t k, std::uint32_t pairs = 1) {
  return cases::family_case("torus", {{"radix", k}, {"dimensions", 3}},
                            {.axes = {Axis::x, Axis::y, Axis::z}, .orders = {"folded"}}, pairs);
}
Case planes_cube(std::uint32_t dimensions) {
  PlacementChoice choice;
  for (std::uint32_t i = 0; i < dimensions; ++i) choice.axes.push_back(kAxes[i * 3 / dimensions]);
  return cases::family_case("hypercube", {{"dimensions", std::int64_t{dimensions}}}, choice);
}

std::string shapes_text(const WireShapes& wire) {
  std::string result;
  for (const Terminal& t : wire.terminals) {
    result += fmt::format("{} {},{},{} at {},{} layer {}\n", t.through ? "through" : "node", t.node[Axis::x],
                          t.node[Axis::y], t.node[Axis::z], t.x, t.y, t.layer);
  }
  for (const Segment& s : wire.segments)
    result += fmt::format("plane {} layer {}: {},{} to {},{}\n", s.plane, s.layer, s.x0, s.y0, s.x1, s.y1);
  for (const Post& p : wire.posts) result += fmt::format("post {},{} from plane {} to {}\n", p.x, p.y, p.z0, p.z1);
  return result;
}

/// A graph on four planes, with links of every shape.
Case stack() { return cases::random_graph(21, 4); }

}  // namespace

TEST_CASE("a link between two planes is one post inside the boxes of its nodes") {
  // One post takes a field of one cell; a row and a column of cells beside it are left to terminals.
  const Case c = cases::layout("0,0,0-0,0,1");
  CHECK(shapes_text(cases::only_wire(c, Axis::z)) ==
        "node 0,0,0 at 0,0 layer -1\n"
        "node 0,0,1 at 0,0 layer -1\n"
        "post 0,0 from plane 0 to 1\n");
  const Measures m = measure(c);
  CHECK(m.size.width_pitches == 2);
  CHECK(m.size.height_pitches == 2);
  CHECK(m.size.planes.pitches == 4);  // two planes of two layers
  CHECK((m.size.planes.volume_pitches3 == 16));
  CHECK(m.length.longest_pitches == 2);
}

TEST_CASE("a link bent in three axes goes along x, then y, then enters the pillar through the box it passes") {
  const Case c = cases::layout("0,0,0-1,1,1");
  REQUIRE(c.layout.wiring.joints.size() == 1);
  CHECK(shapes_text(joint_shapes(c.layout, c.layout.wiring.joints[0], 0)) ==
        "node 0,0,0 at 0,0 layer 1\n"
        "through 1,1,0 at 2,2 layer 0\n"
        "through 1,1,0 at 1,2 layer -1\n"
        "node 1,1,1 at 1,2 layer -1\n"
        "plane 0 layer 1: 0,0 to 0,1\n"
        "plane 0 layer 0: 0,1 to 3,1\n"
        "plane 0 layer 1: 3,1 to 3,2\n"
        "plane 0 layer 0: 2,2 to 3,2\n"
        "post 1,2 from plane 0 to 1\n");
  const Measures m = measure(c);
  CHECK(m.length.longest_span == node_pitches(3));
  CHECK(m.length.longest_pitches == 3 + 1 + 1 + 1 + 2);
  CHECK(m.pins_per_node_max == 1);  // the box that the wire passes through has a terminal, but the node has no pin
  CHECK(check_of(c).passed());
}

TEST_CASE("a link bent in a row and a pillar, or a column and a pillar, passes through one box") {
  for (const char* link : {"0,0,0-2,0,1", "0,0,0-0,2,1"}) {
    const Case c = cases::layout(link);
    REQUIRE(c.layout.wiring.joints.size() == 1);
    const WireShapes wire = joint_shapes(c.layout, c.layout.wiring.joints[0], 0);
    REQUIRE(wire.terminals.size() == 4);
    CHECK(wire.terminals[1].node == wire.terminals[2].node);
    CHECK(wire.terminals[1].node[Axis::z] == 0);
    CHECK(wire.segments.size() == 3);
    CHECK(wire.posts.size() == 1);
    const CheckResult result = check_of(c);
    CHECK_MESSAGE(result.passed(), words(result));
  }
}

TEST_CASE("posts that end at a node from below and from above share a cell") {
  const Case c = cases::layout("0,0,0-0,0,1 0,0,1-0,0,2 0,0,2-0,0,3 0,0,0-0,0,3");
  const Measures m = measure(c);
  CHECK(m.density[2].per_line_peak_links == 2);
  CHECK(m.tracks[2].wires == 2);
  CHECK(check_of(c).passed());
}

TEST_CASE("a field is as square as its posts allow and never higher than wide") {
  for (std::uint32_t posts = 1; posts <= 2000; ++posts) {
    const FieldSize field = post_field(posts);
    CHECK(std::uint64_t{field.width} * field.height >= posts);
    CHECK(std::uint64_t{field.width} * (field.height - 1) < posts);
    CHECK((field.width == field.height || field.width == field.height + 1));
  }
  CHECK(post_field(0).width == 0);
}

TEST_CASE("a folded torus of k x k x k nodes has total span 6 k^2 (k - 1), longest link 2, and size 8k x 8k x 2k") {
  for (const std::int64_t k : {3, 4, 5, 6, 7, 12, 32}) {
    CAPTURE(k);
    const Case c = torus(k);
    const Measures m = measure(c);
    CHECK((m.length.total_span_halves == 2 * 6 * k * k * (k - 1)));
    CHECK(m.length.longest_span == node_pitches(2));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      CHECK(m.density[axis].per_line_peak_links == 2);
      CHECK(m.density[axis].peak_links == 2 * k * k);
      CHECK(m.tracks[axis].links == 2);
      CHECK(m.tracks[axis].wires == 4);
    }
    // 4 wires of a ring end at a node along each axis, and 4 tracks or posts of 2 x 2 cells hold them.
    CHECK(m.size.width_pitches == 8 * k);
    CHECK(m.size.height_pitches == 8 * k);
    CHECK(m.size.planes.pitches == 2 * k);
    CHECK((m.size.planes.volume_pitches3 == Int128{128} * k * k * k));
    CHECK(m.pins_per_node_max == 12);
    CHECK(m.ports_per_node_max == 12);
    const CheckResult result = check_of(c);
    CHECK_MESSAGE(result.passed(), words(result));
    CHECK(result.patterns == 3);
    CHECK(result.links == c.topology.link_count());
  }
}

TEST_CASE("a binary 18-cube on an x-y-z grid is three patterns of floor(2 * 64 / 3) tracks, and passes") {
  const Case c = planes_cube(18);
  const Measures m = measure(c);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    CHECK(c.layout.wiring.lines[axis].patterns.size() == 1);
    CHECK(c.layout.wiring.lines[axis].multiplicity[0] == 4096);
    CHECK(m.tracks[axis].links == 42);
    CHECK(m.density[axis].per_line_peak_links == 42);
  }
  // The links of dimension i of an axis are 2^i node pitches long: 2^17 each.
  CHECK((m.length.total_span_halves == Int128{2} * 3 * (1 << 17) * 63));
  CHECK(m.pins_per_node_max == 36);
  const CheckResult result = check_of(c);
  CHECK_MESSAGE(result.passed(), words(result));
  CHECK(result.patterns == 3);
  CHECK(result.links == 18u << 17);
  CHECK(result.wires == 2 * result.links);
}

TEST_CASE("the same network on one, two and three axes: spans add up to the profiles, and links do not change") {
  const std::vector<std::vector<Axis>> splits = {{Axis::x, Axis::x, Axis::x},
                                                 {Axis::x, Axis::y, Axis::y},
                                                 {Axis::z, Axis::x, Axis::x},
                                                 {Axis::z, Axis::z, Axis::z},
                                                 {Axis::x, Axis::y, Axis::z}};
  std::vector<Int128> totals;
  for (const std::vector<Axis>& axes : splits) {
    const Case c = cases::family_case("torus", {{"radix", 6}, {"dimensions", 3}}, {.axes = axes, .orders = {"folded"}});
    Int128 sum = 0;
    for (const Axis axis : kAxes) {
      for (const std::int64_t links : machine_profile(c.layout, axis).links) sum += links;
    }
    const Measures m = measure(c);
    CHECK((m.length.total_span_halves == 2 * sum));
    CHECK(m.length.by_class[0].links == 216);
    CHECK(m.pins_per_node_max == 12);
    totals.push_back(sum);
  }
  CHECK((totals.back() == 6 * 36 * 5));
  CHECK((totals[0] == totals[3]));  // a line is as long along z as along x
  for (const Int128 total : totals) CHECK((total >= totals.back()));
}

TEST_CASE("columns, rows and channels are as wide in every plane as in the one that needs most, so posts line up") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Case c = cases::random_graph(seed, 3);
    CAPTURE(c.name);
    for_each_wire(c.layout, [&](const WireShapes& wire) {
      for (const Post& post : wire.posts) {
        const Cell& end = wire.terminals.back().node;
        CHECK(post.x < c.layout.columns().box_end(end[Axis::x]) - 1);
        CHECK(post.x >= c.layout.columns().start[end[Axis::x]]);
        CHECK(post.y < c.layout.rows().box_end(end[Axis::y]) - 1);
        CHECK(post.y >= c.layout.rows().start[end[Axis::y]]);
      }
    });
  }
}

TEST_CASE("damage to a pillar is found") {
  const Case whole = torus(5);
  REQUIRE(check_of(whole).passed());
  Case c = whole;
  Pattern& pillar = c.layout.wiring[Axis::z].patterns[0];
  SUBCASE("two posts in one cell") {
    pillar.lane[1] = pillar.lane[0];
    CHECK(has_rule(check_of(c), "spacing"));
  }
  SUBCASE("a post beyond the field") {
    pillar.lane[0] = 40;
    CHECK_FALSE(check_of(c).passed());
  }
  SUBCASE("a field that the boxes have no room for") {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      c.layout.positions[axis].field[3] = 1;
      c.layout.rules.node_width = c.layout.rules.node_height = 1;
    }
    for (Lines& lines : c.layout.wiring.lines) {
      for (Pattern& pattern : lines.patterns) pattern.terminals[3] = 0;
    }
    CHECK(has_rule(check_of(c), "box"));
  }
  SUBCASE("a link that ends a plane too low") {
    pillar.hi[0] -= kZones;
    CHECK(has_rule(check_of(c), "connectivity"));
  }
  SUBCASE("a link that passes through a box it should end in") {
    pillar.hi[0] = station(slot_of(pillar.hi[0]), Zone::lower_through);
    CHECK(has_rule(check_of(c), "joint"));
  }
  SUBCASE("planes that stand in one another") {
    --c.layout.positions[2].start[2];
    CHECK(has_rule(check_of(c), "box"));
  }
  SUBCASE("a pillar with another's pattern") {
    Case other = stack();
    Lines& pillars = other.layout.wiring[Axis::z];
    REQUIRE(pillars.patterns.size() > 1);
    cases::swap_patterns(pillars);
    CHECK_FALSE(check_of(other).passed());
  }
}

TEST_CASE("damage to a joint in three axes is found") {
  Case c = stack();
  REQUIRE(check_of(c).passed());
  std::vector<Joint>& joints = c.layout.wiring.joints;
  const auto with_pillar = [](const Joint& joint) { return joint.has(Axis::z); };
  const auto first = std::find_if(joints.begin(), joints.end(), with_pillar);
  REQUIRE(first != joints.end());
  const auto second = std::find_if(first + 1, joints.end(), [&](const Joint& joint) {
    return with_pillar(joint) && joint.line[2] != first->line[2];
  });
  REQUIRE(second != joints.end());
  SUBCASE("pillars swapped") {
    std::swap(first->line[2], second->line[2]);
    std::swap(first->part[2], second->part[2]);
    CHECK(has_rule(check_of(c), "joint"));
  }
  SUBCASE("without its pillar") {
    first->line[2] = Joint::kNone;
    CHECK(has_rule(check_of(c), "joint"));
  }
  SUBCASE("named twice") {
    *second = *first;
    CHECK(has_rule(check_of(c), "joint"));
  }
  SUBCASE("missing") {
    joints.erase(first);
    CHECK(has_rule(check_of(c), "joint"));
    CHECK(has_rule(check_of(c), "connectivity"));
  }
}

TEST_CASE("one post moved, turned into another plane or without an end is found") {
  const Case c = torus(4, 2);
  const std::vector<WireShapes> shapes = line_shapes(c.layout, Axis::z, 5);
  REQUIRE(check_shapes(c.layout, Axis::z, 5, shapes).empty());
  const auto damaged = [&](const auto& damage) {
    std::vector<WireShapes> moved = shapes;
    damage(moved[1]);
    return check_shapes(c.layout, Axis::z, 5, moved);
  };
  CHECK_FALSE(damaged([](WireShapes& w) { ++w.posts[0].x; }).empty());
  CHECK_FALSE(damaged([](WireShapes& w) { --w.posts[0].y; }).empty());
  CHECK_FALSE(damaged([](WireShapes& w) { ++w.posts[0].z1; }).empty());
  CHECK_FALSE(damaged([](WireShapes& w) { std::swap(w.posts[0].z0, w.posts[0].z1); }).empty());
  CHECK_FALSE(damaged([](WireShapes& w) { w.posts.clear(); }).empty());
  CHECK_FALSE(damaged([](WireShapes& w) { w.terminals.pop_back(); }).empty());
  CHECK_FALSE(damaged([](WireShapes& w) { ++w.terminals[0].x; }).empty());
  CHECK_FALSE(damaged([](WireShapes& w) { ++w.terminals[0].node.at[2]; }).empty());
  CHECK_FALSE(damaged([](WireShapes& w) { w.segments.push_back({0, 0, 0, 1, 0}); }).empty());
  std::vector<WireShapes> row = line_shapes(c.layout, Axis::x, 5);
  row[0].segments[1].plane ^= 1;
  CHECK_FALSE(check_shapes(c.layout, Axis::x, 5, row).empty());
}

TEST_CASE("a technology that does not say how far apart planes are has layouts of one plane only") {
  Technology technology;
  technology.name = "flat";
  technology.layers = {{"m1", LayerDirection::horizontal, nanometres(200)},
                       {"m2", LayerDirection::vertical, nanometres(300)}};
  CHECK_NOTHROW(layout_rules(technology, {}, {}, 1));
  CHECK_THROWS_AS(layout_rules(technology, {}, {}, 2), cutline::Error);
  technology.plane_pitch = nanometres(50'000);
  const LayoutRules rules = layout_rules(technology, {}, {}, 2);
  CHECK(rules.plane_cells == 167);  // in cells of 300 nm, the coarser pitch
  CHECK(rules.plane_cells * rules.cell_depth_nm == doctest::Approx(50'000));
  CHECK(layout_rules(unit_technology(2), {}, {}, 2).plane_cells == 4);
}
