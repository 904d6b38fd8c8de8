// SPDX-License-Identifier: Apache-2.0
#include "evaluate/routing_choice.hpp"

#include <fmt/core.h>

#include "cutline/routing/express.hpp"
#include "cutline/routing/routes.hpp"
#include "cutline/study/design.hpp"
#include "evaluate/network.hpp"

namespace cutline {

Routing choose_routing(const Design& design, const Topology* topology) {
  const bool express = topology != nullptr && has_express_rule(*topology);
  const bool dimensions = topology == nullptr || (topology->is_product() && topology->has_dimensions);
  if (!design.routing) {
    return express ? Routing::express : dimensions ? Routing::dimension_order : Routing::minimal;
  }
  if (*design.routing == Routing::express && !express) {
    throw_design_error(design,
                       fmt::format("'{}' has no interchanges that the express rule knows, so its routing cannot be "
                                   "express",
                                   design.name),
                       "leave out `routing`: each family has its own default, and express cubes the express rule",
                       "routing");
  }
  if (*design.routing == Routing::dimension_order && !dimensions) {
    throw_design_error(
        design,
        fmt::format("the links of '{}' do not lie along dimensions, so its routing cannot be dimension_order",
                    design.name),
        "use `routing: minimal`", "routing");
  }
  if (*design.routing == Routing::hierarchical && topology != nullptr && !has_groups(*topology)) {
    throw_design_error(
        design, fmt::format("'{}' has no links between groups, so its routing cannot be hierarchical", design.name),
        "use `routing: minimal`", "routing");
  }
  if (is_tabled(*design.routing) && topology == nullptr) {
    throw_design_error(design,
                       fmt::format("'{}' is ideal: it has no channels that a table of routes could name", design.name),
                       "leave out `ideal` or `routing`", "routing");
  }
  return *design.routing;
}

}  // namespace cutline
