// SPDX-License-Identifier: Apache-2.0
#include "cutline/performance/channel_waits.hpp"

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "performance/erlang.hpp"

namespace cutline {

namespace {
constexpr std::uint32_t kUnused = ~std::uint32_t{0};

/// The variance of a wait that `used` of all messages have, as long as an exponential one; 0 where nobody waits.
double variance_of_wait(double mean, double used) { return used > 0 ? mean * mean * (2 / used - 1) : 0; }
}  // namespace

std::string_view bottleneck_text(Bottleneck bottleneck) {
  switch (bottleneck) {
    case Bottleneck::channel:
      return "busiest channel";
    case Bottleneck::virtual_channels:
      return "virtual channels";
    case Bottleneck::credits:
      return "credits";
    case Bottleneck::source:
      return "source";
  }
  broken_contract("a bottleneck", __FILE__, __LINE__);
}

ChannelModel::ChannelModel(const Flows& flows, const std::vector<double>& cycles, const LoadedRouters& routers)
    : routers_(routers),
      message_(routers.message_flits * routers.period_cycles),
      spread_(routers.square_flits / (routers.message_flits * routers.message_flits)) {
  add_queues(flows, cycles);
  add_next(flows);
  add_sources(flows);
}

void ChannelModel::add_queues(const Flows& flows, const std::vector<double>& cycles) {
  const ChannelGraph& graph = *flows.graph;
  const double terminals = routers_.terminals;
  const double nodes = static_cast<double>(graph.addressed_count());
  const double depth = routers_.depth_flits * routers_.period_cycles;
  const double held = std::max(1.0, depth / message_);
  const auto crowd_of = [](double squares, double all) { return all > 0 ? 1 - squares / (all * all) : 0; };
  std::vector<double> squares(graph.head.size()), ejected(graph.node_count());
  // Shares of the inputs of a channel: by channel that feeds it, and by the terminals of its site.
  std::vector<std::vector<Feed>> from(graph.head.size());
  for (std::uint64_t q = 0; q < flows.queues(); ++q) {
    const auto input = static_cast<std::uint32_t>(q / flows.classes);
    for (const Turn& turn : flows.turns[q]) {
      std::vector<Feed>& inputs = from[turn.next / flows.classes];
      const auto known = std::find_if(inputs.begin(), inputs.end(), [&](const Feed& f) { return f.queue == input; });
      if (known == inputs.end()) {
        inputs.push_back({input, turn.messages});
      } else {
        known->share += turn.messages;
      }
    }
  }
  for (std::uint64_t c = 0; c < graph.head.size(); ++c) {
    double begins = 0, ends = 0;
    for (std::uint64_t q = c * flows.classes; q < (c + 1) * flows.classes; ++q) {
      begins += flows.begins[q];
      ends += flows.ends[q];
    }
    for (const Feed& input : from[c]) squares[c] += input.share * input.share;
    squares[c] += begins * begins / terminals;
    ejected[graph.head[c]] += ends * ends;
  }
  index_.assign(flows.queues(), kUnused);
  for (std::uint64_t q = 0; q < flows.queues(); ++q) {
    if (flows.messages[q] <= 0) continue;
    const auto channel = static_cast<std::uint32_t>(q / flows.classes);
    const double all = flows.load(channel);
    const double loop = 2 * cycles[channel] + routers_.router_cycles + 1;
    index_[q] = static_cast<std::uint32_t>(queues_.size());
    queues_.push_back({channel, false, flows.messages[q] * terminals, flows.messages[q] / nodes,
                       crowd_of(squares[channel], all), all * terminals,
                       routers_.virtual_channels / flows.classes * held,
                       message_ * std::max(1.0, loop * held / depth)});
  }
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    const double taken = flows.taken[site];
    if (taken <= 0) continue;
    const double inner = flows.within[site] * flows.within[site] / terminals;
    queues_.push_back({site, true, taken, taken / nodes, crowd_of(ejected[site] + inner, taken), taken,
                       routers_.virtual_channels * held, message_});
  }
}

void ChannelModel::add_next(const Flows& flows) {
  std::vector<std::uint32_t> ejection(flows.graph->node_count(), kUnused);
  for (std::uint32_t i = 0; i < queues_.size(); ++i) {
    if (queues_[i].ejects) ejection[queues_[i].channel] = i;
  }
  first_.push_back(0);
  for (std::uint64_t q = 0; q < flows.queues(); ++q) {
    if (index_[q] == kUnused) continue;
    const double all = flows.messages[q];
    for (const Turn& turn : flows.turns[q]) next_.push_back({index_[turn.next], turn.messages / all});
    if (flows.ends[q] > 0) next_.push_back({ejection[flows.graph->head[q / flows.classes]], flows.ends[q] / all});
    first_.push_back(next_.size());
  }
  first_.resize(queues_.size() + 1, next_.size());
}

