// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <numeric>
#include <set>

#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "output/exported.hpp"
#include "support/places.hpp"
#include "topology/graph_reading.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Two-way and one-way links; parallel links; widths; interchanges; boxes.
const std::vector<std::string> kGraphRoundTripNetworks = {
    "family: mesh, radix: 4, dimensions: 2",
    "family: torus, radix: 3, dimensions: 3",
    "family: torus, radix: 4, dimensions: 2, channels: unidirectional",
    "family: hypercube, dimensions: 5",
    "family: ccc, dimensions: 3",
    "family: express, radix: 10, dimensions: 2, spacing: 4",
    "family: dragonfly, global_links: 1",
    "family: fat_tree, radix: 2, levels: 3",
    "family: de_bruijn, dimensions: 4",
    "family: de_bruijn, dimensions: 3, channels: unidirectional",
    "family: graph, nodes: 4, links: [[0, 1], [0, 1], [1, 2, 3], [2, 3]]",
    "family: graph, nodes: 7, links: [[3, 1, 2], [1, 5, 4], [5, 3, 6], [0, 2], [2, 6], [6, 3], [4, 0, 5]]",
    "family: graph, nodes: 3, channels: unidirectional, links: [[2, 0], [0, 1], [1, 2], [1, 2, 2]]"};

struct Trip {
  ExportNetwork before;
  GraphFile after;
};

Trip trip(const std::string& topology, const std::string& target, const std::string& format) {
  const Evaluated made(spec_of(topology));
  return {made.network(), read_graph(format, made.to(target, to_file("net." + format)).files.at(0).content)};
}

/// The edges, channel by channel in a network with one-way links.
Edges graph_round_trip_edges_of(const ExportNetwork& network) {
  const bool directed = network.has_one_way();
  std::vector<LocalLink> links;
  std::vector<std::uint32_t> widths;
  const auto add = [&](std::uint64_t a, std::uint64_t b, std::size_t link) {
    links.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
    widths.push_back(network.links[link].width);
  };
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    add(network.links[i].from, network.links[i].to, i);
    if (directed && !network.links[i].one_way) add(network.links[i].to, network.links[i].from, i);
  }
  return test::edges_of(links, widths, directed);
}

std::vector<bool> switches_of(const ExportNetwork& network) {
  std::vector<bool> switches;
  for (const ExportNode& node : network.nodes) switches.push_back(node.interchange);
  return switches;
}

std::vector<bool> switches_of(const GraphFile& graph) {
  return graph.switches.empty() ? std::vector<bool>(graph.nodes, false) : graph.switches;
}

}  // namespace

TEST_CASE("what is exported as GraphML, GML, JSON or DOT is read again: nodes, links, widths, directions and cells") {
  for (const std::string& topology : kGraphRoundTripNetworks) {
    for (const char* format : {"graphml", "dot", "gml", "json"}) {
      CAPTURE(topology);
      CAPTURE(format);
      const auto [before, after] = trip(topology, format, format);
      CHECK(after.nodes == before.nodes.size());
      CHECK(after.directed == before.has_one_way());
      CHECK(test::edges_of(after) == graph_round_trip_edges_of(before));
      REQUIRE(after.positions.size() == before.nodes.size());
      for (std::size_t i = 0; i < before.nodes.size(); ++i) CHECK(after.positions[i] == before.nodes[i].cell);
      CHECK(switches_of(after) == switches_of(before));
      CHECK(after.concentration == before.nodes[0].terminals);
    }
  }
}

TEST_CASE("columns and rows at the end of a grid in which no node stands are kept by what is read again") {
  const std::string links = "family: graph, nodes: 4, links: [[0, 1], [1, 2], [2, 3]]}, ";
  for (const auto& [placement, grid] : {std::pair{"columns: 6", GridSize{{6, 1, 1}}},
                                        {"columns: 3, empty: [[2, 0], [2, 1]]", GridSize{{3, 2, 1}}},
                                        {"cells: [[0, 0], [1, 0], [0, 1], [1, 1]], columns: 4", GridSize{{4, 2, 1}}}}) {
    for (const char* format : {"graphml", "dot", "gml", "json"}) {
      CAPTURE(placement);
      CAPTURE(format);
      const std::string file = "net." + std::string(format);
      const std::string path = (std::filesystem::temp_directory_path() / ("cutline_grid_" + file)).string();
      const Evaluated before(spec_of(links + "placement: {" + placement));
      std::ofstream(path) << before.to(format, to_file(file)).files.at(0).content;
      const Evaluated after(spec_of("family: graph, file: '" + path + "'"));
      std::filesystem::remove(path);
      CHECK(before.one().network()->placement.grid() == grid);
      CHECK(after.one().network()->placement.grid() == grid);
      CHECK(after.one().laid_out()->measures.size.area_pitches2 ==
            before.one().laid_out()->measures.size.area_pitches2);
    }
  }
}

