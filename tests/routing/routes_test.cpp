// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/routing/routes.hpp"

#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "performance/express_routes.hpp"
#include "performance/pattern_loads.hpp"
#include "routing/destinations.hpp"
#include "routing/routings.hpp"
#include "support/small_networks.hpp"
#include "topology/digit_graphs.hpp"

using namespace cutline;
using namespace cutline::test;
using doctest::Approx;

namespace {

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::abs(a[i] - b[i]) > 1e-9) return false;
  }
  return true;
}

/// The load of each queue, found by sending the message of one pair after another.
std::vector<double> sent_one_by_one(const Routes& routes) {
  const ChannelGraph& graph = *routes.graph;
  std::vector<double> carried(graph.head.size() * routes.classes());
  for (std::uint32_t source = 0; source < graph.node_count(); ++source) {
    for (std::uint32_t destination = 0; destination < graph.node_count(); ++destination) {
      if (source == destination || !graph.is_node(source) || !graph.is_node(destination)) continue;
      const std::uint32_t layer = routes.layer(source, destination);
      const WaysToNode ways = routes.ways_to(destination, layer);
      std::vector<double> here(graph.node_count());
      here[source] = 1 / static_cast<double>(graph.addressed_count());
      for (const std::uint32_t site : ways.order) {
        for (std::uint32_t i = ways.first[site]; i < ways.first[site + 1]; ++i) {
          const NextHop& hop = ways.hops[i];
          here[graph.head[hop.channel]] += here[site] * hop.share;
          carried[hop.channel * routes.classes() + layer * routes.datelines + hop.dateline] += here[site] * hop.share;
        }
      }
    }
  }
  return carried;
}

/// Whether the flow into each queue equals the flow out of it.
bool is_conserved(const Flows& flows) {
  std::vector<double> in = flows.begins, out = flows.ends;
  for (std::uint64_t queue = 0; queue < flows.queues(); ++queue) {
    for (const Turn& turn : flows.turns[queue]) {
      out[queue] += turn.messages;
      in[turn.next] += turn.messages;
    }
  }
  return same_numbers(in, flows.messages) && same_numbers(out, flows.messages);
}

/// Whether every path of the first ways arrives, channel after channel.
bool all_arrive(const Routes& routes) {
  const ChannelGraph& graph = *routes.graph;
  for (std::uint32_t source = 0; source < graph.node_count(); ++source) {
    for (std::uint32_t destination = 0; destination < graph.node_count(); ++destination) {
      if (!graph.is_node(source) || !graph.is_node(destination)) continue;
      std::uint32_t at = source;
      for (const PathHop& hop : first_path(routes, source, destination)) {
        if (hop.channel < graph.first[at] || hop.channel >= graph.first[at + 1]) return false;
        if (hop.vc_class >= routes.classes()) return false;
        at = graph.head[hop.channel];
      }
      if (at != destination) return false;
    }
  }
  return true;
}

Flows check_routes(const Routes& routes) {
  const Flows flows = uniform_flows(routes);
  CHECK(all_arrive(routes));
  CHECK(same_numbers(flows.messages, sent_one_by_one(routes)));
  CHECK(is_conserved(flows));
  double hops = 0;
  for (const double each : flows.messages) hops += each;
  CHECK(flows.mean_hops * static_cast<double>(flows.graph->addressed_count()) == Approx(hops));
  return flows;
}

void check_walk(const Topology& network, const Flows& flows) {
  const auto walked = walked_loads(network, choose_traffic("uniform", {}).traffic(network), 2'000'000'000);
  REQUIRE(walked.has_value());
  std::vector<double> loads;
  for (std::uint64_t c = 0; c < walked->loads.size(); ++c) loads.push_back(flows.load(c));
  CHECK(same_numbers(loads, walked->loads));
  CHECK(flows.mean_hops == Approx(walked->mean_hops));
}

void check_closed_forms_of_loads(const Topology& network, const Flows& flows) {
  const auto closed = pattern_loads(network, UniformDigits{}, 2'000'000'000);
  REQUIRE(closed.has_value());
  const ChannelGraph& graph = *flows.graph;
  std::vector<double> loads, expected;
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
      loads.push_back(flows.load(c));
      expected.push_back(closed->load(site, graph.link_class[c], graph.local_link[c], graph.head[c]));
    }
  }
  CHECK(same_numbers(loads, expected));
}

/// Whether all links join neighbours on a line or ring. In other digits shortest paths may turn back.
bool has_lines_and_rings(const Topology& network) {
  return std::all_of(network.classes.begin(), network.classes.end(), [&](const LinkClass& each) {
    return std::all_of(each.links.begin(), each.links.end(), [&](const LocalLink& link) {
      const auto [less, more] = std::minmax(link.a, link.b);
      return more - less == 1 || more - less + 1 == network.digits[each.digits[0]].radix;
    });
  });
}

