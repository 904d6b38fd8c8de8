// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "cutline/topology/family.hpp"
#include "topology/graph_reading.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

using Names = std::vector<std::string>;

Names node_names(const GraphFile& graph) {
  Names names;
  for (std::uint32_t node = 0; node < graph.names.size(); ++node) names.emplace_back(graph.names[node]);
  return names;
}

/// A file of the folder for such things, which goes when the test ends.
class ShortFile {
 public:
  ShortFile(const std::string& name, const std::string& text)
      : path_((std::filesystem::temp_directory_path() / ("cutline_" + name)).string()) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~ShortFile() { std::filesystem::remove(path_); }
  ShortFile(const ShortFile&) = delete;
  ShortFile& operator=(const ShortFile&) = delete;
  GraphFile read(const GraphReading& reading = {}) const { return read_graph_file(path_, reading); }

 private:
  std::string path_;
};

/// What each format writes for a ring of four nodes, or a text like it.
const std::map<std::string, std::vector<std::string>> kOwn = {
    {"edges", {"0 1\n1 2\n2 3\n3 0\n", "# 4 nodes\n0,1,2\n1,2,2\n2,3,2\n3,0,2\n", "0 1 1\n1 2 1\n2 0 1\n"}},
    {"graphml", {"<?xml version='1.0'?>\n<graphml><graph edgedefault='undirected'/></graphml>"}},
    {"dot", {"graph { graph [columns=4] a -- b -- c -- d -- a }", "digraph \"edges\" { a -> b }"}},
    {"metis", {"4 4\n2 4\n1 3\n2 4\n1 3\n", "% c\n4 4 001\n2 1 4 1\n1 1 3 1\n2 1 4 1\n1 1 3 1\n"}},
    {"anynet", {"router 0 node 0 router 1\nrouter 1 node 1 router 2\nrouter 2 node 2 router 0\n"}},
    {"gml", {"Creator \"x\"\ngraph\n[\n  node\n  [\n    id 1\n  ]\n]\n", "# {}\ngraph [ directed 1 node [ id 0 ] ]"}},
    {"json",
     {"{\"directed\": false, \"multigraph\": false, \"graph\": {}, \"nodes\": [{\"id\": 0}], \"links\": []}",
      "\n{ \"nodes\" : [{\"name\": \"graph [\"}], \"links\": []}"}},
    {"matrix_market", {"%%MatrixMarket matrix coordinate pattern symmetric\n4 4 4\n2 1\n3 2\n4 3\n4 1\n"}},
    {"csv", {"source,target\na,b\n", "Id\tFrom\tTo\n1\ta\tb\n", "weight;\"src\";\"dst\"\n1;a;b\n"}},
    {"matrix", {"0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n", ",a,b,c\na,0,1,1\nb,1,0,1\nc,1,1,0\n"}}};

}  // namespace

TEST_CASE("every format finds its own texts by how they begin, and none of the others") {
  for (const GraphFormat& format : graph_formats()) {
    if (format.begins == nullptr) continue;
    for (const auto& [name, texts] : kOwn) {
      for (const std::string& text : texts) {
        CAPTURE(text);
        CHECK_MESSAGE(format.begins(text) == (name == format.name), format.name);
      }
    }
    CHECK_FALSE(format.begins(""));
    CHECK_FALSE(format.begins("\n# nothing\n\n"));
  }
  for (const char* name : {"gml", "json", "matrix_market", "csv", "matrix"}) {
    for (const std::string& text : kOwn.at(name)) {
      CAPTURE(text);
      const GraphFile graph = ShortFile("graph.unknown", text).read();
      CHECK(graph.nodes == read_graph(name, text).nodes);
      CHECK(edges_of(graph) == edges_of(read_graph(name, text)));
    }
  }
}

