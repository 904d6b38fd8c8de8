// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "cutline/placement/place.hpp"
#include "cutline/detail/placement/placement.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "support/csv.hpp"
#include "support/errors.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology ccc(std::size_t dimensions) {
  return build_topology("ccc", {{"dimensions", static_cast<std::int64_t>(dimensions)}});
}

PlacementChoice named(const std::string& order, std::vector<Axis> axes = {}) {
  PlacementChoice choice;
  choice.orders = {order};
  choice.axes = std::move(axes);
  return choice;
}

std::vector<Axis> halves(std::size_t dimensions) {
  std::vector<Axis> axes(dimensions, Axis::y);
  std::fill_n(axes.begin(), (dimensions + 1) / 2, Axis::x);
  return axes;
}

std::string rings_error(const Topology& topology, const PlacementChoice& choice) {
  return message_of([&] { place(topology, choice); });
}

/// Checks that every node has a cell of its own within the grid, and that the cell knows its node.
void check_cells(const Topology& network, const Placement& placement) {
  std::set<Cell> cells;
  for (std::uint64_t node = 0; node < network.node_count(); ++node) {
    const Cell cell = cell_of(network, placement, node);
    for (const Axis axis : kAxes) CHECK(cell[axis] < placement.grid()[axis]);
    cells.insert(cell);
    CHECK(node_at(network, placement, cell) == node);
  }
  CHECK(cells.size() == network.node_count());
}

}  // namespace

TEST_CASE("orders of cube-connected cycles give every node a cell of its own, on one axis and split over two") {
  for (std::size_t d = 2; d <= 7; ++d) {
    CAPTURE(d);
    const Topology network = ccc(d);
    check_cells(network, place(network, named("split")));
    if (d < 3) continue;
    for (const Axis axis : kAxes) {
      const Placement line = place(network, named("level_swept", std::vector<Axis>(d, axis)));
      CHECK(line.grid()[axis] == network.node_count());
      CHECK(line.grid().count() == network.node_count());
      check_cells(network, line);
    }
    if (d >= 6) check_cells(network, place(network, named("level_swept", halves(d))));
  }
}

TEST_CASE("split cycles have one slot more a cycle and axis, and level_swept splits them from six dimensions on") {
  for (std::uint32_t d = 3; d <= 12; ++d) {
    CAPTURE(d);
    const std::uint32_t b = (d + 1) / 2, a = d - b;
    const GridSize split = {{(b + 1) << b, (a + 1) << a, 1}};
    const Topology network = ccc(d);
    CHECK(place(network, named("split")).grid() == split);
    const GridSize line = {{d << d, 1, 1}};
    CHECK(place(network, named("level_swept")).grid() == (d >= 6 ? split : line));
    if (d < 10) CHECK(place(network, named("level_swept", std::vector<Axis>(d, Axis::x))).grid() == line);
  }
}

TEST_CASE("the first slots of level-swept cycles are whole cycles, the last cells swept by levels") {
  const Topology network = ccc(4);
  const Placement line = place(network, named("level_swept"));
  std::vector<std::string> first;
  for (std::uint32_t slot = 16; slot < 32; ++slot)
    first.push_back(address(network, *node_at(network, line, Cell{{slot, 0, 0}})));
  // The half with bit 3 = 0. From slot 16 on it has the addresses x with bit 1 set, written as bits and level.
  CHECK(first == std::vector<std::string>{"00101", "00111", "00100", "00110", "00102", "00103", "00112", "00113",  //
                                          "01102", "01101", "01112", "01111", "01100", "01110", "01103", "01113"});
}

TEST_CASE("orders of cube-connected cycles say what they cannot place") {
  const Topology network = ccc(5);
  CHECK(rings_error(network, named("level_swept", {Axis::x, Axis::y, Axis::x, Axis::y, Axis::x})) ==
        "the order 'level_swept' has no such axes");
  CHECK(rings_error(network, named("level_swept", {Axis::x})) == "`axes` names 1 axes for 5 dimensions");
  CHECK(rings_error(network, named("level_swept", halves(5))) ==
        "the order 'level_swept' needs at least 3 levels along an axis, and 5 dimensions give it 2");
  CHECK(rings_error(network, named("split", std::vector<Axis>(5, Axis::x))) == "the order 'split' has no such axes");
  CHECK(rings_error(ccc(2), named("level_swept")) ==
        "the order 'level_swept' needs at least 3 levels along an axis, and 2 dimensions give it 2");
  CHECK(rings_error(build_topology("hypercube", {{"dimensions", 4}}), named("level_swept")) ==
        "the order 'level_swept' is not for the family 'hypercube'");
  PlacementChoice boxed = named("split");
  boxed.box = {2, 3};
  CHECK(rings_error(network, boxed) == "the order 'split' places the whole network by itself");
}

TEST_CASE("cycles fold into the squarest boxes with the published dilation and horizontal hops") {
  for (const Row& row : golden("seeds_rj_ccc.csv")) {
    const auto d = static_cast<std::uint32_t>(row.integer("d"));
    CAPTURE(d);
    const Topology network = ccc(d);
    const Placement placement = place(network, {});
    const std::uint32_t b = (d + 1) / 2;
    const auto columns = static_cast<std::uint32_t>(row.integer("box_cols"));
    const auto rows = static_cast<std::uint32_t>(row.integer("box_rows"));
    CHECK(placement.grid() == GridSize{{columns << b, rows << (d - b), 1}});
    std::uint32_t dilation = 0, horizontal = 0;
    for (std::uint32_t level = 0; level < d; ++level) {
      const Cell from = cell_of(network, placement, level);
      const Cell to = cell_of(network, placement, (level + 1) % d);
      CHECK(from[Axis::x] < columns);
      CHECK(from[Axis::y] < rows);
      const auto apart = [&](Axis axis) { return std::max(from[axis], to[axis]) - std::min(from[axis], to[axis]); };
      CHECK((apart(Axis::x) == 0 || apart(Axis::y) == 0));
      dilation = std::max({dilation, apart(Axis::x), apart(Axis::y)});
      horizontal += apart(Axis::x) > 0 ? 1 : 0;
    }
    CHECK(dilation == static_cast<std::uint32_t>(row.integer("dilation")));
    CHECK(horizontal == static_cast<std::uint32_t>(row.integer("horizontal_hops")));
  }
}

TEST_CASE("a box may have places to spare, but not too few") {
  PlacementChoice choice;
  choice.box = {3, 2};
  CHECK(place(ccc(5), choice).grid() == GridSize{{3 * 8, 2 * 4, 1}});
  check_cells(ccc(5), place(ccc(5), choice));
  choice.box = {2, 2};
  CHECK(rings_error(ccc(5), choice) == "a box of 2 x 2 cells is too small for 5 nodes");
}
