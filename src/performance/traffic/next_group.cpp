// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/performance/traffic.hpp"
#include "cutline/detail/routing/routes.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

std::string refusal_of_next_group(const Parameters&, const Topology& topology) {
  if (!has_groups(topology) || topology.has_interchanges())
    return "next_group needs a network of groups, such as a dragonfly";
  return {};
}

/// Nodes are numbered group by group.
Traffic traffic_of_next_group(const Parameters&, const Topology& topology) {
  const std::uint64_t nodes = topology.node_count(), of_group = nodes / topology.digits.back().radix;
  return {nodes, [=](std::uint64_t source) {
            const std::uint64_t first = (source / of_group + 1) * of_group % nodes;
            Destinations all{.to = {}, .divisor = static_cast<double>(of_group)};
            for (std::uint64_t node = first; node < first + of_group; ++node) all.to.push_back({node, 1});
            return all;
          }};
}

}  // namespace

TrafficPattern next_group_traffic() {
  return {.name = "next_group",
          .summary =
              "every node sends to all nodes of the next group alike: the worst case of minimal routes between "
              "groups",
          .source = "[Kim 2008]",
          .refusal = refusal_of_next_group,
          .traffic = traffic_of_next_group};
}

}  // namespace cutline
