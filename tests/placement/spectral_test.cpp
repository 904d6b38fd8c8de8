// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/topology/family.hpp"
#include "placement/spectral_cells.hpp"
#include "support/graphs.hpp"
#include "support/shuffled.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Placement spectral(const Topology& graph, std::uint32_t columns, std::uint64_t seed = 1) {
  PlacementChoice choice;
  choice.orders = {"spectral"};
  choice.columns = columns;
  return place(graph, choice, {nullptr, seed});
}

std::uint64_t total(const Topology& graph, std::uint32_t columns, std::uint64_t seed = 1) {
  return spectral(graph, columns, seed).arranged.at(0).value;
}

}  // namespace

TEST_CASE("a shuffled mesh gets its own places back, square or long, wide or high, whatever the seeds") {
  for (const auto& [x, y] : {std::pair{2, 2},
                             {3, 3},
                             {6, 6},
                             {9, 5},
                             {17, 16},
                             {32, 32},
                             {40, 24},
                             {64, 64},
                             {64, 16},
                             {100, 5},
                             {24, 40},
                             {200, 2},
                             {50, 1}}) {
    const Topology mesh = build_topology("mesh", {{"radices", IntegerList{x, y}}});
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      CAPTURE(x);
      CAPTURE(y);
      CAPTURE(seed);
      CHECK(total(shuffled(mesh, seed), static_cast<std::uint32_t>(x), seed + 7) == mesh.link_count());
    }
  }
}

TEST_CASE("shuffled meshes of three axes get their places back on as many planes") {
  const Topology mesh = build_topology("mesh", {{"radices", IntegerList{6, 6, 6}}});
  const Topology graph = shuffled(mesh, 3);
  PlacementChoice choice;
  choice.orders = {"spectral"};
  for (std::int64_t cell = 0; cell < 216; ++cell) choice.cells.push_back({cell % 6, cell / 6 % 6, cell / 36});
  CHECK(place(graph, choice).arranged.at(0).value == mesh.link_count());
}

TEST_CASE("shuffled tori are folded along both axes") {
  for (const auto& [x, y] : {std::pair{8, 8}, {32, 32}, {24, 12}, {15, 9}}) {
    const Topology torus = build_topology("torus", {{"radices", IntegerList{x, y}}});
    CAPTURE(x);
    // A ring of n nodes on a line is 2 (n - 1) long at least.
    const auto least = static_cast<std::uint64_t>(2 * (x - 1) * y + 2 * (y - 1) * x);
    CHECK(static_cast<double>(total(shuffled(torus, 5), static_cast<std::uint32_t>(x))) <=
          1.05 * static_cast<double>(least));
  }
}

TEST_CASE("networks in parts stand side by side") {
  const Topology mesh = build_topology("mesh", {{"radix", 8}, {"dimensions", 2}});
  for (const std::uint32_t copies : {2u, 4u, 8u}) {
    CAPTURE(copies);
    CHECK(total(shuffled(mesh, copies, copies), copies == 2   ? 16
                                                : copies == 4 ? 16
                                                              : 32) == copies * mesh.link_count());
  }
  CHECK(total(graph_of(50, {{3, 40}}), 8) == 1);
}

TEST_CASE("few distinct eigenvalues, trees and tiny graphs all get places, never worse than natural order") {
  Random random(9);
  std::vector<Topology> graphs = {build_topology("complete", {{"nodes", 30}}),
                                  shuffled(build_topology("hypercube", {{"dimensions", 7}}), 2),
                                  shuffled(build_topology("dragonfly", {{"routers", 4}, {"global_links", 2}}), 2),
                                  shuffled(build_topology("slim_fly", {{"q", 5}}), 2), random_graph(random, 200, 0)};
  for (std::uint32_t nodes = 1; nodes <= 9; ++nodes)
    graphs.push_back(random_graph(random, nodes, nodes > 1 ? nodes / 2 : 0));
  for (const Topology& graph : graphs) {
    for (const std::uint32_t columns : {1u, 5u, 12u, 300u}) {
      CAPTURE(graph.node_count());
      CAPTURE(columns);
      const Placement placement = spectral(graph, columns);
      for (const Arranged& result : placement.arranged) CHECK(result.value <= result.natural);
      std::set<Cell> cells;
      for (std::uint64_t site = 0; site < graph.site_count(); ++site) cells.insert(cell_of(graph, placement, site));
      CHECK(cells.size() == graph.site_count());
    }
  }
}

