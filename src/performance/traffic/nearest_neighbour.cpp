// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "cutline/detail/performance/traffic.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

std::string refusal_of_nearest_neighbour(const Parameters&, const Topology& topology) {
  if (topology.has_interchanges())
    return "nearest_neighbour needs nodes that links join directly, and here interchanges stand between them";
  if (topology.node_count() < 2) return "nearest_neighbour needs a second node";
  return {};
}

/// Every node sends one message over each of its channels, so parallel links bring several to the same neighbour.
Traffic traffic_of_nearest_neighbour(const Parameters&, const Topology& topology) {
  auto graph = std::make_shared<const ChannelGraph>(channel_graph(topology));
  return {topology.node_count(), [graph](std::uint64_t source) {
            const std::uint64_t begin = graph->first[source];
            const std::uint64_t end = graph->first[source + 1];
            std::vector<std::uint32_t> heads(graph->head.begin() + static_cast<std::ptrdiff_t>(begin),
                                             graph->head.begin() + static_cast<std::ptrdiff_t>(end));
            std::sort(heads.begin(), heads.end());
            Destinations all{.to = {}, .divisor = static_cast<double>(end - begin)};
            for (const std::uint32_t head : heads) {
              if (all.to.empty() || all.to.back().node != head) all.to.push_back({head, 0});
              all.to.back().weight += 1;
            }
            return all;
          }};
}

}  // namespace

TrafficPattern nearest_neighbour_traffic() {
  return {.name = "nearest_neighbour",
          .summary = "every node sends over each of its own channels alike",
          .source = "common",
          .refusal = refusal_of_nearest_neighbour,
          .traffic = traffic_of_nearest_neighbour,
          .digit_form = [](const Parameters&, const Topology&) -> DigitForm { return OwnChannels{}; }};
}

}  // namespace cutline
