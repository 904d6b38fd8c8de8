// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/laid_out.hpp"
#include "output/explain/derivations.hpp"

namespace cutline::explanation {

namespace {

bool network_ideal(const Asked& a) { return a.candidate.design->ideal; }
bool held(const Asked& a) { return a.study.hold.resource != Resource::none; }
bool holds_area(const Asked& a) { return a.study.hold.resource == Resource::area; }
bool holds_width(const Asked& a) { return a.study.hold.resource == Resource::width; }
bool held_down(const Asked& a) {
  const Design& design = *a.candidate.design;
  return held(a) && design.rounding() == Rounding::down;
}

bool links_differ_in_width(const Asked& a) {
  if (!a.candidate.laid_out()) return false;
  const Measures& measures = a.candidate.laid_out()->measures;
  return measures.lanes_per_node_max != measures.ports_per_node_max;
}

bool printed_for_even_radices(const Asked& a) { return has_erratum(a, "WE-eq6"); }

std::vector<Derivation> channel_rows() {
  const std::string_view summary = "bits of a channel, one direction of a link";
  const Symbol width = {"W", "channel.width_bits", summary};
  const Symbol before = {"W_0", "channel.width_before_rounding", "width before rounding"};
  const Symbol budget = {"B", "held.budget", "budget of what is held equal"};
  const Symbol resource = {"held equal", "held.resource", ""};
  const Symbol used = {"used", "held.used_fraction", "fraction of the budget that is used"};
  const Symbol multiple = {"m", "study.multiple", "widths are multiples of this many bits"};
  return {{"width",
           held_down,
           "W = floor(W_0 / m) * m, W_0 from the budget B",
           "the spec: hold and channel; never more than the budget",
           {width, before, multiple, budget, resource, used}},
          {"width", held, "W = W_0, from the budget B", "[Dally 1987, eq. 7]", {width, before, budget, resource, used}},
          {"width", nullptr, "W = the candidate's own width", "the spec: channel", {width, before}}};
}

std::vector<Derivation> unrounded_width_rows() {
  const std::string_view name = "width_before_rounding";
  const std::string_view key = "channel.width_before_rounding";
  const Symbol before = {"W_0", key, "width before rounding"};
  const Symbol budget = {"B", "held.budget", "budget of what is held equal"};
  const Symbol resource = {"held equal", "held.resource", ""};
  return {{name,
           holds_area,
           "B = (X + (W_0 - w) * (X_1 - X)) * (Y + (W_0 - w) * (Y_1 - Y))",
           "derived: tracks and terminals grow with the width, so sides are linear unless a node box begins to grow",
           {budget,
            before,
            {"w", "study.between.bits", "a whole number of bits, the largest of 1 and more within the budget"},
            {"X", "study.between.x", "width of the layout with channels of w bits, in mm or wire pitches"},
            {"Y", "study.between.y", "its height"},
            {"X_1", "study.between.x_next", "its width with w + 1 bits"},
            {"Y_1", "study.between.y_next", "its height with w + 1 bits"},
            resource}},
          {name, holds_width, "W_0 = B", "the spec: hold", {before, budget, resource}},
          {name,
           held,
           "W_0 = (B / n - control) / b",
           "derived: wires of a channel = W * wires per bit + control wires",
           {before,
            budget,
            {"n", "study.sharing_channels", "channels that share it, each counted by its width"},
            resource,
            {"b", "study.wires_per_bit", "wires per bit"},
            {"control", "study.control_wires", "control wires of a channel"}}},
          {name, nullptr, "W_0 = the candidate's own width", "the spec: channel", {before}}};
}

std::vector<Derivation> bisection_wires_rows() {
  return {{"bisection_wires",
           network_ideal,
           "w = B * (W * b + control)",
           "the family's formula of its channels, B",
           {{"w", "graph.bisection_wires.upper", "fewest wires over a balanced cut of the graph"},
            {"B", "study.cut_channels", "channels over a balanced cut"},
            {"W", "channel.width_bits", "channel width in bits"},
            {"b", "study.wires_per_bit", "wires per bit"},
            {"control", "study.control_wires", "control wires of a channel"}}},
          {"bisection_wires",
           nullptr,
           "lower <= w <= upper, equal where exact; upper = B * W * b and the control wires of each channel",
           "definition; the method names the theorem or the bounds",
           {{"lower", "graph.bisection_wires.lower", "no balanced cut has fewer"},
            {"upper", "graph.bisection_wires.upper", "a balanced cut with so many exists"},
            {"B", "study.cut_channels", "channels over that cut, each counted by its width"},
            {"W", "channel.width_bits", "channel width in bits"},
            {"b", "study.wires_per_bit", "wires per bit"},
            {"control", "study.control_wires", "control wires of a channel"},
            {"method", "graph.bisection_wires.method", ""},
            {"middle", "density.x.middle_wires", "wires over the layout's middle cut along x, for comparison"}}}};
}

std::vector<Derivation> bisection_rows() {
  const std::string_view summary = "fewest links over a balanced cut of the graph";
  const std::vector<Symbol> bounds = {
      {"lower", "graph.bisection_links.lower", "no balanced cut has fewer"},
      {"upper", "graph.bisection_links.upper", "a balanced cut with so many exists"},
      {"method", "graph.bisection_links.method", ""},
      {"middle", "density.x.middle_links", "links over the layout's middle cut along x, for comparison"}};
  return {{"bisection",
           network_ideal,
           "B = the family's formula",
           "[Dally 1987, eq. 6]",
           {{"B", "graph.bisection_links.upper", summary}},
           {{"WE-eq6: printed without a condition on k; 2 W N / k holds for even radices, for odd ones it is 2 W (N - "
             "1) / (k - 1)",
             printed_for_even_radices}}},
          {"bisection",
           nullptr,
           "lower <= B <= upper, equal where exact",
           "definition; the method names the theorem or the bounds",
           bounds,
           {{"WE-eq6: printed without a condition on k; 2 W N / k holds for even radices, for odd ones it is 2 W (N - "
             "1) / (k - 1)",
             printed_for_even_radices}}}};
}

std::vector<Derivation> graph_rows() {
  return {
      {"parts",
       nullptr,
       "number of sets of nodes that links join, whichever way they go",
       "definition",
       {{"parts", "graph.parts", ""}, {"N", "nodes", "nodes"}}},
      {"diameter",
       nullptr,
       "largest of all shortest paths between nodes that have a way",
       "definition",
       {{"D", "graph.diameter_hops", "hops"}},
       {{"RJ-tab4: a spanning tree of height 4 p printed; cube-connected cycles of d = 2 p' dimensions have the "
         "diameter 2 d + floor(d / 2) - 2 = 5 p' - 2 (d >= 4), which no tree from any node can be below",
         [](const Asked& a) { return has_erratum(a, "RJ-tab4"); }}}},
      {"mean_distance",
       nullptr,
       "mean of all shortest paths between distinct nodes that have a way",
       "definition",
       {{"d", "graph.mean_distance_hops", "hops"}, {"N", "nodes", "nodes"}}},
      {"degree", nullptr, "largest count of links at a node", "definition", {{"degree", "graph.degree_max", "links"}}},
      {"links",
       nullptr,
       "count of links; a link of two directions counts once",
       "definition",
       {{"links", "links", ""}, {"bidirectional", "bidirectional", ""}}}};
}

std::vector<Derivation> pin_rows() {
  const std::string_view key = "pins.per_node_max";
  const std::string_view summary = "wires that end at the busiest node";
  const std::vector<Symbol> symbols = {{"N_p", key, summary},
                                       {"c", "pins.ports_per_node_max", "channels that begin or end at it"},
                                       {"W", "channel.width_bits", "channel width in bits"},
                                       {"b", "study.wires_per_bit", "wires per bit"},
                                       {"control", "study.control_wires", "control wires of a channel"}};
  std::vector<Symbol> of_widths = symbols;
  of_widths.push_back({"l", "study.lanes", "the same, each counted by its width in multiples of W"});
  return {
      {"pins", links_differ_in_width, "N_p = l * W * b + c * control",
       "derived: a wide link has the bits of several channels, and the control wires of one", of_widths},
      {"pins",
       nullptr,
       "N_p = c * (W * b + control)",
       "[Dally 1987, eq. 9]",
       symbols,
       {{"WE-eq9 counts n k pins at equal bisection for one-way rings; a bidirectional torus has half the width "
         "and twice the channels",
         [](const Asked& a) { return has_erratum(a, "WE-eq9"); }}}},
      {"ports", nullptr, "count of channels at a node", "definition", {{"c", "pins.ports_per_node_max", "channels"}}}};
}

}  // namespace

std::vector<Derivation> network_derivations() {
  std::vector<Derivation> rows;
  for (const auto& part :
       {channel_rows(), unrounded_width_rows(), bisection_rows(), bisection_wires_rows(), graph_rows(), pin_rows()}) {
    rows.insert(rows.end(), part.begin(), part.end());
  }
  return rows;
}

}  // namespace cutline::explanation
