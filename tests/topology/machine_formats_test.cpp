// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/performance/traffic.hpp"
#include "cutline/topology/family.hpp"
#include "topology/graph_reading.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// The name of the format that a text is read in, from a file with that ending.
std::string format_found(const std::string& ending, const std::string& text) {
  for (const GraphFormat& format : graph_formats()) {
    const bool ends = std::find(format.endings.begin(), format.endings.end(), ending) != format.endings.end();
    if ((ending.empty() || ends) && format.begins != nullptr && format.begins(text)) return std::string(format.name);
  }
  return "";
}

struct Mistake {
  std::string text;
  int line, column;
  const char* message;
};

void check_slips(const std::string& format, const std::vector<Mistake>& all) {
  std::vector<Wrong> wrong;
  for (const Mistake& each : all) wrong.push_back({format.c_str(), each.text, each.line, each.column, each.message});
  check_mistakes(wrong);
}

std::vector<std::string> names_of(const GraphFile& graph) {
  std::vector<std::string> names;
  for (std::uint32_t node = 0; node < graph.names.size(); ++node) names.emplace_back(graph.names[node]);
  return names;
}

const std::string kGridPairs = "# a square\n0,0 1,0\n1,0\t1,1\r\n 1,1 0,1 # back\n\n0,1 0,0";
const std::string kRepetita =
    "NODES 3\nlabel x y\nA -1.5 2\nB+City,_1 0 0\nC 0 0\n\nEDGES 4\nlabel src dest weight bw delay\n"
    "e0 0 1 10 100 7\ne1 1 0 20 100 7\ne2 1 2 10 50.5 7\ne3 2 1 10 50.5 8\n";
const std::string kTree =
    "# a machine\nSwitchName=leaf1 Nodes=tux[0-2],io Linkspeed=100\nSWITCHNAME=leaf2 nodes=tux[08-10]\n"
    "SwitchName = top \\\n  Switches=\"leaf[1-2]\"  # all\n";
const std::string kFabric =
    "#\n# Topology file: generated on Monday\n#\n\nvendid=0x1\nswitchguid=0x2(2)\n"
    "Switch\t36 \"S-0002\"\t\t# \"leaf; one\" enhanced port 0 lid 1 lmc 0\n"
    "[1]\t\"H-0004\"[1](5) \t\t# \"host a\" lid 3 4xHDR\n[2]\t\"S-0003\"[7]\t\t# \"spine\" lid 2 4xHDR\n"
    "[3]\t\"S-0003\"[8]\t\t# \"spine\" lid 2 4xHDR\n\nvendid=0x1\nSwitch 36 \"S-0003\" # \"spine\" base port 0 lid 2 "
    "lmc 0\n"
    "[7][ext 4]\t\"S-0002\"[2][ext 2]\t\t# \"leaf; one\" lid 1 4xHDR\n[8]\t\"S-0002\"[3]\n\ncaguid=0x4\n"
    "Ca\t2 \"H-0004\"\t\t# \"host a\"\n[1](5) \t\"S-0002\"[1]\t\t# lid 3 lmc 0 \"leaf; one\" lid 1 4xHDR\n";
const std::string kFlooMesh =
    "name: mesh\nendpoints:\n  - name: core\n    array: [2, 2]\n  - name: \"mem\"\n    array: [2]\n  - name: io\n"
    "routers:\n  - name: r\n    array: [2, 2]\n    degree: 5\n"
    "connections:\n  - {src: core, dst: r, src_range: [[0, 1], [0, 1]], dst_range: [[0, 1], [0, 1]], dst_dir: Eject}\n"
    "  - src: mem\n    dst: r\n    src_range:\n    - [0, 1]\n    dst_range:\n    - [0, 0]\n    - [0, 1]\n"
    "    dst_dir: \"West\"\n  - src: io\n    dst: r\n    dst_idx: [1, 1]\n    dst_dir: North\n";
const std::string kSimulated =
    "# a net\nSwitch\t8 \"SW1\"\n[1]\t\"H1\"[1]\n[4]\t\"H2\"  w=4\n[5]\n\nHca 2 \"H1\"\n[1] \"SW1\" [1]\n\nHca\t2 "
    "\"H2\"\n";

}  // namespace

