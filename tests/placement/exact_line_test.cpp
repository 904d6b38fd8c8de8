// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <numeric>

#include "cutline/base/error.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/detail/placement/placement.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "support/csv.hpp"
#include "support/lines.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// The most nodes of a table: larger ones take minutes under a sanitizer.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::int64_t kMostNodes = 22;
#else
constexpr std::int64_t kMostNodes = kMostExactNodes;
#endif

std::uint64_t longest_of(const Topology& network) { return exact_line(as_line(network, Minimised::longest))->value; }

/// The least of all orders of a line, tried one by one.
std::uint64_t least_of_all(const GridGraph& line) {
  Cells places(line.node_count());
  std::iota(places.begin(), places.end(), 0u);
  std::uint64_t least = cost(line, places).value;
  while (std::next_permutation(places.begin(), places.end())) least = std::min(least, cost(line, places).value);
  return least;
}

}  // namespace

TEST_CASE("cutwidth and least total length by dynamic programming are those known for every graph") {
  std::size_t rows = 0, left_out = 0;
  for (const Row& row : golden("cutwidth_exact_dp.csv")) {
    ++rows;
    if (row.integer("N") > kMostNodes) {
      ++left_out;
      continue;
    }
    CAPTURE(row.text("graph"));
    const Topology network = named_network(row.text("graph"));
    REQUIRE(network.node_count() == static_cast<std::uint64_t>(row.integer("N")));
    REQUIRE(network.link_count() == static_cast<std::uint64_t>(row.integer("edges")));
    for (const Minimised minimised : {Minimised::peak_density, Minimised::total}) {
      const GridGraph line = as_line(network, minimised);
      const auto exact = exact_line(line);
      REQUIRE(exact);
      const char* column = minimised == Minimised::total ? "min_linear_arrangement" : "cutwidth";
      CHECK(exact->value == static_cast<std::uint64_t>(row.integer(column)));
      CHECK(cost(line, exact->places).value == exact->value);
    }
  }
  CHECK(rows == 64);
  if (left_out > 0) MESSAGE("left out under a sanitizer: ", left_out, " graphs of more than ", kMostNodes, " nodes");
}

TEST_CASE("the least longest link of a line is the bandwidth of the literature") {
  // [Harper 1966]: the sum of the middle binomial coefficients.
  CHECK(longest_of(named_network("hypercube_2")) == 2);
  CHECK(longest_of(named_network("hypercube_3")) == 4);
  CHECK(longest_of(named_network("hypercube_4")) == 7);
  for (const std::int64_t n : {3, 8, 17}) CHECK(longest_of(named_network(fmt::format("ring_{}", n))) == 2);
  CHECK(longest_of(named_network("complete_9")) == 8);
  CHECK(longest_of(named_network("mesh_3x6")) == 3);
  CHECK(longest_of(named_network("mesh_4x5")) == 4);
  CHECK(longest_of(graph_of_table(3, {{0, 1}})) == 1);
}

TEST_CASE("the exact line is the least of all orders of small random graphs, links of several widths too") {
  for (std::int64_t seed = 1; seed <= 12; ++seed) {
    IntegerTable links;
    for (std::int64_t i = 0; i < 11; ++i) links.push_back({(i * seed + 1) % 7, (i * i + seed) % 7, 1 + i % 3});
    std::erase_if(links, [](const IntegerList& link) { return link[0] == link[1]; });
    const Topology network = graph_of_table(7, links);
    for (const Minimised minimised : {Minimised::total, Minimised::longest, Minimised::peak_density, Minimised::area}) {
      const GridGraph line = as_line(network, minimised);
      CHECK(exact_line(line)->value == least_of_all(line));
    }
  }
}

TEST_CASE("past its limits, and on grids, the order exact is refused") {
  PlacementChoice choice;
  choice.orders = {"exact"};
  choice.columns = 28;
  CHECK_THROWS_WITH_AS(place(build_topology("ring", {{"nodes", 28}}), choice),
                       doctest::Contains("up to 27 places, the limit, and these are 28"), Error);
  choice.columns = 21;
  choice.arrange = ArrangeChoice{.minimised = Minimised::longest};
  CHECK_THROWS_WITH_AS(place(build_topology("ring", {{"nodes", 21}}), choice),
                       doctest::Contains("up to 20 places, the limit"), Error);
  choice.columns = 4;
  CHECK_THROWS_WITH_AS(place(build_topology("ring", {{"nodes", 8}}), choice), doctest::Contains("is for lines"), Error);
}
