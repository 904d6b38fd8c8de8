// SPDX-License-Identifier: Apache-2.0
#include "output/explain/explanations.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kLatencySource = "[Dally 1990, eq. 2 and 3]";

bool ideal(const Json& facts) { return facts.at("ideal").get<bool>(); }
bool not_wormhole(const Json& facts) { return !facts.at("study").at("wormhole").get<bool>(); }
bool per_link(const Json& facts) { return facts.at("study").at("clock") == "per_link"; }
bool fixed(const Json& facts) { return facts.at("study").at("clock") == "fixed"; }
bool in_whole_phits(const Json& facts) { return facts.at("study").value("whole_cycles", false); }
bool own_cycles(const Json& facts) {
  return facts.at("study").contains("route_cycles") && !facts.at("study").at("route_cycles").is_null();
}
bool own_cycles_not_wormhole(const Json& facts) { return own_cycles(facts) && not_wormhole(facts); }
bool on_layers(const Json& facts) { return facts.at("delay").at("slowest_wire").is_object(); }
bool passes_interchanges(const Json& facts) { return facts.at("study").value("interchanges", 0.0) > 0; }
bool counts_first(const Json& facts) { return facts.at("study").value("first_routers", 0.0) > 0; }
bool first_and_interchanges(const Json& facts) { return counts_first(facts) && passes_interchanges(facts); }
bool router_set(const Json& facts) { return facts.at("delay").at("cycle_set_by") == "router"; }
bool logarithmic(const Json& facts) { return facts.at("model").at("name") == "logarithmic"; }
bool self_traffic(const Json& facts) { return facts.at("study").at("self_traffic").get<bool>(); }

const ExplanationSymbol kHops = {"H", "performance.mean_hops", "mean hops of a message"};
const ExplanationSymbol kCycle = {"T_c", "delay.cycle_ns", "cycle"};
const ExplanationSymbol kPeriod = {"p", "study.period_cycles", "cycles from one phit of a channel to the next"};
const ExplanationSymbol kMessage = {"L", "study.message_bits", "bits of a message with its header"};
const ExplanationSymbol kWidth = {"W", "channel.width_bits", "channel width in bits"};
const ExplanationSymbol kNode = {"T_node", "performance.latency_parts_ns.node", "time in routers"};
const ExplanationSymbol kWire = {"T_wire", "performance.latency_parts_ns.wire", "time of the head on wires"};
const ExplanationSymbol kTail = {"T_msg", "performance.latency_parts_ns.message", "time of the rest of the message"};
const ExplanationSymbol kLongest = {"T_longest", "delay.longest_wire_ns", "delay of the longest wire"};
const ExplanationSymbol kFloor = {"T_floor", "study.floor_ns", "the shortest cycle allowed"};

std::vector<ExplanationRow> total_rows() {
  const std::string_view summary = "zero-load latency of a mean message";
  return {{"latency",
           "performance.latency_ns",
           summary,
           nullptr,
           "T = T_node + T_wire + T_msg",
           kLatencySource,
           {{"T", "performance.latency_ns", summary}, kNode, kWire, kTail}},
          {"latency_cycles",
           "performance.latency_cycles",
           "zero-load latency in cycles",
           nullptr,
           "T / T_c",
           kLatencySource,
           {{"T", "performance.latency_ns", summary}, kCycle}},
          {"latency_before_rounding",
           "performance.latency_before_rounding_ns",
           "latency if channels could have fractions of a bit",
           nullptr,
           "as latency, with the width before rounding and L / W instead of its next whole number",
           "derived: the same latency without rounding",
           {{"W_0", "channel.width_before_rounding", "width before rounding"}, kMessage}}};
}

