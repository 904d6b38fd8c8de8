// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"
#include "support/laid_out.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology hammingmesh(std::int64_t a, std::int64_t b, std::int64_t x, std::int64_t y) {
  return build_topology("hammingmesh", {{"board_columns", a}, {"board_rows", b}, {"columns", x}, {"rows", y}});
}

/// Hops between two accelerators of a line: along the board, or over the switch of the line.
std::int64_t hops_in_line(std::int64_t board, std::int64_t from, std::int64_t to) {
  const auto to_end = [&](std::int64_t at) { return std::min(at % board, board - 1 - at % board); };
  const std::int64_t over = to_end(from) + to_end(to) + 2;
  return from / board == to / board ? std::min(over, std::abs(to - from)) : over;
}

}  // namespace

TEST_CASE(
    "a HammingMesh of x times y boards of a times b accelerators has four ports an accelerator and a switch a line") {
  for (std::int64_t a = 1; a <= 4; ++a) {
    for (const auto& [b, x, y] : {std::array<std::int64_t, 3>{2, 2, 2}, {1, 3, 2}, {3, 2, 4}, {4, 4, 3}}) {
      CAPTURE(a);
      CAPTURE(b);
      const Topology network = hammingmesh(a, b, x, y);
      const Counted count = counted(network);
      CHECK(count.nodes == a * b * x * y);
      CHECK(count.switches == a * x + b * y);
      CHECK(network.interchange_count() == count.switches);
      CHECK(count.degree_min == 4);
      CHECK(count.degree_max == 4);
      CHECK(count.switch_degree == 2 * std::max(x, y));
      CHECK(count.links == b * y * x * (a + 1) + a * x * y * (b + 1));
    }
  }
}

TEST_CASE("hops of a HammingMesh add over both lines: along the board, or to its nearer ends and over the switch") {
  for (const auto& [a, b, x, y] :
       {std::array<std::int64_t, 4>{2, 2, 2, 2}, {3, 2, 2, 3}, {1, 1, 3, 2}, {4, 5, 3, 2}, {6, 1, 2, 2}}) {
    CAPTURE(a);
    CAPTURE(b);
    std::int64_t most = 0;
    double sum = 0;
    const auto line = [&](std::int64_t board, std::int64_t boards, double others) {
      std::int64_t worst = 0;
      for (std::int64_t from = 0; from < board * boards; ++from) {
        for (std::int64_t to = 0; to < board * boards; ++to) {
          const std::int64_t hops = hops_in_line(board, from, to);
          worst = std::max(worst, hops);
          sum += static_cast<double>(hops) * others * others;
        }
      }
      most += worst;
    };
    line(a, x, static_cast<double>(b * y));
    line(b, y, static_cast<double>(a * x));
    const auto nodes = static_cast<double>(a * b * x * y);
    const Topology network = hammingmesh(a, b, x, y);
    const GraphMeasures measures = measures_without_cuts(network);
    CHECK(measures.distances->diameter_hops == static_cast<std::uint64_t>(most));
    CHECK(measures.distances->mean_hops == doctest::Approx(sum / (nodes * (nodes - 1))).epsilon(1e-12));
    CHECK(counted(network).diameter == static_cast<std::uint64_t>(most));
    CHECK(counted(network).mean_distance == doctest::Approx(measures.distances->mean_hops).epsilon(1e-12));
  }
}

TEST_CASE("a HammingMesh is laid out in straight lines: two kinds of rows and two of columns") {
  const RoutedCase drawn = lay_out("hammingmesh", {{"board_columns", 2}, {"columns", 4}});
  const Topology& network = drawn.topology;
  for_each_link(network, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    const Cell one = cell_of(network, drawn.placement, a), other = cell_of(network, drawn.placement, b);
    CHECK((one.at[0] == other.at[0]) != (one.at[1] == other.at[1]));
  });
  CHECK(drawn.measures.pins_per_node_max == 2 * 4);
  CHECK(drawn.measures.ports_per_interchange_max == 2 * 2 * 4);
}
