// SPDX-License-Identifier: Apache-2.0
// Edge connectivity beside what Boost.Graph finds.
#include <doctest/doctest.h>

#include <set>

#include "base/random.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/detail/topology/faults.hpp"
#include "support/boost_oracle.hpp"
#include "support/graphs.hpp"
#include "support/small_networks.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

constexpr std::uint64_t kFlowEffort = 2'000'000'000;

std::uint64_t least_links(const Topology& topology) {
  const auto found = resilience(topology, kFlowEffort).edge_connectivity;
  REQUIRE(found.value() != nullptr);
  return *found.value();
}

}  // namespace

TEST_CASE("edge connectivity of random graphs, simple and with parallel links, is the minimum cut that Boost finds") {
  Random random(53);
  for (int round = 0; round < 60; ++round) {
    const auto nodes = static_cast<std::uint32_t>(20 + random.below(180));
    Topology topology = graph_of(nodes, random_links(random, nodes, (1 + random.below(6)) * nodes));
    if (round % 2 == 0) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
      std::erase_if(topology.classes[0].links, [&](const LocalLink& link) {
        return link.a == link.b || !pairs.insert(std::minmax(link.a, link.b)).second;
      });
    }
    CAPTURE(round);
    CHECK(least_links(topology) == boost_least_cut(topology));
  }
}

TEST_CASE("two regular halves are parted by the links between them, where these are fewer than a node's") {
  Random random(59);
  for (std::int64_t seed = 1; seed <= 20; ++seed) {
    const auto half = static_cast<std::uint32_t>(10 + random.below(60));
    std::vector<LocalLink> links =
        build_topology("jellyfish", {{"nodes", half}, {"degree", 6}, {"seed", seed}}).classes[0].links;
    for (std::size_t i = 0, own = links.size(); i < own; ++i) links.push_back({links[i].a + half, links[i].b + half});
    const auto across = static_cast<std::uint32_t>(1 + random.below(8));
    for (std::uint32_t i = 0; i < across; ++i) links.push_back({i, half + (i * 7) % half});
    const Topology topology = graph_of(2 * half, links);
    CHECK(least_links(topology) == std::min<std::uint64_t>(across, 6));
    CHECK(boost_least_cut(topology) == least_links(topology));
  }
}

TEST_CASE("edge connectivity of small networks, one-way and with switches too, is the least flow that Boost finds") {
  std::size_t networks = 0, with_switches = 0, one_way = 0;
  each_small_network(40, [&](const std::string& label, const Topology& topology) {
    const auto found = resilience(topology, kFlowEffort).edge_connectivity;
    if (topology.site_count() > 120 || !found.value()) return;
    CAPTURE(label);
    CHECK(*found.value() == boost_least_flow(topology));
    ++networks;
    with_switches += topology.has_interchanges() ? 1 : 0;
    one_way += topology.classes[0].channels == 1 ? 1 : 0;
  });
  CHECK(networks > 100);
  CHECK(with_switches > 3);
  CHECK(one_way > 10);
}
