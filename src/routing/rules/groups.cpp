// SPDX-License-Identifier: Apache-2.0
#include "cutline/routing/flows.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/routing_rules.hpp"

namespace cutline {

RoutingRule hierarchical_routing() {
  return {.routing = Routing::hierarchical,
          .name = "hierarchical",
          .summary =
              "the fewest links between groups and then the fewest hops, evenly: in a dragonfly one local, one "
              "global, one local link",
          .source = "[Kim 2008]",
          .refusal = [](const Topology& topology) -> std::string {
            if (has_groups(topology)) return {};
            return "'{}' has no links between groups, so its routing cannot be hierarchical";
          },
          .instead = "use `routing: minimal`",
          .routes = [](const RoutesWanted& wanted) { return hierarchical_routes(wanted.topology, wanted.graph); }};
}

RoutingRule valiant_routing() {
  return {
      .routing = Routing::valiant,
      .name = "valiant",
      .summary = "to a random node and on from there, both as by default, or by `hop_classes` where that could lock up",
      .source = "[Valiant 1982]",
      .routes = [](const RoutesWanted& wanted) {
        const Topology& topology = wanted.topology;
        const bool dimensions = topology.is_product() && topology.has_dimensions;
        const Routing leg = has_express_rule(topology) ? Routing::express
                            : dimensions               ? Routing::dimension_order
                                                       : minimal_of(topology);
        Routes routes = routing_rule(leg).routes(wanted);
        if (!waiting_circle(uniform_flows(routes)).empty()) routes = routing_rule(Routing::hop_classes).routes(wanted);
        return valiant_routes(std::move(routes));
      }};
}

RoutingRule ugal_routing() {
  return {.routing = Routing::ugal,
          .name = "ugal",
          .summary = "`minimal` or `valiant`, whichever finds shorter queues: not modelled, see those two",
          .source = "[Kim 2008]",
          .refusal = [](const Topology&) -> std::string {
            return "'{}' cannot have the routing ugal: it chooses by the queues of the moment, and routes here are the "
                   "same at every load";
          },
          .instead = "`minimal` and `valiant` are what it chooses between: evaluate both"};
}

}  // namespace cutline
