// SPDX-License-Identifier: Apache-2.0
#include "cutline/performance/loaded_queues.hpp"

#include "performance/inputs_of_channels.hpp"

namespace cutline {

namespace {

using Feed = LoadedQueues::Feed;

constexpr std::uint32_t kUnused = ~std::uint32_t{0};

/// Where the queues of the flows stand among those that messages pass.
struct Places {
  std::vector<std::uint32_t> of_queue;
  std::vector<std::uint32_t> of_ejection;  ///< by site
};

Places add_queues(const Flows& flows, const std::vector<double>& cycles, double terminals, LoadedQueues& all) {
  const ChannelGraph& graph = *flows.graph;
  const double nodes = static_cast<double>(graph.addressed_count());
  const std::vector<ChannelInputs> inputs = inputs_of_channels(flows);
  Places places{std::vector<std::uint32_t>(flows.queues(), kUnused),
                std::vector<std::uint32_t>(graph.node_count(), kUnused)};
  std::vector<double> ejected(graph.node_count());
  for (std::uint64_t c = 0; c < graph.head.size(); ++c) ejected[graph.head[c]] += inputs[c].ends * inputs[c].ends;
  for (std::uint64_t q = 0; q < flows.queues(); ++q) {
    if (flows.messages[q] <= 0) continue;
    const auto channel = static_cast<std::uint32_t>(q / flows.classes);
    const double load = flows.load(channel);
    const double own = inputs[channel].begins * inputs[channel].begins / terminals;
    places.of_queue[q] = static_cast<std::uint32_t>(all.queues.size());
    all.queues.push_back({.channel = channel,
                          .messages = flows.messages[q] * terminals,
                          .visits = flows.messages[q] / nodes,
                          .crowd = crowd_of(inputs[channel].squares + own, load),
                          .busy = load * terminals,
                          .cycles = cycles[channel]});
  }
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    const double taken = flows.taken[site];
    if (taken <= 0) continue;
    const double inner = flows.within[site] * flows.within[site] / terminals;
    places.of_ejection[site] = static_cast<std::uint32_t>(all.queues.size());
    all.queues.push_back({.channel = site,
                          .ejects = true,
                          .messages = taken,
                          .visits = taken / nodes,
                          .crowd = crowd_of(ejected[site] + inner, taken),
                          .busy = taken});
  }
  return places;
}

void add_next(const Flows& flows, const Places& places, LoadedQueues& all) {
  for (std::uint64_t q = 0; q < flows.queues(); ++q) {
    if (places.of_queue[q] == kUnused) continue;
    const double messages = flows.messages[q];
    for (const Turn& turn : flows.turns[q]) all.next.push_back({places.of_queue[turn.next], turn.messages / messages});
    if (flows.ends[q] > 0)
      all.next.push_back({places.of_ejection[flows.graph->head[q / flows.classes]], flows.ends[q] / messages});
    all.first.push_back(all.next.size());
  }
  all.first.resize(all.queues.size() + 1, all.next.size());
}

void add_sources(const Flows& flows, const Places& places, LoadedQueues& all) {
  const ChannelGraph& graph = *flows.graph;
  const double nodes = static_cast<double>(graph.addressed_count());
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    const double sent = flows.sent[site];
    if (sent <= 0) continue;
    LoadedQueues::Source source{site, sent, sent / nodes, {}};
    for (std::uint64_t q = graph.first[site] * flows.classes; q < graph.first[site + 1] * flows.classes; ++q) {
      if (flows.begins[q] > 0) source.first.push_back({places.of_queue[q], flows.begins[q] / sent});
    }
    if (flows.within[site] > 0) source.first.push_back({places.of_ejection[site], flows.within[site] / sent});
    all.sources.push_back(std::move(source));
  }
}

}  // namespace

std::vector<ChannelInputs> inputs_of_channels(const Flows& flows) {
  const std::size_t channels = flows.graph->head.size();
  std::vector<ChannelInputs> all(channels);
  std::vector<std::vector<Feed>> from(channels);
  for (std::uint64_t q = 0; q < flows.queues(); ++q) {
    const auto channel = static_cast<std::uint32_t>(q / flows.classes);
    all[channel].begins += flows.begins[q];
    all[channel].ends += flows.ends[q];
    // The queues of a channel follow each other, so that what it feeds already stands last.
    for (const Turn& turn : flows.turns[q]) {
      std::vector<Feed>& inputs = from[turn.next / flows.classes];
      if (!inputs.empty() && inputs.back().to == channel) {
        inputs.back().share += turn.messages;
      } else {
        inputs.push_back({channel, turn.messages});
      }
    }
  }
  for (std::size_t c = 0; c < channels; ++c) {
    for (const Feed& input : from[c]) all[c].squares += input.share * input.share;
  }
  return all;
}

double crowd_of(double squares, double all) { return all > 0 ? 1 - squares / (all * all) : 0; }

LoadedQueues queues_of(const Flows& flows, const std::vector<double>& cycles, double terminals) {
  LoadedQueues all;
  all.classes = flows.classes;
  const Places places = add_queues(flows, cycles, terminals, all);
  add_next(flows, places, all);
  add_sources(flows, places, all);
  return all;
}

}  // namespace cutline
