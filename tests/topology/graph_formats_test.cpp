// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/family.hpp"
#include "support/places.hpp"
#include "topology/graph_builder.hpp"
#include "topology/graph_reading.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

const std::filesystem::path kGraphs = std::filesystem::path(source_folder()) / "tests/topology/graphs";

std::string graphml(const std::string& inside, const std::string& keys = "") {
  return "<graphml>" + keys + "<graph edgedefault=\"undirected\">" + inside + "</graph></graphml>";
}

}  // namespace

TEST_CASE("GraphML files that NetworkX wrote hold the graphs that it wrote") {
  CHECK(check_graphs_in(kGraphs, ".graphml") == 10);
  CHECK(read_graph_file((kGraphs / "grid.graphml").string()).positions.size() == 12);
  const GraphFile drawn = read_graph_file((kGraphs / "drawn.graphml").string());
  CHECK(drawn.positions.empty());
  CHECK(notes_say(drawn, "not all whole numbers"));
  CHECK(notes_say(read_graph_file((kGraphs / "wide.graphml").string()), "'colour', 'weight'"));
}

TEST_CASE("DOT files that Graphviz wrote hold the graphs that it finds in them") {
  CHECK(check_graphs_in(kGraphs, ".dot") == 10);
}

TEST_CASE(
    "METIS graphs that graphchk accepts or m2gmetis wrote, and edge lists and anynet files, hold what was meant") {
  for (const char* ending : {".graph", ".edges", ".anynet"}) CHECK(check_graphs_in(kGraphs, ending) == 10);
  CHECK(read_graph_file((kGraphs / "four_nodes.anynet").string()).concentration == 4);
  CHECK(read_graph_file((kGraphs / "repeated.anynet").string()).concentration == 2);
}

TEST_CASE("an edge list is read with comments, blanks, tabs, widths and a missing last newline") {
  const GraphFile graph = read_graph("edges", "# a comment\n0 1\n\n 2\t3 4 # wide\r\n1 3");
  CHECK(graph.nodes == 4);
  CHECK_FALSE(graph.states_nodes);
  CHECK(graph.links == std::vector<LocalLink>{{0, 1}, {2, 3}, {1, 3}});
  CHECK(graph.widths == std::vector<std::uint32_t>{1, 4, 1});
}

TEST_CASE("GraphML: order, defaults, prefixes, directions of single edges and widths by another name") {
  const GraphFile late = read_graph("graphml", graphml("<edge source='b' target='a'/><node id='a'/><node id='b'/>"));
  CHECK(late.links == std::vector<LocalLink>{{1, 0}});
  const std::string keys =
      "<key id='k' for='edge' attr.name='width'><default> 3 </default></key><key id='w' for='edge' "
      "attr.name='weight'/><key id='x' for='node' attr.name='x'/><key id='y' for='all' attr.name='y'><default>2"
      "</default></key>";
  const std::string nodes = "<node id='a'><data key='x'>1</data></node><node id='b'><data key='x'>0.0</data></node>";
  const GraphFile wide =
      read_graph("graphml", graphml(nodes + "<edge source='a' target='b'/><edge source='b' target='a'><data key='k'>2"
                                            "</data><data key='w'>7</data></edge>",
                                    keys));
  CHECK(wide.widths == std::vector<std::uint32_t>{3, 2});
  CHECK(wide.positions == std::vector<Cell>{{{1, 2, 0}}, {{0, 2, 0}}});
  const std::string weighed = graphml(nodes + "<edge source='a' target='b'><data key='w'>7</data></edge>", keys);
  CHECK(read_graph("graphml", weighed, "weight").widths == std::vector<std::uint32_t>{7});
  const GraphFile mixed =
      read_graph("graphml",
                 "<?xml version='1.0'?><!DOCTYPE graphml SYSTEM 'graphml.dtd'><g:graphml xmlns:g='g'><g:graph "
                 "edgedefault='directed'><g:node id='a'><g:port name='p'/></g:node><g:node id='b'/><g:edge source='a' "
                 "target='b'/><g:edge directed='false' source='a' target='b'/></g:graph></g:graphml>");
  CHECK(mixed.directed);
  CHECK(mixed.links == std::vector<LocalLink>{{0, 1}, {0, 1}, {1, 0}});
}

