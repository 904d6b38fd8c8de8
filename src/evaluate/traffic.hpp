// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "cutline/study/candidate.hpp"
#include "routing/destinations.hpp"

namespace cutline {

/// The name of the study's traffic pattern, "uniform" by default.
std::string_view traffic_name(const Study& study);
bool is_uniform(const Study& study);
/// The part of the effort that counting channel loads may take. It is small, because most measures have closed forms
/// and do without such counts.
std::uint64_t effort_of_loads(const Effort& effort);

/// The study's traffic between the nodes of a placed network. Nodes that the pattern names by number are those that
/// NamedSites finds. Throws the errors of ChosenTraffic::traffic().
Traffic placed_traffic(const Study& study, const PlacedNetwork& network);

/// Mean hops and channel loads under the study's traffic and the candidate's routing, and the bound on saturation at
/// its width. Uniform traffic runs between terminals, any other pattern between nodes, whose terminals all send alike.
/// Messages without a way are not sent: hops and loads are for each message that is. If the pattern cannot run on the
/// network, or if its hops are not known, TrafficResult::hops holds the reason. Loads are left out past
/// effort_of_loads(). A candidate that can be built saturates at the least of these loads:
///
///   busiest channel  W over its messages per message that a node offers
///   bisection        a balanced cut full of uniform traffic, if all nodes have ways to all others
///   terminal         a terminal sends and takes at most W bits in a phit's time
///
/// Source: [Dally 1990]; derived: the terminal's bound.
TrafficResult traffic_result(const Study& study, const Effort& effort, const BuiltCandidate& candidate);

/// Messages over the busiest channel for each that a node offers, if every node sends as many to each node, itself
/// included, along shortest paths: a fact of the network, whatever the study's traffic. Absent past the default effort.
std::optional<double> uniform_peak_load(const Study& study, const RoutedCandidate& candidate);

/// The saturation load in bits per cycle and terminal; a cycle may be shorter than the time of a phit.
double saturation_per_cycle(const RoutedCandidate& candidate, const WireTiming& wires);

}  // namespace cutline
