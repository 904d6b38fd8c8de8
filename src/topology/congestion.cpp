// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "bisection_parts.hpp"
#include "cutline/base/random.hpp"
#include "cutline/topology/channel_loads.hpp"

namespace cutline {

namespace {

/// ceil(pairs / load), safe against the rounding of the load: what is not surely needed is not claimed.
std::uint64_t links_for(double pairs, double load) {
  constexpr double kMargin = 1e-9;
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(pairs / load * (1 - kMargin))));
}

double most(const std::vector<double>& loads) { return *std::max_element(loads.begin(), loads.end()); }

/// Ordered pairs from one side to the other; they use the channels of the cut in one direction.
double pairs_across(std::uint64_t nodes) {
  return static_cast<double>(nodes / 2) * static_cast<double>(nodes - nodes / 2);
}

/// Sources drawn without repetition.
std::vector<std::uint32_t> drawn(std::size_t nodes, std::size_t count) {
  std::vector<std::uint32_t> all(nodes);
  std::iota(all.begin(), all.end(), 0u);
  Random random(1);
  for (std::size_t i = 0; i < count; ++i) std::swap(all[i], all[i + random.below(nodes - i)]);
  all.resize(count);
  return all;
}

/// Routes from some sources: each has at least floor(N/2) targets on the other side, over the cut's channels in both
/// directions. From all sources this is the bound for even N; for odd N all pairs say a little more.
std::uint64_t bound_of_graph(const ChannelGraph& graph, std::uint64_t effort) {
  if (first_unreachable(graph)) return 0;
  // A route's share costs about four plain visits of a link.
  const std::uint64_t visits = effort / 4;
  const std::uint64_t nodes = graph.node_count();
  if (const auto loads = channel_loads(graph, visits)) return links_for(pairs_across(nodes), most(*loads));
  const std::uint64_t sources = std::min<std::uint64_t>(nodes, visits / graph.head.size());
  if (sources == 0) return 1;
  const double load = most(channel_loads_from(graph, drawn(nodes, sources)));
  return links_for(static_cast<double>(sources) * static_cast<double>(nodes / 2), 2 * load);
}

/// Routes go digit by digit, so each copy of a digit's channel carries the digit's own load for every value of the
/// other digits, of the source or of the target.
std::uint64_t bound_of_product(const Topology& topology, std::uint64_t effort) {
  const std::uint64_t nodes = topology.node_count();
  double busiest = 0;
  bool known = true;
  for (const DigitKind& kind : digit_kinds(topology)) {
    const ChannelGraph graph = kind_graph(topology, kind, true);
    if (first_unreachable(graph)) return 0;
    const auto loads = channel_loads(graph, effort / 4);
    if (!loads) {
      known = false;
    } else if (!loads->empty()) {
      busiest = std::max(busiest, most(*loads) * static_cast<double>(nodes / kind.radix));
    }
  }
  return known && busiest > 0 ? links_for(pairs_across(nodes), busiest) : 1;
}

}  // namespace

std::uint64_t congestion_bound(const Topology& topology, std::uint64_t effort) {
  if (topology.is_product() && topology.radices.size() > 1) return bound_of_product(topology, effort);
  return fits_channel_graph(topology) ? bound_of_graph(link_graph(topology), effort) : 1;
}

}  // namespace cutline
