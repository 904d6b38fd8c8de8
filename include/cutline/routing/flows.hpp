// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/routing/routes.hpp"

namespace cutline {

/// Messages from one class of virtual channels of a channel to one of the next channel.
struct Turn {
  std::uint32_t next = 0;  ///< a queue
  double messages = 0;
};

/// The messages on the channels and sites of a network, along their routes. A queue is one class of virtual channels of
/// a channel; queue q belongs to channel q / classes and class q % classes. Numbers of messages are for each message
/// that nodes offer on average.
struct Flows {
  std::shared_ptr<const ChannelGraph> graph;
  std::uint32_t classes = 1;
  std::vector<double> messages;          ///< by queue: messages that pass it
  std::vector<double> begins;            ///< by queue: messages for which it is the first
  std::vector<double> ends;              ///< by queue: messages for which it is the last
  std::vector<std::vector<Turn>> turns;  ///< by queue, in the order in which they were met
  std::vector<double> sent, taken;       ///< by site: messages of its terminals, those within the site included
  std::vector<double> within;            ///< by site: messages from its terminals to its terminals
  double mean_hops = 0;

  std::uint64_t queues() const { return messages.size(); }
  /// Messages over a channel, all classes together.
  double load(std::uint64_t channel) const;
  std::vector<double> loads() const;
};

/// How many messages go from each source to a destination, both sites, for each message that nodes offer on average.
using DemandTo = FunctionRef<double(std::uint32_t source, std::uint32_t destination)>;

/// What happens to messages without a way: an input error, or they pass no channel.
enum class WithoutWay : std::uint8_t { refused, left_out };

/// The flows of a demand. The sum over all channels is the mean hops. Cost: O(destinations x layers x channels).
Flows flows_of(const Routes& routes, DemandTo demand, WithoutWay without_way = WithoutWay::refused);
/// The flows of uniform traffic: every node sends the same to every node, itself included. Messages without a way are
/// left out.
Flows uniform_flows(const Routes& routes);

/// Finds, by depth-first search, queues whose messages wait for one another in a circle, so that the network can
/// deadlock. Empty if there are none: then the dependencies between queues have an order, which proves that the network
/// cannot deadlock. `flows` must be of all pairs that may send. Cost: O(turns). Source: [Dally 1987b].
std::vector<std::uint32_t> waiting_circle(const Flows& flows);

}  // namespace cutline
