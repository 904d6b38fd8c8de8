// SPDX-License-Identifier: Apache-2.0
#include "output/explain/explanations.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

bool limited_by(const Json& facts, std::string_view what) {
  const Json& limit = facts.at("performance").at("limited_by");
  return limit.is_string() && limit.get<std::string>().rfind(what, 0) == 0;
}
bool by_bisection(const Json& facts) { return limited_by(facts, "bisection"); }
bool by_terminal(const Json& facts) { return limited_by(facts, "terminal"); }
bool without_model(const Json& facts) {
  const Json& model = facts.at("performance").at("contention");
  return model.is_null() || model == "none";
}
bool model_is(const Json& facts, std::string_view name) { return facts.at("performance").at("contention") == name; }
bool dally(const Json& facts) { return model_is(facts, "dally-1990"); }
bool agarwal(const Json& facts) { return model_is(facts, "agarwal-1991"); }
bool engel(const Json& facts) { return model_is(facts, "engel-kocak-2006"); }
bool pattern(const Json& facts) { return facts.at("performance").at("traffic") != "uniform"; }

const ExplanationSymbol kPeak = {"c", "performance.peak_channel_load",
                                 "messages over the busiest channel for each that a node offers"};
const ExplanationSymbol kTrafficWidth = {"W", "channel.width_bits", "channel width in bits"};
const ExplanationSymbol kTrafficPeriod = {"p", "study.period_cycles", "cycles from one phit of a channel to the next"};
const ExplanationSymbol kLimit = {"limited by", "performance.limited_by", ""};
const ExplanationSymbol kTraffic = {"traffic", "performance.traffic", ""};
const ExplanationSymbol kNodes = {"N", "nodes", "nodes"};
const ExplanationSymbol kTerminals = {"T", "terminals", "terminals"};

std::vector<ExplanationRow> saturation_rows() {
  const std::string_view key = "performance.saturation_bits_per_cycle_per_terminal";
  const std::string_view summary = "load of a terminal at which the first channel, cut or terminal is full";
  return {{"saturation",
           key,
           summary,
           by_bisection,
           "S = 2 * B * W / T / p",
           "[Dally 1990, sec. 3]: half of all uniform messages cross a balanced cut",
           {{"B", "study.cut_channels", "channels over the best balanced cut, both ways"},
            kTrafficWidth,
            kTerminals,
            kTrafficPeriod,
            kLimit}},
          {"saturation",
           key,
           summary,
           by_terminal,
           "S = W / p over what the busiest node's terminals send or take",
           "derived: a terminal's channel is as wide as the network's",
           {kTrafficWidth, kTrafficPeriod, kTraffic, kLimit}},
          {"saturation",
           key,
           summary,
           nullptr,
           "S = W / c * N / T / p",
           "[Dally 1990, sec. 3]: the busiest channel is full",
           {kTrafficWidth, kPeak, kNodes, kTerminals, kTrafficPeriod, kTraffic, kLimit}},
          {"capacity",
           "performance.capacity_bits_per_cycle_per_terminal",
           "what all channels of a k-ary n-cube one way round carry together, of a terminal",
           nullptr,
           "C = n W / (n (k - 1) / 2) / p, k / (k - 1) at equal bisection",
           "reconstructed after [Dally 1990, sec. 3] (KN-eq17); null elsewhere",
           {kTrafficWidth, kNodes, kTerminals, kTrafficPeriod}}};
}

