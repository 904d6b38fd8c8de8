// SPDX-License-Identifier: Apache-2.0
#include "evaluate/wire_costs.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/layout/runs.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "evaluate/link_meter.hpp"
#include "evaluate/longest_wire.hpp"
#include "evaluate/traffic.hpp"
#include "evaluate/under_load.hpp"
#include "evaluate/ways.hpp"
#include "measure/packages.hpp"
#include "performance/traffic.hpp"
#include "routing/destinations.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

namespace {

/// Factor on the cost of a mean message of uniform traffic: above 1 if it leaves out messages to oneself, which cost
/// nothing, or if some messages have no way.
double cost_factor(const Study& study, const BuiltCandidate& candidate) {
  return is_uniform(study) ? uniform_factor(study, candidate).value_or(1) : 1;
}

bool wants_links(const Study& study, const BuiltCandidate& candidate) {
  return !technology_of(study, *candidate.design).unit || candidate.packages() || candidate.network()->topology.given ||
         study.clock.rule == ClockRule::per_link || takes_own_cycles(study) ||
         candidate.network()->topology.has_interchanges();
}

Time cycle_of(const Study& study) { return std::max(study.clock.cycle, study.clock.floor); }

/// Raises the longest delay of each medium that carries the link.
void raise_slowest(const Layout& layout, const Crossings& crossings, const LinkGeometry& link, Time delay,
                   std::vector<std::vector<Time>>& slowest) {
  for (std::size_t level = 0; !crossings.grids()[level].same_module(link.from, link.to); ++level) {
    const double way = cell_size(layout.rules).length(crossings.edge_to_edge(level, link.from, link.to));
    const EdgeMedium* taken = crossings.medium(level, way);
    if (taken == nullptr) continue;
    Time& most = slowest[level][static_cast<std::size_t>(taken - crossings.media(level).data())];
    most = std::max(most, delay);
  }
}

/// By level of the packages and by medium: the delay of the slowest link that crosses an edge in this medium.
std::vector<std::vector<Time>> slowest_over_media(const BuiltCandidate& candidate, const LinkTable* table,
                                                  const std::vector<Time>& of_kind) {
  const LaidOut* laid = candidate.laid_out();
  if (laid == nullptr || laid->packages.levels.empty()) return {};
  std::vector<std::vector<Time>> slowest;
  for (const LevelMeasures& level : laid->packages.levels) slowest.emplace_back(level.media.size());
  const auto has_none = [](const std::vector<Time>& media) { return media.empty(); };
  if (std::all_of(slowest.begin(), slowest.end(), has_none)) return slowest;
  CUTLINE_EXPECT(table != nullptr);
  const std::vector<LinkGeometry>& links = table->geometries();
  const Crossings crossings(laid->layout, candidate.design->packages);
  for (std::size_t kind = 0; kind < links.size(); ++kind)
    raise_slowest(laid->layout, crossings, links[kind], of_kind[kind], slowest);
  return slowest;
}

/// Whole cycles of every kind of link; empty if all kinds take the same number, because then the number of hops gives
/// the sum.
std::vector<double> cycles_that_differ(const Study& study, const std::vector<Time>& delays) {
  std::vector<double> cycles;
  for (const Time delay : delays) cycles.push_back(whole_cycles(delay, cycle_of(study)));
  const bool alike = std::adjacent_find(cycles.begin(), cycles.end(), std::not_equal_to<>()) == cycles.end();
  return alike ? std::vector<double>() : cycles;
}

/// Times an ideal network. If links take their own cycles, each hop counts the cycles of a wire of its span.
void time_ideal(const Study& study, const BuiltCandidate& candidate, const ChosenDelay& delay, WireCosts& costs) {
  const IdealNetwork& ideal = *candidate.ideal();
  costs.longest_wire = delay(longest_wire(candidate));
  if (!takes_own_cycles(study) || ideal.hops_by_span.empty()) return;
  double cycles = 0;
  for (const IdealHops& hops : ideal.hops_by_span) {
    WireLength wire;
    wire.span = hops.span;
    cycles += hops.hops * whole_cycles(delay(wire), cycle_of(study));
  }
  costs.route = OwnCycles{cycles * cost_factor(study, candidate)};
}

}  // namespace

MeanRoute::MeanRoute(const Study& study, const RoutedCandidate& candidate, const Effort& effort)
    : study_(study), candidate_(candidate), effort_(effort) {
  if (candidate.laid_out() && wants_links(study, candidate)) table_.emplace(candidate);
}

void MeanRoute::walk() {
  times_ = PastEffort{};
  // Of a candidate with planes, a message keeps to its plane, which has routes of its own.
  if (!table_ || candidate_.design->planes) return;
  if (!all_have_ways(candidate_) && !candidate_.traffic.mean_hops()) return;
  const Topology& topology = candidate_.network()->topology;
  std::vector<double> times(table_->kinds());
  // The flows of tables leave out messages to oneself if the study does.
  const bool by_routes = candidate_.traffic.routed || is_routed_one_by_one(candidate_);
  const double factor = by_routes ? 1 : cost_factor(study_, candidate_);
  const auto add = [&](const RoutedLink& link) {
    times[table_->kind(link.place)] += link.load * factor;
    interchange_ends_ += link.load * factor * link.interchanges;
  };
  const LaidOutNetwork network{topology, candidate_.network()->placement, candidate_.laid_out()->layout};
  if (by_routes) {
    if (!walk_table(add)) return;
  } else if (is_uniform(study_)) {
    if (!for_each_routed_link(network, candidate_.facts.routing, effort_.link_visits, add)) return;
  } else {
    const ChosenTraffic& chosen = *study_.traffic;
    if (!chosen.refusal(topology).empty()) return;
    if (!for_each_routed_link(network, sent_form(study_, candidate_), sent_traffic(study_, candidate_).traffic,
                              effort_of_loads(effort_), add))
      return;
  }
  times_ = std::move(times);
}

