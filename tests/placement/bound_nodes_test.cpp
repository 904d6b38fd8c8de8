// SPDX-License-Identifier: Apache-2.0
// Nodes that must stay, nodes that change places only among their own kind, and cells that stay empty. Compares the
// optimising orders with all arrangements that keep these rules.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "cutline/placement/place.hpp"
#include "placement/order.hpp"
#include "support/lines.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Links of random widths 1 to 4 between some pairs of nodes.
IntegerTable some_links(std::int64_t nodes, std::uint64_t seed) {
  Random random(seed);
  IntegerTable links;
  for (std::int64_t a = 1; a < nodes; ++a) {
    for (std::int64_t b = 0; b < a; ++b) {
      if (random.below(2) == 0) links.push_back({a, b, static_cast<std::int64_t>(1 + random.below(4))});
    }
  }
  return links;
}

Cells cells_of(const Placement& placement, std::uint32_t nodes, std::uint32_t columns) {
  Cells cells;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const auto at = [&](std::size_t axis) {
      const AxisPlacement& along = placement.axes[axis];
      return along.coordinates() == 1 ? 0 : along.slot(Coordinate{node});
    };
    cells.push_back(at(0) + columns * at(1));
  }
  return cells;
}

std::uint64_t gap(std::uint32_t a, std::uint32_t b, std::uint32_t columns) {
  const auto one = [](std::uint32_t x, std::uint32_t y) { return x > y ? x - y : y - x; };
  return one(a % columns, b % columns) + one(a / columns, b / columns);
}

/// The sum, or the largest, of width x span over the links.
std::uint64_t cost_of(const IntegerTable& links, const Cells& cells, std::uint32_t columns, bool longest) {
  std::uint64_t cost = 0;
  for (const IntegerList& link : links) {
    const auto node = [&](std::size_t end) { return cells[static_cast<std::size_t>(link[end])]; };
    const std::uint64_t own = gap(node(0), node(1), columns) * static_cast<std::uint64_t>(link[2]);
    cost = longest ? std::max(cost, own) : cost + own;
  }
  return cost;
}

PlacementChoice bound_by(const std::string& order, std::uint32_t columns, Minimised minimised = Minimised::total) {
  PlacementChoice choice;
  choice.orders = {order};
  choice.columns = columns;
  choice.arrange = ArrangeChoice{.minimised = minimised, .moves = 20000};
  return choice;
}

/// The least cost over all arrangements of eight nodes on these cells that `keeps` accepts.
template <class Keeps>
std::uint64_t least_within(const IntegerTable& links, Cells cells, std::uint32_t columns, bool longest,
                           const Keeps& keeps) {
  const Cells natural = cells;
  std::sort(cells.begin(), cells.end());
  std::uint64_t least = ~std::uint64_t{0};
  do {
    if (keeps(natural, cells)) least = std::min(least, cost_of(links, cells, columns, longest));
  } while (std::next_permutation(cells.begin(), cells.end()));
  return least;
}

const std::vector<std::string> kBound = {"tabu", "annealed"};

/// The cells found by one run of tabu search, or by the best of eight runs of annealing. Checks that no run breaks a
/// rule.
template <class Keeps>
Cells best_of_runs(const Topology& graph, const IntegerTable& links, PlacementChoice choice, const Keeps& keeps) {
  Cells best;
  const std::uint64_t runs = choice.orders[0] == "tabu" ? 1 : 8;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    choice.arrange->seed = seed;
    const Cells cells = cells_of(place(graph, choice), 8, 4);
    CHECK(keeps(cells));
    if (best.empty() || cost_of(links, cells, 4, false) < cost_of(links, best, 4, false)) best = cells;
  }
  return best;
}

}  // namespace

TEST_CASE("with fixed nodes tabu search and annealing find the best of all arrangements that leave them") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const IntegerTable links = some_links(8, seed);
    const Topology graph = graph_of_table(8, links);
    const std::set<std::uint32_t> fixed = {0, static_cast<std::uint32_t>(seed)};
    const auto keeps = [&](const Cells& natural, const Cells& cells) {
      return std::all_of(fixed.begin(), fixed.end(), [&](std::uint32_t n) { return cells[n] == natural[n]; });
    };
    Cells natural(8);
    std::iota(natural.begin(), natural.end(), 0u);
    for (const std::string& order : kBound) {
      CAPTURE(seed);
      CAPTURE(order);
      PlacementChoice choice = bound_by(order, 4);
      for (const std::uint32_t node : fixed) choice.arrange->fixed.push_back(std::to_string(node));
      const Cells cells = best_of_runs(graph, links, choice, [&](const Cells& found) { return keeps(natural, found); });
      CHECK(cost_of(links, cells, 4, false) == least_within(links, natural, 4, false, keeps));
    }
  }
}

