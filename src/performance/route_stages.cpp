// SPDX-License-Identifier: Apache-2.0
#include "performance/route_stages.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/topology/topology.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

std::vector<RouteStage> route_stages(const Topology& topology, const ChannelGraph& whole) {
  if (!topology.is_product()) return {{.graph = whole}};
  std::vector<RouteStage> stages;
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    DigitKind own{.radix = topology.digits[digit].radix, .nodes = 0, .digits = {digit}, .classes = {}};
    for (std::size_t i = 0; i < topology.classes.size(); ++i) {
      if (topology.classes[i].digits[0] == digit) own.classes.push_back(i);
    }
    stages.push_back({.graph = kind_graph(topology, own), .weight = weights[digit], .digit = digit});
  }
  std::reverse(stages.begin(), stages.end());
  return stages;
}

std::uint64_t whole_channel(const ChannelGraph& whole, const RouteStage& stage, std::uint64_t site, std::uint32_t node,
                            std::uint64_t channel) {
  const std::uint64_t others = site - stage.value(site) * stage.weight;
  const std::uint64_t from = others + node * stage.weight;
  const std::uint64_t head = others + stage.graph.head[channel] * stage.weight;
  const auto is_it = [&](std::uint64_t c) {
    return whole.head[c] == head && whole.link_class[c] == stage.graph.link_class[channel] &&
           whole.local_link[c] == stage.graph.local_link[channel];
  };
  std::uint64_t c = whole.first[from];
  while (c < whole.first[from + 1] && !is_it(c)) ++c;
  CUTLINE_EXPECT(c < whole.first[from + 1]);
  return c;
}

}  // namespace cutline
