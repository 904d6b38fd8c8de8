// SPDX-License-Identifier: Apache-2.0
#include "evaluate/candidate_routes.hpp"

#include <fmt/core.h>

#include "cutline/study/laid_out.hpp"
#include "evaluate/site_costs.hpp"
#include "evaluate/timing.hpp"
#include "evaluate/traffic.hpp"
#include "performance/traffic.hpp"
#include "routing/line_flows.hpp"
#include "routing/routing_rules.hpp"
#include "routing/ways_to.hpp"
#include "study/planes.hpp"
#include "study/work_estimate.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

std::string why_no_routes(const BuiltCandidate& candidate) {
  if (!candidate.laid_out()) return "channels under load are known of layouts only";
  if (candidate.design->planes) return "a message keeps to its plane, and each plane has routes of its own";
  if (has_shared_links(candidate.network()->topology))
    return "the model of channels knows no links that several nodes share";
  return {};
}

std::string why_past_effort(double visits, const Effort& effort) {
  if (visits <= static_cast<double>(effort_of_loads(effort))) return {};
  return fmt::format("walking all routes would visit {:.0f} channels, over the effort", visits);
}

namespace {

Routes make_routes(const RoutersAsked& asked, const BuiltCandidate& candidate) {
  const Topology& topology = candidate.network()->topology;
  return routing_rule(candidate.facts.routing)
      .routes({topology, std::make_shared<const ChannelGraph>(channel_graph(topology)),
               static_cast<std::uint32_t>(asked.virtual_channels_of_class()), candidate.design->route_table});
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
SiteDemand uniform_between(const std::vector<std::uint32_t>& terminals, bool self, const BuiltCandidate& candidate) {
  const double all = candidate.facts.terminals, others = self ? all : std::max(1.0, all - 1);
  const double each = candidate.facts.nodes / all / others;  // from one terminal to another, if a mean node sends 1
  return [=](std::uint32_t source, std::uint32_t destination) {
    const double to = terminals[destination];
    return each * terminals[source] * (source == destination && !self ? to - 1 : to);
  };
}

}  // namespace

RoutesOrWhy routes_of(const RoutersAsked& asked, const BuiltCandidate& candidate, const Effort& effort) {
  if (std::string why = why_no_routes(candidate); !why.empty()) return why;
  if (std::string why = why_past_effort(visits_of_all_routes(candidate), effort); !why.empty()) return why;
  return in_section(*candidate.design, "routing", [&] { return make_routes(asked, candidate); });
}

RoutedOrWhy routed_traffic(const LatencyAsked& asked, const RoutedCandidate& candidate, const Effort& effort) {
  if (candidate.traffic.routed) return candidate.traffic.routed;
  return walked_traffic(asked, candidate, effort);
}

RoutedOrWhy walked_traffic(const LatencyAsked& asked, const BuiltCandidate& candidate, const Effort& effort) {
  if (!is_uniform(asked)) {
    if (std::string why = asked.traffic->refusal(candidate.network()->topology); !why.empty()) return why;
  }
  RoutesOrWhy found = routes_of(asked, candidate, effort);
  if (auto* why = std::get_if<std::string>(&found)) return std::move(*why);
  auto routed = flows_of(asked, candidate, std::get<Routes>(std::move(found)));
  if (!routed) return fmt::format("no message of {} traffic has a way", traffic_name(asked));
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
  const bool is_shortest = candidate.facts.routing == Routing::minimal || candidate.facts.routing == Routing::shortest;
  if (!is_shortest || !candidate.network()) return false;
  // Shortest paths of several digits interleave their hops. With a single digit, its own paths give the loads.
  const Topology& topology = candidate.network()->topology;
  return topology.is_product() && topology.digits.size() > 1;
}

std::vector<RouteHop> route_of(const RoutersAsked& asked, const RoutedCandidate& candidate, std::uint64_t from,
                               std::uint64_t to, const Effort& effort) {
  expect_no_planes(*candidate.design, "routes");
  expect_memory(channels_memory(candidate.network()->topology), effort);
  const RoutesOrWhy found =
      candidate.traffic.routed ? RoutesOrWhy(candidate.traffic.routed->routes) : routes_of(asked, candidate, effort);
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

UniformDemand uniform_demand(const TrafficAsked& asked, const BuiltCandidate& candidate) {
  // Terminals send to themselves only if the asked says so.
  const double group = candidate.facts.terminals / candidate.facts.nodes;
  const double others = asked.traffic_self ? candidate.facts.terminals : candidate.facts.terminals - 1;
  const double inside = asked.traffic_self ? group : group - 1;
  return {group / others, inside / others};
}

SiteDemand demand_of(const TrafficAsked& asked, const BuiltCandidate& candidate) {
  const std::vector<std::uint32_t>& terminals = candidate.facts.tiles.terminals;
  if (is_uniform(asked) && !terminals.empty()) return uniform_between(terminals, asked.traffic_self, candidate);
  if (is_uniform(asked)) {
    const UniformDemand demand = uniform_demand(asked, candidate);
    return [=](std::uint32_t source, std::uint32_t destination) {
      return source == destination ? demand.within : demand.between;
    };
  }
  const Topology& topology = candidate.network()->topology;
  const Traffic traffic = placed_traffic(asked, *candidate.network());
  const NodeNumbers numbers(topology);
  std::vector<std::vector<std::pair<std::uint32_t, double>>> from(topology.site_count());
  for (std::uint64_t source = 0; source < traffic.nodes; ++source) {
    const Destinations all = traffic.from(source);
    for (const Destinations::To& to : all.to) {
      from[numbers.site(source)].push_back(
          {static_cast<std::uint32_t>(numbers.site(to.node)), to.weight / all.divisor});
    }
  }
  for (auto& each : from) std::sort(each.begin(), each.end());
  return [from = std::move(from)](std::uint32_t source, std::uint32_t destination) {
    const auto& each = from[source];
    const auto found = std::lower_bound(each.begin(), each.end(), std::pair{destination, 0.0});
    return found != each.end() && found->first == destination ? found->second : 0;
  };
}

std::optional<RoutedTraffic> flows_of(const TrafficAsked& asked, const BuiltCandidate& candidate, Routes routes) {
  return flows_of_sent(candidate, std::move(routes), demand_of(asked, candidate));
}

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

namespace {

/// Of one message class.
std::optional<RouteFacts> facts_of_class(const RoutersAsked& asked, const BuiltCandidate& candidate,
                                         const SharedConst<RoutedTraffic>& routed, const Effort& effort) {
  if (!candidate.laid_out()) return std::nullopt;
  const Topology& topology = candidate.network()->topology;
  if (has_shared_links(topology)) return std::nullopt;
  const bool by_lines = candidate.facts.routing == Routing::dimension_order && !topology.has_interchanges();
  if (by_lines && line_visits(topology) <= static_cast<double>(effort_of_loads(effort)))
    return facts_of_lines(topology);
  if (routed) return facts_of(uniform_flows(routed->routes));
  const RoutesOrWhy routes = routes_of(asked, candidate, effort);
  if (std::holds_alternative<std::string>(routes)) return std::nullopt;
  return facts_of(uniform_flows(std::get<0>(routes)));
}

}  // namespace

std::optional<RouteFacts> route_facts(const RoutersAsked& asked, const BuiltCandidate& candidate,
                                      const SharedConst<RoutedTraffic>& routed, const Effort& effort) {
  std::optional<RouteFacts> facts = facts_of_class(asked, candidate, routed, effort);
  if (facts) facts->virtual_channels *= static_cast<std::uint32_t>(asked.message_classes);
  return facts;
}

namespace {

std::vector<ChannelUnderLoad> channels_of_links(const BuiltCandidate& candidate, const Flows& flows, double phit_bits) {
  const Topology& topology = candidate.network()->topology;
  const ChannelGraph& graph = *flows.graph;
  const double group = candidate.facts.terminals / candidate.facts.nodes;
  std::vector<ChannelUnderLoad> all;
  graph.for_each_channel([&](std::uint32_t site, std::uint64_t c) {
    const std::uint32_t link_class = graph.link_class[c];
    const double width = phit_bits * topology.classes[link_class].width(graph.local_link[c]);
    const double messages = flows.load(c);
    all.push_back(
        {ChannelUse::link, site, graph.head[c], link_class, messages, channel_bound(width, messages) / group, c});
  });
  return all;
}

/// The number of terminals of a site over that of a mean node.
double share_of_terminals(const BuiltCandidate& candidate, std::uint64_t site) {
  const std::vector<std::uint32_t>& terminals = candidate.facts.tiles.terminals;
  return terminals.empty() ? 1 : terminals[site] * candidate.facts.nodes / candidate.facts.terminals;
}

void add_terminals(const BuiltCandidate& candidate, ChannelUse use, const std::vector<double>& messages,
                   double phit_bits, std::vector<ChannelUnderLoad>& all) {
  for (std::uint64_t site = 0; site < messages.size(); ++site) {
    // The terminals of a node share its messages, each on a channel of its own.
    if (messages[site] > 0)
      all.push_back({use, site, site, 0, messages[site],
                     channel_bound(phit_bits * share_of_terminals(candidate, site), messages[site])});
  }
}

}  // namespace

std::vector<ChannelUnderLoad> loaded_channels(const LatencyAsked& asked, const TimedCandidate& candidate,
                                              const Effort& effort) {
  expect_no_planes(*candidate.design, "loads");
  const RoutedOrWhy found = routed_traffic(asked, candidate, effort);
  if (const auto* why = std::get_if<std::string>(&found))
    throw_input_error("channels have no loads: " + *why, "a smaller network");
  return channels_under_load(candidate, std::get<0>(found)->flows,
                             candidate.channel.width_bits / candidate.latency.wires_under(0)->clock.period_cycles);
}

std::vector<ChannelUnderLoad> channels_under_load(const BuiltCandidate& candidate, const Flows& flows,
                                                  double phit_bits) {
  std::vector<ChannelUnderLoad> all = channels_of_links(candidate, flows, phit_bits);
  add_terminals(candidate, ChannelUse::injection, flows.sent, phit_bits, all);
  add_terminals(candidate, ChannelUse::ejection, flows.taken, phit_bits, all);
  // Loads that differ only by rounding count as equal.
  const auto fullest = [](const ChannelUnderLoad& a, const ChannelUnderLoad& b) {
    return a.full_at < b.full_at && b.full_at - a.full_at > 1e-9 * a.full_at;
  };
  std::stable_sort(all.begin(), all.end(), fullest);
  return all;
}

bool is_loaded_by_lines(const TrafficAsked& asked, const BuiltCandidate& candidate) {
  return is_uniform(asked) && candidate.facts.tiles.alike() && candidate.laid_out() && all_have_ways(candidate) &&
         candidate.facts.routing == Routing::dimension_order && !candidate.network()->topology.has_interchanges();
}

std::map<double, double> channels_of_messages(const LatencyAsked& asked, const RoutedCandidate& candidate,
                                              const Effort& effort) {
  const double all = asked.virtual_channels;
  std::map<double, double> shares;
  if (is_loaded_by_lines(asked, candidate)) {
    const Topology& topology = candidate.network()->topology;
    if (!why_no_routes(candidate).empty() || !why_past_effort(line_visits(topology), effort).empty()) return {};
    std::uint32_t classes = 1;
    for (const LineFlows& line : uniform_line_flows(topology)) classes = std::max(classes, line.flows->classes);
    const double within = demand_of(asked, candidate)(0, 0);
    shares[channels_of_class(all, classes, 0)] += 1 - within;
    shares[all] += within;
    return shares;
  }
  const RoutedOrWhy found = routed_traffic(asked, candidate, effort);
  const auto* routed = std::get_if<SharedConst<RoutedTraffic>>(&found);
  if (routed == nullptr) return {};
  const Routes& routes = (*routed)->routes;
  const SiteDemand demand = demand_of(asked, candidate);
  const auto sites = static_cast<std::uint32_t>(routes.graph->node_count());
  double messages = 0;
  for (std::uint32_t to = 0; to < sites; ++to) {
    for (std::uint32_t from = 0; from < sites; ++from) {
      if (!routes.graph->is_node(from) || !routes.graph->is_node(to)) continue;
      const std::uint32_t first = from == to ? 0 : routes.layer(from, to) * routes.datelines;
      const double each = demand(from, to);
      shares[from == to ? all : channels_of_class(all, (*routed)->flows.classes, first)] += each;
      messages += each;
    }
  }
  for (auto& [channels, share] : shares) share /= messages;
  return shares;
}

}  // namespace cutline
