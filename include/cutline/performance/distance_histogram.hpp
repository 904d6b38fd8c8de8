// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/base/integers.hpp"
#include "cutline/base/quantity.hpp"

namespace cutline {

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

}  // namespace cutline
