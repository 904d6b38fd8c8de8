// SPDX-License-Identifier: Apache-2.0
#include "routing/routing_rules.hpp"
#include "routing/ways_to.hpp"

namespace cutline {

namespace {

/// All shortest paths evenly; a message with n hops to go uses class n - 1, so that classes fall along every path.
Routes hop_classes_routes(const RoutesWanted& wanted) {
  Routes routes = minimal_routes(wanted.graph);
  const auto back = std::make_shared<const ChannelGraph>(reversed(*wanted.graph));
  const auto sites = static_cast<std::uint32_t>(wanted.graph->node_count());
  for (std::uint32_t destination = 0; destination < sites; ++destination) {
    if (!wanted.graph->is_node(destination)) continue;
    const std::vector<std::uint32_t> hops = hops_from(*back, destination);
    for (std::uint32_t site = 0; site < sites; ++site) {
      if (wanted.graph->is_node(site) && hops[site] != kUnreached)
        routes.datelines = std::max(routes.datelines, hops[site]);
    }
  }
  routes.ways_to = [back, shortest = routes.ways_to](std::uint32_t destination, std::uint32_t layer) {
    WaysToNode ways = shortest(destination, layer);
    const std::vector<std::uint32_t> hops = hops_from(*back, destination);
    for (const std::uint32_t site : ways.order) {
      for (std::uint32_t i = ways.first[site]; i < ways.first[site + 1]; ++i) ways.hops[i].dateline = hops[site] - 1;
    }
    return ways;
  };
  return routes;
}

}  // namespace

RoutingRule minimal_routing() {
  return {.routing = Routing::minimal,
          .name = "minimal",
          .summary =
              "the shortest paths of the family, evenly: in a dragonfly, megafly or cascade `hierarchical`, else "
              "`shortest`",
          .source = "[Kim 2008]",
          .routes = [](const RoutesWanted& wanted) { return minimal_routes(wanted.graph); }};
}

RoutingRule shortest_routing() {
  return {.routing = Routing::shortest,
          .name = "shortest",
          .summary = "all shortest paths of the graph, evenly: in trees of switches up to a random common one and down",
          .source = "common",
          .routes = [](const RoutesWanted& wanted) { return minimal_routes(wanted.graph); }};
}

RoutingRule hop_classes_routing() {
  return {.routing = Routing::hop_classes,
          .name = "hop_classes",
          .summary =
              "all shortest paths, evenly, with a class of virtual channels for each hop to go: of slim flies, "
              "and of HyperX in any order of dimensions",
          .source = "[Besta 2014]",
          .routes = hop_classes_routes};
}

}  // namespace cutline