TEST_CASE("GraphML and DOT: nodes without terminals, or of the kind, are switches; the others have as many terminals") {
  const std::string keys = "<key id='k' for='node' attr.name='kind'/><key id='t' for='node' attr.name='terminals'/>";
  const std::string links = "<edge source='a' target='b'/><edge source='b' target='c'/><edge source='b' target='d'/>";
  const GraphFile star = read_graph(
      "graphml", graphml("<node id='a'><data key='t'>4</data></node><node id='b'><data key='k'>switch</data></node>"
                         "<node id='c'><data key='k'>core</data></node><node id='d'><data key='t'> 0 </data></node>" +
                             links,
                         keys));
  CHECK(star.switches == std::vector<bool>{false, true, false, true});
  CHECK(star.concentration == 4);
  CHECK(notes_say(star, "2 of the file's 4 nodes are switches"));
  CHECK(notes_say(star, "0 is 'a', 1 is 'c'"));
  CHECK(notes_say(star, "not read: 'kind'"));
  const GraphFile drawn =
      read_graph("dot", "graph { node [terminals=2] a; c; node [kind=interchange, terminals=0] b; a -- b -- c }");
  CHECK(drawn.switches == std::vector<bool>{false, false, true});
  CHECK(drawn.concentration == 2);
  const GraphFile unlike = read_graph("dot", "graph { a [terminals=2]; b [terminals=3]; c; s [kind=switch]; a -- b }");
  CHECK(unlike.concentration == 3);
  CHECK(unlike.terminals == std::vector<std::uint32_t>{2, 3, 3, 0});
  CHECK(notes_say(unlike, "nodes have from 2 to 3 terminals"));
  check_mistakes({{"dot", "graph { a [terminals=some]; b; a -- b }", 1, 22, "the terminals 'some'"}});
}

TEST_CASE("GraphML and DOT: the graph says how large its grid is; what is no size says nothing") {
  const std::string keys =
      "<key id='c' for='graph' attr.name='columns'/><key id='r' for='all' attr.name='rows'/>"
      "<key id='p' for='graph' attr.name='planes'/><key id='w' for='graph' attr.name='width'/>";
  const GraphFile pair =
      read_graph("graphml", graphml("<data key='c'>5</data><data key='r'> 2 </data><data key='p'>none</data>"
                                    "<data key='w'>x</data><node id='a'/><node id='b'/><edge source='a' target='b'/>",
                                    keys));
  CHECK(pair.least_grid == GridSize{{5, 2, 1}});
  CHECK(pair.widths.empty());
  const GraphFile drawn =
      read_graph("dot", "graph { graph [columns=3, rows=0, label=x]; b; subgraph s { graph [planes=4]; a; } a -- b }");
  CHECK(drawn.least_grid == GridSize{{3, 1, 1}});
}

TEST_CASE("a byte order mark before a graph is none of it") {
  const std::string path = (std::filesystem::temp_directory_path() / "cutline_marked.edges").string();
  std::ofstream(path) << "\xEF\xBB\xBF"
                      << "0 1\n1 2\n";
  CHECK(edges_of(read_graph_file(path)) == Edges{{0, 1, 1}, {1, 2, 1}});
  std::filesystem::remove(path);
}

TEST_CASE("DOT: names, comments, ports, groups, defaults, arrows and strictness") {
  const GraphFile names = read_graph("dot", "graph g {\n# c\n/* -- */ \"a \\\" b\" -- -1.5:n -- <x<b>y</b>> // c\n}");
  CHECK(names.nodes == 3);
  CHECK(names.names[0] == "a \" b");
  CHECK(names.names[2] == "<x<b>y</b>>");
  CHECK(names.links == std::vector<LocalLink>{{0, 1}, {1, 2}});
  CHECK(notes_say(names, "no node is stated"));
  const GraphFile groups = read_graph("dot", "digraph { a -> {b; c} -> subgraph s { d e } }");
  CHECK(groups.links == std::vector<LocalLink>{{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}});
  const GraphFile scoped =
      read_graph("dot", "graph { a [x=1,y=0]; node [x=2]; b [y=0]; c [y=1]; { edge [width=4] a -- b } b -- c }");
  CHECK(scoped.widths == std::vector<std::uint32_t>{4, 1});
  CHECK(scoped.positions == std::vector<Cell>{{{1, 0, 0}}, {{2, 0, 0}}, {{2, 1, 0}}});
  const GraphFile arrows = read_graph("dot", "digraph { a -> b [dir=back]; b -> c [dir=both]; c -> a }");
  CHECK(arrows.links == std::vector<LocalLink>{{1, 0}, {1, 2}, {2, 1}, {2, 0}});
  const GraphFile strict = read_graph("dot", "STRICT Graph { a -- b [width=2]; b -- a; \"a\" + \"\" -- c }");
  CHECK(strict.links == std::vector<LocalLink>{{0, 1}, {0, 2}});
  CHECK(strict.widths == std::vector<std::uint32_t>{2, 1});
  CHECK(read_graph("dot", "graph { a -- b; b -- a } # end").links.size() == 2);
  CHECK(read_graph("dot", "  # c\ngraph { a -- b; # -- c\n }").nodes == 2);
  CHECK(read_graph("dot", "graph { a; lonely; b; a -- b }").nodes == 3);
}

