// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/performance/load_waits.hpp"
#include "cutline/performance/loaded_queues.hpp"

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

/// The most cycles until a credit is back: both ways over the link, the router, and one each to send and to count it.
inline double credit_loop(double link_cycles, double router_cycles) { return 2 * link_cycles + router_cycles + 2; }

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

  ChannelModel(LoadedQueues queues, const LoadedRouters& routers);
  /// The same, queue by queue; `cycles` are those of every channel's link.
  ChannelModel(const Flows& flows, const std::vector<double>& cycles, const LoadedRouters& routers)
      : ChannelModel(queues_of(flows, cycles, routers.terminals), routers) {}

  /// The waits at a load in flits a period and terminal; nothing where there is no steady state. Cost: O(turns + queues
  /// x virtual channels) a step; some tens of steps, near saturation hundreds.
  std::optional<ChannelWaits> waits(double load) const;
  const LoadedRouters& routers() const { return routers_; }
  std::uint32_t classes() const { return all_.classes; }  ///< of virtual channels that its routes need
  /// The least load at which no state is steady, or others make a message wait longer than `most_cycles`. Cost: some
  /// twenty waits, each from the state of the highest load that is known to be steady.
  double saturation(double most_cycles) const;

 private:
  using Feed = LoadedQueues::Feed;
  using Queue = LoadedQueues::Queue;
  /// What routers make of a queue.
  struct Server {
    double lanes = 1;  ///< V
    double loop = 0;   ///< cycles until a credit is back
    double stall = 0;  ///< e
  };
  /// What messages wait for when they have reached the front of a buffer, or pass a junction.
  struct Ahead {
    double channel = 0;
    double virtuals = 0;  ///< for virtual channels
    double behind = 0;    ///< in the next buffer
    double same = 0;      ///< of what waits at the front: for the channel that the message behind needs as well
  };
  /// Waits by queue, which a step of the iteration takes on.
  struct Waits {
    std::vector<double> virtuals;  ///< to be let in, and for room
    std::vector<double> behind;    ///< in the buffer
  };
  struct State {
    double rate = 0;               ///< messages a cycle and terminal
    std::vector<double> channels;  ///< D, by feed
    Waits waits;
    std::vector<double> used;    ///< by queue, the fraction of what is nearest to being full
    std::vector<Ahead> ahead;    ///< by row
    std::vector<double> fronts;  ///< by row, then by hop on: what waits at the front of the buffer there
  };
  void add_servers();
  void add_longest();
  double spread_stall(double stall, std::vector<double>& chances) const;
  double terminal_loop() const;
  double stall(double loop) const;
  double credit_gap(double loop) const;
  double front(const Ahead& ahead) const;
  double busy(const State& state, const Queue& queue) const;
  double used(const State& state, const Queue& queue) const;
  double channel_wait(const State& state, const Feed& feed, double busy_before) const;
  double virtual_wait(const State& state, const Feed& feed) const;
  void add_ahead(const State& state, const Feed& feed, double channel, Ahead& ahead) const;
  void look_ahead(State& state, std::uint32_t row) const;
  double front(const State& state, std::uint32_t row) const { return state.fronts[row * reach_]; }
  double held(const State& state, std::uint32_t row, std::uint32_t skipped) const;
  double renew(State& state, std::uint32_t queue) const;
  double step(State& state) const;
  bool settle(State& state, double most_cycles) const;
  /// That of the waits of a message that takes the feed; `rows` are what variances() has found of junctions.
  double variance(const State& state, const Feed& feed, double channel, const std::vector<double>& rows) const;
  std::vector<double> variances(const State& state) const;
  void add_waits(const State& state, const std::vector<double>& variances, ChannelWaits& found) const;
  bool add_source_waits(const State& state, const std::vector<double>& variances, ChannelWaits& found) const;
  /// The waits, found upwards from `start`, those of a lower load; it becomes those of this load. Nothing also where
  /// others make messages wait longer than `most_cycles`.
  std::optional<ChannelWaits> waits_from(double load, double most_cycles, Waits& start) const;

  LoadedRouters routers_;
  double message_ = 1;       ///< P
  double spread_ = 1;        ///< mean square over squared mean
  double depth_ = 1;         ///< B
  double fits_ = 1;          ///< messages in a buffer
  double outside_ = 0;       ///< part of a message that the buffer has no room for where another one is in it
  double stalls_ = 0;        ///< times that a mean message fills a buffer before its last flit
  double later_stalls_ = 0;  ///< part of the stalls that reach back to the buffer before
  LoadedQueues all_;
  double lane_ = 1;                   ///< part of a class that a virtual channel is
  std::uint32_t reach_ = 1;           ///< hops on of which a wait may reach back
  std::vector<Server> servers_;       ///< by queue
  std::vector<double> longest_;       ///< by row, the mean over its messages of the longest stall from here on
  std::vector<std::uint32_t> order_;  ///< of the rows
};

}  // namespace cutline
