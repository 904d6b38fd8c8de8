// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include "base/random.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/topology/family.hpp"
#include "placement/product_cells.hpp"
#include "support/graphs.hpp"
#include "support/shuffled.hpp"
#include "topology/graph_searches.hpp"
#include "topology/product_graph.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// What no named order comes to on a grid of so many columns.
Arranged by_default(const Topology& graph, std::uint32_t columns, Minimised minimised,
                    std::optional<std::uint64_t> moves = {}) {
  PlacementChoice choice;
  choice.columns = columns;
  choice.arrange = ArrangeChoice{.minimised = minimised, .moves = moves};
  return place(graph, choice).arranged.at(0);
}

Topology cube(const std::string& family, std::int64_t x, std::int64_t y) {
  return build_topology(family, {{"radices", IntegerList{x, y}}});
}

Topology binary_tree(std::uint32_t levels) {
  std::vector<LocalLink> links;
  for (std::uint32_t node = 1; node < (1u << levels) - 1; ++node) links.push_back({node, (node - 1) / 2});
  return shuffled(graph_of((1u << levels) - 1, links), 5);
}

std::size_t factors_of(const Topology& topology) {
  return product_of(node_graph(topology, false)).value().factors.size();
}

}  // namespace

TEST_CASE("a shuffled mesh is placed perfectly, whatever is minimised") {
  for (const std::int64_t k : {4, 16, 33, 64}) {
    CAPTURE(k);
    const Topology graph = shuffled(cube("mesh", k, k), 3);
    const auto side = static_cast<std::uint32_t>(k);
    const Arranged total = by_default(graph, side, Minimised::total);
    CHECK(total.value == 2 * side * (side - 1));
    CHECK(total.found_by == fmt::format("recognised: mesh {} x {}", k, k));
    CHECK(total.bound == total.value);
    CHECK(by_default(graph, side, Minimised::longest).value == 1);
    CHECK(by_default(graph, side, Minimised::peak_density).value == side);
    if (k <= 16) CHECK(by_default(graph, side, Minimised::area, 1000).value == std::uint64_t{side} * side * 25);
  }
}

TEST_CASE("a shuffled torus is folded, and a shuffled hypercube has the closed forms of its halves on the axes") {
  for (const std::int64_t k : {5, 16, 64}) {
    CAPTURE(k);
    const Topology graph = shuffled(cube("torus", k, k), 3);
    const auto side = static_cast<std::uint32_t>(k);
    CHECK(by_default(graph, side, Minimised::total, 1000).value == 4 * side * (side - 1));
    CHECK(by_default(graph, side, Minimised::longest, 1000).value == 2);
    CHECK(by_default(graph, side, Minimised::peak_density, 1000).value <= 2 * side);
  }
  for (std::int64_t half = 2; half <= 6; ++half) {
    CAPTURE(half);
    const Topology graph = shuffled(build_topology("hypercube", {{"dimensions", 2 * half}}), 3);
    const auto side = std::uint32_t{1} << half;
    // 2 sqrt(N) lines, each of the total 2^(n-1) (2^n - 1), in which floor(2^(n+1) / 3) links cross the densest cut.
    CHECK(by_default(graph, side, Minimised::total, 1000).value == std::uint64_t{side} * side * (side - 1));
    CHECK(by_default(graph, side, Minimised::peak_density, 1000).value <= std::uint64_t{side} * (2 * side / 3));
    constexpr std::array<std::uint64_t, 7> kBandwidth = {0, 1, 2, 4, 7, 13, 23};  // sum of C(k, floor(k/2)), k < n
    CHECK(by_default(graph, side, Minimised::longest, 1000).value <= kBandwidth.at(static_cast<std::size_t>(half)));
  }
}

TEST_CASE("the factors of products are found from the links alone") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CHECK(factors_of(shuffled(cube("mesh", 7, 5), seed)) == 2);
    CHECK(factors_of(shuffled(cube("torus", 3, 5), seed)) == 2);
    CHECK(factors_of(shuffled(cube("torus", 4, 4), seed)) == 4);  // a ring of four is a product of two pairs
    CHECK(factors_of(shuffled(build_topology("hypercube", {{"dimensions", 9}}), seed)) == 9);
    CHECK(factors_of(shuffled(build_topology("hyperx", {{"radices", IntegerList{5, 4, 3}}}), seed)) == 3);
    CHECK(factors_of(shuffled(build_topology("de_bruijn", {{"dimensions", 6}}), seed)) == 1);
    CHECK(factors_of(shuffled(build_topology("folded_hypercube", {{"dimensions", 5}}), seed)) == 1);
  }
  CHECK(!product_of(node_graph(graph_of(5, {{0, 1}, {2, 3}}), false)));
}

