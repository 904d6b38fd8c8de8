// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"

using namespace cutline;
using namespace cutline::test;

TEST_CASE("an orthogonal fat tree of q has two leaves for each of q^2 + q + 1 switches, all two hops apart") {
  for (const std::uint64_t q : {2, 3, 4, 5, 7, 8, 9}) {
    CAPTURE(q);
    const std::uint64_t switches = q * q + q + 1;
    const Topology tree = build_topology("oft", {{"q", static_cast<std::int64_t>(q)}});
    check_closed_forms(tree, {2 * switches, 2 * switches * (q + 1), q + 1, 2, 2});
    const Counted count = counted(tree);
    CHECK(count.degree_min == q + 1);
    CHECK(count.switches == switches);
    CHECK(count.switch_degree == 2 * (q + 1));
    CHECK(tree.terminal_count() == 2 * switches * (q + 1));
  }
  CHECK_THROWS_WITH_AS(build_topology("oft", {{"q", 6}}), doctest::Contains("no orthogonal fat tree"), Error);
}

TEST_CASE(
    "a multi-layer full mesh of h layers has h (h + 1) nodes, half as many switches, and two hops between any two") {
  for (std::uint64_t h = 2; h <= 8; ++h) {
    CAPTURE(h);
    const Topology network = build_topology("mlfm", {{"layers", static_cast<std::int64_t>(h)}});
    check_closed_forms(network, {h * (h + 1), h * h * (h + 1), h, 2, 2});
    const Counted count = counted(network);
    CHECK(count.degree_min == h);
    CHECK(count.switches == h * (h + 1) / 2);
    CHECK(count.switch_degree == 2 * h);
    CHECK(network.terminal_count() == h * h * (h + 1));
  }
}

TEST_CASE("nodes of a multi-layer full mesh share one switch, those of one place all of theirs") {
  const Topology network = build_topology("mlfm", {{"layers", 4}});
  const Neighbours next = neighbours(network);
  for (std::uint64_t a = 0; a < network.node_count(); ++a) {
    for (std::uint64_t b = 0; b < a; ++b) {
      const auto shared = std::count_if(next[a].begin(), next[a].end(), [&](std::uint64_t one) {
        return std::find(next[b].begin(), next[b].end(), one) != next[b].end();
      });
      CHECK(shared == (a % 5 == b % 5 ? 4 : 1));
    }
  }
}