TEST_CASE("the endings .csv and .txt are those of lists and of matrices, with lines that end as on any machine") {
  const std::string matrix = "0,1,0,1\n1,0,1,0\n0,1,0,1\n1,0,1,0\n";
  const Edges ring = {{0, 1, 1}, {0, 3, 1}, {1, 2, 1}, {2, 3, 1}};
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const auto ended = [&](std::string text) {
      for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += end.size())
        text.replace(at, 1, end);
      return text;
    };
    CHECK(edges_of(ShortFile("ring.csv", ended(matrix)).read()) == ring);
    CHECK(edges_of(ShortFile("ring.txt", ended(matrix)).read()) == ring);
    CHECK(edges_of(ShortFile("ring.csv", ended("0,1\n1,2\n2,3\n3,0\n")).read()) == ring);
    CHECK(edges_of(ShortFile("ring.csv", ended("source,target\n0,1\n1,2\n2,3\n3,0\n")).read()) == ring);
  }
}

TEST_CASE("GML: a node's name is its label if all have one and all differ, else its id") {
  const std::string edges = " edge [ target 9 source 4 value 2.5 ] edge [ source 4 target 4 ]";
  const auto graph = [&](const std::string& nodes) { return read_graph("gml", "graph [" + nodes + edges + "]"); };
  const GraphFile named =
      graph("node [ id 9 label \"a\" ] node [ graphics [ x 1 [ ] ] label \"b &#38; &#xE9;&lt;&no;\" id 4 ]");
  CHECK(node_names(named) == Names{"a", "b & \xC3\xA9<&no;"});
  CHECK(named.links == std::vector<LocalLink>{{1, 0}});
  CHECK_FALSE(named.directed);
  CHECK(notes_say(named, "'graphics', 'value'"));
  CHECK(node_names(graph("node [ id 9 label \"a\" ] node [ id 4 label \"a\" ]")) == Names{"9", "4"});
  CHECK(notes_say(graph("node [ id 9 label \"a\" ] node [ id 4 ]"), "named by their ids"));
  CHECK_FALSE(notes_say(graph("node [ id 9 ] node [ id 4 ]"), "ids"));
  CHECK(node_names(graph("node [ id 9 label \"a\" ] node [ id 4 ]")) == Names{"9", "4"});
  CHECK(node_names(graph("node [ id 9 label \"two\nlines\" ] node [ id 4 label 4 ]")) == Names{"two lines", "4"});
}

TEST_CASE("GML: keys outside of the graph, comments, directions, widths, cells, and links before their nodes") {
  const GraphFile graph = read_graph(
      "gml",
      "Creator \"# [\" Version 1 # graph [\ngraph\n[ comment \"]\" directed 1 columns 7 edge_default [ ]\n"
      "edge[source 1 target 0 width 3]\nnode [ id 0 x 1 y 0 kind \"switch\" ] node [ id 1 x 0 y 2 terminals 2 ]\n"
      "edge [ source 0 target 1 LinkSpeedRaw 1e10 weight 7 ] ]\n");
  CHECK(graph.directed);
  CHECK(graph.links == std::vector<LocalLink>{{1, 0}, {0, 1}});
  CHECK(graph.widths == std::vector<std::uint32_t>{3, 1});
  CHECK(graph.positions == std::vector<Cell>{{{1, 0, 0}}, {{0, 2, 0}}});
  CHECK(graph.least_grid == GridSize{{7, 1, 1}});
  CHECK(graph.switches == std::vector<bool>{true, false});
  CHECK(read_graph("gml", "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 speed 4 ] ]", "speed").widths ==
        std::vector<std::uint32_t>{4});
}

TEST_CASE("node-link JSON: NetworkX names ends by ids of any kind, in any order of the lists") {
  const GraphFile graph = read_graph(
      "json",
      "{\"directed\": true, \"edges\": [{\"source\": [0, 1], \"target\": \"b\", \"width\": 2, \"key\": 0},\n"
      "{\"target\": 1.5, \"source\": \"b\", \"note\": {\"source\": 7}}], \"graph\": {\"rows\": 3, \"name\": \"n\"},\n"
      "\"multigraph\": true, \"nodes\": [{\"id\": [0,\n1], \"x\": 1, \"y\": 0, \"tags\": [\"id\", {\"id\": 3}]},\n"
      "{\"y\": 1, \"x\": 0, \"kind\": \"switch\", \"id\": \"b\"}, {\"x\": 0, \"y\": 2, \"id\": 1.5}]}");
  CHECK(node_names(graph) == Names{"[0,1]", "b", "1.5"});
  CHECK(graph.directed);
  CHECK(graph.links == std::vector<LocalLink>{{0, 1}, {1, 2}});
  CHECK(graph.widths == std::vector<std::uint32_t>{2, 1});
  CHECK(graph.positions == std::vector<Cell>{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 2, 0}}});
  CHECK(graph.least_grid == GridSize{{1, 3, 1}});
  CHECK(graph.switches == std::vector<bool>{false, true, false});
  CHECK(notes_say(graph, "'key', 'note', 'tags'"));
}

