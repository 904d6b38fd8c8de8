// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"
#include "routing/line_flows.hpp"

namespace cutline {

namespace {

/// Messages between sites: to a random node and on from it.
struct Legs {
  std::vector<double> sent, taken, within;  ///< by site
  std::vector<double> from, to;             ///< by site: messages to and from others
  double nodes = 0;
};

Legs legs_of(const ChannelGraph& graph, DemandTo demand) {
  const auto sites = static_cast<std::uint32_t>(graph.node_count());
  Legs legs;
  for (auto* each : {&legs.sent, &legs.taken, &legs.within, &legs.from, &legs.to}) each->resize(sites);
  for (std::uint32_t source = 0; source < sites; ++source) {
    if (!graph.is_node(source)) continue;
    ++legs.nodes;
    for (std::uint32_t destination = 0; destination < sites; ++destination) {
      if (!graph.is_node(destination)) continue;
      const double messages = demand(source, destination);
      legs.sent[source] += messages;
      legs.taken[destination] += messages;
      (source == destination ? legs.within : legs.from)[source] += messages;
      if (source != destination) legs.to[destination] += messages;
    }
  }
  return legs;
}

/// The flows of one leg, in its classes of both legs' queues.
void add_leg(const Flows& leg, std::uint32_t first_class, Flows& flows) {
  const auto queue_of = [&](std::uint64_t queue) {
    return queue / leg.classes * flows.classes + first_class + queue % leg.classes;
  };
  for (std::uint64_t queue = 0; queue < leg.queues(); ++queue) {
    flows.messages[queue_of(queue)] = leg.messages[queue];
    for (const Turn& turn : leg.turns[queue])
      flows.turns[queue_of(queue)].push_back({static_cast<std::uint32_t>(queue_of(turn.next)), turn.messages});
  }
  flows.mean_hops += leg.mean_hops;
}

/// Where the second leg goes on from the first, at the random nodes. Of what arrives at one, each queue of the second
/// leg takes its share.
void join_legs(const Flows& first, const Flows& second, const Legs& legs, Flows& flows) {
  const ChannelGraph& graph = *flows.graph;
  const double sum = std::accumulate(legs.from.begin(), legs.from.end(), 0.0);
  const double all = sum / legs.nodes;  // messages that come to each node between the legs
  if (all <= 0) return;
  std::vector<std::vector<std::uint64_t>> arriving(graph.node_count());
  for (std::uint64_t queue = 0; queue < first.queues(); ++queue) {
    if (first.ends[queue] > 0) arriving[graph.head[queue / first.classes]].push_back(queue);
  }
  const auto of_first = [&](std::uint64_t q) { return q / first.classes * flows.classes + q % first.classes; };
  for (std::uint64_t q = 0; q < first.queues(); ++q) {
    flows.begins[of_first(q)] = first.begins[q];
    flows.ends[of_first(q)] = first.ends[q] * legs.to[graph.head[q / first.classes]] / legs.nodes / all;
  }
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    for (std::uint64_t q = graph.first[site] * second.classes; q < graph.first[site + 1] * second.classes; ++q) {
      const std::uint64_t queue = q / second.classes * flows.classes + first.classes + q % second.classes;
      flows.ends[queue] = second.ends[q];
      if (second.begins[q] <= 0) continue;
      // A message whose random node is its own source begins with the second leg.
      flows.begins[queue] = second.begins[q] * legs.from[site] / legs.nodes / all;
      for (const std::uint64_t from : arriving[site])
        flows.turns[of_first(from)].push_back(
            {static_cast<std::uint32_t>(queue), first.ends[from] * second.begins[q] / all});
    }
  }
}

}  // namespace

Routes valiant_routes(Routes leg) {
  Routes routes = leg;
  routes.layers = 2 * leg.layers;
  routes.leg = std::make_shared<const Routes>(std::move(leg));
  routes.ways_to = [own = routes.leg](std::uint32_t destination, std::uint32_t layer) {
    return own->ways_to(destination, layer % own->layers);
  };
  routes.layer = [own = routes.leg](std::uint32_t source, std::uint32_t destination) {
    return own->layers + own->layer(source, destination);
  };
  return routes;
}

Flows flows_over_random_nodes(const Routes& routes, DemandTo demand, WithoutWay without_way) {
  const Legs legs = legs_of(*routes.graph, demand);
  const auto to_random = [&](std::uint32_t source, std::uint32_t) { return legs.from[source] / legs.nodes; };
  const auto from_random = [&](std::uint32_t, std::uint32_t destination) { return legs.to[destination] / legs.nodes; };
  const Flows first = flows_of(*routes.leg, to_random, without_way);
  const Flows second = flows_of(*routes.leg, from_random, without_way);
  Flows flows;
  flows.graph = routes.graph;
  flows.classes = routes.classes();
  const std::size_t queues = routes.graph->head.size() * flows.classes;
  for (auto* each : {&flows.messages, &flows.begins, &flows.ends}) each->resize(queues);
  flows.turns.resize(queues);
  add_leg(first, 0, flows);
  add_leg(second, first.classes, flows);
  join_legs(first, second, legs, flows);
  flows.sent = legs.sent;
  flows.taken = legs.taken;
  flows.within = legs.within;
  return flows;
}

}  // namespace cutline
