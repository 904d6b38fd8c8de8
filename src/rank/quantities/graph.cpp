// SPDX-License-Identifier: Apache-2.0
#include "evaluate/budget.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

const BisectionWidth* bisection_of(const UnderDelay& asked) {
  const GraphMeasures* graph = graph_of(asked);
  return graph != nullptr ? &graph->bisection : nullptr;
}

const HopDistances* distances_of(const UnderDelay& asked) {
  const GraphMeasures* graph = graph_of(asked);
  return graph != nullptr && graph->distances ? &*graph->distances : nullptr;
}

const Resilience* resilience_of(const UnderDelay& asked) { return asked.candidate.resilience(); }

template <auto figure>
Data resilience_figure(const UnderDelay& a) {
  const Resilience* found = resilience_of(a);
  return found != nullptr ? to_data((found->*figure).value()) : Data();
}

Data parts(const UnderDelay& a) {
  if (a.candidate.ideal()) return std::uint64_t{1};
  const GraphMeasures* graph = graph_of(a);
  return graph != nullptr ? Data(graph->parts.count) : Data();
}

Data degree(const UnderDelay& a) {
  if (const IdealNetwork* ideal = a.candidate.ideal())
    return whole_or_real(ideal->ports_per_node / ideal->channels_per_link);
  return member_of<graph_of, &GraphMeasures::degree_max>(a);
}

Data diameter(const UnderDelay& a) {
  if (const IdealNetwork* ideal = a.candidate.ideal()) return whole_or_real(ideal->diameter_hops);
  return member_of<distances_of, &HopDistances::diameter_hops>(a);
}

/// Closed forms count messages to oneself; the mean over distinct nodes does not.
Data mean_distance(const UnderDelay& a) {
  const IdealNetwork* ideal = a.candidate.ideal();
  if (ideal == nullptr) return member_of<distances_of, &HopDistances::mean_hops>(a);
  if (ideal->nodes <= 1 || !ideal->mean_hops) return {};
  return *ideal->mean_hops * ideal->nodes / (ideal->nodes - 1);
}

template <auto bound>
Data bisection(const UnderDelay& a) {
  if (const IdealNetwork* ideal = a.candidate.ideal())
    return whole_or_real(ideal->bisection_channels / ideal->channels_per_link);
  return member_of<bisection_of, bound>(a);
}

template <auto bound>
Data wires_of_bisection(const UnderDelay& a) {
  const auto wires = bisection_wires(a.candidate);
  return wires ? whole_or_real((*wires).*bound) : Data();
}

Quantity bisection_row(std::string key, Unit unit, std::string_view summary, Data (*value)(const UnderDelay&),
                       QuantityNames names) {
  Quantity row{std::move(key), unit, summary, value, names};
  row.more_is_better = row.of_bisection = true;
  return row;
}

template <auto in>
Data bisection_method(const UnderDelay& a) {
  if (a.candidate.ideal()) return "formula of the family";
  const GraphMeasures* graph = graph_of(a);
  return graph != nullptr ? Data((graph->*in).method) : Data();
}

template <ConnectivityMethod method>
bool connectivity_by(const UnderDelay& a) {
  return resilience_of(a) != nullptr && resilience_of(a)->edge_connectivity.method() == method;
}
bool paths_by_product(const UnderDelay& a) {
  return resilience_of(a) != nullptr && resilience_of(a)->mean_shortest_paths.method() == PathsMethod::product;
}

Quantities distance_rows() {
  return {
      derived(
          {"graph.degree_max", Unit::none, "links that end at the busiest node", degree, called("degree", "degree")},
          {{"largest count of links at a node", "definition", {{"degree", "graph.degree_max", "links"}}}}),
      derived({"graph.parts", Unit::none, "parts of the network that no link joins", parts, called("parts", "parts")},
              {{"number of sets of nodes that links join, whichever way they go",
                "definition",
                {{"parts", "graph.parts", ""}, symbols::nodes}}}),
      derived(
          {"graph.diameter_hops", Unit::hops, "greatest distance of two nodes in hops", diameter,
           called("diameter", "diameter")},
          {{"largest of all shortest paths between nodes that have a way",
            "definition",
            {{"D", "graph.diameter_hops", "hops"}},
            {of_family(
                "RJ-tab4: a spanning tree of height 4 p printed; cube-connected cycles of d = 2 p' dimensions have the "
                "diameter 2 d + floor(d / 2) - 2 = 5 p' - 2 (d >= 4), which no tree from any node can be below")}}}),
      derived({"graph.mean_distance_hops", Unit::hops, "mean distance of distinct nodes in hops", mean_distance,
               called("mean_distance")},
              {{"mean of all shortest paths between distinct nodes that have a way",
                "definition",
                {{"d", "graph.mean_distance_hops", "hops"}, symbols::nodes}}})};
}

