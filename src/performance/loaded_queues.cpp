// SPDX-License-Identifier: Apache-2.0
#include "performance/loaded_queues.hpp"

#include <algorithm>

namespace cutline {

namespace {

constexpr std::uint32_t kUnused = ~std::uint32_t{0};

/// By site: the messages that its router passes on, to channels and to terminals.
std::vector<double> routed_at(const Flows& flows, double terminals) {
  std::vector<double> routed = flows.taken;
  for (std::size_t site = 0; site < routed.size(); ++site) {
    for (std::uint64_t c = flows.graph->first[site]; c < flows.graph->first[site + 1]; ++c)
      routed[site] += flows.load(c);
    routed[site] *= terminals;
  }
  return routed;
}

/// The number of each queue in LoadedQueues::queues; kUnused if no message passes it.
struct QueuePlaces {
  std::vector<std::uint32_t> of_queue;
  std::vector<std::uint32_t> of_ejection;  ///< by site
};

/// By site: a sum over the inputs (channels and terminals). Each term is the number of the input's messages that end at
/// the site times the number of those that go elsewhere.
std::vector<double> turned_away(const Flows& flows, const std::vector<ChannelInputs>& inputs, double terminals) {
  std::vector<double> sums(flows.graph->node_count());
  for (std::uint64_t c = 0; c < inputs.size(); ++c)
    sums[flows.graph->head[c]] += inputs[c].ends * (flows.load(c) * terminals - inputs[c].ends);
  for (std::size_t site = 0; site < sums.size(); ++site)
    sums[site] += flows.within[site] * (flows.sent[site] - flows.within[site] / terminals);
  return sums;
}

QueuePlaces add_queues(const Flows& flows, const std::vector<ChannelInputs>& inputs, const std::vector<double>& cycles,
                       double terminals, LoadedQueues& all) {
  const ChannelGraph& graph = *flows.graph;
  const double nodes = static_cast<double>(graph.addressed_count());
  QueuePlaces places{std::vector<std::uint32_t>(flows.queues(), kUnused),
                     std::vector<std::uint32_t>(graph.node_count(), kUnused)};
  const std::vector<double> routed = routed_at(flows, terminals);
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    for (std::uint64_t q = graph.first[site] * flows.classes; q < graph.first[site + 1] * flows.classes; ++q) {
      if (flows.messages[q] <= 0) continue;
      const auto channel = static_cast<std::uint32_t>(q / flows.classes);
      const auto& [begins, ends, squares, products] = inputs[channel];
      const double load = flows.load(channel);
      places.of_queue[q] = static_cast<std::uint32_t>(all.queues.size());
      all.queues.push_back(
          {.vc_class = static_cast<std::uint32_t>(q % flows.classes),
           .messages = flows.messages[q] * terminals,
           .visits = flows.messages[q] / nodes,
           .elsewhere = (terminals * (products - squares) + begins * (flows.sent[site] - begins)) / load,
           .busy = load * terminals,
           .cycles = cycles[channel],
           .routed = routed[graph.head[channel]]});
    }
  }
  const std::vector<double> away = turned_away(flows, inputs, terminals);
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    const double taken = flows.taken[site];
    if (taken <= 0) continue;
    places.of_ejection[site] = static_cast<std::uint32_t>(all.queues.size());
    all.queues.push_back(
        {.ejects = true, .messages = taken, .visits = taken / nodes, .elsewhere = away[site] / taken, .busy = taken});
  }
  return places;
}

void add_next(const Flows& flows, const std::vector<ChannelInputs>& inputs, const QueuePlaces& places, double terminals,
              LoadedQueues& all) {
  const std::vector<std::vector<LoadedQueues::Feed>> between = feeds_between_queues(flows, places.of_queue);
  for (std::uint64_t q = 0; q < flows.queues(); ++q) {
    if (places.of_queue[q] == kUnused) continue;
    all.next.insert(all.next.end(), between[q].begin(), between[q].end());
    if (flows.ends[q] > 0) {
      const std::uint64_t channel = q / flows.classes;
      const std::uint32_t site = flows.graph->head[channel];
      const double share = flows.ends[q] / flows.messages[q], taken = flows.taken[site];
      all.next.push_back(
          {places.of_ejection[site], share, share / terminals, inputs[channel].ends / taken, flows.ends[q] / taken});
    }
    all.first.push_back(all.next.size());
  }
  all.first.resize(all.queues.size() + 1, all.next.size());
}

