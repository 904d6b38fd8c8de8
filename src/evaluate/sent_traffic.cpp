// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "evaluate/candidate_routes.hpp"
#include "evaluate/network.hpp"
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
  return static_cast<double>(std::max(*std::ranges::max_element(to), *std::ranges::max_element(from)));
}

}  // namespace

bool all_have_ways(const BuiltCandidate& candidate) {
  const GraphMeasures* graph = candidate.graph();
  return graph == nullptr || graph->parts.all_have_ways();
}

std::optional<UniformPairs> uniform_pairs(const TrafficAsked& asked, const BuiltCandidate& candidate) {
  const double nodes = candidate.facts.nodes, pairs = nodes * nodes;
  const double to_oneself = asked.traffic_self ? 0 : pairs / candidate.facts.terminals;
  UniformPairs found{pairs - to_oneself, pairs - to_oneself};
  if (all_have_ways(candidate)) return found;
  const NetworkParts& parts = candidate.graph()->parts;
  if (!parts.pairs_without_way) return std::nullopt;
  found.sent -= static_cast<double>(*parts.pairs_without_way);
  return found;
}

std::optional<double> uniform_factor(const TrafficAsked& asked, const BuiltCandidate& candidate) {
  const double terminals = candidate.facts.terminals;
  if (all_have_ways(candidate)) return asked.traffic_self || terminals <= 1 ? 1 : terminals / (terminals - 1);
  const auto pairs = uniform_pairs(asked, candidate);
  if (!pairs || !candidate.graph()->distances) return std::nullopt;
  return candidate.facts.nodes * candidate.facts.nodes / pairs->sent;
}

