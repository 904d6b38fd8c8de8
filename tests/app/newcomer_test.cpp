// SPDX-License-Identifier: Apache-2.0
// What a newcomer tries first, and what it says where that is not what it takes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "app/place.hpp"
#include "support/tools.hpp"

using namespace cutline::test;

namespace {

std::string spec_of_graph(const std::string& topology, const std::string& more = "") {
  return "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 32 bits}\n"
         "population: any\ncandidates:\n  - name: g\n    topology: {" +
         topology + "}\n" + more;
}

}  // namespace

TEST_CASE("a graph file that is not UTF-8 is refused with its line and column, and what to do") {
  const Place place;
  place.write("latin.edges", "a b\nb caf\xE9\n");
  place.write("wide.edges", "\xFF\xFE" + std::string("a\0 \0b\0", 6));
  place.write("s.yaml", spec_of_graph("family: graph, file: latin.edges"));
  const Run latin = place.run("measure s.yaml");
  CHECK(latin.code == 2);
  CHECK(contains(latin.err, "latin.edges:2:6"));
  CHECK(contains(latin.err, "not in UTF-8: the byte 0xE9"));
  CHECK(contains(latin.err, "iconv -f LATIN1 -t UTF-8"));
  place.write("s.yaml", spec_of_graph("family: graph, file: wide.edges"));
  CHECK(contains(place.run("measure s.yaml").err, "iconv -f UTF-16 -t UTF-8"));
}

TEST_CASE("GEXF and Pajek are named, with a way to convert them") {
  const Place place;
  place.write("a.gexf", "<?xml version='1.0'?>\n<gexf version='1.2'><graph/></gexf>\n");
  place.write("a.net", "*Vertices 2\n1 \"a\"\n2 \"b\"\n*Edges\n1 2\n");
  for (const auto& [file, name] : {std::pair{"a.gexf", "GEXF"}, {"a.net", "Pajek"}}) {
    place.write("s.yaml", spec_of_graph(std::string("family: graph, file: ") + file));
    const Run run = place.run("measure s.yaml");
    CHECK(run.code == 2);
    CHECK(contains(run.err, name));
    CHECK(contains(run.err, "write_graphml"));
  }
}

TEST_CASE("gzip files that are joined are one text; other bytes behind them are refused") {
  const Place place;
  if (!has_tool("gzip")) {
    MESSAGE("gzip is not installed: tests skipped");
    return;
  }
  place.write("one", "0 1\n1 2\n");
  place.write("two", "2 3\n3 0\n");
  const std::string at = "cd '" + (place / "").string() + "' && ";
  REQUIRE(std::system((at + "gzip -c one > all.edges.gz && gzip -c two >> all.edges.gz").c_str()) == 0);
  place.write("s.yaml", spec_of_graph("family: graph, file: all.edges.gz"));
  const Run run = place.run("measure s.yaml --format json");
  CHECK(run.code == 0);
  CHECK(contains(run.out, "\"links\": 4"));
  REQUIRE(std::system((at + "printf x >> all.edges.gz").c_str()) == 0);
  CHECK(contains(place.run("measure s.yaml").err, "goes on after the end of its gzip file"));
}

TEST_CASE("a small matrix with zeros on its diagonal is one; links that may be a matrix get a note") {
  const Place place;
  place.write("m.txt", "0 1 1\n1 0 1\n1 1 0\n");
  place.write("s.yaml", spec_of_graph("family: graph, file: m.txt"));
  const Run matrix = place.run("measure s.yaml --format json");
  CHECK(contains(matrix.out, "\"links\": 3"));
  place.write("m.txt", "0 1\n1 0\n");
  const Run list = place.run("measure s.yaml");
  CHECK(contains(list.out + list.err, "`format: matrix`"));
}