std::vector<ExplanationRow> node_rows() {
  const std::string_view key = "performance.latency_parts_ns.node";
  const std::string_view summary = "time in routers";
  const ExplanationSymbol interchanges = {"I", "study.interchanges", "of the hops, those that end at an interchange"};
  const ExplanationSymbol router = {"t_r", "study.router_ns", "router delay of a hop"};
  const ExplanationSymbol interchange = {"t_x", "study.interchange_ns", "interchange delay of a hop"};
  const ExplanationSymbol in = {"t_i", "study.injection_ns", "injection"};
  const ExplanationSymbol out = {"t_e", "study.ejection_ns", "ejection"};
  const std::string_view every_router = "the spec, `router.passed: routers`: the first router delays a message too";
  return {{"node_latency",
           key,
           summary,
           first_and_interchanges,
           "T_node = (H + 1 - I) * t_r + I * t_x + t_i + t_e",
           every_router,
           {kNode, kHops, interchanges, router, interchange, in, out}},
          {"node_latency",
           key,
           summary,
           counts_first,
           "T_node = (H + 1) * t_r + t_i + t_e",
           every_router,
           {kNode, kHops, router, in, out}},
          {"node_latency",
           key,
           summary,
           passes_interchanges,
           "T_node = (H - I) * t_r + I * t_x + t_i + t_e",
           "[Dally 1990, eq. 2], with a delay for every hop, that of the router or interchange it ends at",
           {kNode, kHops, interchanges, router, interchange, in, out}},
          {"node_latency",
           key,
           summary,
           nullptr,
           "T_node = H * t_r + t_i + t_e",
           "[Dally 1990, eq. 2], with a router delay for every hop",
           {kNode, kHops, router, in, out}}};
}

std::vector<ExplanationRow> wire_rows() {
  const std::string_view key = "performance.latency_parts_ns.wire";
  const std::string_view summary = "time of a message's head on wires";
  const ExplanationSymbol link = {"n", "study.link_cycles", "cycles of the longest wire"};
  const ExplanationSymbol route = {"route", "study.route_wire_ns", "delays of the wires of a mean route together"};
  const ExplanationSymbol cycles = {"C", "study.route_cycles",
                                    "cycles of a mean route's links together, each link its own"};
  return {
      {"wire_latency",
       key,
       summary,
       own_cycles_not_wormhole,
       "T_wire = (C - H * p) * T_c",
       "derived: the message part holds what a hop takes; every pipelined wire adds its own cycles",
       {kWire, cycles, kHops, kPeriod, kCycle}},
      {"wire_latency",
       key,
       summary,
       own_cycles,
       "T_wire = C * T_c",
       "derived: [Dally 1990, eq. 2] with each pipelined link's own whole cycles; `--route A,B` lists them",
       {kWire, cycles, kCycle}},
      {"wire_latency",
       key,
       summary,
       not_wormhole,
       "T_wire = H * (n - p) * T_c",
       "[Dally 1990, eq. 2]: the message part holds what a hop takes; pipelined wires add their own delay",
       {kWire, kHops, link, kPeriod, kCycle}},
      {"wire_latency",
       key,
       summary,
       per_link,
       "T_wire = route",
       "derived: every wire at its own speed",
       {kWire, route}},
      {"wire_latency", key, summary, nullptr, "T_wire = H * n * T_c", kLatencySource, {kWire, kHops, link, kCycle}}};
}

std::vector<ExplanationRow> message_rows() {
  const std::string_view key = "performance.latency_parts_ns.message";
  const std::string_view summary = "time from a message's head to its tail";
  const ExplanationSymbol whole = {"f", "study.phits",
                                   "phits of a message: L / W, its next whole number, averaged over sizes"};
  const ExplanationSymbol exact = {"f", "study.phits", "phits of a message: L / W, averaged over sizes"};
  return {{"message_latency",
           key,
           summary,
           not_wormhole,
           "T_msg = H * f * p * T_c",
           "[Dally 1990, eq. 2]: store and forward pays the whole message at every hop",
           {kTail, kHops, exact, kMessage, kWidth, kPeriod, kCycle}},
          {"message_latency",
           key,
           summary,
           in_whole_phits,
           "T_msg = f * p * T_c",
           kLatencySource,
           {kTail, whole, kMessage, kWidth, kPeriod, kCycle}},
          {"message_latency",
           key,
           summary,
           nullptr,
           "T_msg = f * p * T_c",
           kLatencySource,
           {kTail, exact, kMessage, kWidth, kPeriod, kCycle}}};
}

