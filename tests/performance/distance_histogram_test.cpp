// SPDX-License-Identifier: Apache-2.0
#include "cutline/performance/distance_histogram.hpp"

#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "support/small_networks.hpp"
#include "topology/digit_graphs.hpp"

using namespace cutline;
using doctest::Approx;

namespace {

constexpr std::uint64_t kEffort = 1'000'000'000;

std::vector<Int128> counted(const Topology& network) {
  const ChannelGraph graph = channel_graph(network);
  std::vector<Int128> pairs;
  for (std::uint32_t source = 0; source < graph.node_count(); ++source) {
    if (!graph.is_node(source)) continue;
    const std::vector<std::uint32_t> hops = hops_from(graph, source);
    for (std::size_t node = 0; node < hops.size(); ++node) {
      if (!graph.is_node(node)) continue;
      if (pairs.size() <= hops[node]) pairs.resize(hops[node] + 1);
      ++pairs[hops[node]];
    }
  }
  return pairs;
}

LatencyInput ten_phits() {
  LatencyInput input;
  input.longest_wire = nanoseconds(2);
  input.width_bits = 10;
  input.messages = {{100, 1}};
  return input;
}

}  // namespace

TEST_CASE("distances by digits are exactly those of searches in the whole network") {
  cutline::test::each_small_network(256, [](const std::string& label, const Topology& network) {
    CAPTURE(label);
    const auto histogram = distance_histogram(network, kEffort);
    REQUIRE(histogram.has_value());
    CHECK(*histogram == counted(network));
  });
}

TEST_CASE("distances of a binary cube are the binomial numbers, of any size") {
  const auto histogram = distance_histogram(build_topology("hypercube", {{"dimensions", std::int64_t{40}}}), kEffort);
  REQUIRE(histogram.has_value());
  REQUIRE(histogram->size() == 41);
  Int128 binomial = 1;
  for (int d = 0; d <= 40; ++d) {
    CHECK((*histogram)[d] == (binomial << 40));
    binomial = binomial * (40 - d) / (d + 1);
  }
}

TEST_CASE("the mean over distances is the latency of the mean distance") {
  const Topology mesh = build_topology("mesh", {{"radix", std::int64_t{5}}, {"dimensions", std::int64_t{2}}});
  const auto histogram = distance_histogram(mesh, kEffort);
  for (const bool self : {true, false}) {
    const auto latencies = latency_by_distance(*histogram, ten_phits(), self);
    CHECK(latencies.front().hops == (self ? 0 : 1));
    double share = 0, mean = 0;
    for (const LatencyAtDistance& at : latencies) {
      share += at.share;
      mean += at.share * in_ns(at.latency);
    }
    CHECK(share == Approx(1));
    LatencyInput input = ten_phits();
    input.mean_hops = 2 * (25 - 1) / 15.0 * (self ? 1 : 25 / 24.0);
    CHECK(mean == Approx(in_ns(zero_load_latency(input).total())));
  }
}

TEST_CASE("quantiles are the latencies that so many messages do not pass") {
  const Topology pair = build_topology("mesh", {{"radix", std::int64_t{2}}, {"dimensions", std::int64_t{2}}});
  const auto latencies = latency_by_distance(*distance_histogram(pair, kEffort), ten_phits(), true);
  REQUIRE(latencies.size() == 3);  // shares 1/4, 1/2, 1/4
  CHECK(latency_quantile(latencies, 0) == latencies[0].latency);
  CHECK(latency_quantile(latencies, 0.25) == latencies[0].latency);
  CHECK(latency_quantile(latencies, 0.5) == latencies[1].latency);
  CHECK(latency_quantile(latencies, 0.76) == latencies[2].latency);
  CHECK(latency_quantile(latencies, 1) == latencies[2].latency);
}

TEST_CASE("wires with delays of their own have no latency by distance") {
  LatencyInput input = ten_phits();
  input.clock = ClockRule::per_link;
  CHECK_THROWS_AS(latency_by_distance({1, 1}, input, true), BrokenContract);
}
