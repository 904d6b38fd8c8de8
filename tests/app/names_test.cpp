// SPDX-License-Identifier: Apache-2.0
// Names of nodes go in and out again: through every input that says nodes, and through exports that are read back.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "app/place.hpp"
#include "cutline/detail/topology/given_graph.hpp"

using namespace cutline::test;
using SortedJson = nlohmann::json;

namespace {

/// Names that some grammar would rather not have; some are numbers, but not their own.
const std::vector<std::string> kHardNames = {"plain",
                                             "with space",
                                             "quote\"d",
                                             "back\\slash",
                                             "comma,name",
                                             "semi;colon",
                                             "$dollar",
                                             "sl/ash",
                                             "a[3]",
                                             "{brace}",
                                             "module",
                                             "wire",
                                             "begin",
                                             "node",
                                             "graph",
                                             "Ünïcode",
                                             "日本語",
                                             "3",
                                             "1",
                                             "0",
                                             "<tag>",
                                             "&amp;",
                                             "100%",
                                             "#hash",
                                             "a.b",
                                             "a:b",
                                             "it's",
                                             "(paren)",
                                             "network",
                                             "a-b",
                                             std::string(200, 'x')};

std::string xml(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

/// A ring of all names, with a chord, as GraphML.
std::string ring_of_names() {
  std::string text = "<graphml><graph edgedefault=\"undirected\">";
  for (const std::string& name : kHardNames) text += "<node id=\"" + xml(name) + "\"/>";
  const auto link = [&](std::size_t a, std::size_t b) {
    text += "<edge source=\"" + xml(kHardNames[a]) + "\" target=\"" + xml(kHardNames[b]) + "\"/>";
  };
  for (std::size_t i = 0; i < kHardNames.size(); ++i) link(i, (i + 1) % kHardNames.size());
  link(2, 17);
  return text + "</graph></graphml>";
}

using NamedLinks = std::multiset<std::set<std::string>>;

NamedLinks links_by_name(const std::string& path) {
  const cutline::GraphFile graph = cutline::read_graph_file(path);
  NamedLinks links;
  for (const cutline::LocalLink& link : graph.links)
    links.insert({std::string(graph.names[link.a]), std::string(graph.names[link.b])});
  return links;
}

std::string spec_of_names(const std::string& file, const std::string& more = "") {
  return "cutline: 1\ntechnology: nangate45\nchannel: {width: 8 bits}\n" + more +
         "candidates:\n  - {name: g, topology: {family: graph, file: " + file + "}}\n";
}

SortedJson record_of_names(const Place& place, const std::string& spec) {
  const Run run = place.run("measure " + spec + " --format json");
  CHECK_MESSAGE(run.code == 0, run.err);
  return SortedJson::parse(run.out).at("candidates").at(0);
}

}  // namespace

TEST_CASE("a graph with hard names comes back from every export that is a graph") {
  const Place place(spec_of_names("ring.graphml"));
  place.write("ring.graphml", ring_of_names());
  const NamedLinks links = links_by_name((place / "ring.graphml").string());
  CHECK(links.size() == kHardNames.size() + 1);
  for (const std::string format : {"graphml", "dot", "gml", "json", "csv", "edges"}) {
    CAPTURE(format);
    const std::string file = "back." + format;
    REQUIRE(place.run("export spec.yaml -c g --to " + format + " -o " + file).code == 0);
    CHECK(links_by_name((place / file).string()) == links);
    if (format == "csv" || format == "edges") continue;  // they do not say in which cells nodes stand
    place.write("back.yaml", spec_of_names(file));
    const SortedJson first = record_of_names(place, "spec.yaml");
    const SortedJson again = record_of_names(place, "back.yaml");
    CHECK(first.at("length") == again.at("length"));
  }
}

TEST_CASE("every input that says nodes takes their names, and answers tell them") {
  const Place place(spec_of_names("ring.graphml", "traffic: {pattern: matrix, file: flows.csv}\n"));
  place.write("ring.graphml", ring_of_names());
  place.write("flows.csv", "source,destination,rate\n\"comma,name\",\"日本語\",3\n3,0,1\n");
  const Run route = place.run("explain spec.yaml latency -c g --route '\"comma,name\",semi;colon'");
  CHECK(route.code == 0);
  CHECK(route.out.find("from node comma,name to node semi;colon") != std::string::npos);
  CHECK(place.run("explain spec.yaml latency -c g --route 4,5").err.find("no node 4") != std::string::npos);
  CHECK(place.run("draw spec.yaml -c g --route 3,1 -o x.svg").code == 0);
  CHECK(place.run("export spec.yaml -c g --to spice --link module,wire -o -").code == 0);
  const Run nodes = place.run("list nodes spec.yaml -c g --format csv");
  CHECK(nodes.out.find("16,日本語,node,1") != std::string::npos);
  const SortedJson record = record_of_names(place, "spec.yaml");
  CHECK(record.at("performance").at("mean_hops").is_number());
  const std::string end = record.at("length").at("longest_link").at(0);
  CHECK(std::find(kHardNames.begin(), kHardNames.end(), end) != kHardNames.end());
  place.write("spec.yaml",
              "cutline: 1\ntraffic: {pattern: hot_spot, node: it's}\ncandidates:\n"
              "  - name: g\n    topology: {family: graph, file: ring.graphml}\n"
              "    tiles: [{name: hub, at: [\"with space\", \"0\"], terminals: 2}]\n"
              "    placement: {order: tabu, moves: 20, fixed: [\"$dollar\", \"1\"]}\n");
  const Run tiled = place.run("list nodes spec.yaml -c g --format csv");
  CHECK(tiled.out.find("1,with space,node,2") != std::string::npos);
  CHECK(tiled.out.find("19,0,node,2") != std::string::npos);
  CHECK(place.run("check spec.yaml").code == 0);
}

TEST_CASE("routes that are exported by name are read by name") {
  const Place place(spec_of_names("ring.graphml"));
  place.write("small.dot", "graph { \"a b\"; 7; \"x,y\"; \"a b\" -- 7 -- \"x,y\" -- \"a b\" }");
  place.write("spec.yaml", spec_of_names("small.dot"));
  REQUIRE(place.run("export spec.yaml -c g --to routes -o routes.csv").code == 0);
  place.write("spec.yaml",
              "cutline: 1\ncandidates:\n  - {name: g, topology: {family: graph, file: small.dot}, routing: {table: "
              "routes.csv}}\n");
  CHECK(place.run("check spec.yaml").code == 0);
  place.write("routes.csv", "site,destination,next\n\"a b\",7,7\n");
  CHECK(place.run("measure spec.yaml").err.find("no line says where messages for") != std::string::npos);
}

TEST_CASE("an export that wants numbers gets a file of names beside it") {
  const Place place(spec_of_names("ring.graphml"));
  place.write("ring.graphml", ring_of_names());
  REQUIRE(place.run("export spec.yaml -c g --to metis -o x.graph").code == 0);
  const std::string names = slurp(place / "x.names.csv");
  CHECK(names.find("number,name\n0,plain\n") == 0);
  CHECK(names.find("4,\"comma,name\"\n") != std::string::npos);
  CHECK(place.run("export spec.yaml -c g --to metis -o -").err.find("cutline list nodes") != std::string::npos);
}