TEST_CASE("node-link JSON: D3 names ends by ids, by places in the list, or by the nodes themselves") {
  const auto read = [](const std::string& nodes, const std::string& a, const std::string& b) {
    return read_graph(
        "json",
        R"({"nodes": [)" + nodes + R"(], "links": [{"value": 3, "source": )" + a + R"(, "target": )" + b + "}]}",
        "value");
  };
  const std::string named = R"({"name": "u", "group": 1}, {"name": "v"}, {"label": "w"})";
  for (const GraphFile& graph : {read(named, "0", "2"), read(named, R"("u")", R"("w")"),
                                 read(named, R"({"index": 0, "name": "u"})", R"({"name": "w", "index": 2})")}) {
    CHECK(node_names(graph) == Names{"u", "v", "w"});
    CHECK(graph.links == std::vector<LocalLink>{{0, 2}});
    CHECK(graph.widths == std::vector<std::uint32_t>{3});
  }
  CHECK(node_names(read(R"({"name": "u"}, {"name": "u"}, {})", "0", "2")).empty());
  CHECK(read(R"({"name": "u"}, {"name": "u"}, {})", "0", "2").nodes == 3);
  CHECK(notes_say(read(R"({}, {}, {})", "0", "2"), "their places are their numbers"));
  CHECK(notes_say(read(R"({"id": 0, "label": "x"}, {"id": 2})", "0", "2"), "not read: 'label'"));
  // Numbers are ids where all ends are ids, and places where they are not.
  const std::string ids = R"({"id": 2}, {"id": 0}, {"id": 5})";
  CHECK(read(ids, "0", "2").links == std::vector<LocalLink>{{1, 0}});
  CHECK(read(ids, "0", "1").links == std::vector<LocalLink>{{0, 1}});
  CHECK(read(ids, R"({"index": 9, "id": 5})", R"({"id": 2, "index": 9})").links == std::vector<LocalLink>{{2, 0}});
  CHECK(read(R"("p", "q")", R"("q")", R"("p")").links == std::vector<LocalLink>{{1, 0}});
}

TEST_CASE("Matrix Market: a matrix that equals its transpose has links, another one has channels") {
  const std::string symmetric =
      "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n\n4 4 4\n2 1\n3 2\n 4 3 \n2 2\n";
  const GraphFile path = read_graph("matrix_market", symmetric);
  CHECK(path.nodes == 4);
  CHECK_FALSE(path.directed);
  CHECK(path.names.empty());
  CHECK(edges_of(path) == Edges{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}});
  CHECK(notes_say(path, "1 of the file's links join a node to itself"));
  const auto general = [](const std::string& entries) {
    return read_graph("matrix_market", "%%matrixmarket MATRIX Coordinate Integer General\n3 3 " + entries);
  };
  CHECK(edges_of(general("5\n2 1 4\n1 2 4\n3 1 0\n2 3 1\n3 2 1\n")) == Edges{{0, 1, 4}, {1, 2, 1}});
  const GraphFile unlike = general("2\n2 1 4\n1 2 3\n");
  CHECK(unlike.directed);
  CHECK(edges_of(unlike) == Edges{{0, 1, 3}, {1, 0, 4}});
  const GraphFile laplacian = general("3\n2 1 -1\n1 2 -1\n1 1 2\n");
  CHECK(edges_of(laplacian) == Edges{{0, 1, 1}});
  CHECK(notes_say(laplacian, "are no widths"));
  CHECK(
      edges_of(read_graph("matrix_market", "%%MatrixMarket matrix array real symmetric\n3 3\n0\n1.5\n0 0\n3e0\n0\n")) ==
      Edges{{0, 1, 1 * 3}, {1, 2, 2 * 3}});
  CHECK(edges_of(read_graph("matrix_market", "%%MatrixMarket matrix array real general\n2 2\n0\n5\n0\n0")) ==
        Edges{{1, 0, 5}});
}