TEST_CASE("a mesh with one link moved is no product, and no random graph becomes one") {
  Topology mesh = shuffled(cube("mesh", 6, 6), 2);
  auto& links = mesh.classes[0].links;
  const auto linked = [&](std::uint32_t a, std::uint32_t b) {
    return std::any_of(links.begin(), links.end(), [&](const LocalLink& link) {
      return (link.a == a && link.b == b) || (link.a == b && link.b == a);
    });
  };
  std::uint32_t other = 1;
  while (linked(links[7].a, other) || other == links[7].a) ++other;
  links[7].b = other;
  const auto product = product_of(node_graph(mesh, false));
  CHECK((!product || product->factors.size() == 1));
  Random random(4);
  for (int graph = 0; graph < 20; ++graph) {
    const auto found = product_of(node_graph(random_graph(random, 36, 40), false));
    CHECK((!found || found->factors.size() == 1));
  }
}

TEST_CASE("trees on a line have the least total of all orders, and a densest cut close to it") {
  Random random(7);
  std::uint64_t above = 0, trees = 0;
  for (std::uint32_t tree = 0; tree < 150; ++tree) {
    const auto nodes = static_cast<std::uint32_t>(2 + random.below(12));
    GridGraph line{node_graph(random_graph(random, nodes, 0), false), nodes};
    CHECK(cost(line, *tree_line(line.graph, Minimised::total)).value == exact_line(line)->value);
    line.minimised = Minimised::peak_density;
    above += cost(line, *tree_line(line.graph, Minimised::peak_density)).value - exact_line(line)->value;
    ++trees;
  }
  CHECK(20 * above < trees);
  CHECK(!tree_line(node_graph(graph_of(6, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}}), false), Minimised::total));
}

TEST_CASE("the binary tree of ten levels has the best known arrangements on a line") {
  const Topology tree = binary_tree(10);
  CHECK(by_default(tree, 1023, Minimised::total).value == 3696);
  CHECK(by_default(tree, 1023, Minimised::peak_density, 1000).value == 6);
  const Arranged longest = by_default(tree, 1023, Minimised::longest);  // 1,022 nodes within 9 hops of the root
  CHECK(longest.bound == 57);
  CHECK(longest.value <= 62);
}

TEST_CASE("a shuffled mesh of 33 x 33 nodes on a line comes within 1.5 % of the best known total") {
  const Topology mesh = shuffled(cube("mesh", 33, 33), 4);
  const Arranged total = by_default(mesh, 1089, Minimised::total, 10'000'000);
  CHECK(static_cast<double>(total.value) <= 1.015 * 31'681);
  CHECK(total.moves == 10'000'000);
  CHECK(by_default(mesh, 1089, Minimised::longest, 1000).value == 33);
  CHECK(by_default(mesh, 1089, Minimised::peak_density, 1000).value == 34);
}

TEST_CASE("reverse Cuthill-McKee order keeps the links of a shuffled mesh within its shorter side and a little more") {
  const Topology mesh = shuffled(cube("mesh", 40, 12), 6);
  GridGraph line{node_graph(mesh, false), 480, 1, Minimised::longest};
  CHECK(cost(line, band_order(line.graph)).value <= 13);
}

TEST_CASE("effort chooses moves, the same on every machine, and twice the effort twice as many") {
  const Topology graph = shuffled(build_topology("de_bruijn", {{"dimensions", 6}}), 1);
  PlacementChoice choice;
  choice.columns = 8;
  choice.arrange = ArrangeChoice{.minimised = Minimised::longest, .effort_s = 0.002};
  const std::uint64_t moves = place(graph, choice).arranged.at(0).moves;
  choice.arrange->effort_s = 0.004;
  CHECK(place(graph, choice).arranged.at(0).moves + 1 >= 2 * moves - 2);
  CHECK(moves > 1000);
}

TEST_CASE("no default is below its bound or above what the named orders find with as many moves") {
  Random random(11);
  for (int trial = 0; trial < 6; ++trial) {
    const Topology graph = random_graph(random, 40, trial % 2 == 0 ? 10 : 60);
    for (const Minimised minimised : {Minimised::total, Minimised::longest, Minimised::peak_density}) {
      const Arranged found = by_default(graph, trial % 3 == 0 ? 40 : 7, minimised, 100'000);
      CHECK(found.bound.value_or(0) <= found.value);
      for (const char* order : {"spectral", "bisection"}) {
        PlacementChoice choice;
        choice.columns = trial % 3 == 0 ? 40 : 7;
        choice.orders = {order};
        choice.arrange = ArrangeChoice{.minimised = minimised};
        CHECK(found.value <= place(graph, choice).arranged.at(0).value);
      }
    }
  }
}
