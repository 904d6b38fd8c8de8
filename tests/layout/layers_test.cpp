// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "cutline/detail/layout/shapes.hpp"
#include "layout/bands.hpp"
#include "layout/checked.hpp"

namespace cutline {
namespace {

using cases::Case;

Case family_on(const std::string& family, const Parameters& parameters, LayoutRules rules, std::uint32_t width) {
  const Case plain = cases::family_case(family, parameters);
  return cases::routed(family, plain.topology, plain.placement, rules, {.width_bits = width});
}

std::uint32_t ceil_of(std::uint32_t wires, std::uint32_t pairs) { return (wires + pairs - 1) / pairs; }

}  // namespace

TEST_CASE("a channel of t links of w wires is ceil(w t / pairs) high, whatever w and the number of pairs") {
  for (std::uint32_t pairs = 1; pairs <= 5; ++pairs) {
    for (std::uint32_t width = 1; width <= 9; ++width) {
      const Case c = family_on("torus", {{"radix", 5}, {"dimensions", 2}}, cases::unit_rules(pairs), width);
      REQUIRE(cases::passes(c));
      const std::uint32_t wires = c.layout.wiring.kinds[0].wires;
      for (const Axis axis : {Axis::x, Axis::y})
        CHECK(c.layout.lines(axis).patterns[0].tracks == ceil_of(2 * wires, pairs));
      LayoutRules rules = cases::unit_rules(pairs);
      rules.link_on_one_pair = true;
      const Case whole = family_on("torus", {{"radix", 5}, {"dimensions", 2}}, rules, width);
      REQUIRE(cases::passes(whole));
      CHECK(whole.layout.lines(Axis::x).patterns[0].tracks == wires * ceil_of(2, pairs));
    }
  }
}

TEST_CASE("where a link keeps to one pair all its wires do, bent ones too, and every rule holds") {
  cases::for_each_random_case(60, [](const Case& c) {
    LayoutRules rules = c.layout.rules;
    rules.link_on_one_pair = true;
    const Case whole = cases::routed(c.name, c.topology, c.placement, rules, c.channel);
    CAPTURE(c.name);
    REQUIRE(cases::passes(whole));
    std::uint64_t link = ~std::uint64_t{0};
    int pair = 0;
    for_each_wire(whole.layout, [&](const WireShapes& wire) {
      if (wire.segments.empty()) return;
      if (wire.link != link) pair = wire.segments[0].layer / 2;
      link = wire.link;
      CHECK(std::all_of(wire.segments.begin(), wire.segments.end(),
                        [&](const Segment& segment) { return segment.layer / 2 == pair; }));
    });
  });
}

TEST_CASE("links of one width choose their layers by their places: how they are put into classes changes no track") {
  cases::for_each_random_case(40, [](const Case& c) {
    if (c.topology.classes.size() != 1 || c.topology.classes[0].links.empty()) return;
    LayoutRules rules = cases::unit_rules(3);
    rules.link_on_one_pair = true;
    Topology alike = c.topology;
    alike.classes[0].widths.clear();
    Topology sorted = alike;
    LinkClass far = alike.classes[0], near = far;
    near.name = "near";
    const auto is_far = [](const LocalLink& link) { return (link.a + link.b) % 3 == 0; };
    std::erase_if(near.links, is_far);
    std::erase_if(far.links, std::not_fn(is_far));
    sorted.classes = {far, near};
    const Case one = cases::routed(c.name, alike, c.placement, rules, c.channel);
    const Case two = cases::routed(c.name, sorted, c.placement, rules, c.channel);
    CAPTURE(c.name);
    CHECK(one.layout.columns().channel == two.layout.columns().channel);
    CHECK(one.layout.rows().channel == two.layout.rows().channel);
  });
}

TEST_CASE("long links take the fast layer pairs, and the count by layer is that of the shapes") {
  LayoutRules rules = cases::unit_rules(2);
  rules.fastest_pairs = {std::vector<std::uint8_t>{1, 0}, std::vector<std::uint8_t>{1, 0}};
  const Case c = family_on("torus", {{"radix", 6}, {"dimensions", 2}}, rules, 4);
  REQUIRE(cases::passes(c));
  std::vector<std::uint64_t> counted(4, 0);
  for_each_wire(c.layout, [&](const WireShapes& wire) {
    const Segment& run = straight_run(wire);
    ++counted[static_cast<std::size_t>(run.layer)];
    const std::uint32_t span = wire.terminals[0].node[Axis::x] + 5 == wire.terminals[1].node[Axis::x] ||
                                       wire.terminals[0].node[Axis::y] + 5 == wire.terminals[1].node[Axis::y]
                                   ? 5
                                   : 1;
    CHECK((run.layer / 2 == 1) == (span == 5));  // the wrap-around links
  });
  CHECK(counted == wires_on_layers(c.layout));
}

TEST_CASE("where fast pairs go to long links, a channel is still no wider than its fullest line") {
  cases::for_each_random_case(60, [](const Case& c) {
    LayoutRules rules = c.layout.rules;
    rules.layer_pairs = 3;
    rules.fastest_pairs = {std::vector<std::uint8_t>{2, 0, 1}, std::vector<std::uint8_t>{1, 2, 0}};
    const Case fast = cases::routed(c.name, c.topology, c.placement, rules, c.channel);
    CAPTURE(c.name);
    const CheckResult result = cases::check_of(fast);
    CHECK_MESSAGE(result.passed(), cases::words(result));
  });
}

}  // namespace cutline
