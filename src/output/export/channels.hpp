// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/export/exports.hpp"

/// The channels of an export, the cheapest ways along them, and the latency without load that its simulator should
/// show.
namespace cutline::exporting {

/// Every channel, sorted by its ends, but of parallel channels only the fastest.
std::vector<ExportChannel> fastest_channels(const ExportNetwork& network);

/// Channels as searches take them, sorted by their ends.
struct SortedChannels {
  std::vector<ExportChannel> all;
  std::vector<std::size_t> first;  ///< of every node, and one past the last

  SortedChannels(const ExportNetwork& network, std::vector<ExportChannel> channels);
  std::size_t nodes() const { return first.size() - 1; }
  /// What `figure` gives each channel.
  template <class Figure>
  auto each(const Figure& figure) const {
    return each_of(all, [&](const ExportChannel& channel) { return figure(channel); });
  }
};

/// The ways to a destination in all layers: one entry, without an order, if all layers agree; else one for each layer.
std::vector<ExportWays> common_ways(const ExportRoutes& routes, std::uint64_t destination);
/// The routes of a candidate in the form that a target can hold. A sentence if the target cannot hold them, if they are
/// not known, or if walking them would exceed the effort.
ExportRoutesOrWhy export_routes(const Export& target, const Study& study, const Candidate& candidate,
                                const ExportNetwork& network, const Effort& effort);

/// The mean of packet_gap() over the candidate's routes, each with the virtual channels of the class in which it
/// begins. `messages`: from a node to another, or to itself.
double mean_packet_gap(const ExportNetwork& network, const ExportRoutes& routes, double head_cycles,
                       FunctionRef<double(std::uint64_t, std::uint64_t)> messages);

/// Fills ExportNetwork::loads, or adds a note that says why there are none.
void add_loads(const Study& study, const Candidate& candidate, const Effort& effort, ExportNetwork& network);

/// The study's traffic between the nodes of an export; uniform also where its pairs are more than kMostPairs.
ExportTraffic export_traffic(const Study& study, const Candidate& candidate, const ExportNetwork& network);
/// Adds the file .traffic, whose lines begin with a word:
///   routers N terminals T
///   packets P       of a message, if they are several
///   at C C ...      the number of terminals of each router; terminals are counted router by router
///   from ROUTER RATE TO*PART,TO*PART ...   RATE is what each terminal there sends for each flit of a mean terminal,
///   and
///                   PART the part of it that goes to the terminals of router TO
void add_traffic_file(const Export& target, const ExportNetwork& network, std::vector<ExportFile>& files);

/// What a channel, or a way over several, costs and takes. Of equally cheap ways the fastest is better.
struct Way {
  double cost = 0;
  Time delay;
  auto operator<=>(const Way&) const = default;
};
/// What a channel costs, and the delay of its wire and of the router that it enters.
Way step_over(const ExportNetwork& network, const ExportChannel& channel);

/// The cheapest ways from a node to every node.
struct CheapestWays {
  std::vector<Way> ways;             ///< infinite to a node without a way
  std::vector<std::uint64_t> order;  ///< nodes in the order in which they were settled; of equals, the lowest first
  std::vector<std::size_t> last;     ///< the channel that leads to each; of equal ways, the first one found
};
/// By Dijkstra's search. `steps` holds what each channel costs and takes. Cost: O(channels log nodes).
CheapestWays cheapest_ways(std::uint64_t source, const SortedChannels& channels, const std::vector<Way>& steps);

/// Cycles of a BookSim router besides routing_delay, as set in the exported configuration: two allocations and the
/// switch. The simulator stops if an allocation takes more than one cycle.
inline constexpr std::uint64_t kBooksimAllocation = 2, kBooksimSwitch = 1;

/// Cycles of every router of a BookSim network. All routers have the same delay, at least that of these stages.
std::uint64_t booksim_router_cycles(const ExportNetwork& network);

/// The lines on latency for the header of an export, and the numbers in them. Empty if the target simulates no
/// messages.
ExpectedLatency expected_latency(const Export& target, const ExportNetwork& network);

}  // namespace cutline::exporting
