// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/named.hpp"
#include "evaluate/budget.hpp"
#include "evaluate/rankable.hpp"
#include "evaluate/site_costs.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/timing.hpp"
#include "evaluate/traffic.hpp"
#include "placement/named_sites.hpp"
#include "placement/order.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

/// "[Dally 1990, sec. 2]" as "Dally 1990, sec. 2".
std::string without_brackets(std::string_view source) {
  std::string text(source);
  if (text.size() > 1 && text.front() == '[' && text.back() == ']' && text.find(']') == text.size() - 1) {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

void note_width(const Hold& hold, const TimedCandidate& candidate, std::vector<Note>& notes) {
  const double given = candidate.design->channel.width_bits;
  const bool held = hold.resource != Resource::none;
  if (!held && given == 0) notes.push_back(make_note(NoteKind::default_width));
  if (held && hold.of.empty() && given > 0) notes.push_back(make_note(NoteKind::given_width_not_used, given));
  const double before = candidate.channel.width_before_rounding;
  const double width = candidate.channel.width_bits;
  if (width > 0 && std::abs(width - before) > 1e-9 * before)
    notes.push_back(make_note(width < before ? NoteKind::rounded_down : NoteKind::rounded_up, before, width));
}

void note_bisection(const Hold& hold, const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (hold.resource != Resource::bisection || hold.count != BisectionCount::graph) return;
  if (candidate.ideal()) notes.push_back(make_note(NoteKind::bisection_by_formula));
  if (!candidate.graph()) return;
  const auto wires = bisection_wires(candidate);
  if (wires && wires->lower < wires->upper)
    notes.push_back(make_note(NoteKind::bisection_between, wires->lower, wires->upper));
}

/// Notes that a layout has more wires over its middle than the budget of its held bisection.
void note_middle(const Hold& hold, const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (hold.resource != Resource::bisection || hold.count == BisectionCount::middle_cut || !candidate.laid_out()) return;
  const auto wires = over_middle(candidate, &Density::middle_wires);
  const double budget = candidate.channel.budget()->budget;
  if (wires > budget * (1 + 1e-9)) notes.push_back(make_note(NoteKind::over_middle, wires, budget));
}

/// The default has one driver for each wire. Notes that the slowest wire has at least twice the length at which
/// repeaters should stand.
void note_repeaters(const TimedCandidate& candidate, std::vector<Note>& notes) {
  const WireTiming* wires = candidate.latency.wires_under(0);
  if (wires == nullptr || !wires->slowest.known()) return;
  const SlowestWire& slowest = wires->slowest;
  const auto& driver = candidate.technology().driver;
  const double mm = in_mm(slowest.length());
  const auto ohm = slowest.r_ohm(), ff = slowest.c_ff();
  if (!driver || !ohm || !ff || mm <= 0) return;
  const double spacing = best_repeater_spacing_mm(*driver, *ohm / mm, *ff / mm);
  if (mm < 2 * spacing) return;
  notes.push_back(make_note(NoteKind::one_driver, mm, mm / spacing));
  notes.back().delay = 0;
}

/// Names the layers of the slowest wire: with models that count resistance and capacitance, delays depend on them.
void note_wire_layers(const DelaysAsked& asked, const TimedCandidate& candidate, std::vector<Note>& notes) {
  const Technology& technology = candidate.technology();
  if (technology.layers.size() <= 2) return;
  for (std::size_t d = 0; const WireTiming* wires = candidate.latency.wires_under(d); ++d) {
    const SlowestWire& slowest = wires->slowest;
    if (!slowest.known() || asked.delays[d].model->needs < Needs::wire) continue;
    notes.push_back(make_note(NoteKind::slowest_layers, slowest.layers, technology.name));
    return;
  }
}

/// Notes on wires outside the lengths for which a delay model holds, and on wires that repeaters would help.
void note_ranges(const DelaysAsked& asked, const TimedCandidate& candidate, std::vector<Note>& notes) {
  for (std::size_t d = 0; const WireTiming* wires = candidate.latency.wires_under(d); ++d) {
    if (wires->outside_range.empty()) continue;
    notes.push_back(make_note(NoteKind::outside_range, wires->delay_label, wires->outside_range));
    notes.back().delay = d;
  }
  if (!asked.default_delay || candidate.of_study->unit) return;
  const DelayModel& model = *asked.delays.front().model;
  if (model.needs == Needs::driver) return note_repeaters(candidate, notes);
  notes.push_back(make_note(NoteKind::default_delay, model.name, candidate.of_study->name));
}

/// A note that numbers of the spec are no numbers of nodes, where some are given.
void note_named_sites(const TrafficAsked& asked, const TimedCandidate& candidate, std::vector<Note>& notes) {
  const PlacedNetwork* network = candidate.network();
  const auto lists_nodes = [](const TileKind& kind) { return !kind.at.nodes.empty(); };
  const auto& tiles = candidate.design->tiles;
  const bool named = (asked.traffic && asked.traffic->names_nodes()) || std::ranges::any_of(tiles, lists_nodes);
  if (network == nullptr) return;
  const bool moved = has_tile_names(network->topology) ? network->placement[Axis::x].order != "given"
                                                       : !NamedSites(network->topology, network->placement).same();
  if (!named || !moved) return;
  notes.push_back(make_note(NoteKind::numbers_are_places, order_text(network->placement, ", ")));
}

void note_radix(const TimedCandidate& candidate, std::vector<Note>& notes) {
  const Parameters& parameters = candidate.design->parameters;
  if (!candidate.ideal() || !parameters.has("nodes") || !parameters.has("dimensions")) return;
  const double radix = std::pow(parameters.number("nodes"), 1 / parameters.number("dimensions"));
  if (std::abs(radix - std::round(radix)) > 1e-9 * radix) notes.push_back(make_note(NoteKind::radix_not_whole, radix));
}

/// The notes that families and orders have on the network.
void note_network(const Hold& hold, const TimedCandidate& candidate, std::vector<Note>& notes) {
  const auto say = [&](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) add_once(notes, make_note(NoteKind::sentence, text));
  };
  if (candidate.network()) {
    say(candidate.network()->topology.notes);
    if (const std::uint64_t pairs = candidate.network()->topology.linked_in_both_orders; pairs > 0)
      notes.push_back(make_note(NoteKind::linked_in_both_orders, pairs));
    for (const Arranged& arranged : candidate.network()->placement.arranged)
      notes.push_back(make_note(NoteKind::sentence, to_string(arranged)));
  }
  if (candidate.ideal()) {
    say(candidate.ideal()->notes);
  } else if (counts_by_formula(hold)) {
    say(closed_forms(*candidate.design, "topology.family").notes);
  }
}

void note_given(const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.laid_out() || !candidate.network()->topology.given || candidate.design->machine) return;
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
  if (lengths && candidate.technology().unit)
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

void note_traffic(const StudySettings& study, const TimedCandidate& candidate, std::vector<Note>& notes) {
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
  if (!study.asks_given_load() && given_rates(study, candidate).absolute())
    notes.push_back(make_note(NoteKind::rates_are_shares));
  if (traffic.mean_hops() && !traffic.routed && candidate.facts.routing == Routing::express)
    notes.push_back(make_note(NoteKind::by_shortest_paths, study.traffic->pattern->name));
  if (candidate.facts.terminals > candidate.facts.nodes)
    notes.push_back(make_note(NoteKind::terminals_send_alike, study.traffic->pattern->name));
}

/// Notes that cables are bought for another rate than a channel carries.
void note_rate(const ClockChoice& clock, const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.machine || clock.rule != ClockRule::fixed || !candidate.channel.has_width()) return;
  const double bits = candidate.channel.width_bits, carried = bits / in_ns(clock.cycle);
  if (std::abs(carried - candidate.machine->gbps) > 1e-6 * carried)
    notes.push_back(make_note(NoteKind::rate_of_cables, candidate.machine->gbps, bits, carried));
}

}  // namespace

