// SPDX-License-Identifier: Apache-2.0
#include "evaluate/under_load.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/link_meter.hpp"
#include "evaluate/network.hpp"
#include "evaluate/site_costs.hpp"
#include "evaluate/timing.hpp"
#include "evaluate/traffic.hpp"
#include "evaluate/ways.hpp"
#include "performance/pair_costs.hpp"
#include "routing/destinations.hpp"
#include "routing/ways_to.hpp"
#include "study/planes.hpp"
#include "study/work_estimate.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

/// Why a candidate has no routes channel by channel; empty if it has them.
std::string why_no_routes(const BuiltCandidate& candidate) {
  if (!candidate.laid_out()) return "channels under load are known of layouts only";
  if (candidate.design->planes) return "a message keeps to its plane, and each plane has routes of its own";
  const Topology& topology = candidate.network()->topology;
  const auto shared = [](const LinkClass& link_class) { return link_class.shared; };
  if (std::any_of(topology.classes.begin(), topology.classes.end(), shared))
    return "the model of channels knows no links that several nodes share";
  return {};
}

/// Whether all lines of a digit carry the same loads, so that the network can be modelled line by line.
bool is_loaded_by_lines(const Study& study, const BuiltCandidate& candidate) {
  return is_uniform(study) && candidate.facts.tiles.alike() && candidate.laid_out() && all_have_ways(candidate) &&
         candidate.facts.routing == Routing::dimension_order && !candidate.network()->topology.has_interchanges();
}

/// The cycles of each kind of link under one delay model, at least 1.
std::vector<double> cycles_of_kinds(const Study& study, const BuiltCandidate& candidate, const LinkTable& table,
                                    const ChosenDelay& delay, Time cycle) {
  LinkMeter meter(study, candidate, delay);
  std::vector<double> cycles;
  cycles.reserve(table.kinds());
  for (const LinkGeometry& link : table.geometries()) cycles.push_back(whole_cycles(meter.delay(link), cycle));
  return cycles;
}

/// For each channel of the candidate's channel graph, the cycles of its link.
std::vector<double> cycles_of_channels(const BuiltCandidate& candidate, const LinkTable& table,
                                       const std::vector<double>& of_kind) {
  const PlacedNetwork& network = *candidate.network();
  const auto ways =
      channel_costs({network.topology, network.placement, candidate.laid_out()->layout}, ~std::uint64_t{0},
                    [&](const LinkPlace& place) { return of_kind[table.kind(place)]; });
  std::vector<double> result;
  for (const WayCost& way : ways.value()) result.push_back(std::max(1.0, way.links));
  return result;
}

/// The lines with the cycles of their links. Lines whose links differ in cycles are of different kinds.
std::vector<LoadedLine> loaded_lines(const BuiltCandidate& candidate, const std::vector<LineFlows>& lines,
                                     FunctionRef<double(const LinkPlace&)> cycles) {
  const PlacedNetwork& network = *candidate.network();
  std::vector<const ChannelGraph*> graphs(network.topology.digits.size());
  for (const LineFlows& line : lines) graphs[line.digit] = line.flows->graph.get();
  const auto kinds = line_costs({network.topology, network.placement, candidate.laid_out()->layout}, graphs, cycles);
  std::vector<LoadedLine> loaded;
  for (const LineFlows& line : lines) {
    for (const LineCosts& kind : kinds[line.digit])
      loaded.push_back({{line.digit, line.share * kind.share, line.flows}, kind.of_channel});
  }
  return loaded;
}

/// A sentence that says so if `visits` passes the effort, else empty.
std::string past_effort(double visits, const Effort& effort) {
  if (visits <= static_cast<double>(effort_of_loads(effort))) return {};
  return fmt::format("walking all routes would visit {:.0f} channels, over the effort", visits);
}

Routes make_routes(const Study& study, const BuiltCandidate& candidate) {
  const Topology& topology = candidate.network()->topology;
  const Routing routing = candidate.facts.routing;
  if (routing == Routing::dimension_order) return dimension_order_routes(topology);
  if (routing == Routing::express) return express_routes(topology);
  const auto graph = std::make_shared<const ChannelGraph>(channel_graph(topology));
  if (routing == Routing::minimal) return minimal_routes(graph);
  if (routing == Routing::hierarchical) return hierarchical_routes(topology, graph);
  if (routing == Routing::balanced) return balanced_routes(graph);
  if (routing == Routing::table) return table_routes(topology, graph, candidate.design->route_table);
  const std::vector<std::uint32_t> ranks = up_down_ranks(topology, *graph);
  if (routing == Routing::up_down) return up_down_routes(graph, ranks);
  return layered_routes(graph, ranks, static_cast<std::uint32_t>(study.virtual_channels));
}

