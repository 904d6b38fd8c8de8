// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/topology/node_names.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "output/exported.hpp"
#include "topology/graph_reading.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// A graph as a user means it: names, links with their ends by name, and what is said of both.
struct Meant {
  bool directed = false;
  std::multiset<std::string> nodes, links;
  bool operator==(const Meant&) const = default;
};

/// The attributes in a text, in the order of their names.
std::string attributes_text(const std::vector<AttributeValue>& all) {
  std::vector<std::string> parts;
  for (const AttributeValue& each : all) parts.push_back(std::string(each.key) + "=" + std::string(each.text));
  std::sort(parts.begin(), parts.end());
  std::string text;
  for (const std::string& part : parts) text += " {" + part + "}";
  return text;
}

Meant meant_by(const GraphFile& graph, bool with_nodes = true) {
  Meant meant{graph.directed, {}, {}};
  const auto name = [&](std::uint32_t node) {
    return graph.names.empty() ? std::to_string(node) : std::string(graph.names[node]);
  };
  for (std::uint32_t node = 0; node < graph.nodes; ++node)
    meant.nodes.insert(name(node) + (with_nodes ? attributes_text(graph.attributes.nodes.of(node)) : ""));
  for (std::uint32_t i = 0; i < graph.links.size(); ++i) {
    std::string a = name(graph.links[i].a), b = name(graph.links[i].b);
    if (!graph.directed && b < a) std::swap(a, b);
    meant.links.insert(a + " > " + b + " x" + std::to_string(graph.widths.empty() ? 1 : graph.widths[i]) +
                       attributes_text(graph.attributes.links.of(i)));
  }
  return meant;
}

GraphFile read_text(const std::string& format, const std::string& text) { return read_graph(format, text); }

/// The text of a graph in another format, by way of a file.
std::string graph_in(const std::string& format, const std::string& text, const std::string& target) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("attributes-" + std::to_string(::getpid()) + "." + format)).string();
  std::ofstream(path) << text;
  const Evaluated made(spec_of("family: graph, format: " + format + ", file: '" + path + "'"));
  std::filesystem::remove(path);
  return made.to(target, to_file("a." + target)).files.at(0).content;
}

const std::vector<std::string> kFormats = {"graphml", "gml", "json", "dot", "csv"};

std::string long_name() { return std::string(200, 'n'); }

/// Names of every kind, links in parallel, and attributes whose names clash with those of every format and of exports.
std::string hard_graph(bool directed) {
  const std::string d = directed ? "true" : "false";
  return "{\"directed\": " + d + ", \"multigraph\": true, \"nodes\": [\n" +
         "{\"id\": \"a b\", \"colour\": \"red\", \"x\": 0.5, \"label\": \"first\", \"type\": \"core\"},\n"
         "{\"id\": \"say \\\"hi\\\"\", \"colour\": \"blue, \\\"green\\\"\", \"pos\": \"3,4\", \"shape\": "
         "\"ellipse\"},\n"
         "{\"id\": \"größe/π$1[0]\", \"on\": true, \"level\": -2.5e-3, \"my key\": \"x\", \"kind\": \"lizard\"},\n"
         "{\"id\": \"" +
         long_name() +
         "\", \"note\": \"a\\\\b <c> & d\", \"id2\": \"007\"},\n"
         "{\"id\": \"#4\", \"address\": \"Main Street\"}],\n\"links\": [\n"
         "{\"source\": \"a b\", \"target\": \"say \\\"hi\\\"\", \"width\": 2, \"weight\": 5, \"id\": \"e1\"},\n"
         "{\"source\": \"a b\", \"target\": \"say \\\"hi\\\"\", \"width\": 2, \"weight\": 7, \"id\": \"e2\"},\n"
         "{\"source\": \"say \\\"hi\\\"\", \"target\": \"größe/π$1[0]\", \"class\": \"z\", \"type\": \"copper\"},\n"
         "{\"source\": \"größe/π$1[0]\", \"target\": \"" +
         long_name() +
         "\", \"dir\": \"up\", \"label\": \"=1+1\"},\n"
         "{\"source\": \"" +
         long_name() +
         "\", \"target\": \"#4\", \"wires\": 3, \"ü\": \"'s\"},\n"
         "{\"source\": \"#4\", \"target\": \"a b\", \"delay_ns\": 0.25}]}\n";
}

}  // namespace

TEST_CASE("a graph that goes through two formats and back is the same: names, attributes, parallel links, directions") {
  for (const bool directed : {false, true}) {
    const std::string first = hard_graph(directed);
    const Meant before = meant_by(read_text("json", first)), links = meant_by(read_text("json", first), false);
    REQUIRE(before.nodes.size() == 5);
    REQUIRE(before.links.size() == 6);
    for (const std::string& one : kFormats) {
      const std::string there = graph_in("json", first, one);
      for (const std::string& other : kFormats) {
        CAPTURE(directed);
        CAPTURE(one);
        CAPTURE(other);
        // A table of links has no place for attributes of nodes; GML and its keys are tested below.
        const bool all = one != "csv" && other != "csv";
        const std::string next = graph_in(one, there, other);
        const Meant after = meant_by(read_text(one, graph_in(other, next, one)), all);
        CHECK(after.directed == before.directed);
        if (one == "gml" || other == "gml") {
          CHECK(after.nodes.size() == before.nodes.size());
          CHECK(after.links.size() == before.links.size());
          continue;
        }
        CHECK(after.links == before.links);
        CHECK(after.nodes == (all ? before : links).nodes);
      }
    }
  }
}

