// SPDX-License-Identifier: Apache-2.0
#include "evaluate/traffic.hpp"

#include <fmt/core.h>

#include <cmath>

#include "cutline/study/placed_network.hpp"
#include "evaluate/candidate_routes.hpp"
#include "performance/express_routes.hpp"
#include "performance/pattern_loads.hpp"
#include "performance/traffic.hpp"
#include "placement/named_sites.hpp"
#include "study/planes.hpp"
#include "topology/graph_searches.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

namespace {

using Loads = std::optional<std::vector<double>>;

void raise_peaks(const Topology& topology, const ChannelGraph& graph, const std::vector<double>& loads, double times,
                 std::vector<double>& peaks) {
  for (std::size_t c = 0; c < loads.size(); ++c) {
    double& most = peaks[graph.link_class[c]];
    most = std::max(most, loads[c] * times / topology.classes[graph.link_class[c]].width(graph.local_link[c]));
  }
}

/// Peak loads of each link class under the express rule, dimension by dimension.
Loads express_peaks(const Topology& topology, std::uint64_t effort) {
  std::vector<double> peaks(topology.classes.size());
  for (std::size_t c = 0; c < topology.classes.size(); ++c) {
    const std::size_t digit = topology.classes[c].digits[0];
    const ChannelGraph graph = digit_graph(topology, c);
    const auto loads = express_loads(topology, digit, graph, effort);
    if (!loads) return std::nullopt;
    raise_peaks(topology, graph, *loads, 1.0 / topology.node_value_count(digit), peaks);
  }
  return peaks;
}

/// Peak loads of each link class along all shortest paths of any graph.
Loads graph_peaks(const Topology& topology, std::uint64_t effort) {
  const double channels = 2.0 * static_cast<double>(topology.link_count());
  const auto nodes = static_cast<double>(topology.node_count());
  if (nodes * std::max(channels, nodes) > static_cast<double>(effort)) return std::nullopt;
  const ChannelGraph graph = channel_graph(topology);
  const auto loads = channel_loads(graph, effort);
  if (!loads) return std::nullopt;
  std::vector<double> peaks(topology.classes.size());
  raise_peaks(topology, graph, *loads, 1 / nodes, peaks);
  return peaks;
}

Loads shortest_path_peaks(const Topology& topology, std::uint64_t effort) {
  if (!topology.is_product()) return graph_peaks(topology, effort);
  const auto loads = pattern_loads(topology, UniformDigits{}, effort);
  return loads ? Loads(loads->class_peaks()) : std::nullopt;
}

Loads uniform_peaks(const BuiltCandidate& candidate, std::uint64_t effort) {
  const PlacedNetwork& network = *candidate.network();
  if (candidate.facts.routing == Routing::express) return express_peaks(network.topology, effort);
  return network.uniform_peaks.of(effort, [&] { return shortest_path_peaks(network.topology, effort); });
}

Loads ideal_peaks(const IdealNetwork& ideal) {
  const std::optional<double> busiest = ideal.busiest_load();
  return busiest ? Loads(std::vector<double>{*busiest}) : std::nullopt;
}

/// The most messages that any node sends or receives, for each message that a node offers; absent past the effort.
std::optional<double> busiest_node(const Traffic& traffic, std::uint64_t effort) {
  if (traffic.nodes > effort) return std::nullopt;
  std::vector<double> taken(traffic.nodes);
  double most = 0;
  std::uint64_t visits = 0;
  for (std::uint64_t source = 0; source < traffic.nodes; ++source) {
    const Destinations all = traffic.from(source);
    double sent = 0;
    for (const Destinations::To& to : all.to) {
      sent += to.weight / all.divisor;
      taken[to.node] += to.weight / all.divisor;
    }
    most = std::max(most, sent);
    visits += all.to.size();
    if (visits > effort) return std::nullopt;
  }
  for (const double each : taken) most = std::max(most, each);
  return most;
}

Traffic traffic_at_places(const ChosenTraffic& chosen, const PlacedNetwork& network, const NamedSites& named) {
  if (!chosen.applications.empty()) {
    std::vector<SharedTraffic> parts;
    for (const Application& each : chosen.applications)
      parts.push_back({each.share, traffic_at_places(each.traffic, network, named)});
    return mean_traffic(std::move(parts));
  }
  Traffic traffic = chosen.traffic(network.topology);
  if (!chosen.pattern->names_nodes || named.same()) return traffic;
  const NodeNumbers numbers(network.topology);
  std::vector<std::uint64_t> node_of(traffic.nodes), number_of(traffic.nodes);
  for (std::uint64_t number = 0; number < traffic.nodes; ++number) {
    node_of[number] = numbers.number(named.site(numbers.site(number)));
    number_of[node_of[number]] = number;
  }
  return {traffic.nodes, [from = std::move(traffic.from), node_of, number_of](std::uint64_t source) {
            Destinations all = from(number_of[source]);
            for (Destinations::To& to : all.to) to.node = node_of[to.node];
            std::sort(all.to.begin(), all.to.end(), [](const auto& a, const auto& b) { return a.node < b.node; });
            return all;
          }};
}

}  // namespace

