// SPDX-License-Identifier: Apache-2.0
#include "study/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cutline/performance/distance_histogram.hpp"
#include "cutline/performance/express.hpp"
#include "cutline/performance/traffic.hpp"
#include "study/curve.hpp"

namespace cutline {

namespace {

bool says(const Parameters& parameters, const char* name, const char* text) {
  return parameters.has(name) && parameters.text(name) == text;
}

/// From node to node, the mean over the axes that have several nodes.
struct NodePitch {
  double pitches = 1;
  Length length;
};

NodePitch node_pitch(const Layout& layout) {
  NodePitch sum{.pitches = 0};
  int axes = 0;
  const auto add = [&](const AxisPositions& axis, double cell_nm) {
    if (axis.start.size() < 2) return;
    const double pitches = static_cast<double>(axis.total) / static_cast<double>(axis.start.size());
    sum = {sum.pitches + pitches, sum.length + nanometres(pitches * cell_nm)};
    ++axes;
  };
  add(layout.columns(), layout.rules.cell_width_nm);
  add(layout.rows(), layout.rules.cell_height_nm);
  add(layout.positions[2], layout.rules.cell_depth_nm);
  if (axes == 0) return {};
  return {sum.pitches / axes, sum.length * (1.0 / axes)};
}

WireLength longest_wire(const Candidate& candidate) {
  WireLength wire;
  if (candidate.ideal) {
    wire.span = candidate.ideal->longest_span;
    return wire;
  }
  const Lengths& length = candidate.measures->length;
  wire.span = length.longest_span.pitches();
  wire.routed_pitches = static_cast<double>(length.longest_pitches);
  wire.routed = millimetres(length.longest_mm.value_or(0));
  const NodePitch pitch = node_pitch(*candidate.layout);
  wire.node_pitch_pitches = pitch.pitches;
  wire.node_pitch = pitch.length;
  return wire;
}

/// The delay of a link: of what it leaves to the model, with what it crosses. A link that media carry all its way takes
/// nothing of the model.
Time link_delay(const LinkWay& way, WireLength wire, const ChosenDelay& delay, bool unit) {
  if (way.pitches <= 0 && way.fixed.base > 0) return way.fixed;
  wire.span = way.span;
  wire.routed_pitches = way.pitches;
  wire.routed = nanometres(unit ? 0 : way.length);
  return delay(wire) + way.fixed;
}

/// The delay of the slowest link: of the longest wire, or, where crossings between modules add to it, of the slowest of
/// those that some other is not slower than in every respect.
Time slowest_link(const Candidate& candidate, const ChosenDelay& delay) {
  const WireLength wire = longest_wire(candidate);
  if (!candidate.packages) return delay(wire);
  Time slowest;
  for (const LevelMeasures& level : candidate.packages->levels) {
    for (const LinkWay& way : level.inside.slowest)
      slowest = std::max(slowest, link_delay(way, wire, delay, candidate.layout->rules.unit));
  }
  return slowest;
}

/// A mean over all pairs of terminals, without those of a terminal and itself where traffic has none.
std::optional<double> over_terminals(const Study& study, const Candidate& candidate, std::optional<double> mean) {
  if (!mean || study.traffic_self) return mean;
  return *mean * candidate.terminals / (candidate.terminals - 1);
}

/// The sum over a mean route's links of what each one's delay costs; absent past the effort.
template <class Cost>
std::optional<double> mean_route_sum(const Study& study, const Candidate& candidate, const ChosenDelay& delay,
                                     const Effort& effort, const Cost& cost_of) {
  const Layout& layout = *candidate.layout;
  const NodePitch pitch = node_pitch(layout);
  std::optional<Crossings> crossings;
  if (candidate.packages) crossings.emplace(layout, candidate.design->packages);
  const WireLength wire{.node_pitch_pitches = pitch.pitches, .node_pitch = pitch.length};
  const auto cost = [&](const LinkGeometry& link) {
    const LinkCrossings crossed = crossings ? crossings->of(link.from, link.to) : LinkCrossings{};
    const WireRun run{link.cells_x, link.cells_y, link.cells_z};
    return cost_of(
        link_delay(link_way(link.span.pitches(), run, crossed, layout.rules), wire, delay, layout.rules.unit));
  };
  const auto sum = mean_route_cost(candidate.network->topology, candidate.network->placement, layout, candidate.routing,
                                   true, effort.link_visits, cost);
  return over_terminals(study, candidate, sum);
}

}  // namespace

std::optional<double> edge_pj_per_bit(const Study& study, const Candidate& candidate, const Effort& effort) {
  if (!candidate.packages) return candidate.layout ? std::optional(0.0) : std::nullopt;
  if (!candidate.packages->energy_max_pj_per_bit) return std::nullopt;
  const Crossings crossings(*candidate.layout, candidate.design->packages);
  const auto cost = [&](const LinkGeometry& link) { return *crossings.of(link.from, link.to).energy_pj_per_bit; };
  return over_terminals(study, candidate,
                        mean_route_cost(candidate.network->topology, candidate.network->placement, *candidate.layout,
                                        candidate.routing, true, effort.link_visits, cost));
}

namespace {

/// Adds what each link's own delay costs a mean route: its time where every wire takes its own; its whole cycles where
/// wires are pipelined and some links are slower than others for the modules they leave. False past the effort.
bool add_route_cost(const Study& study, const Candidate& candidate, const ChosenDelay& delay, const Effort& effort,
                    LatencyInput& input) {
  if (study.clock.rule == ClockRule::per_link) {
    const auto sum = mean_route_sum(study, candidate, delay, effort, [](Time own) { return in_ns(own); });
    input.mean_route_wire = nanoseconds(sum.value_or(0));
    return sum.has_value();
  }
  if (study.clock.rule != ClockRule::fixed || !study.pipelined || !candidate.packages) return true;
  const Time cycle = std::max(study.clock.cycle, study.clock.floor);
  input.mean_route_cycles = mean_route_sum(study, candidate, delay, effort,
                                           [&](Time own) { return std::max(1.0, std::ceil(own / cycle - 1e-9)); });
  return true;
}

/// Pairs of nodes by distance, where distance alone tells a message's latency.
std::optional<std::vector<Int128>> distances(const Study& study, const Candidate& candidate, const Effort& effort) {
  const bool whole_nodes = study.traffic_self || candidate.terminals == candidate.nodes;
  const bool tells = study.clock.rule != ClockRule::per_link && candidate.routing != Routing::express;
  if (!candidate.network || study.traffic || !whole_nodes || !tells || candidate.nodes < 2) return std::nullopt;
  constexpr std::uint64_t kShareOfDistances = 400;
  return distance_histogram(candidate.network->topology, effort.link_visits / kShareOfDistances);
}

LatencyInput latency_input(const Study& study, const Candidate& candidate) {
  const RouterChoice& router = candidate.design->router;
  LatencyInput input;
  input.mean_hops = candidate.mean_hops;
  input.router_cycles = router.delay.cycles;
  input.router_time = router.delay.time;
  input.injection_cycles = router.injection.cycles;
  input.injection_time = router.injection.time;
  input.ejection_cycles = router.ejection.cycles;
  input.ejection_time = router.ejection.time;
  input.messages = study.messages;
  for (LatencyInput::Part& part : input.messages) part.size_bits += study.header_bits;
  input.switching = study.switching;
  input.clock = study.clock.rule;
  input.fixed_cycle = study.clock.cycle;
  input.floor = study.clock.floor;
  input.pipelined = study.pipelined;
  return input;
}

}  // namespace

bool wants_layout(const ChosenDelay& delay) {
  const Parameters& given = delay.parameters;
  return delay.model->counts_metres() || says(given, "length", "routed") ||
         (given.has("per") && given.text("per") != "node_pitch");
}

void expect_timing_possible(const Study& study, const Design& design) {
  if (!design.ideal) return;
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

std::optional<double> mean_terminal_hops(const Study& study, const Candidate& candidate, const Effort& effort) {
  std::optional<double> hops = candidate.ideal ? candidate.ideal->mean_hops : std::nullopt;
  if (candidate.graph) hops = mean_hops(*candidate.graph, static_cast<std::uint64_t>(candidate.nodes), true);
  if (candidate.routing == Routing::express && candidate.network)
    hops = mean_express_hops(candidate.network->topology, effort.link_visits);
  if (!hops || study.traffic_self || candidate.terminals <= 1) return hops;
  return *hops * candidate.terminals / (candidate.terminals - 1);
}

std::vector<Timing> timings(const Study& study, const Candidate& candidate, double width, bool whole_cycles,
                            const Effort& effort) {
  std::vector<Timing> result;
  if (!candidate.has_mean_hops || (study.traffic && study.clock.rule == ClockRule::per_link)) return result;
  LatencyInput input = latency_input(study, candidate);
  input.width_bits = width;
  input.whole_cycles = whole_cycles;
  const auto histogram = distances(study, candidate, effort);
  const bool has_curve = study.curve && why_no_curve(study, candidate, effort).empty();
  for (const ChosenDelay& delay : study.delays) {
    input.longest_wire = slowest_link(candidate, delay);
    if (!add_route_cost(study, candidate, delay, effort, input)) return {};
    Timing& timing = result.emplace_back();
    timing.delay_label = delay.label;
    timing.longest_wire = input.longest_wire;
    timing.latency = zero_load_latency(input);
    timing.input = input;
    if (histogram && !input.mean_route_cycles)
      timing.by_distance = latency_by_distance(*histogram, input, study.traffic_self);
    if (has_curve) result.back().curve = latency_curve(*study.curve, candidate, delay, input);
  }
  return result;
}

}  // namespace cutline
