// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cstdlib>

#include "cutline/detail/layout/shapes.hpp"
#include "layout/checked.hpp"
#include "layout/detours.hpp"

// Links without detours: which corner a bent link takes, and where terminals stand.

namespace {

using namespace cutline;
using cases::Case;

/// A wire by its pieces of metal: how long it is, how far apart its terminals are, and twice the wider one of the
/// routing channels of its row and its column.
struct Way {
  double length = 0, distance = 0, two_channels = 0;
  bool is_bent = false;
  double beyond() const { return length - distance - two_channels; }
};

Way way_of(const Layout& layout, const WireShapes& wire) {
  const CellSize cell = cell_size(layout.rules);
  Way way{.is_bent = wire.segments.size() == 4};
  WireRun run;
  for (const Segment& s : wire.segments) run = {run.x + s.x1 - s.x0, run.y + s.y1 - s.y0, 0};
  const Terminal &a = wire.terminals.front(), &b = wire.terminals.back();
  const auto rows = [&](const Cell& at) { return cell.y * layout.rows().channel[at[Axis::y]]; };
  const auto columns = [&](const Cell& at) { return cell.x * layout.columns().channel[at[Axis::x]]; };
  way.length = cell.length(run);
  way.distance = cell.length({std::abs(a.x - b.x), std::abs(a.y - b.y), 0});
  const bool in_row = a.node[Axis::x] != b.node[Axis::x], in_column = a.node[Axis::y] != b.node[Axis::y];
  if (in_row) way.two_channels = 2 * rows(a.node);
  if (in_column) way.two_channels = std::max(way.two_channels, 2 * columns(b.node));
  return way;
}

Case wired_by(const Case& c, CornerRule corners) {
  Layout layout = route(wire_up(c.topology, c.placement, corners), c.layout.rules, c.channel);
  return {c.name, c.topology, c.placement, c.channel, std::move(layout)};
}

/// The links with a wire that is longer than the distance of its terminals and two channels, counted from the shapes.
Detours counted(const Case& c) {
  Detours found;
  double most = 1e-6;
  std::uint64_t last = ~std::uint64_t{0};
  for_each_wire(c.layout, [&](const WireShapes& wire) {
    const Way way = way_of(c.layout, wire);
    if (way.beyond() < 1e-6) return;
    CHECK(way.is_bent);
    if (wire.link != last) ++found.links;
    last = wire.link;
    if (way.beyond() <= most + 1e-6) return;
    most = way.beyond();
    found.length = way.length;
    found.distance = way.distance;
  });
  return found;
}

/// Visits networks in one plane whose nodes have room for more terminals and tracks than they need.
template <class Visitor>
void for_each_roomy_case(const Visitor& visit) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    for (const Case& small : {cases::random_graph(seed), cases::random_digits(seed)}) {
      LayoutRules rules = small.layout.rules;
      rules.over_nodes = true;
      rules.node_width = 4000;
      rules.node_height = 3000;
      visit(cases::routed(small.name, small.topology, small.placement, rules, small.channel));
    }
  }
}

/// 60 random links between nodes of a grid of 10 x 6 that are at most two columns and two rows apart.
Topology near_links(std::uint64_t seed) {
  Random random(seed);
  LinkClass links;
  links.name = "links";
  links.digits = {0};
  while (links.links.size() < 60) {
    const std::uint64_t a = random.below(60), x = a % 10 + random.below(5), y = a / 10 + random.below(5);
    const std::uint64_t b = x - 2 + 10 * (y - 2);
    if (x < 2 || x > 11 || y < 2 || y > 7 || a == b) continue;
    links.links.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
  }
  Topology topology;
  topology.digits = {60};
  topology.classes.push_back(std::move(links));
  return topology;
}

}  // namespace