TEST_CASE("DOT: nodes in a list share links and attributes; an edge both ways is one link where all go both ways") {
  const std::string path = (std::filesystem::temp_directory_path() / "cutline_lists.dot").string();
  std::ofstream(path) << "digraph { a, b [kind=switch]; c, d -> a, b [dir=both] }";
  const GraphFile one_way = read_graph_file(path, {});
  CHECK(one_way.nodes == 4);
  CHECK(one_way.links.size() == 8);
  CHECK(std::count(one_way.switches.begin(), one_way.switches.end(), true) == 2);
  GraphReading reading;
  reading.two_way = true;
  CHECK(read_graph_file(path, reading).links.size() == 4);
  std::filesystem::remove(path);
}

TEST_CASE("METIS: comments, nodes without links, weights in their ratio, weights and sizes of nodes") {
  CHECK(edges_of(read_graph("metis", "% c\n4 2\n2\n1 3\n% c\n2\n\n")) == Edges{{0, 1, 1}, {1, 2, 1}});
  const GraphFile heavy = read_graph("metis", "3 2 001\n2 64\n3 128 1 64\n2 128\n");
  CHECK(edges_of(heavy) == Edges{{0, 1, 1}, {1, 2, 2}});
  CHECK(notes_say(heavy, "64"));
  CHECK(edges_of(read_graph("metis", "2 1 111 2\n5 1 1 2 9\n5 1 1 1 9")) == Edges{{0, 1, 1}});
}

TEST_CASE("anynet: one link however often it is named, as many terminals as each router has nodes") {
  const GraphFile ring = read_graph("anynet",
                                    "router 0 node 0 node 1 router 1 5 router 2\nrouter 1 node 2 router 0 node 3\n"
                                    "node 4 router 2\nrouter 2 router 1 router 1 7 node 5 \r\n");
  CHECK(edges_of(ring) == Edges{{0, 1, 1}, {0, 2, 1}, {1, 2, 1}});
  CHECK(ring.concentration == 2);
  CHECK(notes_say(ring, "latencies of links"));
  CHECK(notes_say(read_graph("anynet", "router 0 node 0 1 router 1\nrouter 1 node 1 1\n"), "latencies of nodes"));
  CHECK(notes_say(ring, "1 links stand twice"));
  CHECK(notes_say(read_graph("anynet", "router 0 router 1\nrouter 1"), "no nodes"));
  const GraphFile tree = read_graph("anynet", "router 0 router 1 router 2\nrouter 1 node 0\nrouter 2 node 1\n");
  CHECK(tree.switches == std::vector<bool>{true, false, false});
  CHECK(tree.concentration == 1);
}

TEST_CASE("an edge list may name its nodes, have a header, other separators, comments and attributes") {
  const GraphFile named = read_graph("edges", "source,target,weight\n\"cpu 0\",gpu,2 // wide\n% c\ngpu; dram\n");
  CHECK(named.nodes == 3);
  CHECK(named.names[0] == "cpu 0");
  CHECK(named.links == std::vector<LocalLink>{{0, 1}, {1, 2}});
  CHECK(named.widths == std::vector<std::uint32_t>{2, 1});
  CHECK(read_graph("edges", "0 1 {'weight': 3, 'c': 'x'}\n1 2 {}\n").widths == std::vector<std::uint32_t>{3, 1});
  CHECK(read_graph("edges", "a 1\n").names[1] == "1");
}

