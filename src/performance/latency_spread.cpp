// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/performance/distance_histogram.hpp"
#include "performance/pair_costs.hpp"

namespace cutline {

namespace {

/// The tolerance for rounding errors in sums of shares.
constexpr double kSlack = 1e-12;

/// The zero-load latency as a sum: a part that does not depend on the way, and the parts that each hop, each
/// interchange and each link adds.
struct LatencyTerms {
  Time apart, hop, interchange, link;
};

LatencyTerms terms_of(LatencyInput input) {
  const auto at = [&](double hops, double interchanges, double links) {
    input.mean_hops = hops;
    input.mean_interchanges = interchanges;
    input.mean_route_cycles = links;
    input.mean_route_wire = nanoseconds(links);
    return zero_load_latency(input).total();
  };
  const Time apart = at(0, 0, 0), hop = at(1, 0, 0);
  return {apart, hop - apart, at(1, 1, 0) - hop, at(0, 0, 1) - apart};
}

/// A latency in ns, and the number of messages that have it.
using LatencyCount = std::pair<double, double>;

std::array<Time, 4> quantiles(std::vector<LatencyCount> ascending, double messages) {
  std::sort(ascending.begin(), ascending.end());
  std::array<Time, 4> all{};
  for (std::size_t i = 0; i < kLatencyShares.size(); ++i) {
    double sum = 0;
    auto at = ascending.begin();
    while (at + 1 < ascending.end() && (sum += at->second) < kLatencyShares[i] * messages * (1 - kSlack)) ++at;
    if (at != ascending.end()) all[i] = nanoseconds(at->first);
  }
  return all;
}

}  // namespace

LatencySpread latency_spread(const std::vector<Int128>& histogram, LatencyInput input, SelfMessages self) {
  CUTLINE_EXPECT(input.clock != ClockRule::per_link && !input.mean_route_cycles);
  const std::size_t nearest_pair = self == SelfMessages::counted ? 0 : 1;
  double pairs = 0;
  for (std::size_t hops = nearest_pair; hops < histogram.size(); ++hops) pairs += static_cast<double>(histogram[hops]);
  LatencySpread spread;
  for (std::size_t hops = nearest_pair; hops < histogram.size(); ++hops) {
    input.mean_hops = static_cast<double>(hops);
    spread.by_distance.push_back(
        {hops, static_cast<double>(histogram[hops]) / pairs, zero_load_latency(input).total()});
  }
  if (spread.empty()) return spread;
  for (std::size_t i = 0; i < kLatencyShares.size(); ++i) {
    double sum = 0;
    auto at = spread.by_distance.begin();
    while (at + 1 != spread.by_distance.end() && (sum += at->share) < kLatencyShares[i] * (1 - kSlack)) ++at;
    spread.quantiles[i] = at->latency;
  }
  return spread;
}

LatencySpread latency_spread(const std::vector<PairCount>& counts, LatencyInput input, double own_node) {
  CUTLINE_EXPECT(input.mean_route_cycles.has_value());
  const LatencyTerms terms = terms_of(std::move(input));
  struct AtDistance {
    double latency = 0, pairs = 0;
  };
  std::vector<AtDistance> by_hops(1);
  std::vector<LatencyCount> latencies;
  double messages = 0;
  for (const PairCount& count : counts) {
    const bool own = count.hops == 0;
    const double pairs = own ? count.pairs * own_node : count.pairs;
    if (pairs == 0) continue;
    const double latency = in_ns(terms.apart + terms.hop * count.hops + terms.interchange * count.way.interchanges +
                                 terms.link * count.way.links);
    if (count.hops >= by_hops.size()) by_hops.resize(count.hops + std::size_t{1});
    AtDistance& at = by_hops[count.hops];
    at.latency += latency * pairs;
    at.pairs += pairs;
    latencies.emplace_back(latency, pairs);
    messages += pairs;
  }
  LatencySpread spread;
  for (std::size_t hops = 0; hops < by_hops.size(); ++hops) {
    const AtDistance& at = by_hops[hops];
    if (at.pairs > 0) spread.by_distance.push_back({hops, at.pairs / messages, nanoseconds(at.latency / at.pairs)});
  }
  spread.quantiles = quantiles(std::move(latencies), messages);
  return spread;
}

}  // namespace cutline
