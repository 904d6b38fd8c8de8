// SPDX-License-Identifier: Apache-2.0
#include "cutline/layout/check.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "cutline/base/parallel.hpp"
#include "layout/checked.hpp"
#include "layout/layout_text.hpp"

namespace {

using namespace cutline;
using cases::Case;
using cases::has_rule;
using cases::words;

/// A network with straight links only, and one with bent links.
Case cube() { return cases::family_case("hypercube", {{"dimensions", 5}}); }
Case bent_graph() { return cases::random_graph(12); }

std::uint64_t wires_of(const Case& c) {
  std::uint64_t wires = 0;
  for (const LinkClass& links : c.topology.classes) {
    for (std::size_t i = 0; i < links.links.size(); ++i) {
      wires += c.topology.copies(links) * c.channel.of_link(static_cast<std::uint32_t>(links.channels), links.width(i));
    }
  }
  return wires;
}

}  // namespace

TEST_CASE("interchanges need no box of a node's size, and nodes do") {
  const Topology topology = build_topology("express", {{"radix", 6}, {"dimensions", 2}, {"spacing", 2}});
  const Placement placement = place(topology, {});
  LayoutRules rules = cases::unit_rules(1);
  rules.node_width = 40;
  rules.node_height = 30;
  const Layout layout = route(wire_up(topology, placement), rules, {});
  CHECK(layout.columns().box[2] < 40);
  CHECK(check(layout, topology, placement).passed());
  Layout small = layout;
  small.positions[0].box[0] = 1;
  CHECK_FALSE(check(small, topology, placement).passed());
}

TEST_CASE(
    "every network of the catalogues passes in every order, with every split of its dimensions, on 1 to 4 pairs") {
  std::size_t tried = 0;
  const auto expect_passed = [&](const Case& c) {
    CAPTURE(c.name);
    const CheckResult result = check_of(c);
    CHECK_MESSAGE(result.passed(), words(result));
    CHECK(result.every_link);
    CHECK(result.links == c.topology.link_count());
    CHECK(result.wires == wires_of(c));
    ++tried;
  };
  cases::for_each_catalogue_case(expect_passed);
  cases::for_each_catalogue_case(cases::over_some_nodes(expect_passed), 2);
  cases::for_each_catalogue_case(cases::faced(expect_passed), 2);
  CHECK(tried > 500);
}

TEST_CASE("hundreds of random graphs and networks of random classes pass") {
  std::size_t bent = 0;
  const auto expect_passed = [&](const Case& c) {
    CAPTURE(c.name);
    const CheckResult result = check_of(c);
    CHECK_MESSAGE(result.passed(), words(result));
    CHECK(result.links == c.topology.link_count());
    CHECK(result.wires == wires_of(c));
    bent += c.layout.wiring.joints.size();
  };
  cases::for_each_random_case(400, cases::in_all_ways(expect_passed));
  CHECK(bent > 5000);
}

TEST_CASE("past the effort one line of each pattern is compared, and the result says so") {
  const CheckResult result = check_of(cube(), 0);
  CHECK(result.passed());
  CHECK_FALSE(result.every_link);
  // Natural order, 3 dimensions on x and 2 on y: a row of 8 nodes holds 12 links, a column of 4 holds 4.
  CHECK(result.patterns == 2);
  CHECK(result.links == 16);
}

TEST_CASE("a link on the track of another that it meets is found, with its place") {
  Case c = cube();
  Pattern& row = c.layout.wiring[Axis::x].patterns[0];
  // Parts 0 to 2 all begin at slot 0, so they may not share a track.
  row.lane[1] = row.lane[0];
  const CheckResult result = check_of(c);
  CHECK_FALSE(result.passed());
  REQUIRE(has_rule(result, "spacing"));
  CHECK(result.violations[0].message.find("row 0, layer ") == 0);
  CHECK(result.violations[0].message.find("touch at") != std::string::npos);
}

TEST_CASE("a link moved past the last track of its routing channel is found") {
  for (const Axis axis : {Axis::x, Axis::y}) {
    Case c = cube();
    Pattern& pattern = c.layout.wiring[axis].patterns[0];
    pattern.lane[0] = pattern.tracks / pattern.wires_per_unit;
    CHECK(has_rule(check_of(c), "channel"));
  }
}

TEST_CASE("a terminal moved onto another, or out of its box, is found") {
  for (const Axis axis : {Axis::x, Axis::y}) {
    Case c = cube();
    Pattern& pattern = c.layout.wiring[axis].patterns[0];
    const std::uint32_t before = pattern.lo_terminal[0];
    pattern.lo_terminal[0] = pattern.lo_terminal[1];
    CHECK(has_rule(check_of(c), "spacing"));
    pattern.lo_terminal[0] = before + pattern.terminals[0];
    CHECK(has_rule(check_of(c), "terminal"));
  }
}