TEST_CASE("Graph Golf's grid graphs: nodes have the names and the places of their cells") {
  const GraphFile square = read_graph("grid_pairs", kGridPairs);
  CHECK(names_of(square) == std::vector<std::string>{"0,0", "1,0", "1,1", "0,1"});
  CHECK(square.positions == std::vector<Cell>{{{0, 0, 0}}, {{1, 0, 0}}, {{1, 1, 0}}, {{0, 1, 0}}});
  CHECK(edges_of(square) == Edges{{0, 1, 1}, {0, 3, 1}, {1, 2, 1}, {2, 3, 1}});
  CHECK(square.states_nodes);
  check_slips("grid_pairs", {{"0,0 1,0\n0,0 1", 2, 5, "the cell of a node"},
                             {"0,0", 1, 4, "the cell of a node"},
                             {"0,0 1,0 1,1", 1, 9, "goes on after its second node"},
                             {"0,0 1,67108864", 1, 5, "the cell of a node"},
                             {"0,0 -1,0", 1, 5, "the cell of a node"},
                             {"0,0 1,0,0", 1, 5, "the cell of a node"}});
}

TEST_CASE("Repetita: opposite edges are one link if all are, and a width is what the user names") {
  const GraphFile pairs = read_graph("repetita", kRepetita);
  CHECK(names_of(pairs) == std::vector<std::string>{"A", "B+City,_1", "C"});
  CHECK_FALSE(pairs.directed);
  CHECK(edges_of(pairs) == Edges{{0, 1, 1}, {1, 2, 1}});
  CHECK(notes_say(pairs, "not read: 'bw', 'delay', 'weight', 'x', 'y'"));
  CHECK(edges_of(read_graph("repetita", kRepetita, "bw")) == Edges{{0, 1, 200}, {1, 2, 101}});
  const GraphFile weighed = read_graph("repetita", kRepetita, "weight");
  CHECK(weighed.directed);
  CHECK(edges_of(weighed) == Edges{{0, 1, 1}, {1, 0, 2}, {1, 2, 1}, {2, 1, 1}});
  CHECK(notes_say(weighed, "widths are weight in multiples of 10"));
  std::string odd = kRepetita;  // what divides all is 1, and the widest has more than 2^20 of it
  odd.replace(odd.find("1 0 20"), 6, "1 0 1000007");
  CHECK(edges_of(read_graph("repetita", odd, "weight")) == Edges{{0, 1, 10}, {1, 0, 1000007}, {1, 2, 10}, {2, 1, 10}});
  odd.replace(odd.find("1000007"), 7, "10000007");
  CHECK(edges_of(read_graph("repetita", odd, "weight")) == Edges{{0, 1, 1}, {1, 0, 1000001}, {1, 2, 1}, {2, 1, 1}});
  odd.replace(odd.find("e3 2 1 10 50.5"), 14, "e3 2 1 10 50.4");
  CHECK(read_graph("repetita", odd).directed);
  CHECK(read_graph("repetita", odd).links.size() == 4);
}

TEST_CASE("Repetita: a mistake has its place") {
  const std::string nodes = "NODES 2\nlabel x y\nA 0 0\nB 0 0\n\nEDGES 1\nlabel src dest weight bw delay\n";
  check_slips("repetita", {{"", 1, 1, "before its line `NODES n`"},
                           {"EDGES 1\n", 1, 1, "here its line `NODES n` is due"},
                           {"NODES two\n", 1, 7, "a whole number"},
                           {"NODES 2\nlabel x y\nA 0 0\nA 0 0\n", 4, 1, "'A' is stated twice"},
                           {"NODES 2\nlabel x y\nA 0 0\nEDGES 1\n", 4, 8, "no 'y'"},
                           {"NODES 2\nlabel x y\nA 0 0\n", 4, 1, "before node 1 of 2"},
                           {nodes + "e 0 2 1 1 1", 8, 5, "is from 0 to 1"},
                           {nodes + "e 0 1 1 1", 8, 10, "no 'delay'"},
                           {nodes + "e 0 1 1 fast 1", 8, 9, "'fast' is no number"},
                           {nodes + "e 0 1 1 1 1 1", 8, 13, "goes on"},
                           {nodes + "e 0 1 1 1 1\ne 1 0 1 1 1", 9, 1, "after the last of 1 edges"},
                           {nodes, 8, 1, "before edge 0 of 1"}});
}

