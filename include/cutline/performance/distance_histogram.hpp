// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/base/integers.hpp"
#include "cutline/performance/latency.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// Ordered pairs of nodes at each distance in hops: entry d of the result; entry 0 is the nodes themselves. Exact.
///
/// Of a product network the histograms of its digits convolved, since distances add over digits; of any other network
/// by a search from every node. Throws an input error where some node cannot be reached from another, a limit error
/// past 2^62 nodes, whose pairs no number holds. Nothing past `effort` link visits. Cost: O(digits x diameter^2) and
/// the searches of the digits.
std::optional<std::vector<Int128>> distance_histogram(const Topology& topology, std::uint64_t effort);

/// The zero-load latency of messages at one distance.
struct LatencyAtDistance {
  std::uint64_t hops = 0;
  double share = 0;  ///< of all messages under uniform traffic
  Time latency;
};

/// Zero-load latency by distance under uniform traffic; `self` counts messages to oneself. `input.mean_hops` is not
/// used; the mean over the shares is the latency of the mean distance. A broken contract under ClockRule::per_link
/// or with mean_route_cycles, where wires have delays of their own and hops do not tell the latency.
std::vector<LatencyAtDistance> latency_by_distance(const std::vector<Int128>& histogram, LatencyInput input, bool self);

/// The latency that a share of the messages (0 to 1) does not pass.
Time latency_quantile(const std::vector<LatencyAtDistance>& latencies, double share);

}  // namespace cutline