TEST_CASE("nodes of one kind change places among themselves only, and find their best") {
  const std::vector<std::vector<SaidNodes>> kinds = {{{"0", {{0, 0}}}, {"3", {{3, 3}}}, {"6", {{6, 6}}}},
                                                     {{"1-2", {{1, 2}}}}};
  const std::vector<int> kind_of = {1, 2, 2, 1, 0, 0, 1, 0};
  for (std::uint64_t seed = 11; seed <= 16; ++seed) {
    const IntegerTable links = some_links(8, seed);
    const Topology graph = graph_of_table(8, links);
    const auto keeps = [&](const Cells& natural, const Cells& cells) {
      for (std::size_t node = 0; node < 8; ++node) {
        const auto held = std::find(natural.begin(), natural.end(), cells[node]) - natural.begin();
        if (kind_of[static_cast<std::size_t>(held)] != kind_of[node]) return false;
      }
      return true;
    };
    Cells natural(8);
    std::iota(natural.begin(), natural.end(), 0u);
    for (const std::string& order : kBound) {
      CAPTURE(order);
      PlacementChoice choice = bound_by(order, 4);
      choice.arrange->kinds = kinds;
      const Cells cells = best_of_runs(graph, links, choice, [&](const Cells& found) { return keeps(natural, found); });
      CHECK(cost_of(links, cells, 4, false) == least_within(links, natural, 4, false, keeps));
    }
  }
  PlacementChoice choice = bound_by("bisection", 4);
  choice.arrange->moves.reset();
  choice.arrange->kinds = kinds;
  CHECK_THROWS_AS(place(graph_of_table(8, some_links(8, 1)), choice), Error);
}

TEST_CASE("nodes take the cells that are not empty, in the order's sequence, and grids keep their size") {
  const Topology graph = graph_of_table(6, {{0, 1}});
  PlacementChoice choice;
  choice.columns = 3;
  choice.empty = {{{1, 0}, {1, 1}}, {{2, 2}, {2, 2}}};
  const Placement natural = place(graph, choice);
  CHECK(cells_of(natural, 6, 3) == Cells{0, 2, 3, 5, 6, 7});
  CHECK(natural.grid()[Axis::x] == 3);
  CHECK(natural.grid()[Axis::y] == 3);
  choice.columns = 4;
  choice.empty = {{{3, 0}, {3, 1}}, {{0, 0}, {0, 0}}};
  const Placement narrow = place(graph, choice);
  CHECK(cells_of(narrow, 6, 4) == Cells{1, 2, 4, 5, 6, 8});
  CHECK(narrow.grid()[Axis::x] == 4);
  choice.orders = {"hilbert"};
  std::vector<std::uint32_t> in_turn;
  for (const std::uint32_t cell : find_order("hilbert")->grid({{4, 3, 1}})) {
    if (cell != 0 && cell != 3 && cell != 7) in_turn.push_back(cell);
  }
  in_turn.resize(6);
  CHECK(cells_of(place(graph, choice), 6, 4) == in_turn);
}

TEST_CASE("optimising orders leave empty cells empty, and find the best of all others") {
  for (std::uint64_t seed = 21; seed <= 24; ++seed) {
    const IntegerTable links = some_links(8, seed);
    const Topology graph = graph_of_table(8, links);
    for (const std::string& order : kBound) {
      CAPTURE(order);
      PlacementChoice choice = bound_by(order, 4);
      choice.empty = {{{1, 1}, {2, 1}}, {{3, 0}, {3, 0}}, {{0, 2}, {0, 2}}};
      const Cells open = {0, 1, 2, 4, 7, 9, 10, 11};
      const Cells cells = best_of_runs(graph, links, choice, [&](Cells found) {
        std::sort(found.begin(), found.end());
        return found == open;
      });
      const auto any = [](const Cells&, const Cells&) { return true; };
      CHECK(cost_of(links, cells, 4, false) == least_within(links, open, 4, false, any));
    }
  }
}

TEST_CASE("the longest span is that of span times width, and by one of the span alone") {
  for (std::uint64_t seed = 31; seed <= 36; ++seed) {
    const IntegerTable links = some_links(8, seed);
    const Topology graph = graph_of_table(8, links);
    Cells natural(8);
    std::iota(natural.begin(), natural.end(), 0u);
    const auto any = [](const Cells&, const Cells&) { return true; };
    CAPTURE(seed);
    PlacementChoice choice = bound_by("annealed", 4, Minimised::longest);
    const Placement weighed = place(graph, choice);
    CHECK(weighed.arranged.at(0).value == cost_of(links, cells_of(weighed, 8, 4), 4, true));
    CHECK(weighed.arranged.at(0).value == least_within(links, natural, 4, true, any));
    IntegerTable ones = links;
    for (IntegerList& link : ones) link[2] = 1;
    choice.arrange->weight = Weight::one;
    const Placement one = place(graph, choice);
    CHECK(one.arranged.at(0).value == cost_of(ones, cells_of(one, 8, 4), 4, true));
    CHECK(one.arranged.at(0).value == least_within(ones, natural, 4, true, any));
  }
}