TEST_CASE("Slurm: switches with their nodes and switches, by lists in brackets and over several lines") {
  const GraphFile tree = read_graph("slurm", kTree);
  CHECK(names_of(tree) ==
        std::vector<std::string>{"leaf1", "tux0", "tux1", "tux2", "io", "leaf2", "tux08", "tux09", "tux10", "top"});
  CHECK(tree.switches == std::vector<bool>{true, false, false, false, false, true, false, false, false, true});
  CHECK(tree.concentration == 1);
  CHECK(edges_of(tree) ==
        Edges{{0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {0, 4, 1}, {0, 9, 1}, {5, 6, 1}, {5, 7, 1}, {5, 8, 1}, {5, 9, 1}});
  CHECK(notes_say(tree, "not read: 'LinkSpeed'"));
  const GraphFile racks = read_graph("slurm", "SwitchName=s Nodes=r[1-2]n[08,9-10]-ib,\\\r\nx\r\n");
  CHECK(names_of(racks) ==
        std::vector<std::string>{"s", "r1n08-ib", "r1n9-ib", "r1n10-ib", "r2n08-ib", "r2n9-ib", "r2n10-ib", "x"});
  const GraphFile shown = read_graph("slurm",
                                     "SwitchName=s0 Level=0 LinkSpeed=1 Nodes=n[0-1]\n"
                                     "SwitchName=s1 Level=1 LinkSpeed=1 Nodes=n[0-1] Switches=s0\n");
  CHECK(edges_of(shown) == Edges{{0, 1, 1}, {0, 2, 1}, {0, 3, 1}});
  const GraphFile both = read_graph("slurm", "SwitchName=a Switches=b\nSwitchName=b Switches=a Nodes=n,n\n");
  CHECK(both.links.size() == 2);
  CHECK(notes_say(both, "2 links are stated again"));
}

TEST_CASE("Slurm: a block is a star about a switch of its name") {
  const GraphFile blocks =
      read_graph("slurm", "BlockName=b1 Nodes=n[1-2]\nBlockName=b2 Nodes=n[3-4]\nBlockSizes=2,4\n");
  CHECK(names_of(blocks) == std::vector<std::string>{"b1", "n1", "n2", "b2", "n3", "n4"});
  CHECK(edges_of(blocks) == Edges{{0, 1, 1}, {0, 2, 1}, {3, 4, 1}, {3, 5, 1}});
  CHECK(blocks.switches[0]);
  CHECK(notes_say(blocks, "a star of its nodes about a switch of its name"));
  CHECK(notes_say(blocks, "not read: 'BlockSizes'"));
}

TEST_CASE("Slurm: a mistake has its place, and lists do not grow without bounds") {
  check_slips("slurm", {{"Nodes=n1\n", 1, 1, "names no switch"},
                        {"SwitchName=s Node=n1\n", 1, 14, "'Node' is no key"},
                        {"SwitchName\n", 1, 1, "no `key=value`"},
                        {"SwitchName=\n", 1, 1, "has no value"},
                        {"SwitchName=\"s", 1, 13, "no closing"},
                        {"SwitchName=s SwitchName=t", 1, 14, "'SwitchName' stands twice"},
                        {"SwitchName=s[1-2] Nodes=n", 1, 12, "has one name"},
                        {"SwitchName=s Nodes=n\nSwitchName=s Nodes=m", 2, 12, "has a line already"},
                        {"SwitchName=s Nodes=n\nSwitchName=n Nodes=m", 2, 12, "a compute node and a switch"},
                        {"SwitchName=s \\\n Switches=n,t", 2, 11, "no line of the switch 'n'"},
                        {"SwitchName=s Nodes=n[1-", 1, 24, "a whole number is due"},
                        {"SwitchName=s Nodes=n[2-1]", 1, 22, "ends before it begins"},
                        {"SwitchName=s Nodes=n[1", 1, 23, "] is due"},
                        {"SwitchName=s Nodes=n1]", 1, 22, "closes no ["},
                        {"SwitchName=s Nodes=n,\\\n,m", 2, 1, "a name is missing"},
                        {"SwitchName=s Nodes=n[1-99999]", 1, 22, "more than 65536 numbers"},
                        {"SwitchName=s Nodes=n[0-18446744073709551615]", 1, 22, "more than 65536 numbers"},
                        {"SwitchName=s Nodes=n[1-999][1-999]", 1, 20, "more than 65536 names"},
                        {"SwitchName=s Nodes=" + std::string(65, 'n'), 1, 20, "more than 64 letters"}});
  std::string many;
  for (int i = 0; i < 70; ++i) many += "SwitchName=s" + std::to_string(i) + " Nodes=n[0-65535]\n";
  try {
    read_graph("slurm", many);
    FAIL_CHECK("4.6 million names were read");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::over_limit);
  }
}