/// Checks all routings of a network except dimension order.
void check_network(const Topology& network) {
  const auto graph = shared_graph(network);
  const Flows minimal = check_routes(minimal_routes(graph));
  const Flows balanced = check_routes(balanced_routes(graph));
  CHECK(balanced.mean_hops == Approx(minimal.mean_hops));
  const Flows layered = check_routes(layered_of(network, graph));
  CHECK(waiting_circle(layered).empty());
  CHECK(layered.mean_hops == Approx(minimal.mean_hops));
  if (!goes_both_ways(*graph)) {
    CHECK_THROWS_AS(up_down_of(network, graph), Error);
    return;
  }
  CHECK(waiting_circle(check_routes(up_down_of(network, graph))).empty());
  for (const std::uint32_t most : {1, 2}) {
    const Routes few = layered_of(network, graph, most);
    CHECK(few.layers <= most);
    CHECK(waiting_circle(check_routes(few)).empty());
  }
}

}  // namespace

TEST_CASE("every family: all pairs arrive, flows are a walk over all pairs, and what is called safe has no circle") {
  each_small_network(32, [](const std::string& label, const Topology& network) {
    CAPTURE(label);
    check_network(network);
  });
}

TEST_CASE("200 random networks: all pairs arrive, flows are a walk over all pairs, and layers have no circle") {
  each_random_network(check_network);
}

TEST_CASE("every family: loads of minimal and dimension-order routes are those of traffic that is walked") {
  each_small_network(64, [](const std::string& label, const Topology& network) {
    CAPTURE(label);
    if (!network.is_product() || network.digits.size() == 1)
      check_walk(network, uniform_flows(minimal_routes(shared_graph(network))));
    if (!network.is_product()) return;
    const Flows flows = check_routes(dimension_order_routes(network));
    check_walk(network, flows);
    check_closed_forms_of_loads(network, flows);
    if (has_lines_and_rings(network)) CHECK(waiting_circle(flows).empty());
  });
}

