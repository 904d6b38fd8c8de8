// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/placed_network.hpp"
#include "output/explain/derivations.hpp"

namespace cutline::explanation {

namespace {

bool without_rule(const Asked& a) { return a.candidate.facts.express.empty(); }
bool by_express_rule(const Asked& a) { return !without_rule(a) && a.candidate.facts.routing == Routing::express; }
bool has_interchanges(const Asked& a) {
  return a.candidate.network() && !a.candidate.network()->topology.has_switches() &&
         a.candidate.network()->topology.interchange_count() != 0;
}

const Symbol kSpacings = {"s", "express.lines.0.spacing",
                          "nodes that a channel passes, local first, in the first kind of dimension"};
const Symbol kDimensionNodes = {"k", "express.lines.0.nodes", "nodes along it"};
const Symbol kShares = {"f", "express.lines.0.share", "share of the messages over the middle, by level"};

std::vector<Erratum> hop_errata() {
  std::vector<Erratum> errata = {
      {"EC-eq4: printed with + 1 / (2 i) in the number of express hops, and with wires and message twice; the walk "
       "of the rule has - 1 / (2 i), and both once"},
      {"EC-Ha: the hops of the ascent are (i - 1) l / 2 + 1; l is missing in print"},
      {"EC-gen: the printed digit sums ignore carries; the digits to climb are those of (-S) mod i^l"},
      {"EC-sqrt: the best spacing sqrt(D) gives 2 sqrt(D) T_n by eq. 3, not 2 (sqrt(D) - 1) T_n as printed"},
      {"EC-longD: the latency of long distances printed in sec. III-D lacks the factor D"},
      {"EC-Dlocal: D_local of sec. III-D lets a message pass its destination, which the rule forbids"},
      {"EC-concl: sec. V says that passing an interchange costs T_n + T_w; by sec. III-A it takes no room: T_n"}};
  for (Erratum& erratum : errata) erratum.applies = by_express_rule;
  return errata;
}

std::vector<Derivation> express_hop_rows() {
  const std::string_view summary = "mean hops of a message, uniform traffic, by the express rule";
  return {{"mean_hops",
           by_express_rule,
           "H = mean hops over all pairs; far apart D / s_l + sum of (i_q - 1) + 1 a dimension",
           "[Dally 1991, sec. III-C and eq. 5]; counted, messages to oneself as the spec says",
           {{"H", "performance.mean_hops", summary},
            kSpacings,
            kDimensionNodes,
            {"d", "graph.mean_distance_hops", "mean of the shortest paths, which the rule may exceed"}},
           hop_errata()},
          {"distance_latency",
           nullptr,
           "T = (D / s_p + sum of (i_q - 1) + 1) t_r + D T_w for D >= s_1, s_p the largest spacing <= D",
           "[Dally 1991, eq. 3 and 5], for all distances derived",
           {kSpacings,
            {"t_r", "study.router_ns", "router delay of a hop"},
            {"alpha", "curve.alpha", "router delay over that of a wire one node pitch long"},
            {"D'", "curve.crossover_distance", "i alpha log_i alpha: farther climbs cost no more than wires"},
            {"slope", "curve.slope_ns", "what a node more costs far away: T_w + t_r / s_l"},
            {"kink", "curve.first_drop", "first distance that takes less than the one before"}},
           hop_errata()}};
}

std::vector<Derivation> interchange_rows() {
  return {{"interchanges",
           without_rule,
           "count of the sites that are interchanges",
           "definition",
           {{"N", "nodes", "nodes"}}},
          {"interchanges",
           nullptr,
           "ceil(k / s_1) - 1 on a line, of level j or more ceil(k / s_j) - 1, times the lines",
           "[Dally 1991, sec. III-C]; counted",
           {kDimensionNodes, kSpacings, {"by level", "express.lines.0.interchanges", "on a line"}}},
          {"interchange_pins",
           without_rule,
           "largest count of wires at an interchange or switch",
           "definition",
           {{"channels", "pins.ports_per_interchange_max", "that begin or end at it"}}},
          {"interchange_pins",
           nullptr,
           "4 (j + 1) W for level j with one channel a level; counted",
           "[Dally 1991, fig. 5]",
           {{"W", "study.wires_per_channel", "wires of a channel"},
            {"channels", "pins.ports_per_interchange_max", "that begin or end at it"}},
           {{"EC-fig5: the text calls the built interchange level 2, the caption level 3; 2 j - 1 modules fit either",
             has_interchanges}}}};
}

std::vector<Derivation> level_rows() {
  const std::string_view exact =
      "f_0 = 2 s_1 / k, f_j = 2 (s_(j+1) - s_j) / k, f_l = 1 - 2 s_l / k where the middle is a top interchange";
  return {{"express_shares",
           nullptr,
           exact,
           "[Dally 1991, eq. 6 and 7], corrected; counted over all pairs",
           {kShares,
            kDimensionNodes,
            kSpacings,
            {"printed", "express.lines.0.share_printed", "eq. 6 as printed"},
            {"eq. 7", "express.lines.0.top_share_printed", "as printed"},
            {"example", "express.lines.0.share_example", "as the worked example counts"}},
           {{"EC-eq6: printed 2 i^j / k; the example uses 2 i^(j+1) / k, which is the share of all levels up to j"},
            {"EC-eq7: printed (i^l - i) / (1 - i), which is no share; counting gives 1 - 2 i^l / k"}}},
          {"express_allocation",
           nullptr,
           "least of the largest f_j / m_j, ties to the lower level",
           "[Dally 1991, sec. III-E]",
           {{"m", "express.lines.0.allocation", "channels by level, local first"},
            kShares,
            {"load", "express.lines.0.worst_load", "share over channels of the busiest level"},
            {"m as printed", "express.lines.0.allocation_example", "by the example's shares"},
            {"its load", "express.lines.0.worst_load_example", "with the counted shares"}},
           {{"EC-alloc: the printed example, 1, 1, 2 and 4 channels, follows from its own shares; the counted ones "
             "give 1, 1, 1 and 5"},
            {"EC-beta: printed as channel over node width; M = floor(beta - 1) needs node over channel width"}}}};
}

}  // namespace

std::vector<Derivation> express_derivations() {
  std::vector<Derivation> rows;
  for (const auto& part : {express_hop_rows(), interchange_rows(), level_rows()}) {
    rows.insert(rows.end(), part.begin(), part.end());
  }
  return rows;
}

}  // namespace cutline::explanation
