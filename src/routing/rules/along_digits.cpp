// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/topology.hpp"
#include "routing/routing_rules.hpp"

namespace cutline {

RoutingRule dimension_order_routing() {
  return {.routing = Routing::dimension_order,
          .name = "dimension_order",
          .summary = "the highest dimension first, each along its shortest paths; a dateline in rings",
          .source = "[Dally 1987b]",
          .refusal = [](const Topology& topology) -> std::string {
            if (topology.is_product() && topology.has_dimensions) return {};
            return "the links of '{}' do not lie along dimensions, so its routing cannot be dimension_order";
          },
          .instead = "use `routing: minimal`",
          .routes = [](const RoutesWanted& wanted) { return dimension_order_routes(wanted.topology); }};
}

RoutingRule express_routing() {
  return {.routing = Routing::express,
          .name = "express",
          .summary = "the express rule of express cubes, the highest dimension first",
          .source = "[Dally 1991]",
          .refusal = [](const Topology& topology) -> std::string {
            if (has_express_rule(topology)) return {};
            return "'{}' has no interchanges that the express rule knows, so its routing cannot be express";
          },
          .instead = "leave out `routing`: each family has its own default, and express cubes the express rule",
          .routes = [](const RoutesWanted& wanted) { return express_routes(wanted.topology); }};
}

}  // namespace cutline