void expect_route(const Topology& topology, const Routes& routes, std::uint64_t from, std::uint64_t to) {
  const auto source = static_cast<std::uint32_t>(from), destination = static_cast<std::uint32_t>(to);
  if (from == to) return;
  const WaysToNode ways = routes.ways_to(destination, routes.layer(source, destination));
  if (ways.first[source] < ways.first[source + 1]) return;
  throw_input_error(
      fmt::format("no route leads from node {} to node {}", site_name(topology, from), site_name(topology, to)),
      "the network may be in parts, or its channels may go one way only");
}

/// The flows of a demand without the messages that have no way, for each message that is left.
std::optional<RoutedTraffic> flows_of_sent(const BuiltCandidate& candidate, Routes routes, DemandTo demand) {
  if (all_have_ways(candidate)) {
    Flows flows = flows_of(routes, demand);
    return RoutedTraffic{std::move(routes), std::move(flows)};
  }
  const ChannelGraph& graph = *routes.graph;
  const Reachability ways(graph, has_one_way_links(candidate.network()->topology));
  double all = 0, sent = 0, to_others = 0;
  for (std::uint32_t source = 0; source < graph.node_count(); ++source) {
    for (std::uint32_t destination = 0; destination < graph.node_count() && graph.is_node(source); ++destination) {
      if (!graph.is_node(destination)) continue;
      const double messages = demand(source, destination);
      all += messages;
      if (!ways.has_way(source, destination)) continue;
      sent += messages;
      if (source != destination) to_others += messages;
    }
  }
  if (to_others <= 0) return std::nullopt;
  Flows flows = flows_of(routes, [&](std::uint32_t source, std::uint32_t destination) {
    return ways.has_way(source, destination) ? demand(source, destination) * (candidate.facts.nodes / sent) : 0;
  });
  return RoutedTraffic{std::move(routes), std::move(flows), (all - sent) / all};
}

/// Uniform traffic between terminals, if some nodes have more terminals than others.
std::optional<RoutedTraffic> uniform_between(const std::vector<std::uint32_t>& terminals, bool self,
                                             const BuiltCandidate& candidate, Routes routes) {
  const double all = candidate.facts.terminals, others = self ? all : std::max(1.0, all - 1);
  const double each = candidate.facts.nodes / all / others;  // from one terminal to another, if a mean node sends 1
  return flows_of_sent(candidate, std::move(routes), [&](std::uint32_t source, std::uint32_t destination) {
    const double to = terminals[destination];
    return each * terminals[source] * (source == destination && !self ? to - 1 : to);
  });
}

}  // namespace

RoutesOrWhy routes_of(const Study& study, const BuiltCandidate& candidate, const Effort& effort) {
  if (std::string why = why_no_routes(candidate); !why.empty()) return why;
  if (std::string why = past_effort(visits_of_all_routes(candidate), effort); !why.empty()) return why;
  return in_section(*candidate.design, "routing", [&] { return make_routes(study, candidate); });
}

RoutedOrWhy routed_traffic(const Study& study, const RoutedCandidate& candidate, const Effort& effort) {
  if (candidate.traffic.routed) return candidate.traffic.routed;
  return walked_traffic(study, candidate, effort);
}

RoutedOrWhy walked_traffic(const Study& study, const BuiltCandidate& candidate, const Effort& effort) {
  if (!is_uniform(study)) {
    if (std::string why = study.traffic->refusal(candidate.network()->topology); !why.empty()) return why;
  }
  RoutesOrWhy found = routes_of(study, candidate, effort);
  if (auto* why = std::get_if<std::string>(&found)) return std::move(*why);
  auto routed = flows_of(study, candidate, std::get<Routes>(std::move(found)));
  if (!routed) return fmt::format("no message of {} traffic has a way", traffic_name(study));
  return SharedConst<RoutedTraffic>(std::move(*routed));
}