TEST_CASE("GML keeps all attributes too, and keys as far as it can write them") {
  std::string graph = hard_graph(true);
  for (const std::string key : {"my key", "\"ü\""}) {
    const bool quoted = key[0] == '"';
    graph.replace(graph.find(key), key.size(), quoted ? "\"u\"" : "my_key");
  }
  const Meant before = meant_by(read_text("json", graph));
  const std::string there = graph_in("json", graph, "gml");
  CHECK(std::all_of(there.begin(), there.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  CHECK(meant_by(read_text("gml", there)) == before);
  for (const std::string& other : kFormats) {
    CAPTURE(other);
    const Meant after =
        meant_by(read_text("gml", graph_in(other, graph_in("gml", there, other), "gml")), other != "csv");
    CHECK(after.links == before.links);
    if (other != "csv") CHECK(after.nodes == before.nodes);
  }
}

TEST_CASE("ids of GML stay beside labels, lists and repeated keys stay as they stand") {
  const std::string gml =
      "graph [ node [ id 10 label \"a\" graphics [ x 1.5 w 3 ] tag 1 tag \"two\" ] node [ id 7 label \"b\" ]\n"
      " edge [ source 10 target 7 value .5 ] edge [ source 7 target 10 value +3 ] ]";
  const Meant before = meant_by(read_text("gml", gml));
  const std::string again = graph_in("gml", gml, "gml");
  CHECK(again.find("node [ id 10 label \"a\"") != std::string::npos);
  CHECK(again.find("graphics [ x 1.5 w 3 ]") != std::string::npos);
  CHECK(again.find("tag 1 tag \"two\"") != std::string::npos);
  CHECK(again.find("edge [ source 10 target 7 value 0.5") != std::string::npos);
  CHECK(again.find("multigraph 1") != std::string::npos);
  CHECK(meant_by(read_text("gml", again)) == before);
  CHECK(meant_by(read_text("gml", graph_in("json", graph_in("gml", gml, "json"), "gml"))).links == before.links);
}

TEST_CASE("what exports say themselves is no attribute of the file when it is read again, and written anew") {
  const Evaluated mesh(spec_of("family: mesh, radix: 3, dimensions: 2"));
  for (const std::string& format : kFormats) {
    CAPTURE(format);
    const std::string text = mesh.to(format, to_file("a." + format)).files.at(0).content;
    const GraphFile graph = read_text(format, text);
    for (const AttributeTable* table : {&graph.attributes.nodes, &graph.attributes.links})
      for (std::uint32_t item = 0; item < 12; ++item) CHECK(attributes_text(table->of(item)) == "");
    CHECK(graph_in(format, text, format).find("cutline_") == std::string::npos);
  }
}

TEST_CASE("an attribute of the file keeps its name, and Cutline's has a prefix, by which it is read") {
  const std::string text =
      "{\"nodes\": [{\"id\": \"a\", \"x\": 0.5, \"y\": 0.25}, {\"id\": \"b\", \"x\": 7.5, \"y\": 1}],\n"
      " \"links\": [{\"source\": \"a\", \"target\": \"b\", \"weight\": 3, \"width\": 0.5},\n"
      "             {\"source\": \"a\", \"target\": \"b\", \"weight\": 4, \"width\": 1.5}]}";
  for (const std::string format : {"graphml", "gml", "json"}) {
    CAPTURE(format);
    const std::string there = graph_in("json", text, format);
    CHECK(there.find("cutline_x") != std::string::npos);
    CHECK(there.find("cutline_weight") != std::string::npos);
    const GraphFile graph = read_text(format, there);
    CHECK(graph.positions.size() == 2);
    CHECK(graph.widths == std::vector<std::uint32_t>{1, 3});
    CHECK(attributes_text(graph.attributes.nodes.of(0)) == " {x=0.5} {y=0.25}");
    CHECK(attributes_text(graph.attributes.links.of(1)) == " {weight=4} {width=1.5}");
  }
}

TEST_CASE("an edge list holds every name: blanks, commas, signs of comments, and quotes, which are written twice") {
  const std::string text =
      "\"a, b\" \"say \"\"hi\"\"\" 2\n\"say \"\"hi\"\"\" \"#4\"\n\"#4\" \"\"\"\"\n\"\"\"\" \"a, b\"\n";
  const GraphFile first = read_text("edges", text);
  REQUIRE(first.names.size() == 4);
  CHECK(first.names[1] == "say \"hi\"");
  CHECK(first.names[3] == "\"");
  CHECK(meant_by(read_text("edges", graph_in("edges", text, "edges"))) == meant_by(first));
}
