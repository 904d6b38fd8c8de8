// SPDX-License-Identifier: Apache-2.0
#include "cutline/routing/flows.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/routing/routes.hpp"
#include "routing/way_tables.hpp"

namespace cutline {

namespace {

/// Messages that wait at a site, by the queue that they came through.
struct Arrived {
  std::uint32_t queue = 0;
  double messages = 0;
};

void add_turn(std::vector<Turn>& turns, std::uint32_t next, double messages) {
  for (Turn& turn : turns) {
    if (turn.next == next) return void(turn.messages += messages);
  }
  turns.push_back({next, messages});
}

/// Sends messages for one destination in one layer along their ways.
class Sender {
 public:
  Sender(const Routes& routes, WithoutWay without_way, Flows& flows)
      : routes_(routes), without_way_(without_way), flows_(flows), arrived_(routes.graph->node_count()) {}

  /// `sent` has the messages of each site.
  void send(std::uint32_t destination, std::uint32_t layer, const std::vector<double>& sent) {
    const WaysToNode ways = routes_.ways_to(destination, layer);
    for (std::uint32_t site = 0; site < sent.size() && without_way_ == WithoutWay::refused; ++site) {
      if (sent[site] > 0 && ways.first[site] == ways.first[site + 1])
        throw_input_error("some node that messages go to cannot be reached", "channels may go one way only");
    }
    for (const std::uint32_t site : ways.order) {
      for (std::uint32_t i = ways.first[site]; i < ways.first[site + 1]; ++i) go(site, ways.hops[i], layer, sent[site]);
      arrived_[site].clear();
    }
    for (const Arrived& last : arrived_[destination]) flows_.ends[last.queue] += last.messages;
    arrived_[destination].clear();
  }

 private:
  void go(std::uint32_t site, const NextHop& hop, std::uint32_t layer, double own) {
    const std::uint32_t queue = hop.channel * routes_.classes() + layer * routes_.datelines + hop.dateline;
    double passing = own * hop.share;
    flows_.begins[queue] += passing;
    for (const Arrived& from : arrived_[site]) {
      const double messages = from.messages * hop.share;
      add_turn(flows_.turns[from.queue], queue, messages);
      passing += messages;
    }
    if (passing <= 0) return;
    flows_.messages[queue] += passing;
    flows_.mean_hops += passing;
    arrived_[routes_.graph->head[hop.channel]].push_back({queue, passing});
  }

  const Routes& routes_;
  WithoutWay without_way_;
  Flows& flows_;
  std::vector<std::vector<Arrived>> arrived_;
};

}  // namespace

double Flows::load(std::uint64_t channel) const {
  double sum = 0;
  for (std::uint64_t q = channel * classes; q < (channel + 1) * classes; ++q) sum += messages[q];
  return sum;
}

std::vector<double> Flows::loads() const {
  std::vector<double> all;
  for (std::uint64_t channel = 0; channel * classes < messages.size(); ++channel) all.push_back(load(channel));
  return all;
}

Flows flows_of(const Routes& routes, DemandTo demand, WithoutWay without_way) {
  const ChannelGraph& graph = *routes.graph;
  const auto sites = static_cast<std::uint32_t>(graph.node_count());
  Flows flows;
  flows.graph = routes.graph;
  flows.classes = routes.classes();
  const std::size_t queues = graph.head.size() * flows.classes;
  for (auto* each : {&flows.messages, &flows.begins, &flows.ends}) each->resize(queues);
  flows.turns.resize(queues);
  for (auto* each : {&flows.sent, &flows.taken, &flows.within}) each->resize(sites);
  Sender sender(routes, without_way, flows);
  std::vector<std::vector<double>> of_layer(routes.layers, std::vector<double>(sites));
  for (std::uint32_t destination = 0; destination < sites; ++destination) {
    if (!graph.is_node(destination)) continue;
    std::vector<char> used(routes.layers);
    for (std::uint32_t source = 0; source < sites; ++source) {
      if (!graph.is_node(source)) continue;
      const double messages = demand(source, destination);
      flows.sent[source] += messages;
      flows.taken[destination] += messages;
      if (source == destination) {
        flows.within[source] += messages;
      } else if (messages > 0) {
        const std::uint32_t layer = routes.layer(source, destination);
        of_layer[layer][source] = messages;
        used[layer] = 1;
      }
    }
    for (std::uint32_t layer = 0; layer < routes.layers; ++layer) {
      if (!used[layer]) continue;
      sender.send(destination, layer, of_layer[layer]);
      std::fill(of_layer[layer].begin(), of_layer[layer].end(), 0);
    }
  }
  const double nodes = static_cast<double>(graph.addressed_count());
  flows.mean_hops /= nodes;
  return flows;
}

Flows uniform_flows(const Routes& routes) {
  const double share = 1 / static_cast<double>(routes.graph->addressed_count());
  return flows_of(
      routes, [share](std::uint32_t, std::uint32_t) { return share; }, WithoutWay::left_out);
}

std::vector<std::uint32_t> waiting_circle(const Flows& flows) {
  const auto step = [&](std::uint32_t queue, std::size_t i) {
    return i < flows.turns[queue].size() ? flows.turns[queue][i].next : kNoStep;
  };
  return first_circle(flows.queues(), step, [](std::uint32_t) {});
}

std::vector<PathHop> first_path(const Routes& routes, std::uint32_t source, std::uint32_t destination) {
  std::vector<PathHop> path;
  if (source == destination) return path;
  const std::uint32_t layer = routes.layer(source, destination);
  const WaysToNode ways = routes.ways_to(destination, layer);
  for (std::uint32_t site = source; site != destination; site = routes.graph->head[path.back().channel]) {
    if (ways.first[site] == ways.first[site + 1])
      throw_input_error("some node that messages go to cannot be reached", "channels may go one way only");
    const NextHop& hop = ways.hops[ways.first[site]];
    path.push_back({hop.channel, layer * routes.datelines + hop.dateline});
    CUTLINE_EXPECT(path.size() < routes.graph->node_count());
  }
  return path;
}

}  // namespace cutline
