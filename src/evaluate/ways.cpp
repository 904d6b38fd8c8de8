// SPDX-License-Identifier: Apache-2.0
#include "evaluate/ways.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "evaluate/traffic.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

/// The most nodes that a node has ways to, or that have ways to it; itself included. Cost: O(sites x channels).
double most_ways(const ChannelGraph& graph) {
  const Reachability ways(graph, true);
  std::vector<std::size_t> to(graph.node_count()), from(graph.node_count());
  for (std::size_t a = 0; a < to.size(); ++a) {
    for (std::size_t b = 0; b < to.size() && graph.is_node(a); ++b) {
      if (!graph.is_node(b) || !ways.has_way(a, b)) continue;
      ++to[a];
      ++from[b];
    }
  }
  return static_cast<double>(
      std::max(*std::max_element(to.begin(), to.end()), *std::max_element(from.begin(), from.end())));
}

}  // namespace

bool all_have_ways(const BuiltCandidate& candidate) {
  const GraphMeasures* graph = candidate.graph();
  return graph == nullptr || graph->parts.all_have_ways();
}

std::optional<UniformPairs> uniform_pairs(const Study& study, const BuiltCandidate& candidate) {
  const double nodes = candidate.facts.nodes, pairs = nodes * nodes;
  const double to_oneself = study.traffic_self ? 0 : pairs / candidate.facts.terminals;
  UniformPairs found{pairs - to_oneself, pairs - to_oneself};
  if (all_have_ways(candidate)) return found;
  const NetworkParts& parts = candidate.graph()->parts;
  if (!parts.pairs_without_way) return std::nullopt;
  found.sent -= static_cast<double>(*parts.pairs_without_way);
  return found;
}

std::optional<double> uniform_factor(const Study& study, const BuiltCandidate& candidate) {
  const double terminals = candidate.facts.terminals;
  if (all_have_ways(candidate)) return study.traffic_self || terminals <= 1 ? 1 : terminals / (terminals - 1);
  const auto pairs = uniform_pairs(study, candidate);
  if (!pairs || !candidate.graph()->distances) return std::nullopt;
  return candidate.facts.nodes * candidate.facts.nodes / pairs->sent;
}

SentTraffic sent_traffic(const Study& study, const BuiltCandidate& candidate) {
  const PlacedNetwork& network = *candidate.network();
  SentTraffic sent{placed_traffic(study, network)};
  if (all_have_ways(candidate)) return sent;
  const Topology& topology = network.topology;
  const auto ways = std::make_shared<const Reachability>(channel_graph(topology), has_one_way_links(topology));
  const NodeNumbers numbers(topology);
  std::vector<std::uint64_t> site(sent.traffic.nodes);
  for (std::uint64_t node = 0; node < site.size(); ++node) site[node] = numbers.site(node);
  double all = 0, with_way = 0;
  bool leaves = false, arrives = false;
  for (std::uint64_t source = 0; source < site.size(); ++source) {
    const Destinations destinations = sent.traffic.from(source);
    for (const Destinations::To& to : destinations.to) {
      const double messages = to.weight / destinations.divisor;
      const bool has_way = ways->has_way(site[source], site[to.node]);
      all += messages;
      if (has_way) with_way += messages;
      leaves = leaves || to.node != source;
      arrives = arrives || (has_way && to.node != source);
    }
  }
  sent.without_way = all > 0 ? (all - with_way) / all : 0;
  sent.nothing_sent = leaves && !arrives;
  const double share = with_way / static_cast<double>(site.size());
  sent.traffic.from = [from = std::move(sent.traffic.from), ways, site, share](std::uint64_t source) {
    Destinations destinations = from(source);
    std::erase_if(destinations.to,
                  [&](const Destinations::To& to) { return !ways->has_way(site[source], site[to.node]); });
    destinations.divisor *= share;
    return destinations;
  };
  return sent;
}

DigitForm sent_form(const Study& study, const BuiltCandidate& candidate) {
  return all_have_ways(candidate) ? study.traffic->digit_form(candidate.network()->topology) : DigitForm{};
}

double uniform_terminal_load(const Study& study, const BuiltCandidate& candidate, const Effort& effort) {
  if (all_have_ways(candidate)) return 1;
  const auto pairs = uniform_pairs(study, candidate);
  if (!pairs || pairs->sent <= 0) return 0;
  const Topology& topology = candidate.network()->topology;
  auto most = static_cast<double>(candidate.graph()->parts.largest);
  if (has_one_way_links(topology)) {
    if (visits_of_all_routes(candidate) > static_cast<double>(effort_of_loads(effort))) return 0;
    most = most_ways(channel_graph(topology));
  }
  const double nodes = candidate.facts.nodes, to_oneself = study.traffic_self ? 0 : nodes / candidate.facts.terminals;
  return (most - to_oneself) * nodes / pairs->sent;
}

double visits_of_all_routes(const BuiltCandidate& candidate) {
  return 2 * candidate.facts.nodes * std::max(candidate.facts.links, candidate.facts.nodes - 1);
}

}  // namespace cutline
