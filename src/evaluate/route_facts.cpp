// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/traffic.hpp"
#include "evaluate/under_load.hpp"
#include "performance/traffic.hpp"
#include "routing/line_flows.hpp"
#include "study/planes.hpp"

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

namespace {

std::vector<ChannelUnderLoad> channels_of_links(const BuiltCandidate& candidate, const Flows& flows, double phit_bits) {
  const Topology& topology = candidate.network()->topology;
  const ChannelGraph& graph = *flows.graph;
  const double group = candidate.facts.terminals / candidate.facts.nodes;
  std::vector<ChannelUnderLoad> all;
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
      const std::uint32_t link_class = graph.link_class[c];
      const double width = phit_bits * topology.classes[link_class].width(graph.local_link[c]);
      const double messages = flows.load(c);
      all.push_back(
          {ChannelUse::link, site, graph.head[c], link_class, messages, channel_bound(width, messages) / group});
    }
  }
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

std::vector<ChannelUnderLoad> loaded_channels(const Study& study, const TimedCandidate& candidate,
                                              const Effort& effort) {
  expect_no_planes(*candidate.design, "loads");
  const RoutedOrWhy found = routed_traffic(study, candidate, effort);
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

}  // namespace cutline
