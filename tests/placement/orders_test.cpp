// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "cutline/placement/place.hpp"
#include "cutline/detail/placement/placement.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "placement/order.hpp"
#include "placement/seats.hpp"
#include "support/errors.hpp"

using namespace cutline;

namespace {

std::vector<std::uint32_t> digits_at(std::uint32_t coordinate, const std::vector<std::uint32_t>& radices) {
  std::vector<std::uint32_t> digits;
  for (const std::uint32_t radix : radices) {
    digits.push_back(coordinate % radix);
    coordinate /= radix;
  }
  return digits;
}

bool is_permutation_of_all(std::vector<std::uint32_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != i) return false;
  }
  return true;
}

const std::vector<std::vector<std::uint32_t>> kRadices = {{2}, {5}, {2, 2, 2, 2}, {3, 3}, {4, 2, 3}, {7, 5}, {}};

std::string input_error(const Topology& topology, const PlacementChoice& choice) {
  return test::message_of([&] { place(topology, choice); });
}

}  // namespace

TEST_CASE("every order gives every node a place of its own") {
  for (const Order& order : orders()) {
    CAPTURE(order.name);
    CHECK((order.line != nullptr || order.grid != nullptr || order.network != nullptr || order.arrange != nullptr));
    CHECK((order.arrange != nullptr) == (order.most_nodes > 0));
    CHECK((order.network != nullptr) == (order.kind != NetworkKind::other));
    for (const auto& radices : kRadices) {
      if (order.line != nullptr) CHECK(is_permutation_of_all(order.line(radices)));
    }
    for (std::uint32_t columns = 1; columns < 7; ++columns) {
      if (order.grid == nullptr) continue;
      for (const std::uint32_t planes : {1, 2, 3, 9}) CHECK(is_permutation_of_all(order.grid({{columns, 5, planes}})));
    }
  }
}

TEST_CASE("neighbours in Gray order differ in one digit by one") {
  for (const auto& radices : kRadices) {
    const std::vector<std::uint32_t> position = find_order("gray")->line(radices);
    std::vector<std::uint32_t> at(position.size());
    for (std::uint32_t i = 0; i < position.size(); ++i) at[position[i]] = i;
    for (std::size_t p = 0; p + 1 < at.size(); ++p) {
      const auto a = digits_at(at[p], radices);
      const auto b = digits_at(at[p + 1], radices);
      std::uint32_t difference = 0;
      for (std::size_t i = 0; i < a.size(); ++i) difference += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
      CHECK(difference == 1);
    }
  }
}

TEST_CASE("a folded ring has no link longer than two places") {
  for (std::uint32_t k = 3; k < 20; ++k) {
    const std::vector<std::uint32_t> position = find_order("folded")->line({k});
    for (std::uint32_t a = 0; a < k; ++a) {
      const std::uint32_t b = (a + 1) % k;
      CHECK((position[a] > position[b] ? position[a] - position[b] : position[b] - position[a]) <= 2);
    }
  }
}

TEST_CASE("Hilbert order on a square of a power of two goes from neighbour to neighbour") {
  const std::vector<std::uint32_t> cells = find_order("hilbert")->grid({{8, 8, 1}});
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
    const int dx = static_cast<int>(cells[i] % 8) - static_cast<int>(cells[i + 1] % 8);
    const int dy = static_cast<int>(cells[i] / 8) - static_cast<int>(cells[i + 1] / 8);
    CHECK(std::abs(dx) + std::abs(dy) == 1);
  }
}

namespace {

/// How far apart the cells at places i and i + `steps` of the order stand on average, in cells.
double mean_distance(const GridSize& grid, const std::vector<std::uint32_t>& cells, std::size_t steps) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i + steps < cells.size(); ++i) {
    const Cell a = cell_numbered(grid, cells[i]), b = cell_numbered(grid, cells[i + steps]);
    for (const Axis axis : kAxes) sum += std::abs(std::int64_t{a[axis]} - std::int64_t{b[axis]});
  }
  return static_cast<double>(sum) / static_cast<double>(cells.size() - steps);
}

/// The order of a stack, plane after plane.
std::vector<std::uint32_t> plane_by_plane(const GridSize& grid) {
  const std::vector<std::uint32_t> plane = find_order("hilbert")->grid({{grid[Axis::x], grid[Axis::y], 1}});
  std::vector<std::uint32_t> cells;
  for (std::uint32_t z = 0; z < grid[Axis::z]; ++z) {
    for (const std::uint32_t cell : plane) cells.push_back(static_cast<std::uint32_t>(cell + z * plane.size()));
  }
  return cells;
}

}  // namespace