TEST_CASE("empty cells stay empty, fixed nodes stay, and nodes of a kind change places among themselves") {
  const Topology mesh = build_topology("mesh", {{"radices", IntegerList{12, 10}}});
  const Topology graph = shuffled(mesh, 11);
  PlacementChoice choice;
  choice.orders = {"spectral"};
  choice.columns = 12;
  choice.empty = {{{3, 3}, {5, 4}}};
  const Placement open = place(graph, choice);
  for (std::uint64_t site = 0; site < 120; ++site)
    CHECK(!choice.empty[0].contains(cell_of(graph, open, site)[Axis::x], cell_of(graph, open, site)[Axis::y]));
  CHECK(2 * open.arranged.at(0).value < open.arranged.at(0).natural);
  choice.empty.clear();
  choice.arrange = ArrangeChoice{.fixed = {"0", "61", "119"}};
  choice.arrange->kinds = {{{"5", {{5, 5}}}, {"50", {{50, 50}}}, {"77", {{77, 77}}}}};
  const Placement bound = place(graph, choice);
  for (const std::uint32_t node : {0u, 61u, 119u})
    CHECK(cell_of(graph, bound, node) == Cell{{node % 12, node / 12, 0}});
  std::set<Cell> of_kind;
  for (const std::uint32_t node : {5u, 50u, 77u}) of_kind.insert(cell_of(graph, bound, node));
  CHECK(of_kind == std::set<Cell>{{{5, 0, 0}}, {{2, 4, 0}}, {{5, 6, 0}}});
  CHECK(2 * bound.arranged.at(0).value < bound.arranged.at(0).natural);
}

TEST_CASE("a mesh whose corners are fixed where it has them stands as they say") {
  const Topology mesh = build_topology("mesh", {{"radices", IntegerList{9, 7}}});
  Topology graph = shuffled(mesh, 4);
  // The corners keep their numbers, so that natural order puts them where they belong.
  std::vector<LocalLink> links;
  std::vector<std::uint32_t> numbers(63);
  std::iota(numbers.begin(), numbers.end(), 0u);
  Random random(3);
  for (std::uint32_t i = 54; i > 10; --i) std::swap(numbers[i - 1], numbers[9 + random.below(i - 9)]);
  for_each_link(mesh, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    links.push_back({numbers[a], numbers[b]});
  });
  graph = graph_of(63, links);
  PlacementChoice choice;
  choice.orders = {"spectral"};
  choice.columns = 9;
  choice.arrange = ArrangeChoice{.fixed = {"0", "8", "54", "62"}};
  CHECK(place(graph, choice).arranged.at(0).value == mesh.link_count());
  choice.orders = {"annealed"};
  choice.arrange->start = "spectral";
  choice.arrange->moves = 10;
  CHECK(place(graph, choice).arranged.at(0).start == mesh.link_count());
}

TEST_CASE("the user's moves are those of the descent") {
  PlacementChoice choice;
  choice.orders = {"spectral"};
  choice.arrange = ArrangeChoice{.moves = 1234};
  const Topology graph = shuffled(build_topology("hypercube", {{"dimensions", 6}}), 1);
  CHECK(place(graph, choice).arranged.at(0).moves == 1234);
  choice.arrange->moves = std::uint64_t{1} << 50;
  CHECK_THROWS_WITH_AS(place(graph, choice), doctest::Contains("the limit of the order 'spectral'"), Error);
}

TEST_CASE("vectors mixed by any angle are turned apart again") {
  const int columns = 20, rows = 15;
  std::vector<double> x, y;
  for (int node = 0; node < columns * rows; ++node) {
    x.push_back(std::cos(M_PI * (node % columns + 0.5) / columns) / std::sqrt(columns * rows / 2.0));
    y.push_back(std::cos(M_PI * (node / columns + 0.5) / rows) / std::sqrt(columns * rows / 2.0));
  }
  for (int step = 0; step < 16; ++step) {
    const double angle = 0.1 + 0.4 * step;
    std::vector<std::vector<double>> mixed(2);
    for (std::size_t i = 0; i < x.size(); ++i) {
      mixed[0].push_back(std::cos(angle) * x[i] + std::sin(angle) * y[i]);
      mixed[1].push_back(std::cos(angle) * y[i] - std::sin(angle) * x[i]);
    }
    turn_apart(mixed);
    const double along = std::abs(std::inner_product(x.begin(), x.end(), mixed[0].begin(), 0.0));
    CAPTURE(angle);
    CHECK(std::max(along, 1 - along) > 1 - 1e-9);
    CHECK(std::min(along, 1 - along) < 1e-9);
  }
}
