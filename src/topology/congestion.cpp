// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "cutline/base/random.hpp"
#include "cutline/topology/bisection_parts.hpp"
#include "cutline/topology/channel_loads.hpp"
#include "cutline/topology/topology.hpp"
#include "resilience_parts.hpp"

namespace cutline {

namespace {

/// Divides the effort. To compute the share of a route costs many plain visits of a link, and a bound is worth less
/// time than the distances.
constexpr std::uint64_t kVisitsPerSource = 64;
/// Divides the effort again if only some nodes are sources. Their messages load the links near them most, so the bound
/// is weak except for narrow cuts and deserves less time.
constexpr std::uint64_t kShareOfSome = 4;

/// Several channels with the same load and weight.
struct LoadedChannel {
  double load = 0;
  double weight = 1;
  double channels = 1;
};

/// The least weight of links whose channels, both ways, can carry `pairs` ordered pairs. It takes the channels with the
/// most load for their weight first. The margin covers the rounding of the loads: the bound may be too low, but never
/// too high.
std::uint64_t least_weight_for(double pairs, std::vector<LoadedChannel> all) {
  constexpr double kMargin = 1e-9;
  std::sort(all.begin(), all.end(),
            [](const LoadedChannel& a, const LoadedChannel& b) { return a.load * b.weight > b.load * a.weight; });
  double left = pairs * (1 - kMargin);
  double weight = 0;
  for (const LoadedChannel& some : all) {
    const double needed = std::min(some.channels, left / some.load);
    weight += needed * some.weight;
    left -= needed * some.load;
    if (left <= 0) break;
  }
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(weight / 2 * (1 - kMargin))));
}

/// The channels of a graph, each of them `copies` times.
void add_channels(const ChannelGraph& graph, const std::vector<double>& loads, double times, double copies,
                  std::vector<LoadedChannel>& all) {
  for (std::size_t c = 0; c < loads.size(); ++c)
    all.push_back({loads[c] * times, static_cast<double>(graph.weight(c)), copies});
}

std::vector<LoadedChannel> single(const ChannelGraph& graph, const std::vector<double>& loads) {
  std::vector<LoadedChannel> all;
  add_channels(graph, loads, 1, 1, all);
  return all;
}

/// Ordered pairs of nodes on different sides.
double pairs_across(std::uint64_t nodes) {
  const std::uint64_t half = nodes / 2;
  return 2 * static_cast<double>(half) * static_cast<double>(nodes - half);
}

/// Sources drawn without repetition.
std::vector<std::uint32_t> drawn_sources(const ChannelGraph& graph, std::size_t count) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
    if (graph.is_node(node)) all.push_back(node);
  }
  Random random(1);
  for (std::size_t i = 0; i < count; ++i) std::swap(all[i], all[i + random.below(all.size() - i)]);
  all.resize(count);
  return all;
}

/// The bound with messages from all nodes, or from as many sources as the effort allows. Each source has at least
/// floor(N/2) targets on the other side.
std::uint64_t bound_of_graph(const ChannelGraph& graph, std::uint64_t effort) {
  if (first_unreachable(graph)) return 0;
  const std::uint64_t visits = effort / kVisitsPerSource;
  const std::uint64_t nodes = graph.addressed_count();
  if (const auto loads = channel_loads(graph, visits))
    return least_weight_for(pairs_across(nodes), single(graph, *loads));
  const std::uint64_t sources = std::min<std::uint64_t>(nodes, visits / kShareOfSome / graph.head.size());
  if (sources == 0) return 1;
  const std::uint64_t targets = nodes / 2;
  const double pairs = static_cast<double>(sources) * static_cast<double>(targets);
  return least_weight_for(pairs, single(graph, channel_loads_from(graph, drawn_sources(graph, sources))));
}

/// Routes go digit by digit. So each copy of a channel of a digit carries the load of the digit's own graph once for
/// every combination of values of the other digits.
std::uint64_t bound_of_product(const Topology& topology, std::uint64_t effort, CutIn what) {
  const std::uint64_t nodes = topology.node_count();
  std::vector<LoadedChannel> all;
  bool known = true;
  for (const DigitKind& kind : digit_kinds(topology)) {
    const ChannelGraph graph = kind_graph(topology, kind, OneWayLinks::both_ways, what);
    if (first_unreachable(graph)) return 0;
    const auto loads = channel_loads(graph, effort / kVisitsPerSource);
    known = known && loads;
    if (!loads) continue;
    const auto copies = static_cast<double>(nodes / kind.nodes);
    add_channels(graph, *loads, copies, copies * static_cast<double>(kind.digits.size()), all);
  }
  return known ? least_weight_for(pairs_across(nodes), std::move(all)) : 1;
}

}  // namespace

std::uint64_t congestion_bound(const Topology& topology, std::uint64_t effort, CutIn what) {
  if (has_shared_links(topology)) return 1;  // all nodes take turns on one link
  if (topology.is_product() && topology.digits.size() > 1) return bound_of_product(topology, effort, what);
  return fits_channel_graph(topology) ? bound_of_graph(link_graph(topology, what), effort) : 1;
}

}  // namespace cutline