void add_sources(const Flows& flows, const std::vector<ChannelInputs>& inputs, const QueuePlaces& places,
                 double terminals, LoadedQueues& all) {
  const ChannelGraph& graph = *flows.graph;
  const double nodes = static_cast<double>(graph.addressed_count());
  const double classes = terminals * flows.classes;  // classes of virtual channels of all terminals of a node
  const std::vector<double> routed = routed_at(flows, terminals);
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    const double sent = flows.sent[site], within = flows.within[site];
    if (sent <= 0) continue;
    LoadedQueues::Source source{sent, sent / nodes, {}, routed[site]};
    for (std::uint64_t q = graph.first[site] * flows.classes; q < graph.first[site + 1] * flows.classes; ++q) {
      if (flows.begins[q] <= 0) continue;
      const std::uint64_t channel = q / flows.classes;
      const double share = flows.begins[q] / sent;
      source.first.push_back({places.of_queue[q], share, share,
                              inputs[channel].begins / (flows.load(channel) * terminals),
                              flows.begins[q] / (flows.messages[q] * classes)});
    }
    if (within > 0) {
      const double share = within / sent, taken = flows.taken[site];
      source.first.push_back({places.of_ejection[site], share, share / terminals, within / (taken * terminals),
                              within / (taken * classes)});
    }
    all.sources.push_back(std::move(source));
  }
}

}  // namespace

std::vector<ChannelInputs> inputs_of_channels(const Flows& flows) {
  const std::size_t channels = flows.graph->head.size();
  std::vector<ChannelInputs> all(channels);
  struct Input {
    std::uint32_t channel = 0;
    double messages = 0;
  };
  std::vector<std::vector<Input>> from(channels);
  for (std::uint64_t q = 0; q < flows.queues(); ++q) {
    const auto channel = static_cast<std::uint32_t>(q / flows.classes);
    all[channel].begins += flows.begins[q];
    all[channel].ends += flows.ends[q];
    // The queues of a channel come in a row, so an earlier entry of the channel is the last one of the list.
    for (const Turn& turn : flows.turns[q]) {
      std::vector<Input>& inputs = from[turn.next / flows.classes];
      if (!inputs.empty() && inputs.back().channel == channel) {
        inputs.back().messages += turn.messages;
      } else {
        inputs.push_back({channel, turn.messages});
      }
    }
  }
  for (std::size_t c = 0; c < channels; ++c) {
    for (const Input& input : from[c]) {
      all[c].squares += input.messages * input.messages;
      all[c].products += input.messages * flows.load(input.channel);
    }
  }
  return all;
}

std::vector<std::vector<LoadedQueues::Feed>> feeds_between_queues(const Flows& flows,
                                                                  const std::vector<std::uint32_t>& places) {
  std::vector<std::vector<LoadedQueues::Feed>> rows(flows.queues());
  std::vector<double> to(flows.graph->head.size());  // messages from one channel to each
  for (std::uint64_t c = 0; c < to.size(); ++c) {
    const std::uint64_t begin = c * flows.classes, end = begin + flows.classes;
    for (std::uint64_t q = begin; q < end; ++q) {
      for (const Turn& turn : flows.turns[q]) to[turn.next / flows.classes] += turn.messages;
    }
    for (std::uint64_t q = begin; q < end; ++q) {
      for (const Turn& turn : flows.turns[q]) {
        const double share = turn.messages / flows.messages[q];
        const std::uint64_t channel = turn.next / flows.classes;
        rows[q].push_back({places[turn.next], share, share, to[channel] / flows.load(channel),
                           turn.messages / flows.messages[turn.next]});
      }
    }
    for (std::uint64_t q = begin; q < end; ++q) {
      for (const Turn& turn : flows.turns[q]) to[turn.next / flows.classes] = 0;
    }
  }
  return rows;
}

std::vector<std::uint32_t> rows_upstream(const LoadedQueues& queues) {
  const std::size_t rows = queues.first.size() - 1;
  std::vector<std::uint32_t> order;
  std::vector<std::uint64_t> next_feed(queues.first.begin(), queues.first.end() - 1);
  std::vector<bool> met(rows);
  std::vector<std::uint32_t> way;  // of the depth-first search
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (met[row]) continue;
    met[row] = true;
    way.push_back(row);
    while (!way.empty()) {
      const std::uint32_t here = way.back();
      if (next_feed[here] == queues.first[here + 1]) {
        order.push_back(here);
        way.pop_back();
        continue;
      }
      const std::uint32_t to = queues.next[next_feed[here]++].to;
      if (met[to]) continue;
      met[to] = true;
      way.push_back(to);
    }
  }
  return order;
}

