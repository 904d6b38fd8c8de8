// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/topology/graph_measures.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "support/boost_oracle.hpp"
#include "support/counted.hpp"
#include "support/graphs.hpp"

using cutline::GraphMeasures;
using cutline::LinkClass;
using cutline::LocalLink;
using cutline::Topology;
using cutline::test::graph_of;
using cutline::test::measures_without_cuts;
using doctest::Approx;

namespace {

/// A tree over nodes in random order, and more links; connected in both directions.
Topology graph_measures_random_graph(cutline::Random& random, std::uint32_t nodes, std::size_t extra) {
  std::vector<std::uint32_t> order(nodes);
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t i = nodes - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  std::vector<LocalLink> links;
  for (std::uint32_t i = 1; i < nodes; ++i) links.push_back({order[random.below(i)], order[i]});
  while (extra > 0) {
    const auto a = static_cast<std::uint32_t>(random.below(nodes));
    const auto b = static_cast<std::uint32_t>(random.below(nodes));
    if (a == b) continue;
    links.push_back({a, b});
    --extra;
  }
  return graph_of(nodes, links);
}

bool is_node(const Topology& topology, std::size_t site) { return topology.kind(site) == cutline::SiteKind::node; }

/// Calls visit(a, b, both ways) for all pairs that are one hop apart: the ends of a link, and all pairs on a shared
/// link.
template <class Visit>
void for_each_hop(const Topology& topology, const Visit& visit) {
  cutline::for_each_link(topology, [&](std::size_t c, std::size_t, std::uint64_t a, std::uint64_t b) {
    const LinkClass& in = topology.classes[c];
    if (!in.shared) return visit(a, b, in.channels == 2);
    const std::uint64_t step = (b - a) / (topology.digits[in.digits[0]].radix - 1);
    for (std::uint64_t from = a; from < b; from += step) {
      for (std::uint64_t to = from + step; to <= b; to += step) visit(from, to, true);
    }
  });
}

/// Distances that Boost finds; the code is independent of the searches.
std::vector<std::vector<std::uint64_t>> all_distances(const Topology& topology) {
  cutline::test::Neighbours next(topology.site_count());
  for_each_hop(topology, [&](std::uint64_t a, std::uint64_t b, bool both_ways) {
    next[a].push_back(b);
    if (both_ways) next[b].push_back(a);
  });
  return cutline::test::boost_all_hops(next);
}

void check_against_boost(const Topology& topology) {
  const auto d = all_distances(topology);
  std::uint64_t diameter = 0;
  std::uint64_t total = 0;
  for (std::size_t a = 0; a < d.size(); ++a) {
    for (std::size_t b = 0; b < d.size(); ++b) {
      if (!is_node(topology, a) || !is_node(topology, b)) continue;
      diameter = std::max(diameter, d[a][b]);
      total += d[a][b];
    }
  }
  const GraphMeasures measures = measures_without_cuts(topology);
  const double nodes = static_cast<double>(topology.node_count());
  REQUIRE(measures.distances);
  CHECK(measures.distances->diameter_hops == diameter);
  CHECK(measures.distances->mean_hops == Approx(static_cast<double>(total) / (nodes * (nodes - 1))).epsilon(1e-14));
}

void check_degrees_by_counting(const Topology& topology) {
  std::vector<std::uint64_t> links(topology.site_count()), ports(topology.site_count());
  cutline::for_each_link(topology, [&](std::size_t c, std::size_t, std::uint64_t a, std::uint64_t b) {
    for (const std::uint64_t node : {a, b}) {
      ++links[node];
      ports[node] += static_cast<std::uint64_t>(topology.classes[c].channels);
    }
  });
  for (std::size_t site = 0; site < links.size(); ++site) {
    if (!is_node(topology, site)) links[site] = ports[site] = 0;
  }
  const GraphMeasures measures = measures_without_cuts(topology);
  CHECK(measures.degree_max == *std::max_element(links.begin(), links.end()));
  CHECK(measures.ports_max == *std::max_element(ports.begin(), ports.end()));
}

/// The same network, renumbered, as one digit with one class for each kind of channel: no regularity is visible.
Topology graph_measures_flattened(const Topology& topology) {
  const auto nodes = static_cast<std::uint32_t>(topology.site_count());
  std::vector<std::uint32_t> number(nodes);
  std::iota(number.begin(), number.end(), 0u);
  cutline::Random random(5);
  for (std::uint32_t i = nodes - 1; i > 0; --i) std::swap(number[i], number[random.below(i + 1)]);
  Topology flat = graph_of(nodes, {});
  if (topology.has_interchanges()) {
    std::swap(number[0], *std::find(number.begin(), number.end(), 0u));  // value 0 of a digit must be a node
    flat.digits[0].levels.assign(nodes, 0);
    for (std::uint32_t site = 0; site < nodes; ++site) {
      const cutline::SiteKind kind = topology.kind(site);
      flat.digits[0].levels[number[site]] = kind == cutline::SiteKind::node ? 0
                                            : cutline::is_inner(kind)       ? 1
                                                                            : cutline::kNothing;
    }
  }
  flat.classes.push_back(flat.classes[0]);
  flat.classes[1].channels = 1;
  cutline::for_each_link(topology, [&](std::size_t c, std::size_t, std::uint64_t a, std::uint64_t b) {
    flat.classes[topology.classes[c].channels == 2 ? 0 : 1].links.push_back({number[a], number[b]});
  });
  return flat;
}

std::int64_t whole(int value) { return value; }

}  // namespace

