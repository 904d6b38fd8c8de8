// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>

#include "base/random.hpp"
#include "cutline/layout/check.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "cutline/measure/measures.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "measure/proof.hpp"

/// Layouts with places given by the user, on dies with cells of one micrometre.
namespace cutline::test {

inline Length um(double micrometres) { return nanometres(1e3 * micrometres); }

/// Layers H1, V1, H2, V2 ..., all with a pitch of 1 um.
inline Technology square_technology(int pairs) {
  Technology technology;
  technology.name = "square";
  for (int pair = 1; pair <= pairs; ++pair) {
    technology.layers.push_back({"H" + std::to_string(pair), LayerDirection::horizontal, um(1)});
    technology.layers.push_back({"V" + std::to_string(pair), LayerDirection::vertical, um(1)});
  }
  technology.all_layers = technology.layers;
  return technology;
}

/// A router at a point, without a tile around it.
inline Tile router_at(std::size_t number, double x, double y) {
  Tile tile;
  tile.name = std::to_string(number);
  tile.box = {um(x), um(y), {}, {}};
  tile.router_x = um(x);
  tile.router_y = um(y);
  return tile;
}

inline TilePlan die_of_cells(double width, double height, const std::vector<std::array<double, 2>>& routers) {
  TilePlan plan;
  plan.outline = Rectangle{{}, {}, um(width), um(height)};
  for (std::size_t i = 0; i < routers.size(); ++i) plan.tiles.push_back(router_at(i, routers[i][0], routers[i][1]));
  return plan;
}

/// A blockage by columns and rows of cells, ends included.
inline Blockage blocked(double x0, double y0, double x1, double y1, std::vector<std::string> layers = {}) {
  return {{um(x0), um(y0), um(x1 - x0 + 1), um(y1 - y0 + 1)}, std::move(layers)};
}

struct Given {
  Topology topology;
  Placement placement;
  Layout layout;
  Overflow overflow_of() const { return *overflow(layout); }
  CheckResult checked() const {
    CheckResult result = check(layout, topology, placement);
    expect_measures(measure(layout, topology, placement), layout, topology, placement, result);
    return result;
  }
};

/// The total length of all wires, in wire pitches.
inline Int128 lengths_of(const Given& given) {
  return measure(given.layout, given.topology, given.placement).length.total_pitches;
}

/// A layout with links of `wires` wires each.
inline Given lay_out(std::int64_t nodes, const IntegerTable& links, const TilePlan& plan, std::uint32_t wires,
                     int pairs) {
  Given given;
  given.topology =
      build_topology(FamilyName("graph"), {{"nodes", nodes}, {"links", links}, {"channels", "unidirectional"}});
  PlacementChoice choice;
  choice.plan = plan;
  given.placement = place(given.topology, choice);
  const Technology technology = square_technology(pairs);
  LayoutRules rules = layout_rules(technology, {}, {});
  rules.over_nodes = true;
  rules.node_width = rules.node_height = 1;
  rules.given = SharedConst<GivenSlots>(given_slots(given.topology, given.placement, rules, technology));
  given.layout = route(wire_up(given.topology, given.placement), rules, ChannelWires{wires, 1, 0});
  return given;
}

/// Wires from left to right at y = 4 on a die of 3000 x 20 cells, with one link for each layer pair.
inline Given one_row(std::uint32_t wires, int pairs, const std::vector<Blockage>& blockages = {}) {
  TilePlan plan = die_of_cells(3000, 20, {{0, 4}, {1500, 4}});
  plan.blockages = blockages;
  const auto links = static_cast<std::uint32_t>(pairs);
  REQUIRE(wires % links == 0);
  return lay_out(2, IntegerTable(links, IntegerList{0, 1}), plan, wires / links, pairs);
}

/// The cells that the metal of a wire takes, with the stacks below its terminals.
inline std::set<std::array<std::int64_t, 3>> cells_of(const WireShapes& wire) {
  std::set<std::array<std::int64_t, 3>> cells;
  for (const Segment& s : wire.segments) {
    for (std::int64_t x = s.x0; x <= s.x1; ++x) {
      for (std::int64_t y = s.y0; y <= s.y1; ++y) cells.insert({s.layer, x, y});
    }
  }
  for (const Via& v : wire.vias) {
    for (int layer = v.lower; layer <= v.upper; ++layer) cells.insert({layer, v.x, v.y});
  }
  for (const Terminal& t : wire.terminals) {
    for (int layer = 0; layer <= t.layer; ++layer) cells.insert({layer, t.x, t.y});
  }
  return cells;
}

/// Counts the faults that a look at every cell of the die finds: wires that share a cell, leave the die or enter
/// blocked cells.
inline std::size_t faults(const Given& given, std::uint64_t& wires) {
  std::map<std::array<std::int64_t, 3>, std::size_t> owner;
  std::size_t found = 0, number = 0;
  const GivenSlots& slots = *given.layout.rules.given;
  for_each_wire(given.layout, [&](const WireShapes& wire) {
    ++number;
    for (const auto& cell : cells_of(wire)) {
      found += owner.emplace(cell, number).second ? 0 : 1;
      found += cell[1] < 0 || cell[2] < 0 || cell[1] >= slots.total[0] || cell[2] >= slots.total[1] ? 1 : 0;
      for (const BlockedCells& b : slots.blocked) {
        const bool inside = b.x0 <= cell[1] && cell[1] <= b.x1 && b.y0 <= cell[2] && cell[2] <= b.y1;
        found += inside && b.layers[static_cast<std::size_t>(cell[0])] ? 1 : 0;
      }
    }
  });
  wires = number;
  return found;
}

inline TilePlan random_plan(Random& random, std::uint32_t nodes, double side) {
  std::vector<std::array<double, 2>> routers;
  std::set<std::array<double, 2>> taken;
  while (routers.size() < nodes) {
    const double step = 4;  // far enough apart for a terminal and a track
    const std::array<double, 2> at = {
        step * static_cast<double>(random.below(static_cast<std::uint64_t>(side / step))),
        step * static_cast<double>(random.below(static_cast<std::uint64_t>(side / step)))};
    if (taken.insert(at).second) routers.push_back(at);
  }
  TilePlan plan = die_of_cells(side, side, routers);
  for (std::uint64_t i = random.below(3); i > 0; --i) {
    const auto at = [&] { return static_cast<double>(random.below(static_cast<std::uint64_t>(side))); };
    const double x = at(), y = at();
    std::vector<std::string> layers;
    if (random.below(2) == 0) layers = {random.below(2) == 0 ? "H1" : "V1"};
    plan.blockages.push_back(
        blocked(x, y, x + static_cast<double>(random.below(9)), y + static_cast<double>(random.below(9)), layers));
  }
  return plan;
}

inline IntegerTable random_links(Random& random, std::int64_t nodes) {
  IntegerTable links;
  for (std::int64_t node = 1; node < nodes; ++node)
    links.push_back({static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(node))), node});
  for (std::uint64_t i = random.below(6); i > 0; --i) {
    const auto a = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(nodes)));
    const auto b = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(nodes)));
    if (a != b) links.push_back({a, b});
  }
  return links;
}

}  // namespace cutline::test