TEST_CASE("a joint that names another part, a part that two joints name and a missing joint are found") {
  const Case whole = bent_graph();
  REQUIRE(check_of(whole).passed());
  REQUIRE(whole.layout.wiring.joints.size() > 3);
  SUBCASE("columns' parts swapped") {
    Case c = whole;
    std::vector<Joint>& joints = c.layout.wiring.joints;
    const auto other = std::find_if(joints.begin(), joints.end(),
                                    [&](const Joint& joint) { return joint.line[1] != joints[0].line[1]; });
    REQUIRE(other != joints.end());
    std::swap(joints[0].line[1], other->line[1]);
    std::swap(joints[0].part[1], other->part[1]);
    CHECK_FALSE(check_of(c).passed());
  }
  SUBCASE("named twice") {
    Case c = whole;
    c.layout.wiring.joints[1] = c.layout.wiring.joints[0];
    CHECK(has_rule(check_of(c), "joint"));
  }
  SUBCASE("missing") {
    Case c = whole;
    c.layout.wiring.joints.pop_back();
    CHECK(has_rule(check_of(c), "joint"));
    CHECK(has_rule(check_of(c), "connectivity"));
  }
  SUBCASE("a part that does not exist") {
    Case c = whole;
    c.layout.wiring.joints[0].part[0] = 1'000'000;
    CHECK(has_rule(check_of(c), "joint"));
  }
  SUBCASE("parts on different layer pairs") {
    Case c = cases::random_graph(12);
    const Joint& joint = c.layout.wiring.joints[0];
    Lines& rows = c.layout.wiring[Axis::x];
    Pattern& row = rows.patterns[rows.pattern_of_line[joint.line[0]]];
    REQUIRE(row.pairs > 1);
    std::uint32_t& lane = row.lane[row.first_unit(joint.part[0])];
    const std::uint32_t pair = lane % row.pairs;
    lane = lane - pair + (pair + 1) % row.pairs;
    CHECK_FALSE(check_of(c).passed());
  }
}

TEST_CASE("two bent links of one kind that swap their far ends are found by their nodes alone") {
  // Both links go from row 0 up to row 1 through the crossing of column 2. Only the network says which ends belong
  // together.
  const Case c = cases::layout("0,0-2,1 1,0-2,1 | 0: 2 | 1: 0 1");
  REQUIRE(check_of(c).passed());
  Topology other = c.topology;
  other.classes[0].links[1].b = 4;  // the node in column 1 of row 1
  const CheckResult result = check(c.layout, other, c.placement);
  CHECK(has_rule(result, "connectivity"));
}

TEST_CASE("a layout is not that of a network with one link more, less, wider, elsewhere or of another class") {
  Case c = cases::family_case("graph", find_family("graph")->examples[1]);
  REQUIRE(check_of(c).passed());
  const Topology network = c.topology;
  std::vector<LocalLink>& links = c.topology.classes[0].links;
  SUBCASE("less") {
    links.pop_back();
    c.topology.classes[0].widths.pop_back();
  }
  SUBCASE("more") {
    links.push_back(links[0]);
    c.topology.classes[0].widths.push_back(1);
  }
  SUBCASE("elsewhere") { links[0].b = links[0].b == 1 ? 2 : 1; }
  SUBCASE("wider") { ++c.topology.classes[0].widths[1]; }
  SUBCASE("of another class") {
    LinkClass second = c.topology.classes[0];
    second.links = {links[0]};
    second.widths = {1};
    links.erase(links.begin());
    c.topology.classes[0].widths.erase(c.topology.classes[0].widths.begin());
    c.topology.classes.push_back(second);
  }
  SUBCASE("one-way") { c.topology.classes[0].channels = 1; }
  CHECK(has_rule(check_of(c), "connectivity"));
}

TEST_CASE("a line with another line's pattern is found") {
  Case c = bent_graph();
  Lines& rows = c.layout.wiring[Axis::x];
  REQUIRE(rows.patterns.size() > 1);
  cases::swap_patterns(rows);
  CHECK_FALSE(check_of(c).passed());
}

TEST_CASE("slots that meet, channels that are too small and boxes that do not fit are found") {
  Case c = cube();
  SUBCASE("channel") {
    --c.layout.positions[1].channel[3];
    CHECK(has_rule(check_of(c), "channel"));
  }
  SUBCASE("start") {
    --c.layout.positions[0].start[5];
    CHECK(has_rule(check_of(c), "box"));
  }
  SUBCASE("box") {
    --c.layout.positions[0].box[2];
    CHECK(has_rule(check_of(c), "box"));
  }
  SUBCASE("total") {
    --c.layout.positions[0].total;
    CHECK(has_rule(check_of(c), "channel"));
  }
  SUBCASE("multiplicity") {
    ++c.layout.wiring[Axis::y].multiplicity[0];
    CHECK(has_rule(check_of(c), "connectivity"));
  }
}

TEST_CASE("column terminals that rise into the stacks of the row are found") {
  Case c = cases::family_case("hypercube", {{"dimensions", 4}}, {}, 2);
  REQUIRE(check_of(c).passed());
  for (std::uint32_t& place : c.layout.wiring[Axis::y].patterns[0].lo_terminal) ++place;
  for (std::uint32_t& place : c.layout.wiring[Axis::y].patterns[0].hi_terminal) ++place;
  CHECK(has_rule(check_of(c), "terminal"));
}

TEST_CASE("the result does not depend on the number of threads") {
  Case c = bent_graph();
  std::swap(c.layout.wiring.joints[0].part[1], c.layout.wiring.joints[2].part[1]);
  c.layout.wiring[Axis::x].patterns[0].lo_terminal[0] += 1;
  set_thread_count(1);
  const CheckResult one = check_of(c);
  set_thread_count(0);
  const CheckResult many = check_of(c);
  CHECK_FALSE(one.passed());
  CHECK(one.violation_count == many.violation_count);
  CHECK(words(one) == words(many));
}

TEST_CASE("of many violations twenty are told and all are counted") {
  Case c = cases::family_case("hypercube", {{"dimensions", 8}});
  for (std::uint32_t& lane : c.layout.wiring[Axis::x].patterns[0].lane) lane = 0;
  const CheckResult result = check_of(c);
  CHECK(result.violations.size() == 20);
  CHECK(result.violation_count > 20);
}