TEST_CASE("every family's distances and degrees are those counted pair by pair") {
  for (const cutline::Family& family : cutline::families()) {
    for (const cutline::Parameters& example : family.examples) {
      CAPTURE(family.name);
      CAPTURE(to_string(example));
      Topology topology = cutline::build_topology(family.name, example);
      check_against_boost(topology);
      check_degrees_by_counting(topology);
      topology.theorems.distance = {};
      check_against_boost(topology);
      topology.theorems.vertex_transitive = false;
      check_against_boost(topology);
    }
  }
}

TEST_CASE("a flattened and renumbered network has the same measures") {
  for (const cutline::Family& family : cutline::families()) {
    for (const cutline::Parameters& example : family.examples) {
      CAPTURE(family.name);
      CAPTURE(to_string(example));
      Topology topology = cutline::build_topology(family.name, example);
      // A user's graph has only nodes and links between two nodes.
      if (topology.has_interchanges() || topology.classes[0].shared) continue;
      topology.theorems.distance = {};
      const GraphMeasures regular = measures_without_cuts(topology);
      const GraphMeasures flat = measures_without_cuts(graph_measures_flattened(topology));
      CHECK(regular.degree_max == flat.degree_max);
      CHECK(regular.ports_max == flat.ports_max);
      CHECK(regular.distances->diameter_hops == flat.distances->diameter_hops);
      CHECK(regular.distances->mean_hops == flat.distances->mean_hops);
    }
  }
}

TEST_CASE("distances of random graphs are those counted pair by pair, on any number of threads") {
  cutline::Random random(7);
  for (int round = 0; round < 60; ++round) {
    const auto nodes = static_cast<std::uint32_t>(2 + random.below(90));
    const Topology topology = graph_measures_random_graph(random, nodes, random.below(nodes));
    check_against_boost(topology);
    cutline::set_thread_count(3);
    const auto once = measures_without_cuts(topology);
    cutline::set_thread_count(1);
    const auto again = measures_without_cuts(topology);
    CHECK(once.distances->mean_hops == again.distances->mean_hops);
  }
}

