// SPDX-License-Identifier: Apache-2.0
#include "topology/site_links.hpp"

#include <algorithm>
#include <utility>

namespace cutline {

SiteLinks::SiteLinks(const ChannelGraph& graph) {
  std::vector<std::pair<std::uint32_t, std::int64_t>> links;
  first.push_back(0);
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    size.push_back(graph.is_node(site) ? 1 : 0);
    links.clear();
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
      if (graph.head[c] != site) links.emplace_back(graph.head[c], graph.weight(c));
    }
    std::ranges::sort(links);
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (i > 0 && links[i].first == links[i - 1].first) {
        weight.back() += links[i].second;
      } else {
        head.push_back(links[i].first);
        weight.push_back(links[i].second);
      }
    }
    first.push_back(static_cast<std::uint32_t>(head.size()));
  }
  // The links to a site come in the order of their sites, as it lists them itself.
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  back.resize(head.size());
  for (std::uint32_t i = 0; i < head.size(); ++i) back[i] = next[head[i]]++;
}

}  // namespace cutline