TEST_CASE("an entry of `at` that is no node is shown itself") {
  const Place place;
  place.write("g.edges", "cpu gpu\ngpu dram\n");
  place.write("s.yaml", spec_of_graph("family: graph, file: g.edges",
                                      "    tiles:\n      - name: big\n        at:\n          - cpu\n"
                                      "          - gpux\n        node: {width: 2 mm}\n      - {name: rest}\n"));
  const Run run = place.run("measure s.yaml");
  CHECK(run.code == 2);
  CHECK(contains(run.err, "s.yaml:13:13"));
  CHECK(contains(run.err, "did you mean 'gpu'"));
}

TEST_CASE("cells take the names of nodes: in a map, in a list, in a file; each node once") {
  const Place place;
  place.write("g.csv", "source,target\n\"a, b\",\"#1\"\n\"#1\",edge\nedge,\"a, b\"\n");
  place.write("cells.csv", "name,x,y\n\"#1\",0,1\n\"a, b\",2,0\n\"edge\",1,1\n");
  const std::string topology = "family: graph, file: g.csv";
  std::vector<std::string> lists;
  for (const char* cells : {R"({"#1": [0, 1], "a, b": [2, 0], edge: [1, 1]})",
                            R"([["#1", 0, 1], ["a, b", 2, 0], [edge, 1, 1]])", R"(cells.csv)"}) {
    place.write("s.yaml", spec_of_graph(topology, std::string("    placement: {cells: ") + cells + "}\n"));
    const Run run = place.run("list nodes s.yaml -c g --format csv");
    CHECK_MESSAGE(run.code == 0, run.err);
    CHECK(place.run("check s.yaml").code == 0);
    lists.push_back(run.out);
  }
  CHECK(contains(lists[0], "\"a, b\",node,1,2,0,0"));
  CHECK(contains(lists[0], "\"#1\",node,1,0,1,0"));
  CHECK(lists[1] == lists[0]);
  CHECK(lists[2] == lists[0]);
  place.write("s.yaml",
              spec_of_graph(topology, "    placement: {cells: [[edge, 0, 1], [edge, 2, 0], [edge, 1, 1]]}\n"));
  CHECK(contains(place.run("measure s.yaml").err, "`cells` names node 'edge' twice"));
  place.write("s.yaml", spec_of_graph(topology, "    placement: {cells: [[edg, 0, 1], [edge, 2, 0], [x, 1, 1]]}\n"));
  CHECK(contains(place.run("measure s.yaml").err, "the network has no node 'edg'"));
}

TEST_CASE("a node called as a word of `at` is said in quotes") {
  const Place place;
  place.write("g.edges", "edge corner\ncorner \"1-2\"\n\"1-2\" edge\n");
  const std::string tiles = "    tiles: [{name: big, at: ['\"edge\"'], area: 1 mm2}, {name: rest}]\n";
  place.write("s.yaml", spec_of_graph("family: graph, file: g.edges", tiles));
  const Run run = place.run("measure s.yaml");
  CHECK_MESSAGE(run.code == 0, run.err);
}

TEST_CASE("list nodes prints coordinates as --route takes them") {
  const Place place;
  place.write("s.yaml", spec_of_graph("family: mesh, radix: 4, dimensions: 2"));
  CHECK(contains(place.run("list nodes s.yaml -c g --format csv").out, "\n6,1.2,"));
  CHECK(place.run("explain s.yaml -c g latency --route 1.2,3.3").code == 0);
}

TEST_CASE("one long name hides no other in a drawing") {
  const Place place;
  std::string links;
  for (int i = 0; i < 8; ++i) links += "n" + std::to_string(i) + " n" + std::to_string(i + 1) + "\n";
  place.write("g.edges", links + "n8 " + std::string(200, 'y') + "\n" + std::string(200, 'y') + " n0\n");
  place.write("s.yaml", spec_of_graph("family: graph, file: g.edges"));
  const Run run = place.run("draw s.yaml -c g -o g.svg");
  CHECK_MESSAGE(run.code == 0, run.err);
  const std::string svg = slurp(place / "g.svg");
  CHECK(contains(svg, ">n3<"));
  CHECK(contains(svg, "yy\u2026<"));
}
