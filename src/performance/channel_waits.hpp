// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/detail/performance/contention.hpp"
#include "performance/lane_waits.hpp"
#include "performance/loaded_queues.hpp"
#include "performance/long_messages.hpp"

namespace cutline {

/// Messages of one size, and their share of all messages.
struct MessageSize {
  double flits = 1;
  double share = 1;
};

/// Routers and messages as the model of channels sees them. A flit is the data that a channel passes in one period.
struct LoadedRouters {
  double virtual_channels = 8;          ///< of a channel, in all classes together
  double depth_flits = 8;               ///< of the buffer of a virtual channel
  double router_cycles = 3;             ///< that a head spends in a router without waiting
  double head_cycles = 1;               ///< part of router_cycles in which the head blocks the front of its buffer
  double terminals = 1;                 ///< of a node; each has its own channel in and out
  double period_cycles = 1;             ///< from one flit of a channel to the next
  double message_flits = 1;             ///< the mean
  double square_flits = 1;              ///< the mean of the square
  std::vector<MessageSize> sizes = {};  ///< empty: all messages have the mean size
  double packets = 1;                   ///< of a message, sent one after another; a "message" here is one of them
};

/// Cycles until a terminal has a credit back: two for the flit to its router and two for the credit, as in the
/// simulator of tests/flits; assumed for others.
constexpr double kTerminalLoop = 4;

/// A head holds the front of its buffer while its route is found and a virtual channel is allocated. The last two
/// cycles of a router, for allocating the switch and passing it, do not block the flits behind it.
inline double head_cycles_of(double router_cycles) { return std::max(1.0, router_cycles - 2); }

/// The virtual channels of class c of C, of V: from floor(c V / C) to before floor((c + 1) V / C).
double channels_of_class(double all, std::uint32_t classes, std::uint32_t vc_class);

/// By how many cycles packets of `flits` cycles, sent one after another over one of `lanes` virtual channels each,
/// follow each other later than without a router: the next one takes a virtual channel when the one before has left it,
/// and finds its way in the cycles of its head. Source: derived; BookSim 2 prints 15 cycles for the mean of 16 packets.
double packet_gap(double flits, double head_cycles, double lanes);

/// The most cycles until a credit is back: twice the link, the router, and one cycle each to send and to count the
/// credit.
inline double credit_loop(double link_cycles, double router_cycles) { return 2 * link_cycles + router_cycles + 2; }

/// A queueing model of a network under load. A queue is a class of virtual channels of one channel; its messages wait
/// for the queues that it feeds. docs/load.md explains the terms. P: cycles of a message, B: cycles of flits that a
/// buffer holds, V: virtual channels of a class.
///
///   for a channel     D, by the input: S (rho / (1 - rho) - f rho / (1 - min(rho, rho_in))) (1 - rho) / (1 - used);
///                     long messages lose to others until their bursts pass in turns
///   for credits       e = (loop - B)+ times how often a message fills a buffer
///   to be let in      V messages at a time share the channel; each is also held for e and for what holds it further
///                     on (LongMessages where it fills buffers); where few sources meet, others hold all V less often;
///                     with V = 1 for the cycle until the next one may have the virtual channel and for the credits
///                     that it left none of
///   in the buffer     behind another message that waits for another channel, at the front for no more than the turns
///                     of other inputs, or for the cycles of its head; at the front until a router takes its head
///   for room          if messages are shorter than a buffer: until credits come back, which the lowest virtual
///                     channel lacks while others have them, and past the places of the buffer in its line
///   in the source     in a queue with one server, which a message holds until it has left
///
/// Waits depend on how long messages hold channels, and holding on waits, so the equations are solved by iteration. It
/// starts from 0 and every step raises the waits, which leads to the least solution. The alternative, a simulation of
/// flits, takes far longer; the tests hold the model against one.
class ChannelModel {
 public:
  ChannelModel(LoadedQueues queues, const LoadedRouters& routers);
  /// A model with a queue of its own for every class of every channel. `cycles`: by channel, the cycles of its link.
  ChannelModel(const Flows& flows, const std::vector<double>& cycles, const LoadedRouters& routers)
      : ChannelModel(queues_of(flows, cycles, routers.terminals), routers) {}

  /// The waits at a load in flits a period and terminal; absent if there is no steady state. Cost: O(turns + queues x
  /// virtual channels) a step of the iteration; some tens of steps, near saturation hundreds.
  std::optional<ChannelWaits> waits(double load) const;
  const LoadedRouters& routers() const { return routers_; }
  /// Mean cycles that the tail of a message comes later for want of credits, at any load.
  double credit_cycles() const { return credits_; }
  std::uint32_t classes() const { return all_.classes; }  ///< classes of virtual channels that the routes need
  /// The least load at which there is no steady state, or at which a mean message waits longer than `most_cycles` for
  /// others. Bisection. Cost: 20 calls of waits(), each of which starts from the waits of the highest load known to be
  /// steady.
  double saturation(double most_cycles) const;

