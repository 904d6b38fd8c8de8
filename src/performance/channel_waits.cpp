// SPDX-License-Identifier: Apache-2.0
#include "cutline/performance/channel_waits.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "performance/lane_waits.hpp"

namespace cutline {

namespace {
constexpr std::uint32_t kUnused = ~std::uint32_t{0};

double sum_of_class(const std::vector<double>& values, std::uint64_t channel, std::uint32_t classes) {
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(channel * classes);
  return std::accumulate(begin, begin + classes, 0.0);
}
}  // namespace

ChannelModel::ChannelModel(const Flows& flows, const std::vector<double>& cycles, const LoadedRouters& routers)
    : routers_(routers),
      message_(routers.message_flits * routers.period_cycles),
      spread_(routers.square_flits / (routers.message_flits * routers.message_flits)),
      depth_(routers.depth_flits * routers.period_cycles),
      fits_(routers.depth_flits / routers.message_flits),
      outside_(std::clamp(2 - fits_, 0.0, 1.0)) {
  if (routers_.sizes.empty()) routers_.sizes = {{routers.message_flits, 1}};
  double later = 0;
  for (const MessageSize& size : routers_.sizes) {
    const double filled = std::floor((size.flits - 1) / routers.depth_flits);
    stalls_ += size.share * filled;
    later += size.share * std::max(0.0, filled - 1);
  }
  if (stalls_ > 0) later_stalls_ = later / stalls_;
  add_queues(flows, cycles);
  add_next(flows);
  add_sources(flows);
  add_elsewhere();
  add_longest();
}

/// A terminal is a cycle away, and takes and sends without a router of its own.
double ChannelModel::terminal_loop() const {
  return routers_.router_cycles + 2 - routers_.head_cycles * (1 - 1 / routers_.message_flits);
}

double ChannelModel::stall(double loop) const { return std::max(0.0, loop - depth_) * stalls_; }

/// A message that filled the buffer leaves it without credits: the next one has the buffer's rate in all.
double ChannelModel::credit_gap(double loop) const {
  return fits_ < 1 ? std::max(0.0, message_ * loop / depth_ - message_ - stall(loop)) : 0;
}

void ChannelModel::add_queues(const Flows& flows, const std::vector<double>& cycles) {
  const ChannelGraph& graph = *flows.graph;
  const double terminals = routers_.terminals;
  const double nodes = static_cast<double>(graph.addressed_count());
  index_.assign(flows.queues(), kUnused);
  for (std::uint64_t q = 0; q < flows.queues(); ++q) {
    if (flows.messages[q] <= 0) continue;
    const auto channel = static_cast<std::uint32_t>(q / flows.classes);
    const double loop = 2 * cycles[channel] + terminal_loop() - 1;
    index_[q] = static_cast<std::uint32_t>(queues_.size());
    queues_.push_back({channel, false, flows.messages[q] * terminals, flows.messages[q] / nodes,
                       flows.load(channel) * terminals, routers_.virtual_channels / flows.classes, loop, stall(loop)});
  }
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    const double taken = flows.taken[site];
    if (taken <= 0) continue;
    queues_.push_back(
        {site, true, taken, taken / nodes, taken, routers_.virtual_channels, terminal_loop(), stall(terminal_loop())});
  }
}

void ChannelModel::add_next(const Flows& flows) {
  const ChannelGraph& graph = *flows.graph;
  const double lanes = routers_.virtual_channels / flows.classes;
  std::vector<std::uint32_t> ejection(graph.node_count(), kUnused);
  for (std::uint32_t i = 0; i < queues_.size(); ++i) {
    if (queues_[i].ejects) ejection[queues_[i].channel] = i;
  }
  std::vector<double> to(graph.head.size());  // messages from one channel to each
  first_.push_back(0);
  for (std::uint64_t c = 0; c < graph.head.size(); ++c) {
    const std::uint64_t begin = c * flows.classes, end = begin + flows.classes;
    const double taken = flows.taken[graph.head[c]], ends = sum_of_class(flows.ends, c, flows.classes);
    for (std::uint64_t q = begin; q < end; ++q) {
      for (const Turn& turn : flows.turns[q]) to[turn.next / flows.classes] += turn.messages;
    }
    for (std::uint64_t q = begin; q < end; ++q) {
      if (index_[q] == kUnused) continue;
      const double all = flows.messages[q];
      for (const Turn& turn : flows.turns[q]) {
        const std::uint64_t next = turn.next / flows.classes;
        next_.push_back({index_[turn.next], turn.messages / all, to[next] / flows.load(next),
                         turn.messages / (flows.messages[turn.next] * lanes)});
      }
      if (flows.ends[q] > 0)
        next_.push_back({ejection[graph.head[c]], flows.ends[q] / all, ends / taken, flows.ends[q] / (taken * lanes)});
      first_.push_back(next_.size());
    }
    for (std::uint64_t q = begin; q < end; ++q) {
      for (const Turn& turn : flows.turns[q]) to[turn.next / flows.classes] = 0;
    }
  }
  first_.resize(queues_.size() + 1, next_.size());
}