void ChannelModel::add_sources(const Flows& flows) {
  const ChannelGraph& graph = *flows.graph;
  const double nodes = static_cast<double>(graph.addressed_count());
  std::uint32_t ejection = 0;
  while (ejection < queues_.size() && !queues_[ejection].ejects) ++ejection;
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    while (ejection < queues_.size() && queues_[ejection].channel < site) ++ejection;
    if (flows.sent[site] <= 0) continue;
    Source source{site, flows.sent[site], flows.sent[site] / nodes, {}};
    for (std::uint64_t q = graph.first[site] * flows.classes; q < graph.first[site + 1] * flows.classes; ++q) {
      if (flows.begins[q] > 0) source.first.push_back({index_[q], flows.begins[q] / flows.sent[site]});
    }
    if (flows.within[site] > 0) source.first.push_back({ejection, flows.within[site] / flows.sent[site]});
    sources_.push_back(std::move(source));
  }
}

std::vector<double> ChannelModel::downstream(const std::vector<double>& waits) const {
  std::vector<double> sums(waits.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    for (std::uint64_t k = first_[i]; k < first_[i + 1]; ++k) sums[i] += next_[k].share * waits[next_[k].queue];
  }
  return sums;
}

bool ChannelModel::settle(State& state) const {
  const double fits = routers_.depth_flits * routers_.period_cycles / message_;  // of a message in a buffer
  std::vector<double> still(queues_.size());
  std::vector<double> far = state.channel;
  for (std::size_t i = 0; i < queues_.size(); ++i) still[i] = queues_[i].base + state.channel[i];
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
    double change = 0;
    for (std::size_t i = 0; i < queues_.size(); ++i) {
      const Queue& queue = queues_[i];
      const double load = state.rate * queue.messages * state.held[i];
      if (load >= queue.servers) return false;
      const double wait = waits_for_server(queue.servers, load) * state.held[i] / (queue.servers - load);
      change = std::max(change, std::abs(wait - state.virtuals[i]) / message_);
      state.virtuals[i] = wait;
    }
    if (change < kSettled) return true;
  }
  return false;
}

std::optional<ChannelWaits> ChannelModel::waits(double load) const {
  State state;
  state.rate = load / message_;
  state.channel.resize(queues_.size());
  state.virtuals.resize(queues_.size());
  ChannelWaits found;
  const auto nearer = [&](Bottleneck what, double used, std::uint32_t at) {
    if (used <= found.used) return;
    found.nearest = what;
    found.used = used;
    found.at = at;
  };
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    const Queue& queue = queues_[i];
    const double busy = state.rate * queue.busy * message_;
    const double used = busy * (1 + kAllocatorLoss * queue.crowd);
    if (used >= 1) return std::nullopt;
    nearer(Bottleneck::channel, used, queue.channel);
    state.channel[i] = queue.crowd * busy * message_ * spread_ / (1 - used);
  }
  if (!settle(state)) return std::nullopt;
  const auto& [rate, channel, virtuals, held] = state;
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    const Queue& queue = queues_[i];
    found.channels += queue.visits * channel[i];
    found.virtual_channels += queue.visits * virtuals[i];
    const double full = rate * queue.messages * held[i] / queue.servers;
    found.route_variance += queue.visits * (variance_of_wait(channel[i], rate * queue.busy * message_) +
                                            variance_of_wait(virtuals[i], full));
    const bool credits = queue.base - message_ > held[i] / 2;
    nearer(credits ? Bottleneck::credits : Bottleneck::virtual_channels, full, queue.channel);
  }
  const double fits = routers_.depth_flits * routers_.period_cycles / message_;
  std::vector<double> behind = virtuals, far = channel;
  std::vector<double> blocked(queues_.size());
  for (int d = 1; 1 - (d - 1) * fits > 0; ++d) {
    for (std::size_t i = 0; i < blocked.size(); ++i) {
      blocked[i] += behind[i] * (1 - (d - 1) * fits) + far[i] * std::max(0.0, 1 - d * fits);
    }
    behind = downstream(behind);
    far = downstream(far);
  }
  for (const Source& source : sources_) {
    double late = 0;
    for (const Feed& first : source.first) late += first.share * blocked[first.queue];
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
  return found;
}

double ChannelModel::saturation(double most_cycles) const {
  double low = 0, high = 1;
  constexpr int kHalvings = 24;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    const auto found = waits(middle);
    (found && found->total() <= most_cycles ? low : high) = middle;
  }
  return low;
}

}  // namespace cutline
