// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <set>

#include "cutline/base/error.hpp"
#include "cutline/layout/check.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "support/laid_out.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

RoutedCase bus(std::int64_t modules, const PlacementChoice& choice = {}, const ChannelWires& channel = {},
               int layer_pairs = 1) {
  return lay_out("bus", {{"nodes", modules}}, choice, layer_pairs, channel);
}

}  // namespace

TEST_CASE("a bus is one link of one channel: every module one hop from every other, with the channel's wires as pins") {
  for (const std::int64_t modules : {2, 3, 8, 64, 100}) {
    CAPTURE(modules);
    const RoutedCase line = bus(modules, {}, {.width_bits = 32, .control = 2});
    CHECK(passes(line));
    CHECK(line.topology.node_count() == static_cast<std::uint64_t>(modules));
    CHECK(line.topology.link_count() == 1);
    const GraphMeasures graph = graph_measures(line.topology);
    CHECK(graph.distances->diameter_hops == 1);
    CHECK(graph.distances->mean_hops == 1.0);
    CHECK(graph.degree_max == 1);
    CHECK(graph.bisection.upper == 1);
    CHECK(graph.bisection.upper_channels == 1);
    CHECK(line.measures.pins_per_node_max == 34);
    CHECK(line.measures.ports_per_node_max == 1);
    CHECK(line.measures.density[0].peak_wires == 34);
    CHECK(line.measures.density[0].middle_links == 1);
    CHECK(line.measures.tracks[0].wires == 34);
    CHECK(line.measures.length.longest_span == node_pitches(static_cast<std::uint64_t>(modules - 1)));
  }
}

TEST_CASE("every wire of a bus has a terminal at every module, whatever the axis and the order") {
  PlacementChoice column;
  column.axes = {Axis::y};
  PlacementChoice folded;
  folded.orders = {"folded"};
  PlacementChoice shuffled;
  shuffled.permutations = {{3, 0, 6, 1, 5, 2, 4}};
  for (const PlacementChoice& choice : {PlacementChoice{}, column, folded, shuffled}) {
    for (const int layer_pairs : {1, 2}) {
      const RoutedCase line = bus(7, choice, {.width_bits = 3}, layer_pairs);
      CHECK(passes(line));
      std::size_t wires = 0;
      for_each_wire(line.layout, [&](const WireShapes& wire) {
        ++wires;
        std::set<Cell> modules;
        for (const Terminal& terminal : wire.terminals) modules.insert(terminal.node);
        CHECK(modules.size() == 7);
        CHECK(wire.terminals.size() == 7);
        CHECK(wire.vias.size() == 7);
      });
      CHECK(wires == 3);
    }
  }
}

TEST_CASE("a tap left out, moved or joined to a neighbour is found") {
  const RoutedCase line = bus(5, {}, {.width_bits = 2});
  const std::vector<WireShapes> shapes = line_shapes(line.layout, Axis::x, 0);
  CHECK(check_shapes(line.layout, Axis::x, 0, shapes).empty());
  for (std::size_t tap = 0; tap < 3; ++tap) {
    const auto changed = [&](const auto& change) {
      std::vector<WireShapes> other = shapes;
      change(other[1]);
      return check_shapes(line.layout, Axis::x, 0, other);
    };
    const auto at = static_cast<std::ptrdiff_t>(tap);
    CHECK_FALSE(changed([&](WireShapes& wire) { wire.terminals.erase(wire.terminals.begin() + 2 + at); }).empty());
    CHECK_FALSE(changed([&](WireShapes& wire) { wire.segments.erase(wire.segments.begin() + 3 + at); }).empty());
    CHECK_FALSE(changed([&](WireShapes& wire) { wire.vias.erase(wire.vias.begin() + 2 + at); }).empty());
    CHECK_FALSE(changed([&](WireShapes& wire) { ++wire.terminals[1 + tap].node.at[0]; }).empty());
    CHECK_FALSE(changed([&](WireShapes& wire) {
                  --wire.terminals[1 + tap].x;
                  --wire.segments[3 + tap].x0;
                  --wire.segments[3 + tap].x1;
                  --wire.vias[2 + tap].x;
                }).empty());
  }
}

TEST_CASE("the sum over a bus' wires counts the taps, its longest wire goes from end to end") {
  // Three modules, one wire, track 0: each stub is one cell long, and terminals are one pitch apart because boxes are
  // one cell wide.
  const RoutedCase line = bus(3);
  CHECK(line.measures.length.longest_pitches == 2 + 2);
  CHECK(line.measures.length.total_pitches == 2 + 3);
}

TEST_CASE("modules of a bus stand side by side on one line or not at all") {
  const Topology topology = build_topology("bus", {{"nodes", 6}});
  PlacementChoice grid;
  grid.columns = 3;
  CHECK_THROWS_AS(wire_up(topology, place(topology, grid)), Error);
  PlacementChoice gaps;
  gaps.cells = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}, {6, 0, 0}};
  CHECK_THROWS_AS(wire_up(topology, place(topology, gaps)), Error);
  gaps.cells.back() = {5, 0, 0};
  CHECK(wire_up(topology, place(topology, gaps)).lines[0].patterns.size() == 1);
  CHECK_THROWS_AS(build_topology("bus", {{"nodes", 6}, {"channels", "unidirectional"}}), Error);
}

TEST_CASE("a dedicated wire is one hop over D node pitches with nothing between its ends") {
  for (const std::int64_t distance : {1, 2, 8, 512}) {
    CAPTURE(distance);
    const RoutedCase wire = lay_out("wire", {{"distance", distance}});
    CHECK(passes(wire));
    CHECK(wire.topology.node_count() == 2);
    CHECK(wire.topology.interchange_count() == 0);
    CHECK(wire.topology.link_count() == 1);
    const GraphMeasures graph = graph_measures(wire.topology);
    CHECK(graph.distances->diameter_hops == 1);
    CHECK(graph.bisection.upper == 1);
    CHECK(wire.placement.grid() == GridSize{{static_cast<std::uint32_t>(distance + 1), 1, 1}});
    CHECK(wire.measures.length.longest_span == node_pitches(static_cast<std::uint64_t>(distance)));
    CHECK(wire.measures.density[0].peak_links == 1);
    CHECK(wire.measures.pins_per_node_max == 2);
  }
}

TEST_CASE("the places that a dedicated wire runs past are as wide as nodes") {
  const Topology topology = build_topology("wire", {{"distance", 4}});
  LayoutRules rules;
  rules.node_width = 7;
  const Layout layout = route(wire_up(topology, place(topology, {})), rules, {});
  for (const std::uint32_t box : layout.columns().box) CHECK(box == 7);
}
