// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/base/integers.hpp"
#include "cutline/performance/latency.hpp"
#include "cutline/performance/self_messages.hpp"

namespace cutline {

struct PairCount;
struct Topology;

/// Ordered pairs of nodes at each distance in hops: entry d of the result; entry 0 is the nodes themselves. Exact.
///
/// For a product network the histograms of its digits are convolved, since distances add over digits; any other network
/// takes a search from every node. Throws an input error where some node cannot be reached from another, and a limit
/// error past 2^62 nodes, whose pairs no number holds. Returns nothing past `effort` link visits. Cost: O(digits x
/// diameter^2) and the searches of the digits.
std::optional<std::vector<Int128>> distance_histogram(const Topology& topology, std::uint64_t effort);

/// The mean zero-load latency of messages at one distance.
struct LatencyAtDistance {
  std::uint64_t hops = 0;
  double share = 0;  ///< of all messages under uniform traffic
  Time latency;
};

/// The shares of messages for which LatencySpread names a latency.
inline constexpr std::array<double, 4> kLatencyShares = {0.5, 0.9, 0.99, 1};

/// How latencies without load spread over uniform traffic.
struct LatencySpread {
  std::vector<LatencyAtDistance> by_distance;  ///< ascending hops
  std::array<Time, 4> quantiles{};             ///< latencies that the shares of kLatencyShares do not exceed
  bool empty() const { return by_distance.empty(); }
};

/// The spread where hops determine the latency. `input.mean_hops` is not used; the
/// mean over the shares is the latency of the mean distance. A broken contract under ClockRule::per_link or with
/// mean_route_cycles.
LatencySpread latency_spread(const std::vector<Int128>& histogram, LatencyInput input, SelfMessages self);

/// The spread where hops do not determine the latency, from pair_counts() with the costs of links in ns under
/// ClockRule::per_link, else in cycles. `input.mean_route_cycles` is set but not used. Messages within a node count
/// `own_node` times as often as others: 1 with those to oneself, (c - 1) / c without, at c terminals a node.
LatencySpread latency_spread(const std::vector<PairCount>& counts, LatencyInput input, double own_node);

}  // namespace cutline
