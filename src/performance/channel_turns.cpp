// SPDX-License-Identifier: Apache-2.0
// What a message waits for a channel that others use, where it may have a virtual channel at once.
#include <algorithm>
#include <cmath>

#include "performance/burst_waits.hpp"
#include "performance/channel_waits.hpp"

namespace cutline {

double ChannelModel::busy(const State& state, const Queue& queue) const { return state.rate * queue.busy * message_; }

/// What a head waits until its router, which passes `routed` messages, finds its route. Those of its own input, `own`,
/// come a message apart, and so no sooner than the router has done with it.
double ChannelModel::routing_wait(double rate, double routed, double own) const {
  const double routing = routers_.head_cycles - 1;
  const double apart = std::clamp((message_ - 1) / std::max(1.0, routing - 1), 0.0, 1.0);
  return wait_for_routing(rate * std::max(0.0, routed - apart * own), routing);
}

/// The part of the time in which the channel is busy or loses its turn. It loses it while all inputs with messages for
/// it serve other channels: the first with probability c, and every further message, of which there are j with
/// probability (1 - r) r^j, comes through the same input or through one that serves another channel too. No more
/// messages are there than the channel has virtual channels for them.
double ChannelModel::used(const State& state, std::size_t q) const {
  const Queue& queue = all_.queues[q];
  const double now = busy(state, queue), elsewhere = std::min(1.0, queue.elsewhere * state.rate * message_);
  if (now >= 1) return now;
  const double same = servers_[q].same, further = same + (1 - same) * elsewhere;
  const double more = now / (2 - now), waiting = more * further;
  const double lanes = std::min(routers_.virtual_channels, servers_[q].lanes * queue.busy / queue.messages);
  const double all = std::pow(waiting, std::max(0.0, lanes - 1));
  return now * (1 + elsewhere * ((1 - more) * (1 - all) / (1 - waiting) + all));
}

/// The part of the turns of others that a message notices. Its own flits come a buffer each credit loop, so that
/// loop / B - 1 others pass in between; more are there with probability rho to that power, and noticed in whole.
double ChannelModel::noticed(std::uint32_t queue, double busy) const {
  const double loop = servers_[queue].loop, between = loop / depth_ - 1;
  if (fits_ >= 1 || between <= 0) return 1;
  const double part = lost_in_bursts(message_ + servers_[queue].stall, depth_, loop) / (message_ * message_ * shared_);
  return 1 - (1 - std::min(1.0, part)) * (1 - std::pow(busy, between));
}

/// The wait for the channel as if all messages came at random, minus the time that messages of one input have already
/// waited for each other. 0 at a junction, where no message waits. A terminal sends its messages one after another: of
/// those that do not fit into a buffer, only as many stand in the line as the buffers on the way hold, and the others
/// wait in the terminal. Of those that fit, no more take turns.
double ChannelModel::channel_wait(const State& state, const Feed& feed, double busy_before) const {
  if (feed.to >= all_.queues.size()) return 0;
  const double now = busy(state, all_.queues[feed.to]);
  const double before = feed.part * now / (1 - std::min(busy_before * state.rate * message_, now));
  const double line = std::max(0.0, now / (1 - now) - before);
  const double others = 1 - servers_[feed.to].one / (1 + servers_[feed.to].buffers * fits_);
  const double in_turns = std::min(line, now * others / (1 - now * others));
  const double stands = line + std::max(0.0, 1 - fits_) * (in_turns - line);
  const BehindMessage behind = behind_message(routers_, message_, spread_);
  const double wait = behind.rest * stands + behind.turns * in_turns;
  return wait * noticed(feed.to, now) * (1 - now) / (1 - used(state, feed.to));
}

}  // namespace cutline