TEST_CASE("Hilbert order on a cube of a power of two goes from neighbour to neighbour") {
  for (const std::uint32_t side : {2U, 4U, 8U, 16U}) {
    const GridSize grid{{side, side, side}};
    CHECK(mean_distance(grid, find_order("hilbert")->grid(grid), 1) == 1);
  }
  CHECK(mean_distance({{8, 1, 8}}, find_order("hilbert")->grid({{8, 1, 8}}), 1) == 1);
  CHECK(mean_distance({{1, 16, 16}}, find_order("hilbert")->grid({{1, 16, 16}}), 1) == 1);
}

TEST_CASE("Hilbert order on a stack keeps nodes nearer than a curve for each plane") {
  for (const GridSize& grid : {GridSize{{8, 8, 8}}, GridSize{{16, 16, 4}}, GridSize{{32, 8, 4}}, GridSize{{10, 10, 3}},
                               GridSize{{12, 12, 12}}, GridSize{{32, 32, 2}}}) {
    CAPTURE(grid.count());
    const std::vector<std::uint32_t> stack = find_order("hilbert")->grid(grid), planes = plane_by_plane(grid);
    CHECK(mean_distance(grid, stack, 1) < 1.2);
    for (const std::size_t steps : {8, 16})
      CHECK(mean_distance(grid, stack, steps) < mean_distance(grid, planes, steps));
  }
}

TEST_CASE("the first half of the dimensions lies along x unless axes say otherwise") {
  const Topology torus = build_topology("torus", {{"radices", IntegerList{3, 4, 5}}});
  CHECK(place(torus, {}).grid() == GridSize{{12, 5, 1}});
  PlacementChoice choice;
  choice.axes = {Axis::y, Axis::x, Axis::y};
  CHECK(place(torus, choice).grid() == GridSize{{4, 15, 1}});
}

TEST_CASE("the node of a cell is the one placed there, in every kind of placement") {
  const Topology torus = build_topology("torus", {{"radices", IntegerList{3, 4, 2}}});
  std::vector<PlacementChoice> choices(4);
  choices[1].orders = {"gray", "folded"};
  choices[2].columns = 7;
  choices[3].orders = {"hilbert"};
  for (const PlacementChoice& choice : choices) {
    const Placement placement = place(torus, choice);
    std::set<Cell> cells;
    for (std::uint64_t node = 0; node < torus.node_count(); ++node) {
      const Cell cell = cell_of(torus, placement, node);
      CHECK(node_at(torus, placement, cell) == node);
      cells.insert(cell);
    }
    CHECK(cells.size() == torus.node_count());
  }
}

TEST_CASE("a placement that does not fit says what is wrong") {
  const Topology torus = build_topology("torus", {{"radix", 3}, {"dimensions", 2}});
  PlacementChoice choice;
  choice.orders = {"grey"};
  CHECK(input_error(torus, choice) == "no order is called 'grey'");
  choice = {};
  choice.axes = {Axis::x};
  CHECK(input_error(torus, choice) == "`axes` names 1 axes for 2 dimensions");
  choice = {};
  choice.permutations = {{0, 2, 2}};
  CHECK(input_error(torus, choice) == "the order along x names 2 twice");
  choice.permutations = {{0, 1}};
  CHECK(input_error(torus, choice) == "the order along x lists 2 places for 3 nodes");
  choice = {};
  choice.cells.assign(9, {0, 0, 0});
  CHECK(input_error(torus, choice) == "two nodes stand in the cell [0, 0, 0]");
  choice = {};
  choice.columns = 1u << 27;
  CHECK(input_error(torus, choice) == "134217728 columns for 9 nodes are more than 2^26, the limit");
}

TEST_CASE("a grid may have more columns than nodes") {
  PlacementChoice choice;
  choice.columns = 12;
  const Topology torus = build_topology("torus", {{"radix", 3}, {"dimensions", 2}});
  CHECK(place(torus, choice).grid() == GridSize{{12, 1, 1}});
}

TEST_CASE("an order that does not give every node a place of its own is an error that names it") {
  Order own{.name = "own"};
  const auto says = [&](const std::vector<std::uint32_t>& places) {
    return test::message_of([&] { expect_places(own, places, 4, 4); });
  };
  expect_places(own, {3, 1, 0, 2}, 4, 4);
  CHECK(says({0, 1, 2}) == "the order 'own' gives 3 places, and 4 are asked for");
  CHECK(says({0, 1, 1, 3}) == "the order 'own' gives place 1 twice");
  CHECK(says({0, 1, 2, 4}) == "the order 'own' gives place 4 of 4");
}

TEST_CASE("without the search every node and switch stands at its natural place") {
  for (const char* order : {"annealed", "spectral", "bisection"}) {
    const Topology tree = build_topology("oft", {{"q", 2}});
    PlacementChoice choice;
    choice.orders = {order};
    const Placement rough = place_roughly(tree, choice);
    choice.orders = {"natural"};
    for (std::uint64_t site = 0; site < tree.site_count(); ++site)
      CHECK(cell_of(tree, rough, site) == cell_of(tree, place(tree, choice), site));
  }
}
