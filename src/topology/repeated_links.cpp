// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
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
  const auto of = [](const auto& list, std::size_t i, std::uint32_t none) { return list.empty() ? none : list[i]; };
  for (std::size_t i = 1; i < kept.size(); ++i) {
    if (ends(kept[i - 1]) != ends(kept[i])) continue;
    const auto says = [&](std::size_t at) {
      return std::array<std::uint32_t, 3>{of(graph.widths, at, 1), of(graph.given, at, 0), of(graph.classes, at, 0)};
    };
    const auto one = says(kept[i - 1]), other = says(kept[i]);
    if (one != other) repeated.unlike = {{graph.links[kept[i]], one[0], other[0]}};
  }
  kept.erase(std::unique(kept.begin(), kept.end(), [&](std::size_t i, std::size_t j) { return ends(i) == ends(j); }),
             kept.end());
  std::sort(kept.begin(), kept.end());
  repeated.dropped = graph.links.size() - kept.size();
  if (!graph.attributes.links.empty()) {
    graph.attributes.links.finish();
    graph.attributes.links.pick({kept.begin(), kept.end()});
  }
  const auto keep = [&](auto& list) {
    if (list.empty()) return;
    for (std::size_t i = 0; i < kept.size(); ++i) list[i] = list[kept[i]];
    list.resize(kept.size());
  };
  keep(graph.links);
  keep(graph.widths);
  keep(graph.given);
  keep(graph.classes);
  return repeated;
}

}  // namespace cutline
