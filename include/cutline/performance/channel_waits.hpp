// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/routing/flows.hpp"

namespace cutline {

/// Messages of one size, and their part of all messages.
struct MessageSize {
  double flits = 1;
  double share = 1;
};

/// What routers and messages are like under load. A flit is what a channel passes in one period.
struct LoadedRouters {
  double virtual_channels = 8;  ///< of a channel, all classes together
  double depth_flits = 8;       ///< buffer of a virtual channel
  double router_cycles = 3;     ///< of a head that does not wait
  double head_cycles = 1;       ///< of these, those at the front of its buffer before it can leave: flits behind wait
  double terminals = 1;         ///< of a node; each has its own channel in and out
  double period_cycles = 1;     ///< from one flit of a channel to the next
  double message_flits = 1;     ///< the mean
  double square_flits = 1;      ///< the mean of the square
  std::vector<MessageSize> sizes = {};  ///< empty: all have the mean
};

/// What is full first as the load grows.
enum class Bottleneck : std::uint8_t {
  channel,           ///< a channel passes a flit in every period
  virtual_channels,  ///< all virtual channels of a class are held by messages that wait downstream
  credits,           ///< likewise, and most of the time they are held until credits come back
  source             ///< a terminal sends all the time
};

/// How long a mean message waits at a load, in cycles.
struct ChannelWaits {
  double source = 0;            ///< in its terminal
  double channels = 0;          ///< for channels that others use
  double virtual_channels = 0;  ///< for a virtual channel of its class, and in it behind others
  double credits = 0;           ///< for credits, where it is longer than a buffer: also without load
  double total() const { return source + channels + virtual_channels + credits; }
  /// What comes from other messages.
  double from_others() const { return source + channels + virtual_channels; }
  Bottleneck nearest = Bottleneck::channel;  ///< what is nearest to being full
  double used = 0;                           ///< the fraction of it that is in use
  std::uint32_t at = 0;                      ///< the channel, or the site whose terminals send
};

/// A network under load: queues are classes of virtual channels, and each waits for those that it feeds. The terms are
/// those of docs/load.md, which says what each stands for; here P are the cycles of a message, B those of a buffer, V
/// the virtual channels of a class:
///
///   for a channel     D, by the input: S (rho / (1 - rho (1 + k c)) - f rho / (1 - min(rho, rho_in)))
///   for credits       e = (loop - B)+ times the times that a message fills a buffer
///   to be let in      V at a time share the channel and are held besides for e and what waits further on do not fit
///   in the buffer     behind another message that waits for another channel, or for the cycles of its head
///   for room          where messages are shorter than a buffer, until credits come back
///   in the source     the mean wait before one server that is held until a message has left, coming at random
///
/// Solved from 0 upwards, which finds the least solution: waits grow with holding and holding with waits.
class ChannelModel {
 public:
  /// k: part of the requests for an input's other channels that cost this channel a flit. An input that two channels
  /// want takes one of them, so that each goes without in half of the cases; the networks of
  /// tests/golden/booksim/load-A.csv confirm it.
  static constexpr double kInputLoss = 0.5;

  /// `cycles` are those of every channel's link.
  ChannelModel(const Flows& flows, const std::vector<double>& cycles, const LoadedRouters& routers);

  /// The waits at a load in flits a period and terminal; nothing where there is no steady state. Cost: O(turns + queues
  /// x virtual channels) a step; some tens of steps, near saturation hundreds.
  std::optional<ChannelWaits> waits(double load) const;
  const LoadedRouters& routers() const { return routers_; }
  /// The least load at which no state is steady, or others make a message wait longer than `most_cycles`. Cost: some
  /// twenty waits.
  double saturation(double most_cycles) const;

 private:
  /// Messages that go on from a queue or a terminal to a queue.
  struct Feed {
    std::uint32_t queue = 0;
    double share = 0;  ///< of the messages that come from there
    double part = 0;   ///< f: of the messages over the channel, those through the same input
    double lane = 0;   ///< of the messages of the queue, those through one virtual channel of the input
  };
  struct Queue {
    std::uint32_t channel = 0;  ///< of the graph; of an ejection the site
    bool ejects = false;
    double messages = 0;   ///< a period, at a load of 1 message a period and terminal
    double visits = 0;     ///< of a mean message
    double busy = 0;       ///< messages over its channel, all classes
    double lanes = 1;      ///< V
    double loop = 0;       ///< cycles until a credit is back
    double stall = 0;      ///< e
    double longest = 0;    ///< the mean over its messages of the longest stall from here on
    double elsewhere = 0;  ///< messages of a mean message's input that take other channels
  };
  /// A node's terminals: what each sends, and the queues that its messages begin with.
  struct Source {
    std::uint32_t site = 0;
    double messages = 0;
    double share = 0;  ///< of all messages
    std::vector<Feed> first;
  };
  /// What messages wait for when they have reached the front of a buffer.
  struct Ahead {
    double all = 0;
    double other = 0;     ///< of it, for channels that the message behind does not need
    double virtuals = 0;  ///< of it, for virtual channels
  };
  /// A step of the iteration, by queue.
  struct State {
    double rate = 0;               ///< messages a cycle and terminal
    std::vector<double> virtuals;  ///< the wait to be let in, and for room
    std::vector<double> behind;    ///< the wait in the buffer
    std::vector<double> used;      ///< the fraction of what is nearest to being full
    std::vector<double> ahead;     ///< what waits at the front
  };
  void add_queues(const Flows& flows, const std::vector<double>& cycles);
  void add_next(const Flows& flows);
  void add_sources(const Flows& flows);
  void add_elsewhere();
  void add_longest();
  double terminal_loop() const;
  double stall(double loop) const;
  double credit_gap(double loop) const;
  double busy(const State& state, const Queue& queue) const;
  double used(const State& state, const Queue& queue) const;
  double channel_wait(const State& state, const Feed& feed, double busy_before) const;
  double virtual_wait(const State& state, const Feed& feed) const;
  void add_ahead(const State& state, const Feed& feed, double busy_before, Ahead& ahead) const;
  std::vector<double> downstream(const std::vector<double>& waits) const;
  std::vector<double> held(const std::vector<double>& waits, int from) const;
  double step(State& state) const;
  bool settle(State& state) const;
  void add_waits(const State& state, ChannelWaits& found) const;
  bool add_source_waits(const State& state, ChannelWaits& found) const;

  LoadedRouters routers_;
  double message_ = 1;       ///< P
  double spread_ = 1;        ///< mean square over squared mean
  double depth_ = 1;         ///< B
  double fits_ = 1;          ///< messages in a buffer
  double outside_ = 0;       ///< part of a message that the buffer has no room for where another one is in it
  double stalls_ = 0;        ///< times that a mean message fills a buffer before its last flit
  double later_stalls_ = 0;  ///< part of the stalls that reach back to the buffer before
  std::vector<Queue> queues_;
  std::vector<std::uint32_t> index_;  ///< of a queue of the flows; kNone where nothing passes
  std::vector<std::uint64_t> first_;  ///< rows of next_
  std::vector<Feed> next_;            ///< queues that messages go to from each queue, with their shares
  std::vector<Source> sources_;
};

}  // namespace cutline