TEST_CASE("a dense matrix has blanks, tabs, commas or semicolons between its numbers, and names or none") {
  const Edges path = {{0, 1, 2}, {1, 2, 1}};
  for (const char* text : {"0 2 0\n2 0 1\n0 1 0", "# c\n0  2 0 \r\n\n 2\t0  1\n0 1 0\n", "0;2;0;\n2;0;1;\n0;1;0;\n",
                           "0, 2.0, 0\n2, 0e0, 1\n0, 1, 0.0\n", "0\t2\t0\n2\t0\t1\n0\t1\t0\n"}) {
    CAPTURE(text);
    const GraphFile graph = read_graph("matrix", text);
    CHECK(graph.nodes == 3);
    CHECK(graph.names.empty());
    CHECK_FALSE(graph.directed);
    CHECK(edges_of(graph) == path);
  }
  for (const char* text :
       {"a b c\n0 2 0\n2 0 1\n0 1 0\n", ",a,b,c\na,0,2,0\nb,2,0,1\nc,0,1,0\n", "a 0 2 0\nb 2 0 1\nc 0 1 0\n",
        "a\tb\tc\na\t0\t2\t0\nb\t2\t0\t1\nc\t0\t1\t0\n", "\"node\";\"a\";b;c\n\"a\";0;2;0\nb;2;0;1\nc;0;1;0\n"}) {
    CAPTURE(text);
    const GraphFile graph = read_graph("matrix", text);
    CHECK(node_names(graph) == Names{"a", "b", "c"});
    CHECK(edges_of(graph) == path);
  }
  CHECK(node_names(read_graph("matrix", ",7,5\n7,0,1\n5,1,0\n")) == Names{"7", "5"});
  CHECK(node_names(read_graph("matrix", ",\"a, b\",c\n\"a, b\",0,1\nc,1,0\n")) == Names{"a, b", "c"});
  const GraphFile one_way = read_graph("matrix", "0 1 1\n0 0 3\n1 0 5\n");
  CHECK(one_way.directed);
  CHECK(edges_of(one_way) == Edges{{0, 1, 1}, {0, 2, 1}, {1, 2, 3}, {2, 0, 1}});
  CHECK(read_graph("matrix", "0").nodes == 1);
}

TEST_CASE("a table of links has its ends in any columns, and attributes in the others") {
  const GraphFile graph = read_graph("csv",
                                     "Id, Source,capacity,\"Target\",note\n0,\"a, b\",10,c,\n\n# none\n"
                                     "1,c,5,\"d \"\"e\"\"\",\"x, y\"\n",
                                     "capacity");
  CHECK(node_names(graph) == Names{"a, b", "c", "d \"e\""});
  CHECK(graph.links == std::vector<LocalLink>{{0, 1}, {1, 2}});
  CHECK(graph.widths == std::vector<std::uint32_t>{10, 5});
  CHECK(notes_say(graph, "not read: 'Id', 'note'"));
  CHECK(read_graph("csv", "src\tdst\twidth\na\tb\t2\nb\tc\t\n").widths == std::vector<std::uint32_t>{2, 1});
  CHECK(read_graph("csv", "source;target;type\na;b;copper\n").directed == false);
  const GraphFile gephi = read_graph("csv", "Source,Target,Type\na,b,Directed\nb,a,directed\n");
  CHECK(gephi.directed);
  CHECK_FALSE(notes_say(gephi, "Type"));
  CHECK_THROWS_WITH_AS(read_graph("csv", "from,to,speed\na,b,1\n", "sped"), doctest::Contains("did you mean 'speed'?"),
                       Error);
}

