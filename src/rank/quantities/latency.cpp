// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "evaluate/traffic.hpp"
#include "rank/quantities/rows.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

constexpr auto latency_total = member_of<latency_of, &Latency::total>;

/// The latency before rounding of widths; if no width was rounded, the latency.
Data before_rounding(const UnderDelay& a) {
  const std::vector<Timing>& unrounded = a.candidate.latency.unrounded;
  return a.delay < unrounded.size() ? Data(in_ns(unrounded[a.delay].latency.total())) : latency_total(a);
}

bool stores_and_forwards(const UnderDelay& a) { return a.study.switching == Switching::store_and_forward; }
bool clock_per_link(const UnderDelay& a) { return a.study.clock.rule == ClockRule::per_link; }
bool in_whole_phits(const UnderDelay& a) { return a.timing != nullptr && a.timing->input.whole_cycles; }
bool waits_for_credits(const UnderDelay& a) { return a.timing != nullptr && a.timing->input.credit_cycles > 0; }
bool sends_bursts(const UnderDelay& a) { return a.timing != nullptr && a.timing->latency.burst_cycles > 0; }
bool sends_bursts_stored(const UnderDelay& a) { return stores_and_forwards(a) && sends_bursts(a); }
bool own_cycles(const UnderDelay& a) { return a.timing != nullptr && a.timing->input.mean_route_cycles; }
bool first_and_interchanges(const UnderDelay& a) { return counts_first(a) && passes_interchanges(a); }
bool self_traffic(const UnderDelay& a) { return a.study.traffic_self; }
bool some_without_way(const UnderDelay& a) { return a.candidate.traffic.without_way.value_or(0) > 0; }
/// Whether the mean hops differ from the mean distance of the graph, because the traffic is not uniform or because
/// nodes differ in their number of terminals.
bool other_than_uniform(const UnderDelay& a) {
  return traffic_name(a.study) != "uniform" || !a.candidate.facts.tiles.terminals.empty();
}

/// The sum of a number of cycles and a time, in ns.
template <auto cycles, auto time>
Data time_in_ns(const UnderDelay& a) {
  return a.timing != nullptr ? Data(in_ns(a.timing->clock.cycle * (a.timing->input.*cycles) + a.timing->input.*time))
                             : Data();
}
using I = LatencyInput;

constexpr Symbol kNode = {"T_node", "performance.latency_parts_ns.node", "time in routers"};
constexpr Symbol kWire = {"T_wire", "performance.latency_parts_ns.wire", "time of the head on wires"};
constexpr Symbol kTail = {"T_msg", "performance.latency_parts_ns.message", "time of the rest of the message"};
constexpr Symbol kTotal = {"T", "performance.latency_ns", "zero-load latency of a mean message"};
constexpr std::string_view kLatencySource = "[Dally 1990, eq. 2 and 3]";

MeasureParts hops_parts(const UnderDelay& a) {
  const GraphMeasures* graph = a.candidate.graph();
  if (graph == nullptr || !graph->distances) return {};
  return {{{PartKind::few_links, static_cast<double>(graph->degree_max), "", true, "graph.degree_max"},
           {PartKind::large_diameter, static_cast<double>(graph->distances->diameter_hops), "hops", false,
            "graph.diameter_hops"}}};
}

