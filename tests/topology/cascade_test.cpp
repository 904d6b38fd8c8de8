// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology cascade(std::int64_t groups, std::int64_t global_links) {
  return build_topology("cascade", {{"groups", groups}, {"global_links", global_links}});
}

}  // namespace

TEST_CASE("a group of a Cascade network is a product of complete graphs of 6 and 16 routers, one of them threefold") {
  const Topology group = cascade(1, 4);
  const Counted count = counted(group);
  CHECK(count.nodes == 96);
  CHECK(count.links == 16 * 15 + 6 * 120);
  CHECK(count.degree_min == 20);
  CHECK(count.diameter == 2);
  CHECK(group.classes[0].width(0) == 3);
  CHECK(group.classes[1].width(0) == 1);
  CHECK(group.terminal_count() == 4 * 96);
}

TEST_CASE("between any two groups of a Cascade network are as many links as asked for, a router has ten at most") {
  for (const auto& [groups, links] : {std::pair{3, 96}, {5, 7}, {11, 96}, {25, 40}, {241, 4}}) {
    CAPTURE(groups);
    const Topology network = cascade(groups, links);
    std::map<std::pair<std::uint64_t, std::uint64_t>, int> between;
    std::map<std::uint64_t, int> ports;
    for (const LocalLink& link : network.classes[2].links) {
      ++between[std::minmax(std::uint64_t{link.a} / 96, std::uint64_t{link.b} / 96)];
      ++ports[link.a];
      ++ports[link.b];
    }
    CHECK(between.size() == static_cast<std::size_t>(groups * (groups - 1) / 2));
    CHECK(std::all_of(between.begin(), between.end(), [&](const auto& pair) { return pair.second == links; }));
    CHECK(std::all_of(ports.begin(), ports.end(), [](const auto& router) { return router.second <= 10; }));
  }
  CHECK_THROWS_WITH_AS(cascade(241, 5), doctest::Contains("more than a group's 960"), Error);
  CHECK_THROWS_WITH_AS(cascade(2, 97), doctest::Contains("two routers twice"), Error);
}