TEST_CASE("numbers of an edge list that leaves some out are names, unless the user counts the nodes") {
  const GraphFile from_one = read_graph("edges", "1 2\n3 2\n");
  CHECK(from_one.nodes == 3);
  CHECK(from_one.names[2] == "3");
  CHECK(from_one.links == std::vector<LocalLink>{{0, 1}, {2, 1}});
  CHECK(notes_say(from_one, "counts its nodes from 1"));
  const GraphFile gaps = read_graph("edges", "7 0\n");
  CHECK(gaps.names[1] == "7");
  CHECK(notes_say(gaps, "6 numbers up to 7 stand in no link"));
  const GraphFormat& edges = graph_formats().front();
  CHECK(edges.read({"a.edges", "3 1\n"}, {.counted = true}).nodes == 4);
  CHECK(edges.read({"a.edges", "3 1\n"}, {.counted = true}).names.empty());
}

TEST_CASE("links from a node to itself are left out with a note, or are a mistake") {
  for (const auto& [format, text] : {std::pair("edges", "0 1\n1 1\n"), std::pair("dot", "graph { a -- b; b -- b }"),
                                     std::pair("anynet", "router 0 router 1 router 0\nrouter 1\n")}) {
    CAPTURE(format);
    const GraphFile graph = read_graph(format, text);
    CHECK(graph.links == std::vector<LocalLink>{{0, 1}});
    CHECK(notes_say(graph, "1 of the file's links join a node to itself"));
    for (const GraphFormat& each : graph_formats()) {
      if (each.name != format) continue;
      CHECK_THROWS_WITH_AS(each.read({"a", text}, {.self_links = SelfLinks::error}),
                           doctest::Contains("is linked to itself"), Error);
    }
  }
}

TEST_CASE("widths that are no whole numbers keep their shares") {
  const GraphFile halves = read_graph("dot", "graph { a -- b [width=0.5]; b -- c [width=1.25]; c -- a }");
  CHECK(halves.widths == std::vector<std::uint32_t>{2, 5, 4});
  CHECK(notes_say(halves, "multiplied by 4,"));
  CHECK(read_graph("edges", "0 1 0.333333\n1 2 0.666667\n").widths == std::vector<std::uint32_t>{1, 2});
  const GraphFile odd = read_graph("edges", "0 1 1\n1 2 1.41421356\n2 0 1.73205081\n0 1 2.23606798\n");
  CHECK(odd.widths == std::vector<std::uint32_t>{100, 141, 173, 224});
  CHECK(notes_say(odd, "and rounded"));
  const GraphFile far = read_graph("edges", "0 1 0.000001\n1 2 1000000.5\n");
  CHECK(far.widths == std::vector<std::uint32_t>{1, 1 << 20});
}

TEST_CASE("DOT: nodes that links alone name are told, with the stated name that is meant") {
  const GraphFile graph = read_graph("dot", "graph { leaf12; spine; leaf12 -- spine; spine -- leaf21; spine -- x }");
  CHECK(graph.nodes == 4);
  CHECK(notes_say(graph, "links alone name 2 of the 4 nodes: 'leaf21' (is it 'leaf12'?), 'x'"));
}