std::string why_no_waits(const BuiltCandidate& candidate) {
  if (!candidate.facts.tiles.terminals.empty()) return "nodes differ in terminals";
  const std::vector<TileKind>& kinds = candidate.design->tiles;
  const auto has_delay = [](const TileKind& kind) { return kind.router_delay.has_value(); };
  return std::any_of(kinds.begin(), kinds.end(), has_delay) ? "routers differ in delay, by kind of tile" : "";
}

bool is_routed_one_by_one(const BuiltCandidate& candidate) {
  if (!candidate.facts.tiles.alike()) return true;  // the cost of a message depends on the nodes that it passes
  if (is_tabled(candidate.facts.routing)) return true;
  if (candidate.facts.routing != Routing::minimal || !candidate.network()) return false;
  // Shortest paths of several digits interleave their hops. With a single digit, its own paths give the loads.
  const Topology& topology = candidate.network()->topology;
  return topology.is_product() && topology.digits.size() > 1;
}

std::vector<RouteHop> route_of(const Study& study, const RoutedCandidate& candidate, std::uint64_t from,
                               std::uint64_t to, const Effort& effort) {
  expect_no_planes(*candidate.design, "routes");
  expect_memory(channels_memory(candidate.network()->topology), effort);
  const RoutesOrWhy found =
      candidate.traffic.routed ? RoutesOrWhy(candidate.traffic.routed->routes) : routes_of(study, candidate, effort);
  if (const auto* why = std::get_if<std::string>(&found)) {
    if (is_tabled(candidate.facts.routing)) throw_input_error(*why, "a smaller network", "route");
    return first_route(candidate.network()->topology, candidate.facts.routing, from, to);
  }
  const Routes& routes = std::get<0>(found);
  expect_route(candidate.network()->topology, routes, from, to);
  const ChannelGraph& graph = *routes.graph;
  std::vector<RouteHop> hops;
  std::uint64_t site = from;
  for (const PathHop& hop : first_path(routes, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to))) {
    hops.push_back({site, graph.head[hop.channel], graph.link_class[hop.channel], hop.channel, hop.vc_class});
    site = graph.head[hop.channel];
  }
  return hops;
}

UniformDemand uniform_demand(const Study& study, const BuiltCandidate& candidate) {
  // Terminals send to themselves only if the study says so.
  const double group = candidate.facts.terminals / candidate.facts.nodes;
  const double others = study.traffic_self ? candidate.facts.terminals : candidate.facts.terminals - 1;
  const double inside = study.traffic_self ? group : group - 1;
  return {group / others, inside / others};
}

std::optional<RoutedTraffic> flows_of(const Study& study, const BuiltCandidate& candidate, Routes routes) {
  const std::vector<std::uint32_t>& terminals = candidate.facts.tiles.terminals;
  if (is_uniform(study) && !terminals.empty())
    return uniform_between(terminals, study.traffic_self, candidate, std::move(routes));
  if (is_uniform(study)) {
    const UniformDemand demand = uniform_demand(study, candidate);
    return flows_of_sent(candidate, std::move(routes), [=](std::uint32_t source, std::uint32_t destination) {
      return source == destination ? demand.within : demand.between;
    });
  }
  const Topology& topology = candidate.network()->topology;
  const Traffic traffic = placed_traffic(study, *candidate.network());
  const NodeNumbers numbers(topology);
  std::vector<std::vector<std::pair<std::uint32_t, double>>> from(routes.graph->node_count());
  for (std::uint64_t source = 0; source < traffic.nodes; ++source) {
    const Destinations all = traffic.from(source);
    for (const Destinations::To& to : all.to) {
      from[numbers.site(source)].push_back(
          {static_cast<std::uint32_t>(numbers.site(to.node)), to.weight / all.divisor});
    }
  }
  for (auto& each : from) std::sort(each.begin(), each.end());
  return flows_of_sent(candidate, std::move(routes), [&](std::uint32_t source, std::uint32_t destination) {
    const auto& each = from[source];
    const auto found = std::lower_bound(each.begin(), each.end(), std::pair{destination, 0.0});
    return found != each.end() && found->first == destination ? found->second : 0;
  });
}