TEST_CASE("a table of links between numbers has its nodes in their order") {
  const GraphFile all = read_graph("csv", "source,target\n3,0\n1,2\n");
  CHECK(all.names.empty());
  CHECK_FALSE(all.states_nodes);
  CHECK(all.links == std::vector<LocalLink>{{3, 0}, {1, 2}});
  const GraphFile gaps = read_graph("csv", "source,target\n12,3\n3,9\n");
  CHECK(node_names(gaps) == Names{"3", "9", "12"});
  CHECK(gaps.links == std::vector<LocalLink>{{2, 0}, {0, 1}});
  const GraphFile counted = ShortFile("counted.csv", "source,target\n12,3\n3,9\n").read({.counted = true});
  CHECK(counted.nodes == 13);
  CHECK(counted.links == std::vector<LocalLink>{{12, 3}, {3, 9}});
  CHECK(node_names(read_graph("csv", "source,target\n007,7\n")) == Names{"007", "7"});
}

TEST_CASE("a mistake in GML or JSON has its line, column and hint") {
  check_mistakes({
      {"gml", "graph [ node [ id 1 ]\n node [ id 1 ] ]", 2, 7, "the id '1' stands at two nodes, first in line 1"},
      {"gml", "graph [ node [ label 1 ] ]", 1, 14, "no `id`"},
      {"gml", "graph [ edge [ source 1 ] ]", 1, 14, "no `target`"},
      {"gml", "graph [ node [ id 1 ]\n edge [ source 1 target 2 ] ]", 2, 7, "names '2', which is no node"},
      {"gml", "graph [ node [ id 1 ] ]\ngraph [ ]", 2, 7, "second graph"},
      {"gml", "graph 1", 1, 1, "no graph"},
      {"gml", "", 1, 1, "no graph"},
      {"gml", "graph [ node [ id ] ]", 1, 16, "'id' has no value"},
      {"gml", "graph [ node [ id 1 [ ] ]", 1, 21, "'[' stands in the place of a key"},
      {"gml", "graph [ node [ id 1 ]", 1, 7, "no end"},
      {"gml", "graph [ a [ [ ]", 1, 11, "no end"},
      {"gml", "graph [ a \"b ]", 1, 11, "not closed"},
      {"gml", "graph [ ] ]", 1, 11, "']' stands in the place of a key"},
      {"gml", "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 width 0 ] ]", 1, 68, "'0' is no number"},
      {"gml", "graph [ node [ id \"&#7;\" ] ]", 1, 29, "control character"},
      {"json", "{\"nodes\": [{\"id\": 1},\n {\"id\": \"1\"}], \"links\": []}", 2, 2, "the id '1' stands at two"},
      {"json", "{\"nodes\": [{\"id\": 1},\n {}], \"links\": []}", 2, 2, "this node has no `id`"},
      {"json", "{\"nodes\": [{},\n {\"id\": 1}], \"links\": []}", 2, 2, "none before it has"},
      {"json", "{\"nodes\": [{\"id\": 1}], \"edges\": [\n{\"source\": 1, \"target\": 2}]}", 2, 1, "names '2'"},
      {"json", "{\"nodes\": [{}], \"edges\": [\n{\"source\": 0, \"target\": 1}]}", 2, 1, "names '0'"},
      {"json", "{\"nodes\": [{\"id\": 1}], \"edges\": [{\"source\": 1}]}", 1, 34, "no `target`"},
      {"json", "{\"nodes\": [{\"id\": 1}], \"edges\": [[0, 1]]}", 1, 34, "a list stands in the place"},
      {"json", "{\"nodes\": [{\"id\": 1}], \"edges\": [0, 1]}", 1, 34, "a link is an object"},
      {"json", "{\"nodes\": [], \"links\": [{\"source\": 0, \"width\" : -1}]}", 1, 49, "'-1' is no number"},
      {"json", "{\"nodes\": []}", 1, 1, "no list `links` or `edges`"},
      {"json", "{\"links\": []}", 1, 1, "no list `nodes`"},
      {"json", " [1]", 1, 2, "a list is no graph"},
      {"json", " 1", 1, 2, "this is no graph"},
      {"json", "{\"nodes\": [\n}", 2, 1, "this is no JSON: syntax error"},
      {"json", "{\"nodes\": [],\n \"x\": NaN}", 2, 7, "this is no JSON"},
      {"json", "{\"nodes\": [],\n \"x\": \"\xFF\"}", 2, 8, "ill-formed UTF-8"},
      {"json", "{} {}", 1, 4, "this is no JSON"},
      {"json", "", 1, 1, "this is no JSON"},
  });
}