void ChannelModel::add_sources(const Flows& flows) {
  const ChannelGraph& graph = *flows.graph;
  const double nodes = static_cast<double>(graph.addressed_count());
  const double terminals = routers_.terminals, lanes = terminals * routers_.virtual_channels;
  std::uint32_t ejection = 0;
  while (ejection < queues_.size() && !queues_[ejection].ejects) ++ejection;
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    while (ejection < queues_.size() && queues_[ejection].channel < site) ++ejection;
    const double sent = flows.sent[site], within = flows.within[site];
    if (sent <= 0) continue;
    Source source{site, sent, sent / nodes, {}};
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
      const double begins = sum_of_class(flows.begins, c, flows.classes);
      for (std::uint64_t q = c * flows.classes; q < (c + 1) * flows.classes; ++q) {
        if (flows.begins[q] <= 0) continue;
        source.first.push_back({index_[q], flows.begins[q] / sent, begins / flows.load(c) / terminals,
                                flows.begins[q] / (flows.messages[q] * lanes)});
      }
    }
    if (within > 0) {
      const double taken = flows.taken[site];
      source.first.push_back({ejection, within / sent, within / (taken * terminals), within / (taken * lanes)});
    }
    sources_.push_back(std::move(source));
  }
}

void ChannelModel::add_elsewhere() {
  // Classes of a channel stand one after the other, and ejections behind all channels.
  std::vector<double> sums(queues_.size()), messages(queues_.size());
  const auto add = [&](const Feed& feed, double count, double before) {
    const Queue& queue = queues_[feed.queue];
    sums[feed.queue] += count * std::max(0.0, before - feed.part * queue.busy);
    messages[feed.queue] += count;
  };
  for (std::uint32_t i = 0; i < queues_.size(); ++i) {
    for (std::uint64_t k = first_[i]; k < first_[i + 1]; ++k)
      add(next_[k], next_[k].share * queues_[i].messages, queues_[i].busy);
  }
  for (const Source& source : sources_) {
    for (const Feed& feed : source.first) add(feed, feed.share * source.messages * routers_.terminals, source.messages);
  }
  for (std::size_t i = 0; i < queues_.size();) {
    std::size_t end = i;
    double sum = 0, count = 0;
    for (;
         end < queues_.size() && queues_[end].channel == queues_[i].channel && queues_[end].ejects == queues_[i].ejects;
         ++end) {
      sum += sums[end];
      count += messages[end];
    }
    for (; i < end; ++i) queues_[i].elsewhere = count > 0 ? sum / count : 0;
  }
}

/// Of a message that stalls at several channels, the longest stall counts: behind it flits are apart already.
void ChannelModel::add_longest() {
  std::vector<double> levels = {0};
  for (const Queue& queue : queues_) levels.push_back(queue.stall);
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  constexpr int kMostHops = 1000;
  constexpr double kSettled = 1e-6;
  for (std::size_t level = 1; level < levels.size(); ++level) {
    std::vector<double> reach(queues_.size());  // chance of such a stall from here on
    double change = 1;
    for (int hop = 0; hop < kMostHops && change > kSettled; ++hop) {
      std::vector<double> further = downstream(reach);
      change = 0;
      for (std::size_t i = 0; i < reach.size(); ++i) {
        if (queues_[i].stall >= levels[level]) further[i] = 1;
        change = std::max(change, further[i] - reach[i]);
      }
      reach = std::move(further);
    }
    for (std::size_t i = 0; i < reach.size(); ++i) queues_[i].longest += reach[i] * (levels[level] - levels[level - 1]);
  }
}