TEST_CASE("InfiniBand: a cable is one link though both of its nodes state it, and parallel cables stay") {
  const GraphFile fabric = read_graph("ibnetdiscover", kFabric);
  CHECK(names_of(fabric) == std::vector<std::string>{"leaf; one", "host a", "spine"});
  CHECK(edges_of(fabric) == Edges{{0, 1, 1}, {0, 2, 1}, {0, 2, 1}});
  CHECK(fabric.switches == std::vector<bool>{true, false, true});
  CHECK(fabric.concentration == 1);
  CHECK(notes_say(fabric, "'widths and speeds of cables'"));
  std::string alike = kFabric;
  alike.replace(alike.find("\"spine\" base"), 7, "\"leaf; one\"");
  CHECK(names_of(read_graph("ibnetdiscover", alike)) == std::vector<std::string>{"S-0002", "H-0004", "S-0003"});
  CHECK(notes_say(read_graph("ibnetdiscover", alike), "named by their GUIDs"));
  const GraphFile engine = read_graph("ibnetdiscover", kFabric +
                                                           "\nCa 1 \"H-9\" # \"Mellanox Aggregation Node\"\n"
                                                           "[1](9) \"S-0002\"[36] # lid 9 lmc 0 \"leaf; one\"\n");
  CHECK(names_of(engine) == names_of(fabric));
  CHECK(edges_of(engine) == edges_of(fabric));
  CHECK(notes_say(engine, "1 aggregation nodes"));
  const GraphFile net = read_graph("ibnetdiscover", kSimulated);
  CHECK(names_of(net) == std::vector<std::string>{"SW1", "H1", "H2"});
  CHECK(edges_of(net) == Edges{{0, 1, 1}, {0, 2, 1}});
  const GraphFile old =
      read_graph("ibnetdiscover", "Switch 4 \"S-1\" # SW 9 base port 0 lid 1\nRt 1 \"R-2\" # gate\n[1] \"S-1\"[4]");
  CHECK(names_of(old) == std::vector<std::string>{"SW 9", "gate"});
}

TEST_CASE("InfiniBand: a mistake has its place") {
  const std::string node = "Switch 4 \"S\"\n";
  check_slips("ibnetdiscover", {{"", 1, 1, "states no node"},
                                {"[1] \"S\"[1]\n", 1, 1, "below no node"},
                                {"Switch 4\n", 1, 9, "the name of the node"},
                                {"Switch 999 \"S\"\n", 1, 8, "from 1 to 255"},
                                {node + node, 2, 1, "'S' is stated twice"},
                                {node + "[5] \"T\"[1]", 2, 1, "has 4 ports"},
                                {node + "[x] \"T\"[1]", 2, 2, "from 1 to 255"},
                                {node + "[1] \"T\"[0]", 2, 9, "from 1 to 255"},
                                {node + "[1] \"T[1]", 2, 5, "in quotes"},
                                {node + "[1] \"T\"[1]", 2, 5, "states no node 'T'"},
                                {node + "[1] \"T\"[1]\n[1] \"T\"[2]\nCa 2 \"T\"", 3, 1, "port 1 of 'S' has two cables"},
                                {node + "@[1] \"T\"", 2, 1, "ibsim"},
                                {"include \"other\"\n", 1, 1, "put the files into one"}});
}

