// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cutline/performance/traffic_pattern.hpp"
#include "cutline/study/candidate.hpp"
#include "routing/destinations.hpp"

namespace cutline {

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
std::optional<UniformPairs> uniform_pairs(const Study& study, const BuiltCandidate& candidate);

/// Factor on hops and loads of uniform traffic: from those for each of N messages of a node, one to each node and
/// itself, to those for each message that is sent. Absent as uniform_pairs(), and if none is sent.
std::optional<double> uniform_factor(const Study& study, const BuiltCandidate& candidate);

/// The messages of a pattern that have a way.
struct SentTraffic {
  Traffic traffic;
  double without_way = 0;  ///< the share of the messages that have none
  /// Whether nothing is sent from a node to another, although the pattern has such messages.
  bool nothing_sent = false;
};
/// The study's traffic, a pattern, between the nodes of the candidate's network. Cost: nothing if all nodes have ways,
/// else one pass over all messages, and that of Reachability.
SentTraffic sent_traffic(const Study& study, const BuiltCandidate& candidate);

/// The form of a pattern digit by digit; monostate also if some pairs have no way.
DigitForm sent_form(const Study& study, const BuiltCandidate& candidate);

/// The most messages that a node sends or takes under uniform traffic between equal nodes, for each message that a mean
/// node sends; 0 if it is not known, or past the effort.
double uniform_terminal_load(const Study& study, const BuiltCandidate& candidate, const Effort& effort);

/// The effort of a walk over all routes, in visits of channels and of nodes.
double visits_of_all_routes(const BuiltCandidate& candidate);

}  // namespace cutline
