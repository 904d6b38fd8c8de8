// SPDX-License-Identifier: Apache-2.0
#include "routing/way_table.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"
#include "routing/first_circle.hpp"
#include "routing/path_table.hpp"

namespace cutline {

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
  for (std::uint32_t site = 0; site < to_.size(); ++site) {
    ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
    const std::size_t begin = next;
    while (next < entries.size() && entries[next].site == site) ++next;
    for (const std::uint32_t within : {layer, kAllLayers}) {
      if (ways.hops.size() > ways.first[site]) break;
      for (std::size_t i = begin; i < next; ++i) {
        if (entries[i].within == within) ways.hops.push_back(entries[i].hop);
      }
    }
  }
  ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
  return ways;
}

WaysToNode WayTable::ways_to(std::uint32_t destination, std::uint32_t layer) const {
  const WaysToNode all = said(destination, layer);
  std::vector<std::uint32_t> circle;
  const std::vector<std::uint32_t> hops = longest_ways(*graph_, all, destination, circle);
  CUTLINE_EXPECT(circle.empty());
  WaysToNode ways;
  ways.order = farthest_first(hops, kNoWay);
  for (std::uint32_t site = 0; site < to_.size(); ++site) {
    ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
    if (hops[site] == kNoWay) continue;
    ways.hops.insert(ways.hops.end(), all.hops.begin() + all.first[site], all.hops.begin() + all.first[site + 1]);
  }
  ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
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
