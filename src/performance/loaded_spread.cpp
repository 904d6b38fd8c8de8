// SPDX-License-Identifier: Apache-2.0
#include "cutline/performance/loaded_spread.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cstdint>

#include "cutline/base/function_ref.hpp"

namespace cutline {

namespace {

/// A spread takes millions of shares. Without long doubles they take a third of the time.
using AsDoubles = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

/// The waits of messages of one distance, in cycles.
struct Waits {
  double mean = 0, variance = 0;
  /// The share of messages that wait for at most `cycles`.
  double share_within(double cycles) const {
    if (cycles < 0) return 0;
    if (mean <= 0 || variance <= 0) return cycles >= mean ? 1 : 0;
    return boost::math::gamma_p(mean * mean / variance, cycles * mean / variance, AsDoubles());
  }
};

double mean_hops_of(const LatencySpread& spread) {
  double sum = 0;
  for (const LatencyAtDistance& at : spread.by_distance) sum += at.share * static_cast<double>(at.hops);
  return sum;
}

/// The least number of cycles, up to `high`, within which a share of the messages has arrived. Exact to 1e-7 of `high`.
double least_with_share(FunctionRef<double(double)> share_within, double share, double high) {
  const auto missing = [&](double cycles) { return share_within(cycles) - share; };
  const auto near = [&](double low, double above) { return above - low <= 1e-7 * high; };
  const double at_0 = missing(0), at_high = missing(high);
  if (at_0 >= 0) return 0;
  if (at_high <= 0) return high;
  std::uintmax_t most_calls = 100;
  return boost::math::tools::toms748_solve(missing, 0.0, high, at_0, at_high, near, most_calls).second;
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
    spread.quantiles[q] = cycle * least_with_share(share_within, kLatencyShares[q], high);
  }
  return spread;
}

}  // namespace cutline