TEST_CASE("what is exported as an edge list is read again: links, widths, and directions if they are said") {
  for (const std::string& topology : kGraphRoundTripNetworks) {
    CAPTURE(topology);
    auto [before, after] = trip(topology, "edges", "edges");
    after.directed = before.has_one_way();
    CHECK(after.nodes == before.nodes.size());
    CHECK(test::edges_of(after) == graph_round_trip_edges_of(before));
  }
}

TEST_CASE("what is exported for METIS is read again: every pair of nodes once, wires as widths in their ratio") {
  for (const std::string& topology : kGraphRoundTripNetworks) {
    CAPTURE(topology);
    const auto [before, after] = trip(topology, "metis", "metis");
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> wires;
    for (const ExportLink& link : before.links) {
      const auto [low, high] = std::minmax(link.from, link.to);
      wires[{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(high)}] += link.wires;
    }
    std::uint32_t unit = 0;
    for (const auto& [ends, count] : wires) unit = std::gcd(unit, count);
    Edges expected;
    for (const auto& [ends, count] : wires) expected.emplace_back(ends.first, ends.second, count / unit);
    CHECK(after.nodes == before.nodes.size());
    CHECK(test::edges_of(after) == expected);
  }
}

TEST_CASE("what is exported for BookSim is read again: every pair of nodes once, and the terminals") {
  int count = 0;
  for (const std::string& topology : kGraphRoundTripNetworks) {
    CAPTURE(topology);
    if (topology.find("unidirectional") != std::string::npos) continue;
    const std::string crowded =
        topology + (topology.find("dragonfly") == std::string::npos ? ", concentration: 3" : "");
    const auto [before, after] = trip(crowded, "booksim", "anynet");
    std::set<std::pair<std::uint64_t, std::uint64_t>> pairs;
    for (const ExportLink& link : before.links) pairs.insert(std::minmax(link.from, link.to));
    Edges expected;
    for (const auto& [a, b] : pairs) expected.emplace_back(a, b, 1);
    CHECK(after.nodes == before.nodes.size());
    CHECK(test::edges_of(after) == expected);
    CHECK(after.concentration == before.nodes[0].terminals);
    CHECK(switches_of(after) == switches_of(before));
    ++count;
  }
  CHECK(count >= 8);
}

TEST_CASE("graphs of other tools are written back and read again: they are equal") {
  const std::map<std::string, std::string> targets = {
      {".graphml", "graphml"}, {".dot", "dot"}, {".graph", "metis"}, {".anynet", "booksim"}, {".edges", "edges"}};
  // Dead ends of one-way links are refused, so these graphs get two-way links.
  const std::set<std::string> dead_ends = {"digraph.graphml", "tree.dot"};
  std::map<std::string, int> count;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/tests/topology/graphs")) {
    const std::string file = entry.path().string(), ending = entry.path().extension().string();
    const auto target = targets.find(ending);
    if (target == targets.end()) continue;
    CAPTURE(file);
    GraphFile first = read_graph_file(file);
    std::string topology = "family: graph, file: '" + file + "'";
    if (dead_ends.count(entry.path().filename().string()) > 0) {
      first.directed = false;
      topology += ", channels: bidirectional";
    }
    const std::string format = target->second == "booksim" ? "anynet" : target->second;
    const GraphFile again = trip(topology, target->second, format).after;
    CHECK(again.nodes == first.nodes);
    CHECK(again.directed == first.directed);
    CHECK(test::edges_of(again) == test::edges_of(first));
    CHECK(std::max(1u, again.concentration) == std::max(1u, first.concentration));
    if (!first.positions.empty()) CHECK(again.positions == first.positions);
    ++count[ending];
  }
  CHECK(count.size() == targets.size());
  for (const auto& [ending, graphs] : count) CHECK(graphs == 10);
}

TEST_CASE("a fat tree that is written out and read back has its distances, terminals and bisection again") {
  const Evaluated tree(spec_of("family: fat_tree, radix: 3, levels: 3"));
  for (const auto& [target, file] :
       {std::pair{"graphml", "tree.graphml"}, {"dot", "tree.dot"}, {"booksim", "tree.any"}}) {
    CAPTURE(target);
    const std::string path =
        (std::filesystem::temp_directory_path() / ("cutline_round_trip_" + std::string(file))).string();
    std::ofstream(path) << tree.to(target, to_file(file)).files.at(0).content;
    const Evaluated again(spec_of("family: graph, file: '" + path + "'"));
    std::filesystem::remove(path);
    const Candidate &before = tree.one(), &after = again.one();
    CHECK(after.facts.nodes == 9);
    CHECK(after.facts.terminals == 27);
    CHECK(after.network()->topology.has_switches());
    CHECK(after.network()->topology.interchange_count() == before.network()->topology.interchange_count());
    CHECK(after.graph()->distances->diameter_hops == before.graph()->distances->diameter_hops);
    CHECK(after.graph()->distances->mean_hops == doctest::Approx(before.graph()->distances->mean_hops));
    CHECK(after.graph()->bisection.lower <= before.graph()->bisection.upper);
    CHECK(after.graph()->bisection.upper >= before.graph()->bisection.lower);
  }
}
