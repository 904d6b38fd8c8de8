// SPDX-License-Identifier: Apache-2.0
#include "performance/loaded_spread.hpp"

#include <algorithm>

#include "base/roots.hpp"

namespace cutline {

namespace {

/// The waits of messages of one distance, in cycles.
struct Waits {
  double mean = 0, variance = 0;
  /// The share of messages that wait for at most `cycles`.
  double share_within(double cycles) const {
    if (cycles < 0) return 0;
    if (mean <= 0 || variance <= 0) return cycles >= mean ? 1 : 0;
    return gamma_share(mean * mean / variance, cycles * mean / variance);
  }
};

double mean_hops_of(const LatencySpread& spread) {
  double sum = 0;
  for (const LatencyAtDistance& at : spread.by_distance) sum += at.share * static_cast<double>(at.hops);
  return sum;
}

}  // namespace

LatencySpread loaded_spread(const LatencySpread& unloaded, const ChannelWaits& waits, Time cycle) {
  LatencySpread spread;
  if (unloaded.empty()) return spread;
  const double mean_visits = mean_hops_of(unloaded) + 1;
  const double start = waits.source + waits.credits, route = waits.channels + waits.virtual_channels;
  std::vector<Waits> own;
  double most = 0;
  for (const LatencyAtDistance& at : unloaded.by_distance) {
    const double times = (static_cast<double>(at.hops) + 1) / mean_visits;
    const Waits& last =
        own.emplace_back(Waits{start + route * times, waits.source_variance + waits.route_variance * times});
    spread.by_distance.push_back({at.hops, at.share, at.latency + cycle * last.mean});
    most = std::max(most, at.latency / cycle + last.mean);
  }
  const auto share_within = [&](double cycles) {
    double share = 0;
    for (std::size_t i = 0; i < own.size(); ++i)
      share += unloaded.by_distance[i].share * own[i].share_within(cycles - unloaded.by_distance[i].latency / cycle);
    return share;
  };
  for (std::size_t q = 0; q + 1 < kLatencyShares.size(); ++q) {
    double high = most;
    // The loop ends although shares are sums with rounding errors, because no share of 1 is wanted here.
    while (share_within(high) < kLatencyShares[q]) high *= 2;
    const auto missing = [&](double cycles) { return share_within(cycles) - kLatencyShares[q]; };
    spread.quantiles[q] = cycle * root(0, high, missing, 1e-7 * high);
  }
  return spread;
}

}  // namespace cutline
