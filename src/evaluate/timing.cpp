// SPDX-License-Identifier: Apache-2.0
#include "evaluate/timing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cutline/delay/wire_pitches.hpp"
#include "cutline/performance/distance_histogram.hpp"
#include "cutline/performance/pair_costs.hpp"
#include "cutline/performance/traffic.hpp"
#include "cutline/routing/express.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/site_costs.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/study/under_load.hpp"
#include "cutline/topology/ideal_network.hpp"
#include "evaluate/curve.hpp"
#include "evaluate/media_delays.hpp"
#include "evaluate/ways.hpp"

namespace cutline {

namespace {

/// Counting pairs of nodes by distance may take this part of the effort: 1 / kShareOfDistances.
constexpr std::uint64_t kShareOfDistances = 400;
/// Timing messages pair by pair costs more, and a sweep has thousands of designs. This part of the default effort
/// suffices for about 200 nodes on each of two axes, or for 280 nodes in all if the network is no product of its axes.
constexpr std::uint64_t kShareOfPairs = 25000;

/// Pairs of nodes by distance; absent if latency depends on more than the distance, or past the effort.
std::optional<std::vector<Int128>> hop_distances(const Study& study, const RoutedCandidate& candidate,
                                                 const RouteCosts& costs, const Effort& effort) {
  const bool whole_nodes = study.traffic_self || candidate.facts.terminals == candidate.facts.nodes;
  const bool tells = study.clock.rule != ClockRule::per_link && candidate.facts.routing != Routing::express &&
                     costs.mean_interchanges == 0;
  if (!whole_nodes || !tells) return std::nullopt;
  return distance_histogram(candidate.network()->topology, effort.link_visits / kShareOfDistances);
}

/// The spread of latencies under uniform traffic: by distance if that determines the latency, else pair by pair.
LatencySpread spread_of(const Study& study, const RoutedCandidate& candidate, const MeanRoute& route,
                        const RouteCosts& costs, std::size_t delay, const LatencyInput& input, const Effort& effort) {
  if (effort.detail != Detail::full) return {};
  if (!candidate.network() || !is_uniform(study) || candidate.facts.nodes < 2) return {};
  if (is_routed_one_by_one(candidate)) return {};
  if (!input.mean_route_cycles) {
    if (const auto pairs = hop_distances(study, candidate, costs, effort))
      return latency_spread(*pairs, input, study.traffic_self ? SelfMessages::counted : SelfMessages::left_out);
  }
  const std::uint64_t visits = effort.link_visits / kShareOfPairs;
  const WireCosts& wires = costs.of_delay[delay];
  const Time cycle = clock_of(input).cycle;
  LatencyInput by_pairs = input;
  if (!by_pairs.mean_route_cycles) by_pairs.mean_route_cycles = 0;
  const auto link_cost = [&](const LinkPlace& place) {
    if (study.clock.rule == ClockRule::per_link) return in_ns(wires.of_kind[route.table()->kind(place)]);
    if (!input.mean_route_cycles) return whole_cycles(input.longest_wire, cycle);
    return whole_cycles(wires.of_kind[route.table()->kind(place)], cycle);
  };
  const PlacedNetwork& network = *candidate.network();
  const auto counts = pair_counts(network.topology, network.placement, candidate.laid_out()->layout,
                                  candidate.facts.routing, visits, link_cost);
  if (!counts) return {};
  const double group = candidate.facts.terminals / candidate.facts.nodes;
  return latency_spread(*counts, by_pairs, study.traffic_self ? 1 : (group - 1) / group);
}

/// The part of the input that depends neither on routes nor on wires nor on channels.
LatencyInput input_of_design(const Study& study, const Design& design) {
  const RouterChoice& router = design.router;
  LatencyInput input;
  input.router_cycles = router.delay.cycles;
  input.router_time = router.delay.time;
  input.first_routers = first_routers(design);
  input.injection_cycles = router.injection.cycles;
  input.injection_time = router.injection.time;
  input.ejection_cycles = router.ejection.cycles;
  input.ejection_time = router.ejection.time;
  const RouterChoice& interchange = interchange_of(design);
  input.interchange_cycles = interchange.delay.cycles;
  input.interchange_time = interchange.delay.time;
  input.site_period_cycles = router.period.cycles;
  input.site_period = router.period.time;
  input.messages = study.messages;
  for (LatencyInput::Part& part : input.messages) part.size_bits += study.header_bits;
  input.switching = study.switching;
  input.clock = study.clock.rule;
  input.fixed_cycle = study.clock.cycle;
  input.floor = study.clock.floor;
  input.pipelined = study.pipelined;
  return input;
}

/// The same, with the periods of the sites that the network has.
LatencyInput input_of_sites(const Study& study, const BuiltCandidate& candidate) {
  LatencyInput input = input_of_design(study, *candidate.design);
  if (!candidate.network() || candidate.network()->topology.interchange_count() == 0) return input;
  const RouterChoice& interchange = interchange_of(*candidate.design);
  input.site_period_cycles = std::max(input.site_period_cycles, interchange.period.cycles);
  input.site_period = std::max(input.site_period, interchange.period.time);
  return input;
}

/// Sets the wire and the periods that the clock waits for. All planes of a candidate keep one clock. Wires that are
/// pipelined under a fixed clock need no such wait, so that there a plane has its own longest wire.
void set_clock(const Study& study, const WireCosts& wires, LatencyInput& input) {
  input.longest_wire = wires.slowest_link;
  if (!wires.shared_clock) return;
  const SharedClock& shared = *wires.shared_clock;
  if (!takes_own_cycles(study)) input.longest_wire = shared.longest_wire;
  input.site_period_cycles = std::max(input.site_period_cycles, shared.clock.period_cycles);
  input.site_period = std::max(input.site_period, shared.clock.site_period);
}

LatencyInput latency_input(const Study& study, const RoutedCandidate& candidate, const RouteCosts& costs) {
  LatencyInput input = input_of_sites(study, candidate);
  input.mean_hops = *candidate.traffic.mean_hops();
  input.mean_interchanges = costs.mean_interchanges.value_or(0);
  const Duration router = mean_router_delay(candidate);
  input.router_cycles = router.cycles;
  input.router_time = router.time;
  return input;
}

/// The input with the corner's factors on delays of routers and sizes of messages. Wire costs already include their
/// factor.
LatencyInput at_corner(LatencyInput input, const Corner& corner) {
  for (double* cycles :
       {&input.router_cycles, &input.interchange_cycles, &input.injection_cycles, &input.ejection_cycles}) {
    *cycles *= corner.router_delay;
  }
  for (Time* time : {&input.router_time, &input.interchange_time, &input.injection_time, &input.ejection_time}) {
    *time = *time * corner.router_delay;
  }
  for (LatencyInput::Part& part : input.messages) part.size_bits *= corner.message;
  return input;
}

/// Whether the delays of interchanges on a mean route are known: interchanges were counted, or take as long as routers.
bool knows_interchanges(const BuiltCandidate& candidate, const RouteCosts& costs) {
  if (costs.mean_interchanges) return true;
  const Duration& router = candidate.design->router.delay;
  const Duration& interchange = interchange_of(*candidate.design).delay;
  return router.cycles == interchange.cycles && router.time == interchange.time;
}

/// Throws an input error if a layer of the technology lacks a figure that a delay model needs.
void expect_layers(const Study& study, const Design& design) {
  const Technology& technology = technology_of(study, design);
  if (technology.unit) return;
  for (const ChosenDelay& delay : study.delays) {
    if (!delay.model->counts_metres()) continue;
    for (const Layer& layer : technology.layers) {
      const std::string missing = what_is_missing(*delay.model, wire_medium(technology, layer.name));
      if (missing.empty()) continue;
      throw_design_error(design, fmt::format("'{}': the delay {} {}", design.name, delay.model->name, missing),
                         "choose another delay model, or a technology that has them", "technology");
    }
  }
}

}  // namespace

bool wants_layout(const ChosenDelay& delay) {
  return delay.model->counts_metres() || counted_length(delay.parameters) == CountedLength::routed ||
         length_unit(delay.parameters).value_or(LengthUnit::node_pitch) != LengthUnit::node_pitch;
}

void expect_timing_possible(const Study& study, const Design& design) {
  if (!design.ideal) return expect_layers(study, design);
  if (study.clock.rule == ClockRule::per_link) {
    throw_design_error(
        design, fmt::format("'{}' is ideal: it has no wires of its own for the clock rule per_link", design.name),
        "use `rule: longest_wire` or `fixed`, or leave out `ideal`", "ideal");
  }
  for (const ChosenDelay& delay : study.delays) {
    if (!wants_layout(delay)) continue;
    throw_design_error(design,
                       fmt::format("'{}' is ideal: it has no routed wires for the delay {}", design.name, delay.label),
                       delay.model->counts_metres() ? "take linear or logarithmic, or leave out `ideal`"
                                                    : "use `length: span` and `per: node_pitch`, or leave out `ideal`",
                       "ideal");
  }
}

std::optional<double> mean_terminal_hops(const Study& study, const BuiltCandidate& candidate, const Effort& effort) {
  std::optional<double> hops = candidate.ideal() ? candidate.ideal()->mean_hops : std::nullopt;
  if (candidate.graph())
    hops = mean_hops(*candidate.graph(), static_cast<std::uint64_t>(candidate.facts.nodes), SelfMessages::counted);
  if (candidate.facts.routing == Routing::express && candidate.network())
    hops = mean_express_hops(candidate.network()->topology, effort.link_visits);
  if (hops && !all_have_ways(candidate)) {
    const double sent = uniform_pairs(study, candidate)->sent, nodes = candidate.facts.nodes;
    const double within_nodes = study.traffic_self ? nodes : nodes - nodes * nodes / candidate.facts.terminals;
    return candidate.graph()->distances->mean_hops * (sent - within_nodes) / sent;
  }
  if (!hops || study.traffic_self || candidate.facts.terminals <= 1) return hops;
  return *hops * candidate.facts.terminals / (candidate.facts.terminals - 1);
}

bool takes_whole_cycles(const BuiltCandidate& candidate) {
  return !candidate.ideal() || candidate.design->rounding() != Rounding::exact;
}

Time latency_floor(const Study& study, const Design& design, double mean_hops, Time longest_wire,
                   const std::optional<double>& route_cycles) {
  constexpr double kWidest = 1U << 30;
  if (serve_apart(design.tiles)) return {};  // hops and routers depend on where messages begin, end and pass
  LatencyInput input = input_of_design(study, design);
  input.mean_hops = mean_hops;
  input.longest_wire = longest_wire;
  input.mean_route_cycles = route_cycles;
  input.width_bits =
      study.hold.resource == Resource::none || design.channel.width_bits > 0 ? design.own_width_bits() : kWidest;
  input.whole_cycles = false;
  const Time routers = zero_load_latency(input).total();
  input.mean_interchanges = mean_hops;
  return std::min(routers, zero_load_latency(input).total());
}

std::vector<LatencyInput> latency_inputs(const Study& study, const RoutedCandidate& candidate, const RouteCosts& costs,
                                         double width, bool whole_phits, const std::optional<Corner>& corner) {
  if (!candidate.traffic.mean_hops() || !knows_interchanges(candidate, costs)) return {};
  LatencyInput input = latency_input(study, candidate, costs);
  input.width_bits = width;
  input.whole_cycles = whole_phits;
  if (corner) input = at_corner(std::move(input), *corner);
  const LatencyInput of_candidate = input;
  std::vector<LatencyInput> inputs;
  for (const WireCosts& wires : costs.of_delay) {
    input = of_candidate;
    if (std::holds_alternative<PastEffort>(wires.route)) return {};
    const auto* time = std::get_if<Time>(&wires.route);
    const auto* own = std::get_if<OwnCycles>(&wires.route);
    set_clock(study, wires, input);
    input.mean_route_wire = time != nullptr ? *time : Time{};
    input.mean_route_cycles = own != nullptr ? std::optional(own->cycles) : std::nullopt;
    inputs.push_back(input);
  }
  return inputs;
}

std::vector<WireTiming> wire_timings(const Study& study, const BuiltCandidate& candidate, const MeanRoute& route,
                                     const RouteCosts& costs) {
  std::vector<WireTiming> result;
  const LatencyInput of_sites = input_of_sites(study, candidate);
  for (std::size_t d = 0; d < costs.of_delay.size(); ++d) {
    LatencyInput input = of_sites;
    const WireCosts& wires = costs.of_delay[d];
    set_clock(study, wires, input);
    result.push_back({.delay_label = study.delays[d].label,
                      .longest_wire = wires.slowest_link,
                      .clock = clock_of(input),
                      .slowest = wires.slowest,
                      .outside_range = wires.outside_range,
                      .given = wires.given,
                      .slowest_over = slowest_over_media(candidate, route, wires)});
  }
  return result;
}

std::vector<Timing> timings(const Study& study, const RoutedCandidate& candidate, const SiteCosts& sites,
                            const MeanRoute& route, const RouteCosts& costs, const std::vector<WireTiming>& wires,
                            const std::vector<LatencyInput>& inputs, const Effort& effort,
                            const std::optional<Corner>& corner) {
  std::vector<Timing> result;
  const bool has_curve = study.curve && !corner && !why_no_curve(study, candidate, effort);
  for (std::size_t d = 0; d < inputs.size(); ++d) {
    const LatencyInput& input = inputs[d];
    Timing timing;
    static_cast<WireTiming&>(timing) = wires[d];
    timing.latency = zero_load_latency(input);
    timing.input = input;
    timing.energy.add(EnergyPart::wires, costs.of_delay[d].route_pj);
    timing.energy.add(EnergyPart::routers, router_pj(candidate, sites, costs.mean_interchanges));
    timing.energy.add(EnergyPart::edges, costs.edge_pj);
    timing.energy.add(EnergyPart::tiles, tile_energy(candidate));
    if (!corner) timing.spread = spread_of(study, candidate, route, costs, d, input, effort);
    if (has_curve) timing.curve = latency_curve(*study.curve, candidate, study.delays[d], input);
    result.push_back(std::move(timing));
  }
  return result;
}

}  // namespace cutline
