// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/detail/routing/routes.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "performance/latency_spread.hpp"
#include "performance/pair_costs.hpp"
#include "support/small_networks.hpp"
#include "topology/digit_graphs.hpp"

using namespace cutline;
using doctest::Approx;

namespace {

constexpr std::uint64_t kEffort = 1'000'000'000;

std::vector<Int128> counted_pairs(const Topology& network) {
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
    CHECK(*histogram == counted_pairs(network));
  });
}

TEST_CASE("distances of a binary cube are the binomial numbers, of any size") {
  const auto histogram = distance_histogram(build_topology("hypercube", {{"dimensions", 40}}), kEffort);
  REQUIRE(histogram.has_value());
  REQUIRE(histogram->size() == 41);
  Int128 binomial = 1;
  for (int d = 0; d <= 40; ++d) {
    CHECK((*histogram)[d] == (binomial << 40));
    binomial = binomial * (40 - d) / (d + 1);
  }
}

TEST_CASE("the mean over distances is the latency of the mean distance") {
  const Topology mesh = build_topology("mesh", {{"radix", 5}, {"dimensions", 2}});
  const auto histogram = distance_histogram(mesh, kEffort);
  for (const bool self : {true, false}) {
    const auto latencies =
        latency_spread(*histogram, ten_phits(), self ? SelfMessages::counted : SelfMessages::left_out).by_distance;
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
  const Topology pair = build_topology("mesh", {{"radix", 2}, {"dimensions", 2}});
  const LatencySpread spread = latency_spread(*distance_histogram(pair, kEffort), ten_phits(), SelfMessages::counted);
  REQUIRE(spread.by_distance.size() == 3);                      // shares 1/4, 1/2, 1/4
  CHECK(spread.quantiles[0] == spread.by_distance[1].latency);  // half
  CHECK(spread.quantiles[1] == spread.by_distance[2].latency);  // 90 %
  CHECK(spread.quantiles[3] == spread.by_distance[2].latency);  // all
}

TEST_CASE("quantiles are those of all messages, each of its own size, without load and where nothing waits") {
  const Topology mesh = build_topology("mesh", {{"radix", 4}, {"dimensions", 2}});
  const auto histogram = *distance_histogram(mesh, kEffort);
  for (const Switching switching : {Switching::wormhole, Switching::store_and_forward}) {
    LatencyInput input = ten_phits();
    input.switching = switching;
    const double width = input.width_bits;
    input.messages = {{2 * width, 0.75}, {30 * width, 0.25}};
    std::vector<std::pair<double, double>> all;  // a latency in ns, and the share of the messages that have it
    for (const LatencyInput::Part& part : input.messages) {
      LatencyInput own = input;
      own.messages = {{part.size_bits, 1}};
      for (std::size_t hops = 0; hops < histogram.size(); ++hops) {
        own.mean_hops = static_cast<double>(hops);
        all.emplace_back(in_ns(zero_load_latency(own).total()),
                         part.share * static_cast<double>(histogram[hops]) / 256);
      }
    }
    std::sort(all.begin(), all.end());
    const LatencySpread spread = latency_spread(histogram, input, SelfMessages::counted);
    const LatencySpread idle = loaded_spread(spread, ChannelWaits{}, clock_of(input).cycle);
    for (std::size_t i = 0; i < kLatencyShares.size(); ++i) {
      double share = 0;
      auto at = all.begin();
      while ((share += at->second) < kLatencyShares[i] - 1e-12) ++at;
      CHECK(in_ns(spread.quantiles[i]) == Approx(at->first));
      if (i + 1 < kLatencyShares.size()) CHECK(in_ns(idle.quantiles[i]) == Approx(at->first).epsilon(1e-5));
    }
  }
}

TEST_CASE("where links take the same, way by way is as by distances, with messages to oneself and without") {
  for (const char* family : {"mesh", "hypercube", "ccc", "de_bruijn"}) {
    const Topology network = build_topology(family, find_family(family)->examples.front());
    CAPTURE(family);
    LatencyInput input = ten_phits();
    input.clock = ClockRule::fixed;
    input.fixed_cycle = nanoseconds(1);
    input.pipelined = true;
    input.router_cycles = 3;
    const std::vector<std::int64_t> steps(channel_graph(network).head.size(), 1);
    for (const bool self : {true, false}) {
      const LatencySpread by_hops = latency_spread(*distance_histogram(network, kEffort), input,
                                                   self ? SelfMessages::counted : SelfMessages::left_out);
      LatencyInput by_ways = input;
      by_ways.mean_route_cycles = 0;
      std::vector<WayCount> counts;
      REQUIRE(for_each_way(network, Routing::minimal, steps, kEffort, [&](const PairWay& way) {
        counts.push_back({way.hops, 2.0 * static_cast<double>(way.delay), way.share});
      }));
      const LatencySpread spread = latency_spread(counts, by_ways, self ? 1 : 0);
      REQUIRE(spread.by_distance.size() == by_hops.by_distance.size());
      for (std::size_t i = 0; i < by_hops.by_distance.size(); ++i) {
        CHECK(spread.by_distance[i].hops == by_hops.by_distance[i].hops);
        CHECK(spread.by_distance[i].share == Approx(by_hops.by_distance[i].share));
        CHECK(in_ns(spread.by_distance[i].latency) == Approx(in_ns(by_hops.by_distance[i].latency)));
      }
      for (std::size_t i = 0; i < kLatencyShares.size(); ++i)
        CHECK(in_ns(spread.quantiles[i]) == Approx(in_ns(by_hops.quantiles[i])));
    }
  }
}

TEST_CASE("all messages includes the few that take the slowest way, however few they are") {
  LatencyInput input = ten_phits();
  input.router_cycles = 3;
  const LatencySpread spread = latency_spread({{1, 0, 1}, {1, 4, 1e-15}, {1, 9, 0}}, input, 1);
  const Time least = spread.quantiles[2];
  CHECK(in_ns(spread.quantiles[3] - least) == Approx(4 * 2));  // cycles of the longest wire
}

TEST_CASE("wires with delays of their own have no latency by distances alone") {
  LatencyInput input = ten_phits();
  input.clock = ClockRule::per_link;
  CHECK_THROWS_AS(latency_spread({1, 1}, input, SelfMessages::counted), BrokenContract);
}