TEST_CASE("over the nodes no wire is longer than the distance of its terminals and two channel widths") {
  std::size_t by_fewest_tracks = 0;
  for_each_roomy_case([&](const Case& c) {
    CAPTURE(c.name);
    CHECK(counted(c).links == 0);
    CHECK(detours(c.layout).links == 0);
    CHECK(cases::passes(c));
    by_fewest_tracks += counted(wired_by(c, CornerRule::fewest_tracks)).links;
  });
  CHECK(by_fewest_tracks > 20);
}

TEST_CASE("a bent link to the upper left goes no farther than its terminals are apart") {
  for_each_roomy_case([&](const Case& c) {
    CAPTURE(c.name);
    for_each_wire(c.layout, [&](const WireShapes& wire) {
      const Cell &a = wire.terminals.front().node, &b = wire.terminals.back().node;
      const bool rises_to_left = (a[Axis::x] > b[Axis::x]) == (a[Axis::y] < b[Axis::y]);
      const Way way = way_of(c.layout, wire);
      if (way.is_bent && rises_to_left) CHECK(way.length == doctest::Approx(way.distance));
    });
  });
}

TEST_CASE("with room in the nodes no terminals are farther apart than the middles of their nodes") {
  for_each_roomy_case([&](const Case& c) {
    CAPTURE(c.name);
    for_each_wire(c.layout, [&](const WireShapes& wire) {
      if (wire.segments.size() != 3) return;
      const Terminal &a = wire.terminals.front(), &b = wire.terminals.back();
      const std::int64_t columns = std::abs(std::int64_t{a.node[Axis::x]} - b.node[Axis::x]);
      const std::int64_t rows = std::abs(std::int64_t{a.node[Axis::y]} - b.node[Axis::y]);
      CHECK(std::abs(a.x - b.x) <= 4000 * columns);
      CHECK(std::abs(a.y - b.y) <= 3000 * rows);
    });
  });
}

TEST_CASE("irregular networks on a chip have shorter wires than by the rule of fewest tracks, on the same die") {
  // 60 tiles of 1.2 mm x 1.1 mm with links of 512 wires on two layer pairs of 252 nm.
  LayoutRules rules = cases::unit_rules(2);
  rules.unit = false;
  rules.over_nodes = true;
  rules.cell_width_nm = rules.cell_height_nm = 252;
  rules.node_width = 4762;
  rules.node_height = 4366;
  PlacementChoice choice;
  for (std::uint32_t node = 0; node < 60; ++node) choice.cells.push_back({node % 10, node / 10, 0});
  const auto ratio = [&](const Topology& topology, CornerRule corners) {
    const Placement placement = place(topology, choice);
    const Layout layout = route(wire_up(topology, placement, corners), rules, {.width_bits = 256});
    CHECK_FALSE(wiring_sets_pitch(layout));
    double length = 0, distance = 0;
    for_each_wire(layout, [&](const WireShapes& wire) {
      const Cell &a = wire.terminals.front().node, &b = wire.terminals.back().node;
      length += way_of(layout, wire).length / 252;
      distance +=
          4762.0 * std::abs(int(a[Axis::x]) - int(b[Axis::x])) + 4366.0 * std::abs(int(a[Axis::y]) - int(b[Axis::y]));
    });
    return length / distance;
  };
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Topology topology = near_links(seed);
    const double shortest = ratio(topology, CornerRule::shortest), fewest = ratio(topology, CornerRule::fewest_tracks);
    CHECK(shortest < 0.93);
    CHECK(shortest < fewest - 0.04);
  }
}

TEST_CASE("beside the nodes the links that are longer are those that the layout tells") {
  std::uint64_t links = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    for (const Case& c : {cases::random_graph(seed), cases::random_digits(seed)}) {
      CAPTURE(c.name);
      const Detours told = detours(c.layout), found = counted(c);
      CHECK(told.links == found.links);
      links += found.links;
      if (found.links == 0) continue;
      CHECK(told.length - told.distance == doctest::Approx(found.length - found.distance));
      // Each of them turns at the longer corner for the fewer tracks that it takes there.
      CHECK(counted(wired_by(c, CornerRule::shortest)).links == 0);
    }
  }
  CHECK(links > 20);
}