TEST_CASE("a mistake in an edge list, a METIS graph or an anynet file has its line, column and hint") {
  check_mistakes({
      {"edges", "0 1\n0 x\n", 2, 3, "'x' is no number of a node"},
      {"edges", "0\n", 1, 1, "a link has two nodes"},
      {"edges", "0 1 0\n", 1, 5, "is no number above 0"},
      {"edges", "0 1 {'weight': 0}\n", 1, 5, "is no number above 0"},
      {"edges", "0 \"1\n", 1, 3, "has no closing"},
      {"edges", "0 1 1 1\n", 1, 7, "this line goes on after its width"},
      {"edges", "0 1\n0 -1\n", 2, 3, "'-1' is no number of a node"},
      {"edges", "0 1\n0 99999999999999999999\n", 2, 3, "is no number of a node"},
      {"metis", "", 1, 1, "no first line"},
      {"metis", "% c\n2 1\n2\n", 4, 1, "ends before node 2 of 2"},
      {"metis", "2 1\n3\n1\n", 2, 1, "node 3 does not exist"},
      {"metis", "2 1\n0\n1\n", 2, 1, "node 0 does not exist"},
      {"metis", "2 1\n2\n2\n", 3, 1, "linked to itself"},
      {"metis", "3 2\n2 3\n1\n\n", 2, 1, "node 1 names 3, which does not name it"},
      {"metis", "3 2\n2\n1\n1\n", 4, 1, "node 3 names 1, which does not name it"},
      {"metis", "3 2\n2 2\n1\n\n", 2, 3, "twice"},
      {"metis", "3 2\n2\n1\n\n", 1, 3, "promises 2 links, and there are 1"},
      {"metis", "2 1\n2\n1\n2\n", 4, 1, "after the last of 2 nodes"},
      {"metis", "2 1 1\n2 3\n1 4\n", 3, 1, "has the weights 3 and 4"},
      {"metis", "2 1 1\n2\n1 4\n", 2, 2, "has no weight"},
      {"metis", "2 1 012\n2\n1\n", 1, 5, "the format is up to three digits"},
      {"anynet", "router 0 router 1\n", 1, 17, "router 1 has no line of its own"},
      {"anynet", "router 0 router 2\nrouter 2\n", 2, 8, "there is a router 2, and no router 1"},
      {"anynet", "router 0 switch 1\n", 1, 10, "'switch'"},
      {"anynet", "node 0 node 1\n", 1, 13, "a node is joined to a node"},
      {"anynet", "router 0 node 0 router 1\nrouter 1 node 0\n", 2, 15, "node 0 is at the routers 0 and 1"},
      {"anynet", "router 0 node 1 router 1\nrouter 1 node 2\n", 1, 15, "there is a node 1, and no node 0"},
      {"anynet", "router 0 router -1\n", 1, 17, "is a whole number"},
  });
}

TEST_CASE("a mistake in GraphML or DOT has its line, column and hint; a node that nobody declares is one in GraphML") {
  check_mistakes({
      {"graphml", graphml("<node id='a'/>\n<edge source='a' target='b'/>"), 2, 1, "declares no node 'b'"},
      {"graphml", graphml("<node id='a'/>\n <node id='a'/>"), 2, 2, "'a' is declared twice"},
      {"graphml", graphml("\n<edge source='a'/>"), 2, 1, "has no `target`"},
      {"graphml", graphml("\n<node/>"), 2, 1, "has no `id`"},
      {"graphml", graphml("\n<hyperedge/>"), 2, 1, "hyperedge"},
      {"graphml", graphml("<node id='a'>\n<graph/></node>"), 2, 1, "a graph within a node"},
      {"graphml", graphml("<node id='a'>\n<data key='k'>1</data></node>"), 2, 1, "no key 'k'"},
      {"graphml", graphml("\n<node id='a'>"), 2, 16, "mismatched tag"},
      {"graphml", "<graphml>\n<graph/></graphml>", 2, 1, "has no `edgedefault`"},
      {"graphml", "<graphml>\n<graph edgedefault='both'/></graphml>", 2, 1, "cannot be 'both'"},
      {"graphml", "<graphml>\n</graphml>", 2, 11, "holds no graph"},
      {"graphml", "<html/>", 1, 1, "no GraphML"},
      {"graphml", "", 1, 1, "no element found"},
      {"graphml", "<!DOCTYPE g [\n<!ENTITY a 'aaaa'>]><graphml/>", 2, 12, "entity"},
      {"graphml",
       graphml("<node id='a'/><node id='b'/><edge source='a' target='b'>\n<data key='w'>x</data></edge>",
               "<key id='w' attr.name='width'/>"),
       2, 1, "'x' is no number above 0"},
      {"dot", "graph { a -> b }", 1, 11, "-> in a graph"},
      {"dot", "digraph { a -- b }", 1, 13, "-- in a digraph"},
      {"dot", "graph { a -- b [width=-0.5] }", 1, 23, "'-0.5' is no number above 0"},
      {"dot", "graph { a -- }", 1, 14, "here a node is due"},
      {"dot", "graph { a -- b", 1, 15, "no end"},
      {"dot", "graph { a [x=1", 1, 15, "no end"},
      {"dot", "graph { \"a", 1, 9, "not closed"},
      {"dot", "graph { <a", 1, 9, "no >"},
      {"dot", "graph { /* a", 1, 9, "no end"},
      {"dot", "graph { 1a -- b }", 1, 9, "no number"},
      {"dot", "graph { a ! b }", 1, 11, "'!'"},
      {"dot", "graph { a \xFF }", 1, 11, "0xFF"},
      {"dot", "graph { } graph { }", 1, 11, "follows the graph"},
      {"dot", "a -- b", 1, 1, "no graph"},
      {"dot", "digraph { a -> b [dir=up] }", 1, 23, "`dir` cannot be 'up'"},
  });
}

