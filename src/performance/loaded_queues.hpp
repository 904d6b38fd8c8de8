// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "routing/line_flows.hpp"

namespace cutline {

/// The queues of a network, and the queues to which messages go from each: the input of the model of channels. A queue
/// may stand for many queues that carry the same load.
struct LoadedQueues {
  /// The messages that go from one place (a queue, a junction or a source) to one queue; numbers from queues.size() on
  /// are junctions.
  struct Feed {
    std::uint32_t to = 0;
    double share = 0;  ///< part of all messages that leave the place
    /// The same part, but only among those of several merged places that have this queue, and for one of its terminals.
    double chance = 0;
    /// Part of the messages over the channel of `to` that come through the same input, a channel or terminal.
    double part = 0;
    double of = 0;  ///< part of the messages of `to` that come through one class of virtual channels of that input
  };
  /// One class of virtual channels of a channel, or the terminals that receive messages at a site.
  struct Queue {
    bool ejects = false;
    std::uint32_t vc_class = 0;  ///< of its virtual channels
    double messages = 0;         ///< messages a period, at a load of 1 message a period and terminal
    double visits = 0;           ///< how often a mean message visits this queue, or one that it stands for
    double elsewhere = 0;        ///< messages that take another channel from the input of a mean message
    double busy = 0;             ///< messages over its channel, in all classes
    double cycles = 0;           ///< cycles of its channel's link
    double routed = 0;           ///< messages through the router that the channel leads to; 0: none
  };
  /// The terminals of a node, or of many nodes that send alike, and the queues in which their messages begin.
  struct Source {
    double messages = 0;
    double share = 0;  ///< of all messages
    std::vector<Feed> first = {};
    double routed = 0;  ///< messages through the router of the node
  };
  std::uint32_t classes = 1;  ///< classes of virtual channels
  std::vector<Queue> queues;
  /// Row i holds the feeds of queue i, from next[first[i]] to before next[first[i + 1]]. Rows after the queues are
  /// those of junctions. A junction merges messages that go on in the same way, whatever queue they came through. They
  /// pass it in no time, to queues and to junctions before it.
  std::vector<std::uint64_t> first = {0};
  std::vector<Feed> next;
  std::vector<double> busy_before;  ///< by junction: messages over the input of a mean message that passes there
  std::vector<Source> sources;
};

/// All rows, each after the rows that it leads to, except for rows on a cycle. Cost: O(feeds).
std::vector<std::uint32_t> rows_upstream(const LoadedQueues& queues);

/// By queue: the mean over its messages of a figure of the feeds by which they come, at most 1. That of `part` is the
/// inverse of how many flows meet in the channel, if they were equally strong; that of `chance` is how likely the
/// message before from the same queue went the same way. Cost: O(feeds).
std::vector<double> mean_of_feeds(const LoadedQueues& queues, const std::vector<std::uint32_t>& upstream,
                                  double LoadedQueues::Feed::*figure);

/// By queue: how likely two of its messages come from one terminal, times the cycles that two such messages are apart
/// at least, which `apart` has by source. Messages that come through different queues count as of different terminals.
/// Cost: O(feeds).
std::vector<double> apart_from_one_source(const LoadedQueues& queues, const std::vector<std::uint32_t>& upstream,
                                          const std::vector<double>& apart);

/// By queue: how many buffers a message comes through from its terminal to the channel, in the mean. Cost: O(feeds).
std::vector<double> buffers_on_the_way(const LoadedQueues& queues, const std::vector<std::uint32_t>& upstream);

/// By queue: by how many cycles the tail of a message is late where the router before the channel has passed its head
/// on, as other channels before were slower. `stalls`: by queue, what a message loses to want of credits, and `first`
/// what it does from its terminal; a router holds the head alone for `head` cycles, and makes up for as many. Cost:
/// O(feeds).
std::vector<double> late_on_arrival(const LoadedQueues& queues, const std::vector<std::uint32_t>& upstream,
                                    double first, const std::vector<double>& stalls, double head);

/// The queues of any flows, without merging. `cycles`: by channel, the cycles of its link. Each node has `terminals`.
LoadedQueues queues_of(const Flows& flows, const std::vector<double>& cycles, double terminals);

/// The messages from one node to another, and from a node to itself, per message that a mean node offers.
struct UniformDemand {
  double between = 0;
  double within = 0;
};

/// A kind of line: all its lines carry the same loads over links of the same cycles.
struct LoadedLine {
  LineFlows flows;
  std::vector<double> cycles;  ///< by channel of the digit's graph
};

/// The queues of uniform traffic in dimension order, with one set of queues for all lines of a kind. This is possible
/// because a message that has corrected one digit begins the next wrong digit at all its values with equal probability.
/// Figures that depend on the inputs of a channel are means over the copies of the channel; those of a junction's feeds
/// are means over its messages. Both are sums over feeding channels of one digit each, so no copy has to be written
/// out. The shares of a digit's lines must add up to 1. Cost: O(turns of `lines` + digits^2).
LoadedQueues queues_of(const Topology& topology, const std::vector<LoadedLine>& lines, const UniformDemand& demand,
                       double terminals);

/// The messages that come to a channel, for all its classes together.
struct ChannelInputs {
  double begins = 0;    ///< messages that begin with it
  double ends = 0;      ///< messages that end with it
  double squares = 0;   ///< sum over the channels that feed it of the square of their messages
  double products = 0;  ///< the same sum of their messages times all messages over the feeding channel
};
/// By channel. Cost: O(turns).
std::vector<ChannelInputs> inputs_of_channels(const Flows& flows);

/// The feeds from each queue of the flows to other queues. `places` has the number of each queue among
/// LoadedQueues::queues. Cost: O(turns).
std::vector<std::vector<LoadedQueues::Feed>> feeds_between_queues(const Flows& flows,
                                                                  const std::vector<std::uint32_t>& places);

}  // namespace cutline
