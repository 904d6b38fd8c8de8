// SPDX-License-Identifier: Apache-2.0
#include "support/boost_oracle.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/clustering_coefficient.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/floyd_warshall_shortest.hpp>
#include <boost/graph/isomorphism.hpp>
#include <boost/graph/johnson_all_pairs_shortest.hpp>
#include <boost/graph/property_maps/constant_property_map.hpp>
#include <boost/graph/small_world_generator.hpp>
#include <boost/graph/stoer_wagner_min_cut.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/random/linear_congruential.hpp>
#include <limits>

namespace cutline::test {

namespace {

using Undirected = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using Weighted = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                       boost::property<boost::edge_weight_t, double>>;

Weighted directed(const Neighbours& next) {
  Weighted graph(next.size());
  for (std::size_t from = 0; from < next.size(); ++from) {
    for (const std::uint64_t to : next[from]) add_edge(from, to, 1.0, graph);
  }
  return graph;
}

Undirected undirected(const Topology& topology) {
  Undirected graph(topology.site_count());
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) { add_edge(a, b, graph); });
  return graph;
}

using Back = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>::edge_descriptor;
struct FlowArc {
  long capacity = 0, residual = 0;
  Back back;
};
using FlowNetwork = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, FlowArc>;

FlowNetwork flow_network(const Neighbours& next) {
  FlowNetwork graph(next.size());
  for (std::size_t from = 0; from < next.size(); ++from) {
    for (const std::uint64_t to : next[from]) {
      const auto there = add_edge(from, to, {.capacity = 1, .residual = 0, .back = {}}, graph).first;
      const auto back = add_edge(to, from, {}, graph).first;
      graph[there].back = back;
      graph[back].back = there;
    }
  }
  return graph;
}

std::uint64_t flow(FlowNetwork& graph, std::size_t from, std::size_t to) {
  std::vector<boost::default_color_type> colour(num_vertices(graph));
  std::vector<long> distance(num_vertices(graph));
  std::vector<Back> before(num_vertices(graph));
  return static_cast<std::uint64_t>(boost::boykov_kolmogorov_max_flow(
      graph, get(&FlowArc::capacity, graph), get(&FlowArc::residual, graph), get(&FlowArc::back, graph), before.data(),
      colour.data(), distance.data(), get(boost::vertex_index, graph), from, to));
}

}  // namespace

Neighbours neighbours(const Topology& topology) {
  Neighbours next(topology.site_count());
  for_each_link(topology, [&](std::size_t c, std::size_t, std::uint64_t a, std::uint64_t b) {
    next[a].push_back(b);
    if (topology.classes[c].channels == 2) next[b].push_back(a);
  });
  return next;
}

std::vector<std::uint64_t> boost_hops(const Neighbours& next, std::uint64_t from) {
  std::vector<std::uint64_t> hops(next.size(), kNotReached);
  hops[from] = 0;
  boost::breadth_first_search(
      directed(next), from,
      boost::visitor(boost::make_bfs_visitor(boost::record_distances(hops.data(), boost::on_tree_edge()))));
  return hops;
}

std::vector<std::vector<std::uint64_t>> boost_all_hops(const Neighbours& next) {
  std::vector<std::vector<double>> found(next.size(), std::vector<double>(next.size()));
  Weighted graph = directed(next);
  boost::johnson_all_pairs_shortest_paths(graph, found);
  std::vector<std::vector<std::uint64_t>> hops;
  for (const std::vector<double>& row : found) {
    hops.emplace_back();
    for (const double far : row)
      hops.back().push_back(far < std::numeric_limits<double>::max() ? static_cast<std::uint64_t>(far) : kNotReached);
  }
  return hops;
}

std::vector<std::size_t> boost_parts(const Topology& topology) {
  std::vector<std::size_t> part(topology.site_count());
  boost::connected_components(undirected(topology), part.data());
  return part;
}

std::vector<std::size_t> boost_strong_parts(const Neighbours& next) {
  std::vector<std::size_t> part(next.size());
  const Weighted graph = directed(next);
  boost::strong_components(graph, boost::make_iterator_property_map(part.begin(), get(boost::vertex_index, graph)));
  return part;
}

std::uint64_t boost_least_flow(const Topology& topology) {
  FlowNetwork graph = flow_network(neighbours(topology));
  std::vector<std::size_t> nodes;
  for (std::uint64_t site = 0; site < topology.site_count(); ++site) {
    if (topology.kind(site) == SiteKind::node) nodes.push_back(site);
  }
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i = 1; i < nodes.size(); ++i)
    least = std::min({least, flow(graph, nodes[0], nodes[i]), flow(graph, nodes[i], nodes[0])});
  return least;
}

std::uint64_t boost_least_cut(const Topology& topology) {
  const Undirected graph = undirected(topology);
  return boost::stoer_wagner_min_cut(graph,
                                     boost::make_constant_property<Undirected::edge_descriptor>(std::uint64_t{1}));
}

bool boost_isomorphic(const Topology& one, const Topology& other) {
  return boost::isomorphism(undirected(one), undirected(other));
}

double boost_clustering(const Topology& topology) {
  const Undirected graph = undirected(topology);
  double sum = 0;
  for (std::size_t site = 0; site < num_vertices(graph); ++site) sum += boost::clustering_coefficient(graph, site);
  return sum / static_cast<double>(num_vertices(graph));
}

std::set<std::pair<std::size_t, std::size_t>> boost_ring_lattice(std::size_t nodes, std::size_t neighbours) {
  boost::minstd_rand numbers;
  using Drawn = boost::small_world_iterator<boost::minstd_rand, Undirected>;
  std::set<std::pair<std::size_t, std::size_t>> links;
  for (Drawn at(numbers, nodes, neighbours, 0.0); at != Drawn(); ++at) links.insert(std::minmax(at->first, at->second));
  return links;
}

std::vector<std::vector<double>> boost_least_costs(std::size_t sites, const std::vector<CostlyWay>& ways) {
  Weighted graph(sites);
  for (const CostlyWay& way : ways) add_edge(way.from, way.to, way.cost, graph);
  std::vector<std::vector<double>> costs(sites, std::vector<double>(sites));
  boost::floyd_warshall_all_pairs_shortest_paths(graph, costs);
  return costs;
}

}  // namespace cutline::test