TEST_CASE("RapidChiplet: chiplets stand where the placement says, and PHYs have links") {
  const std::filesystem::path root = std::filesystem::temp_directory_path() / "cutline_machine_formats";
  const auto write = [&](const std::string& name, const std::string& text) {
    std::filesystem::create_directories((root / name).parent_path());
    std::ofstream(root / name) << text;
  };
  const std::string names =
      R"("chiplets": "in/chiplets/chiplets_a.json", "placement": "in/placements/placement_a.json")";
  const std::string kind = R"("dimensions": {"x": 4, "y": 2.5}, "phys": [{}, {}], "unit_count": 8)";
  write("in/designs/a.json", "{" + names + R"(, "topology": "in/topologies/topology_a.json"})");
  write("in/chiplets/chiplets_a.json", R"({"core": {)" + kind + R"(}, "memory": {)" + kind + "}}");
  write("in/placements/placement_a.json",
        R"({"chiplets": [{"position": {"x": 0, "y": -1}, "rotation": 0, "name": "core"},
            {"position": {"x": 5.5, "y": 0}, "rotation": 90, "name": "memory"}],
            "interposer_routers": [{"position": {"x": 4.5, "y": 1}}]})");
  const std::string links = R"([{"ep1": {"type": "chiplet", "outer_id": 0, "inner_id": 1},
    "ep2": {"type": "irouter", "outer_id": 0, "inner_id": 0}, "color": "#00f"},
   {"ep1": {"type": "irouter", "outer_id": 0, "inner_id": 1},
    "ep2": {"type": "chiplet", "outer_id": 1, "inner_id": 0}}])";
  write("in/topologies/topology_a.json", links);
  for (const char* path : {"in/designs/a.json", "in/topologies/topology_a.json"}) {
    const GraphFile graph = read_graph_file((root / path).string());
    CHECK(names_of(graph) == std::vector<std::string>{"chiplet_0", "chiplet_1", "irouter_0"});
    CHECK(edges_of(graph) == Edges{{0, 2, 1}, {1, 2, 1}});
    CHECK(graph.switches == std::vector<bool>{false, false, true});
    CHECK(graph.concentration == 8);
    REQUIRE(graph.tiles.size() == 3);
    CHECK(graph.tiles[0] == Rectangle{millimetres(0), millimetres(-1), millimetres(4), millimetres(2.5)});
    CHECK(graph.tiles[1] == Rectangle{millimetres(5.5), millimetres(0), millimetres(2.5), millimetres(4)});
    CHECK(graph.tiles[2].x == millimetres(4.5));
    CHECK(notes_say(graph, "not read: 'color'"));
  }
  const GraphFile alone = read_graph("rapidchiplet", links);
  CHECK(names_of(alone) == std::vector<std::string>{"chiplet_0", "irouter_0", "chiplet_1"});
  CHECK(alone.tiles.empty());
  CHECK(format_found(".json", links) == "rapidchiplet");
  CHECK(format_found(".json", "{" + names + R"(, "topology": ""})") == "rapidchiplet");
  CHECK(format_found(".json", R"({"nodes": [], "links": []})") != "rapidchiplet");
  write("in/placements/placement_a.json", R"({"chiplets": [{"position": {"x": 0}, "name": "core"}]})");
  CHECK_THROWS_WITH_AS(read_graph_file((root / "in/designs/a.json").string()),
                       doctest::Contains("chiplet 0 has no position"), Error);
  std::filesystem::remove(root / "in/placements/placement_a.json");
  CHECK_THROWS_WITH_AS(read_graph_file((root / "in/designs/a.json").string()),
                       doctest::Contains("no folder that the design stands in has the file"), Error);
  std::filesystem::remove_all(root);
  const std::string end = R"({"type": "chiplet", "outer_id": 0, "inner_id": 0})";
  check_slips("rapidchiplet", {{"[{]", 1, 3, "no JSON"},
                               {"[1e999]", 1, 1, "a number that is too large"},
                               {"3", 1, 1, "no list of links"},
                               {"{}", 1, 1, "names no file `topology`"},
                               {"{\"topology\": 3}", 1, 2, "names no file `topology`"},
                               {"[{\"ep1\": " + end + "}]", 1, 1, "ep2 of link 0"},
                               {"[{\"ep1\": " + end + ",\n\"ep2\": {\"type\": \"phy\"}}]", 2, 1, "ep2 of link 0"},
                               {"[{\n\"ep1\": {\"type\": \"chiplet\", \"outer_id\": -1}}]", 2, 1, "ep1 of link 0"}});
}