TEST_CASE("a mistake in a matrix or a table has its line, column and hint") {
  const std::string pattern = "%%MatrixMarket matrix coordinate pattern symmetric\n";
  check_mistakes({
      {"matrix_market", "1 2\n", 1, 1, "does not begin as a matrix"},
      {"matrix_market", "%%MatrixMarket matrix coordinate complex general\n", 1, 34, "'complex'"},
      {"matrix_market", "%%MatrixMarket matrix coordinate pattern", 1, 41, "not described"},
      {"matrix_market", "%%MatrixMarket matrix array pattern general\n", 1, 1, "without values"},
      {"matrix_market", pattern + "3 4 1\n2 1\n", 2, 4, "square"},
      {"matrix_market", pattern + "3 3 2\n2 1\n", 4, 1, "ends before its last entry"},
      {"matrix_market", pattern + "3 3 1\n2 1\n3 1\n", 4, 1, "goes on after its last entry"},
      {"matrix_market", pattern + "3 3 1\n2 4\n", 3, 3, "a column is from 1 to 3"},
      {"matrix_market", pattern + "3 3 1\n0 1\n", 3, 1, "a row is from 1 to 3"},
      {"matrix_market", pattern + "3 3 1\n2 1 1\n", 3, 5, "goes on"},
      {"matrix_market", pattern + "3 3 2\n2 1\n2 3\n", 4, 1, "other side of the diagonal"},
      {"matrix_market", "%%MatrixMarket matrix array real general\n2 2\n0\n1\nx\n", 5, 1, "'x' is no value"},
      {"matrix_market", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2\n", 3, 4, "'' is no value"},
      {"matrix", "", 1, 1, "no matrix"},
      {"matrix", "0 1 0\n1 0\n0 1 0\n", 1, 1, "has 3 fields, and the matrix 2 rows"},
      {"matrix", "0 1 0\n1 0 1\n0 1\n", 3, 1, "has 2 fields, and the matrix 3 rows"},
      {"matrix", "0 1\n-1 0\n", 2, 1, "'-1' is no number"},
      {"matrix", "0,1\nx,0\n", 2, 1, "'x' is no number"},
      {"matrix", ",a,b\na,0,1\nc,1,0\n", 3, 1, "row 2 has the name 'c', and its column 'b'"},
      {"matrix", ",a,a\na,0,1\na,1,0\n", 1, 4, "'a' stands at two nodes"},
      {"matrix", "a,0,1\na,1,0\n", 2, 1, "'a' stands at two nodes"},
      {"csv", "", 1, 1, "no first line"},
      {"csv", "a,target\n0,1\n", 1, 1, "no columns hold the ends"},
      {"csv", "source,target\n0\n", 2, 1, "has 1 fields, and the first one 2"},
      {"csv", "source,target\n0, \n", 2, 3, "no name"},
      {"csv", "source,target\n0,\"1\n", 2, 3, "does not end"},
      {"csv", "source,target,width\n0,1,x\n", 2, 5, "'x' is no number"},
      {"csv", "source,target,type\n0,1,directed\n1,0,Undirected\n", 3, 5, "others are not"},
  });
}

TEST_CASE("JSON and GML of any depth take no stack, and a size that a file only claims takes no memory") {
  const std::string deep(1'000'000, '[');
  check_mistakes({{"json", "{\"nodes\": [{\"id\": " + deep, 1, 1'000'018, "no JSON"}});
  std::string lists = "graph [ node [ id 0 ] ";
  for (int i = 0; i < 200'000; ++i) lists += "a [ ";
  check_mistakes({{"gml", lists, 1, 25, "no end"},
                  {"matrix_market", "%%MatrixMarket matrix array integer general\n67108864 67108864\n", 3, 1, "ends"}});
  const std::string closed(1'000'000, ']');
  CHECK(read_graph("json", "{\"nodes\": [{\"id\": 0, \"x\": " + deep + closed + "}], \"links\": []}").nodes == 1);
}