std::vector<double> mean_of_feeds(const LoadedQueues& all, const std::vector<std::uint32_t>& upstream,
                                  double LoadedQueues::Feed::*figure) {
  const std::size_t queues = all.queues.size();
  std::vector<double> came(upstream.size()), sums(upstream.size());
  const auto pass = [&](double messages, const LoadedQueues::Feed& feed) {
    came[feed.to] += messages * feed.share;
    sums[feed.to] += messages * feed.share * feed.*figure;
  };
  for (const LoadedQueues::Source& source : all.sources) {
    for (const LoadedQueues::Feed& feed : source.first) pass(source.share, feed);
  }
  // Junctions lead to queues and to junctions before them, so that all that comes to one is known when it is passed on.
  for (std::size_t step = 0; step < upstream.size(); ++step) {
    const std::size_t row = step < queues ? step : upstream.size() - 1 - (step - queues);
    for (std::uint64_t k = all.first[row]; k < all.first[row + 1]; ++k)
      pass(row < queues ? all.queues[row].visits : came[row], all.next[k]);
  }
  std::vector<double> parts(queues);
  for (std::size_t q = 0; q < queues; ++q) parts[q] = came[q] > 0 ? std::min(1.0, sums[q] / came[q]) : 1;
  return parts;
}

namespace {

constexpr std::size_t kTerminal = ~std::size_t{0};

/// By queue: the mean over its messages of a figure that they bring along. `first`: by source, with what they begin;
/// `next`: what it becomes as a message takes a feed from a row, or from its terminal.
template <typename Next>
std::vector<double> carried(const LoadedQueues& all, const std::vector<std::uint32_t>& upstream,
                            const std::vector<double>& first, Next next) {
  const std::size_t queues = all.queues.size();
  std::vector<double> came(upstream.size()), sums(upstream.size());
  const auto pass = [&](double messages, const LoadedQueues::Feed& feed, double figure) {
    came[feed.to] += messages * feed.share;
    sums[feed.to] += messages * feed.share * figure;
  };
  for (std::size_t i = 0; i < all.sources.size(); ++i) {
    for (const LoadedQueues::Feed& feed : all.sources[i].first)
      pass(all.sources[i].share, feed, next(first[i], kTerminal, feed));
  }
  // Each row before the rows that it leads to; on a cycle, what comes from rows that are not known yet counts as 0.
  for (auto row = upstream.rbegin(); row != upstream.rend(); ++row) {
    if (came[*row] <= 0) continue;
    sums[*row] /= came[*row];
    for (std::uint64_t k = all.first[*row]; k < all.first[*row + 1]; ++k)
      pass(*row < queues ? all.queues[*row].visits : came[*row], all.next[k],
           next(sums[*row], std::size_t{*row}, all.next[k]));
  }
  sums.resize(queues);
  return sums;
}

}  // namespace

std::vector<double> apart_from_one_source(const LoadedQueues& all, const std::vector<std::uint32_t>& upstream,
                                          const std::vector<double>& apart) {
  std::vector<double> first = apart;
  for (double& each : first) each *= all.classes;  // a terminal sends through all its classes
  return carried(all, upstream, first, [&](double before, std::size_t, const LoadedQueues::Feed& feed) {
    return before * (feed.to < all.queues.size() ? feed.of : 1);
  });
}

std::vector<double> buffers_on_the_way(const LoadedQueues& all, const std::vector<std::uint32_t>& upstream) {
  return carried(all, upstream, std::vector<double>(all.sources.size(), 1),
                 [&](double before, std::size_t row, const LoadedQueues::Feed&) {
                   return before + (row < all.queues.size() ? 1 : 0);
                 });
}

std::vector<double> late_on_arrival(const LoadedQueues& all, const std::vector<std::uint32_t>& upstream, double first,
                                    const std::vector<double>& stalls, double head) {
  return carried(all, upstream, std::vector<double>(all.sources.size(), first),
                 [&](double before, std::size_t row, const LoadedQueues::Feed&) {
                   return row < all.queues.size() ? std::max(stalls[row], before - head) : before;
                 });
}

LoadedQueues queues_of(const Flows& flows, const std::vector<double>& cycles, double terminals) {
  LoadedQueues all;
  all.classes = flows.classes;
  const std::vector<ChannelInputs> inputs = inputs_of_channels(flows);
  const QueuePlaces places = add_queues(flows, inputs, cycles, terminals, all);
  add_next(flows, inputs, places, terminals, all);
  add_sources(flows, inputs, places, terminals, all);
  return all;
}

}  // namespace cutline