TEST_CASE("FlooNoC: a mesh of routers with an endpoint each, and endpoints at its sides") {
  const GraphFile mesh = read_graph("floonoc", kFlooMesh);
  CHECK(names_of(mesh) == std::vector<std::string>{"r_0_0", "r_0_1", "r_1_0", "r_1_1", "mem_0", "mem_1", "io"});
  CHECK(edges_of(mesh) == Edges{{0, 1, 1}, {0, 2, 1}, {0, 4, 1}, {1, 3, 1}, {1, 5, 1}, {2, 3, 1}, {3, 6, 1}});
  CHECK(mesh.switches.empty());
  CHECK(mesh.concentration == 1);
  CHECK(mesh.positions ==
        std::vector<Cell>{{{1, 0, 0}}, {{1, 1, 0}}, {{2, 0, 0}}, {{2, 1, 0}}, {{0, 0, 0}}, {{0, 1, 0}}, {{2, 2, 0}}});
}

TEST_CASE("FlooNoC: trees of routers by level, single routers, and several endpoints at one router") {
  const GraphFile tree = read_graph("floonoc",
                                    "endpoints: [{name: core, array: [4]}, {name: io}]\n"
                                    "routers: [{name: t, tree: [1, 2]}, {name: lone}, "
                                    "{name: free, array: [2], auto_connect: false}]\n"
                                    "connections:\n"
                                    "- {src: core, src_range: [[0, 3]], dst: t, dst_lvl: 1, allow_multi: true}\n"
                                    "- {src: lone, dst: t, dst_idx: [0]}\n- {src: lone, dst: io}\n"
                                    "- {src: free_0, dst: t, dst_idx: [0, 1]}\n"
                                    "- {src: free, src_range: [[1, 0]], dst: lone, allow_multi: true}\n");
  CHECK(names_of(tree) == std::vector<std::string>{"t_0", "t_0_0", "t_0_1", "lone", "free_0", "free_1", "core_0",
                                                   "core_1", "core_2", "core_3", "io"});
  CHECK(edges_of(tree) == Edges{{0, 1, 1},
                                {0, 2, 1},
                                {0, 3, 1},
                                {1, 6, 1},
                                {1, 7, 1},
                                {2, 4, 1},
                                {2, 8, 1},
                                {2, 9, 1},
                                {3, 4, 1},
                                {3, 5, 1},
                                {3, 10, 1}});
  CHECK(std::count(tree.switches.begin(), tree.switches.end(), true) == 6);
  CHECK(tree.positions.empty());
}

TEST_CASE("FlooNoC: a mistake has its place, and arrays do not grow without bounds") {
  const std::string start = "endpoints: [{name: e, array: [2]}]\nrouters: [{name: r, array: [2, 2]}, {name: s}]\n";
  const std::string head = start + "connections:\n- ";
  check_slips("floonoc", {{"routers: []\nendpoints: []\n", 1, 1, "no list of connections"},
                          {"routers: [3]\n", 1, 11, "here `name` is due"},
                          {"routers: [{name: r, array: [2, 2, 2]}]\n", 1, 28, "1 to 2 whole numbers"},
                          {"routers: [{name: r, array: [-1]}]\n", 1, 29, "a whole number"},
                          {"routers: [{name: r, array: [2], tree: [2]}]\n", 1, 11, "an array or a tree"},
                          {"routers: [{name: r, array: [60000, 60000]}]\n", 1, 28, "more than 2^16 nodes"},
                          {"routers: [{name: r, tree: [60000, 60000]}]\n", 1, 27, "more than 2^16 nodes"},
                          {"routers: [{name: r}, {name: r}]\n", 1, 22, "two nodes 'r'"},
                          {head + "{src: e, dst: s}", 4, 3, "'e' is several nodes"},
                          {head + "{src: e_0, dst: x}", 4, 3, "no node 'x'"},
                          {head + "{src: e, src_range: [[0, 2]], dst: s}", 4, 23, "no node 'e_2'"},
                          {head + "{src: e, src_range: [[0, 1]], dst: s}", 4, 3, "2 nodes are joined to 1"},
                          {head + "{src: e, src_range: [0, 1], dst: s}", 4, 23, "a list of one or two"},
                          {head + "{src: e, src_idx: 0, src_lvl: 0, dst: s}", 4, 3, "only one of src_range"},
                          {head + "{src: r, src_lvl: 2, dst: s}", 4, 21, "no level 2"},
                          {head + "{src: e_0, dst: s, bidirectional: false}", 4, 3, "no one-way"},
                          {head + "{dst: s}", 4, 3, "here `src` is due"}});
  CHECK_THROWS_AS(read_graph("floonoc", start + "connections: [\n"), Error);
}

