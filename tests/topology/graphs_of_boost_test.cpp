// SPDX-License-Identifier: Apache-2.0
// Graphs of Boost as networks, with their names, widths and terminals.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/adjacency_matrix.hpp>
#include <boost/graph/grid_graph.hpp>
#include <boost/graph/reverse_graph.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/boost_graph.hpp"
#include "cutline/topology/family.hpp"
#include "support/errors.hpp"

using namespace cutline;
using namespace cutline::test;

TEST_CASE("wide links keep their widths, and names and switches come back") {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS,
                                      boost::property<boost::vertex_name_t, std::string>,
                                      boost::property<boost::edge_weight_t, double>>;
  Graph g;
  for (const char* name : {"north", "hub", "south", "east"}) add_vertex(std::string(name), g);
  add_edge(0, 1, 1.5, g);
  add_edge(1, 2, 1.0, g);
  add_edge(1, 3, 2.0, g);
  add_edge(3, 3, 2.0, g);
  const std::array<int, 4> terminals = {2, 0, 2, 2};
  const auto maps = graph_maps()
                        .names(get(boost::vertex_name, g))
                        .widths(get(boost::edge_weight, g))
                        .terminals(boost::make_iterator_property_map(terminals.begin(), get(boost::vertex_index, g)));
  const Topology star = topology_of(g, maps);
  CHECK(star.node_count() == 3);
  CHECK(star.interchange_count() == 1);
  CHECK(star.concentration == 2);
  CHECK(star.classes[0].widths == std::vector<std::uint32_t>{3, 2, 4});
  CHECK(site_name(star, 3) == "hub");
  CHECK(std::any_of(star.notes.begin(), star.notes.end(), [](const std::string& note) {
    return note == "1 of the graph's links join a node to itself: they are no wires, and left out";
  }));
  const LinkView view(star);
  CHECK(get(boost::vertex_name, view, 3) == "hub");
  const Topology again = topology_of(view);
  CHECK(site_name(again, 3) == "hub");
  CHECK(again.classes[0].widths == star.classes[0].widths);
  CHECK(again.concentration == 2);
  CHECK(message_of([&] { topology_of(g, maps.self_links(SelfLinks::error)); }).find("joins node 3 to itself") !=
        std::string::npos);
}

TEST_CASE("any graph of Boost makes a network: matrices, grids, lists without numbers, directed ones") {
  boost::adjacency_matrix<boost::undirectedS> matrix(4);
  for (std::size_t i = 0; i < 4; ++i) add_edge(i, (i + 1) % 4, matrix);
  CHECK(topology_of(matrix).link_count() == 4);

  const boost::array<std::size_t, 2> sides = {{4, 3}};
  const boost::grid_graph<2> grid(sides);
  const Topology mesh = topology_of(grid, graph_maps().both_ways());
  CHECK(mesh.link_count() == 17);
  CHECK(graph_measures(mesh).distances->diameter_hops == 5);
  CHECK(topology_of(grid).classes[0].channels == 1);

  boost::adjacency_list<boost::listS, boost::listS, boost::directedS> list;
  std::vector<decltype(add_vertex(list))> vertex;
  for (int i = 0; i < 5; ++i) vertex.push_back(add_vertex(list));
  for (std::size_t i = 0; i < 5; ++i) add_edge(vertex[i], vertex[(i + 1) % 5], list);
  const Topology ring = topology_of(list);
  CHECK(ring.classes[0].channels == 1);
  CHECK(graph_measures(ring).distances->diameter_hops == 4);

  const Topology torus = build_topology("torus", {{"radix", 3}, {"dimensions", 2}, {"channels", "unidirectional"}});
  const BothWaysView view(torus);
  const Topology reversed = topology_of(boost::make_reverse_graph(view));
  CHECK(graph_measures(reversed).distances->mean_hops == graph_measures(torus).distances->mean_hops);
}

TEST_CASE("a given order of the vertices numbers the nodes, and one with gaps is refused") {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> g(3);
  add_edge(0, 1, g);
  add_edge(1, 2, g);
  std::array<std::size_t, 3> number = {2, 0, 1};
  const auto map = boost::make_iterator_property_map(number.begin(), get(boost::vertex_index, g));
  CHECK(topology_of(g, graph_maps().index(map)).classes[0].links == std::vector<LocalLink>{{2, 0}, {0, 1}});
  number[0] = 1;
  CHECK(message_of([&] { topology_of(g, graph_maps().index(map)); }).find("each once") != std::string::npos);
}

TEST_CASE("graphs that are no networks are refused with a sentence") {
  const auto refusal = [](const GivenGraph& graph) { return message_of([&] { network_of_graph(graph); }); };
  const auto has = [](const std::string& text, const char* words) { return text.find(words) != std::string::npos; };
  CHECK(has(refusal({.nodes = 1}), "at least two nodes and a link"));
  CHECK(has(refusal({.nodes = 2}), "at least two nodes and a link"));
  CHECK(has(refusal({.nodes = 2, .links = {{0, 2}}}), "link 0 joins the nodes 0 and 2, and the graph has 2"));
  CHECK(has(refusal({.nodes = 2, .links = {{0, 1}}, .widths = {0}}), "link 0 has the width 0"));
  CHECK(has(refusal({.nodes = 2, .links = {{0, 1}}, .widths = {1, 1}}), "1 links and 2 widths"));
  CHECK(has(refusal({.nodes = 2, .links = {{0, 1}}, .names = {"a", "a"}}), "nodes 0 and 1 are both called 'a'"));
  CHECK(has(refusal({.nodes = 2, .links = {{0, 1}}, .names = {"a", "b\n"}}), "control character"));
  CHECK(has(refusal({.nodes = 2, .links = {{0, 1}}, .terminals = {1, 5000}}), "node 1 has 5000 terminals"));
  CHECK(has(refusal({.nodes = 2, .links = {{0, 1}}, .terminals = {1, 0}}), "at least two nodes"));
  CHECK(has(message_of([] { terminals_of_value(1.5); }), "1.5 terminals"));
}
