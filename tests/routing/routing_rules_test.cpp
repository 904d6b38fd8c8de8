// SPDX-License-Identifier: Apache-2.0
// Canonical routes of families: hops, loads and virtual channels by closed forms and by an exhaustive count.
#include "routing/routing_rules.hpp"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "routing/routings.hpp"
#include "support/own_folder.hpp"

using namespace cutline;
using namespace cutline::test;
using doctest::Approx;

namespace {

Routes routes_of_rule(Routing routing, const Topology& network) {
  return routing_rule(routing).routes({network, shared_graph(network), 16, ""});
}

Topology dragonfly(std::int64_t p, std::int64_t a, std::int64_t h, const char* arrangement = "absolute") {
  return build_topology(
      "dragonfly",
      {{"global_links", h}, {"routers", a}, {"concentration", p}, {"arrangement", std::string(arrangement)}});
}

/// The load of the busiest channel of a class at one message a terminal, and of the least busy one.
std::pair<double, double> loads_of(const Topology& network, const Flows& flows, std::string_view link_class) {
  std::pair<double, double> loads{1e9, 0};
  for (std::uint64_t c = 0; c < flows.graph->head.size(); ++c) {
    if (network.classes[flows.graph->link_class[c]].name != link_class) continue;
    const double load = flows.load(c) * network.concentration;
    loads = {std::min(loads.first, load), std::max(loads.second, load)};
  }
  return loads;
}

}  // namespace

TEST_CASE("rows of routings stand in the order of the enumeration, and refuse with a sentence for the name") {
  const std::vector<RoutingRule>& rules = routing_rules();
  REQUIRE(rules.size() == static_cast<std::size_t>(Routing::table) + 1);
  const Topology torus = build_topology("torus", {{"radix", 4}, {"dimensions", 2}});
  for (std::size_t i = 0; i < rules.size(); ++i) {
    CAPTURE(rules[i].name);
    CHECK(static_cast<std::size_t>(rules[i].routing) == i);
    CHECK(routing_name(rules[i].routing) == rules[i].name);
    const std::string why = rules[i].refusal == nullptr ? "" : rules[i].refusal(torus);
    CHECK((why.empty() || why.find("{}") != std::string::npos));
    CHECK((why.empty() || !rules[i].instead.empty()));
  }
  CHECK(!routing_rule(Routing::ugal).refusal(torus).empty());
}

TEST_CASE("minimal routes of a dragonfly are local, global, local: hops and every load by closed forms") {
  struct Row {
    std::int64_t p, a, h;
    double hops;  // counted over all pairs by a program of its own
  };
  for (const Row& row : {Row{1, 2, 1, 1.5}, Row{2, 4, 2, 2.305555556}, Row{3, 6, 3, 2.570175439},
                         Row{4, 8, 4, 2.693181818}, Row{4, 8, 2, 2.639705882}, Row{2, 6, 3, 2.570175439}}) {
    for (const char* arrangement : {"absolute", "relative", "palm_tree", "circulant"}) {
      CAPTURE(row.hops);
      CAPTURE(arrangement);
      const Topology network = dragonfly(row.p, row.a, row.h, arrangement);
      REQUIRE(minimal_of(network) == Routing::hierarchical);
      const Flows flows = uniform_flows(routes_of_rule(minimal_of(network), network));
      const double a = static_cast<double>(row.a), h = static_cast<double>(row.h), p = static_cast<double>(row.p);
      const double g = a * h + 1;
      CHECK(flows.mean_hops == Approx(row.hops).epsilon(1e-9));
      CHECK(flows.mean_hops == Approx((g - 1) / g * (1 + 2 * (a - 1) / a) + (a - 1) / (a * g)));
      const auto global = loads_of(network, flows, "global"), local = loads_of(network, flows, "local");
      CHECK(global.first == Approx(a * p / g));
      CHECK(global.second == Approx(a * p / g));
      CHECK(local.first == Approx(2 * p * h / g + p / (a * g)));
      CHECK(local.second == Approx(2 * p * h / g + p / (a * g)));
      CHECK(flows.classes == 2);
      CHECK(waiting_circle(flows).empty());
    }
  }
}