TEST_CASE("malicious files are refused before they cost much") {
  std::string nested = "<graphml>", braces = "graph ";
  for (int i = 0; i < 100000; ++i) {
    nested += "<a>";
    braces += '{';
  }
  std::string laughs = "<!DOCTYPE l [<!ENTITY a 'ha'>";
  for (char c = 'b'; c <= 'k'; ++c) {
    const std::string one = std::string("&") + static_cast<char>(c - 1) + ";";
    laughs += std::string("<!ENTITY ") + c + " '" + one + one + one + one + one + one + one + one + one + one + "'>";
  }
  const std::string name(5'000'000, 'n');
  check_mistakes({{"graphml", nested, 1, 199, "64 deep"},
                  {"dot", braces, 1, 71, "64 deep"},
                  {"graphml", laughs + "]><graphml>&k;</graphml>", 1, 25, "entity"},
                  {"graphml", graphml("<edge source='" + name + "' target='b'/>"), 1, 42, "'nnnn"}});
  CHECK(notes_say(read_graph("dot", "graph { " + name + "; a -- " + name + " }"), "name 1 of the 2 nodes: 'a'"));
  std::string many = "graph { {";
  for (int i = 0; i < 12000; ++i) many += "a" + std::to_string(i) + " ";
  std::string others = many;
  std::replace(others.begin(), others.end(), 'a', 'b');
  try {
    read_graph("dot", many + "} -- " + others.substr(others.find('{') + 1) + "} }");
    FAIL_CHECK("144 million links were read");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::over_limit);
  }
}

TEST_CASE("an attribute that is named for widths is one that every link has") {
  const auto fails = [](const std::string& format, const std::string& text, const std::string& name,
                        const std::string& says) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(read_graph(format, text, name), doctest::Contains(says.c_str()), Error);
  };
  const std::string some = "graph { a -- b [speed=10]; b -- c; c -- d [speed=2] }";
  fails("dot", some, "speeed", "no link of 'a.dot' has the attribute 'speeed'");
  fails("dot", some, "speeed", "did you mean 'speed'?");
  fails("dot", some, "load", "its links have: speed");
  fails("dot", "graph { a -- b }", "load", "its links have no attributes");
  fails("dot", some, "speed", "this link has no 'speed'");
  fails("dot", some, "speed", "1 of 3 have none");
  fails("graphml",
        "<graphml><key id='k' for='edge' attr.name='speed'/><graph edgedefault='undirected'><node id='a'/>"
        "<node id='b'/><edge source='a' target='b'><data key='k'>3</data></edge><edge source='b' target='a'/>"
        "</graph></graphml>",
        "speed", "this link has no 'speed'");
  // A default is a value of every link.
  CHECK(read_graph("dot", "graph { edge [speed=4] a -- b [speed=10]; b -- c }", "speed").widths ==
        std::vector<std::uint32_t>{10, 4});
  CHECK(notes_say(read_graph("dot", "graph { a -- b [width=2]; b -- c }", ""), "1 of the 2 links have no width"));
  CHECK(!notes_say(read_graph("dot", "graph { a -- b; b -- c }", ""), "have no width"));
}

TEST_CASE("of repeated links one stays, whichever way the others are written, and widths that differ are told") {
  GraphFile graph;
  graph.links = {{0, 1}, {1, 2}, {1, 0}, {2, 1}, {0, 1}};
  graph.widths = {2, 3, 2, 3, 5};
  GraphFile one_way = graph;
  const RepeatedLinks repeated = keep_first_links(graph, false);
  CHECK(graph.links == std::vector<LocalLink>{{0, 1}, {1, 2}});
  CHECK(graph.widths == std::vector<std::uint32_t>{2, 3});
  CHECK(repeated.dropped == 3);
  REQUIRE(repeated.unlike);
  CHECK(repeated.unlike->other == 5);
  CHECK(keep_first_links(one_way, true).dropped == 1);
  CHECK(one_way.links.size() == 4);
}
