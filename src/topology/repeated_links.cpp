// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "topology/graph_builder.hpp"

namespace cutline {

RepeatedLinks keep_first_links(GraphFile& graph, bool one_way) {
  const auto ends = [&](std::size_t i) {
    const LocalLink& link = graph.links[i];
    return one_way ? std::pair(link.a, link.b) : std::pair<std::uint32_t, std::uint32_t>(std::minmax(link.a, link.b));
  };
  std::vector<std::size_t> kept(graph.links.size());
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  std::sort(kept.begin(), kept.end(),
            [&](std::size_t i, std::size_t j) { return std::pair(ends(i), i) < std::pair(ends(j), j); });
  RepeatedLinks repeated;
  for (std::size_t i = 1; i < kept.size() && !graph.widths.empty(); ++i) {
    const auto width = [&](std::size_t at) { return graph.widths[kept[at]]; };
    if (ends(kept[i - 1]) == ends(kept[i]) && width(i - 1) != width(i))
      repeated.unlike = {{graph.links[kept[i]], width(i - 1), width(i)}};
  }
  kept.erase(std::unique(kept.begin(), kept.end(), [&](std::size_t i, std::size_t j) { return ends(i) == ends(j); }),
             kept.end());
  std::sort(kept.begin(), kept.end());
  repeated.dropped = graph.links.size() - kept.size();
  if (!graph.attributes.links.empty()) {
    graph.attributes.links.finish();
    graph.attributes.links.pick({kept.begin(), kept.end()});
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    graph.links[i] = graph.links[kept[i]];
    if (!graph.widths.empty()) graph.widths[i] = graph.widths[kept[i]];
  }
  graph.links.resize(kept.size());
  if (!graph.widths.empty()) graph.widths.resize(kept.size());
  return repeated;
}

}  // namespace cutline
