// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <map>

#include "output/exported.hpp"

/// Networks whose files would look right but which simulators would misread: the export refuses them or adds a note.

namespace {

using namespace cutline;
using namespace cutline::test;

const std::string kSimulatorsTorus = "family: torus, radix: 4, dimensions: 2";
const std::string kSimulatorsExpress = "family: express, radix: 12, dimensions: 1, spacing: 4";
const std::string kParallel = "family: graph, nodes: 4, links: [[0, 1], [0, 1], [1, 2], [2, 3]]";

const std::string& main_of(const Exported& made) { return made.files.at(0).content; }

Exported booksim(const std::string& spec, const std::string& file = "network.anynet") {
  return Evaluated(spec).to("booksim", to_file(file));
}
Exported garnet(const std::string& spec, const std::string& file = "Network.py") {
  return Evaluated(spec).to("garnet", to_file(file));
}

/// The value of a key of a configuration; empty if the key is missing.
std::string simulators_value_of(const Exported& made, const std::string& key) {
  for (const std::string& line : lines_of(made.files.at(1).content)) {
    if (line.rfind(key + " = ", 0) == 0) return line.substr(key.size() + 3, line.size() - key.size() - 4);
  }
  return {};
}

/// Cycles of every channel in an anynet file, and the terminals of each router.
struct Anynet {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> cycles;
  std::map<std::uint64_t, std::vector<std::uint64_t>> terminals;
  std::vector<std::uint64_t> routers;
};

Anynet simulators_read(const std::string& text) {
  Anynet out;
  for (const std::string& line : lines_of(text)) {
    std::stringstream words(line);
    std::string word;
    std::uint64_t router = 0, number = 0, cycles = 0;
    words >> word >> router;
    REQUIRE(word == "router");
    out.routers.push_back(router);
    while (words >> word >> number) {
      if (word == "node") {
        out.terminals[router].push_back(number);
        continue;
      }
      REQUIRE(word == "router");
      REQUIRE(static_cast<bool>(words >> cycles));
      CHECK(out.cycles.emplace(std::pair(router, number), cycles).second);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("booksim: both directions of every link are written with its cycles, at least 1, each pair once") {
  for (const std::string& topology :
       {kSimulatorsTorus, kSimulatorsExpress, std::string("family: hypercube, dimensions: 4"), kParallel}) {
    CAPTURE(topology);
    const Evaluated each(spec_of(topology));
    ExportNetwork network = each.network();
    const Anynet file = simulators_read(main_of(each.to("booksim", to_file("n.anynet"))));
    for (const ExportLink& link : network.links) {
      CHECK(file.cycles.at({link.from, link.to}) == file.cycles.at({link.to, link.from}));
      CHECK(file.cycles.at({link.from, link.to}) <= link.cycles);
      CHECK(file.cycles.at({link.from, link.to}) >= 1);
    }
    CHECK(file.cycles.size() == channels_without_parallel(network, "booksim").size());
  }
}

TEST_CASE(
    "booksim: routers and terminals count from 0 without a gap, interchanges have no terminal, no latency follows "
    "one") {
  for (const std::string& topology : {kSimulatorsTorus, kSimulatorsExpress, kSimulatorsTorus + ", concentration: 2"}) {
    CAPTURE(topology);
    const Evaluated each(spec_of(topology));
    const ExportNetwork network = each.network();
    const Anynet file =
        simulators_read(main_of(each.to("booksim", to_file("n.anynet"))));  // read() takes no number after a node
    std::uint64_t next = 0;
    REQUIRE(file.routers.size() == network.nodes.size());
    for (std::uint64_t router = 0; router < file.routers.size(); ++router) {
      CHECK(file.routers[router] == router);
      const auto own = file.terminals.find(router);
      CHECK((own == file.terminals.end()) == network.nodes[router].interchange);
      if (own == file.terminals.end()) continue;
      CHECK(own->second.size() == network.nodes[router].terminals);
      for (const std::uint64_t terminal : own->second) CHECK(terminal == next++);
    }
    CHECK(next == network.terminals());
  }
}

TEST_CASE("booksim: the network file has no comments, tabs, upper case, blank lines or double blanks") {
  const std::string text = main_of(booksim(spec_of(kSimulatorsExpress)));
  CHECK(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789 \n") == std::string::npos);
  for (const char* odd : {"  ", "\n\n", " \n", "\n "}) CHECK(text.find(odd) == std::string::npos);
  CHECK(text.back() == '\n');
}

TEST_CASE("booksim: the way back of a one-way link, which it would make with one cycle, is slower than any way round") {
  const Evaluated torus(spec_of(kSimulatorsTorus + ", channels: unidirectional"));
  const Exported made = torus.to("booksim", to_file("n.anynet"));
  const std::uint64_t slow = 16 * torus.network().slowest_cycles();
  CHECK(says(made.notes, "32 channels of " + std::to_string(slow) + " cycles, that no route takes"));
  std::size_t ways = 0, slow_ways = 0;
  for (const std::string& line : lines_of(main_of(made))) {
    std::stringstream words(line);
    std::string word;
    std::uint64_t number = 0, cycles = 0;
    words >> word >> number;
    while (words >> word >> number) {
      if (word == "node") continue;
      words >> cycles;
      ++ways;
      if (cycles == slow) ++slow_ways;
    }
  }
  CHECK(ways == 64);
  CHECK(slow_ways == 32);
  // Along both one-way rings of four nodes: 1.5 links in each.
  CHECK(made.files.at(1).content.find("3 + (3.0000 links + 1) x 3 of a router") != std::string::npos);
}

TEST_CASE("booksim: a network that falls apart is refused, for it would wait for ever") {
  const Evaluated torus(spec_of(kSimulatorsTorus));
  ExportNetwork network = torus.network();
  CHECK(is_connected(network));
  std::erase_if(network.links, [](const ExportLink& link) { return link.from == 0 || link.to == 0; });
  CHECK(!is_connected(network));
  const Export& target = find_export("booksim");
  CHECK(refusal([&] { target.write(target, network, to_file("n.anynet")); }).find("not connected") !=
        std::string::npos);
  const Export& gem5 = find_export("garnet");
  CHECK(refusal([&] { gem5.write(gem5, network, to_file("N.py")); }).find("without a way") != std::string::npos);
}

TEST_CASE("one way round a one-way ring reaches every node, half a ring does not") {
  ExportNetwork ring = Evaluated(spec_of("family: ring, nodes: 4, channels: unidirectional")).network();
  CHECK(is_connected(ring));
  ring.links.pop_back();
  CHECK(!is_connected(ring));
}

TEST_CASE("simulators with one width for all are told of wider links") {
  const Evaluated wide(spec_of("family: graph, nodes: 4, links: [[0, 1, 2], [1, 2], [2, 3], [3, 0]]"));
  for (const std::string name : {"booksim", "garnet", "caminos", "sst"}) {
    CAPTURE(name);
    CHECK(says(wide.to(name, to_file(name == "garnet" ? "Network.py" : "network")).notes,
               "wider than the others: 1 link"));
  }
}

TEST_CASE("booksim and garnet: of parallel channels the fastest is written, with a note") {
  CHECK(says(booksim(spec_of(kParallel)).notes, "2 channels parallel"));
  CHECK(says(garnet(spec_of(kParallel)).notes, "2 channels parallel"));
  ExportNetwork network = Evaluated(spec_of(kParallel)).network();
  network.links[0].delay = nanoseconds(7);
  network.links[1].delay = nanoseconds(5);
  for (const ExportChannel& each : channels_without_parallel(network, "it")) CHECK(each.link != 0);
}

TEST_CASE("the buffer of a virtual channel covers the way of the longest link's credit, whatever the packet") {
  for (const double ns : {0.5, 0.05, 0.005}) {
    for (const int bits : {32, 1024, 4096}) {
      const Evaluated torus(spec_of(kSimulatorsTorus, "header: " + std::to_string(bits) + " bits\n"));
      ExportChoice choice = to_file("n.anynet");
      choice.cycle = nanoseconds(ns);
      const std::uint64_t longest = torus.network(choice).slowest_cycles();
      const Exported made = torus.to("booksim", choice);
      const std::uint64_t flits = std::stoull(simulators_value_of(made, "vc_buf_size"));
      CHECK(flits >= 2 * longest + 4);
      CHECK(flits <= std::max<std::uint64_t>(8, 2 * longest + 4 + 3));
      CHECK(flits >= 8);
    }
  }
}

TEST_CASE("virtual channels and the depth of their buffers are the spec's, of all that the target can hold") {
  const std::string more = "virtual_channels: 3\nrouter: {delay: 3 cycles, depth: 5}\n";
  const Exported made = booksim(spec_of(kSimulatorsTorus, more));
  CHECK(simulators_value_of(made, "num_vcs") == "3");
  CHECK(simulators_value_of(made, "vc_buf_size") == "5");
  CHECK(says(made.notes, "buffers of 5 flits as the spec gives them"));
  const std::string gem5 = main_of(garnet(spec_of(kSimulatorsTorus, more)));
  CHECK(gem5.find("--vcs-per-vnet=3") != std::string::npos);
  CHECK(gem5.find("buffers_per_data_vc = 5") != std::string::npos);
  CHECK(simulators_value_of(booksim(spec_of(kSimulatorsTorus)), "num_vcs") == "8");
  CHECK(main_of(garnet(spec_of(kSimulatorsTorus))).find("--vcs-per-vnet=8") != std::string::npos);
}

TEST_CASE("booksim: what its router takes at least is said, and what a slower one takes is its routing delay") {
  for (const int cycles : {0, 1, 3, 4, 9}) {
    const Exported made =
        booksim(spec_of(kSimulatorsTorus, "router: {delay: " + std::to_string(cycles) + " cycles}\n"));
    const int routing = std::stoi(simulators_value_of(made, "routing_delay"));
    CHECK(routing == std::max(0, cycles - 3));
    CHECK(says(made.notes, "at least 3 cycles") == (cycles < 3));
    for (const char* key : {"vc_alloc_delay", "sw_alloc_delay"}) CHECK(simulators_value_of(made, key) == "1");
  }
  const std::string two = "router: {delay: 5 cycles}\ninterchange: {delay: 3 cycles}\n";
  CHECK(
      says(booksim(spec_of(kSimulatorsExpress, two)).notes, "one delay of routers: 5 cycles, the interchanges' 3 too"));
}

TEST_CASE("booksim: the configuration writes reals with a point, ends every line, and takes no key that is not read") {
  const Exported made = booksim(spec_of(kSimulatorsTorus));
  for (const char* key : {"latency_thres", "injection_rate"})
    CHECK(simulators_value_of(made, key).find('.') != std::string::npos);
  CHECK(simulators_value_of(made, "packet_size") == "4");
  CHECK(simulators_value_of(made, "network_file") == "network.anynet");
  CHECK(simulators_value_of(made, "traffic") == "uniform");
  CHECK(made.files.at(1).extension == ".cfg");
  for (const std::string& line : lines_of(made.files.at(1).content)) {
    if (line.rfind("//", 0) != 0) CHECK(line.back() == ';');
    CHECK(line.find("channel_file") == std::string::npos);
    CHECK(line.find("sim_power") == std::string::npos);
  }
  CHECK(says(lines_of(made.files.at(1).content), "exit code tells nothing"));
}

TEST_CASE("booksim: it is told no other cost of routes than wires, and says so") {
  for (const RouteCost cost : {RouteCost::hop, RouteCost::router_and_wire}) {
    ExportChoice choice = to_file("n.anynet");
    choice.route_cost = cost;
    CHECK(refusal([&] { Evaluated(spec_of(kSimulatorsTorus)).to("booksim", choice); }).find("wires alone") !=
          std::string::npos);
  }
  CHECK(says(booksim(spec_of(kSimulatorsTorus)).notes, "not by the number of routers"));
}

TEST_CASE("booksim: a file name that its configuration cannot hold is refused") {
  const std::string spec = spec_of(kSimulatorsTorus);
  for (const char* bad : {"4x4.anynet", "my network", "-x", "n\xc3\xa4.any", "dir/"}) {
    CAPTURE(std::string(bad));
    CHECK(refusal([&] { booksim(spec, bad); }).find("of the name") != std::string::npos);
  }
  for (const char* beside : {"network.cfg", "network.routes"})
    CHECK(refusal([&] { booksim(spec, beside); }).find("beside it .cfg") != std::string::npos);
  CHECK(refusal([&] { booksim(spec, "-"); }).find("standard output") != std::string::npos);
  CHECK(simulators_value_of(booksim(spec, "some/dir/ring_4-x.any"), "network_file") == "ring_4-x.any");
}

TEST_CASE("booksim and garnet count cycles: without a clock they are refused") {
  const std::string spec = spec_of(kSimulatorsTorus, "clock: {rule: per_link}\nrouter: {delay: 1 ns}\n");
  CHECK(refusal([&] { booksim(spec); }).find("no cycle") != std::string::npos);
  CHECK(refusal([&] { garnet(spec); }).find("no cycle") != std::string::npos);
}

TEST_CASE("booksim: the time that a large network takes to start is said") {
  const std::string slow = "start takes the cube";
  CHECK(!says(booksim(spec_of("family: torus, radix: 8, dimensions: 2")).notes, slow));
  CHECK(says(booksim(spec_of("family: torus, radix: 34, dimensions: 2")).notes, slow));
}

TEST_CASE("garnet: a path that gem5 takes for none is refused; hops or a slower clock bring it back") {
  const Evaluated line(spec_of("family: mesh, radix: 16, dimensions: 1"));
  ExportChoice choice = to_file("Line.py");
  choice.cycle = nanoseconds(1e-4);
  CHECK(main_of(line.to("garnet", choice)).find(", 1),\n") != std::string::npos);  // dimension order
  choice.route_cost = RouteCost::router_and_wire;
  CHECK(refusal([&] { line.to("garnet", choice); }).find("weight 10000") != std::string::npos);
  choice.route_cost = RouteCost::hop;
  CHECK(main_of(line.to("garnet", choice)).find(", 1),\n") != std::string::npos);
}

TEST_CASE("garnet: exactly the lines of a weight of 10000 and more are refused, wherever node 0 stands on them") {
  for (const char* links : {"[0, 1], [1, 2], [2, 3], [3, 4]", "[4, 2], [2, 0], [0, 1], [1, 3]"}) {
    const Evaluated line(spec_of(fmt::format("family: graph, nodes: 5, links: [{}]", links)));
    bool taken = false, refused = false;
    for (double ns = 2e-5; ns < 1e-3; ns *= 1.02) {
      ExportChoice choice = to_file("Line.py");
      choice.cycle = nanoseconds(ns);
      const ExportNetwork network = line.network(choice);
      std::uint64_t wires = 0, routers = 0;
      for (const ExportLink& link : network.links) wires += link.cycles;
      for (const ExportNode& node : network.nodes) routers += node.cycles;
      const bool heavy = wires + routers - network.nodes[0].cycles >= 10000;  // all routers take equally long
      CAPTURE(ns);
      CHECK((refusal([&] { line.to("garnet", choice); }) != "") == heavy);
      (heavy ? refused : taken) = true;
    }
    CHECK((taken && refused));
  }
}

TEST_CASE("garnet: a weight is never 0, a router takes at least a cycle, more terminals than controllers are said") {
  const std::string instant = spec_of(kSimulatorsTorus, "router: {delay: 0 cycles}\n");
  const Exported made = garnet(instant);
  CHECK(says(made.notes, "at least 1 cycle"));
  CHECK(main_of(made).find(", 0),") == std::string::npos);
  CHECK(!says(made.notes, "NUMBER_BITS_PER_SET"));
  CHECK(says(garnet(spec_of("family: torus, radix: 9, dimensions: 2")).notes, "NUMBER_BITS_PER_SET"));
}

TEST_CASE("booksim: no link joins a router to itself, and traffic is light") {
  for (const std::string& topology : {kSimulatorsTorus, kSimulatorsExpress, kParallel}) {
    const Anynet file = simulators_read(main_of(booksim(spec_of(topology))));
    for (const auto& [ends, cycles] : file.cycles) CHECK(ends.first != ends.second);
  }
  const std::string self = "family: graph, nodes: 3, links: [[0, 1], [1, 1], [1, 2]]";
  CHECK(refusal([&] { booksim(spec_of(self)); }) != "");
  const Exported made = booksim(spec_of(kSimulatorsTorus));
  CHECK(std::stod(simulators_value_of(made, "injection_rate")) < 0.05);  // far below the load at which it deadlocks
  CHECK(says(made.notes, "without avoiding deadlock"));
  CHECK(says(made.notes, "takes cycles for lengths"));
}

TEST_CASE("garnet: the choice among equal paths and what may deadlock are said, so is its start's time") {
  const Exported made = garnet(spec_of(kSimulatorsTorus));
  CHECK(says(made.notes, "then at random"));
  CHECK(says(made.notes, "deadlock"));
  CHECK(!says(made.notes, "start takes the cube"));
  CHECK(says(garnet(spec_of("family: torus, radix: 17, dimensions: 2")).notes, "start takes the cube"));
  CHECK(main_of(made).find("ext_node=node, int_node=routers[places[i % len(places)]], latency=1)") !=
        std::string::npos);
}

TEST_CASE("garnet: one-way links stay one-way, both directions of others are written") {
  for (const std::string& topology :
       {kSimulatorsTorus, kSimulatorsTorus + ", channels: unidirectional", kSimulatorsExpress}) {
    CAPTURE(topology);
    const Evaluated each(spec_of(topology));
    ExportNetwork network = each.network();
    const std::string text = main_of(each.to("garnet", to_file("N.py")));
    std::size_t rows = 0;
    for (const ExportChannel& channel : channels(network)) {
      const std::string row = "    (" + std::to_string(channel.from) + ", " + std::to_string(channel.to) + ", " +
                              std::to_string(network.links[channel.link].cycles) + ", ";
      const std::size_t at = text.find(row, text.find("LINKS = ["));
      CHECK(at != std::string::npos);
      ++rows;
    }
    const std::string table =
        text.substr(text.find("LINKS = ["), text.find("\n]", text.find("LINKS = [")) - text.find("LINKS = ["));
    CHECK(static_cast<std::size_t>(std::count(table.begin(), table.end(), '(')) == rows);
  }
}

TEST_CASE("garnet: the file's name must be that of a Python class") {
  for (const char* bad : {"4x4.py", "my-net.py", "net.txt", "net", ".py"}) {
    CAPTURE(std::string(bad));
    CHECK(refusal([&] { garnet(spec_of(kSimulatorsTorus), bad); }).find("of the name") != std::string::npos);
  }
  // gem5's own files, and names that a topology file uses itself.
  for (const char* taken : {"BaseTopology", "Mesh_XY", "Mesh_westfirst", "MeshDirCorners_XY", "Crossbar",
                            "CrossbarGarnet", "Pt2Pt", "Cluster", "CustomMesh", "SimpleTopology", "m5", "os", "sys",
                            "common", "topologies", "LINKS", "ROUTERS", "len", "__init__"}) {
    CAPTURE(std::string(taken));
    CHECK(refusal([&] { garnet(spec_of(kSimulatorsTorus), taken + std::string(".py")); }).find("takes it itself") !=
          std::string::npos);
  }
  CHECK(main_of(garnet(spec_of(kSimulatorsTorus), "dir/Torus4.py")).find("class Torus4(SimpleTopology)") !=
        std::string::npos);
}
