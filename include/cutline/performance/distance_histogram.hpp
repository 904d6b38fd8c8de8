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

/// Ordered pairs of nodes at each distance in hops: entry d of the result; entry 0 is the nodes themselves. Pairs
/// without a way are in no entry. Exact.
///
/// In a product network, distances add over digits, so the histograms of the digits are convolved. In any other
/// network, a breadth-first search starts from every node. Throws a limit error past 2^62 nodes, whose pairs do not fit
/// into the numbers. Absent past `effort` link visits. Cost: O(digits x diameter^2), and the searches of the digits.
std::optional<std::vector<Int128>> distance_histogram(const Topology& topology, std::uint64_t effort);

/// The mean zero-load latency of messages at one distance.
struct LatencyAtDistance {
  std::uint64_t hops = 0;
  double share = 0;  ///< share of all messages under uniform traffic
  Time latency;
};

/// The shares of messages for which LatencySpread names a latency.
inline constexpr std::array<double, 4> kLatencyShares = {0.5, 0.9, 0.99, 1};

/// How latencies without load are distributed under uniform traffic.
struct LatencySpread {
  /// The most distances that a record lists. If there are more, the quantiles stand for them.
  static constexpr std::size_t kMostListed = 64;

  std::vector<LatencyAtDistance> by_distance;  ///< ascending hops
  /// The latencies that the shares kLatencyShares of all messages do not exceed.
  std::array<Time, 4> quantiles{};
  bool empty() const { return by_distance.empty(); }
};

/// The spread if hops determine the latency. `input.mean_hops` is not used; the mean over the shares is the latency at
/// the mean distance. Throws a BrokenContract under ClockRule::per_link, or if mean_route_cycles is set.
LatencySpread latency_spread(const std::vector<Int128>& histogram, LatencyInput input, SelfMessages self);

/// The spread if hops do not determine the latency. `counts` come from pair_counts(), with costs of links in ns under
/// ClockRule::per_link and else in cycles. `input.mean_route_cycles` must be set, but its value is not used. Messages
/// within a node count `own_node` times as often as others: with c terminals a node, 1 if messages to oneself count,
/// else (c - 1) / c.
LatencySpread latency_spread(const std::vector<PairCount>& counts, LatencyInput input, double own_node);

}  // namespace cutline
