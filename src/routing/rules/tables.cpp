// SPDX-License-Identifier: Apache-2.0
#include "routing/routing_rules.hpp"
#include "routing/ways_to.hpp"

namespace cutline {

RoutingRule balanced_routing() {
  return {.routing = Routing::balanced,
          .name = "balanced",
          .summary = "one shortest path a pair, chosen so that the busiest channels carry less",
          .source = "none",
          .routes = [](const RoutesWanted& wanted) {
            return balanced_routes(wanted.graph, channel_widths(wanted.topology, *wanted.graph));
          }};
}

RoutingRule up_down_routing() {
  return {.routing = Routing::up_down,
          .name = "up_down",
          .summary = "one path a pair, first towards a root, then away from it, free of deadlock",
          .source = "[Schroeder 1991]",
          .routes = [](const RoutesWanted& wanted) {
            return up_down_routes(wanted.graph, up_down_ranks(wanted.topology, *wanted.graph),
                                  channel_widths(wanted.topology, *wanted.graph));
          }};
}

RoutingRule layered_routing() {
  return {.routing = Routing::layered,
          .name = "layered",
          .summary = "the paths of `balanced`, dealt into layers of virtual channels that are free of deadlock",
          .source = "[Skeie 2002]",
          .routes = [](const RoutesWanted& wanted) {
            return layered_routes(wanted.graph, up_down_ranks(wanted.topology, *wanted.graph), wanted.most_layers,
                                  channel_widths(wanted.topology, *wanted.graph));
          }};
}

RoutingRule table_routing() {
  return {
      .routing = Routing::table,
      .name = "table",
      .summary = "`{table: FILE}`: a line `site,destination,next,layer` for every ordered pair",
      .source = "none",
      .routes = [](const RoutesWanted& wanted) { return table_routes(wanted.topology, wanted.graph, wanted.table); }};
}

}  // namespace cutline