/// Derivations of the mean hops. Those of routes come before those of uniform traffic.
std::vector<Derivation> hop_derivations() {
  constexpr Symbol kDistance = {"d", "graph.mean_distance_hops", "mean distance of distinct nodes"};
  return {
      when(by_express_rule,
           {"H = mean hops over all pairs; far apart D / s_l + sum of (i_q - 1) + 1 a dimension",
            "[Dally 1991, sec. III-C and eq. 5]; counted, messages to oneself as the spec says",
            {{"H", "performance.mean_hops", "mean hops of a message, uniform traffic, by the express rule"},
             symbols::spacings,
             symbols::dimension_nodes,
             {"d", "graph.mean_distance_hops", "mean of the shortest paths, which the rule may exceed"}},
            express_errata()}),
      when(other_than_uniform,
           {"H = links that all messages pass / messages",
            "derived: counted along the routes of the pattern, which uniform traffic has between terminals",
            {symbols::hops, {"traffic", "performance.traffic", ""}}}),
      when(is_ideal,
           {"H = n (k - 1) / 2 for one-way rings; by the family's closed form",
            "[Dally 1987, eq. 11]",
            {symbols::hops, symbols::nodes},
            {{"WE-eq11 holds where messages to oneself count; without them the mean is N / (N - 1) times as large"}}}),
      when(some_without_way,
           {"H = sum of the distances of all pairs of terminals that have a way / number of these pairs",
            "derived: messages without a way are not sent",
            {symbols::hops,
             {"d", "graph.mean_distance_hops", "mean distance of distinct nodes that have a way"},
             {"lost", "performance.without_way_fraction", "share of the messages that have no way"}}}),
      when(self_traffic, {"H = d * (N - 1) / N",
                          "[Dally 1987, eq. 11]: messages to oneself count, with no hop",
                          {symbols::hops, kDistance, symbols::nodes},
                          {{"WE-eq11 holds only where messages to oneself count; without them the mean is N / (N - 1) "
                            "times as large"}}}),
      {"H = d", "definition: uniform traffic between distinct nodes", {symbols::hops, kDistance}}};
}

std::vector<Derivation> node_derivations() {
  constexpr Symbol interchanges = {"I", facts::interchanges, "of the hops, those that end at an interchange"};
  constexpr Symbol router = {"t_r", facts::router_ns, "router delay of a hop"};
  constexpr Symbol interchange = {"t_x", time_in_ns<&I::interchange_cycles, &I::interchange_time>,
                                  "interchange delay of a hop"};
  constexpr Symbol in = {"t_i", time_in_ns<&I::injection_cycles, &I::injection_time>, "injection"};
  constexpr Symbol out = {"t_e", time_in_ns<&I::ejection_cycles, &I::ejection_time>, "ejection"};
  constexpr std::string_view every_router = "the spec, `router.passed: routers`: the first router delays a message too";
  return {
      when(first_and_interchanges, {"T_node = (H + 1 - I) * t_r + I * t_x + t_i + t_e",
                                    every_router,
                                    {kNode, symbols::hops, interchanges, router, interchange, in, out}}),
      when(counts_first, {"T_node = (H + 1) * t_r + t_i + t_e", every_router, {kNode, symbols::hops, router, in, out}}),
      when(passes_interchanges,
           {"T_node = (H - I) * t_r + I * t_x + t_i + t_e",
            "[Dally 1990, eq. 2], with a delay for every hop, that of the router or interchange it ends at",
            {kNode, symbols::hops, interchanges, router, interchange, in, out}}),
      {"T_node = H * t_r + t_i + t_e",
       "[Dally 1990, eq. 2], with a router delay for every hop",
       {kNode, symbols::hops, router, in, out}}};
}

std::vector<Derivation> wire_derivations() {
  return {when(own_cycles,
               {"T_wire = C * T_c",
                "derived: [Dally 1990, eq. 2] with each pipelined link's own whole cycles; `--route A,B` lists them",
                {kWire,
                 {"C", of_timing<[](const Timing& t) { return t.input.mean_route_cycles; }>,
                  "cycles of a mean route's links together, each link its own"},
                 symbols::cycle}}),
          when(clock_per_link, {"T_wire = route",
                                "derived: every wire at its own speed",
                                {kWire,
                                 {"route", of_timing<[](const Timing& t) { return in_ns(t.input.mean_route_wire); }>,
                                  "delays of the wires of a mean route together"}}}),
          {"T_wire = H * n * T_c",
           kLatencySource,
           {kWire,
            symbols::hops,
            {"n", of_wires<[](const WireTiming& w) { return w.clock.link_cycles; }>, "cycles of the longest wire"},
            symbols::cycle}}};
}