TEST_CASE("express cubes: all pairs arrive by the express rule in as many hops as it counts, and no circle waits") {
  int seen = 0;
  each_small_network(64, [&](const std::string& label, const Topology& network) {
    CAPTURE(label);
    if (!has_express_rule(network)) return;
    const Flows flows = check_routes(express_routes(network));
    CHECK(flows.mean_hops == Approx(*mean_express_hops(network, 2'000'000'000)));
    CHECK(waiting_circle(flows).empty());
    for (std::size_t c = 0; c < network.classes.size(); ++c) {
      const std::size_t digit = network.classes[c].digits[0];
      const auto closed = express_loads(network, digit, digit_graph(network, c), 2'000'000'000);
      REQUIRE(closed.has_value());
      const double copies = static_cast<double>(network.node_count()) / network.node_value_count(digit);
      double walked = 0, counted = 0;
      for (std::uint64_t channel = 0; channel < flows.graph->head.size(); ++channel)
        walked += flows.graph->link_class[channel] == c ? flows.load(channel) : 0;
      for (const double each : *closed) counted += each;
      CHECK(walked == Approx(counted * copies / network.node_value_count(digit)));
    }
    ++seen;
  });
  CHECK(seen >= 2);
}

TEST_CASE("without datelines a ring of five waits for itself, in a circle of turns that messages take") {
  const Topology ring = build_topology("ring", {{"nodes", 5}});
  const Flows flows = uniform_flows(minimal_routes(shared_graph(ring)));
  const std::vector<std::uint32_t> circle = waiting_circle(flows);
  REQUIRE(circle.size() == 5);
  for (std::size_t i = 0; i < circle.size(); ++i) {
    const std::uint32_t next = circle[(i + 1) % circle.size()];
    const auto& turns = flows.turns[circle[i]];
    CHECK(std::any_of(turns.begin(), turns.end(), [&](const Turn& turn) { return turn.next == next; }));
  }
  CHECK(waiting_circle(uniform_flows(dimension_order_routes(ring))).empty());
}

TEST_CASE("balanced routes load the busiest channel less than the lowest-numbered ties do") {
  double balanced = 0, lowest = 0;
  each_random_network([&](const Topology& network) {
    const auto graph = shared_graph(network);
    const Routes minimal = minimal_routes(graph);
    std::vector<double> loads(graph->head.size());
    for (std::uint32_t source = 0; source < graph->node_count(); ++source) {
      for (std::uint32_t destination = 0; destination < graph->node_count(); ++destination) {
        for (const PathHop& hop : first_path(minimal, source, destination))
          loads[hop.channel] += 1 / static_cast<double>(graph->node_count());
      }
    }
    lowest += *std::max_element(loads.begin(), loads.end());
    balanced += busiest(uniform_flows(balanced_routes(graph)));
  });
  CHECK(balanced < 0.95 * lowest);
}

TEST_CASE("every family: the load at which balanced routes fill a channel is at least 0.9 of that of minimal ones") {
  int seen = 0;
  each_small_network(128, [&](const std::string& label, const Topology& network) {
    CAPTURE(label);
    const auto graph = shared_graph(network);
    const ChannelWidths widths = channel_widths(network, *graph);
    // A terminal's own channel is full at 1.
    const auto full_at = [&](const Routes& routes) {
      const Flows flows = uniform_flows(routes);
      double most = 0;
      for (std::uint64_t c = 0; c < graph->head.size(); ++c)
        most = std::max(most, flows.load(c) / (widths.empty() ? 1 : widths[c]));
      return 1 / std::max(1.0, most * network.concentration);
    };
    CHECK(full_at(balanced_routes(graph, widths)) >= 0.9 * full_at(minimal_routes(graph)));
    ++seen;
  });
  CHECK(seen > 300);
}

TEST_CASE("trees on balanced, layered and up and down routes fill their terminals before their spines") {
  const auto tree = [](std::int64_t radix, std::int64_t levels, const char* form) {
    return build_topology("fat_tree", {{"radix", radix}, {"levels", levels}, {"form", std::string(form)}});
  };
  // Leaf switches times terminals each, over the spines of a destination: never more than one terminal sends.
  for (const Topology& network : {tree(4, 3, "k_ary_n_tree"), tree(4, 2, "k_ary_n_tree"), tree(8, 2, "k_ary_n_tree"),
                                  tree(4, 2, "folded_clos"), tree(8, 2, "folded_clos"), tree(4, 3, "folded_clos")}) {
    CAPTURE(network.node_count());
    const auto graph = shared_graph(network);
    for (const Routes& routes : {balanced_routes(graph), layered_of(network, graph), up_down_of(network, graph)})
      CHECK(network.concentration * busiest(uniform_flows(routes)) <= 1 + 1e-9);
  }
}

TEST_CASE("parallel channels share the messages of a path evenly") {
  const Topology network = graph_of(2, {{0, 1}, {0, 1}, {0, 1}});
  const Flows flows = check_routes(balanced_routes(shared_graph(network)));
  for (std::uint64_t c = 0; c < flows.graph->head.size(); ++c) CHECK(flows.load(c) == Approx(0.5 / 3));
}

TEST_CASE("messages count as sent where they begin and as taken where they end, whatever the routes") {
  const auto graph = shared_graph(build_topology("torus", {{"radix", 3}, {"dimensions", 2}}));
  // Node 0 sends 3 to every other node; all nodes send 1 to node 5, which also has 1 for itself.
  const auto demand = [](std::uint32_t source, std::uint32_t destination) {
    return (source == 0 && destination != 0 ? 3.0 : 0.0) + (destination == 5 ? 1.0 : 0.0);
  };
  for (const Routes& routes : {minimal_routes(graph), balanced_routes(graph)}) {
    const Flows flows = flows_of(routes, demand);
    CHECK(same_numbers(flows.sent, {3 * 8 + 1, 1, 1, 1, 1, 1, 1, 1, 1}));
    CHECK(same_numbers(flows.taken, {0, 3, 3, 3, 3, 3 + 9, 3, 3, 3}));
    CHECK(same_numbers(flows.within, {0, 0, 0, 0, 0, 1, 0, 0, 0}));
    std::vector<double> from(9), to(9);  // over the first and over the last channel of their paths
    for (std::uint32_t site = 0; site < 9; ++site) {
      for (std::uint64_t queue = graph->first[site] * flows.classes; queue < graph->first[site + 1] * flows.classes;
           ++queue) {
        from[site] += flows.begins[queue];
        to[graph->head[queue / flows.classes]] += flows.ends[queue];
      }
    }
    for (std::uint32_t site = 0; site < 9; ++site) {
      CHECK(from[site] == Approx(flows.sent[site] - flows.within[site]));
      CHECK(to[site] == Approx(flows.taken[site] - flows.within[site]));
    }
  }
}

TEST_CASE("a fat tree goes up by its levels and down again, on shortest paths") {
  const Topology tree = build_topology("fat_tree", {{"radix", 4}, {"levels", 3}});
  const auto graph = shared_graph(tree);
  const Flows flows = uniform_flows(up_down_of(tree, graph));
  CHECK(flows.mean_hops == Approx(uniform_flows(minimal_routes(graph)).mean_hops));
  // Levels alone decide the ranks, so all sites of a level have the same rank.
  std::vector<std::uint32_t> ranks = up_down_ranks(tree, *graph);
  std::sort(ranks.begin(), ranks.end());
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) CHECK(ranks[rank] == rank);
}
