// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cstdlib>

#include "cutline/detail/routing/routes.hpp"
#include "routing/routings.hpp"

using namespace cutline;
using namespace cutline::test;

TEST_CASE("random networks of degree 4 take no more layers than first fit over the longest paths first") {
  struct Row {
    std::uint32_t nodes, layers;
  };
  // CUTLINE_SLOW=1 adds the networks that take a while.
  static const bool slow = std::getenv("CUTLINE_SLOW") != nullptr;
  for (const Row& row : {Row{64, 4}, Row{128, 7}, Row{256, 10}, Row{512, 15}, Row{1024, 23}}) {
    if (row.nodes > 256 && !slow) continue;
    CAPTURE(row.nodes);
    for (std::uint64_t seed = 1; seed <= (row.nodes > 64 ? 2 : 20); ++seed) {
      CAPTURE(seed);
      const Topology network = random_regular(row.nodes, 4, seed);
      const Routes routes = layered_of(network, shared_graph(network));
      CHECK(routes.layers <= row.layers);
      CHECK(waiting_circle(uniform_flows(routes)).empty());
    }
  }
}

TEST_CASE("fewer layers carry the pairs that fit on shortest paths, and the others up and down") {
  const Topology network = random_regular(64, 4, 1);
  const auto graph = shared_graph(network);
  const double up_down = uniform_flows(up_down_of(network, graph)).mean_hops;
  double before = up_down;
  for (std::uint32_t most = 1; most <= 5; ++most) {
    CAPTURE(most);
    const double hops = uniform_flows(layered_of(network, graph, most)).mean_hops;
    CHECK(hops <= before);
    before = hops;
  }
  CHECK(before == doctest::Approx(uniform_flows(minimal_routes(graph)).mean_hops));
  CHECK(before < up_down);
}