std::vector<double> channel_cycles(const Study& study, const BuiltCandidate& candidate, const ChosenDelay& delay,
                                   const Timing& timing) {
  const LinkTable table(candidate);
  return cycles_of_channels(candidate, table, cycles_of_kinds(study, candidate, table, delay, timing.clock.cycle));
}

LoadedRouters loaded_routers(const Study& study, const CostedCandidate& candidate, const Timing& timing) {
  const Design& design = *candidate.design;
  LoadedRouters routers;
  routers.virtual_channels = study.virtual_channels;
  routers.depth_flits = candidate.sites.router.depth_flits;
  routers.router_cycles = cycles_of(design.router.delay, timing.clock.cycle);
  // A head holds the front of its buffer while its route is found and a virtual channel is allocated. The last two
  // cycles, for allocating the switch and passing it, do not block the flits behind it.
  routers.head_cycles = std::max(1.0, routers.router_cycles - 2);
  routers.terminals = candidate.facts.terminals / candidate.facts.nodes;
  routers.period_cycles = timing.clock.period_cycles;
  routers.message_flits = routers.square_flits = 0;
  for (const LatencyInput::Part& part : timing.input.messages) {
    const double flits = std::max(1.0, std::ceil(part.size_bits / timing.input.width_bits));
    routers.message_flits += part.share * flits;
    routers.square_flits += part.share * flits * flits;
    routers.sizes.push_back({flits, part.share});
  }
  return routers;
}

ModelsOrWhy line_models(const Study& study, const CostedCandidate& candidate, const std::vector<Timing>& timings,
                        const Effort& effort, double wire_delay) {
  const Topology& topology = candidate.network()->topology;
  if (std::string why = why_no_routes(candidate); !why.empty()) return why;
  if (std::string why = past_effort(line_visits(topology), effort); !why.empty()) return why;
  const std::vector<LineFlows> lines = uniform_line_flows(topology);
  const LinkTable table(candidate);
  std::vector<ChannelModel> models;
  for (std::size_t d = 0; d < timings.size(); ++d) {
    const std::vector<double> of_kind =
        cycles_of_kinds(study, candidate, table, slowed(study.delays[d], wire_delay), timings[d].clock.cycle);
    const auto cycles = [&](const LinkPlace& place) { return of_kind[table.kind(place)]; };
    const LoadedRouters routers = loaded_routers(study, candidate, timings[d]);
    models.emplace_back(queues_of(topology, loaded_lines(candidate, lines, cycles), uniform_demand(study, candidate),
                                  routers.terminals),
                        routers);
  }
  return models;
}

ModelsOrWhy walked_models(const Study& study, const CostedCandidate& candidate, const std::vector<Timing>& timings,
                          const Effort& effort, double wire_delay) {
  RoutedOrWhy found = routed_traffic(study, candidate, effort);
  if (auto* why = std::get_if<std::string>(&found)) return std::move(*why);
  const Flows& flows = std::get<0>(found)->flows;
  const LinkTable table(candidate);
  std::vector<ChannelModel> models;
  for (std::size_t d = 0; d < timings.size(); ++d) {
    const std::vector<double> of_kind =
        cycles_of_kinds(study, candidate, table, slowed(study.delays[d], wire_delay), timings[d].clock.cycle);
    models.emplace_back(flows, cycles_of_channels(candidate, table, of_kind),
                        loaded_routers(study, candidate, timings[d]));
  }
  return models;
}

ModelsOrWhy channel_models(const Study& study, const CostedCandidate& candidate, const std::vector<Timing>& timings,
                           const Effort& effort, double wire_delay) {
  if (std::string why = why_no_waits(candidate); !why.empty()) return why;
  if (study.clock.rule == ClockRule::per_link) return "without a clock there is no cycle that messages could wait";
  const bool walks = !is_loaded_by_lines(study, candidate) ||
                     (effort.detail == Detail::full && past_effort(visits_of_all_routes(candidate), effort).empty());
  ModelsOrWhy models = (walks ? walked_models : line_models)(study, candidate, timings, effort, wire_delay);
  if (std::holds_alternative<std::string>(models)) return models;
  const std::uint32_t classes = std::get<0>(models).front().classes();
  if (classes <= static_cast<std::uint32_t>(study.virtual_channels)) return models;
  return fmt::format("its routes need {} virtual channels, and `virtual_channels` gives {}", classes,
                     study.virtual_channels);
}

}  // namespace cutline