TEST_CASE("shortest paths of a dragonfly are shorter by what its arrangement of global links says") {
  // Mean distances counted over all pairs by a program of its own.
  const std::vector<std::pair<const char*, double>> rows = {
      {"absolute", 2.683539945}, {"relative", 2.676136364}, {"palm_tree", 2.676136364}, {"circulant", 2.666666667}};
  for (const auto& row : rows) {
    CAPTURE(row.first);
    const Topology network = dragonfly(4, 8, 4, row.first);
    CHECK(uniform_flows(routes_of_rule(Routing::shortest, network)).mean_hops == Approx(row.second).epsilon(1e-9));
  }
  CHECK_THROWS_AS(
      build_topology("dragonfly", {{"global_links", 2}, {"groups", 5}, {"arrangement", std::string("relative")}}),
      Error);
  CHECK_THROWS_AS(
      build_topology("dragonfly", {{"global_links", 1}, {"routers", 3}, {"arrangement", std::string("circulant")}}),
      Error);
}

TEST_CASE("global links of a dragonfly from a file are those of the arrangement that it lists") {
  const OwnFolder folder;

  const auto from_file = [&](const std::string& links) {
    return build_topology("dragonfly", {{"global_links", 2}, {"arrangement_file", folder.write("a.edges", links)}});
  };
  const Topology palm = dragonfly(2, 4, 2, "palm_tree");
  std::string links;
  for (const LocalLink& link : palm.classes[1].links) links += fmt::format("{} {}\n", link.a, link.b);
  const Topology same = from_file(links);
  CHECK(same.classes[1].links == palm.classes[1].links);
  CHECK(minimal_of(same) == Routing::hierarchical);
  CHECK(uniform_flows(routes_of_rule(Routing::shortest, same)).mean_hops ==
        Approx(uniform_flows(routes_of_rule(Routing::shortest, palm)).mean_hops));
  CHECK_THROWS_WITH_AS(from_file("0 1\n"), doctest::Contains("routers 0 and 1 are of one group"), Error);
  CHECK_THROWS_WITH_AS(from_file("0 4\n0 8\n0 12\n"), doctest::Contains("router 0 has more global links than 2"),
                       Error);
  CHECK_THROWS_WITH_AS(from_file("0 36\n"), doctest::Contains("names router 36, and the last is 35"), Error);
}

TEST_CASE("from a group to the next, minimal routes fill one global link and those over a random node half of all") {
  const Topology network = dragonfly(4, 8, 4);
  const std::uint32_t group = 8;
  const auto demand = [&](std::uint32_t source, std::uint32_t destination) {
    return destination / group == (source / group + 1) % 33 ? 1.0 / group : 0.0;
  };
  const Flows minimal = flows_of(routes_of_rule(Routing::hierarchical, network), demand);
  CHECK(busiest(minimal) * network.concentration == Approx(32));  // a p
  const Flows valiant = flows_of(routes_of_rule(Routing::valiant, network), demand);
  const auto global = loads_of(network, valiant, "global");
  CHECK(global.second == Approx(2 * 32.0 / 33));  // 2 a p / g, each leg as under uniform traffic
  CHECK(valiant.classes == 4);
  CHECK(waiting_circle(valiant).empty());
}

TEST_CASE("over a random node, flows are conserved and loads are those of messages sent one by one") {
  for (const Topology& network : {dragonfly(1, 4, 1), build_topology("torus", {{"radix", 5}, {"dimensions", 2}}),
                                  build_topology("slim_fly", {{"q", 5}})}) {
    const Routes routes = routes_of_rule(Routing::valiant, network);
    const ChannelGraph& graph = *routes.graph;
    const double nodes = static_cast<double>(graph.addressed_count());
    const auto demand = [](std::uint32_t source, std::uint32_t destination) {
      return source % 3 == 0 && destination % 2 == 1 ? 1.0 + source : 0.0;
    };
    const Flows flows = flows_of(routes, demand);
    std::vector<double> in = flows.begins, out = flows.ends;
    for (std::uint64_t queue = 0; queue < flows.queues(); ++queue) {
      for (const Turn& turn : flows.turns[queue]) {
        out[queue] += turn.messages;
        in[turn.next] += turn.messages;
      }
    }
    for (std::uint64_t queue = 0; queue < flows.queues(); ++queue) {
      CHECK(in[queue] == Approx(flows.messages[queue]));
      CHECK(out[queue] == Approx(flows.messages[queue]));
    }
    // Every message is two, to each node and on from it.
    const auto both_legs = [&](std::uint32_t from, std::uint32_t to) {
      double sum = 0;
      for (std::uint32_t other = 0; other < graph.node_count(); ++other) {
        sum += other == from ? 0 : demand(from, other) / nodes;
        sum += other == to ? 0 : demand(other, to) / nodes;
      }
      return sum;
    };
    const Flows legs = flows_of(*routes.leg, both_legs);
    for (std::uint64_t c = 0; c < graph.head.size(); ++c) CHECK(flows.load(c) == Approx(legs.load(c)));
    CHECK(waiting_circle(flows).empty());
    CHECK_THROWS_AS(first_path(routes, 0, 1), Error);
  }
}

