// SPDX-License-Identifier: Apache-2.0
// Orders over places of every description: cells of several planes, and tiles at given places.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/placement/place.hpp"
#include "placement/order.hpp"
#include "support/lines.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

std::vector<Cell> cells_by_site(const Topology& topology, const Placement& placement) {
  std::vector<Cell> cells;
  for (std::uint64_t site = 0; site < topology.site_count(); ++site)
    cells.push_back(cell_of(topology, placement, site));
  return cells;
}

/// A path of so many nodes.
Topology path_of(std::int64_t nodes) {
  IntegerTable links;
  for (std::int64_t node = 1; node < nodes; ++node) links.push_back({node - 1, node});
  return graph_of_table(nodes, links);
}

/// Routers 1.5 mm apart in rows of `columns`, tile i with the name `names[i]`.
TilePlan tiles_named(const std::vector<std::string>& names, std::size_t columns) {
  TilePlan plan;
  for (std::size_t i = 0; i < names.size(); ++i) {
    Tile tile;
    tile.name = names[i];
    tile.box = {nanometres(1.5e6 * static_cast<double>(i % columns)),
                nanometres(1.5e6 * static_cast<double>(i / columns)), nanometres(1e6), nanometres(i == 0 ? 5e5 : 1e6)};
    tile.router_x = tile.box.x;
    tile.router_y = tile.box.y;
    plan.tiles.push_back(tile);
  }
  return plan;
}

/// The rectangle under every node.
std::vector<Rectangle> boxes_of(const Placement& placement) {
  std::vector<Rectangle> boxes;
  for (const std::uint32_t tile : placement.given->tile_of_site) boxes.push_back(placement.given->plan.tiles[tile].box);
  return boxes;
}

/// Eight cells on two planes, in no order.
PlacementChoice corners_of_a_box() {
  PlacementChoice choice;
  for (const std::int64_t corner : {5, 2, 7, 0, 6, 1, 4, 3})
    choice.cells.push_back({corner % 2, corner / 2 % 2, corner / 4});
  return choice;
}

}  // namespace

TEST_CASE("a 3-cube on the eight corners of a box has twelve links of one pitch, however its cells are listed") {
  const Topology cube = build_topology("hypercube", {{"dimensions", 3}});
  PlacementChoice choice = corners_of_a_box();
  for (const Minimised minimised : {Minimised::total, Minimised::longest}) {
    for (const char* order : {"annealed", "tabu"}) {
      if (minimised == Minimised::longest && std::string(order) == "tabu") continue;
      choice.orders = {order};
      choice.arrange = ArrangeChoice{.minimised = minimised, .moves = 20000};
      const Placement placement = place(cube, choice);
      CHECK(placement.grid() == GridSize{{2, 2, 2}});
      CHECK(placement.arranged.at(0).natural > (minimised == Minimised::total ? 12u : 1u));
      CHECK(placement.arranged.at(0).value == (minimised == Minimised::total ? 12u : 1u));
    }
  }
}

TEST_CASE("a search costs the same along x, y and z") {
  const Topology tree = graph_of_table(6, {{0, 5}, {5, 1}, {1, 4}, {5, 2}, {2, 3}});
  for (const Minimised minimised : {Minimised::total, Minimised::longest, Minimised::peak_density}) {
    std::set<std::pair<std::uint64_t, std::uint64_t>> costs;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      PlacementChoice choice;
      choice.orders = {"annealed"};
      choice.arrange = ArrangeChoice{.minimised = minimised, .moves = 20000};
      for (std::int64_t node = 0; node < 6; ++node) choice.cells.emplace_back()[axis] = node;
      const Placement placement = place(tree, choice);
      costs.emplace(placement.arranged.at(0).natural, placement.arranged.at(0).value);
      CHECK(placement.grid().cells[axis] == 6);
    }
    CHECK(costs.size() == 1);
  }
}

TEST_CASE("nodes on three axes move one by one over their planes") {
  const Topology mesh = build_topology("mesh", {{"radices", IntegerList{2, 2, 3}}});
  PlacementChoice choice;
  choice.axes = {Axis::x, Axis::y, Axis::z};
  choice.arrange = ArrangeChoice{.moves = 5000, .fixed = {"0", "11"}};
  const Placement placement = place(mesh, choice);
  CHECK(placement.grid() == GridSize{{2, 2, 3}});
  CHECK(placement.arranged.at(0).value == 20);  // its links: 2 (2 - 1) 3 + 2 (2 - 1) 3 + 4 (3 - 1), each of one pitch
  const std::vector<Cell> cells = cells_by_site(mesh, placement);
  CHECK(cells[0] == Cell{{0, 0, 0}});
  CHECK(cells[11] == Cell{{1, 1, 2}});
  CHECK(std::set<Cell>(cells.begin(), cells.end()).size() == 12);
}

