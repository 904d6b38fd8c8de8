// SPDX-License-Identifier: Apache-2.0
#include "output/export/channels.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>

#include "output/export/file_text.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

std::vector<ExportChannel> channels(const ExportNetwork& network) {
  std::vector<ExportChannel> all;
  all.reserve(2 * network.links.size());
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    all.push_back({link.from, link.to, i});
    if (!link.one_way) all.push_back({link.to, link.from, i});
  }
  std::sort(all.begin(), all.end(), [](const ExportChannel& a, const ExportChannel& b) {
    return std::tuple(a.from, a.to, a.link) < std::tuple(b.from, b.to, b.link);
  });
  return all;
}

std::vector<ExportChannel> fastest_channels(const ExportNetwork& network) {
  std::vector<ExportChannel> kept;
  for (const ExportChannel& channel : channels(network)) {
    const bool parallel = !kept.empty() && kept.back().from == channel.from && kept.back().to == channel.to;
    if (!parallel) {
      kept.push_back(channel);
    } else if (network.links[channel.link].delay < network.links[kept.back().link].delay) {
      kept.back() = channel;
    }
  }
  return kept;
}

std::vector<ExportChannel> channels_without_parallel(ExportNetwork& network, std::string_view target) {
  std::vector<ExportChannel> kept = fastest_channels(network);
  const std::size_t all = channels(network).size();
  if (kept.size() < all) {
    exporting::note(network,
                    "{} parallel to others left out: {} takes one between two routers, the fastest is written, and the "
                    "bandwidth of the others is lost",
                    text::counted(all - kept.size(), "channel"), target);
  }
  return kept;
}

bool is_connected(const ExportNetwork& network) {
  exporting::SortedChannels sorted(network, channels(network));
  ChannelGraph graph;
  graph.first.assign(sorted.first.begin(), sorted.first.end());
  graph.head = sorted.each([](const ExportChannel& each) { return static_cast<std::uint32_t>(each.to); });
  const std::vector<std::uint32_t> part = strong_parts(graph);
  return std::ranges::count(part, 0u) == std::ssize(part);
}

}  // namespace cutline

namespace cutline::exporting {

SortedChannels::SortedChannels(const ExportNetwork& network, std::vector<ExportChannel> channels)
    : all(std::move(channels)), first(network.nodes.size() + 1) {
  for (const ExportChannel& channel : all) ++first[channel.from + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
}

Way step_over(const ExportNetwork& network, const ExportChannel& channel) {
  return {network.cost(channel),
          network.time_of(network.links[channel.link]) + network.time_of(network.nodes[channel.to])};
}

CheapestWays cheapest_ways(std::uint64_t source, const SortedChannels& channels, const std::vector<Way>& steps) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  CheapestWays out{std::vector<Way>(channels.nodes(), Way{kNone, {kNone}}),
                   {},
                   std::vector<std::size_t>(channels.nodes(), channels.all.size())};
  using Entry = std::pair<Way, std::uint64_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  out.ways[source] = {};
  open.push({{}, source});
  while (!open.empty()) {
    const auto [way, node] = open.top();
    open.pop();
    if (way > out.ways[node]) continue;
    out.order.push_back(node);
    for (std::size_t i = channels.first[node]; i < channels.first[node + 1]; ++i) {
      const std::uint64_t to = channels.all[i].to;
      const Way next{way.cost + steps[i].cost, way.delay + steps[i].delay};
      if (next >= out.ways[to]) continue;
      out.ways[to] = next;
      out.last[to] = i;
      open.push({next, to});
    }
  }
  return out;
}

}  // namespace cutline::exporting
