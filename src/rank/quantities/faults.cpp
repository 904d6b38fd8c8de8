// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

Data pair_data(const FaultSpread& spread) { return Data::Map{{"mean", spread.mean}, {"worst", spread.worst}}; }

/// Whether it is known what fails with a part of a machine.
bool lost(const FaultMeasures& faults) { return !faults.lost.part.empty() && faults.connected_fraction; }

Data spread_data(const FaultMeasures& faults, FaultSpread FaultsLeft::*of) {
  if (!faults.any_connected()) return Data::Map{{"mean", Data()}, {"worst", Data()}};
  return Data::Map{{"mean", (faults.left.*of).mean}, {"worst", (faults.left.*of).worst}};
}

/// Of the best balanced cut: of the whole network, or of what is left without a part of a machine.
Data cut_data(const FaultMeasures& one, const std::optional<FaultSpread>& left, double whole, double times = 1) {
  if (left) return pair_data({.mean = left->mean * times, .worst = left->worst * times});
  if (one.failed_links > 0 || !one.named.empty() || !one.lost.part.empty()) return {};
  return pair_data({.mean = whole * times, .worst = whole * times});
}

Data links_of_cut(const UnderDelay& a, const FaultMeasures& one) {
  return cut_data(one, one.lost.bisection, static_cast<double>(a.candidate.facts.graph.bisection.upper));
}

/// Gb/s of the cables over it, in each direction; null without cables.
Data gbps_of_cut(const UnderDelay& a, const FaultMeasures& one) {
  const std::optional<double> channel = gbps_of_channel(a);
  if (!channel) return {};
  const auto whole = static_cast<double>(a.candidate.facts.graph.bisection_wires.upper);
  return cut_data(one, one.lost.bisection_channels, whole, *channel);
}

Data faults(const UnderDelay& a) {
  return each_of<Data>(a.candidate.facts.faults, [&](const FaultMeasures& one) {
    return Data::Map{{"failed_links", one.failed_links},
                     {"named", one.named.empty() ? Data() : Data(one.named)},
                     {"part", one.lost.part.empty() ? Data() : Data(one.lost.part)},
                     {"worst_part", lost(one) ? Data(one.lost.worst) : Data()},
                     {"lost_terminals", lost(one) ? pair_data(one.lost.terminals) : Data()},
                     {"lost_price", lost(one) && one.lost.price ? pair_data(*one.lost.price) : Data()},
                     {"bisection_links", links_of_cut(a, one)},
                     {"bisection_gbps", gbps_of_cut(a, one)},
                     {"samples", one.samples},
                     {"exact", one.exact},
                     {"method", one.method},
                     {"connected_fraction", one.connected_fraction},
                     {"mean_distance_hops", spread_data(one, &FaultsLeft::mean_distance_hops)},
                     {"peak_channel_load", spread_data(one, &FaultsLeft::peak_channel_load)}};
  });
}

}  // namespace

bool links_fail(const Study& study) { return !study.fail.empty(); }

Quantities faults_quantities() {
  return {derived(of_bisection({"faults", Unit::none, "what is left of the network without some of its links", faults,
                                called("faults"), links_fail}),
                  {{"mean and worst over the choices of failed links that leave all nodes connected",
                    "definition; uniform traffic, spread evenly over all shortest paths",
                    {{"lambda", "graph.edge_connectivity", "fewer failed links never part nodes"}}}})};
}

}  // namespace cutline