SentTraffic sent_traffic(const TrafficAsked& asked, const BuiltCandidate& candidate) {
  const PlacedNetwork& network = *candidate.network();
  SentTraffic sent{placed_traffic(asked, network)};
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

DigitForm sent_form(const TrafficAsked& asked, const BuiltCandidate& candidate) {
  return all_have_ways(candidate) ? asked.traffic->digit_form(candidate.network()->topology) : DigitForm{};
}

double uniform_terminal_load(const TrafficAsked& asked, const BuiltCandidate& candidate, const Effort& effort) {
  if (all_have_ways(candidate)) return 1;
  const auto pairs = uniform_pairs(asked, candidate);
  if (!pairs || pairs->sent <= 0) return 0;
  const Topology& topology = candidate.network()->topology;
  auto most = static_cast<double>(candidate.graph()->parts.largest);
  if (has_one_way_links(topology)) {
    if (visits_of_all_routes(candidate) > static_cast<double>(effort_of_loads(effort))) return 0;
    most = most_ways(channel_graph(topology));
  }
  const double nodes = candidate.facts.nodes, to_oneself = asked.traffic_self ? 0 : nodes / candidate.facts.terminals;
  return (most - to_oneself) * nodes / pairs->sent;
}

double visits_of_all_routes(const BuiltCandidate& candidate) {
  return 2 * candidate.facts.nodes * std::max(candidate.facts.links, candidate.facts.nodes - 1);
}

namespace {

/// Loads whose ratio to what a channel can carry is within 1e-9 of 1 differ from it by rounding alone.
constexpr double kFull = 1 - 1e-9;

std::string channel_name(const BuiltCandidate& candidate, const ChannelUnderLoad& channel) {
  const Topology& topology = candidate.network()->topology;
  const auto name = [&](std::uint64_t site) {
    return topology.names ? site_name(topology, site) : std::to_string(node_number(topology, site));
  };
  if (channel.use == ChannelUse::injection) return fmt::format("from the terminals of {}", name(channel.from));
  if (channel.use == ChannelUse::ejection) return fmt::format("to the terminals of {}", name(channel.to));
  return fmt::format("from {} to {}", name(channel.from), name(channel.to));
}

}  // namespace

void expect_known_nodes(const TrafficAsked& asked, const std::vector<Design>& designs,
                        const std::vector<const Topology*>& networks) {
  if (!asked.traffic) return;
  std::string first;
  for (const Topology* network : networks) {
    if (network == nullptr) continue;
    const std::string why = asked.traffic->unknown_node(*network);
    if (why.empty()) return;
    if (first.empty()) first = why;
  }
  if (first.empty()) return;
  const Parameters& parameters = asked.traffic->parameters;
  const std::string key = std::string("traffic.") + (parameters.has("file") ? "file" : "node");
  throw Error(ExitCode::bad_input, {{.message = "traffic fits none of the candidates: " + first,
                                     .hint = "`cutline list nodes SPEC -c NAME` lists the nodes of a candidate",
                                     .place = designs.empty() ? Place() : designs.front().place_of({key, "traffic"}),
                                     .parameter = key}});
}

GivenRates given_rates(const TrafficAsked& asked, const BuiltCandidate& candidate) {
  if (!asked.traffic || asked.traffic->pattern->rates == nullptr || !candidate.network()) return {};
  const Topology& topology = candidate.network()->topology;
  return asked.traffic->refusal(topology).empty() ? asked.traffic->rates(topology) : GivenRates();
}

void expect_given_rates(const StudySettings& study, const BuiltCandidate& candidate) {
  const bool gives = study.traffic && study.traffic->pattern->rates != nullptr;
  if (gives && (!candidate.network() || !study.traffic->refusal(candidate.network()->topology).empty())) return;
  const GivenRates rates = given_rates(study, candidate);
  if (!rates.absolute()) {
    throw_input_error(
        gives ? "`load: as_given` needs absolute rates, and those of `traffic` have no unit: they are shares"
              : fmt::format("`load: as_given` needs absolute rates, and {} traffic has none", traffic_name(study)),
        gives ? "write `16 GB/s`, or `rate [GB/s]` above the column, or `unit: GB/s` in `traffic`"
              : "give a load such as `0.3 of capacity`, or `traffic: {pattern: matrix, file: ...}` with rates",
        "load");
  }
  if (rates.kind == RateKind::bits_per_ns && study.counts_tau())
    throw_input_error("rates by the second need a technology with real times, and this one counts tau",
                      "give rates in bits/cycle or flits/cycle, or name another technology", "load");
}

double given_bits_per_cycle(const GivenRates& rates, double width_bits, const ChannelClock& clock) {
  switch (rates.kind) {
    case RateKind::share:
      return 0;
    case RateKind::bits_per_cycle:
      return rates.of_node;
    case RateKind::flits_per_cycle:
      return rates.of_node * width_bits;
    case RateKind::bits_per_ns:
      return rates.of_node * in_ns(clock.cycle);
  }
  return 0;
}

Note note_of_given_load(const TrafficAsked& asked, const GivenRates& rates, const Timing& timing, double offered) {
  const double flits = offered / timing.input.width_bits;
  const double messages = offered / asked.mean_message_bits() / asked.packets();
  if (rates.kind != RateKind::bits_per_ns) return make_note(NoteKind::load_of_cycles, offered, flits, messages);
  return make_note(NoteKind::load_of_times, offered, flits, messages, in_ns(timing.clock.cycle),
                   std::string(cycle_limit_text(timing.clock.cycle_set_by)));
}

std::optional<Note> note_of_fullest(const LatencyAsked& asked, const RoutedCandidate& candidate, const Timing& timing,
                                    double offered, const Effort& effort) {
  const RoutedOrWhy found = routed_traffic(asked, candidate, effort);
  const auto* routed = std::get_if<SharedConst<RoutedTraffic>>(&found);
  if (routed == nullptr) return std::nullopt;
  const std::vector<ChannelUnderLoad> all =
      channels_under_load(candidate, (*routed)->flows, candidate.channel.width_bits / timing.clock.period_cycles);
  if (all.empty() || !(offered >= all.front().full_at * kFull)) return std::nullopt;
  const auto is_full = [&](const ChannelUnderLoad& each) { return offered >= each.full_at * kFull; };
  const auto full = static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), is_full));
  const ChannelUnderLoad& most = all.front();
  const double carried = most.messages * offered * candidate.facts.terminals / candidate.facts.nodes;
  const double times = offered / most.full_at;
  const NoteKind kind = times * kFull > 1 ? NoteKind::channel_overloaded : NoteKind::channel_full;
  return make_note(kind, channel_name(candidate, most), carried, carried / times, times, full - 1);
}

}  // namespace cutline
