// SPDX-License-Identifier: Apache-2.0
#include "app/exported_links.hpp"
#include "cutline/detail/topology/given_graph.hpp"
#include "cutline/placement/place.hpp"
#include "support/tools.hpp"
#include "topology/graph_reading.hpp"

using namespace cutline::test;

namespace {

const std::string kNetworks = R"(cutline: 1
candidates:
  - {name: mesh, topology: {family: mesh, radix: 5, dimensions: 2}}
  - {name: torus, topology: {family: torus, radix: 4, dimensions: 3}}
  - {name: cube, topology: {family: hypercube, dimensions: 6}}
  - {name: cycles, topology: {family: ccc, dimensions: 4}}
  - {name: express, topology: {family: express, radix: 12, dimensions: 1, spacing: 4}}
  - {name: complete, topology: {family: complete, nodes: 9}}
  - {name: star, topology: {family: star, symbols: 4}}
  - {name: oneway, topology: {family: torus, radix: 4, dimensions: 2, channels: unidirectional}}
  - {name: parallel, topology: {family: graph, nodes: 4, links: [[0, 1], [0, 1], [1, 2, 3], [2, 3]]}}
  - {name: ring, topology: {family: graph, nodes: 5, links: [[0, 4, 7], [4, 2, 2], [2, 1], [1, 3], [3, 0]]}}
)";

const std::vector<std::string> kNames = {"mesh",     "torus", "cube",   "cycles",   "express",
                                         "complete", "star",  "oneway", "parallel", "ring"};

std::string script() { return source_folder() + "/tests/topology/graphs/make.py"; }

/// Lets the script write ten graphs with a tool in every format, and reads them.
void check_written_by(const std::string& tool, const std::vector<std::string>& endings) {
  const Place place;
  const std::string said = place.output_of(python() + " '" + script() + "' . " + tool);
  CHECK_MESSAGE(said.empty(), said);
  for (const std::string& ending : endings) CHECK(check_graphs_in(place / "", ending) == 10);
}

}  // namespace

TEST_CASE("what the NetworkX of this machine writes is read as it meant it") {
  if (!has_module(Place(), "networkx")) {
    MESSAGE("NetworkX is not installed: tests skipped");
    return;
  }
  check_written_by("networkx", {".graphml", ".edges"});
}

TEST_CASE("what the Graphviz of this machine writes is read as it reads it itself") {
  if (!has_tool("gvgen") || !has_tool("gvpr")) {
    MESSAGE("Graphviz is not installed: tests skipped");
    return;
  }
  check_written_by("graphviz", {".dot"});
}

TEST_CASE("what the METIS of this machine accepts, and what it makes of meshes, is read as it was meant") {
  if (!has_tool("graphchk") || !has_tool("m2gmetis")) {
    MESSAGE("METIS is not installed: tests skipped");
    return;
  }
  check_written_by("metis", {".graph"});
}

TEST_CASE("graphchk accepts what is exported for METIS, and what it writes is the same graph") {
  if (!has_tool("graphchk")) {
    MESSAGE("METIS is not installed: tests skipped");
    return;
  }
  const Place place(kNetworks);
  for (const std::string& name : kNames) {
    CAPTURE(name);
    CHECK(place.run("export spec.yaml -c " + name + " --to metis -o a.graph").code == 0);
    CHECK(contains(place.output_of("graphchk a.graph b.graph"), "The format of the graph is correct"));
    const cutline::GraphFile ours = cutline::read_graph_file((place / "a.graph").string());
    if (is_there((place / "b.graph").string()))
      CHECK(edges_of(cutline::read_graph_file((place / "b.graph").string())) == edges_of(ours));
  }
}