void add_once(std::vector<Note>& notes, Note note) {
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
}

std::vector<std::string> sources_of(const Study& study, const TimedCandidate& candidate) {
  std::vector<std::string> sources;
  const auto add = [&](std::string_view source) {
    std::string text = without_brackets(source);
    if (std::find(sources.begin(), sources.end(), text) == sources.end()) sources.push_back(std::move(text));
  };
  const Design& design = *candidate.design;
  if (candidate.ideal()) {
    for (const std::string& source : candidate.ideal()->sources) add(source);
  } else if (const Family* family = find_family(design.family)) {
    add(family->source);
  }
  if (candidate.network()) {
    for (const AxisPlacement& axis : candidate.network()->placement.axes) {
      const Order* order = axis.slots() > 1 ? find_order(axis.order) : nullptr;
      if (order != nullptr) add(order->source);
    }
  }
  for (const ChosenDelay& delay : study.delays) add(delay.model->source);
  if (study.traffic && study.traffic->pattern->source != "none") add(study.traffic->pattern->source);
  if (candidate.latency.contention != nullptr) add(candidate.latency.contention->source);
  if (study.guest) add("Ranade 1987");
  return sources;
}

std::vector<Note> notes_of(const Study& study, const TimedCandidate& candidate, const Effort& effort,
                           std::vector<Note> noted) {
  std::vector<Note> notes = std::move(noted);
  if (!candidate.can_be_built()) notes.push_back(make_note(NoteKind::cannot_be_built, candidate.why_not()));
  if (const auto why = why_no_curve(study, candidate, effort))
    notes.push_back(make_note(NoteKind::no_curve, make_note(*why)));
  note_network(study.hold, candidate, notes);
  note_parts(candidate, notes);
  note_named_sites(study, candidate, notes);
  note_width(study.hold, candidate, notes);
  note_bisection(study.hold, candidate, notes);
  note_middle(study.hold, candidate, notes);
  note_of_layout(candidate, notes);
  note_rate(study.clock, candidate, notes);
  if (candidate.machine && !candidate.machine->totals.spent)
    notes.push_back(make_note(NoteKind::sentence, "the machine names no `prices`, so it has no cost and no power"));
  if (candidate.machine && candidate.machine->totals.spent && !candidate.machine->totals.watts)
    notes.push_back(make_note(NoteKind::sentence, "the watts of some switch or medium of the machine are not known"));
  note_wire_layers(study, candidate, notes);
  note_ranges(study, candidate, notes);
  note_given(candidate, notes);
  note_site_costs(study, candidate, notes);
  note_radix(candidate, notes);
  const std::vector<TileKind>& kinds = candidate.design->tiles;
  const bool by_kind = std::any_of(kinds.begin(), kinds.end(), [](const TileKind& k) { return k.router_delay; });
  if (!candidate.design->router.given && !by_kind && !study.counts_tau())
    notes.push_back(make_note(NoteKind::default_router_delay));
  note_traffic(study, candidate, notes);
  note_limits(study.limits, candidate, notes);
  return notes;
}

}  // namespace cutline
