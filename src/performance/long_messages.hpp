// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "performance/loaded_queues.hpp"

namespace cutline {

struct LoadedRouters;

/// How long messages hold channels that are longer than a buffer. Such a message stretches over several channels: its
/// tail passes one only when the flit a buffer before it has left the next buffer. So what holds the head up n buffers
/// on also holds the channel, if the message fills n buffers before its last flit. Each step of a buffer also costs
/// what its credit loop is longer, and the first flit the cycles that a router holds the head but no other flit.
/// derived: the longest way from the head to the tail through these dependences, down to one channel and from there on
/// in its credit loops; tests/flits/long_messages_test.cpp has the simulator's figures.
class LongMessages {
 public:
  /// `buffers`: the most that a way has. A message on it asks for no more levels than that below its own, so that the
  /// others are left at 0 in all tables.
  explicit LongMessages(const LoadedRouters& routers, std::uint32_t buffers = kAnyBuffers);
  static constexpr std::uint32_t kAnyBuffers = 64;  ///< longer ways count as this long, so that tables stay small

  /// 1 + the most buffers that a message fills before its last flit, at most 1 + 64: tables have an entry for each
  /// number of buffers from 0 on.
  std::uint32_t levels() const { return static_cast<std::uint32_t>(shares_.size()); }
  /// The level of the flit, of a mean message, whose place in the buffer the next message takes first.
  std::uint32_t last_place() const { return last_place_; }
  /// The share of messages that fill no buffer before their last flit.
  double fitting() const { return shares_[0]; }
  /// The mean over all messages of a table.
  double mean(const double* table) const;
  /// The mean of a table over the messages that fill a buffer, times their share.
  double longer(const double* table) const { return mean(table) - shares_[0] * table[0]; }
  /// The mean of cycles that messages take alone, where the longest count for all that they fill.
  double alone(const double* table) const;
  /// The mean square of what messages of `cycles` a flit take with the cycles of a table.
  double square(double cycles, const double* table) const;

  /// What a message alone holds each row's channel for longer than its own flits take, as tables by row.
  struct Alone {
    std::vector<double> stalls;  ///< for credits
    std::vector<double> holds;   ///< for credits, and while routers hold the head
  };
  /// `loops`: by queue, the cycles until a credit is back. Cost: O(levels x feeds).
  Alone alone(const LoadedQueues& queues, const std::vector<double>& loops) const;

  /// What holds messages in the buffer after a channel.
  struct Buffer {
    double waits = 0;    ///< cycles that a head waits there at random
    double fitting = 0;  ///< cycles by which the tail of a message that fits into the buffer is late
    double loop = 0;
    bool ejects = false;  ///< into a terminal, which has no router
  };
  /// Sets a row's tables, of how late tails come alone or for waits of their heads: one that fills n buffers is held by
  /// what holds its head in the row's own, and by what holds it in the next n - 1. Cost: O(levels x feeds).
  void add_lates(const LoadedQueues& queues, std::uint32_t row, const Buffer& here, const std::vector<double>& holds,
                 std::vector<double>& lates) const;
  /// Tables of a terminal's channel, of which feeds lead on.
  struct Tables {
    std::vector<double> holds, lates;
  };
  Tables of_terminal(const std::vector<LoadedQueues::Feed>& first, const Buffer& here, const std::vector<double>& holds,
                     const std::vector<double>& lates) const;

 private:
  double fixed(const Buffer& here, double head, std::uint32_t level, double further) const;
  double random(const Buffer& here, std::uint32_t level, double further, double late) const;

  std::vector<double> shares_;   ///< of messages, by buffers filled
  std::vector<double> flits_;    ///< their mean, over the mean of all messages
  std::vector<double> squares_;  ///< the mean square of the same
  std::uint32_t last_place_ = 0;
  std::vector<std::uint32_t> asked_;  ///< the levels from 1 on that some message asks for, ascending
  double more_ = 1;                   ///< buffers that the longest messages fill, for each that the tables have
  double depth_ = 1;                  ///< cycles of flits that a buffer holds
  double head_ = 1;                   ///< cycles in which a router holds the head alone
};

/// The most buffers on a way, terminals' too. Where queues form cycles, messages go on without end by their shares: no
/// way counts as longer than eight mean ones, past which about one message in 3,000 is. At most kAnyBuffers. Cost:
/// O(feeds), and that times the answer where queues form cycles.
std::uint32_t longest_way(const LoadedQueues& queues);

/// The part of an exponential wait with this mean that is past `slack` cycles.
double past(double mean, double slack);

/// What a message loses to others over the same channel, in cycles by the rate of messages, where each comes in bursts
/// of a buffer, one a credit loop longer than that, and is there for `hold` cycles. Two that meet are late once, until
/// their bursts take turns, and share the channel where two bursts are longer than a loop. derived: bursts that come at
/// any time overlap by buffer^2 / loop in the mean, and two messages are there together for half of `hold`.
double lost_in_bursts(double hold, double buffer, double loop);

}  // namespace cutline
