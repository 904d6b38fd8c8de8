// SPDX-License-Identifier: Apache-2.0
#include "routing/way_tables.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"

namespace cutline {

std::vector<std::uint32_t> farthest_first(const std::vector<std::uint32_t>& hops, std::uint32_t none) {
  std::vector<std::uint32_t> starts;
  for (const std::uint32_t each : hops) {
    if (each == none) continue;
    if (starts.size() <= each + 1) starts.resize(each + 2);
    ++starts[each];
  }
  if (starts.empty()) return {};
  starts[0] = 0;
  std::uint32_t sum = 0;
  for (std::size_t d = starts.size(); d-- > 0;) sum += std::exchange(starts[d], sum);
  std::vector<std::uint32_t> order(sum);
  for (std::uint32_t site = 0; site < hops.size(); ++site) {
    if (hops[site] != none && hops[site] != 0) order[starts[hops[site]]++] = site;
  }
  return order;
}

WaysToNode PathTable::ways_to(std::uint32_t destination) const {
  constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  std::vector<std::uint32_t> hops(sites_, kUnknown), passed;
  hops[destination] = 0;
  for (std::uint32_t start = 0; start < sites_; ++start) {
    std::uint32_t site = start;
    while (hops[site] == kUnknown && has_way(site, destination)) {
      passed.push_back(site);
      CUTLINE_EXPECT(passed.size() <= sites_);
      site = graph_->head[channel(site, destination)];
    }
    if (hops[site] == kUnknown) hops[site] = kNoWay;
    std::uint32_t far = hops[site];
    for (; !passed.empty(); passed.pop_back()) hops[passed.back()] = far == kNoWay ? kNoWay : ++far;
  }
  WaysToNode ways;
  ways.order = farthest_first(hops, kNoWay);
  add_hops(sites_, ways, [&](std::uint32_t site) {
    if (hops[site] != kNoWay && site != destination)
      ways.hops.push_back({static_cast<std::uint32_t>(channel(site, destination))});
  });
  return ways;
}

Routes routes_by(PathTable table) {
  const auto shared = std::make_shared<const PathTable>(std::move(table));
  Routes routes;
  routes.graph = shared->shared_graph();
  routes.ways_to = [shared](std::uint32_t destination, std::uint32_t) { return shared->ways_to(destination); };
  routes.layer = [](std::uint32_t, std::uint32_t) { return 0; };
  return routes;
}

void WayTable::add(std::uint32_t site, std::uint32_t destination, const NextHop& hop, std::uint32_t within) {
  to_[destination].push_back({site, within, hop});
}

void WayTable::sort() {
  for (std::vector<Entry>& entries : to_)
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.site < b.site; });
}

WaysToNode WayTable::said(std::uint32_t destination, std::uint32_t layer) const {
  const std::vector<Entry>& entries = to_[destination];
  WaysToNode ways;
  std::size_t next = 0;
  add_hops(to_.size(), ways, [&](std::uint32_t site) {
    const std::size_t begin = next;
    while (next < entries.size() && entries[next].site == site) ++next;
    for (const std::uint32_t within : {layer, kAllLayers}) {
      if (ways.hops.size() > ways.first[site]) break;
      for (std::size_t i = begin; i < next; ++i) {
        if (entries[i].within == within) ways.hops.push_back(entries[i].hop);
      }
    }
  });
  return ways;
}

WaysToNode WayTable::ways_to(std::uint32_t destination, std::uint32_t layer) const {
  const WaysToNode all = said(destination, layer);
  std::vector<std::uint32_t> circle;
  const std::vector<std::uint32_t> hops = longest_ways(*graph_, all, destination, circle);
  CUTLINE_EXPECT(circle.empty());
  WaysToNode ways;
  ways.order = farthest_first(hops, kNoWay);
  add_hops(to_.size(), ways, [&](std::uint32_t site) {
    if (hops[site] != kNoWay)
      ways.hops.insert(ways.hops.end(), all.hops.begin() + all.first[site], all.hops.begin() + all.first[site + 1]);
  });
  return ways;
}

std::vector<std::uint32_t> longest_ways(const ChannelGraph& graph, const WaysToNode& ways, std::uint32_t destination,
                                        std::vector<std::uint32_t>& circle) {
  std::vector<std::uint32_t> hops(graph.node_count());
  const auto head = [&](std::uint32_t way) { return graph.head[ways.hops[way].channel]; };
  const auto step = [&](std::uint32_t site, std::uint32_t i) {
    const std::uint32_t way = ways.first[site] + i;
    return site != destination && way < ways.first[site + 1] ? head(way) : kNoStep;
  };
  circle = first_circle(hops.size(), step, [&](std::uint32_t site) {
    if (site == destination) return;
    std::uint32_t most = ways.first[site] == ways.first[site + 1] ? kNoWay : 0;
    for (std::uint32_t way = ways.first[site]; way < ways.first[site + 1]; ++way) {
      const std::uint32_t far = hops[head(way)];
      most = far == kNoWay || most == kNoWay ? kNoWay : std::max(most, far + 1);
    }
    hops[site] = most;
  });
  return hops;
}

}  // namespace cutline
