// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/performance/distance_histogram.hpp"

namespace cutline {

namespace {

/// Shares add up to 1 but for rounding errors.
constexpr double kSlack = 1e-12;

/// The latency without load as a sum: what it is apart from the way, and what each part of a way adds.
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

/// How many pairs have a latency: few latencies, as most pairs are like many others.
using LatencyCounts = std::unordered_map<double, std::uint64_t>;

/// Of latencies between different nodes, and one within a node with its weight, the least of all.
std::array<Time, 4> quantiles(const LatencyCounts& counts, Time own, double own_weight) {
  std::vector<std::pair<double, std::uint64_t>> ascending(counts.begin(), counts.end());
  std::sort(ascending.begin(), ascending.end());
  double messages = own_weight;
  for (const auto& [latency, pairs] : ascending) messages += static_cast<double>(pairs);
  std::array<Time, 4> all{};
  for (std::size_t i = 0; i < kLatencyShares.size(); ++i) {
    all[i] = own;
    double sum = own_weight;
    for (std::size_t at = 0; at < ascending.size() && sum < kLatencyShares[i] * messages * (1 - kSlack); ++at) {
      sum += static_cast<double>(ascending[at].second);
      all[i] = nanoseconds(ascending[at].first);
    }
  }
  return all;
}

}  // namespace

LatencySpread latency_spread(const std::vector<Int128>& histogram, LatencyInput input, bool self) {
  CUTLINE_EXPECT(input.clock != ClockRule::per_link && !input.mean_route_cycles);
  const std::size_t nearest_pair = self ? 0 : 1;
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

std::optional<LatencySpread> latency_spread(const Topology& topology, Routing routing,
                                            const std::vector<WayCost>& costs, LatencyInput input, double own_node,
                                            std::uint64_t effort) {
  CUTLINE_EXPECT(input.mean_route_cycles.has_value());
  const LatencyTerms terms = terms_of(std::move(input));
  struct AtDistance {
    double latency = 0, pairs = 0;
  };
  std::vector<AtDistance> by_hops(1);
  LatencyCounts counts;
  double pairs = 0;
  const bool known = for_each_pair(topology, routing, costs, effort, [&](const PairCost& pair) {
    if (pair.source == pair.destination) return;
    const double latency = in_ns(terms.apart + terms.hop * pair.hops + terms.interchange * pair.way.interchanges +
                                 terms.link * pair.way.links);
    if (pair.hops >= by_hops.size()) by_hops.resize(pair.hops + std::size_t{1});
    AtDistance& at = by_hops[pair.hops];
    at.latency += latency;
    ++at.pairs;
    ++counts[latency];
    ++pairs;
  });
  if (!known) return std::nullopt;
  const double own_weight = own_node * static_cast<double>(topology.node_count());
  if (own_weight > 0) by_hops[0] = {in_ns(terms.apart) * own_weight, own_weight};
  const double messages = pairs + own_weight;
  LatencySpread spread;
  for (std::size_t hops = 0; hops < by_hops.size(); ++hops) {
    const AtDistance& at = by_hops[hops];
    if (at.pairs > 0) spread.by_distance.push_back({hops, at.pairs / messages, nanoseconds(at.latency / at.pairs)});
  }
  spread.quantiles = quantiles(counts, terms.apart, own_weight);
  return spread;
}

}  // namespace cutline
