// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/routing/line_flows.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/study/under_load.hpp"

namespace cutline {

namespace {

RouteFacts facts_of(const Flows& flows) { return {flows.classes, waiting_circle(flows).empty()}; }

RouteFacts facts_of_lines(const Topology& topology) {
  RouteFacts facts;
  for (const LineFlows& line : uniform_line_flows(topology)) {
    const RouteFacts own = facts_of(*line.flows);
    facts.virtual_channels = std::max(facts.virtual_channels, own.virtual_channels);
    facts.free_of_deadlock = facts.free_of_deadlock && own.free_of_deadlock;
  }
  return facts;
}

}  // namespace

std::optional<RouteFacts> route_facts(const Study& study, const BuiltCandidate& candidate,
                                      const SharedConst<RoutedTraffic>& routed, const Effort& effort) {
  if (!candidate.laid_out()) return std::nullopt;
  const Topology& topology = candidate.network()->topology;
  const auto shared = [](const LinkClass& link_class) { return link_class.shared; };
  if (std::any_of(topology.classes.begin(), topology.classes.end(), shared)) return std::nullopt;
  const bool by_lines = candidate.facts.routing == Routing::dimension_order && !topology.has_interchanges();
  if (by_lines && line_visits(topology) <= static_cast<double>(effort_of_loads(effort)))
    return facts_of_lines(topology);
  if (routed) return facts_of(uniform_flows(routed->routes));
  const RoutesOrWhy routes = routes_of(study, candidate, effort);
  if (std::holds_alternative<std::string>(routes)) return std::nullopt;
  return facts_of(uniform_flows(std::get<0>(routes)));
}

}  // namespace cutline
