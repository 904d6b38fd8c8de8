// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "cutline/study/candidate.hpp"
#include "cutline/study/study.hpp"
#include "performance/channel_waits.hpp"
#include "performance/pair_costs.hpp"

namespace cutline {

/// The routes of a candidate, or a sentence with the reason why it has none.
using RoutesOrWhy = std::variant<Routes, std::string>;
/// Finds the routes by the candidate's routing. There are none without a layout, if several nodes share a link, or if
/// walking the routes would pass the effort.
RoutesOrWhy routes_of(const RoutersAsked& asked, const BuiltCandidate& candidate, const Effort& effort);

/// Routes, and the flows of the study's traffic on them.
struct RoutedTraffic {
  Routes routes;
  Flows flows;             ///< of the messages that have a way
  double without_way = 0;  ///< the share of the messages that have none
};
using RoutedOrWhy = std::variant<SharedConst<RoutedTraffic>, std::string>;
/// Walks the candidate's routes under the study's traffic.
RoutedOrWhy walked_traffic(const LatencyAsked& asked, const BuiltCandidate& candidate, const Effort& effort);
/// The routes with traffic that the candidate already has (TrafficResult::routed); if it has none, walks them now.
RoutedOrWhy routed_traffic(const LatencyAsked& asked, const RoutedCandidate& candidate, const Effort& effort);

/// What the candidate's routes need; absent if it has no routes, or if walking them passes the effort. `routed`: its
/// routes with the study's traffic, if they were walked. In dimension order without interchanges, each digit is tested
/// by itself: digits are corrected one after the other, so every cycle of waiting messages lies within one digit.
std::optional<RouteFacts> route_facts(const RoutersAsked& asked, const BuiltCandidate& candidate,
                                      const SharedConst<RoutedTraffic>& routed, const Effort& effort);

/// Whether all lines of a digit carry the same loads, so that the network can be modelled line by line.
bool is_loaded_by_lines(const TrafficAsked& asked, const BuiltCandidate& candidate);

/// The shares of messages by how many virtual channels the class has in which they begin. Those of uniform traffic on
/// lines begin in the first class; those within a node have all channels. Empty if routes are not known.
std::map<double, double> channels_of_messages(const LatencyAsked& asked, const RoutedCandidate& candidate,
                                              const Effort& effort);

/// Why no model of contention can treat the candidate's tiles; empty if models can.
std::string why_no_waits(const BuiltCandidate& candidate);

/// Why a candidate has no routes channel by channel; empty if it has them.
std::string why_no_routes(const BuiltCandidate& candidate);
/// A sentence that says so if `visits` passes the effort, else empty.
std::string why_past_effort(double visits, const Effort& effort);

/// Whether hops and loads must be found by walking routes one by one, because neither a formula nor the digits by
/// themselves give them.
bool is_routed_one_by_one(const BuiltCandidate& candidate);

/// A route that messages of the candidate take between two sites; of several, the one with the lowest-numbered
/// channels. Throws an input error if there is none.
std::vector<RouteHop> route_of(const RoutersAsked& asked, const RoutedCandidate& candidate, std::uint64_t from,
                               std::uint64_t to, const Effort& effort);

/// Uniform traffic between the candidate's terminals.
UniformDemand uniform_demand(const TrafficAsked& asked, const BuiltCandidate& candidate);

/// How many messages of the study's traffic go from one site to another, for each that a mean node sends.
using SiteDemand = std::function<double(std::uint32_t source, std::uint32_t destination)>;
SiteDemand demand_of(const TrafficAsked& asked, const BuiltCandidate& candidate);

/// The flows of the study's traffic on a candidate's routes, for each message that is sent. Uniform traffic runs
/// between terminals, any other between nodes. Messages without a way are not sent. Absent if no message has a way to
/// another node.
std::optional<RoutedTraffic> flows_of(const TrafficAsked& asked, const BuiltCandidate& candidate, Routes routes);

/// Where a message enters the network, passes it, or leaves it.
enum class ChannelUse : std::uint8_t { injection, link, ejection };

/// A channel under the study's traffic: of a link, or of all terminals of a site.
struct ChannelUnderLoad {
  ChannelUse use = ChannelUse::link;
  std::uint64_t from = 0, to = 0;  ///< sites; equal if the channel leads from or to terminals
  std::uint32_t link_class = 0;    ///< of links
  double messages = 0;             ///< per message that a mean node offers
  /// Load at which it is full, in bits per cycle and terminal; infinite if nothing passes it.
  double full_at = 0;
  std::uint64_t number = 0;  ///< of links: in the channel graph
};
/// All channels, the fullest first; equally full ones in the order of their sites. Throws an input error if there are
/// no routes.
std::vector<ChannelUnderLoad> loaded_channels(const LatencyAsked& asked, const TimedCandidate& candidate,
                                              const Effort& effort);

/// The same, where routes have been walked; phit_bits pass a channel of width 1 in a
/// cycle.
std::vector<ChannelUnderLoad> channels_under_load(const BuiltCandidate& candidate, const Flows& flows,
                                                  double phit_bits);

}  // namespace cutline