std::vector<ExplanationRow> contention_rows() {
  const std::string_view key = "performance.contention_saturation_bits_per_cycle_per_terminal";
  const std::string_view summary =
      "load from which on the contention model has no steady state, or a terminal can send or take no more";
  const ExplanationSymbol model = {"model", "performance.contention", ""};
  const ExplanationSymbol message = {"L", "study.message_bits", "bits of a message with its header"};
  return {
      {"contention",
       key,
       summary,
       without_model,
       "none: latency is that without load, up to the saturation bound",
       "the spec: contention",
       {kLimit}},
      {"contention",
       key,
       summary,
       dally,
       "T' = T + (1 - g) T_R + l_E (g (1-g)^3 (T + T_R)^2 + g^3 (1-g) T^2), from the sink back, g = 1/k",
       "reconstructed after [Dally 1990, sec. 3]",
       {model, kTrafficWidth, message},
       {{"KN-eq18 to 20 are reconstructed from the paper's prose: its own equations are lost, and these numbers are "
         "not "
         "the paper's"}}},
      {"contention",
       key,
       summary,
       agarwal,
       "w = r B / (1 - r) * (k_d - 1) / k_d^2 * (1 + 1/n) a hop, r = m B k_d, k_d mean hops a dimension",
       "[Agarwal 1991, sec. 4]",
       {model, kTrafficWidth, message},
       {{"the formula does not hold for k_d <= 1 (radix 2 and 3): an M/D/1 queue stands in, see the notes"}}},
      {"contention",
       key,
       summary,
       engel,
       "S = M + d + d P_b W_b + W_ej, a fixed point; L = (S + W_s) V",
       "[Engel 2005, eq. 6 to 15]",
       {model, kTrafficWidth, message},
       {{"EK: the text says both ways round, the formulas are one way round; M is bits in eq. 1 and flits in eq. 8"},
        {"EK: the text counts m_g in flits ... per cycle per second; eq. 13 holds for messages a node and cycle "
         "only"}}},
      {"contention",
       key,
       summary,
       nullptr,
       "W_q = r / (2 mu (1 - r)), 1 / mu = (N - 1) (M/w) T_w l",
       "[Engel 2005, eq. 1 to 5]",
       {model, kTrafficWidth, message, kNodes},
       {{"EK-eq3 counts the turns of the N - 1 other nodes in the service time and queues besides; `turns: none` does "
         "not"}}}};
}

std::vector<ExplanationRow> load_rows() {
  return {{"peak_channel_load",
           "performance.peak_channel_load",
           "messages over the busiest channel for each that a node offers",
           nullptr,
           "c = the largest load of a channel over its width, counted along the routes",
           "derived: digit by digit in product networks, by all shortest paths elsewhere",
           {kPeak, kTraffic, kLimit}},
          {"mean_hops",
           "performance.mean_hops",
           "mean links on the way of a message",
           pattern,
           "H = links that all messages pass / messages",
           "derived: counted along the routes of the pattern",
           {{"H", "performance.mean_hops", "mean hops of a message"}, kTraffic}}};
}

std::vector<ExplanationRow> emulation_rows() {
  return {{"emulation",
           "emulation.exact_time_ns",
           "communication of the guest, by the exact layout",
           nullptr,
           "sum over legs of transmissions * delay of a wire of the leg's length",
           "[Ranade 1987, sec. 3 to 5], from widths at which the routed layouts take one area",
           {{"host", "emulation.host", ""},
            {"printed", "emulation.printed_time_ns", "the table's cell as printed"},
            {"floored", "emulation.floored_time_ns", "the cell of Table 3 with floor brackets, as it stands"},
            {"over mesh", "emulation.printed_over_mesh", "as printed, over the mesh's"},
            {"corrected", "emulation.corrected_time_ns", "the cell of Table 4 with the width of Table 1"},
            {"W", "emulation.exact_width", "wires of a channel, by the tracks of the routed layout"},
            {"bound", "emulation.bound_width", "wires of a channel, by the paper's bound on tracks"},
            {"notes", "emulation.notes", ""}}},
          {"emulation_side",
           "emulation.printed_side_pitches",
           "side of the square that the paper's layout of a host takes",
           nullptr,
           "mesh P (s + 2 w_g); hypercube P (s + 2 P w_h); cycles P s + 2 P w_c + P^2 w_c / p'",
           "[Ranade 1987, sec. 2.1 and 2.2]",
           {{"host", "emulation.host", ""},
            {"w", "emulation.printed_width", "wires of a channel, as Table 1 prints"},
            {"tracks", "emulation.printed_tracks",
             "channels side by side above a row of processors or cycles, both ways"}}},
          {"evaluations",
           "emulation.evaluations",
           "nodes of a butterfly that a processor computes",
           nullptr,
           "K^2 (2k + 2p), for cycles K^2 (2k + 4p), k = log2 K",
           "[Ranade 1987, table 3], corrected",
           {{"K", "emulation.per_processor", "rows of the guest's side at a processor"},
            {"printed", "emulation.printed_evaluations", "with L, m read as log2 K"},
            {"pipelined", "emulation.pipelining_gain", "times faster at most, 2p [Ranade 1987, sec. 4.2]"},
            {"radix 2k", "emulation.radix_gain", "times faster at most, 2k [Ranade 1987, sec. 4.2]"}},
           {{"RJ-tab3: printed K^2 L (2m + 2p), m for k and a factor L too many"}}}};
}

}  // namespace

std::vector<ExplanationRow> traffic_explanations() {
  std::vector<ExplanationRow> rows;
  for (const auto& part : {load_rows(), saturation_rows(), contention_rows(), emulation_rows()})
    rows.insert(rows.end(), part.begin(), part.end());
  return rows;
}

}  // namespace cutline