/// Which model times the wires, where they run and why it is this one.
std::vector<ExplanationRow> model_rows() {
  const std::vector<ExplanationSymbol> metal = {
      kLongest,
      {"delay model", "delay.model", ""},
      {"which says", "model.summary", ""},
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
  const std::string_view model = "which delay model times the wires, and where they run";
  return {{"longest_wire", "delay.longest_wire_ns", "delay of the longest wire", on_layers, formula, "model", metal},
          {"delay", "delay.model", model, on_layers, formula, "model", metal},
          {"delay",
           "delay.model",
           model,
           nullptr,
           "T_longest = the delay model at the longest wire",
           "model",
           {kLongest,
            {"delay model", "delay.model", ""},
            {"which says", "model.summary", ""},
            {"chosen", "study.delay_from", ""},
            {"technology", "technology", ""},
            {"l", "length.longest_span", "longest span in node pitches"},
            {"longest_mm", "length.longest_mm", "longest wire in mm, as routed"},
            {"range", "study.range", "of lengths, for which the model keeps its error"}}}};
}

std::vector<ExplanationRow> clock_rows() {
  const std::string_view summary = "time between two phits of a clocked channel";
  return {{"cycle",
           "delay.cycle_ns",
           summary,
           fixed,
           "T_c = max(T_floor, T_fixed)",
           "the spec: clock",
           {kCycle,
            kFloor,
            {"T_fixed", "study.fixed_cycle_ns", "one over the frequency"},
            {"set by", "delay.cycle_set_by", ""}}},
          {"cycle",
           "delay.cycle_ns",
           summary,
           router_set,
           "T_c = max(T_floor, T_longest, T_period)",
           "the spec: router period",
           {kCycle,
            kFloor,
            kLongest,
            {"T_period", "study.site_period_ns", "from one phit to the next through a router"},
            {"set by", "delay.cycle_set_by", ""}}},
          {"cycle",
           "delay.cycle_ns",
           summary,
           nullptr,
           "T_c = max(T_floor, T_longest)",
           "[Dally 1990, sec. 2]: the longest wire sets the clock",
           {kCycle, kFloor, kLongest, {"set by", "delay.cycle_set_by", ""}}},
          {"longest_wire",
           "delay.longest_wire_ns",
           "delay of the longest wire",
           nullptr,
           "T_longest = the delay model at the longest wire",
           "model",
           {kLongest,
            {"delay model", "delay.model", ""},
            {"which says", "model.summary", ""},
            {"l", "length.longest_span", "longest span in node pitches"},
            {"r", "length.longest_pitches", "longest wire in wire pitches, as routed"},
            {"longest_mm", "length.longest_mm", "the same in mm"}},
           {{"KN-eq14: the printed equation is lost; 1 + ln(l) is reconstructed from the best dimensions that the "
             "paper states",
             logarithmic}}}};
}

std::vector<ExplanationRow> hop_rows() {
  const std::string_view key = "performance.mean_hops";
  const std::string_view summary = "mean links on the way of a message, uniform traffic";
  return {
      {"mean_hops",
       key,
       summary,
       ideal,
       "H = n (k - 1) / 2 for one-way rings; by the family's closed form",
       "[Dally 1987, eq. 11]",
       {kHops, {"N", "nodes", "nodes"}},
       {{"WE-eq11 holds where messages to oneself count; without them the mean is N / (N - 1) times as large"}}},
      {"mean_hops",
       key,
       summary,
       self_traffic,
       "H = d * (N - 1) / N",
       "[Dally 1987, eq. 11]: messages to oneself count, with no hop",
       {kHops, {"d", "graph.mean_distance_hops", "mean distance of distinct nodes"}, {"N", "nodes", "nodes"}},
       {{"WE-eq11 holds only where messages to oneself count; without them the mean is N / (N - 1) times as large"}}},
      {"mean_hops",
       key,
       summary,
       nullptr,
       "H = d",
       "definition: uniform traffic between distinct nodes",
       {kHops, {"d", "graph.mean_distance_hops", "mean distance of distinct nodes"}}}};
}

}  // namespace

std::vector<ExplanationRow> latency_explanations() {
  std::vector<ExplanationRow> rows;
  for (const auto& part :
       {total_rows(), node_rows(), wire_rows(), message_rows(), model_rows(), clock_rows(), hop_rows()}) {
    rows.insert(rows.end(), part.begin(), part.end());
  }
  return rows;
}

}  // namespace cutline
