// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/traffic.hpp"

#include "output/explain/derivations.hpp"

namespace cutline::explanation {

namespace {

bool limited_by(const Asked& a, SaturationLimit limit) {
  return a.candidate.traffic.saturation.known() && a.candidate.traffic.saturation.limited_by.limit == limit;
}
bool by_bisection(const Asked& a) { return limited_by(a, SaturationLimit::bisection); }
bool by_terminal(const Asked& a) { return limited_by(a, SaturationLimit::terminal); }
bool without_model(const Asked& a) { return a.candidate.latency.contention == nullptr; }
bool model_is(const Asked& a, std::string_view name) {
  return !without_model(a) && a.candidate.latency.contention->name == name;
}
bool dally(const Asked& a) { return model_is(a, "dally-1990"); }
bool agarwal(const Asked& a) { return model_is(a, "agarwal-1991"); }
bool engel(const Asked& a) { return model_is(a, "engel-kocak-2006"); }
bool by_channels(const Asked& a) { return model_is(a, "channels"); }
/// Whether the mean hops differ from the mean distance of the graph, because the traffic is not uniform or because
/// nodes differ in their number of terminals.
bool pattern(const Asked& a) {
  return traffic_name(a.study) != "uniform" || !a.candidate.facts.tiles.terminals.empty();
}

const Symbol kPeak = {"c", "performance.peak_channel_load",
                      "messages over the busiest channel for each that a node offers"};
const Symbol kTrafficWidth = {"W", "channel.width_bits", "channel width in bits"};
const Symbol kTrafficPeriod = {"p", "study.period_cycles", "cycles from one phit of a channel to the next"};
const Symbol kLimit = {"limited by", "performance.limited_by", ""};
const Symbol kTraffic = {"traffic", "performance.traffic", ""};
const Symbol kTrafficNodes = {"N", "nodes", "nodes"};
const Symbol kTerminals = {"T", "terminals", "terminals"};

std::vector<Derivation> saturation_rows() {
  return {{"saturation",
           by_bisection,
           "S = 2 * B * W / T / p",
           "[Dally 1990, sec. 3]: half of all uniform messages cross a balanced cut",
           {{"B", "study.cut_channels", "channels over the best balanced cut, both ways, each counted by its width"},
            kTrafficWidth,
            kTerminals,
            kTrafficPeriod,
            kLimit}},
          {"saturation",
           by_terminal,
           "S = W / p over what the busiest node's terminals send or take",
           "derived: a terminal's channel is as wide as the network's",
           {kTrafficWidth, kTrafficPeriod, kTraffic, kLimit}},
          {"saturation",
           nullptr,
           "S = W / c * N / T / p",
           "[Dally 1990, sec. 3]: the busiest channel is full",
           {kTrafficWidth, kPeak, kTrafficNodes, kTerminals, kTrafficPeriod, kTraffic, kLimit}},
          {"capacity",
           nullptr,
           "C = n W / (n (k - 1) / 2) / p, k / (k - 1) at equal bisection",
           "reconstructed after [Dally 1990, sec. 3] (KN-eq17); null elsewhere",
           {kTrafficWidth, kTrafficNodes, kTerminals, kTrafficPeriod}}};
}

std::vector<Derivation> contention_rows() {
  const Symbol model = {"model", "performance.contention", ""};
  const Symbol message = {"L", "study.message_bits", "bits of a message with its header"};
  return {
      {"contention",
       without_model,
       "none: latency is that without load, up to the saturation bound",
       "the spec: contention",
       {kLimit}},
      {"contention",
       by_channels,
       "waits for a channel: S (r / (1 - r (1 + k c)) - f r / (1 - min(r, r_in))); for credits and virtual channels by "
       "queue; in the source: M/G/1",
       "derived: docs/load.md",
       {model,
        kTrafficWidth,
        message,
        {"V", "study.virtual_channels", "virtual channels of a channel"},
        {"B", "study.depth_flits", "flits of a virtual channel's buffer"},
        {"bound", "performance.saturation_bits_per_cycle_per_terminal",
         "saturation bound in bits a cycle: first cut, channel or terminal full"},
        {"full first", "performance.saturates_by", "what binds at the expected saturation"},
        {"nearest", "study.nearest_to_full",
         "at each load of the spec: what is nearest to full, and the part of it in use"}}},
      {"contention",
       dally,
       "T' = T + (1 - g) T_R + l_E (g (1-g)^3 (T + T_R)^2 + g^3 (1-g) T^2), from the sink back, g = 1/k",
       "reconstructed after [Dally 1990, sec. 3]",
       {model, kTrafficWidth, message},
       {{"KN-eq18 to 20 are reconstructed from the paper's prose: its own equations are lost, and these numbers are "
         "not "
         "the paper's"}}},
      {"contention",
       agarwal,
       "w = r B / (1 - r) * (k_d - 1) / k_d^2 * (1 + 1/n) a hop, r = m B k_d, k_d mean hops a dimension",
       "[Agarwal 1991, sec. 4]",
       {model, kTrafficWidth, message},
       {{"the formula does not hold for k_d <= 1 (radix 2 and 3): an M/D/1 queue stands in, see the notes"}}},
      {"contention",
       engel,
       "S = M + d + d P_b W_b + W_ej, a fixed point; L = (S + W_s) V",
       "[Engel 2005, eq. 6 to 15]",
       {model, kTrafficWidth, message},
       {{"EK: the text says both ways round, the formulas are one way round; M is bits in eq. 1 and flits in eq. 8"},
        {"EK: the text counts m_g in flits ... per cycle per second; eq. 13 holds for messages a node and cycle "
         "only"}}},
      {"contention",
       nullptr,
       "W_q = r / (2 mu (1 - r)), 1 / mu = (N - 1) (M/w) T_w l",
       "[Engel 2005, eq. 1 to 5]",
       {model, kTrafficWidth, message, kTrafficNodes},
       {{"EK-eq3 counts the turns of the N - 1 other nodes in the service time and queues besides; `turns: none` does "
         "not"}}}};
}

std::vector<Derivation> load_rows() {
  return {{"without_way",
           nullptr,
           "messages that have no way / all messages of the traffic",
           "definition: in a network in parts, or with one-way channels, some messages have no way and are not sent",
           {{"lost", "performance.without_way_fraction", "share of the messages"},
            {"parts", "graph.parts", "parts of the network that no link joins"},
            kTraffic}},
          {"peak_channel_load",
           nullptr,
           "c = the largest load of a channel over its width, counted along the routes",
           "derived: digit by digit in product networks, by all shortest paths elsewhere",
           {kPeak, kTraffic, kLimit}},
          {"mean_hops",
           pattern,
           "H = links that all messages pass / messages",
           "derived: counted along the routes of the pattern, which uniform traffic has between terminals",
           {{"H", "performance.mean_hops", "mean hops of a message"}, kTraffic}}};
}

std::vector<Derivation> emulation_rows() {
  return {{"emulation",
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
           nullptr,
           "mesh P (s + 2 w_g); hypercube P (s + 2 P w_h); cycles P s + 2 P w_c + P^2 w_c / p'",
           "[Ranade 1987, sec. 2.1 and 2.2]",
           {{"host", "emulation.host", ""},
            {"w", "emulation.printed_width", "wires of a channel, as Table 1 prints"},
            {"tracks", "emulation.printed_tracks",
             "channels side by side above a row of processors or cycles, both ways"}}},
          {"evaluations",
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

std::vector<Derivation> traffic_derivations() {
  std::vector<Derivation> rows;
  for (const auto& part : {load_rows(), saturation_rows(), contention_rows(), emulation_rows()})
    rows.insert(rows.end(), part.begin(), part.end());
  return rows;
}

}  // namespace cutline::explanation
