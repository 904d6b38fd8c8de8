// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "performance/loaded_queues.hpp"

namespace cutline {

struct LoadedRouters;

/// How long messages hold channels that are longer than a buffer. Such a message stretches over several channels: its
/// tail passes one only when the flit a buffer before it has left the next buffer. So what holds the head up n buffers
/// on also holds the channel, if the message fills n buffers before its last flit. Each step of a buffer also costs a
/// credit loop, and the cycles that a router holds the head but no other flit. derived: the longest way from the head
/// to the tail through these dependences; tests/flits/long_messages_test.cpp has the simulator's figures.
class LongMessages {
 public:
  explicit LongMessages(const LoadedRouters& routers);

  /// 1 + the most buffers that a message fills before its last flit, at most 1 + 64: tables have an entry for each
  /// number of buffers from 0 on.
  std::uint32_t levels() const { return static_cast<std::uint32_t>(shares_.size()); }
  /// The share of messages that fill no buffer before their last flit.
  double fitting() const { return shares_[0]; }
  /// The mean over all messages of a table, of which they have `passed` buffers behind them already.
  double mean(const double* table, std::uint32_t passed = 0) const;

  /// What a message alone holds each row's channel for longer than its own flits take, as tables by row.
  struct Alone {
    std::vector<double> stalls;  ///< for credits: the longest there or further on
    std::vector<double> heads;   ///< while routers hold the head
  };
  /// `loops`: by queue, the cycles until a credit is back. Cost: O(levels x feeds).
  Alone alone(const LoadedQueues& queues, const std::vector<double>& loops) const;
  /// The mean stall over all messages, of which a row has this table.
  double stall(const double* stalls) const;
  /// The same of messages in a buffer with this loop, or in those further on, with the table `further`.
  double stall(const double* further, double loop) const;

  /// How late the tail is over a channel where the head is held for `waits` cycles at random in the buffer after it, or
  /// the message in those further on.
  double late(double waits, double loop) const;
  /// What holds messages in the buffer of a row.
  struct Buffer {
    double waits = 0;    ///< cycles that a head waits there
    double fitting = 0;  ///< cycles by which the tail of a message that fits into the buffer is late
    double loop = 0;
  };
  /// Sets a row's table of how late tails come over its channel for waits of their heads: one that fills n buffers is
  /// held by what holds its head in the row's own, and by what holds it in the next n - 1. Cost: O(levels x feeds).
  void add_lates(const LoadedQueues& queues, std::uint32_t row, const Buffer& here, std::vector<double>& lates) const;

 private:
  double scale(std::uint32_t level) const;
  double head(double loop) const;  ///< part of the head's cycles that the buffer does not absorb

  std::vector<double> shares_;  ///< of messages, by buffers filled
  double more_ = 1;             ///< buffers that the longest messages fill, for each that the tables have
  double depth_ = 1;            ///< cycles of flits that a buffer holds
  double head_ = 1;             ///< cycles in which a router holds the head alone
};

/// The part of an exponential wait with this mean that is past `slack` cycles.
double past(double mean, double slack);

}  // namespace cutline