Traffic placed_traffic(const TrafficAsked& asked, const PlacedNetwork& network) {
  return traffic_at_places(*asked.traffic, network, NamedSites(network.topology, network.placement));
}

namespace {

/// Whether no node has a way to another.
bool no_way_at_all(const BuiltCandidate& candidate) {
  const Int128 nodes = static_cast<Int128>(candidate.facts.nodes);
  return nodes > 1 && candidate.graph()->parts.pairs_without_way == nodes * (nodes - 1);
}

/// Mean hops of uniform traffic between terminals, by the candidate's routing; absent past the effort. A message to
/// oneself has no hops.
std::optional<double> mean_terminal_hops(const TrafficAsked& asked, const BuiltCandidate& candidate,
                                         const Effort& effort) {
  std::optional<double> hops = candidate.ideal() ? candidate.ideal()->mean_hops : std::nullopt;
  if (candidate.graph())
    hops = mean_hops(*candidate.graph(), static_cast<std::uint64_t>(candidate.facts.nodes), SelfMessages::counted);
  if (candidate.facts.routing == Routing::express && candidate.network())
    hops = mean_express_hops(candidate.network()->topology, effort.link_visits);
  if (hops && !all_have_ways(candidate)) {
    const double sent = uniform_pairs(asked, candidate)->sent, nodes = candidate.facts.nodes;
    const double within_nodes = asked.traffic_self ? nodes : nodes - nodes * nodes / candidate.facts.terminals;
    return candidate.graph()->distances->mean_hops * (sent - within_nodes) / sent;
  }
  if (!hops || asked.traffic_self || candidate.facts.terminals <= 1) return hops;
  return *hops * candidate.facts.terminals / (candidate.facts.terminals - 1);
}

TrafficResult uniform_result(const TrafficAsked& asked, const Effort& effort, const BuiltCandidate& candidate) {
  TrafficResult result;
  if (const auto hops = mean_terminal_hops(asked, candidate, effort)) {
    result.hops = *hops;
  } else if (candidate.ideal()) {
    result.hops = make_note(NoteKind::no_form_of_hops, candidate.design->family.printed());
  } else if (candidate.graph()->parts.pairs_without_way) {
    if (no_way_at_all(candidate)) result.hops = make_note(NoteKind::no_message_has_way, traffic_name(asked));
  }
  if (const auto pairs = uniform_pairs(asked, candidate)) result.without_way = pairs->without_way();
  result.terminal_load = uniform_terminal_load(asked, candidate, effort);
  const auto factor = uniform_factor(asked, candidate);
  if (effort.detail == Detail::plain_ranking || !factor) return result;
  const Loads peaks =
      candidate.ideal() ? ideal_peaks(*candidate.ideal()) : uniform_peaks(candidate, effort_of_loads(effort));
  if (!peaks) return result;
  result.class_loads = *peaks;
  for (double& load : result.class_loads) load *= *factor;
  return result;
}

/// The reason why a pattern's hops and loads are not known; absent if they are.
std::optional<Note> why_no_pattern(const TrafficAsked& asked, const BuiltCandidate& candidate) {
  if (candidate.ideal()) return make_note(NoteKind::ideal_takes_uniform);
  const std::string refusal = asked.traffic->refusal(candidate.network()->topology);
  return refusal.empty() ? std::nullopt : std::optional(make_note(NoteKind::sentence, refusal));
}

TrafficResult pattern_result(const TrafficAsked& asked, const Effort& effort, const BuiltCandidate& candidate) {
  TrafficResult result;
  if (const auto why = why_no_pattern(asked, candidate)) {
    result.hops = *why;
    return result;
  }
  const Topology& topology = candidate.network()->topology;
  const std::uint64_t visits = effort_of_loads(effort);
  if (!all_have_ways(candidate) && visits_of_all_routes(candidate) > static_cast<double>(visits)) {
    result.hops = make_note(NoteKind::walk_passes_effort, traffic_name(asked));
    return result;
  }
  result.without_way = 0;
  if (!all_have_ways(candidate)) {
    const SentTraffic sent = sent_traffic(asked, candidate);
    result.without_way = sent.without_way;
    if (sent.nothing_sent) {
      result.hops = make_note(NoteKind::no_message_has_way, traffic_name(asked));
      return result;
    }
  }
  const DigitForm form = sent_form(asked, candidate);
  const bool one_each = std::holds_alternative<PermutedDigits>(form) || std::holds_alternative<SwappedHalves>(form);
  result.terminal_load = one_each ? 1 : busiest_node(sent_traffic(asked, candidate).traffic, visits).value_or(0);
  if (const auto loads = pattern_loads(topology, form, visits)) {
    result.hops = loads->mean_hops();
    result.class_loads = loads->class_peaks();
  } else if (const auto walked = walked_loads(topology, sent_traffic(asked, candidate).traffic, visits)) {
    result.hops = walked->mean_hops;
    result.class_loads = walked->class_peaks(topology);
  } else {
    result.hops = make_note(NoteKind::walk_passes_effort, traffic_name(asked));
  }
  return result;
}

/// A note on a node without terminals that would send or take messages; absent if there is none.
std::optional<Note> why_no_terminals(const TrafficAsked& asked, const BuiltCandidate& candidate, const Flows& flows) {
  const std::vector<std::uint32_t>& terminals = candidate.facts.tiles.terminals;
  for (std::uint64_t site = 0; site < terminals.size(); ++site) {
    if (terminals[site] > 0 || (flows.sent[site] == 0 && flows.taken[site] == 0)) continue;
    return make_note(
        NoteKind::sentence,
        fmt::format("{} traffic {} node {}, and tiles of its kind have no terminals", traffic_name(asked),
                    flows.sent[site] > 0 ? "begins at" : "ends at", site_name(candidate.network()->topology, site)));
  }
  return std::nullopt;
}

/// The most messages that a node sends or takes, scaled to the mean number of terminals: a node with half as many
/// terminals counts twice.
double busiest_terminals(const BuiltCandidate& candidate, const Flows& flows) {
  const std::vector<std::uint32_t>& terminals = candidate.facts.tiles.terminals;
  const double group = candidate.facts.terminals / candidate.facts.nodes;
  double most = 0;
  for (std::uint64_t site = 0; site < flows.sent.size(); ++site) {
    const double messages = std::max(flows.sent[site], flows.taken[site]);
    if (messages > 0) most = std::max(most, terminals.empty() ? messages : messages * group / terminals[site]);
  }
  return most;
}

std::vector<TileShare> shares_of_tiles(const BuiltCandidate& candidate, const Flows& flows) {
  const std::vector<std::uint32_t>& kind_of = candidate.facts.tiles.kind;
  if (kind_of.empty()) return {};
  const std::size_t kinds = candidate.design->tiles.size();
  const Topology& topology = candidate.network()->topology;
  std::vector<TileShare> shares(kinds + 1);
  const auto of = [&](std::uint64_t site) -> TileShare& { return shares[std::min<std::size_t>(kind_of[site], kinds)]; };
  for (std::uint64_t channel = 0; channel < flows.graph->head.size(); ++channel) {
    const std::uint64_t site = flows.graph->head[channel];
    if (topology.kind(site) == SiteKind::node) of(site).entered += flows.load(channel) / candidate.facts.nodes;
  }
  for (std::uint64_t site = 0; site < kind_of.size(); ++site) {
    of(site).sent += flows.sent[site] / candidate.facts.nodes;
    of(site).taken += flows.taken[site] / candidate.facts.nodes;
  }
  return shares;
}

/// Hops and loads along the paths of tables.
TrafficResult tabled_result(const LatencyAsked& asked, const Effort& effort, const BuiltCandidate& candidate) {
  TrafficResult result;
  if (!is_uniform(asked)) {
    if (const auto why = why_no_pattern(asked, candidate)) {
      result.hops = *why;
      return result;
    }
  }
  if (is_uniform(asked) && candidate.facts.tiles.terminals.empty() && candidate.graph()) {
    if (const auto pairs = uniform_pairs(asked, candidate)) result.without_way = pairs->without_way();
  }
  const RoutedOrWhy routed = walked_traffic(asked, candidate, effort);
  if (const auto* why = std::get_if<std::string>(&routed)) {
    result.hops = make_note(NoteKind::sentence, *why);
    return result;
  }
  const Flows& flows = std::get<0>(routed)->flows;
  if (const auto why = why_no_terminals(asked, candidate, flows)) {
    result.hops = *why;
    return result;
  }
  result.routed = std::get<0>(routed);
  result.without_way = result.routed->without_way;
  const Topology& topology = candidate.network()->topology;
  result.hops = flows.mean_hops;
  result.class_loads.resize(topology.classes.size());
  raise_peaks(topology, *flows.graph, flows.loads(), 1, result.class_loads);
  result.terminal_load = busiest_terminals(candidate, flows);
  result.of_tiles = shares_of_tiles(candidate, flows);
  return result;
}

/// Whether the loads of closed forms, which split ties evenly, differ from those of the routes. Under a pattern this
/// happens on rings of 4, 8, 12 ... values, where ties depend on the place of the node, and under the express rule,
/// whose routes are no shortest paths.
bool differs_from_routes(const TrafficAsked& asked, const BuiltCandidate& candidate, const Effort& effort) {
  if (is_uniform(asked) || !candidate.network() || why_no_pattern(asked, candidate)) return false;
  if (visits_of_all_routes(candidate) > static_cast<double>(effort_of_loads(effort))) return false;
  const Routing routing = candidate.facts.routing;
  return routing == Routing::express ||
         (routing == Routing::dimension_order && has_alternating_ties(candidate.network()->topology));
}

/// The class of the busiest channel, the first of those whose loads differ by rounding alone; empty if all are equally
/// busy.
std::string busiest_class(const BuiltCandidate& candidate, const std::vector<double>& loads) {
  const double most = *std::max_element(loads.begin(), loads.end());
  const auto is_most = [&](double load) { return std::abs(load - most) <= 1e-12 * most; };
  if (candidate.ideal() || std::all_of(loads.begin(), loads.end(), is_most)) return {};
  const auto first = std::find_if(loads.begin(), loads.end(), is_most) - loads.begin();
  return candidate.network()->topology.classes[static_cast<std::size_t>(first)].name;
}

/// The bound by the bisection, in bits per phit and node. It counts on a way for all messages across the cut.
std::optional<double> cut_bound(const TrafficAsked& asked, const BuiltCandidate& candidate, double width) {
  if (!is_uniform(asked) || !candidate.facts.tiles.terminals.empty() || !all_have_ways(candidate)) return std::nullopt;
  const double share = *uniform_factor(asked, candidate);
  if (candidate.ideal()) return 2 * candidate.ideal()->bisection_channels * width / candidate.facts.nodes / share;
  const auto channels = static_cast<double>(candidate.graph()->bisection_wires.upper);
  return bisection_bound(static_cast<std::uint64_t>(candidate.facts.nodes), channels, width, SelfMessages::counted) /
         share;
}

/// Saturation of a candidate that can be built, from its loads and, under uniform traffic, its bisection.
Saturation saturation(const TrafficAsked& asked, const BuiltCandidate& candidate, const TrafficResult& traffic) {
  const double width = candidate.channel.width_bits;
  const double group = candidate.facts.terminals / candidate.facts.nodes;
  // Bounds whose ratio is within 1e-12 of 1 differ only by rounding. They count as equal, and the first of them is
  // named.
  constexpr double kTie = 1 - 1e-12;
  Saturation found;
  std::optional<double> bound;
  const auto lower = [&](double bits, SaturationLimit what) {
    if (!std::isfinite(bits) || (bound && bits >= *bound * kTie)) return;
    bound = bits;
    found.limited_by.limit = what;
  };
  if (const auto cut = cut_bound(asked, candidate, width)) lower(*cut, SaturationLimit::bisection);
  if (const double* peak = traffic.peak_channel_load())
    lower(channel_bound(width, *peak), SaturationLimit::busiest_channel);
  if (!bound) return {};
  // The terminals of a node share its load over `group` channels, one for each terminal.
  if (traffic.terminal_load > 0) lower(channel_bound(width * group, traffic.terminal_load), SaturationLimit::terminal);
  if (found.limited_by.limit == SaturationLimit::busiest_channel)
    found.limited_by.link_class = busiest_class(candidate, traffic.class_loads);
  found.bits_per_phit = *bound / group;
  return found;
}

}  // namespace

