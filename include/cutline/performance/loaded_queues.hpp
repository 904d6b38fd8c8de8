// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/routing/flows.hpp"
#include "cutline/routing/line_flows.hpp"

namespace cutline {

/// Queues of a network, and where messages go from each: what the model of channels asks of routes. A queue may stand
/// for many that carry the same.
struct LoadedQueues {
  /// Messages of one place, and the queue that they go to; from queues.size() on, a junction.
  struct Feed {
    std::uint32_t to = 0;
    double share = 0;   ///< of all messages that come from there
    double chance = 0;  ///< of those, where places differ in their queues: at a place that has this one
    double part = 0;    ///< of the messages over the channel of `to`, those through the same input: channel or terminal
    double of = 0;      ///< of the messages of `to`, those through one class of virtual channels of that input
  };
  /// One class of virtual channels of a channel, or the terminals that take messages at a site.
  struct Queue {
    bool ejects = false;
    double messages = 0;   ///< a period, at a load of 1 message a period and terminal
    double visits = 0;     ///< of a mean message to this queue or one that it stands for
    double elsewhere = 0;  ///< messages that take other channels than its own from a mean message's input
    double busy = 0;       ///< messages over its channel, all classes
    double cycles = 0;     ///< of its channel's link
  };
  /// Terminals of a node, or of many that send alike: the queues that their messages begin with.
  struct Source {
    double messages = 0;
    double share = 0;  ///< of all messages
    std::vector<Feed> first;
  };
  std::uint32_t classes = 1;  ///< of virtual channels
  std::vector<Queue> queues;
  /// Row i is next[first[i]] to before next[first[i + 1]]: of every queue, then of every junction. A junction is a
  /// place that messages pass in no time, from where they go on alike whatever queue they came through; it sends to
  /// queues and to junctions before it.
  std::vector<std::uint64_t> first = {0};
  std::vector<Feed> next;
  std::vector<double> busy_before;  ///< by junction: messages over an input, in the mean over those that wait there
  std::vector<Source> sources;
};

/// All rows, each after those that it leads to, except where rows lead to each other in a circle. Cost: O(feeds).
std::vector<std::uint32_t> rows_upstream(const LoadedQueues& queues);

/// The queues of any flows, one by one. `cycles` are those of every channel's link; each node has `terminals`.
LoadedQueues queues_of(const Flows& flows, const std::vector<double>& cycles, double terminals);

/// Messages between two nodes, and within one, for each that a node offers on average.
struct UniformDemand {
  double between = 0;
  double within = 0;
};

/// Lines that carry the same over links of as many cycles.
struct LoadedLine {
  LineFlows flows;
  std::vector<double> cycles;  ///< by channel of the digit's graph
};

/// The queues of uniform traffic in dimension order, one for all lines of a digit that are alike: a message that ends a
/// digit begins the next one that is wrong at any value alike. What depends on the inputs of a channel is the mean over
/// its copies, and of a junction's feeds over its messages: both are sums over feeding channels, each of one digit, so
/// that they need no copy written out. The shares of a digit's lines must add to 1. Cost: O(turns of `lines` +
/// digits^2).
LoadedQueues queues_of(const Topology& topology, const std::vector<LoadedLine>& lines, const UniformDemand& demand,
                       double terminals);

}  // namespace cutline
