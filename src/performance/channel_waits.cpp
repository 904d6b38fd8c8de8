// SPDX-License-Identifier: Apache-2.0
#include "performance/channel_waits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/roots.hpp"
#include "cutline/base/parallel.hpp"
#include "performance/burst_waits.hpp"
#include "performance/credit_waits.hpp"
#include "performance/lane_waits.hpp"

namespace cutline {

namespace {

void nearer(ChannelWaits& found, Bottleneck what, double used) {
  if (used <= found.used) return;
  found.nearest = what;
  found.used = used;
}

/// The part of a line before servers that are busy for a part `used` of the time which is left where each of `sources`
/// has at most one message there: a message finds only those of the others. derived: as in mean value analysis.
double line_of_others(double sources, double used) { return (1 - used) / (1 - used * std::max(0.0, 1 - 1 / sources)); }

/// The wait in a buffer as messages take their virtual channels: in turn behind one of the same way, and so `in_turn`,
/// or the lowest that none holds, and then `lowest`, unless so many came to it that there is no steady state.
double in_lowest(double in_turn, double lowest, double again) {
  return in_turn + (std::isfinite(lowest) ? (1 - again) * std::max(0.0, lowest - in_turn) : 0);
}

LoadedRouters with_sizes(LoadedRouters routers) {
  if (routers.sizes.empty()) routers.sizes = {{routers.message_flits, 1}};
  return routers;
}

}  // namespace

ChannelModel::ChannelModel(LoadedQueues queues, const LoadedRouters& routers)
    : routers_(with_sizes(routers)),
      long_(routers_, longest_way(queues)),
      message_(routers.message_flits * routers.period_cycles),
      spread_(routers.square_flits / (routers.message_flits * routers.message_flits)),
      depth_(routers.depth_flits * routers.period_cycles),
      fits_(routers.depth_flits / routers.message_flits),
      // A flit waits for half of the others, and so does a message that is alone; V of them take turns flit by flit.
      turns_((1 - 1 / routers.message_flits) * (1 - 1 / routers.virtual_channels)),
      shared_((spread_ + turns_) / 2),
      outside_(std::clamp(2 - fits_, 0.0, 1.0)),
      all_(std::move(queues)),
      reach_(std::max(1u, static_cast<std::uint32_t>(std::ceil(1 / fits_)) - 1)),
      order_(rows_upstream(all_)) {
  for (const MessageSize& size : routers_.sizes)
    stalls_ += size.share * std::floor((size.flits - 1) / routers.depth_flits);
  add_servers();
  credits_ = mean_credit_wait(all_, routers_);
}

/// The cycles that a message loses because the one before it filled the buffer and left no credits. Messages then pass
/// at the rate of the buffer, B cycles of flits a loop.
double ChannelModel::credit_gap(double loop) const {
  return fits_ < 1 ? std::max(0.0, message_ * loop / depth_ - message_ - stall(loop)) : 0;
}

/// The part of the waits further on, of a message that takes turns with others flit by flit, that reaches back to a
/// row. Buffers on the way absorb the rest; `skipped` of them lie before the first wait.
double ChannelModel::held(const State& state, std::uint32_t row, std::uint32_t skipped) const {
  double sum = 0;
  for (std::uint32_t hop = 0; hop < reach_; ++hop)
    sum += state.fronts[row * reach_ + hop] * std::max(0.0, 1 - (hop + skipped) * fits_);
  return sum;
}

/// The part of the waits ahead that keeps a message at the front of its buffer.
double ChannelModel::front(const Ahead& ahead) const { return ahead.channel + ahead.virtuals + ahead.outside; }

/// The part of the waits in a buffer for which a message also holds the channel before: past the cycles until the
/// buffer is full, and for the part of the message that never fits.
double ChannelModel::outside(double behind, double next, double loop) const {
  return outside_ * past(behind, depth_ - loop) + std::max(0.0, 1 - fits_) * next;
}

/// The part of the waits ahead that keeps a message at the front of its buffer while those behind it want to go
/// elsewhere: others of its own input wait behind it, and those of other inputs take turns with it. A buffer without
/// room is left to nobody. Packets of one message that stand together take a turn each.
double ChannelModel::at_front(const State& state, const Feed& feed, const Ahead& next) const {
  const Server& server = servers_[feed.to];
  const double cycle = routers_.period_cycles, room = std::min(state.rooms[feed.to], next.virtuals);
  const double again = 1 - (1 - feed.chance) / routers_.packets, together = together_at_channel(routers_);
  const double channel =
      wait_for_turn(other_inputs(feed.part, server.same), again, server.lanes, message_ * together, cycle);
  const double virtuals =
      wait_for_turn(other_inputs(feed.of, server.of), again, server.lanes, state.holds[feed.to] * together, cycle);
  return std::min(next.channel, channel) + std::min(next.virtuals - room, virtuals) + room + next.outside;
}

void ChannelModel::add_ahead(const State& state, const Feed& feed, const OfFeed& waits, Ahead& ahead) const {
  Ahead next;
  if (feed.to < all_.queues.size()) {
    const double behind = state.waits.behind[feed.to], right = state.waits.next[feed.to];
    const double virtuals = waits.lets_in * state.waits.virtuals[feed.to];
    next = {waits.channel, virtuals, behind + right, outside(behind, right, servers_[feed.to].loop)};
    next.front = next.same = at_front(state, feed, next);
    next.tail = long_.longer(&state.lates[feed.to * long_.levels()]);
    next.head = waits.channel * servers_[feed.to].alone * all_.queues[feed.to].messages / all_.queues[feed.to].busy;
  } else {
    next = state.ahead[feed.to];
  }
  ahead.tail += feed.share * next.tail;
  ahead.channel += feed.share * next.channel;
  ahead.head += feed.share * next.head;
  ahead.virtuals += feed.share * next.virtuals;
  ahead.behind += feed.share * next.behind;
  ahead.outside += feed.share * next.outside;
  ahead.front += feed.share * next.front;
  ahead.same += feed.share * feed.chance * next.same;
}

void ChannelModel::look_ahead(State& state, std::uint32_t row) const {
  const bool queue = row < servers_.size();
  Ahead ahead;
  double* const fronts = &state.fronts[row * reach_];
  std::fill(fronts, fronts + reach_, 0);
  for (std::uint64_t k = all_.first[row]; k < all_.first[row + 1]; ++k) {
    const Feed& feed = all_.next[k];
    add_ahead(state, feed, {state.channels[k], lets_in_[k]}, ahead);
    const double* const next = &state.fronts[feed.to * reach_];
    for (std::uint32_t hop = queue ? 1 : 0; hop < reach_; ++hop)
      fronts[hop] += feed.share * next[queue ? hop - 1 : hop];
  }
  state.ahead[row] = ahead;
  if (queue) fronts[0] = ahead.channel - ahead.head;
  double waits = 0, fitting = 0;
  if (queue) {
    waits = ahead.head + ahead.virtuals + state.waits.behind[row] + state.waits.next[row];
    fitting = outside(state.waits.behind[row], state.waits.next[row], servers_[row].loop);
  }
  const LongMessages::Buffer here{waits, fitting, queue ? servers_[row].loop : 0, queue && all_.queues[row].ejects};
  long_.add_lates(all_, row, here, alone_.holds, state.lates);
}

/// How many messages may stand in line for a class at most, in the mean: where they do not fit into a buffer, one for
/// each virtual channel of an input; those behind are held further back.
double ChannelModel::inputs_at_once(const Server& server) const {
  return fits_ < 1 ? server.lanes / server.of : std::numeric_limits<double>::infinity();
}

/// How regular the holding of a class is: random only as far as waits further on are, as sizes differ and, with more
/// than one channel, as messages of the class share the physical one. With one channel they take turns. Where queues
/// further on are as busy as this one, few messages wait there, but long: holds vary by the variance of such waits.
Regularity ChannelModel::regularity(std::size_t q, double rate, const Hold& hold) const {
  const Server& server = servers_[q];
  const auto& [own, idle, late] = hold;
  const double fixed = own + server.hold, all = own + idle;
  const double sizes = long_.square(own, &alone_.holds[q * long_.levels()]) - fixed * fixed;
  const double waiting = variance_of_wait(late, std::min(1.0, rate * all / server.lanes));
  const double square = waiting + sizes + own * own * (1 - server.alone);
  return {1 - server.alone * (1 - shared_), (1 + std::min(1.0, square / (all * all))) / 2};
}

/// Updates the waits of a queue by one step. Returns the largest change, infinite if there is no steady state.
double ChannelModel::renew(State& state, std::uint32_t i) const {
  const double inside = std::min(1.0, fits_);
  const Queue& queue = all_.queues[i];
  const Server& server = servers_[i];
  const Ahead& ahead = state.ahead[i];
  const double rate = state.rate * queue.messages, lane = rate / server.lanes;
  const double even = server.lanes / together_at_channel(routers_);
  const double others = busy(state, queue) - rate * message_, own = message_ / (1 - others);
  const double behind_now = state.waits.behind[i], next_now = state.waits.next[i];
  const double turn = server.alone * routers_.period_cycles, gap = server.gap;
  const double late = held(state, i, 1) + long_.mean(&state.lates[i * long_.levels()]);
  const double idle = turn + server.paced + late + gap * server.alone;
  double virtuals = wait_to_enter(rate, own, idle, server.lanes, regularity(i, rate, {own, idle, late}));
  if (virtuals > 0 && std::isfinite(virtuals)) {
    const double sources = (message_ + idle) / server.apart, inputs = inputs_at_once(server);
    virtuals *= few_sources(sources, server.lanes, rate * (own + idle)) *
                line_of_others(std::min(sources, inputs), lane * (own + idle));
  }
  const double other = ahead.front - ahead.same;
  const double routing = routing_wait(state.rate, queue.routed, queue.busy);
  const double head_cycles = queue.ejects ? 0 : routers_.head_cycles + routing;  // a terminal has no router
  const double service = message_ + server.stall + gap + head_cycles + other + ahead.tail;
  const double head = inside * head_cycles;
  // Those of its own terminal are held there until the one before has left.
  const double late_there = inside * other + (1 - server.alone) * ahead.tail;
  const double taken = lanes_taken(server.lanes, rate * (own + idle), lane * service);
  double behind = in_lowest(wait_in_buffer(lane, service, head, late_there, even),
                            wait_in_buffer(rate / taken, service, head, late_there, 1), server.again);
  behind *= 1 - std::min(1.0, server.one * queue.busy / queue.messages);
  // Behind the message right before, as a virtual channel takes every V-th. A cycle passes in any case.
  const double period = routers_.period_cycles, longer = head + inside * other - period;
  double next = wait_right_behind(lane, service, message_ + server.stall + gap + period, longer) / server.lanes;
  next += server.alone * wait_for_tail(lane, std::min(1.0, lane * (own + idle)), ahead.tail);
  state.used[i] = lane * service;
  if (fits_ >= 1) {
    const double random = front(ahead) + behind_now, hold = server.loop + random;
    const double full = past(random, depth_ - server.loop), late_credits = std::max(0.0, server.loop - depth_) + full;
    double room = wait_for_room(lane, fits_, hold, {late_credits, full}, even);
    const double lanes = lanes_taken(server.lanes, rate * (own + idle), lane * hold / fits_);
    room += (1 - server.again) * std::max(0.0, wait_for_lane(rate / lanes, fits_, hold, {late_credits, full}) - room);
    // Who waited for room has waited behind the same messages: first those right before, then the others. What never
    // fits is counted by outside().
    const double line = behind + next + std::max(0.0, front(ahead) - other);
    const double places = fits_ - 1 - lane * server.loop;
    const double past_places = (1 - outside_) * line * part_past_places(lane * line, state.used[i], places);
    const double more = std::max(0.0, std::min(past_places, behind + next) - room);
    next -= std::min(next, room);
    behind -= std::min(behind, std::max(0.0, more - next));
    next -= std::min(next, more);
    virtuals += state.rooms[i] = room + more;
    state.used[i] = std::max(state.used[i], lane * hold / fits_);
  }
  state.holds[i] = own + idle;
  const double entered = std::abs(virtuals - state.waits.virtuals[i]);
  const double change = std::max({entered, std::abs(behind - behind_now), std::abs(next - next_now)});
  state.waits.virtuals[i] = virtuals;
  state.waits.behind[i] = behind;
  state.waits.next[i] = next;
  return change;
}

/// One step of the iteration. Returns the largest change of a wait, in messages; infinite if there is no steady state.
/// The rows that messages reach last come first, so that a wait spreads to all rows that it delays in a single step,
/// except on cycles.
double ChannelModel::step(State& state) const {
  double change = 0;
  for (const std::uint32_t row : order_) {
    look_ahead(state, row);
    if (row < servers_.size()) change = std::max(change, renew(state, row));
  }
  return change / message_;
}

/// Iterates until the waits no longer change. False if there is no steady state, or if messages wait longer than
/// `most_cycles` on their way.
bool ChannelModel::settle(State& state, double most_cycles) const {
  for (std::size_t q = 0; q < servers_.size(); ++q) {
    if (used(state, q) >= 1) return false;
  }
  for (std::size_t row = 0; row + 1 < all_.first.size(); ++row) {
    const bool queue = row < servers_.size();
    const double before = queue ? all_.queues[row].busy : all_.busy_before[row - servers_.size()];
    for (std::uint64_t k = all_.first[row]; k < all_.first[row + 1]; ++k)
      state.channels.push_back(channel_wait(state, all_.next[k], before));
  }
  state.ahead.resize(order_.size());
  state.fronts.resize(order_.size() * reach_);
  state.lates.resize(order_.size() * long_.levels());
  state.used.resize(servers_.size());
  state.holds.resize(servers_.size(), message_);
  state.rooms.resize(servers_.size());
  constexpr int kMostSteps = 400;
  constexpr double kSettled = 1e-6;
  for (int i = 0; i < kMostSteps; ++i) {
    stop_if_asked();
    const double change = step(state);
    if (!std::isfinite(change)) return false;
    if (change < kSettled) return true;
    double waited = 0;  // grows from step to step
    for (std::size_t q = 0; q < servers_.size(); ++q)
      waited += all_.queues[q].visits * (state.ahead[q].channel + state.ahead[q].virtuals + state.ahead[q].behind);
    if (waited > most_cycles) return false;
  }
  return false;
}

/// The variance of the waits ahead, by row.
std::vector<double> ChannelModel::variances(const State& state) const {
  std::vector<double> rows(all_.first.size() - 1);
  const auto add = [&](std::size_t row) {
    for (std::uint64_t k = all_.first[row]; k < all_.first[row + 1]; ++k)
      rows[row] += all_.next[k].share * variance(state, all_.next[k], {state.channels[k], lets_in_[k]}, rows);
  };
  for (std::size_t row = servers_.size(); row < rows.size(); ++row) add(row);
  for (std::size_t row = 0; row < servers_.size(); ++row) add(row);
  return rows;
}

double ChannelModel::variance(const State& state, const Feed& feed, const OfFeed& waits,
                              const std::vector<double>& rows) const {
  if (feed.to >= servers_.size()) return rows[feed.to];
  const double full = std::min(1.0, state.used[feed.to] * together_at_channel(routers_));  // one of these waits
  return variance_of_wait(waits.channel, busy(state, all_.queues[feed.to]), turns_) +
         variance_of_wait(waits.lets_in * state.waits.virtuals[feed.to], full) +
         variance_of_wait(state.waits.behind[feed.to] + state.waits.next[feed.to], full);
}

void ChannelModel::add_waits(const State& state, const std::vector<double>& variances, ChannelWaits& found) const {
  for (std::size_t i = 0; i < servers_.size(); ++i) {
    const Queue& queue = all_.queues[i];
    const Server& server = servers_[i];
    nearer(found, Bottleneck::channel, used(state, i));
    const bool credits = std::max(server.stall, server.loop - depth_) > front(state, static_cast<std::uint32_t>(i));
    nearer(found, credits ? Bottleneck::credits : Bottleneck::virtual_channels, state.used[i]);
    const Ahead& ahead = state.ahead[i];
    found.channels += queue.visits * ahead.channel;
    const double routing = routing_wait(state.rate, queue.routed, queue.busy);
    found.virtual_channels += queue.visits * (ahead.virtuals + ahead.behind + routing);
    found.route_variance += queue.visits * variances[i];
  }
}

bool ChannelModel::add_source_waits(const State& state, const std::vector<double>& variances,
                                    ChannelWaits& found) const {
  const double inside = std::min(1.0, fits_), lanes = routers_.virtual_channels;
  const double loop = kTerminalLoop, own = stall(loop), gap = credit_gap(loop);
  std::size_t number = all_.next.size();  // of a feed
  for (std::size_t i = 0; i < all_.sources.size(); ++i) {
    const LoadedQueues::Source& source = all_.sources[i];
    const double arrivals = state.rate * source.messages;
    Ahead ahead;
    double turns = 0;  // by which flits come later over the channels further on
    for (const Feed& feed : source.first) {
      const OfFeed waits{channel_wait(state, feed, source.messages), lets_in_[number++]};
      add_ahead(state, feed, waits, ahead);
      turns += feed.share * held(state, feed.to, 2);
      found.route_variance += source.share * feed.share * variance(state, feed, waits, variances);
    }
    found.channels += source.share * ahead.channel;
    const double routing = routing_wait(state.rate, source.routed, source.messages);
    const double head_cycles = routers_.head_cycles + routing;
    found.virtual_channels += source.share * (ahead.virtuals + ahead.behind + routing);
    const double other = ahead.front - ahead.same;
    const double at_front = message_ + own + gap + head_cycles + other;
    const double behind = wait_in_buffer(arrivals / lanes, at_front, inside * head_cycles + gap, inside * other, lanes);
    const double between = std::min(1.0, lanes - 1) * routers_.period_cycles;  // a message of another lane, at least
    const double longer_there = inside * (head_cycles + other) + gap - between;
    const double next = wait_right_behind(arrivals / lanes, at_front, message_ + own + between, longer_there) / lanes;
    turns += (ahead.channel - ahead.head) * std::max(0.0, 1 - fits_);
    const LongMessages::Buffer here{ahead.head + ahead.virtuals + behind + next, outside(behind, next, loop), loop};
    const LongMessages::Tables longer = long_.of_terminal(source.first, here, alone_.holds, state.lates);
    const double late = turns + long_.mean(longer.lates.data());
    const double alone = long_.alone(longer.holds.data()), more = std::max(0.0, next_after_[i] - alone);
    const double fixed = message_ + alone + more, service = fixed + late;
    const double part = arrivals * service;
    if (part >= 1 || !std::isfinite(behind + next)) return false;
    nearer(found, Bottleneck::source, part);
    const double waits = long_.mean(longer.lates.data());
    const double square = long_.square(message_, longer.holds.data()) + more * (2 * fixed - more) +
                          2 * late * (fixed + late) - waits * waits + variance_of_wait(waits, part);
    const double wait = wait_in_terminal(routers_, arrivals, service, square);
    const double slower = (routers_.packets - 1) / 2 * (service - message_);  // packets of its own message before it
    found.source += source.share * (wait + behind + next + slower);
    found.source_variance +=
        source.share * (variance_of_wait(wait, part) + variance_of_wait(behind + next, arrivals / lanes * at_front));
  }
  return true;
}

std::optional<ChannelWaits> ChannelModel::waits(double load) const {
  std::vector<double> nothing(servers_.size());
  Waits start{nothing, nothing, nothing};
  return waits_from(load, std::numeric_limits<double>::infinity(), start);
}

std::optional<ChannelWaits> ChannelModel::waits_from(double load, double most_cycles, Waits& start) const {
  State state;
  state.rate = load / message_;
  state.waits = start;
  if (!settle(state, most_cycles)) return std::nullopt;
  ChannelWaits found;
  found.credits = credits_;
  add_places_in_message(routers_, message_, found);
  const std::vector<double> ahead = variances(state);
  add_waits(state, ahead, found);
  if (!add_source_waits(state, ahead, found)) return std::nullopt;
  start = std::move(state.waits);
  return found.from_others() <= most_cycles ? std::optional(found) : std::nullopt;
}

double ChannelModel::saturation(double most_cycles) const {
  // Close to saturation hundreds of steps are needed, and how many are made decides on the last digits.
  constexpr double kNear = 0x1p-20, kNearPart = 0x1p-14;
  std::vector<double> nothing(servers_.size());
  Waits of_steady{nothing, nothing, nothing};  // at the highest load that has turned out to be steady
  const auto is_unsteady = [&](double load) {
    Waits waits = of_steady;
    if (!waits_from(load, most_cycles, waits)) return true;
    of_steady = std::move(waits);
    return false;
  };
  return turning_point(0, 1, is_unsteady, kNear, kNearPart).before;
}

}  // namespace cutline
