// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "cutline/topology/family.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/topology.hpp"
#include "performance/pattern_loads.hpp"
#include "performance/traffic.hpp"
#include "routing/destinations.hpp"
#include "support/csv.hpp"
#include "support/small_networks.hpp"

using namespace cutline;
using doctest::Approx;

namespace {

constexpr std::uint64_t kThroughputEffort = 1'000'000'000;

Topology one_way_torus(std::int64_t radix, std::int64_t dimensions) {
  return build_topology("torus", {{"radix", radix}, {"dimensions", dimensions}, {"channels", "unidirectional"}});
}

double throughput_peak(const Topology& network, std::string_view pattern, Parameters parameters = {}) {
  return walked_loads(network, choose_traffic(pattern, std::move(parameters)).traffic(network), kThroughputEffort)
      ->peak;
}

}  // namespace

TEST_CASE("capacity of k-ary n-cubes is the reference's, k / (k - 1) at equal bisection") {
  for (const cutline::test::Row& row : cutline::test::golden("seeds_kn_table1.csv")) {
    const double k = row.number("k");
    CHECK(cube_capacity(k, k / 2) == Approx(row.number("capacity")).epsilon(1e-9));
    CHECK(row.number("max_lam") / cube_capacity(k, k / 2) == Approx(row.number("max_frac")).epsilon(1e-9));
  }
}

TEST_CASE("capacity is the load at which uniform traffic fills a walk's busiest channel") {
  for (const std::int64_t k : {3, 4, 5, 8}) {
    const Topology network = one_way_torus(k, 2);
    const auto radix = static_cast<double>(k);
    CHECK(channel_bound(radix / 2, throughput_peak(network, "uniform")) == Approx(cube_capacity(radix, radix / 2)));
  }
}

TEST_CASE("a hot node takes what its last channel carries, and all but 1/k of the messages come over it") {
  for (const std::int64_t k : {2, 3, 4, 8}) {
    for (const std::int64_t n : {1, 2}) {
      const Topology network = one_way_torus(k, n);
      const auto radix = static_cast<double>(k);
      const auto nodes = static_cast<double>(network.node_count());
      const double width = radix / 2;
      // The channel carries all messages except the 1/k that skip the last dimension.
      const double bound = width / (nodes * (radix - 1) / radix);
      CAPTURE(k);
      CHECK(channel_bound(width, throughput_peak(network, "hot_spot", {{"node", 1}})) == Approx(bound));
      // All nodes together receive W k / (k - 1), of which W comes over the channel. Source: [Dally 1990],
      // reconstructed (KN-hot, sure).
      CHECK(bound * nodes * (radix - 1) / radix == Approx(width));
    }
  }
}

TEST_CASE("no walk of uniform traffic gets more through than the bisection lets it") {
  cutline::test::each_small_network(36, [](const std::string& label, const Topology& network) {
    CAPTURE(label);
    const auto cut = static_cast<double>(graph_measures(network).bisection.upper_channels);
    for (const bool self : {true, false}) {
      const double by_cut =
          bisection_bound(network.node_count(), cut, 1, self ? SelfMessages::counted : SelfMessages::left_out);
      const double by_channel =
          channel_bound(1, throughput_peak(network, "uniform", {{"self", std::string(self ? "true" : "false")}}));
      CHECK(by_channel <= by_cut * (1 + 1e-12));
    }
  });
}

TEST_CASE("in even tori the bisection and the busiest channel saturate together") {
  for (const std::int64_t k : {4, 6, 8}) {
    const Topology network = build_topology("torus", {{"radix", k}, {"dimensions", 2}});
    const auto nodes = network.node_count();
    const double by_cut = bisection_bound(nodes, 4.0 * static_cast<double>(k), 1, SelfMessages::counted);
    CHECK(by_cut == 8.0 / static_cast<double>(k));
    CHECK(channel_bound(1, throughput_peak(network, "uniform")) == by_cut);
  }
}
