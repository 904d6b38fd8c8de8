// SPDX-License-Identifier: Apache-2.0
// Notes on traffic, on nodes without a way to others, and on what the file of a graph says of its links.

#include <algorithm>

#include "base/named.hpp"
#include "cutline/delay/wire_formulas.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/topology/given_links.hpp"
#include "evaluate/curve.hpp"
#include "evaluate/given_traffic.hpp"
#include "evaluate/budget.hpp"
#include "evaluate/notes.hpp"
#include "evaluate/site_costs.hpp"
#include "evaluate/traffic.hpp"
#include "placement/named_sites.hpp"
#include "placement/order.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

void note_given(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.laid_out() || !candidate.network()->topology.given) return;
  const Topology& topology = candidate.network()->topology;
  const auto add = [&](NoteKind kind, const GivenDifference& found) {
    if (found.differ == 0) return false;
    const GivenDifference::Worst& worst = *found.worst;
    const auto ends = std::minmax({node_number(topology, worst.a), node_number(topology, worst.b)});
    const auto name = [&](std::uint64_t number) { return site_name(topology, node_site(topology, number)); };
    notes.push_back(make_note(kind, found.differ, found.links, 100 * topology.given->tolerance, name(ends.first),
                              name(ends.second), worst.given, worst.laid));
    return true;
  };
  const auto& lengths = candidate.laid_out()->given;
  if (lengths) add(NoteKind::given_lengths_differ, lengths->to_layout);
  if (lengths && technology_of(study, *candidate.design).unit)
    notes.push_back(make_note(NoteKind::given_lengths_set_no_delay, lengths->links));
  for (std::size_t d = 0; const WireTiming* wires = candidate.latency.wires_under(d); ++d) {
    if (add(NoteKind::given_delays_differ, wires->given)) notes.back().delay = d;
  }
}

void note_parts(const TimedCandidate& candidate, std::vector<Note>& notes) {
  const GraphMeasures* graph = candidate.graph();
  if (graph == nullptr || graph->parts.all_have_ways()) return;
  const NetworkParts& parts = graph->parts;
  const double nodes = candidate.facts.nodes;
  if (!parts.pairs_without_way) {
    notes.push_back(make_note(NoteKind::some_without_way, parts.count, parts.largest));
  } else if (parts.count > 1) {
    notes.push_back(make_note(NoteKind::network_in_parts, parts.count, parts.largest,
                              static_cast<double>(*parts.pairs_without_way), nodes * (nodes - 1)));
  } else {
    notes.push_back(
        make_note(NoteKind::pairs_without_way, static_cast<double>(*parts.pairs_without_way), nodes * (nodes - 1)));
  }
}

void note_traffic(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
  const TrafficResult& traffic = candidate.traffic;
  if (traffic.routes && !traffic.routes->free_of_deadlock) notes.push_back(make_note(NoteKind::routes_can_lock_up));
  if (traffic.mean_hops() && traffic.without_way.value_or(0) > 0)
    notes.push_back(make_note(NoteKind::messages_without_way, 100 * *traffic.without_way, traffic_name(study)));
  if (traffic.why_no_hops()) notes.push_back(make_note(NoteKind::no_hops, *traffic.why_no_hops()));
  if (traffic.mean_hops() && candidate.can_be_built() && candidate.latency.timings.empty()) {
    notes.push_back(make_note(study.clock.rule == ClockRule::fixed ? NoteKind::no_latency_of_cycles
                                                                   : NoteKind::no_latency_of_routes));
  }
  if (traffic.saturation.known() && traffic.saturation.limited_by.limit == SaturationLimit::terminal)
    notes.push_back(make_note(NoteKind::terminal_channel));
  if (traffic.saturation.known() && traffic.peak_channel_load() == nullptr)
    notes.push_back(make_note(NoteKind::no_channel_loads));
  if (!study.traffic) return;
  if (auto note = rates_as_shares(study, candidate)) notes.push_back(std::move(*note));
  if (traffic.mean_hops() && !traffic.routed && candidate.facts.routing == Routing::express)
    notes.push_back(make_note(NoteKind::by_shortest_paths, study.traffic->pattern->name));
  if (candidate.facts.terminals > candidate.facts.nodes)
    notes.push_back(make_note(NoteKind::terminals_send_alike, study.traffic->pattern->name));
}

}  // namespace cutline
