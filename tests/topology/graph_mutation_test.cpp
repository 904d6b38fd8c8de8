// SPDX-License-Identifier: Apache-2.0
#include "support/mutated.hpp"
#include "topology/graph_reading.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

struct Valid {
  std::string format;
  std::string text;
  std::vector<std::string> pieces;
};

const std::vector<Valid> kValid = {
    {"edges",
     "# a graph\n0 1\n1 2 3\n2 3\t4 # wide\n3 0\n",
     {"9", " ", "\n", "-1", "#", "\t", "99999999999999999999", "x"}},
    {"graphml",
     "<?xml version='1.0' encoding='UTF-8'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
     "<key id=\"d0\" for=\"edge\" attr.name=\"width\" attr.type=\"int\"><default>2</default></key>\n"
     "<key id=\"d1\" for=\"node\" attr.name=\"x\"/><key id=\"d2\" for=\"node\" attr.name=\"y\"/>\n"
     "<graph edgedefault=\"undirected\">\n<node id=\"a\"><data key=\"d1\">0</data><data key=\"d2\">1</data></node>\n"
     "<node id=\"b\"><data key=\"d1\">1</data><data key=\"d2\">1</data></node>\n"
     "<edge source=\"a\" target=\"b\"><data key=\"d0\">3</data></edge>\n<!-- c -->\n</graph></graphml>\n",
     {"<", ">", "/>", "<node id=\"c\"/>", "</graph>", "&lt;", "&a;", "<![CDATA[", "]]>", "<!DOCTYPE a [", "<?a?>", "\"",
      "<data key=\"d1\">", "<graph>", "1e9", "\xFF", "<!ENTITY a 'b'>"}},
    {"dot",
     "strict digraph \"g\" { // c\n node [shape=box, x=1]; edge [width=2];\n a [label=\"l\", y=0]; b [y=1]; c [y=2];\n"
     " subgraph s { a -> {b c} [dir=both] } /* d */\n b:n -> \"c\" [label=<<b>x</b>>, width=3];\n}\n",
     {"{",  "}",  "[",  "]",  "\"", "<",    ">",        "->",   "--",  ";",  "=",
      "\\", "/*", "*/", "//", "+",  "node", "subgraph", "\xFF", "\n#", "-.", ":"}},
    {"metis",
     "% c\n4 4 011 1\n1 2 3 4 1\n1 1 3 3 2\n1 2 2 4 5\n1 1 1 3 5\n",
     {"5", "0", " ", "\n", "%", "-1", "99999999999"}},
    {"anynet",
     "router 0 node 0 router 1 2 router 2\nrouter 1 node 1 router 0 2\nnode 2 router 2\nrouter 2 router 1 4\n",
     {"router", "node", " ", "\n", "7", "-1", "67108863", "99999999999"}},
    {"gml",
     "# c\ngraph [\n directed 1 columns 3\n node [ id 0 label \"a&#38;\" x 0 y 1 graphics [ x 1.5 ] ]\n"
     " node [ id 7 label \"b\" x 1 y 1 ]\n edge [ source 7 target 0 width 2 ]\n]\n",
     {"[", "]", "\"", "#", " ", "node", "edge", "id", "label", "source", "&#x1F;", "&#1114112;", "0", "\xFF"}},
    {"json",
     "{\"directed\": true, \"graph\": {\"rows\": 2}, \"nodes\": [{\"id\": [0, 1], \"x\": 0, \"y\": 1},\n"
     " {\"id\": \"b\", \"x\": 1, \"y\": 1, \"tags\": [{}]}], \"links\": [{\"source\": {\"id\": \"b\"}, \"target\": [0, "
     "1],\n"
     " \"width\": 2}]}\n",
     {"{", "}", "[", "]", ",", ":", "\"", "null", "\"id\":", "1e999", "0", "\\u0000", "\\", "\xFF"}},
    {"matrix_market",
     "%%MatrixMarket matrix coordinate real general\n% c\n4 4 5\n1 2 1.5\n2 1 1.5\n3 1 2\n4 3 1\n2 2 1\n",
     {"array", "pattern", "integer", "symmetric", "%", " ", "\n", "5", "0", "-1", "1e9", "67108864", "99999999999"}},
    {"csv",
     "Id, Source,width,\"Target\",Type\n0,\"a, b\",3,c,Directed\n# x\n1,c,2.5,\"d \"\"e\"\"\",Directed\n",
     {",", ";", "\"", "\n", "\t", "Undirected", "source", "target", "0", "-1", "\xFF"}},
    {"matrix",
     ",a,\"b\",c\na,0,1.5,2\nb,1.5,0,1\n# x\nc,2,1,0\n",
     {",", ";", "\t", " ", "\"", "\n", "#", "1", "-1", "1e9", "x", "\xFF"}},
    {"grid_pairs",
     "# a\n0,0 1,0\n1,0\t1,1\r\n1,1 0,1 # b\n0,1 0,0\n",
     {",", " ", "\n", "#", "7", "-1", "99999999999", "x"}},
    {"repetita",
     "NODES 3\nlabel x y\nA -1.5 2\nB 0 0\nC 0 0\n\nEDGES 4\nlabel src dest weight bw delay\n"
     "e0 0 1 10 100 7\ne1 1 0 20 100 7\ne2 1 2 10 50.5 7\ne3 2 1 10 50.5 8\n",
     {"NODES", "EDGES", "label", " ", "\n", "3", "-1", "1e9", "67108864", "99999999999"}},
    {"slurm",
     "# a\nSwitchName=leaf1 Nodes=tux[0-2],io LinkSpeed=100\nSWITCHNAME=leaf2 nodes=tux[08-10]\n"
     "SwitchName = top \\\n  Switches=\"leaf[1-2]\"  # all\n",
     {"[", "]", ",", "-", "=", "\"", "\\\n", "BlockName", "Nodes", "99999999999", "#", "\n"}},
    {"ibnetdiscover",
     "vendid=0x1\nSwitch\t36 \"S-2\"\t# \"leaf\" base\n[1]\t\"H-4\"[1](5) # \"host\" lid 3\n[2]\t\"S-3\"[7]\n\n"
     "Switch 36 \"S-3\" # \"spine\"\n[7][ext 4]\t\"S-2\"[2]\n\nCa\t2 \"H-4\"\t# \"host\"\n[1](5) \"S-2\"[1]\n",
     {"[", "]", "\"", "#", "(", "Switch", "Hca", " ", "\n", "0", "-1", "99999999999"}},
    {"floonoc",
     "name: m\nendpoints:\n  - name: core\n    array: [2, 2]\n  - name: io\nrouters:\n  - name: r\n    array: [2, 2]\n"
     "    degree: 5\nconnections:\n  - {src: core, dst: r, src_range: [[0, 1], [0, 1]], dst_range: [[0, 1], [0, 1]]}\n"
     "  - {src: io, dst: r, dst_idx: [1, 1], dst_dir: North}\n",
     {"[", "]", "{", "}", ":", "-", ",", "tree", "array", "core", "0", "7", "99999999999", "\n"}}};

}  // namespace