std::string_view traffic_name(const TrafficAsked& asked) {
  return asked.traffic ? asked.traffic->pattern->name : "uniform";
}

bool is_uniform(const TrafficAsked& asked) { return !asked.traffic || asked.traffic->pattern->is_uniform(); }

std::uint64_t effort_of_loads(const Effort& effort) {
  constexpr std::uint64_t kShareOfLoads = 40;
  return effort.link_visits / kShareOfLoads;
}

TrafficResult traffic_result(const StudySettings& study, const Effort& effort, const BuiltCandidate& candidate) {
  if (study.asks_given_load()) expect_given_rates(study, candidate);
  const bool walked = is_routed_one_by_one(candidate) || differs_from_routes(study, candidate, effort);
  TrafficResult result = walked              ? tabled_result(study, effort, candidate)
                         : is_uniform(study) ? uniform_result(study, effort, candidate)
                                             : pattern_result(study, effort, candidate);
  if (candidate.can_be_built() && effort.detail != Detail::plain_ranking)
    result.saturation = saturation(study, candidate, result);
  if (study.asks_routes() || is_tabled(candidate.facts.routing))
    result.routes = route_facts(study, candidate, result.routed, effort);
  return result;
}

std::optional<double> uniform_peak_load(const TrafficAsked& asked, const RoutedCandidate& candidate) {
  // Without a way in one of its planes, a message loads no channel, though other planes may join its ends.
  const bool all_load = candidate.traffic.without_way == 0.0;
  const bool by_closed_form = is_uniform(asked) && all_load &&
                              !(candidate.design->planes && candidate.design->planes->have_own_traffic()) &&
                              candidate.facts.tiles.terminals.empty() && !is_routed_one_by_one(candidate) &&
                              candidate.facts.routing != Routing::express;
  if (by_closed_form && candidate.traffic.peak_channel_load() != nullptr)
    return *candidate.traffic.peak_channel_load() / *uniform_factor(asked, candidate);
  const Topology& topology = candidate.network()->topology;
  const Loads peaks = shortest_path_peaks(topology, effort_of_loads({}));
  return peaks ? std::optional(*std::max_element(peaks->begin(), peaks->end())) : std::nullopt;
}

double saturation_per_cycle(const RoutedCandidate& candidate, const WireTiming& wires) {
  return candidate.traffic.saturation.bits_per_phit / wires.clock.period_cycles;
}

}  // namespace cutline