std::vector<double> ChannelModel::downstream(const std::vector<double>& waits) const {
  std::vector<double> sums(waits.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    for (std::uint64_t k = first_[i]; k < first_[i + 1]; ++k) sums[i] += next_[k].share * waits[next_[k].queue];
  }
  return sums;
}

double ChannelModel::busy(const State& state, const Queue& queue) const { return state.rate * queue.busy * message_; }

double ChannelModel::used(const State& state, const Queue& queue) const {
  return busy(state, queue) * (1 + kInputLoss * queue.elsewhere * state.rate * message_);
}

/// As if all messages came at random, without what those of one input have waited for each other before.
double ChannelModel::channel_wait(const State& state, const Feed& feed, double busy_before) const {
  const Queue& queue = queues_[feed.queue];
  const double now = busy(state, queue);
  // A flit waits for half of the others, and so does a message that is alone; V of them take turns flit by flit.
  const double turns = 1 - 1 / routers_.virtual_channels;
  const double behind = (message_ * spread_ + (message_ - routers_.period_cycles) * turns) / 2;
  const double before = feed.part * now / (1 - std::min(busy_before, now));
  return std::max(0.0, behind * (now / (1 - used(state, queue)) - before));
}

/// Messages of one virtual channel do not wait for each other to be let in: the one before has gone.
double ChannelModel::virtual_wait(const State& state, const Feed& feed) const {
  return (1 - feed.lane) * state.virtuals[feed.queue];
}

void ChannelModel::add_ahead(const State& state, const Feed& feed, double busy_before, Ahead& ahead) const {
  const double virtuals = virtual_wait(state, feed);
  const double wait = channel_wait(state, feed, busy_before) + virtuals + outside_ * state.behind[feed.queue];
  ahead.all += feed.share * wait;
  ahead.other += feed.share * (1 - feed.share) * wait;
  ahead.virtuals += feed.share * virtuals;
}

/// The part of waits further on that reaches back: buffers on the way, `from` of them to the first wait, take the rest.
std::vector<double> ChannelModel::held(const std::vector<double>& waits, int from) const {
  std::vector<double> sums(waits.size()), far = waits;
  for (int d = from; 1 - d * fits_ > 0; ++d) {
    for (std::size_t i = 0; i < far.size(); ++i) sums[i] += far[i] * (1 - d * fits_);
    far = downstream(far);
  }
  return sums;
}

/// The largest change of a wait, in messages; infinite where no state is steady.
double ChannelModel::step(State& state) const {
  std::vector<Ahead> ahead(queues_.size());
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    const double here = busy(state, queues_[i]);
    for (std::uint64_t k = first_[i]; k < first_[i + 1]; ++k) add_ahead(state, next_[k], here, ahead[i]);
    state.ahead[i] = ahead[i].all;
  }
  const std::vector<double> late = held(state.ahead, 1);
  const double inside = std::min(1.0, fits_);
  double change = 0;
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    const Queue& queue = queues_[i];
    const double rate = state.rate * queue.messages, lane = rate / queue.lanes;
    const double others = busy(state, queue) - rate * message_;
    const double waits_outside = fits_ < 1 ? fits_ * ahead[i].virtuals : 0;
    const double idle = queue.stall + late[i] + waits_outside + outside_ * state.behind[i];
    double virtuals = wait_to_enter(rate, message_ / (1 - others), idle, queue.lanes);
    const double gap = credit_gap(queue.loop);
    const double service = message_ + queue.stall + gap + routers_.head_cycles + ahead[i].other;
    const double behind =
        wait_in_buffer(lane, service, inside * routers_.head_cycles + gap, inside * ahead[i].other, queue.lanes);
    state.used[i] = lane * service;
    if (fits_ >= 1) {
      const double random = state.ahead[i] + state.behind[i];
      virtuals += wait_for_room(lane, fits_, queue.loop + random, random, queue.lanes);
      state.used[i] = std::max(state.used[i], lane * (queue.loop + random) / fits_);
    }
    change = std::max({change, std::abs(virtuals - state.virtuals[i]), std::abs(behind - state.behind[i])});
    state.virtuals[i] = virtuals;
    state.behind[i] = behind;
  }
  return change / message_;
}