TEST_CASE("graphs that look like others by their counts are measured for what they are") {
  const std::pair<const char*, Topology> cases[] = {
      {"a path out of order", graph_of(5, {{3, 0}, {0, 4}, {4, 1}, {1, 2}})},
      {"a ring out of order", graph_of(5, {{3, 0}, {0, 4}, {4, 1}, {1, 2}, {2, 3}})},
      {"a path that returns to its middle", graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 2}})},
      {"a ring closed from the other end", graph_of(4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}})},
      {"a star", graph_of(4, {{0, 1}, {0, 2}, {0, 3}})},
      {"a triangle with a tail", graph_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}})},
      {"two nodes, two links", graph_of(2, {{0, 1}, {1, 0}})},
      {"two nodes, one link", graph_of(2, {{0, 1}})},
      {"two nodes, one link each way", graph_of(2, {{0, 1}, {1, 0}}, 1)},
      {"a one-way ring out of order", graph_of(4, {{2, 0}, {0, 3}, {3, 1}, {1, 2}}, 1)},
      {"two one-way rings that meet", graph_of(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}}, 1)},
      {"a ring and a one-way ring back", graph_of(3, {{0, 1}, {1, 2}, {2, 0}, {1, 0}, {2, 1}, {0, 2}}, 1)},
      {"a circulant graph", graph_of(7, {{0, 2},
                                         {1, 3},
                                         {2, 4},
                                         {3, 5},
                                         {4, 6},
                                         {5, 0},
                                         {6, 1},
                                         {0, 1},
                                         {1, 2},
                                         {2, 3},
                                         {3, 4},
                                         {4, 5},
                                         {5, 6},
                                         {6, 0}})},
      {"a one-way circulant graph",
       graph_of(5, {{0, 2}, {1, 3}, {2, 4}, {3, 0}, {4, 1}, {0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}, 1)},
      {"not quite a circulant graph",
       graph_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {0, 3}, {1, 4}, {2, 4}})},
  };
  for (const auto& [name, topology] : cases) {
    CAPTURE(name);
    check_against_boost(topology);
    check_degrees_by_counting(topology);
  }
}

TEST_CASE("two classes on one digit make one graph") {
  Topology topology = graph_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}});
  topology.digits.push_back(3);
  topology.classes.push_back({"express", {0}, {{0, 3}, {2, 5}}, {}, {}, 2});
  topology.classes.push_back({"other", {1}, {{0, 1}, {1, 2}, {2, 0}}, {}, {}, 1});
  check_against_boost(topology);
  check_degrees_by_counting(topology);
}

TEST_CASE("a network that is no product is measured as it is") {
  // Cube-connected cycles of 3 dimensions: 8 corners, 3 places; a class is present at one place of each corner only.
  Topology ccc = graph_of(3, {{0, 1}, {1, 2}, {2, 0}});
  ccc.digits = {3, 2, 2, 2};
  for (std::uint8_t i = 0; i < 3; ++i) {
    LinkClass cube;
    cube.name = "cube";
    cube.digits = {static_cast<std::uint8_t>(i + 1)};
    cube.links = {{0, 1}};
    cube.only = {{0, {i}}};
    ccc.classes.push_back(cube);
  }
  CHECK(!ccc.is_product());
  check_against_boost(ccc);
  check_degrees_by_counting(ccc);
  CHECK(cutline::graph_measures(ccc).distances->diameter_hops == 6);
  CHECK(cutline::graph_measures(ccc).degree_max == 3);
  const GraphMeasures pairs = cutline::graph_measures(ccc);
  CHECK(pairs.distance_method == "all pairs");
  ccc.theorems.vertex_transitive = true;
  const GraphMeasures search = cutline::graph_measures(ccc);
  CHECK(search.distance_method == "one search");
  CHECK(search.distances->mean_hops == pairs.distances->mean_hops);
}

TEST_CASE("tori and meshes past any search have the distances of the closed forms") {
  struct Case {
    const char* family;
    std::vector<std::int64_t> radices;
    const char* channels;
    double (*mean_of)(double k);  ///< mean distance in one digit, the node itself included
    std::uint64_t (*longest)(std::uint64_t k);
  };
  const auto path_mean = [](double k) { return (k * k - 1) / (3 * k); };
  const auto path_most = [](std::uint64_t k) { return k - 1; };
  const auto ring_mean = [](double k) { return k / 4; };
  const auto ring_most = [](std::uint64_t k) { return k / 2; };
  const auto one_way_mean = [](double k) { return (k - 1) / 2; };
  const Case cases[] = {
      {"mesh", {1 << 20, 1 << 20}, "bidirectional", path_mean, path_most},
      {"torus", {1 << 20, 1 << 20}, "bidirectional", ring_mean, ring_most},
      {"torus", {1 << 20, 1 << 20}, "unidirectional", one_way_mean, path_most},
      {"torus", {4, 1 << 20, 1 << 10}, "bidirectional", ring_mean, ring_most},
      {"mesh", std::vector<std::int64_t>(40, 2), "bidirectional", path_mean, path_most},
  };
  for (const Case& c : cases) {
    CAPTURE(c.family);
    const Topology topology =
        cutline::build_topology(c.family, {{"radices", c.radices}, {"channels", std::string(c.channels)}});
    const double nodes = static_cast<double>(topology.node_count());
    double mean = 0;
    std::uint64_t diameter = 0;
    for (const std::int64_t k : c.radices) {
      mean += c.mean_of(static_cast<double>(k));
      diameter += c.longest(static_cast<std::uint64_t>(k));
    }
    const GraphMeasures measures = cutline::graph_measures(topology);
    CHECK(measures.distances->diameter_hops == diameter);
    CHECK(measures.distances->mean_hops == Approx(mean * nodes / (nodes - 1)).epsilon(1e-13));
    CHECK(measures.distance_method == "product");
  }
}