TEST_CASE("whatever is done to a graph's file, it is read or refused with an error that has a place") {
  CHECK(kValid.size() + 1 == graph_formats().size());  // a design of RapidChiplet is several files
  Random random(20241105);
  for (const Valid& valid : kValid) {
    CAPTURE(valid.format);
    CHECK_FALSE(read_graph(valid.format, valid.text).links.empty());
    int refused = 0, read = 0;
    for (int round = 0; round < 6000; ++round) {
      const std::string text = mutated(valid.text, valid.pieces, random);
      CAPTURE(text);
      try {
        const GraphFile graph = read_graph(valid.format, text);
        ++read;
        for (const LocalLink& link : graph.links)
          CHECK((link.a < graph.nodes && link.b < graph.nodes && link.a != link.b));
        CHECK((graph.widths.empty() || graph.widths.size() == graph.links.size()));
        CHECK((graph.positions.empty() || graph.positions.size() == graph.nodes));
      } catch (const Error& error) {
        ++refused;
        const Diagnostic& first = error.diagnostics().front();
        const bool over = error.code() == ExitCode::over_limit;
        CHECK((over || (error.code() == ExitCode::bad_input && first.place.line > 0 && !first.hint.empty())));
      }
    }
    CHECK(refused > 1000);
    CHECK(read > 20);
  }
}