TEST_CASE("Repetita's demands are traffic by the numbers of its nodes") {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "cutline_machine_formats.demands";
  const auto write = [&](const std::string& text) { std::ofstream(path) << text; };
  const std::string head = "DEMANDS 2\nlabel src dest bw\ndemand_0 0 1 300632\n";
  write(head + "demand_1 1 0 0.5\n\n");
  const Topology pair = build_topology("ring", {{"nodes", 2}});
  const std::vector<TrafficEntry> demands = read_traffic_file(path.string(), pair).entries;
  REQUIRE(demands.size() == 2);
  CHECK(demands[0].weight == 300632);
  CHECK(demands[1].source == 1);
  CHECK(demands[1].destination == 0);
  CHECK(demands[1].weight == 0.5);
  for (const std::string& wrong : {head, head + "1 0 1\n", head + "d 1 0\n", std::string("DEMANDS\n")}) {
    write(wrong);
    CHECK_THROWS_AS(read_traffic_file(path.string(), pair), Error);
  }
  std::filesystem::remove(path);
}

TEST_CASE("a shared ending is read as the text begins") {
  const auto read = [&](const std::string& ending, const std::string& text) {
    const std::filesystem::path path = std::filesystem::temp_directory_path() / ("cutline_machine_formats" + ending);
    std::ofstream(path) << text;
    const GraphFile graph = read_graph_file(path.string());
    std::filesystem::remove(path);
    return graph;
  };
  CHECK(read(".graph", kRepetita).names.size() == 3);
  CHECK(read(".graph", "2 1\n2\n1\n").names.empty());
  for (const char* ending : {".txt", ".edges"}) {
    CHECK(read(ending, kGridPairs).positions.size() == 4);
    CHECK(read(ending, "0,1\n1,2\n").positions.empty());
  }
  CHECK(read(".any_other", kFabric).links.size() == 3);
}

TEST_CASE("files of machines are known by how they begin, whatever their ending") {
  const std::vector<std::pair<std::string, std::string>> all = {{"grid_pairs", kGridPairs},
                                                                {"repetita", kRepetita},
                                                                {"slurm", kTree},
                                                                {"slurm", "\n blocksizes = 4\n"},
                                                                {"slurm", "# t\n---\n- topology: t\n"},
                                                                {"ibnetdiscover", kFabric},
                                                                {"ibnetdiscover", kSimulated},
                                                                {"ibnetdiscover", "vendid=0x2c9\n"},
                                                                {"floonoc", kFlooMesh}};
  for (const auto& [format, text] : all) {
    CAPTURE(text);
    CHECK(format_found("", text) == format);
    for (const GraphFormat& each : graph_formats()) {
      if (each.name != format && each.begins != nullptr) CHECK_FALSE(each.begins(text));
    }
  }
  for (const char* other :
       {"0 1\n1 2\n", "0,1\n", "3 2\n2\n1 3\n2\n", "% c\n", "", "graph { a -- b }", "<graphml/>", "router 0 node 0\n",
        "*Vertices 2\n", "{\"nodes\": []}", "0,1 2\n", "NODES\n", "Switch\n"}) {
    CAPTURE(other);
    for (const char* ours : {"grid_pairs", "repetita", "slurm", "ibnetdiscover", "rapidchiplet", "floonoc"})
      CHECK(format_found("", other) != ours);
  }
}
