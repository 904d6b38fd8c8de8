// SPDX-License-Identifier: Apache-2.0
// Networks as graphs of Boost. The views are compared with a list of all links, and algorithms of Boost on them with
// what Cutline finds.

// First, so that Boost's own headers know the functions of the views.
#include "cutline/topology/boost_graph.hpp"
//
#include <doctest/doctest.h>

#include <algorithm>
#include <boost/graph/biconnected_components.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/edge_coloring.hpp>
#include <boost/graph/edge_connectivity.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/isomorphism.hpp>
#include <boost/graph/stoer_wagner_min_cut.hpp>
#include <boost/graph/strong_components.hpp>
#include <set>
#include <tuple>

#include "cutline/topology/family.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "support/counted.hpp"
#include "support/small_networks.hpp"
#include "topology/graph_searches.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

template <class Graph>
void expect_models() {
  BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<Graph>));
  BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<Graph>));
  BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<Graph>));
  BOOST_CONCEPT_ASSERT((boost::EdgeListGraphConcept<Graph>));
  BOOST_CONCEPT_ASSERT((boost::VertexAndEdgeListGraphConcept<Graph>));
  BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<Graph, std::size_t, boost::vertex_index_t>));
  BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<Graph, std::size_t, boost::vertex_name_t>));
  using Edge = typename boost::graph_traits<Graph>::edge_descriptor;
  BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<Graph, Edge, boost::edge_index_t>));
  BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<Graph, Edge, boost::edge_capacity_t>));
  using Constant = boost::graph_traits<const Graph>;
  static_assert(std::is_same_v<typename Constant::vertex_descriptor, std::size_t>);
  static_assert(std::is_same_v<typename Constant::edge_descriptor, Edge>);
}

/// One link as a list has it: sites, class, link of the class.
using Listed = std::tuple<std::uint64_t, std::uint64_t, std::size_t, std::size_t>;

/// Calls work(topology) for the examples of every family and for small sizes of it.
template <class Work>
void each_network(std::uint64_t most_nodes, const Work& work) {
  std::size_t networks = 0;
  for (const Family& family : families()) {
    CAPTURE(family.name);
    for (const Parameters& parameters : cases_of(family, most_nodes)) {
      const std::string shown = to_string(parameters);
      CAPTURE(shown);
      const std::optional<Topology> topology = built(family, parameters);
      if (!topology || topology->site_count() > 4 * most_nodes) continue;
      work(*topology);
      ++networks;
    }
  }
  CHECK(networks > 150);
}

bool has_bus(const Topology& topology) {
  return std::any_of(topology.classes.begin(), topology.classes.end(),
                     [](const LinkClass& each) { return each.shared; });
}

bool goes_both_ways(const Topology& topology) {
  return std::all_of(topology.classes.begin(), topology.classes.end(),
                     [](const LinkClass& each) { return each.channels == 2; });
}

std::vector<Listed> listed_links(const Topology& topology) {
  std::vector<Listed> all;
  for_each_link(topology, [&](std::size_t link_class, std::size_t link, std::uint64_t a, std::uint64_t b) {
    all.emplace_back(a, b, link_class, link);
  });
  return all;
}

/// The edges at every vertex as (from, to, number), once as the list of edges has them, once as each vertex has them.
template <class View>
void expect_same_edges(const View& g) {
  using Seen = std::multiset<std::tuple<std::size_t, std::size_t, std::size_t>>;
  constexpr bool kLinks = View::kUndirected;
  Seen by_list, by_vertex;
  const auto number = get(boost::edge_index, g);
  std::size_t next = 0;
  for (const auto& edge : boost::make_iterator_range(edges(g))) {
    CHECK(get(number, edge) == next++);
    by_list.emplace(source(edge, g), target(edge, g), get(number, edge));
    if (kLinks) by_list.emplace(target(edge, g), source(edge, g), get(number, edge));
  }
  CHECK(next == num_edges(g));
  for (const std::size_t vertex : boost::make_iterator_range(vertices(g))) {
    std::size_t degree = 0;
    auto [neighbour, last] = adjacent_vertices(vertex, g);
    for (const auto& edge : boost::make_iterator_range(out_edges(vertex, g))) {
      CHECK(source(edge, g) == vertex);
      CHECK(*neighbour++ == target(edge, g));
      by_vertex.emplace(vertex, target(edge, g), get(number, edge));
      ++degree;
    }
    CHECK((neighbour == last));
    CHECK(degree == out_degree(vertex, g));
  }
  CHECK(by_list == by_vertex);
}

/// Hops between nodes by breadth-first search of Boost: the longest way, and the sum and the number of all.
struct Hops {
  std::size_t longest = 0, sum = 0, pairs = 0;
};
template <class View>
Hops hops_by_boost(const View& g) {
  Hops all;
  const std::uint64_t nodes = g.topology().node_count();
  for (std::size_t from = 0; from < nodes; ++from) {
    std::vector<std::size_t> hops(num_vertices(g), 0);
    boost::breadth_first_search(
        g, from, boost::visitor(boost::make_bfs_visitor(boost::record_distances(hops.data(), boost::on_tree_edge()))));
    for (std::size_t to = 0; to < nodes; ++to) {
      all.longest = std::max(all.longest, hops[to]);
      all.sum += hops[to];
      all.pairs += hops[to] > 0 ? 1 : 0;
    }
  }
  return all;
}

}  // namespace

