// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/wire_costs.hpp"

#include <algorithm>

#include "cutline/performance/traffic.hpp"
#include "cutline/routing/destinations.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/link_meter.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/study/under_load.hpp"
#include "cutline/topology/ideal_network.hpp"
#include "evaluate/given_delays.hpp"
#include "evaluate/ways.hpp"

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

/// Finds the delay of each kind of link, the slowest link, and the links outside the model's range.
void time_links(const LinkTable& table, LinkMeter& meter, bool metres, WireCosts& costs) {
  std::optional<std::size_t> slowest;
  for (std::size_t kind = 0; kind < table.kinds(); ++kind) {
    costs.of_kind.push_back(meter.counted_delay(table.geometry(kind), table.links(kind)));
    if (!slowest || costs.of_kind[kind] > costs.of_kind[*slowest]) slowest = kind;
  }
  costs.outside_range = meter.outside_range();
  if (!slowest) return;
  costs.slowest_link = costs.of_kind[*slowest];
  const LinkGeometry& link = table.geometry(*slowest);
  if (metres || meter.given_delay(link)) costs.slowest = meter.described(link);
}

/// Whole cycles of every kind of link; empty if all kinds take the same number, because then the number of hops gives
/// the sum.
std::vector<double> cycles_that_differ(const Study& study, const std::vector<Time>& delays) {
  std::vector<double> cycles;
  for (const Time delay : delays) cycles.push_back(whole_cycles(delay, cycle_of(study)));
  const bool alike = std::adjacent_find(cycles.begin(), cycles.end(), std::not_equal_to<>()) == cycles.end();
  return alike ? std::vector<double>() : cycles;
}

/// The sum of a cost over the links of a mean route; absent if the route, or the cost of a link on it, is not known.
template <class CostOf>
std::optional<double> over_route(MeanRoute& route, const CostOf& cost) {
  const std::vector<double>* times = route.times();
  if (times == nullptr) return std::nullopt;
  double sum = 0;
  for (std::size_t kind = 0; kind < times->size(); ++kind) {
    if ((*times)[kind] == 0) continue;
    const std::optional<double> one = cost(kind);
    if (!one) return std::nullopt;
    sum += (*times)[kind] * *one;
  }
  return sum;
}

/// Adds the sums over a mean route's links under one delay model.
void add_route(const Study& study, const BuiltCandidate& candidate, MeanRoute& route, LinkMeter& meter,
               WireCosts& costs) {
  const std::vector<double> cycles =
      takes_own_cycles(study) ? cycles_that_differ(study, costs.of_kind) : std::vector<double>();
  if (!cycles.empty()) {
    costs.route = PastEffort{};
    const auto sum = over_route(route, [&](std::size_t kind) { return std::optional(cycles[kind]); });
    if (sum) costs.route = OwnCycles{*sum};
  }
  if (study.clock.rule == ClockRule::per_link) {
    costs.route = PastEffort{};
    const auto sum = over_route(route, [&](std::size_t kind) { return std::optional(costs.of_kind[kind].base); });
    if (sum) costs.route = Time{*sum};
  }
  if (!has_wire_energy(study, candidate) || route.effort().detail == Detail::plain_ranking) return;
  costs.route_pj = over_route(route, [&](std::size_t kind) { return meter.energy_pj(route.table()->geometry(kind)); });
}

/// Times an ideal network. If links take their own cycles, each hop counts the cycles of a wire of its span.
void time_ideal(const Study& study, const BuiltCandidate& candidate, const ChosenDelay& delay, WireCosts& costs) {
  const IdealNetwork& ideal = *candidate.ideal();
  costs.slowest_link = delay(longest_wire(candidate));
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
  const Placement& placement = candidate_.network()->placement;
  if (by_routes) {
    if (!walk_table(add)) return;
  } else if (is_uniform(study_)) {
    if (!for_each_routed_link(topology, placement, candidate_.laid_out()->layout, candidate_.facts.routing,
                              effort_.link_visits, add))
      return;
  } else {
    const ChosenTraffic& chosen = *study_.traffic;
    if (!chosen.refusal(topology).empty()) return;
    if (!for_each_routed_link(topology, placement, candidate_.laid_out()->layout, sent_form(study_, candidate_),
                              sent_traffic(study_, candidate_).traffic, effort_of_loads(effort_), add))
      return;
  }
  times_ = std::move(times);
}

bool MeanRoute::walk_table(FunctionRef<void(const RoutedLink&)> add) const {
  const RoutedOrWhy routed = routed_traffic(study_, candidate_, effort_);
  if (std::holds_alternative<std::string>(routed)) return false;
  const Flows& flows = std::get<0>(routed)->flows;
  const PlacedNetwork& network = *candidate_.network();
  for_each_routed_link(network.topology, network.placement, candidate_.laid_out()->layout, *flows.graph, flows.loads(),
                       add);
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

RouteCosts route_costs(const Study& study, const RoutedCandidate& candidate, MeanRoute& route, double wire_delay) {
  RouteCosts costs;
  costs.of_delay.resize(study.delays.size());
  for (std::size_t d = 0; d < study.delays.size(); ++d) {
    ChosenDelay delay = study.delays[d];
    delay.scale *= wire_delay;
    WireCosts& of = costs.of_delay[d];
    if (candidate.ideal()) {
      time_ideal(study, candidate, delay, of);
    } else if (route.table() == nullptr) {
      of.slowest_link = delay(longest_wire(candidate));  // delays of the unit technology grow with the length
    } else {
      LinkMeter meter(study, candidate, delay);
      time_links(*route.table(), meter, delay.model->counts_metres(), of);
      if (wire_delay == 1) of.given = given_delays(candidate, *route.table(), meter);
      add_route(study, candidate, route, meter, of);
      if (d == 0 && candidate.packages() && candidate.packages()->energy) {
        costs.edge_pj =
            over_route(route, [&](std::size_t kind) { return meter.edge_pj(route.table()->geometry(kind)); });
      }
    }
  }
  costs.mean_interchanges = route.interchanges();
  return costs;
}

}  // namespace cutline