TEST_CASE("empty cells off the grid, in a user's cells or with orders that fill whole grids are refused") {
  const Topology mesh = build_topology("mesh", {{"radix", 3}, {"dimensions", 2}});
  const auto refused = [&](PlacementChoice choice, const char* why) {
    if (choice.empty.empty()) choice.empty = {{{1, 1}, {1, 1}}};
    CHECK_THROWS_WITH_AS(place(mesh, choice), doctest::Contains(why), Error);
  };
  PlacementChoice choice;
  choice.columns = 3;
  choice.empty = {{{3, 0}, {3, 0}}};
  refused(choice, "the cell [3, 0] is off the grid of 3 x 3");
  choice.empty = {{{0, 7}, {0, 7}}};
  refused(choice, "off the grid");
  choice.empty = {{{1, 1}, {1, 1}}};
  choice.orders = {"bisection"};
  refused(choice, "fills one whole plane");
  choice = {};
  choice.axes = {Axis::x, Axis::y};
  refused(choice, "'4' stands in the cell [1, 1], which `empty` keeps free");
  choice = {};
  for (std::int64_t node = 0; node < 9; ++node) choice.cells.push_back({node, 1, 0});
  refused(choice, "'1' stands in the cell [1, 1]");
}

TEST_CASE("cells that stay empty make one grid of a regular network") {
  const Topology mesh = build_topology("mesh", {{"radix", 3}, {"dimensions", 2}});
  PlacementChoice choice;
  choice.empty = {{{1, 1}, {1, 1}}};
  const Placement placement = place(mesh, choice);
  CHECK(placement.grid() == GridSize{{4, 3, 1}});
  CHECK(cells_of(placement, 9, 4) == Cells{0, 1, 2, 3, 4, 6, 7, 8, 9});
}

TEST_CASE("an order says which node takes which of the listed cells") {
  const Topology line = build_topology("graph", {{"nodes", 4}, {"links", IntegerTable{{0, 1}, {1, 2}, {2, 3}}}});
  PlacementChoice choice;
  choice.cells = {{0, 0, 0}, {4, 0, 0}, {2, 1, 0}, {6, 1, 0}};
  choice.columns = 9;
  CHECK(place(line, choice).grid() == GridSize{{9, 2, 1}});
  CHECK(cells_of(place(line, choice), 4, 9) == Cells{0, 4, 11, 15});
  choice.permutations = {{3, 2, 1, 0}};
  CHECK(cells_of(place(line, choice), 4, 9) == Cells{15, 11, 4, 0});
  choice.permutations.clear();
  choice.orders = {"folded"};  // 0 3 1 2
  CHECK(cells_of(place(line, choice), 4, 9) == Cells{0, 11, 15, 4});
  choice.orders = {"annealed"};
  choice.arrange = ArrangeChoice{.moves = 2000};
  const Placement annealed = place(line, choice);
  CHECK(annealed.arranged.at(0).natural == 4 + 3 + 4);
  CHECK(annealed.arranged.at(0).value == 3 + 3 + 3);  // along the columns 0, 2, 4, 6
  choice.columns = 5;
  CHECK_THROWS_WITH_AS(place(line, choice), doctest::Contains("`cells` needs 7 columns"), Error);
}

TEST_CASE("a list of nodes fills a grid row by row") {
  const Topology line = build_topology("graph", {{"nodes", 4}, {"links", IntegerTable{{0, 1}, {1, 2}, {2, 3}}}});
  PlacementChoice choice;
  choice.columns = 2;
  choice.permutations = {{3, 1, 0, 2}};
  CHECK(cells_of(place(line, choice), 4, 2) == Cells{2, 1, 3, 0});
}

TEST_CASE("fixed nodes and kinds of a network on axes stay where its axes put them") {
  const Topology torus = build_topology("torus", {{"radices", IntegerList{4, 2}}});
  PlacementChoice choice;
  choice.axes = {Axis::y, Axis::x};
  choice.arrange = ArrangeChoice{.moves = 5000, .fixed = {"0", "3"}};
  const Placement placement = place(torus, choice);
  CHECK(placement.grid() == GridSize{{2, 4, 1}});
  const Cells cells = cells_of(placement, 8, 2);
  CHECK(cells[0] == 0);
  CHECK(cells[3] == 6);
  CHECK(std::set<std::uint32_t>(cells.begin(), cells.end()).size() == 8);
  choice.arrange->fixed.clear();
  choice.orders = {"tabu"};
  choice.arrange->kinds = {{{"1-2", {{1, 2}}}}};
  const Cells by_kind = cells_of(place(torus, choice), 8, 2);
  CHECK(std::set<std::uint32_t>{by_kind[1], by_kind[2]} == std::set<std::uint32_t>{2, 4});
}