TEST_CASE("the views model the concepts of Boost") {
  expect_models<LinkView>();
  expect_models<ChannelView>();
  expect_models<BothWaysView>();
  BOOST_CONCEPT_ASSERT((boost::BidirectionalGraphConcept<LinkView>));
  BOOST_CONCEPT_ASSERT((boost::BidirectionalGraphConcept<BothWaysView>));
  static_assert(boost::is_undirected_graph<LinkView>::value && boost::is_directed_graph<ChannelView>::value);
  static_assert(boost::is_bidirectional_graph<BothWaysView>::value &&
                !boost::is_bidirectional_graph<ChannelView>::value);
}

TEST_CASE("links have the numbers of for_each_link, and channels follow them, in every family") {
  each_network(100, [](const Topology& topology) {
    if (has_bus(topology)) return;
    const LinkNumbers numbers(topology);
    const std::vector<Listed> all = listed_links(topology);
    REQUIRE(numbers.link_count() == all.size());
    std::uint64_t channel = 0;
    for (std::uint64_t i = 0; i < all.size(); ++i) {
      const LinkNumbers::Link link = numbers.link(i);
      CHECK(Listed(link.a, link.b, link.link_class, link.local) == all[i]);
      for (const bool reversed : {false, true}) {
        if (reversed && topology.classes[link.link_class].channels == 1) continue;
        CHECK(numbers.channel_number(link.link_class, i, reversed) == channel);
        CHECK(numbers.channel(channel).link == i);
        CHECK(numbers.channel(channel++).reversed == reversed);
      }
    }
    CHECK(numbers.channel_count() == channel);
  });
}

TEST_CASE("the edges at the vertices are those of the list, in every family") {
  each_network(70, [](const Topology& topology) {
    CHECK(num_vertices(LinkView(topology)) == topology.node_count() + topology.interchange_count());
    expect_same_edges(LinkView(topology));
    expect_same_edges(ChannelView(topology));
    const BothWaysView g(topology);
    expect_same_edges(g);
    std::multiset<std::pair<std::size_t, std::size_t>> out, in;
    for (const std::size_t vertex : boost::make_iterator_range(vertices(g))) {
      for (const auto& edge : boost::make_iterator_range(out_edges(vertex, g)))
        out.emplace(get(boost::edge_index, g, edge), vertex);
      for (const auto& edge : boost::make_iterator_range(in_edges(vertex, g))) {
        CHECK(target(edge, g) == vertex);
        in.emplace(get(boost::edge_index, g, edge), source(edge, g));
      }
      CHECK(degree(vertex, g) == in_degree(vertex, g) + out_degree(vertex, g));
    }
    CHECK(in == out);
  });
}

TEST_CASE("a view of a cube of 2^20 nodes has its 10 million links, and the ends of the last one") {
  const Topology cube = build_topology("hypercube", {{"dimensions", 20}});
  const LinkView g(cube);
  CHECK(num_vertices(g) == 1u << 20);
  CHECK(num_edges(g) == 20u << 19);
  const auto last = *(edges(g).first + static_cast<std::ptrdiff_t>(num_edges(g) - 1));
  CHECK((source(last, g) ^ target(last, g)) == 1u << 19);
  CHECK(out_degree(12345, g) == 20);
}

