// SPDX-License-Identifier: Apache-2.0
// What the queues of a model of channels are by their routers alone, at any load.
#include <algorithm>
#include <cmath>

#include "performance/channel_waits.hpp"

namespace cutline {

double channels_of_class(double all, std::uint32_t classes, std::uint32_t vc_class) {
  if (all < classes || all != std::floor(all)) return all / classes;
  return std::floor((vc_class + 1) * all / classes) - std::floor(vc_class * all / classes);
}

double packet_gap(double flits, double head_cycles, double lanes) {
  return std::max(0.0, (flits + head_cycles) / std::max(1.0, lanes) - flits);
}

/// The credit loop of a link, for flits behind the head. A terminal takes them over a link of one cycle.
double ChannelModel::loop(double link_cycles) const {
  return credit_loop(link_cycles, routers_.router_cycles - routers_.head_cycles) - 1;
}

/// By source: the least cycles from one message of a terminal to the next, of which it needs next_after().
std::vector<double> ChannelModel::sources_apart() const {
  const std::vector<double> none(order_.size() * long_.levels());
  std::vector<double> apart;
  for (std::size_t i = 0; i < all_.sources.size(); ++i) {
    const LongMessages::Tables alone =
        long_.of_terminal(all_.sources[i].first, {.loop = kTerminalLoop}, alone_.holds, none);
    apart.push_back(message_ + std::max(next_after_[i], long_.alone(alone.holds.data())));
  }
  return apart;
}

/// The cycles besides those of its flits after which the message behind one of a terminal may follow, over first
/// channels of classes with one virtual channel. Where messages do not fit into a buffer, these keep the terminal back.
double ChannelModel::next_after(const LoadedQueues::Source& source) const {
  double sum = 0;
  for (const Feed& feed : source.first) {
    if (fits_ >= 1 || feed.to >= servers_.size()) continue;
    const Server& server = servers_[feed.to];
    sum += feed.share * server.alone * (routers_.period_cycles + server.hold + server.gap);
  }
  return sum;
}

void ChannelModel::add_servers() {
  const std::vector<double> same = mean_of_feeds(all_, order_, &Feed::part);
  const std::vector<double> of_class = mean_of_feeds(all_, order_, &Feed::of);
  const std::vector<double> again = mean_of_feeds(all_, order_, &Feed::chance);
  std::vector<double> loops;
  for (const Queue& queue : all_.queues) loops.push_back(loop(queue.ejects ? 1 : queue.cycles));
  alone_ = long_.alone(all_, loops);
  const std::vector<double> one = apart_from_one_source(all_, order_, std::vector<double>(all_.sources.size(), 1));
  const std::vector<double> buffers = buffers_on_the_way(all_, order_);
  for (std::size_t i = 0; i < all_.queues.size(); ++i) {
    const Queue& queue = all_.queues[i];
    const double lanes = queue.ejects ? routers_.virtual_channels : this->lanes(queue.vc_class);
    const std::size_t table = i * long_.levels();
    servers_.push_back({.lanes = lanes,
                        .alone = std::max(0.0, 2 - lanes),
                        .loop = loops[i],
                        .stall = long_.alone(&alone_.stalls[table]),
                        .hold = long_.alone(&alone_.holds[table]),
                        .same = same[i],
                        .of = of_class[i],
                        .one = one[i] * queue.messages / queue.busy,
                        .buffers = buffers[i],
                        .again = queue.ejects ? 1 : again[i]});
  }
  std::vector<double> stalls;
  for (const Server& server : servers_) stalls.push_back(server.stall);
  const std::vector<double> late = late_on_arrival(all_, order_, stall(kTerminalLoop), stalls, routers_.head_cycles);
  for (std::size_t i = 0; i < servers_.size(); ++i) {
    servers_[i].paced = std::max(servers_[i].hold, late[i]);
    servers_[i].gap = gap_behind(i);
  }
  for (const LoadedQueues::Source& source : all_.sources) next_after_.push_back(next_after(source));
  const std::vector<double> apart = apart_from_one_source(all_, order_, sources_apart());
  for (std::size_t i = 0; i < servers_.size(); ++i) servers_[i].apart = apart[i];
  for (std::size_t row = 0; row + 1 < all_.first.size(); ++row) {
    for (std::uint64_t k = all_.first[row]; k < all_.first[row + 1]; ++k)
      lets_in_.push_back(part_let_in(row, all_.next[k]));
  }
  for (const LoadedQueues::Source& source : all_.sources) {
    for (const Feed& feed : source.first) lets_in_.push_back(part_let_in(all_.first.size(), feed));
  }
}

/// The part of the waits for a virtual channel that messages have which come from a row: all V cannot be held by those
/// of its input where that has no more than V for them, as one of these is the message's own. Of those that hold them,
/// each comes through it with the probability `of`. A terminal sends one message after another.
double ChannelModel::part_let_in(std::size_t row, const Feed& feed) const {
  if (feed.to >= servers_.size()) return 1;
  const double lanes = servers_[feed.to].lanes;
  return row < servers_.size() && servers_[row].lanes > lanes ? 1 : 1 - std::pow(feed.of, lanes);
}

/// The cycles that a message loses right behind another that filled the buffer: its head takes the place of the flit a
/// buffer before. That one leaves the router behind the channel when those before it have, there or here, and its
/// credit comes back a loop later. Besides, the virtual channel takes its time to turn round.
double ChannelModel::gap_behind(std::size_t q) const {
  if (fits_ >= 1) return 0;
  const std::uint32_t levels = long_.levels(), level = long_.last_place();
  const double here = alone_.holds[q * levels + level];
  double before = all_.queues[q].ejects ? here : 0;
  for (std::uint64_t k = all_.first[q]; k < all_.first[q + 1]; ++k) {
    const double next = alone_.holds[all_.next[k].to * levels + level];
    before += all_.next[k].share * std::max(here, routers_.head_cycles + next);
  }
  const Server& server = servers_[q];
  return std::max(0.0, server.loop - depth_ + before - server.paced - routers_.period_cycles);
}

}  // namespace cutline
