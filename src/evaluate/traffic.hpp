// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"
#include "cutline/study/study.hpp"
#include "routing/destinations.hpp"

namespace cutline {

/// The name of the study's traffic pattern, "uniform" by default.
std::string_view traffic_name(const TrafficAsked& asked);
bool is_uniform(const TrafficAsked& asked);
/// The part of the effort that counting channel loads may take. It is small, because most measures have closed forms
/// and do without such counts.
std::uint64_t effort_of_loads(const Effort& effort);

/// The study's traffic between the nodes of a placed network. Nodes that the pattern names by number are those that
/// NamedSites finds. Throws the errors of ChosenTraffic::traffic().
Traffic placed_traffic(const TrafficAsked& asked, const PlacedNetwork& network);

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
TrafficResult traffic_result(const StudySettings& study, const Effort& effort, const BuiltCandidate& candidate);

/// Messages over the busiest channel for each that a node offers, if every node sends as many to each node, itself
/// included, along shortest paths: a fact of the network, whatever the study's traffic. Absent past the default effort.
std::optional<double> uniform_peak_load(const TrafficAsked& asked, const RoutedCandidate& candidate);

/// The saturation load in bits per cycle and terminal; a cycle may be shorter than the time of a phit.
double saturation_per_cycle(const RoutedCandidate& candidate, const WireTiming& wires);

// In a network in parts, or with channels that go one way only, some messages may have no way. They are not sent: hops,
// loads and latencies are those of the messages that have one, and every number "for each message that a node offers"
// counts these alone.

/// Whether every node has a way to every other. Ideal networks are connected.
bool all_have_ways(const BuiltCandidate& candidate);

/// What uniform traffic between terminals sends, in ordered pairs of nodes. A node and itself are a pair; where the
/// study leaves out messages to oneself, it counts for less.
struct UniformPairs {
  double all = 0;   ///< of all messages
  double sent = 0;  ///< of those that have a way
  /// The share of the messages that have no way.
  double without_way() const { return all > 0 ? (all - sent) / all : 0; }
};
/// Absent if it is not known which pairs have a way.
std::optional<UniformPairs> uniform_pairs(const TrafficAsked& asked, const BuiltCandidate& candidate);

/// Factor on hops and loads of uniform traffic: from those for each of N messages of a node, one to each node and
/// itself, to those for each message that is sent. Absent as uniform_pairs(), and if none is sent.
std::optional<double> uniform_factor(const TrafficAsked& asked, const BuiltCandidate& candidate);

/// The messages of a pattern that have a way.
struct SentTraffic {
  Traffic traffic;
  double without_way = 0;  ///< the share of the messages that have none
  /// Whether nothing is sent from a node to another, although the pattern has such messages.
  bool nothing_sent = false;
};
/// The study's traffic, a pattern, between the nodes of the candidate's network. Cost: nothing if all nodes have ways,
/// else one pass over all messages, and that of Reachability.
SentTraffic sent_traffic(const TrafficAsked& asked, const BuiltCandidate& candidate);

/// The form of a pattern digit by digit; monostate also if some pairs have no way.
DigitForm sent_form(const TrafficAsked& asked, const BuiltCandidate& candidate);

/// The most messages that a node sends or takes under uniform traffic between equal nodes, for each message that a mean
/// node sends; 0 if it is not known, or past the effort.
double uniform_terminal_load(const TrafficAsked& asked, const BuiltCandidate& candidate, const Effort& effort);

/// The effort of a walk over all routes, in visits of channels and of nodes.
double visits_of_all_routes(const BuiltCandidate& candidate);

struct Topology;

/// Throws an input error at the key of the designs' spec if the study's traffic names a node that none of their
/// networks has. Nulls are networks that are not there.
void expect_known_nodes(const TrafficAsked& asked, const std::vector<Design>& designs,
                        const std::vector<const Topology*>& networks);

/// The rates of the study's traffic on the candidate's network; shares if there are none, or if it cannot run there.
GivenRates given_rates(const TrafficAsked& asked, const BuiltCandidate& candidate);

/// Throws an input error if these rates are not absolute: the study asks for the load at them.
void expect_given_rates(const StudySettings& study, const BuiltCandidate& candidate);

/// Absolute rates in bits per cycle and node. A flit is a channel's width.
double given_bits_per_cycle(const GivenRates& rates, double width_bits, const ChannelClock& clock);

/// A note on the load at the given rates, `offered` in bits per cycle and terminal: the same in flits and messages, and
/// where its cycle comes from.
Note note_of_given_load(const TrafficAsked& asked, const GivenRates& rates, const Timing& timing, double offered);
/// A note on the fullest channel, if the load fills or overloads it.
std::optional<Note> note_of_fullest(const LatencyAsked& asked, const RoutedCandidate& candidate, const Timing& timing,
                                    double offered, const Effort& effort);

}  // namespace cutline