TEST_CASE("breadth-first search of Boost finds the distances and parts that are measured, in every family") {
  each_network(70, [](const Topology& topology) {
    const GraphMeasures measures = graph_measures(topology, 2'000'000'000, CutSearch::none);
    const ChannelView channels(topology);
    const Hops hops = hops_by_boost(channels);
    if (measures.distances) {
      CHECK(measures.distances->diameter_hops == hops.longest);
      CHECK(measures.distances->mean_hops ==
            doctest::Approx(static_cast<double>(hops.sum) / static_cast<double>(hops.pairs)).epsilon(1e-9));
    }
    const LinkView links(topology);
    std::vector<std::size_t> part(num_vertices(links));
    boost::connected_components(links, part.data());
    CHECK(
        std::set<std::size_t>(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(topology.node_count())).size() ==
        measures.parts.count);
    if (measures.parts.all_have_ways() && !topology.has_interchanges())
      CHECK(boost::strong_components(
                channels, boost::make_iterator_property_map(part.begin(), get(boost::vertex_index, channels))) == 1);
  });
}

TEST_CASE("a network as a graph of Boost as a network has the same measures, in every family") {
  each_network(70, [](const Topology& topology) {
    if (has_bus(topology) || topology.node_count() < 2) return;
    const bool both = goes_both_ways(topology);
    const bool one_way = std::none_of(topology.classes.begin(), topology.classes.end(),
                                      [](const LinkClass& each) { return each.channels == 2; });
    if (both == one_way) return;
    const Topology again = both ? topology_of(LinkView(topology)) : topology_of(ChannelView(topology));
    CHECK(again.node_count() == topology.node_count());
    CHECK(again.terminal_count() == topology.terminal_count());
    CHECK(again.link_count() == topology.link_count());
    CHECK(again.interchange_count() == topology.interchange_count());
    GraphMeasures there = graph_measures(topology, 2'000'000'000, CutSearch::none);
    GraphMeasures here = graph_measures(again, 2'000'000'000, CutSearch::none);
    CHECK(here.degree_max == there.degree_max);
    CHECK(here.ports_max == there.ports_max);
    CHECK(here.parts == there.parts);
    CHECK(here.distances.has_value() == there.distances.has_value());
    if (here.distances && there.distances) {
      CHECK(here.distances->diameter_hops == there.distances->diameter_hops);
      CHECK(here.distances->mean_hops == doctest::Approx(there.distances->mean_hops).epsilon(1e-12));
    }
    CHECK(links_to_neighbours(again) == links_to_neighbours(topology));
  });
}

TEST_CASE("a channel graph with both_ways is the network of its links") {
  for (const char* family : {"torus", "mesh"}) {
    const Topology topology = build_topology(family, {{"radix", 5}, {"dimensions", 2}});
    const ChannelView g(topology);
    const Topology channels = topology_of(g, graph_maps());
    CHECK(channels.link_count() == 2 * topology.link_count());
    CHECK(channels.classes[0].channels == 1);
    const Topology links = topology_of(g, graph_maps().both_ways());
    CHECK(links.link_count() == topology.link_count());
    CHECK(links.classes[0].channels == 2);
    CHECK(graph_measures(links).bisection.upper == graph_measures(topology).bisection.upper);
  }
}

TEST_CASE("a binary 4-cube is a 4 x 4 torus, and a ternary square is no 3 x 3 mesh") {
  const auto isomorphic = [](const Topology& a, const Topology& b) {
    const LinkView g(a), h(b);
    std::vector<std::size_t> image(num_vertices(g));
    return boost::isomorphism(
        g, h, boost::isomorphism_map(boost::make_iterator_property_map(image.begin(), get(boost::vertex_index, g))));
  };
  const Topology cube = build_topology("hypercube", {{"dimensions", 4}});
  const Topology torus = build_topology("torus", {{"radix", 4}, {"dimensions", 2}});
  CHECK(isomorphic(cube, torus));
  CHECK(isomorphic(cube, topology_of(LinkView(torus))));
  CHECK(!isomorphic(build_topology("torus", {{"radix", 3}, {"dimensions", 2}}),
                    build_topology("mesh", {{"radix", 3}, {"dimensions", 2}})));
}

TEST_CASE("edges of a bipartite network have as many colours as its degree, or one more by Misra and Gries") {
  for (std::int64_t dimensions = 2; dimensions < 7; ++dimensions) {
    const Topology cube = build_topology("hypercube", {{"dimensions", dimensions}});
    const LinkView g(cube);
    std::vector<std::size_t> colour(num_edges(g), 0);
    const auto map = boost::make_iterator_property_map(colour.begin(), get(boost::edge_index, g));
    boost::edge_coloring(g, map);
    for (const std::size_t vertex : boost::make_iterator_range(vertices(g))) {
      std::set<std::size_t> seen;
      for (const auto& edge : boost::make_iterator_range(out_edges(vertex, g))) seen.insert(get(map, edge));
      CHECK(seen.size() == static_cast<std::size_t>(dimensions));
      CHECK(*seen.rbegin() <= static_cast<std::size_t>(dimensions));
    }
  }
}

TEST_CASE("articulation points of a line are all but its ends, and a torus has none") {
  const auto points = [](const Topology& topology) {
    std::vector<std::size_t> found;
    boost::articulation_points(LinkView(topology), std::back_inserter(found));
    return found.size();
  };
  CHECK(points(build_topology("mesh", {{"radix", 9}, {"dimensions", 1}})) == 7);
  CHECK(points(build_topology("torus", {{"radix", 4}, {"dimensions", 3}})) == 0);
}

TEST_CASE("edge connectivity and the least cut of Stoer and Wagner agree, in every family") {
  each_network(32, [](const Topology& topology) {
    const LinkView g(topology);
    if (num_vertices(g) < 2) return;
    std::vector<LinkView::edge_descriptor> cut;
    const std::size_t links = boost::edge_connectivity(g, std::back_inserter(cut));
    const std::vector<std::size_t> ones(num_edges(g), 1);
    const auto weights = boost::make_iterator_property_map(ones.begin(), get(boost::edge_index, g));
    std::vector<std::size_t> part(num_vertices(g));
    if (boost::connected_components(g, part.data()) > 1) return;
    CHECK(links == boost::stoer_wagner_min_cut(g, weights));
  });
}