std::vector<Derivation> message_derivations() {
  constexpr auto phits = of_timing<[](const Timing& t) { return t.latency.phits; }>;
  constexpr Symbol whole = {"f", phits, "phits of a message: L / W, its next whole number, averaged over sizes"};
  constexpr Symbol exact = {"f", phits, "phits of a message: L / W, averaged over sizes"};
  constexpr Symbol burst = {
      "b", of_timing<[](const Timing& t) { return t.latency.burst_cycles; }>,
      "cycles that a mean packet waits for those of its message that go first, and for virtual channels between them"};
  constexpr Symbol credits = {"w", of_timing<[](const Timing& t) { return t.input.credit_cycles; }>,
                              "cycles that its tail comes later for want of credits: each time that it fills a buffer, "
                              "the credit loop of a slow link less the buffer"};
  return {
      when(sends_bursts_stored,
           {"T_msg = (H * (max(f, 1) - 1) * p + b) * T_c",
            "derived: [Dally 1990, eq. 2], and a packet waits for half of the others of its message",
            {kTail, symbols::hops, exact, symbols::message, symbols::width, symbols::period, burst, symbols::cycle}}),
      when(sends_bursts,
           {"T_msg = (f * p + b + w) * T_c",
            "derived: [Dally 1990, eq. 2], and a packet waits for half of the others of its message",
            {kTail, whole, symbols::message, symbols::width, symbols::period, burst, credits, symbols::cycle}}),
      when(stores_and_forwards,
           {"T_msg = H * (max(f, 1) - 1) * p * T_c",
            "[Dally 1990, eq. 2]: store and forward waits for the whole message at every hop, its first phit on "
            "the wire",
            {kTail, symbols::hops, exact, symbols::message, symbols::width, symbols::period, symbols::cycle}}),
      when(waits_for_credits,
           {"T_msg = (f * p + w) * T_c",
            "derived: [Dally 1990, eq. 2], and the tail comes later where buffers are shallower than credit loops",
            {kTail,
             whole,
             symbols::message,
             symbols::width,
             symbols::period,
             credits,
             {"B", facts::depth_flits, "flits of a virtual channel's buffer"},
             symbols::cycle}}),
      when(in_whole_phits, {"T_msg = f * p * T_c",
                            kLatencySource,
                            {kTail, whole, symbols::message, symbols::width, symbols::period, symbols::cycle}}),
      {"T_msg = f * p * T_c",
       kLatencySource,
       {kTail, exact, symbols::message, symbols::width, symbols::period, symbols::cycle}}};
}

double message_cycles(const LatencyInput& input) {
  double cycles = 0;
  for (const LatencyInput::Part& part : input.messages) {
    const double own = part.size_bits / input.width_bits;
    cycles += part.share * (input.whole_cycles ? std::ceil(own - 1e-9) : own);
  }
  return cycles;
}

double hops_of(const Timing& timing) { return timing.input.mean_hops > 0 ? timing.input.mean_hops : 1; }

double cycles_of_wire(const Timing& timing) {
  return timing.input.mean_route_cycles ? *timing.input.mean_route_cycles / hops_of(timing)
                                        : whole_cycles(timing.longest_wire, timing.clock.cycle);
}

double time_of_wire(const Timing& timing) { return in_ns(timing.latency.wire) / hops_of(timing); }

/// The loss by wires. The wires of a mean route count if each wire takes its own cycles or delay, else the longest
/// wire.
Loss wire_loss(const Timing& loser, const Timing& winner) {
  constexpr std::string_view kKey = "performance.latency_parts_ns.wire";
  const LatencyInput& own = loser.input;
  if (own.clock == ClockRule::per_link)
    return {Cause::time_of_wires, {time_of_wire(loser), time_of_wire(winner)}, "", kKey};
  if (own.clock == ClockRule::fixed && own.pipelined)
    return {Cause::cycles_of_wires, {cycles_of_wire(loser), cycles_of_wire(winner)}, "", kKey};
  const std::string_view shown = own.clock == ClockRule::longest_wire ? "delay.cycle_ns" : "delay.longest_wire_ns";
  return {Cause::longest_wire, {in_ns(loser.longest_wire), in_ns(winner.longest_wire)}, "", shown};
}

