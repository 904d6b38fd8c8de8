// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/ideal_network.hpp"
#include "evaluate/held.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

bool links_fail(const Study& study) { return !study.fail.empty(); }

const BisectionWidth* bisection_of(const Asked& asked) {
  const GraphMeasures* graph = graph_of(asked);
  return graph != nullptr ? &graph->bisection : nullptr;
}

const HopDistances* distances_of(const Asked& asked) {
  const GraphMeasures* graph = graph_of(asked);
  return graph != nullptr && graph->distances ? &*graph->distances : nullptr;
}

const Resilience* resilience_of(const Asked& asked) { return asked.candidate.resilience(); }

template <auto figure>
Data resilience_figure(const Asked& a) {
  const Resilience* found = resilience_of(a);
  return found != nullptr ? to_data((found->*figure).value()) : Data();
}

Data parts(const Asked& a) {
  if (a.candidate.ideal()) return std::uint64_t{1};
  const GraphMeasures* graph = graph_of(a);
  return graph != nullptr ? Data(graph->parts.count) : Data();
}

Data degree(const Asked& a) {
  if (const IdealNetwork* ideal = a.candidate.ideal())
    return whole_or_real(ideal->ports_per_node / ideal->channels_per_link);
  return member_of<graph_of, &GraphMeasures::degree_max>(a);
}

Data diameter(const Asked& a) {
  if (const IdealNetwork* ideal = a.candidate.ideal()) return whole_or_real(ideal->diameter_hops);
  return member_of<distances_of, &HopDistances::diameter_hops>(a);
}

/// Closed forms count messages to oneself; the mean over distinct nodes does not.
Data mean_distance(const Asked& a) {
  const IdealNetwork* ideal = a.candidate.ideal();
  if (ideal == nullptr) return member_of<distances_of, &HopDistances::mean_hops>(a);
  if (ideal->nodes <= 1 || !ideal->mean_hops) return {};
  return *ideal->mean_hops * ideal->nodes / (ideal->nodes - 1);
}

template <auto bound>
Data bisection(const Asked& a) {
  if (const IdealNetwork* ideal = a.candidate.ideal())
    return whole_or_real(ideal->bisection_channels / ideal->channels_per_link);
  return member_of<bisection_of, bound>(a);
}

template <auto bound>
Data wires_of_bisection(const Asked& a) {
  const auto wires = bisection_wires(a.study, a.candidate);
  return wires ? whole_or_real((*wires).*bound) : Data();
}

Quantity bisection_row(std::string key, Unit unit, std::string_view summary, Data (*value)(const Asked&),
                       QuantityNames names) {
  Quantity row{std::move(key), unit, summary, value, names};
  row.more_is_better = true;
  return row;
}

template <auto in>
Data bisection_method(const Asked& a) {
  if (a.candidate.ideal()) return "formula of the family";
  const GraphMeasures* graph = graph_of(a);
  return graph != nullptr ? Data((graph->*in).method) : Data();
}

}  // namespace

Quantities graph_quantities() {
  return {
      {"graph.degree_max", Unit::none, "links that end at the busiest node", degree, called("degree", "degree")},
      {"graph.parts", Unit::none, "parts of the network that no link joins", parts, called("parts", "parts")},
      {"graph.diameter_hops", Unit::hops, "greatest distance of two nodes in hops", diameter,
       called("diameter", "diameter")},
      {"graph.mean_distance_hops", Unit::hops, "mean distance of distinct nodes in hops", mean_distance,
       called("mean_distance")},
      bisection_row("graph.bisection_links.lower", Unit::none, "no balanced cut of the graph has fewer links",
                    bisection<&BisectionWidth::lower>, {}),
      bisection_row("graph.bisection_links.upper", Unit::none, "fewest links over a balanced cut of the graph",
                    bisection<&BisectionWidth::upper>, called("bisection")),
      {"graph.bisection_links.method", Unit::none, "theorem or bounds that the bisection comes from",
       bisection_method<&GraphMeasures::bisection>},
      bisection_row("graph.bisection_wires.lower", Unit::wires, "no balanced cut of the graph has fewer wires",
                    wires_of_bisection<&BisectionWires::lower>, {}),
      bisection_row("graph.bisection_wires.upper", Unit::wires, "fewest wires over a balanced cut of the graph",
                    wires_of_bisection<&BisectionWires::upper>, called("bisection_wires")),
      {"graph.bisection_wires.method", Unit::none, "theorem or bounds that the bisection in wires comes from",
       bisection_method<&GraphMeasures::bisection_wires>},
      {"graph.edge_connectivity", Unit::none, "fewest links whose loss parts some node from another",
       resilience_figure<&Resilience::edge_connectivity>, called("edge_connectivity"), links_fail},
      {"graph.mean_shortest_paths", Unit::none, "shortest paths from node to node, mean over pairs of distinct nodes",
       resilience_figure<&Resilience::mean_shortest_paths>, called("shortest_paths"), links_fail},
  };
}

}  // namespace cutline
