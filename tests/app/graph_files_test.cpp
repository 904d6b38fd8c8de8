// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/place.hpp"

using namespace cutline::test;
using SortedJson = nlohmann::json;

namespace {

std::string spec_of(const std::string& topology, const std::string& more = "") {
  return "cutline: 1\ncandidates:\n  - {name: own, topology: {family: graph, " + topology + "}" + more + "}\n";
}

SortedJson record_of(const Place& place, const std::string& arguments = "") {
  const Run run = place.run("measure spec.yaml --format json " + arguments);
  CHECK_MESSAGE(run.code == 0, run.err);
  return SortedJson::parse(run.out).at("candidates").at(0);
}

bool has_note(const SortedJson& record, const std::string& words) {
  return record.at("notes").dump().find(words) != std::string::npos;
}

const std::string kSquare =
    "graph { a [x=0,y=0]; b [x=1,y=0]; c [x=1,y=1]; d [x=0,y=1]; a -- b -- c -- d -- a; a -- c [width=3] }";

}  // namespace

TEST_CASE("a graph's file is read by its ending, or as the format that the spec names") {
  const Place place(spec_of("file: square.gv"));
  place.write("square.gv", kSquare);
  const SortedJson by_ending = record_of(place);
  CHECK(by_ending.at("nodes") == 4);
  CHECK(by_ending.at("links") == 5);
  place.write("square.any_ending", kSquare);
  place.write("spec.yaml", spec_of("file: square.any_ending, format: dot"));
  CHECK(record_of(place).at("length") == by_ending.at("length"));
  place.write("spec.yaml", spec_of("file: square.any_ending"));
  CHECK(record_of(place).at("length") == by_ending.at("length"));
  place.write("spec.yaml", spec_of("file: square.edges"));
  place.write("square.edges", kSquare);
  const Run as_edges = place.run("measure spec.yaml");
  CHECK(as_edges.code == 2);
  CHECK(as_edges.err.find("square.edges:1:") != std::string::npos);
  CHECK(as_edges.err.find("the file was read as edges, by its ending: `format` says otherwise") != std::string::npos);
  place.write("spec.yaml", spec_of("file: square.gv, format: dots"));
  CHECK(place.run("measure spec.yaml").err.find("did you mean 'dot'?") != std::string::npos);
  place.write("spec.yaml", spec_of("nodes: 2, links: [[0, 1]], format: dot"));
  CHECK(place.run("measure spec.yaml").err.find("`format` is for a graph from a file") != std::string::npos);
  place.write("spec.yaml", spec_of("file: square.gv, nodes: 5"));
  CHECK(place.run("measure spec.yaml").err.find("the file has 4 nodes, not 5") != std::string::npos);
  CHECK(place.run("check spec.yaml --set 'candidates[0].topology.nodes=4'").code == 0);
}

TEST_CASE("nodes stand where the file says, unless the spec says where") {
  const Place place(spec_of("file: square.gv"));
  place.write("square.gv", kSquare);
  const SortedJson placed = record_of(place);
  CHECK(placed.at("grid").at("columns") == 2);
  CHECK(placed.at("grid").at("order") == "given");
  // Four sides of one node pitch, and a diagonal of two.
  CHECK(placed.at("length").at("total_span") == 6);
  CHECK(has_note(placed, "the file says in which cells nodes stand"));
  CHECK(place.run("check spec.yaml").code == 0);
  place.write("spec.yaml", spec_of("file: square.gv", ", placement: {columns: 4}"));
  CHECK(record_of(place).at("grid").at("columns") == 4);
  place.write("spec.yaml", spec_of("file: square.gv", ", placement: {cells: [[0, 0], [2, 0], [1, 0], [3, 0]]}"));
  CHECK(record_of(place).at("grid").at("order") == "explicit");
  place.write("square.gv", "graph { a [x=67108863, y=0]; b [x=0, y=67108863]; a -- b }");
  place.write("spec.yaml", spec_of("file: square.gv"));
  const Run sparse = place.run("measure spec.yaml");
  CHECK(sparse.code == 4);
  CHECK(sparse.err.find("--max-memory") != std::string::npos);
}

TEST_CASE("a directed graph has one-way links, unless the spec says that they go both ways") {
  const Place place(spec_of("file: ring.dot"));
  place.write("ring.dot", "digraph { a -> b -> c -> d -> a; a -> c; c -> a }");
  const SortedJson one_way = record_of(place);
  CHECK(one_way.at("bidirectional") == false);
  CHECK(has_note(one_way, "each edge is one channel"));
  CHECK_FALSE(has_note(one_way, "parallel"));
  // From a: b and c one hop, d two; from b: c one, a and d two; from c as from a; from d: a one, b and c two.
  CHECK(one_way.at("graph").at("mean_distance_hops") == doctest::Approx(18.0 / 12));
  place.write("spec.yaml", spec_of("file: ring.dot, channels: bidirectional"));
  const SortedJson both = record_of(place);
  CHECK(both.at("bidirectional") == true);
  CHECK(has_note(both, "1 pairs of nodes are linked in both orders"));
}