TEST_CASE("megafly, folded Clos, slim fly: hops and busiest channels of an exhaustive count") {
  const Topology megafly =
      build_topology("megafly", {{"global_links", 8}, {"spines", 4}, {"leaves", 8}, {"concentration", 4}});
  const Flows up_across_down = uniform_flows(routes_of_rule(minimal_of(megafly), megafly));
  CHECK(up_across_down.mean_hops == Approx(2.962121212).epsilon(1e-9));
  CHECK(busiest(up_across_down) * 4 <= 1);
  CHECK(loads_of(megafly, up_across_down, "global").second == Approx(32.0 / 33));  // l p / g
  CHECK(up_across_down.classes == 1);
  CHECK(waiting_circle(up_across_down).empty());

  const Topology clos =
      build_topology("fat_tree", {{"radix", 8}, {"levels", 3}, {"form", std::string("k_ary_n_tree")}});
  const Topology folded =
      build_topology("fat_tree", {{"radix", 8}, {"levels", 3}, {"form", std::string("folded_clos")}});
  for (const Topology& tree : {clos, folded}) {
    for (const Routing routing : {Routing::minimal, Routing::d_mod_k}) {
      const Flows flows = uniform_flows(routes_of_rule(routing, tree));
      CHECK(flows.mean_hops == Approx(3.71875));
      CHECK(busiest(flows) * 8 == Approx(0.984375));
      CHECK(flows.classes == 1);
      CHECK(waiting_circle(flows).empty());
    }
  }

  struct Row {
    std::int64_t q, p;
    double hops, busiest;
  };
  for (const Row& row : {Row{5, 4, 1.82, 1.04}, Row{7, 6, 1.8673469387755102, 1.018552875695733}}) {
    const Topology slim = build_topology("slim_fly", {{"q", row.q}, {"concentration", row.p}});
    const Flows flows = uniform_flows(routes_of_rule(Routing::hop_classes, slim));
    CHECK(flows.mean_hops == Approx(row.hops));
    CHECK(busiest(flows) * static_cast<double>(row.p) >= row.busiest - 1e-9);
    CHECK(flows.classes == 2);
    CHECK(waiting_circle(flows).empty());
  }
}

TEST_CASE("a folded Clos network of 1,024 terminals has 3.859375 hops, and room for all by any way up") {
  // Switches of 16 ports on three levels, those on top with 16 children.
  const Topology clos =
      build_topology("xgft", {{"children", IntegerList{8, 8, 16}}, {"parents", IntegerList{1, 8, 8}}});
  REQUIRE(clos.node_count() * clos.concentration == 1024);
  for (const Routing routing : {Routing::minimal, Routing::d_mod_k, Routing::up_down, Routing::balanced}) {
    const Flows flows = uniform_flows(routes_of_rule(routing, clos));
    CHECK(flows.mean_hops == Approx(3.859375));
    // One path a pair is not as even as all of them.
    const double full = routing == Routing::minimal || routing == Routing::d_mod_k ? 0.9921875 : 1 / 0.9;
    CHECK(busiest(flows) * clos.concentration <= full + 1e-9);
  }
}

TEST_CASE("classes by hops to go are free of deadlock, on shortest paths") {
  for (const Topology& network :
       {build_topology("hyperx", {{"radix", 4}, {"dimensions", 2}}),
        build_topology("torus", {{"radix", 5}, {"dimensions", 2}}), build_topology("polarfly", {{"q", 3}}),
        build_topology("de_bruijn", {{"dimensions", 4}})}) {
    const Flows flows = uniform_flows(routes_of_rule(Routing::hop_classes, network));
    CHECK(waiting_circle(flows).empty());
    CHECK(flows.mean_hops == Approx(uniform_flows(minimal_routes(shared_graph(network))).mean_hops));
  }
}