Quantities bisection_rows() {
  constexpr Symbol kCut = {"B", "graph.bisection_links.upper", "fewest links over a balanced cut of the graph"};
  constexpr std::string_view kMethod = "definition; the method names the theorem or the bounds";
  const Erratum even = of_family(
      "WE-eq6: printed without a condition on k; 2 W N / k holds for even radices, for odd ones it is 2 W (N - 1) / (k "
      "- 1)");
  return {
      bisection_row("graph.bisection_links.lower", Unit::none, "no balanced cut of the graph has fewer links",
                    bisection<&BisectionWidth::lower>, {}),
      derived(bisection_row("graph.bisection_links.upper", Unit::none, "fewest links over a balanced cut of the graph",
                            bisection<&BisectionWidth::upper>, called("bisection")),
              {when(is_ideal, {"B = the family's formula", "[Dally 1987, eq. 6]", {kCut}, {even}}),
               {"lower <= B <= upper, equal where exact",
                kMethod,
                {{"lower", "graph.bisection_links.lower", "no balanced cut has fewer"},
                 {"upper", "graph.bisection_links.upper", "a balanced cut with so many exists"},
                 {"method", "graph.bisection_links.method", ""},
                 {"middle", "density.x.middle_links", "links over the layout's middle cut along x, for comparison"}},
                {even}}}),
      of_bisection({"graph.bisection_links.method", Unit::none, "theorem or bounds that the bisection comes from",
                    bisection_method<&GraphMeasures::bisection>}),
      bisection_row("graph.bisection_wires.lower", Unit::wires, "no balanced cut of the graph has fewer wires",
                    wires_of_bisection<&BisectionWires::lower>, {}),
      derived(bisection_row("graph.bisection_wires.upper", Unit::wires, "fewest wires over a balanced cut of the graph",
                            wires_of_bisection<&BisectionWires::upper>, called("bisection_wires")),
              {when(is_ideal, {"w = B * (W * b + control)",
                               "the family's formula of its channels, B",
                               {{"w", "graph.bisection_wires.upper", "fewest wires over a balanced cut of the graph"},
                                {"B", facts::cut_channels, "channels over a balanced cut"},
                                symbols::width,
                                symbols::wires_per_bit,
                                symbols::control}}),
               {"lower <= w <= upper, equal where exact; upper = B * W * b and the control wires of each channel",
                kMethod,
                {{"lower", "graph.bisection_wires.lower", "no balanced cut has fewer"},
                 {"upper", "graph.bisection_wires.upper", "a balanced cut with so many exists"},
                 {"B", facts::cut_channels, "channels over that cut, each counted by its width"},
                 symbols::width,
                 symbols::wires_per_bit,
                 symbols::control,
                 {"method", "graph.bisection_wires.method", ""},
                 {"middle", "density.x.middle_wires", "wires over the layout's middle cut along x, for comparison"}}}}),
      of_bisection({"graph.bisection_wires.method", Unit::none,
                    "theorem or bounds that the bisection in wires comes from",
                    bisection_method<&GraphMeasures::bisection_wires>}),
  };
}

Quantities resilience_rows() {
  const std::vector<Symbol> cut = {{"lambda", "graph.edge_connectivity", "links"},
                                   {"degree", "graph.degree_max", "links of the busiest node"},
                                   {"method", "words.edge_connectivity_method", ""}};
  const std::vector<Symbol> paths = {
      {"s", "graph.mean_shortest_paths", "paths"}, symbols::nodes, {"method", "words.shortest_paths_method", ""}};
  return {
      derived(best_high({"graph.edge_connectivity", Unit::none, "fewest links whose loss parts some node from another",
                         resilience_figure<&Resilience::edge_connectivity>, called("edge_connectivity"), links_fail}),
              {when(connectivity_by<ConnectivityMethod::product>,
                    {"lambda = min(sum of the digits' least degrees, least lambda_i * N / N_i)", "[Xu 2006]", cut}),
               when(connectivity_by<ConnectivityMethod::transitive>, {"lambda = degree", "[Mader 1971]", cut}),
               {"lambda = least maximum flow from node 0 to another node", "definition", cut}}),
      derived(best_high({"graph.mean_shortest_paths", Unit::none,
                         "shortest paths from node to node, mean over pairs of distinct nodes",
                         resilience_figure<&Resilience::mean_shortest_paths>, called("shortest_paths"), links_fail}),
              {when(paths_by_product,
                    {"s = sum over pairs of (d_1 + d_2 + ...)! / (d_1! d_2! ...) * s_1 * s_2 ... / (N * (N - 1))",
                     "derived: paths of a product interleave those of its digits", paths}),
               {"s = sum over pairs of their shortest paths / (N * (N - 1))", "definition", paths}})};
}

}  // namespace

Data facts::cut_channels(const UnderDelay& a) {
  if (graph_of(a) != nullptr) return graph_of(a)->bisection_wires.upper;
  return a.candidate.ideal() ? Data(a.candidate.ideal()->bisection_channels) : Data();
}

Quantities graph_quantities() { return joined({distance_rows(), bisection_rows(), resilience_rows()}); }

}  // namespace cutline