TEST_CASE("a search begins where the rule puts the nodes that it starts from") {
  PlacementChoice choice;
  choice.orders = {"annealed"};
  choice.arrange = ArrangeChoice{.minimised = Minimised::longest, .moves = 0, .start = "folded"};
  const Placement ring = place(build_topology("ring", {{"nodes", 8}}), choice);
  CHECK(ring.arranged.at(0).natural == 7);  // from the last node back to the first
  CHECK(ring.arranged.at(0).start == 2);
  CHECK(ring.axes[0].order == "annealed");
  const Topology path = path_of(8);
  const auto total = [&](const Placement& placement) {
    std::uint64_t sum = 0;
    const std::vector<Cell> cells = cells_by_site(path, placement);
    for (std::size_t node = 1; node < cells.size(); ++node) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [less, more] = std::minmax(cells[node].at[axis], cells[node - 1].at[axis]);
        sum += more - less;
      }
    }
    return sum;
  };
  PlacementChoice around, tiles;
  const PlacementChoice planes = corners_of_a_box();
  around.columns = 3;
  around.empty = {{{1, 1}, {1, 1}}};
  tiles.plan = tiles_named({"7", "0", "6", "1", "2", "5", "4", "3"}, 3);
  for (PlacementChoice places : {around, planes, tiles}) {
    for (const char* rule : {"natural", "hilbert", "folded", "gray"}) {
      CAPTURE(rule);
      places.orders = {rule};
      places.arrange.reset();
      const std::uint64_t start = total(place(path, places));
      places.orders = {"annealed"};
      places.arrange = ArrangeChoice{.moves = 0, .start = rule};
      CHECK(place(path, places).arranged.at(0).start == start);
    }
  }
}

TEST_CASE("the best order of a line leaves spare columns empty") {
  PlacementChoice choice;
  choice.columns = 10;
  choice.orders = {"exact"};
  const Placement placement = place(build_topology("ring", {{"nodes", 4}}), choice);
  CHECK(placement.arranged.at(0).value == 6);  // there and back over three cuts
  CHECK(placement.grid() == GridSize{{10, 1, 1}});
}

TEST_CASE("orders of grids fill stacks, planes and all") {
  const Topology path = path_of(8);
  PlacementChoice choice;
  for (std::int64_t node = 7; node >= 0; --node) choice.cells.push_back({node % 2, node / 2 % 2, node / 4});
  choice.orders = {"hilbert"};
  std::vector<Cell> expected;
  for (const std::uint32_t number : find_order("hilbert")->grid({{2, 2, 2}}))
    expected.push_back(cell_numbered({{2, 2, 2}}, number));
  CHECK(cells_by_site(path, place(path, choice)) == expected);
}

TEST_CASE("a list of nodes over given places is the same as other names of the tiles") {
  const Topology path = path_of(6);
  PlacementChoice listed, named;
  listed.plan = tiles_named({"0", "1", "2", "3", "4", "5"}, 3);
  listed.permutations = {{4, 0, 3, 5, 1, 2}};
  named.plan = tiles_named({"4", "0", "3", "5", "1", "2"}, 3);
  const Placement one = place(path, listed), other = place(path, named);
  CHECK(cells_by_site(path, one) == cells_by_site(path, other));
  CHECK(boxes_of(one) == boxes_of(other));
  CHECK(one.given->router_lines == other.given->router_lines);
  CHECK(boxes_of(one) != boxes_of(place(path, {.plan = listed.plan})));
}

TEST_CASE("orders over given places are those over the cells of their routers") {
  const Topology path = graph_of_table(6, {{0, 3}, {3, 1}, {1, 4}, {4, 2}, {2, 5}});
  PlacementChoice given, cells;
  given.plan = tiles_named({"0", "1", "2", "3", "4", "5"}, 3);
  for (std::int64_t node = 0; node < 6; ++node) cells.cells.push_back({node % 3, node / 3, 0});
  for (const char* order : {"natural", "folded", "hilbert", "annealed", "tabu"}) {
    CAPTURE(order);
    given.orders = cells.orders = {order};
    given.arrange.reset();
    if (find_order(order)->moves_nodes) given.arrange = ArrangeChoice{.moves = 20000};
    cells.arrange = given.arrange;
    const Placement on_tiles = place(path, given), on_cells = place(path, cells);
    CHECK(cells_by_site(path, on_tiles) == cells_by_site(path, on_cells));
    if (given.arrange) CHECK(on_tiles.arranged.at(0).value == 5);  // a snake over the tiles
    for (std::size_t node = 0; node < 6; ++node) {
      const Tile& tile = on_tiles.given->plan.tiles[on_tiles.given->tile_of_site[node]];
      const Cell cell = cell_of(path, on_tiles, node);
      CHECK(on_tiles.given->router_lines[0][cell[Axis::x]] == tile.router_x);
      CHECK(on_tiles.given->router_lines[1][cell[Axis::y]] == tile.router_y);
    }
  }
  given.orders.clear();
  given.arrange = ArrangeChoice{.moves = 20000, .fixed = {"1"}};
  const Placement fixed = place(path, given);
  CHECK(fixed.arranged.at(0).order == "portfolio");
  CHECK(fixed.given->tile_of_site[1] == 1);
}

TEST_CASE("given places beside other places are refused") {
  const Topology path = path_of(4);
  PlacementChoice choice;
  choice.plan = tiles_named({"0", "1", "2", "3"}, 2);
  const auto refused = [&](PlacementChoice more) {
    CHECK_THROWS_WITH_AS(place(path, more), doctest::Contains("`positions` gives the places"), Error);
  };
  PlacementChoice columns = choice, axes = choice, cells = choice, box = choice;
  columns.columns = 2;
  axes.axes = {Axis::x};
  cells.cells = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  box.box = {2, 2};
  for (const PlacementChoice& more : {columns, axes, cells, box}) refused(more);
  choice.orders = {"recursive"};
  CHECK_THROWS_WITH_AS(place(path, choice), doctest::Contains("places a whole network by itself"), Error);
}