 private:
  using Feed = LoadedQueues::Feed;
  using Queue = LoadedQueues::Queue;
  /// The constants of a queue that follow from the routers.
  struct Server {
    double lanes = 1;    ///< V
    double alone = 0;    ///< 1 if V is 1, 0 from 2 on
    double loop = 0;     ///< cycles until a credit is back
    double stall = 0;    ///< e
    double hold = 0;     ///< the same with the cycles that routers hold heads alone
    double paced = 0;    ///< the same where the tail comes no sooner than the channels before let it
    double gap = 0;      ///< of gap_behind()
    double same = 1;     ///< part of its channel's messages that come through the same input as a mean one
    double of = 1;       ///< part of its own messages that come through the same queue as a mean one
    double apart = 1;    ///< of apart_from_one_source(), in cycles
    double one = 0;      ///< how likely two messages over its channel come from one terminal
    double buffers = 1;  ///< of buffers_on_the_way()
    double again = 1;    ///< how likely the message before in the same input queue took this queue too
  };
  /// The waits ahead of a message that is at the front of a buffer, or passes a junction.
  struct Ahead {
    double channel = 0;
    double virtuals = 0;  ///< for virtual channels
    double behind = 0;    ///< in the next buffer
    double outside = 0;   ///< part of `behind` for which the message holds the channel before the buffer
    double front = 0;     ///< part of these waits that keeps the message at the front, as inputs take turns
    double same = 0;      ///< part of `front` that is for a channel which the message behind needs too
    double tail = 0;      ///< in which its tail stands here for what holds up its head further on
    double head = 0;      ///< part of `channel` for which the head waits at once, not flit by flit
  };
  /// What a message that takes a feed waits there: for the channel, and which part of the waits for its queue.
  struct OfFeed {
    double channel = 0, lets_in = 1;
  };
  /// Waits by queue. A step of the iteration renews them.
  struct Waits {
    std::vector<double> virtuals;  ///< to be let in, and for room
    std::vector<double> behind;    ///< in the buffer
    std::vector<double> next;      ///< there, for the message right before
  };
  struct State {
    double rate = 0;               ///< messages a cycle and terminal
    std::vector<double> channels;  ///< wait D for the channel, by feed
    Waits waits;
    std::vector<double> holds;   ///< by queue: how long a message holds its virtual channel, in cycles
    std::vector<double> rooms;   ///< by queue: part of waits.virtuals that is for room in the buffer
    std::vector<double> used;    ///< by queue: the used fraction of the resource nearest to being full
    std::vector<Ahead> ahead;    ///< by row
    std::vector<double> fronts;  ///< by row, then by number of hops ahead: the wait flit by flit at the buffer there
    std::vector<double> lates;   ///< by row, a table of LongMessages: how late tails come for waits of their heads
  };
  std::vector<double> sources_apart() const;
  double next_after(const LoadedQueues::Source& source) const;
  void add_servers();
  double loop(double link_cycles) const;
  double lanes(std::uint32_t vc_class) const {
    return channels_of_class(routers_.virtual_channels, all_.classes, vc_class);
  }
  double stall(double loop) const { return std::max(0.0, loop - depth_) * stalls_; }
  double credit_gap(double loop) const;
  double gap_behind(std::size_t queue) const;
  double part_let_in(std::size_t row, const Feed& feed) const;
  double front(const Ahead& ahead) const;
  double busy(const State& state, const Queue& queue) const;
  double routing_wait(double rate, double routed, double own) const;
  double used(const State& state, std::size_t queue) const;
  double outside(double behind, double next, double loop) const;
  /// How long a message holds a virtual channel, in cycles: while its flits pass, and besides; `late` of these for
  /// waits further on.
  struct Hold {
    double own = 0, idle = 0, late = 0;
  };
  double inputs_at_once(const Server& server) const;
  Regularity regularity(std::size_t queue, double rate, const Hold& hold) const;
  double noticed(std::uint32_t queue, double busy) const;
  double channel_wait(const State& state, const Feed& feed, double busy_before) const;
  double at_front(const State& state, const Feed& feed, const Ahead& next) const;
  void add_ahead(const State& state, const Feed& feed, const OfFeed& waits, Ahead& ahead) const;
  void look_ahead(State& state, std::uint32_t row) const;
  double front(const State& state, std::uint32_t row) const { return state.fronts[row * reach_]; }
  double held(const State& state, std::uint32_t row, std::uint32_t skipped) const;
  double renew(State& state, std::uint32_t queue) const;
  double step(State& state) const;
  bool settle(State& state, double most_cycles) const;
  /// The variance of the waits of a message that takes the feed. `rows`: the variances found so far, those of
  /// junctions.
  double variance(const State& state, const Feed& feed, const OfFeed& waits, const std::vector<double>& rows) const;
  std::vector<double> variances(const State& state) const;
  void add_waits(const State& state, const std::vector<double>& variances, ChannelWaits& found) const;
  bool add_source_waits(const State& state, const std::vector<double>& variances, ChannelWaits& found) const;
  /// The waits at a load, by iteration from `start`, the waits at a lower load. Then sets `start` to the waits at this
  /// load. Absent also if messages wait longer than `most_cycles` for others.
  std::optional<ChannelWaits> waits_from(double load, double most_cycles, Waits& start) const;

  LoadedRouters routers_;
  LongMessages long_;
  LongMessages::Alone alone_;
  double message_ = 1;  ///< P
  double spread_ = 1;   ///< mean square of the size over the squared mean size
  double depth_ = 1;    ///< B
  double fits_ = 1;     ///< number of messages that fit into a buffer
  double turns_ = 0;    ///< part of a message in which flits of others come between its own
  double shared_ = 1;   ///< S / P
  double outside_ = 0;  ///< part of a message that does not fit into a buffer which another message is in
  double stalls_ = 0;   ///< how often a mean message fills a buffer before its last flit
  LoadedQueues all_;
  std::uint32_t reach_ = 1;           ///< how many hops back a wait may reach
  std::vector<Server> servers_;       ///< by queue
  std::vector<double> lets_in_;       ///< of OfFeed, by feed: those of all rows, then those of the sources
  std::vector<double> next_after_;    ///< by source: of next_after()
  double credits_ = 0;                ///< credit_cycles()
  std::vector<std::uint32_t> order_;  ///< the rows in the order of an iteration step
};

}  // namespace cutline
