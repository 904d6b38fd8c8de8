// SPDX-License-Identifier: Apache-2.0
#include "output/explain/derivations.hpp"

namespace cutline::explanation {

namespace {

constexpr std::string_view kLatencySource = "[Dally 1990, eq. 2 and 3]";

bool latency_ideal(const Asked& a) { return a.candidate.design->ideal; }
bool not_wormhole(const Asked& a) { return a.study.switching == Switching::store_and_forward; }
bool per_link(const Asked& a) { return a.study.clock.rule == ClockRule::per_link; }
bool fixed(const Asked& a) { return a.study.clock.rule == ClockRule::fixed; }
bool in_whole_phits(const Asked& a) { return a.timing != nullptr && a.timing->input.whole_cycles; }
bool own_cycles(const Asked& a) { return a.timing != nullptr && a.timing->input.mean_route_cycles; }
bool on_layers(const Asked& a) { return a.wires != nullptr && a.wires->slowest.known(); }
bool delay_given(const Asked& a) { return a.wires != nullptr && a.wires->slowest.given; }
bool latency_passes_interchanges(const Asked& a) {
  return a.timing != nullptr && a.timing->input.mean_interchanges > 0;
}
bool counts_first(const Asked& a) { return a.timing != nullptr && a.timing->input.first_routers > 0; }
bool first_and_interchanges(const Asked& a) { return counts_first(a) && latency_passes_interchanges(a); }
bool router_set(const Asked& a) { return a.wires != nullptr && a.wires->clock.cycle_set_by == CycleLimit::router; }
bool logarithmic(const Asked& a) {
  const DelayModel* model = a.study.delays[a.delay].model;
  return model != nullptr && model->name == "logarithmic";
}
bool self_traffic(const Asked& a) { return a.study.traffic_self; }
bool some_without_way(const Asked& a) { return a.candidate.traffic.without_way.value_or(0) > 0; }

const Symbol kLatencyHops = {"H", "performance.mean_hops", "mean hops of a message"};
const Symbol kCycle = {"T_c", "delay.cycle_ns", "cycle"};
const Symbol kLatencyPeriod = {"p", "study.period_cycles", "cycles from one phit of a channel to the next"};
const Symbol kMessage = {"L", "study.message_bits", "bits of a message with its header"};
const Symbol kLatencyWidth = {"W", "channel.width_bits", "channel width in bits"};
const Symbol kNode = {"T_node", "performance.latency_parts_ns.node", "time in routers"};
const Symbol kWire = {"T_wire", "performance.latency_parts_ns.wire", "time of the head on wires"};
const Symbol kTail = {"T_msg", "performance.latency_parts_ns.message", "time of the rest of the message"};
const Symbol kLongest = {"T_longest", "delay.longest_wire_ns", "delay of the longest wire"};
const Symbol kModel = {"delay model", "delay.model", ""};
const Symbol kModelSays = {"which says", "model.summary", ""};
const Symbol kFloor = {"T_floor", "study.floor_ns", "the shortest cycle allowed"};

std::vector<Derivation> total_rows() {
  const std::string_view summary = "zero-load latency of a mean message";
  return {{"latency",
           nullptr,
           "T = T_node + T_wire + T_msg",
           kLatencySource,
           {{"T", "performance.latency_ns", summary}, kNode, kWire, kTail}},
          {"latency_cycles", nullptr, "T / T_c", kLatencySource, {{"T", "performance.latency_ns", summary}, kCycle}},
          {"latency_before_rounding",
           nullptr,
           "as latency, with the width before rounding and L / W instead of its next whole number",
           "derived: the same latency without rounding",
           {{"W_0", "channel.width_before_rounding", "width before rounding"}, kMessage}}};
}

std::vector<Derivation> node_rows() {
  const Symbol interchanges = {"I", "study.interchanges", "of the hops, those that end at an interchange"};
  const Symbol router = {"t_r", "study.router_ns", "router delay of a hop"};
  const Symbol interchange = {"t_x", "study.interchange_ns", "interchange delay of a hop"};
  const Symbol in = {"t_i", "study.injection_ns", "injection"};
  const Symbol out = {"t_e", "study.ejection_ns", "ejection"};
  const std::string_view every_router = "the spec, `router.passed: routers`: the first router delays a message too";
  return {{"node_latency",
           first_and_interchanges,
           "T_node = (H + 1 - I) * t_r + I * t_x + t_i + t_e",
           every_router,
           {kNode, kLatencyHops, interchanges, router, interchange, in, out}},
          {"node_latency",
           counts_first,
           "T_node = (H + 1) * t_r + t_i + t_e",
           every_router,
           {kNode, kLatencyHops, router, in, out}},
          {"node_latency",
           latency_passes_interchanges,
           "T_node = (H - I) * t_r + I * t_x + t_i + t_e",
           "[Dally 1990, eq. 2], with a delay for every hop, that of the router or interchange it ends at",
           {kNode, kLatencyHops, interchanges, router, interchange, in, out}},
          {"node_latency",
           nullptr,
           "T_node = H * t_r + t_i + t_e",
           "[Dally 1990, eq. 2], with a router delay for every hop",
           {kNode, kLatencyHops, router, in, out}}};
}

std::vector<Derivation> wire_rows() {
  const Symbol link = {"n", "study.link_cycles", "cycles of the longest wire"};
  const Symbol route = {"route", "study.route_wire_ns", "delays of the wires of a mean route together"};
  const Symbol cycles = {"C", "study.route_cycles", "cycles of a mean route's links together, each link its own"};
  return {{"wire_latency",
           own_cycles,
           "T_wire = C * T_c",
           "derived: [Dally 1990, eq. 2] with each pipelined link's own whole cycles; `--route A,B` lists them",
           {kWire, cycles, kCycle}},
          {"wire_latency", per_link, "T_wire = route", "derived: every wire at its own speed", {kWire, route}},
          {"wire_latency", nullptr, "T_wire = H * n * T_c", kLatencySource, {kWire, kLatencyHops, link, kCycle}}};
}

std::vector<Derivation> message_rows() {
  const Symbol whole = {"f", "study.phits", "phits of a message: L / W, its next whole number, averaged over sizes"};
  const Symbol exact = {"f", "study.phits", "phits of a message: L / W, averaged over sizes"};
  return {
      {"message_latency",
       not_wormhole,
       "T_msg = H * (max(f, 1) - 1) * p * T_c",
       "[Dally 1990, eq. 2]: store and forward waits for the whole message at every hop, its first phit on the wire",
       {kTail, kLatencyHops, exact, kMessage, kLatencyWidth, kLatencyPeriod, kCycle}},
      {"message_latency",
       in_whole_phits,
       "T_msg = f * p * T_c",
       kLatencySource,
       {kTail, whole, kMessage, kLatencyWidth, kLatencyPeriod, kCycle}},
      {"message_latency",
       nullptr,
       "T_msg = f * p * T_c",
       kLatencySource,
       {kTail, exact, kMessage, kLatencyWidth, kLatencyPeriod, kCycle}}};
}

/// The derivation of the delay of the longest wire: the delay model at its length.
Derivation at_longest_wire(std::string_view name, const std::vector<Symbol>& lengths,
                           const std::vector<Erratum>& errata = {}) {
  std::vector<Symbol> symbols = {kLongest, kModel, kModelSays};
  symbols.insert(symbols.end(), lengths.begin(), lengths.end());
  return {name, nullptr, "T_longest = the delay model at the longest wire", "model", symbols, errata};
}

/// Derivations that say which model times the wires, why it was chosen, and where the wires run.
std::vector<Derivation> model_rows() {
  const std::vector<Symbol> metal = {
      kLongest,
      kModel,
      kModelSays,
      {"chosen", "study.delay_from", ""},
      {"technology", "technology", ""},
      {"layers", "delay.slowest_wire.layers", "the pair that this link was dealt to: horizontal, vertical"},
      {"x", "delay.slowest_wire.horizontal_mm", "mm on the horizontal layer"},
      {"y", "delay.slowest_wire.vertical_mm", "mm on the vertical layer"},
      {"z", "delay.slowest_wire.between_planes_mm", "mm between planes"},
      {"l", "study.slowest_mm", "their sum in mm, terminal to terminal"},
      {"R", "delay.slowest_wire.r_ohm", "ohm of the wire: r of each layer times its mm"},
      {"C", "delay.slowest_wire.c_ff", "fF of the wire: c of each layer times its mm"},
      {"V", "delay.slowest_wire.via_ohm", "ohm of all its vias"},
      {"fixed", "delay.slowest_wire.fixed_ns", "ns of the modules that it crosses, added"},
      {"node pitch", "study.node_pitch_mm", "mm from node to node, the mean over the axes"},
      {"range", "study.range", "of lengths, for which the model keeps its error"}};
  const std::string_view formula = "T_longest = the delay model at (R, C, V, l), the largest over all links";
  const std::string_view by_file =
      "T_longest = the delay that the graph's file gives to a link, the largest of all links";
  return {{"longest_wire", delay_given, by_file, "the file: `delay_from` or `cycles_from`", {kLongest}},
          {"delay", delay_given, by_file, "the file: `delay_from` or `cycles_from`", {kLongest, kModel}},
          {"longest_wire", on_layers, formula, "model", metal},
          {"delay", on_layers, formula, "model", metal},
          at_longest_wire("delay", {{"chosen", "study.delay_from", ""},
                                    {"technology", "technology", ""},
                                    {"l", "length.longest_span", "longest span in node pitches"},
                                    {"longest_mm", "length.longest_mm", "longest wire in mm, as routed"},
                                    {"range", "study.range", "of lengths, for which the model keeps its error"}})};
}

std::vector<Derivation> clock_rows() {
  return {{"cycle",
           fixed,
           "T_c = max(T_floor, T_fixed)",
           "the spec: clock",
           {kCycle,
            kFloor,
            {"T_fixed", "study.fixed_cycle_ns", "one over the frequency"},
            {"set by", "delay.cycle_set_by", ""}}},
          {"cycle",
           router_set,
           "T_c = max(T_floor, T_longest, T_period)",
           "the spec: router period",
           {kCycle,
            kFloor,
            kLongest,
            {"T_period", "study.site_period_ns", "from one phit to the next through a router"},
            {"set by", "delay.cycle_set_by", ""}}},
          {"cycle",
           nullptr,
           "T_c = max(T_floor, T_longest)",
           "[Dally 1990, sec. 2]: the longest wire sets the clock",
           {kCycle, kFloor, kLongest, {"set by", "delay.cycle_set_by", ""}}},
          at_longest_wire("longest_wire",
                          {{"l", "length.longest_span", "longest span in node pitches"},
                           {"r", "length.longest_pitches", "longest wire in wire pitches, as routed"},
                           {"longest_mm", "length.longest_mm", "the same in mm"}},
                          {{"KN-eq14: the printed equation is lost; 1 + ln(l) is reconstructed from the best "
                            "dimensions that the paper states",
                            logarithmic}})};
}

std::vector<Derivation> latency_hop_rows() {
  return {
      {"mean_hops",
       latency_ideal,
       "H = n (k - 1) / 2 for one-way rings; by the family's closed form",
       "[Dally 1987, eq. 11]",
       {kLatencyHops, {"N", "nodes", "nodes"}},
       {{"WE-eq11 holds where messages to oneself count; without them the mean is N / (N - 1) times as large"}}},
      {"mean_hops",
       some_without_way,
       "H = sum of the distances of all pairs of terminals that have a way / number of these pairs",
       "derived: messages without a way are not sent",
       {kLatencyHops,
        {"d", "graph.mean_distance_hops", "mean distance of distinct nodes that have a way"},
        {"lost", "performance.without_way_fraction", "share of the messages that have no way"}}},
      {"mean_hops",
       self_traffic,
       "H = d * (N - 1) / N",
       "[Dally 1987, eq. 11]: messages to oneself count, with no hop",
       {kLatencyHops, {"d", "graph.mean_distance_hops", "mean distance of distinct nodes"}, {"N", "nodes", "nodes"}},
       {{"WE-eq11 holds only where messages to oneself count; without them the mean is N / (N - 1) times as large"}}},
      {"mean_hops",
       nullptr,
       "H = d",
       "definition: uniform traffic between distinct nodes",
       {kLatencyHops, {"d", "graph.mean_distance_hops", "mean distance of distinct nodes"}}}};
}

}  // namespace

std::vector<Derivation> latency_derivations() {
  std::vector<Derivation> rows;
  for (const auto& part :
       {total_rows(), node_rows(), wire_rows(), message_rows(), model_rows(), clock_rows(), latency_hop_rows()}) {
    rows.insert(rows.end(), part.begin(), part.end());
  }
  return rows;
}

}  // namespace cutline::explanation