TEST_CASE("routers of an anynet file have their terminals, unless the spec has others") {
  const Place place(spec_of("file: two.anynet"));
  place.write("two.anynet", "router 0 node 0 node 1 router 1 3\nrouter 1 node 2 node 3 router 0 3\n");
  CHECK(record_of(place).at("terminals") == 4);
  CHECK(record_of(place, "--set 'candidates[0].topology.concentration=5'").at("terminals") == 10);
}

TEST_CASE("the widths of links may have any name") {
  const Place place(spec_of("file: wide.graphml, width_from: weight"));
  const auto write = [&](const std::string& second) {
    place.write("wide.graphml",
                "<graphml><key id='w' for='edge' attr.name='weight'/><graph edgedefault='undirected'><node id='a'/>"
                "<node id='b'/><node id='c'/><edge source='a' target='b'><data key='w'>4</data></edge>"
                "<edge source='b' target='c'>" +
                    second + "</edge></graph></graphml>");
  };
  write("<data key='w'>1</data>");
  const SortedJson record = record_of(place, "--set 'channel.width=8 bits'");
  CHECK(record.at("channel").at("wires_per_link") == SortedJson{{"min", 16}, {"max", 64}});
  CHECK(has_note(record, "nodes are numbered as the file names them: 0 is 'a', 1 is 'b', 2 is 'c'"));
  write("");
  const Run lacking = place.run("measure spec.yaml");
  CHECK(lacking.code == 2);
  CHECK_MESSAGE(lacking.err.find("wide.graphml:1:184: error: this link has no 'weight'") != std::string::npos,
                lacking.err);
  place.write("spec.yaml", spec_of("file: wide.graphml, width_from: wieght"));
  const Run slip = place.run("measure spec.yaml");
  CHECK(slip.code == 2);
  CHECK_MESSAGE(slip.err.find("spec.yaml:3:") != std::string::npos, slip.err);
  CHECK(slip.err.find("did you mean 'weight'?") != std::string::npos);
  place.write("a.edges", "0 1 3\n1 2 3\n");
  place.write("spec.yaml", spec_of("file: a.edges, width_from: weight"));
  CHECK(place.run("measure spec.yaml").err.find("the format edges have no attributes") != std::string::npos);
}

TEST_CASE("links in both orders are named before the ranking, and one key says what they are") {
  const Place place(spec_of("file: both.edges"));
  place.write("both.edges", "0 1\n1 0\n1 2\n2 1\n2 0\n");
  const auto compared = [&](const std::string& more) {
    place.write("spec.yaml", spec_of("file: both.edges" + more));
    const Run run = place.run("compare spec.yaml");
    CHECK_MESSAGE(run.code == 0, run.err);
    return run.out;
  };
  const std::string warned = compared("");
  const std::size_t warning = warned.find("Pairs of nodes that are linked in both orders");
  CHECK(warning < warned.find("wire delay:"));
  CHECK(warned.find("(`repeats: once`") != std::string::npos);
  CHECK(has_note(record_of(place), "2 pairs of nodes are linked in both orders"));
  CHECK(record_of(place).at("links") == 5);
  CHECK(compared(", repeats: parallel").find("both orders") == std::string::npos);
  CHECK(record_of(place).at("links") == 5);
  CHECK(compared(", repeats: once").find("both orders") == std::string::npos);
  CHECK(record_of(place).at("links") == 3);
  CHECK(compared(", channels: unidirectional").find("both orders") == std::string::npos);
  place.write("both.edges", "0 1 2\n1 0 3\n");
  place.write("spec.yaml", spec_of("file: both.edges, repeats: once"));
  const Run unlike = place.run("compare spec.yaml");
  CHECK(unlike.code == 2);
  CHECK(unlike.err.find("links of width 2 and of width 3") != std::string::npos);
}

TEST_CASE("an export is the same network when it is read again, down to every wire") {
  const Place place(
      "cutline: 1\ncandidates: [{name: t, topology: {family: torus, radix: 5, dimensions: 2}, "
      "placement: {order: folded}}]\n");
  const SortedJson first = record_of(place);
  for (const char* format : {"graphml", "dot"}) {
    CAPTURE(format);
    const std::string file = std::string("again.") + format;
    CHECK(place.run("export spec.yaml --to " + std::string(format) + " -o " + file).code == 0);
    place.write("again.yaml", spec_of("file: " + file));
    const Run run = place.run("measure again.yaml --format json");
    CHECK(run.code == 0);
    const SortedJson again = SortedJson::parse(run.out).at("candidates").at(0);
    for (const char* part : {"nodes", "links", "density", "tracks", "layout"}) CHECK(again.at(part) == first.at(part));
    CHECK(again.at("length").at("total_pitches") == first.at("length").at("total_pitches"));
  }
}

TEST_CASE("a file that is not there, a folder and an empty file are told apart") {
  const Place place(spec_of("file: none.dot"));
  CHECK(place.run("measure spec.yaml").code == 3);
  place.write("spec.yaml", spec_of("file: ."));
  CHECK(place.run("measure spec.yaml").code == 3);
  place.write("empty.edges", "# nothing\n");
  place.write("spec.yaml", spec_of("file: empty.edges"));
  const Run empty = place.run("measure spec.yaml");
  CHECK(empty.code == 2);
  CHECK(empty.err.find("at least two nodes and a link") != std::string::npos);
}
