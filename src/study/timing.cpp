// SPDX-License-Identifier: Apache-2.0
#include "study/timing.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cutline/performance/traffic.hpp"

namespace cutline {

namespace {

bool says(const Parameters& parameters, const char* name, const char* text) {
  return parameters.has(name) && parameters.text(name) == text;
}

/// Lengths along routed wires, or spans in wire pitches: how far apart nodes stand follows from routing.
bool wants_layout(const ChosenDelay& delay) {
  return delay.model->counts_metres() || says(delay.parameters, "length", "routed") ||
         says(delay.parameters, "per", "wire_pitch");
}

/// Wire pitches from node to node, the mean over the axes that have several nodes.
double node_pitch_pitches(const Layout& layout) {
  double sum = 0;
  int axes = 0;
  for (const AxisPositions& axis : {layout.columns(), layout.rows()}) {
    if (axis.start.size() < 2) continue;
    sum += static_cast<double>(axis.total) / static_cast<double>(axis.start.size());
    ++axes;
  }
  return axes == 0 ? 1 : sum / axes;
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
  wire.node_pitch_pitches = node_pitch_pitches(*candidate.layout);
  return wire;
}

/// The delays of a mean route's wires together; absent past the effort.
std::optional<Time> mean_route_wire(const Study& study, const Candidate& candidate, const ChosenDelay& delay,
                                    const Effort& effort) {
  const Layout& layout = *candidate.layout;
  const double node_pitch = node_pitch_pitches(layout);
  const auto cost = [&](const LinkGeometry& link) {
    const auto x = static_cast<double>(link.cells_x);
    const auto y = static_cast<double>(link.cells_y);
    const WireLength wire{.span = link.span.pitches(),
                          .routed_pitches = x + y,
                          .routed = nanometres(x * layout.rules.cell_width_nm + y * layout.rules.cell_height_nm),
                          .node_pitch_pitches = node_pitch};
    return in_ns(delay(wire));
  };
  const auto sum = mean_route_cost(candidate.network->topology, candidate.network->placement, layout, true,
                                   effort.link_visits, cost);
  if (!sum) return std::nullopt;
  const double terminals = candidate.terminals;
  return nanoseconds(study.traffic_self ? *sum : *sum * terminals / (terminals - 1));
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

std::optional<double> mean_terminal_hops(const Study& study, const Candidate& candidate) {
  std::optional<double> hops = candidate.ideal ? std::optional(candidate.ideal->mean_hops) : std::nullopt;
  if (candidate.graph) hops = mean_hops(*candidate.graph, static_cast<std::uint64_t>(candidate.nodes), true);
  if (!hops || study.traffic_self || candidate.terminals <= 1) return hops;
  return *hops * candidate.terminals / (candidate.terminals - 1);
}

std::vector<Timing> timings(const Study& study, const Candidate& candidate, double width, bool whole_cycles,
                            const Effort& effort) {
  std::vector<Timing> result;
  if (!candidate.has_mean_hops) return result;
  LatencyInput input = latency_input(study, candidate);
  input.width_bits = width;
  input.whole_cycles = whole_cycles;
  const WireLength longest = longest_wire(candidate);
  for (const ChosenDelay& delay : study.delays) {
    input.longest_wire = delay(longest);
    if (study.clock.rule == ClockRule::per_link) {
      const auto wires = mean_route_wire(study, candidate, delay, effort);
      if (!wires) return {};
      input.mean_route_wire = *wires;
    }
    result.push_back({delay.label, input.longest_wire, zero_load_latency(input), input});
  }
  return result;
}

}  // namespace cutline