bool MeanRoute::walk_table(FunctionRef<void(const RoutedLink&)> add) const {
  const RoutedOrWhy routed = routed_traffic(study_, candidate_, effort_);
  if (std::holds_alternative<std::string>(routed)) return false;
  const Flows& flows = std::get<0>(routed)->flows;
  const PlacedNetwork& network = *candidate_.network();
  for_each_routed_link({network.topology, network.placement, candidate_.laid_out()->layout}, *flows.graph,
                       flows.loads(), add);
  return true;
}

const std::vector<double>* MeanRoute::times() {
  if (std::holds_alternative<NotWalked>(times_)) walk();
  return std::get_if<std::vector<double>>(&times_);
}

std::optional<double> MeanRoute::interchanges() {
  if (!candidate_.laid_out() || !candidate_.network()->topology.has_interchanges()) return 0;
  // A message enters an interchange as often as it leaves one, so half of these ends are entries.
  return times() != nullptr ? std::optional(interchange_ends_ / 2) : std::nullopt;
}

WireLength longest_wire(const BuiltCandidate& candidate) {
  WireLength wire;
  if (candidate.ideal()) {
    wire.span = candidate.ideal()->longest_span;
    return wire;
  }
  const NodePitch pitch = node_pitch(candidate.laid_out()->layout);
  wire.node_pitch_pitches = pitch.pitches;
  wire.node_pitch = pitch.length;
  const Lengths& length = candidate.laid_out()->measures.length;
  wire.span = length.longest_span.pitches();
  wire.routed_pitches = static_cast<double>(length.longest_pitches);
  wire.routed = length.mm ? millimetres(length.mm->longest) : Length{};
  return wire;
}

bool takes_own_cycles(const Study& study) { return study.clock.rule == ClockRule::fixed && study.pipelined; }

std::optional<double> MeanRoute::sum(FunctionRef<std::optional<double>(std::size_t kind)> cost) {
  const std::vector<double>* uses = times();
  if (uses == nullptr) return std::nullopt;
  double all = 0;
  for (std::size_t kind = 0; kind < uses->size(); ++kind) {
    if ((*uses)[kind] == 0) continue;
    const std::optional<double> one = cost(kind);
    if (!one) return std::nullopt;
    all += (*uses)[kind] * *one;
  }
  return all;
}

std::optional<double> MeanRoute::edge_pj() {
  if (!table_ || !candidate_.packages() || !candidate_.packages()->energy) return std::nullopt;
  const Crossings crossings(candidate_.laid_out()->layout, candidate_.design->packages);
  return sum([&](std::size_t kind) {
    const LinkGeometry& link = table_->geometry(kind);
    return crossings.of(link.from, link.to).energy_pj_per_bit;
  });
}

/// Adds what a mean route takes, if links differ.
void MeanRoute::add_route(WireCosts& costs) {
  const std::vector<double> cycles =
      takes_own_cycles(study_) ? cycles_that_differ(study_, costs.of_kind) : std::vector<double>();
  if (!cycles.empty()) {
    costs.route = PastEffort{};
    if (const auto all = sum([&](std::size_t kind) { return std::optional(cycles[kind]); }))
      costs.route = OwnCycles{*all};
  }
  if (study_.clock.rule == ClockRule::per_link) {
    costs.route = PastEffort{};
    if (const auto all = sum([&](std::size_t kind) { return std::optional(costs.of_kind[kind].base); }))
      costs.route = Time{*all};
  }
}

/// Finds the delay of each kind of link, the slowest link, the links outside the model's range, and the sums over a
/// mean route.
void MeanRoute::add_links(const ChosenDelay& delay, bool compare_given, WireCosts& costs) {
  LinkMeter meter(study_, candidate_, delay);
  costs.of_kind.reserve(table_->kinds());
  for (std::size_t kind = 0; kind < table_->kinds(); ++kind)
    costs.of_kind.push_back(meter.counted_delay(table_->geometry(kind), table_->links(kind)));
  costs.outside_range = meter.outside_range();
  if (const auto slowest = std::max_element(costs.of_kind.begin(), costs.of_kind.end());
      slowest != costs.of_kind.end()) {
    costs.longest_wire = *slowest;
    const LinkGeometry& link = table_->geometry(static_cast<std::size_t>(slowest - costs.of_kind.begin()));
    if (delay.model->counts_metres() || meter.given_delay(link)) costs.slowest = meter.described(link);
  }
  if (compare_given) costs.given = given_delays(candidate_, *table_, meter);
  add_route(costs);
  if (!has_wire_energy(study_, candidate_) || effort_.detail == Detail::plain_ranking) return;
  costs.route_pj = sum([&](std::size_t kind) { return meter.energy_pj(table_->geometry(kind)); });
}

std::vector<WireCosts> MeanRoute::costs(double wire_delay) {
  std::vector<WireCosts> all;
  for (const ChosenDelay& chosen : study_.delays) {
    const ChosenDelay delay = slowed(chosen, wire_delay);
    WireCosts& costs = all.emplace_back();
    costs.delay_label = delay.label;
    if (candidate_.ideal()) {
      time_ideal(study_, candidate_, delay, costs);
    } else if (!table_) {
      costs.longest_wire = delay(longest_wire(candidate_));  // delays of the unit technology grow with the length
    } else {
      add_links(delay, wire_delay == 1, costs);
    }
    costs.slowest_over = slowest_over_media(candidate_, table(), costs.of_kind);
  }
  return all;
}

}  // namespace cutline
