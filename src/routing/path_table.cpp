// SPDX-License-Identifier: Apache-2.0
#include "routing/path_table.hpp"

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
  constexpr std::uint32_t kUnknown = ~std::uint32_t{0}, kNoWay = kUnknown - 1;
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
  ways.first.reserve(sites_ + 1);
  for (std::uint32_t site = 0; site < sites_; ++site) {
    ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
    if (hops[site] != kNoWay && site != destination)
      ways.hops.push_back({static_cast<std::uint32_t>(channel(site, destination))});
  }
  ways.first.push_back(static_cast<std::uint32_t>(ways.hops.size()));
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

}  // namespace cutline