TEST_CASE("distances of the hypercube by theorem and by product agree") {
  for (int n = 1; n <= 40; ++n) {
    Topology cube = cutline::build_topology("hypercube", {{"dimensions", whole(n)}});
    const GraphMeasures theorem = cutline::graph_measures(cube);
    cube.theorems.distance = {};
    const GraphMeasures product = cutline::graph_measures(cube);
    CHECK(theorem.distances->diameter_hops == product.distances->diameter_hops);
    CHECK(theorem.distances->mean_hops == Approx(product.distances->mean_hops).epsilon(1e-14));
    CHECK(product.degree_max == static_cast<std::uint64_t>(n));
    CHECK(product.ports_max == static_cast<std::uint64_t>(2 * n));
  }
}

TEST_CASE("past the effort, distances are absent and say why, and the bisection keeps its bounds") {
  cutline::Random random(3);
  const Topology topology = graph_measures_random_graph(random, 500, 1000);
  const GraphMeasures measures = cutline::graph_measures(topology, 1000);
  CHECK(!measures.distances);
  CHECK(measures.distance_method == "not computed: all pairs take more than 1000 link visits");
  CHECK(measures.bisection.lower >= 1);
  CHECK(measures.bisection.upper >= measures.bisection.lower);
  CHECK(measures.bisection.upper < 1500);
  const GraphMeasures in_parts = cutline::graph_measures(graph_of(500, {{0, 1}}), 1);
  CHECK(!in_parts.distances);
  CHECK(in_parts.parts.count == 499);
}

TEST_CASE("a channel graph holds every channel at its tail, in class order") {
  const Topology torus =
      cutline::build_topology("torus", {{"radices", cutline::IntegerList{3, 2}}, {"channels", "unidirectional"}});
  const cutline::ChannelGraph graph = cutline::channel_graph(torus);
  CHECK(graph.node_count() == 6);
  CHECK(graph.head.size() == 6 + 6);
  for (std::uint32_t node = 0; node < 6; ++node) {
    REQUIRE(graph.first[node + 1] - graph.first[node] == 2);
    const std::uint64_t c = graph.first[node];
    CHECK(graph.head[c] == node / 3 * 3 + (node + 1) % 3);
    CHECK(graph.link_class[c] == 0);
    CHECK(graph.local_link[c] == node % 3);
    CHECK(graph.head[c + 1] == (node + 3) % 6);
    CHECK(graph.link_class[c + 1] == 1);
  }
  const cutline::ChannelGraph digit = cutline::digit_graph(torus, 0);
  CHECK(digit.node_count() == 3);
  CHECK(digit.head == std::vector<std::uint32_t>{1, 2, 0});
}

TEST_CASE("the channels one way of a node are its links where they go both ways, and half of them round a ring") {
  using namespace cutline;
  for (const IntegerList& radices : {IntegerList{4, 4}, {5, 3, 4}, {2, 5}}) {
    const auto torus = [&](const char* channels) {
      return graph_measures(build_topology("torus", {{"radices", radices}, {"channels", std::string(channels)}}));
    };
    const GraphMeasures both = torus("bidirectional"), one = torus("unidirectional");
    CHECK(both.one_way_max == both.degree_max);
    CHECK(one.one_way_max == radices.size());
    CHECK(one.ports_max == 2 * radices.size());
  }
  // Three channels out of node 0, one into it.
  const IntegerTable links = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 3}, {3, 0}};
  const GraphMeasures star = graph_measures(
      build_topology("graph", {{"nodes", 4}, {"links", links}, {"channels", std::string("unidirectional")}}));
  CHECK(star.one_way_max == 3);
  CHECK(star.degree_max == 4);
}
