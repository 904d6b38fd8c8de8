// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/performance/loaded_queues.hpp"

namespace cutline {

/// What routers and messages are like under load. A flit is what a channel passes in one period.
struct LoadedRouters {
  double virtual_channels = 8;  ///< of a channel, all classes together
  double depth_flits = 8;       ///< buffer of a virtual channel
  double router_cycles = 3;
  double terminals = 1;      ///< of a node; each has its own channel in and out
  double period_cycles = 1;  ///< from one flit of a channel to the next
  double message_flits = 1;  ///< the mean
  double square_flits = 1;   ///< the mean of the square
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
  double virtual_channels = 0;  ///< for a virtual channel of its class
  double total() const { return source + channels + virtual_channels; }
  Bottleneck nearest = Bottleneck::channel;  ///< what is nearest to being full
  double used = 0;                           ///< the fraction of it that is in use
  std::uint32_t at = 0;                      ///< LoadedQueues::Queue::channel, or the site whose terminals send
};

/// A network under load: queues are classes of virtual channels, and each waits for those that it feeds.
///
/// With P cycles a message, rho the part of the time that a channel is busy, B flits of buffer, V virtual channels a
/// class, n = max(1, B / P) messages that one holds:
///
///   for a channel   D = s rho P / (1 - rho (1 + k s)), s = 1 - sum over the channels that feed it of (their share)^2:
///                   messages of one input stand behind each other before they come here. k is kAllocatorLoss
///   holding         H = max(P, P n loop / B) + D + what it waits for d channels further on x max(0, 1 - d B / P), for
///                   virtual channels d - 1: the rest is in buffers. loop: cycles until a credit is back
///   for a class     Erlang's C for V n servers that are held for H on average, H / (V n - load) each
///   in the source   the mean wait before one server that is held for H without the loop, messages coming at random
///
/// Solved from 0 upwards, which finds the least solution: waits grow with holding and holding with waits. derived: from
/// the M/M/n and M/G/1 queues.
class ChannelModel {
 public:
  /// Part of a channel's time that is lost where several inputs ask for it, as one pass of a separable allocator
  /// leaves pairs of idle inputs and outputs. Fitted to the networks of tests/golden/booksim/load-A.csv.
  static constexpr double kAllocatorLoss = 0.15;

  ChannelModel(LoadedQueues queues, const LoadedRouters& routers);
  /// The same, queue by queue; `cycles` are those of every channel's link.
  ChannelModel(const Flows& flows, const std::vector<double>& cycles, const LoadedRouters& routers)
      : ChannelModel(queues_of(flows, cycles, routers.terminals), routers) {}

  /// The waits at a load in flits a period and terminal; nothing where there is no steady state. Cost: O(turns) a step;
  /// some tens of steps, near saturation hundreds.
  std::optional<ChannelWaits> waits(double load) const;
  const LoadedRouters& routers() const { return routers_; }
  std::uint32_t classes() const { return all_.classes; }  ///< of virtual channels that its routes need
  /// The least load at which no state is steady, or a message waits longer than `most_cycles`. Cost: some twenty waits,
  /// each from the state of the highest load that is known to be steady.
  double saturation(double most_cycles) const;

 private:
  /// What routers make of a queue.
  struct Server {
    double servers = 1;
    double base = 0;  ///< cycles of P, or of the loop where that is longer
  };
  /// A step of the iteration.
  struct State {
    double rate = 0;               ///< messages a cycle and terminal
    std::vector<double> channel;   ///< D, by queue
    std::vector<double> virtuals;  ///< the wait for a virtual channel, by queue
    std::vector<double> held;      ///< H, by queue
  };
  /// The waits, found upwards from `start`, State::virtuals of a lower load; it becomes that of this load. Nothing also
  /// where messages wait longer than `most_cycles`.
  std::optional<ChannelWaits> waits_from(double load, double most_cycles, std::vector<double>& start) const;
  void pass_junctions(std::vector<double>& waits) const;
  std::vector<double> downstream(std::vector<double> waits) const;
  /// False where there is no steady state, or one with longer waits for virtual channels than `most_cycles`.
  bool settle(State& state, double most_cycles) const;

  LoadedRouters routers_;
  double message_ = 1;  ///< P, in cycles
  double spread_ = 1;   ///< mean square over squared mean
  LoadedQueues all_;
  std::vector<Server> servers_;  ///< by queue
};

}  // namespace cutline
