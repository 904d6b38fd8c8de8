// SPDX-License-Identifier: Apache-2.0
#include "output/export/cheapest_ways.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>

namespace cutline::exporting {

std::vector<std::size_t> first_channels(const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  std::vector<std::size_t> first(network.nodes.size() + 1, channels.size());
  for (std::size_t i = channels.size(); i-- > 0;) first[channels[i].from] = i;
  for (std::size_t i = network.nodes.size(); i-- > 0;) first[i] = std::min(first[i], first[i + 1]);
  return first;
}

CheapestWays cheapest_ways(std::uint64_t source, const std::vector<ExportChannel>& channels,
                           const std::vector<std::size_t>& first, const std::vector<Way>& steps) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const std::size_t nodes = first.size() - 1;
  CheapestWays out{std::vector<Way>(nodes, Way{kNone, {kNone}}), {}, std::vector<std::size_t>(nodes, channels.size())};
  using Entry = std::pair<Way, std::uint64_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  out.ways[source] = {};
  open.push({{}, source});
  while (!open.empty()) {
    const auto [way, node] = open.top();
    open.pop();
    if (way > out.ways[node]) continue;
    out.order.push_back(node);
    for (std::size_t i = first[node]; i < first[node + 1]; ++i) {
      const std::uint64_t to = channels[i].to;
      const Way next{way.cost + steps[i].cost, way.delay + steps[i].delay};
      if (next >= out.ways[to]) continue;
      out.ways[to] = next;
      out.last[to] = i;
      open.push({next, to});
    }
  }
  return out;
}

std::vector<Way> channel_steps(const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  std::vector<Way> steps;
  for (const ExportChannel& each : channels) {
    steps.push_back(
        {network.cost(each), network.time_of(network.links[each.link]) + network.time_of(network.nodes[each.to])});
  }
  return steps;
}

}  // namespace cutline::exporting
