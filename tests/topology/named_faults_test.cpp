// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/topology/family.hpp"
#include "cutline/detail/topology/faults.hpp"
#include "cutline/topology/topology.hpp"

using namespace cutline;

TEST_CASE("links and nodes that the user names fail, and what is left is measured without them") {
  const Topology ring = build_topology("ring", {{"nodes", 6}});
  const FaultMeasures cut = fail_links(ring, {.between = {{"0", "5"}}}, 1, 1'000'000);
  CHECK(cut.failed_links == 1);
  CHECK(cut.named == "0 - 5");
  CHECK(cut.left.mean_distance_hops.mean == doctest::Approx(7.0 / 3));  // a path of six: (n + 1) / 3
  const FaultMeasures gone = fail_links(ring, {.nodes = {"0"}}, 1, 1'000'000);
  CHECK(gone.failed_links == 2);
  CHECK(gone.connected_fraction == 1);
  CHECK(gone.left.mean_distance_hops.worst == doctest::Approx(2));  // a path of five
  CHECK(fail_links(ring, {.nodes = {"0", "3"}}, 1, 1'000'000).connected_fraction == 0);
  CHECK(fail_links(ring, {.between = {{"0", "2"}}}, 1, 1'000'000).method == "not computed: no link joins 0 and 2");
  CHECK(fail_links(ring, {.nodes = {"6"}}, 1, 1'000'000).method.find("not computed: no node 6") == 0);
  const Topology tree = build_topology("fat_tree", {{"radix", 2}, {"levels", 2}});
  const FaultMeasures spine = fail_links(tree, {.nodes = {"2"}}, 1, 1'000'000);
  CHECK(spine.failed_links == 2);
  CHECK(spine.left.mean_distance_hops.mean == 2);
}
