// SPDX-License-Identifier: Apache-2.0
// Boost.Graph and Cutline: a small world of Boost's generator becomes a network and is ranked against a torus; then
// Boost's algorithms run on both networks, with the lengths of their routed wires.
#include "cutline/topology/boost_graph.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/biconnected_components.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/edge_coloring.hpp>
#include <boost/graph/isomorphism.hpp>
#include <boost/graph/small_world_generator.hpp>
#include <boost/random/linear_congruential.hpp>
#include <iterator>

#include "cutline/cutline.hpp"
#include "cutline/study/link_values.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/topology/family.hpp"

using namespace cutline;

namespace {

/// 64 nodes on a ring, each linked to its four nearest ones; a tenth of the links lead anywhere instead.
Topology small_world() {
  using Graph = boost::adjacency_list<boost::setS, boost::vecS, boost::undirectedS>;
  using Links = boost::small_world_iterator<boost::minstd_rand, Graph>;
  boost::minstd_rand random(1);
  return topology_of(Graph(Links(random, 64, 4, 0.1), Links(), 64));
}

/// Both networks with equally many wires over their bisections, at 1 GHz in a technology of 45 nm. No spec is read.
Study comparison() {
  Study study;
  study.technology = load_technology("nangate45");
  study.clock = {.rule = ClockRule::fixed, .cycle = nanoseconds(1)};
  study.pipelined = true;
  study.delays = {choose_delay("repeated", {}, wire_medium(study.technology))};
  study.hold = {.resource = Resource::bisection, .of = "torus"};
  Design torus{.name = "torus", .family = "torus", .parameters = {{"radix", 8}, {"dimensions", 2}}};
  torus.placement.orders = {"folded"};
  torus.channel.width_bits = 64;
  study.designs = {torus, design_of_network("small world", small_world())};
  for (Design& design : study.designs) design.router = {.delay = {.cycles = 2}, .given = true};
  study.designs[1].placement.orders = {"annealed"};
  return study;
}

void tell(const Study& study, const Candidate& candidate) {
  const LinkView g(candidate.network()->topology);  // no copy: its edges are the network's links
  const auto index = get(boost::vertex_index, g);
  std::vector<std::size_t> part(num_vertices(g)), cut_nodes, colour(num_edges(g));
  const std::size_t parts = boost::connected_components(g, part.data());
  boost::articulation_points(g, std::back_inserter(cut_nodes));
  boost::edge_coloring(g, boost::make_iterator_property_map(colour.begin(), get(boost::edge_index, g)));

  const LinkValues wires = link_values(study, candidate);
  std::vector<double> mm(num_vertices(g));
  boost::dijkstra_shortest_paths(g, 0,
                                 boost::weight_map(link_map(g, wires.length_mm))
                                     .distance_map(boost::make_iterator_property_map(mm.begin(), index)));
  fmt::print("{}: {} part, {} articulation points, {} colours of links, farthest node at {:.2f} mm of wire\n",
             candidate.design->name, parts, cut_nodes.size(), 1 + *std::max_element(colour.begin(), colour.end()),
             *std::max_element(mm.begin(), mm.end()));
}

}  // namespace

int main() {
  try {
    const Study study = comparison();
    const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
    const Ranking ranking = rank(study, candidates).front();
    for (const std::size_t i : ranking.order)
      fmt::print("{}. {}: {:.4g} ns\n", ranking.rank[i].value_or(0), candidates[i].design->name, *ranking.score[i]);
    for (const Candidate& candidate : candidates) tell(study, candidate);

    const Topology cube = build_topology("hypercube", {{"dimensions", 4}});
    const Topology torus = build_topology("torus", {{"radix", 4}, {"dimensions", 2}});
    fmt::print("a binary 4-cube {} a 4 x 4 torus\n",
               boost::isomorphism(LinkView(cube), LinkView(torus)) ? "is" : "is not");
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return static_cast<int>(error.code());
  }
}
