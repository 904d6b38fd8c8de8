// SPDX-License-Identifier: Apache-2.0
#include "evaluate/candidate_routes.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/traffic.hpp"
#include "performance/traffic.hpp"
#include "study/work_estimate.hpp"

namespace cutline {

namespace {

/// Factor on the cost of a mean message of uniform traffic: above 1 if it leaves out messages to oneself, which cost
/// nothing, or if some messages have no way.
double cost_factor(const TrafficAsked& asked, const BuiltCandidate& candidate) {
  return is_uniform(asked) ? uniform_factor(asked, candidate).value_or(1) : 1;
}

bool wants_links(const DelaysAsked& asked, const BuiltCandidate& candidate) {
  return !candidate.technology().unit || candidate.packages() || candidate.network()->topology.given ||
         asked.clock.rule == ClockRule::per_link || asked.takes_own_cycles() ||
         candidate.network()->topology.has_interchanges();
}

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
std::vector<std::vector<Time>> slowest_over_media(const BuiltCandidate& candidate, const LinkKinds* kinds,
                                                  const std::vector<Time>& of_kind) {
  const LaidOut* laid = candidate.laid_out();
  if (laid == nullptr || laid->packages.levels.empty()) return {};
  std::vector<std::vector<Time>> slowest;
  for (const LevelMeasures& level : laid->packages.levels) slowest.emplace_back(level.media.size());
  const auto has_none = [](const std::vector<Time>& media) { return media.empty(); };
  if (std::all_of(slowest.begin(), slowest.end(), has_none)) return slowest;
  CUTLINE_EXPECT(kinds != nullptr);
  const Crossings crossings(laid->layout, candidate.design->packages);
  for (std::size_t kind = 0; kind < kinds->count(); ++kind)
    raise_slowest(laid->layout, crossings, kinds->geometry(kind), of_kind[kind], slowest);
  return slowest;
}

/// Whole cycles of every kind of link; empty if all kinds take the same number, because then the number of hops gives
/// the sum.
std::vector<double> cycles_that_differ(const std::vector<Time>& delays, Time cycle) {
  const auto cycles = each_of(delays, [&](Time delay) { return whole_cycles(delay, cycle); });
  const bool alike = std::adjacent_find(cycles.begin(), cycles.end(), std::not_equal_to<>()) == cycles.end();
  return alike ? std::vector<double>() : cycles;
}

/// Times an ideal network. If links take their own cycles, each hop counts the cycles of a wire of its span.
void time_ideal(const LatencyAsked& asked, const BuiltCandidate& candidate, const ChosenDelay& delay,
                MeanRoute::Sums& sums) {
  const IdealNetwork& ideal = *candidate.ideal();
  sums.longest_wire = delay(longest_wire(candidate));
  if (!asked.takes_own_cycles() || ideal.hops_by_span.empty()) return;
  double cycles = 0;
  for (const IdealHops& hops : ideal.hops_by_span) {
    WireLength wire;
    wire.span = hops.span;
    cycles += hops.hops * whole_cycles(delay(wire), asked.fixed_cycle());
  }
  sums.route = MeanRoute::OwnCycles{cycles * cost_factor(asked, candidate)};
}

}  // namespace

MeanRoute::MeanRoute(const LatencyAsked& asked, const RoutedCandidate& candidate, const Effort& effort,
                     const SharedStages* shared)
    : asked_(asked), candidate_(candidate), effort_(effort), shared_(shared) {
  if (!candidate.laid_out()) return;
  if (shared != nullptr && shares_layout(candidate)) of_layout_ = shared;
  if (!wants_links(asked, candidate)) return;
  const auto tabulated = [&] { return SharedConst<LinkKinds>(LinkKinds(candidate)); };
  kinds_ = of_layout_ != nullptr ? of_layout_->kinds.of(std::get<SharedConst<LaidOut>>(candidate.built), tabulated)
                                 : tabulated();
}

void MeanRoute::walk() {
  uses_.emplace();
  // Of a candidate with planes, a message keeps to its plane, which has routes of its own.
  if (!kinds_ || candidate_.design->planes) return;
  if (!all_have_ways(candidate_) && !candidate_.traffic.mean_hops()) return;
  const bool by_routes = candidate_.traffic.routed || is_routed_one_by_one(candidate_);
  if (of_layout_ == nullptr || by_routes || !is_uniform(asked_)) {
    uses_ = walked(by_routes);
  } else {
    const auto& laid_out = std::get<SharedConst<LaidOut>>(candidate_.built);
    uses_ = of_layout_->uses.of({laid_out, candidate_.facts.routing, cost_factor(asked_, candidate_)},
                                [&] { return walked(false); });
  }
}

/// Null past the effort, and if the traffic cannot run.
SharedConst<RouteUses> MeanRoute::walked(bool by_routes) const {
  const Topology& topology = candidate_.network()->topology;
  RouteUses uses{std::vector<double>(kinds_->count())};
  // The flows of tables leave out messages to oneself if the study does.
  const double factor = by_routes ? 1 : cost_factor(asked_, candidate_);
  const auto add = [&](const RoutedLink& link) {
    uses.times[kinds_->kind(link.place)] += link.load * factor;
    uses.interchange_ends += link.load * factor * link.interchanges;
  };
  const LaidOutNetwork network{topology, candidate_.network()->placement, candidate_.laid_out()->layout};
  if (by_routes) {
    if (!walk_table(add)) return {};
  } else if (is_uniform(asked_)) {
    if (!for_each_routed_link(network, candidate_.facts.routing, effort_.link_visits, add)) return {};
  } else {
    const ChosenTraffic& chosen = *asked_.traffic;
    if (!chosen.refusal(topology).empty()) return {};
    if (!for_each_routed_link(network, sent_form(asked_, candidate_), sent_traffic(asked_, candidate_).traffic,
                              effort_of_loads(effort_), add))
      return {};
  }
  return uses;
}

bool MeanRoute::walk_table(FunctionRef<void(const RoutedLink&)> add) const {
  const RoutedOrWhy routed = routed_traffic(asked_, candidate_, effort_);
  if (std::holds_alternative<std::string>(routed)) return false;
  const Flows& flows = std::get<0>(routed)->flows;
  const PlacedNetwork& network = *candidate_.network();
  for_each_routed_link({network.topology, network.placement, candidate_.laid_out()->layout}, *flows.graph,
                       flows.loads(), add);
  return true;
}

const RouteUses* MeanRoute::uses() {
  if (!uses_) walk();
  return *uses_ ? &**uses_ : nullptr;
}

std::optional<double> MeanRoute::interchanges() {
  if (!candidate_.laid_out() || !candidate_.network()->topology.has_interchanges()) return 0;
  // A message enters an interchange as often as it leaves one, so half of these ends are entries.
  return uses() != nullptr ? std::optional(uses()->interchange_ends / 2) : std::nullopt;
}

std::optional<double> MeanRoute::sum(FunctionRef<std::optional<double>(std::size_t kind)> cost) {
  const RouteUses* of_links = uses();
  if (of_links == nullptr) return std::nullopt;
  const std::vector<double>& times = of_links->times;
  double all = 0;
  for (std::size_t kind = 0; kind < times.size(); ++kind) {
    if (times[kind] == 0) continue;
    const std::optional<double> one = cost(kind);
    if (!one) return std::nullopt;
    all += times[kind] * *one;
  }
  return all;
}

std::optional<double> MeanRoute::edge_pj() {
  if (!kinds_ || !candidate_.packages() || !candidate_.packages()->energy) return std::nullopt;
  const Crossings crossings(candidate_.laid_out()->layout, candidate_.design->packages);
  return sum([&](std::size_t kind) {
    const LinkGeometry& link = kinds_->geometry(kind);
    return crossings.of(link.from, link.to).energy_pj_per_bit;
  });
}

/// Adds what a mean route takes, if links differ.
void MeanRoute::add_route(Sums& sums) {
  const std::vector<double> cycles =
      asked_.takes_own_cycles() ? cycles_that_differ(sums.of_kind, asked_.fixed_cycle()) : std::vector<double>();
  if (!cycles.empty()) {
    sums.route = PastEffort{};
    if (const auto all = sum([&](std::size_t kind) { return std::optional(cycles[kind]); }))
      sums.route = OwnCycles{*all};
  }
  if (asked_.clock.rule == ClockRule::per_link) {
    sums.route = PastEffort{};
    if (const auto all = sum([&](std::size_t kind) { return std::optional(sums.of_kind[kind].base); }))
      sums.route = Time{*all};
  }
}

/// Finds the delay of each kind of link, the slowest link, the links outside the model's range, and the sums over a
/// mean route.
void MeanRoute::add_links(std::size_t model, const ChosenDelay& delay, bool compare_given, Sums& sums) {
  std::optional<LayeredDelay>& layers = layers_[model];
  const Technology& technology = candidate_.technology();
  const auto made = [&] { return LayeredDelay(delay, technology); };
  if (!layers)
    layers = shared_ != nullptr ? shared_->layers.of({&technology, delay.model, delay.parameters}, made) : made();
  LinkCosts costs(asked_, candidate_, *kinds_, delay, *std::exchange(layers, std::nullopt));
  sums.of_kind = costs.delays();
  sums.outside_range = costs.outside_range();
  if (const auto slowest = std::max_element(sums.of_kind.begin(), sums.of_kind.end()); slowest != sums.of_kind.end()) {
    sums.longest_wire = *slowest;
    const auto kind = static_cast<std::size_t>(slowest - sums.of_kind.begin());
    if (delay.model->counts_metres() || costs.is_given(kind)) sums.slowest = costs.described(kind);
  }
  if (compare_given) sums.given = costs.given_delays();
  add_route(sums);
  if (has_wire_energy(candidate_.technology()) && effort_.detail != Detail::plain_ranking) {
    if (!route_pj_.contains(model)) route_pj_[model] = sum([&](std::size_t kind) { return costs.energy_pj(kind); });
    sums.route_pj = route_pj_[model];
  }
  layers = std::move(costs).layers();
}

const std::vector<MeanRoute::Sums>& MeanRoute::sums(double wire_delay) {
  if (!sums_.contains(wire_delay)) sums_[wire_delay] = found_sums(wire_delay);
  return sums_[wire_delay];
}

std::vector<MeanRoute::Sums> MeanRoute::found_sums(double wire_delay) {
  std::vector<Sums> all;
  layers_.resize(asked_.delays.size());
  for (std::size_t model = 0; model < asked_.delays.size(); ++model) {
    const ChosenDelay delay = slowed(asked_.delays[model], wire_delay);
    Sums& sums = all.emplace_back();
    sums.delay_label = delay.label;
    if (candidate_.ideal()) {
      time_ideal(asked_, candidate_, delay, sums);
    } else if (!kinds_) {
      sums.longest_wire = delay(longest_wire(candidate_));  // delays of the unit technology grow with the length
    } else {
      add_links(model, delay, wire_delay == 1, sums);
    }
    sums.slowest_over = slowest_over_media(candidate_, kinds_ ? &*kinds_ : nullptr, sums.of_kind);
  }
  return all;
}

}  // namespace cutline
