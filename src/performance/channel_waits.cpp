// SPDX-License-Identifier: Apache-2.0
#include "cutline/performance/channel_waits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "performance/erlang.hpp"

namespace cutline {

namespace {
/// The variance of a wait that `used` of all messages have, as long as an exponential one; 0 where nobody waits.
double variance_of_wait(double mean, double used) { return used > 0 ? mean * mean * (2 / used - 1) : 0; }
}  // namespace

ChannelModel::ChannelModel(LoadedQueues queues, const LoadedRouters& routers)
    : routers_(routers),
      message_(routers.message_flits * routers.period_cycles),
      spread_(routers.square_flits / (routers.message_flits * routers.message_flits)),
      all_(std::move(queues)) {
  const double depth = routers_.depth_flits * routers_.period_cycles;
  const double held = std::max(1.0, depth / message_);
  for (const LoadedQueues::Queue& queue : all_.queues) {
    if (queue.ejects) {
      servers_.push_back({routers_.virtual_channels * held, message_});
    } else {
      const double loop = 2 * queue.cycles + routers_.router_cycles + 1;
      servers_.push_back(
          {routers_.virtual_channels / all_.classes * held, message_ * std::max(1.0, loop * held / depth)});
    }
  }
}

/// Adds to values of the queues those of the junctions, the means over where their messages go.
void ChannelModel::pass_junctions(std::vector<double>& waits) const {
  for (std::size_t i = waits.size(); i + 1 < all_.first.size(); ++i) {
    double sum = 0;
    for (std::uint64_t k = all_.first[i]; k < all_.first[i + 1]; ++k)
      sum += all_.next[k].share * waits[all_.next[k].to];
    waits.push_back(sum);
  }
}

std::vector<double> ChannelModel::downstream(std::vector<double> waits) const {
  std::vector<double> sums(waits.size());
  pass_junctions(waits);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    for (std::uint64_t k = all_.first[i]; k < all_.first[i + 1]; ++k)
      sums[i] += all_.next[k].share * waits[all_.next[k].to];
  }
  return sums;
}

bool ChannelModel::settle(State& state, double most_cycles) const {
  const double fits = routers_.depth_flits * routers_.period_cycles / message_;  // of a message in a buffer
  std::vector<double> still(all_.queues.size());
  std::vector<double> far = state.channel;
  for (std::size_t i = 0; i < all_.queues.size(); ++i) still[i] = servers_[i].base + state.channel[i];
  for (int d = 1; 1 - d * fits > 0; ++d) {
    far = downstream(far);
    for (std::size_t i = 0; i < far.size(); ++i) still[i] += far[i] * (1 - d * fits);
  }
  constexpr int kMostSteps = 1000;
  constexpr double kSettled = 1e-7;
  for (int step = 0; step < kMostSteps; ++step) {
    state.held = still;
    far = state.virtuals;
    for (int d = 1; 1 - (d - 1) * fits > 0; ++d) {
      far = downstream(far);
      for (std::size_t i = 0; i < far.size(); ++i) state.held[i] += far[i] * (1 - (d - 1) * fits);
    }
    double change = 0, waited = 0;
    for (std::size_t i = 0; i < all_.queues.size(); ++i) {
      const LoadedQueues::Queue& queue = all_.queues[i];
      const double load = state.rate * queue.messages * state.held[i];
      if (load >= servers_[i].servers) return false;
      const double wait = waits_for_server(servers_[i].servers, load) * state.held[i] / (servers_[i].servers - load);
      change = std::max(change, std::abs(wait - state.virtuals[i]) / message_);
      state.virtuals[i] = wait;
      waited += queue.visits * wait;
    }
    if (waited > most_cycles) return false;  // waits only grow from step to step
    if (change < kSettled) return true;
  }
  return false;
}

std::optional<ChannelWaits> ChannelModel::waits(double load) const {
  std::vector<double> nothing(all_.queues.size());
  return waits_from(load, std::numeric_limits<double>::infinity(), nothing);
}

std::optional<ChannelWaits> ChannelModel::waits_from(double load, double most_cycles,
                                                     std::vector<double>& start) const {
  State state;
  state.rate = load / message_;
  state.channel.resize(all_.queues.size());
  state.virtuals = start;
  ChannelWaits found;
  const auto nearer = [&](Bottleneck what, double used, std::uint32_t at) {
    if (used <= found.used) return;
    found.nearest = what;
    found.used = used;
    found.at = at;
  };
  for (std::size_t i = 0; i < all_.queues.size(); ++i) {
    const LoadedQueues::Queue& queue = all_.queues[i];
    const double busy = state.rate * queue.busy * message_;
    const double used = busy * (1 + kAllocatorLoss * queue.crowd);
    if (used >= 1) return std::nullopt;
    nearer(Bottleneck::channel, used, queue.channel);
    state.channel[i] = queue.crowd * busy * message_ * spread_ / (1 - used);
  }
  if (!settle(state, most_cycles)) return std::nullopt;
  start = state.virtuals;
  const auto& [rate, channel, virtuals, held] = state;
  for (std::size_t i = 0; i < all_.queues.size(); ++i) {
    const LoadedQueues::Queue& queue = all_.queues[i];
    found.channels += queue.visits * channel[i];
    found.virtual_channels += queue.visits * virtuals[i];
    const double full = rate * queue.messages * held[i] / servers_[i].servers;
    found.route_variance += queue.visits * (variance_of_wait(channel[i], rate * queue.busy * message_) +
                                            variance_of_wait(virtuals[i], full));
    const bool credits = servers_[i].base - message_ > held[i] / 2;
    nearer(credits ? Bottleneck::credits : Bottleneck::virtual_channels, full, queue.channel);
  }
  const double fits = routers_.depth_flits * routers_.period_cycles / message_;
  std::vector<double> behind = virtuals, far = channel;
  std::vector<double> blocked(all_.queues.size());
  for (int d = 1; 1 - (d - 1) * fits > 0; ++d) {
    for (std::size_t i = 0; i < blocked.size(); ++i) {
      blocked[i] += behind[i] * (1 - (d - 1) * fits) + far[i] * std::max(0.0, 1 - d * fits);
    }
    behind = downstream(behind);
    far = downstream(far);
  }
  pass_junctions(blocked);
  for (const LoadedQueues::Source& source : all_.sources) {
    double late = 0;
    for (const LoadedQueues::Feed& first : source.first) late += first.share * blocked[first.to];
    const double service = message_ + late;
    const double arrivals = rate * source.messages;
    const double used = arrivals * service;
    if (used >= 1) return std::nullopt;
    nearer(Bottleneck::source, used, source.site);
    // Messages come at random in whole cycles: one less waits than where they come at any time.
    const double square = service * service + late * late + message_ * message_ * (spread_ - 1);
    const double wait = arrivals * (square - service) / (2 * (1 - used));
    found.source += source.share * wait;
    found.source_variance += source.share * variance_of_wait(wait, used);
  }
  return found.total() <= most_cycles ? std::optional(found) : std::nullopt;
}

double ChannelModel::saturation(double most_cycles) const {
  double low = 0, high = 1;
  std::vector<double> of_low(all_.queues.size());
  constexpr int kHalvings = 24;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    std::vector<double> of_middle = of_low;
    if (waits_from(middle, most_cycles, of_middle)) {
      low = middle;
      of_low = std::move(of_middle);
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace cutline