/// The cause by which the loser loses most: the winner's hops, routers, wires or channels, whichever would lower the
/// loser's latency most.
Loss latency_loss(const UnderDelay& loser, const UnderDelay& winner) {
  const LatencyInput &own = loser.timing->input, &best = winner.timing->input;
  switch (const Cause cause = cause_of(own, best)) {
    case Cause::hops:
      return {cause, {own.mean_hops, best.mean_hops}, "", "performance.mean_hops"};
    case Cause::routers:
      return {cause, {own.router_cycles, in_ns(own.router_time)}, "", "performance.latency_parts_ns.node"};
    case Cause::longest_wire:
      return wire_loss(*loser.timing, *winner.timing);
    case Cause::channels:
      return {cause, {own.width_bits, message_cycles(own)}, "", "channel.width_bits"};
    default:
      return {};
  }
}

Quantity latency_row(Quantity row) {
  row.at_loads = true;
  return with_loss(std::move(row), latency_loss);
}

}  // namespace

Data facts::message_bits(const UnderDelay& a) {
  if (a.timing == nullptr) return {};
  const std::vector<LatencyInput::Part>& messages = a.timing->input.messages;
  return messages.size() == 1 ? Data(messages.front().size_bits) : Data("several sizes");
}
Data facts::router_ns(const UnderDelay& a) { return time_in_ns<&I::router_cycles, &I::router_time>(a); }
Data facts::interchanges(const UnderDelay& a) {
  return of_timing<[](const Timing& t) { return t.input.mean_interchanges; }>(a);
}
Data facts::period_cycles(const UnderDelay& a) {
  return of_wires<[](const WireTiming& w) { return w.clock.period_cycles; }>(a);
}

Quantities latency_quantities() {
  return {
      derived(with_parts({"performance.mean_hops", Unit::hops, "mean hops of a message",
                          [](const UnderDelay& a) {
                            return a.candidate.traffic.mean_hops() ? Data(*a.candidate.traffic.mean_hops()) : Data();
                          },
                          called("mean_hops", "hops", "mean_hops", "hops")},
                         hops_parts),
              hop_derivations()),
      derived({"performance.latency_cycles", Unit::cycles, "zero-load latency in cycles",
               of_timing<[](const Timing& t) { return t.latency_cycles(); }>, called("latency_cycles", "latency")},
              {{"T / T_c", kLatencySource, {kTotal, symbols::cycle}}}),
      derived(latency_row({"performance.latency_ns", Unit::time, "zero-load latency of a mean message", latency_total,
                           called("latency", "latency", "latency_ns", "latency")}),
              {{"T = T_node + T_wire + T_msg", kLatencySource, {kTotal, kNode, kWire, kTail}}}),
      derived({"performance.latency_parts_ns.node", Unit::time, "time in routers",
               member_of<latency_of, &Latency::node>, called("node_latency", "= node", "latency_node_ns")},
              node_derivations()),
      derived({"performance.latency_parts_ns.wire", Unit::time, "time of a message's head on wires",
               member_of<latency_of, &Latency::wire>, called("wire_latency", "+ wire", "latency_wire_ns")},
              wire_derivations()),
      derived({"performance.latency_parts_ns.message", Unit::time, "time from a message's head to its tail",
               member_of<latency_of, &Latency::message>, called("message_latency", "+ msg", "latency_message_ns")},
              message_derivations()),
      derived(
          {"performance.latency_before_rounding_ns", Unit::time, "latency if channels could have fractions of a bit",
           before_rounding, called("latency_before_rounding", "unrounded", "latency_before_rounding_ns")},
          {{"as latency, with the width before rounding and L / W instead of its next whole number",
            "derived: the same latency without rounding",
            {{"W_0", "channel.width_before_rounding", "width before rounding"}, symbols::message}}}),
  };
}

}  // namespace cutline
