// SPDX-License-Identifier: Apache-2.0
#include "output/export/route_sums.hpp"

#include <limits>

#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

/// The largest product of routers and channels for which routes are searched.
constexpr std::uint64_t kMostSearches = 50'000'000;

}  // namespace

bool is_searchable(const SortedChannels& channels) {
  return channels.nodes() * std::max(channels.all.size(), channels.nodes()) <= kMostSearches;
}

Pairs::Pairs(const ExportTraffic& traffic) {
  for (const std::vector<ExportTraffic::To>& each : traffic.from) {
    of_nodes_.push_back(0);
    std::vector<double>& row = rows_.emplace_back(traffic.from.size());
    for (const ExportTraffic::To& to : each) row[to.node] += to.part;
    for (const ExportTraffic::To& to : each) of_nodes_.back() += to.part;
  }
}

Pairs terminals_of(const ExportNetwork& network) {
  if (!network.traffic.uniform()) return Pairs(network.traffic);
  std::vector<double> terminals;
  for (const ExportNode& node : network.nodes) terminals.push_back(node.terminals);
  return {std::move(terminals), true};
}

Pairs hosts_of(const ExportNetwork& network) {
  std::vector<double> hosts;
  for (const ExportNode& node : network.nodes) hosts.push_back(node.terminals > 0 ? 1 : 0);
  return {std::move(hosts), false};
}

std::optional<RouteSums> cheapest_sums(const ExportNetwork& network, const SortedChannels& channels,
                                       const std::vector<double>& steps, const Pairs& pairs) {
  if (!is_searchable(channels) || !is_connected(network)) return std::nullopt;
  const std::vector<Way> costs = channels.each([&](const ExportChannel& each) { return Way{network.cost(each), {}}; });
  if (std::ranges::any_of(costs, [](const Way& way) { return !(way.cost > 0); })) return std::nullopt;
  RouteSums sums;
  double all = 0;
  for (std::uint64_t source = 0; source < pairs.nodes(); ++source) {
    if (!pairs.sends(source)) continue;
    const CheapestWays found = cheapest_ways(source, channels, costs);
    std::vector<double> least(pairs.nodes(), std::numeric_limits<double>::infinity()), most(pairs.nodes());
    least[source] = 0;
    for (const std::uint64_t node : found.order) {
      for (std::size_t i = channels.first[node]; i < channels.first[node + 1]; ++i) {
        const std::uint64_t to = channels.all[i].to;
        if (found.ways[node].cost + costs[i].cost > found.ways[to].cost * (1 + kEqual)) continue;
        least[to] = std::min(least[to], least[node] + steps[i]);
        most[to] = std::max(most[to], most[node] + steps[i]);
      }
      const double weight = pairs.weight(source, node);
      all += weight;
      sums.least += weight * least[node];
      sums.most += weight * most[node];
    }
  }
  if (all == 0) return std::nullopt;
  return RouteSums{sums.least / all, sums.most / all};
}

std::size_t channel_of(const SortedChannels& channels, std::uint64_t from, const ExportHop& hop) {
  std::size_t found = channels.all.size();
  for (std::size_t i = channels.first[from]; i < channels.first[from + 1]; ++i) {
    const ExportChannel& each = channels.all[i];
    if (each.to == hop.to && (found == channels.all.size() || each.link == hop.link)) found = i;
  }
  return found;
}

RouteSums routed_sums(const ExportRoutes& routes, const SortedChannels& channels, const std::vector<double>& steps,
                      const Pairs& pairs) {
  double sum = 0, all = 0;
  routes.for_each_way([&](std::uint64_t to, std::uint32_t layer, const ExportWays& ways) {
    if (layer == 0) all += pairs.weight(to, to);
    std::vector<double> cost(pairs.nodes());
    for (auto node = ways.order.rbegin(); node != ways.order.rend(); ++node) {
      for (const ExportHop& hop : ways.hops[*node])
        cost[*node] += hop.share * (steps.at(channel_of(channels, *node, hop)) + cost[hop.to]);
      if (*node >= routes.destinations() || routes.layer(*node, to) != layer) continue;
      sum += pairs.weight(*node, to) * cost[*node];
      all += pairs.weight(*node, to);
    }
  });
  return {sum / all, sum / all};
}

std::optional<RouteSums> taken_sums(const ExportNetwork& network, const SortedChannels& channels,
                                    const std::vector<double>& steps, const Pairs& pairs) {
  if (network.routed() == nullptr) return cheapest_sums(network, channels, steps, pairs);
  return routed_sums(*network.routed(), channels, steps, pairs);
}

ExpectedLatency not_searched(const ExportNetwork& network, const SortedChannels& channels) {
  if (!is_searchable(channels)) {
    return {{fmt::format("latency without load: not computed, the routes between {} are too many to search",
                         text::counted(network.nodes.size(), "router"))}};
  }
  if (!is_connected(network)) return {{"latency without load: none, for no path leads between some routers"}};
  return {{"latency without load: not told, for links that cost nothing leave the routes open"}};
}

}  // namespace cutline::exporting