bool ChannelModel::settle(State& state) const {
  for (const Queue& queue : queues_) {
    if (used(state, queue) >= 1) return false;
  }
  for (auto* each : {&state.virtuals, &state.behind, &state.used, &state.ahead}) each->assign(queues_.size(), 0);
  constexpr int kMostSteps = 400;
  constexpr double kSettled = 1e-6;
  for (int i = 0; i < kMostSteps; ++i) {
    const double change = step(state);
    if (!std::isfinite(change)) return false;
    if (change < kSettled) return true;
  }
  return false;
}

namespace {

void nearer(ChannelWaits& found, Bottleneck what, double used, std::uint32_t at) {
  if (used <= found.used) return;
  found.nearest = what;
  found.used = used;
  found.at = at;
}

}  // namespace

void ChannelModel::add_waits(const State& state, ChannelWaits& found) const {
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    const Queue& queue = queues_[i];
    const double here = busy(state, queue);
    nearer(found, Bottleneck::channel, used(state, queue), queue.channel);
    const bool credits = std::max(queue.stall, queue.loop - depth_) > state.ahead[i];
    nearer(found, credits ? Bottleneck::credits : Bottleneck::virtual_channels, state.used[i], queue.channel);
    for (std::uint64_t k = first_[i]; k < first_[i + 1]; ++k) {
      const double visits = queue.visits * next_[k].share;
      found.channels += visits * channel_wait(state, next_[k], here);
      found.virtual_channels += visits * (virtual_wait(state, next_[k]) + state.behind[next_[k].queue]);
    }
  }
}

bool ChannelModel::add_source_waits(const State& state, ChannelWaits& found) const {
  const double inside = std::min(1.0, fits_), lanes = routers_.virtual_channels;
  const double own = stall(terminal_loop());
  const std::vector<double> later = held(state.ahead, 2);
  for (const Source& source : sources_) {
    const double arrivals = state.rate * source.messages, here = arrivals * message_;
    Ahead ahead;
    double late = 0, longest = own;
    for (const Feed& feed : source.first) {
      add_ahead(state, feed, here, ahead);
      late += feed.share * later[feed.queue];
      longest += feed.share * std::max(0.0, queues_[feed.queue].longest - own);
      found.channels += source.share * feed.share * channel_wait(state, feed, here);
      found.virtual_channels += source.share * feed.share * (virtual_wait(state, feed) + state.behind[feed.queue]);
    }
    const double gap = credit_gap(terminal_loop());
    const double front = message_ + own + gap + routers_.head_cycles + ahead.other;
    const double behind =
        wait_in_buffer(arrivals / lanes, front, inside * routers_.head_cycles + gap, inside * ahead.other, lanes);
    late += ahead.all * std::max(0.0, 1 - fits_) + outside_ * behind;
    const double service = message_ + own + (longest - own) * later_stalls_ + late;
    const double part = arrivals * service;
    if (part >= 1 || !std::isfinite(behind)) return false;
    nearer(found, Bottleneck::source, part, source.site);
    // Messages come at random in whole cycles: one less waits than where they come at any time.
    const double square = service * service + late * late + message_ * message_ * (spread_ - 1);
    found.source += source.share * (arrivals * (square - service) / (2 * (1 - part)) + behind);
    found.credits += source.share * longest;
  }
  return true;
}

std::optional<ChannelWaits> ChannelModel::waits(double load) const {
  State state;
  state.rate = load / message_;
  if (!settle(state)) return std::nullopt;
  ChannelWaits found;
  add_waits(state, found);
  if (!add_source_waits(state, found)) return std::nullopt;
  return found;
}

double ChannelModel::saturation(double most_cycles) const {
  double low = 0, high = 1;
  constexpr int kHalvings = 20;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    const auto found = waits(middle);
    (found && found->from_others() <= most_cycles ? low : high) = middle;
  }
  return low;
}

}  // namespace cutline
