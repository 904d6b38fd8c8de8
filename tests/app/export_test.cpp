// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "app/exported_links.hpp"
#include "cutline/output/export/exports.hpp"
#include "cutline/output/list/listing.hpp"
#include "cutline/placement/place.hpp"

/// Exports written by the program and read back by their tools, if these are installed.

namespace {

using namespace cutline::test;
using SortedJson = nlohmann::json;

constexpr const char* kExportSpec = R"(cutline: 1
title: exports
technology: nangate45
delay: [d2m, repeated]
clock: {rule: fixed, frequency: 2 GHz}
router: {delay: 2 cycles}
node: {width: 1 mm, height: 1 mm}
candidates:
  - {name: torus, topology: {family: torus, radix: 4, dimensions: 2}}
  - {name: oneway, topology: {family: torus, radix: 4, dimensions: 2, channels: unidirectional}}
  - {name: parallel, topology: {family: graph, nodes: 3, links: [[0, 1], [0, 1], [1, 2]]}}
  - {name: real, ideal: true, topology: {family: torus, nodes: 16, dimensions: 2}}
  - {name: huge, topology: {family: hypercube, dimensions: 20}}
)";

/// The table of links of a candidate, from its CSV: ends, delay, cycles.
std::multiset<std::string> rows_of(const Place& place, const std::string& candidate) {
  std::multiset<std::string> rows;
  for (const Row& link : links_of(place, "-c " + candidate))
    rows.insert(link.text("from") + " " + link.text("to") + " " + link.text("delay_ns") + " " +
                link.text("delay_cycles"));
  return rows;
}

std::multiset<std::string> lines_set(const std::string& text) {
  std::multiset<std::string> all;
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line);) all.insert(line);
  return all;
}

}  // namespace

TEST_CASE("BookSim's files tell the bound that the least balanced cut sets, as the record does") {
  // Two rings of four, joined by one link: half of what four nodes send crosses it, two messages for each that all
  // send.
  const Place place(R"(cutline: 1
candidates:
  - {name: rings, topology: {family: graph, nodes: 8, links: [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [4, 5], [5, 6],
                                                              [6, 7], [7, 4], [4, 6], [0, 4]]}}
)");
  const SortedJson record = SortedJson::parse(place.run("measure spec.yaml --format json").out);
  CHECK(record["candidates"][0]["performance"]["saturation_bits_per_cycle_per_terminal"] == 0.5);
  REQUIRE(place.run("export spec.yaml --to booksim -o net.anynet").code == 0);
  CHECK(contains(slurp(place / "net.cfg"), "with equal routes shared 0.5 bits"));
}

TEST_CASE("an export that cannot be made exits 2 with a hint and writes nothing") {
  struct Case {
    const char* arguments;
    const char* message;
    const char* hint;
  };
  const Place place(kExportSpec);
  for (const Case& each :
       {Case{"spec.yaml -c torus", "--to", "csv, edges"},
        Case{"spec.yaml -c torus --to boksim", "'boksim'", "'booksim'"},
        Case{"spec.yaml --to csv", "5 candidates", "torus; oneway"},
        Case{"spec.yaml -c real --to csv", "ideal", "take"},
        Case{"spec.yaml -c real --set candidates[3].topology.nodes=1048576 --to csv", "ideal", "take"},
        Case{"spec.yaml -c torus --to csv --route-cost hops", "'hops'", "wire, hop, router+wire"},
        Case{"spec.yaml -c torus --to csv --clock 2mm", "--clock", "GHz"},
        Case{"spec.yaml -c torus --to csv --delay elmore", "'elmore'", "d2m; repeated"},
        Case{"spec.yaml -c torus --to booksim", "standard output", "-o network.anynet"},
        Case{"spec.yaml -c torus --to gds", "standard output", "-o network.gds"},
        Case{"spec.yaml -c torus --to oasis -o a.lyp", "two files", "another ending than .lyp with -o, as .oas"},
        Case{"spec.yaml -c torus --to gds -o a.gds --clock 2GHz", "no delays", "leave out --clock"},
        Case{"spec.yaml -c torus --to gds -o a.gds --route-cost hop", "no cost of routes", "leave out --route-cost"},
        Case{"spec.yaml -c torus --to csv --texts", "holds no layout", "leave out --texts"},
        Case{"spec.yaml -c torus --to npy -o links.txt", "two files", "another ending than .txt with -o, as .npy"},
        Case{"spec.yaml -c torus --to spice --link ''", "--link", "--help"},
        Case{"spec.yaml -c torus --to csv --route-cost ''", "--route-cost", "--help"},
        Case{"spec.yaml -c torus --to metis --clock 2GHz", "no delays", "leave out --clock"},
        Case{"spec.yaml -c torus --to metis --delay d2m", "no delays", "leave out --delay"},
        Case{"spec.yaml -c torus --to oasis -o a.oas --delay d2m", "no delays", "leave out --delay"},
        Case{"spec.yaml -c torus --to garnet -o class.py", "'class'", "another name"},
        Case{"spec.yaml -c torus --to garnet -o class.py --dry-run", "'class'", "another name"},
        Case{"spec.yaml -c torus --to gds --dry-run", "standard output", "-o network.gds"},
        Case{"spec.yaml --to csv --dry-run", "5 candidates", "torus; oneway"},
        Case{"spec.yaml -c torus --to csv --route-cost hops --dry-run", "'hops'", "router+wire"},
        Case{"spec.yaml -c oneway --to ns3 -o a.inet", "one-way", "bidirectional"},
        Case{"spec.yaml -c torus --to garnet -o my-torus.py", "'my-torus.py'", "Torus8.py"},
        Case{"spec.yaml -c torus --to spice --link 0", "--link", "0,63"},
        Case{"spec.yaml -c torus --to spice --link 0,99", "the network has no node 99", "0 to 15"},
        Case{"spec.yaml -c torus --to spef --link 0,1 -o a.spef", "not one link", "leave out --link"},
        Case{"spec.yaml -c torus --to spef", "standard output", "-o network.spef"},
        Case{"spec.yaml -c torus --to sdf -o a.v", "two files", "another ending"}}) {
    CAPTURE(std::string(each.arguments));
    const Run run = place.run(std::string("export ") + each.arguments);
    CHECK(run.code == 2);
    CHECK(run.out == "");
    CHECK(contains(run.err, each.message));
    CHECK(contains(run.err, each.hint));
    CHECK(place.entries() == 1);
  }
}

TEST_CASE("an export past a limit exits 4 before anything is laid out") {
  const Place place(kExportSpec);
  for (const char* arguments : {"--to booksim -o a.anynet", "--to csv", "--to dot -o a.dot"}) {
    const Run run = place.run(std::string("export spec.yaml -c huge ") + arguments);
    CAPTURE(run.err);
    CHECK(run.code == 4);
    CHECK(contains(run.err, "holds up to"));
    CHECK(place.entries() == 1);
  }
  CHECK(place.run("export spec.yaml -c torus --to csv --max-memory 1kB").code == 4);
  const Run texts = place.run("export spec.yaml -c huge --to gds -o a.gds --texts");
  CHECK(texts.code == 4);
  CHECK(contains(texts.err, "up to 4,194,304 texts"));
  CHECK(place.entries() == 1);
}

TEST_CASE("a layout of 2^20 nodes and 21 million wires is 2.3 MB of GDSII and 270 kB of OASIS") {
  const Place place(kExportSpec);
  for (const char* target : {"gds", "oasis"}) {
    const Run run = place.run(fmt::format("export spec.yaml -c huge --to {0} -o a.{0}", target));
    CHECK_MESSAGE(run.code == 0, run.err);
    CHECK(contains(run.err, "no texts: a network of 1,048,576 nodes"));
  }
  CHECK(fs::file_size(place / "a.gds") < 20'000'000);
  CHECK(fs::file_size(place / "a.oasis") < 350'000);
  CHECK(contains(slurp(place / "a.lyp"), "</layer-properties>"));
}

TEST_CASE("the list of exports names every format with what its target ignores") {
  const Place place;
  const Run run = place.run("list exports --format json");
  CHECK(run.code == 0);
  const SortedJson list = SortedJson::parse(run.out);
  CHECK(list.size() >= 15);
  for (const SortedJson& each : list) {
    for (const char* key : {"name", "summary", "source", "extension", "ignores"}) CHECK(each.contains(key));
  }
}

TEST_CASE("notes go to standard error, the data to the file, and a second file stands beside it") {
  const Place place(kExportSpec);
  const Run run = place.run("export spec.yaml -c torus --to booksim -o net.anynet --clock 4GHz");
  CHECK(run.code == 0);
  CHECK(run.out == "");
  CHECK(contains(run.err, "note: "));
  CHECK(contains(slurp(place / "net.cfg"), "network_file = net.anynet;"));
  CHECK(contains(slurp(place / "net.cfg"), "a cycle of 0.25 ns, set by --clock"));
  CHECK(slurp(place / "net.anynet").rfind("router 0 node 0 router 1 ", 0) == 0);
  CHECK(place.entries() == 4);
}

TEST_CASE("exports to design tools stand beside each other, name each other, and say what was assumed") {
  const Place place(kExportSpec);
  const Run spice = place.run("export spec.yaml -c torus --to spice --link 0,1 --delay repeated");
  CHECK(spice.code == 0);
  CHECK(contains(spice.out, "* expected: td = "));
  CHECK(contains(spice.out, "by repeated\n"));
  CHECK(place.run("export spec.yaml -c torus --to spef -o a.spef").code == 0);
  CHECK(place.run("export spec.yaml -c torus --to sdf -o b.sdf").code == 0);
  CHECK(place.run("export spec.yaml -c torus --to def -o c.def").code == 0);
  for (const char* each : {"a.spef", "a.v", "a.lib", "a.sdc", "a.tcl", "b.sdf", "b.v", "b.cells.v", "b.bench.v",
                           "b.lib", "b.tcl", "c.def", "c.lef"}) {
    CAPTURE(std::string(each));
    CHECK(slurp(place / each).size() > 100);
  }
  CHECK(contains(slurp(place / "a.tcl"), "read_spef a.spef"));
  CHECK(contains(slurp(place / "b.bench.v"), "b.cells.v b.bench.v"));
  for (const char* each : {"a.spef", "b.sdf", "c.def"})
    CHECK(contains(slurp(place / each), "a cycle of 0.5 ns, set by the spec's clock"));
  CHECK(place.entries() == 14);
}

TEST_CASE("Graphviz reads the dot file back with the same links and delays") {
  const Place place(kExportSpec);
  if (!contains(place.output_of("dot -V"), "graphviz")) {
    MESSAGE("Graphviz is not installed: its test skipped");
    return;
  }
  for (const char* candidate : {"torus", "oneway", "parallel"}) {
    CAPTURE(std::string(candidate));
    REQUIRE(place.run(std::string("export spec.yaml -o a.dot --to dot -c ") + candidate).code == 0);
    const SortedJson graph = SortedJson::parse(place.output_of("dot -Tjson0 a.dot"));
    CHECK(!contains(place.output_of("neato -n2 -Tplain a.dot"), "no position"));
    std::map<int, std::string> names;
    for (const SortedJson& node : graph.at("objects"))
      names[node.at("_gvid").get<int>()] = node.at("name").get<std::string>();
    std::multiset<std::string> rows;
    for (const SortedJson& each : graph.at("edges")) {
      rows.insert(names.at(each.at("tail").get<int>()) + " " + names.at(each.at("head").get<int>()) + " " +
                  each.at("delay_ns").get<std::string>() + " " + each.at("delay_cycles").get<std::string>());
    }
    CHECK(rows == rows_of(place, candidate));
  }
}

TEST_CASE("NetworkX reads the graphml file back with the same links, delays and costs") {
  const Place place(kExportSpec);
  if (!has_module(place, "networkx")) return;
  place.write("read.py", R"(import networkx
g = networkx.read_graphml("a.graphml")
for a, b, d in g.edges(data=True):
    assert d["weight"] == d["delay_cycles"] + 2
    print(a, b, repr(d["delay_ns"]), d["delay_cycles"])
)");
  for (const char* candidate : {"torus", "oneway", "parallel"}) {
    CAPTURE(std::string(candidate));
    REQUIRE(place.run(std::string("export spec.yaml -o a.graphml --to graphml -c ") + candidate).code == 0);
    CHECK(lines_set(place.output_of(python() + " read.py")) == rows_of(place, candidate));
  }
}

TEST_CASE("NumPy reads the npy file back with the same links and delays") {
  const Place place(kExportSpec);
  if (!has_module(place, "numpy")) return;
  place.write("read.py", R"(import numpy
for r in numpy.load("a.npy"):
    print(r["from"], r["to"], repr(float(r["delay_ns"])), r["delay_cycles"])
)");
  REQUIRE(place.run("export spec.yaml -o a.npy --to npy -c torus").code == 0);
  CHECK(lines_set(place.output_of(python() + " read.py")) == rows_of(place, "torus"));
  CHECK(contains(slurp(place / "a.txt"), "class 1: dimension 1"));
}

TEST_CASE(
    "the garnet file runs on stand-ins for gem5's modules and makes every channel once, in both of gem5's forms") {
  const Place place(kExportSpec);
  if (!contains(place.output_of(python() + " --version"), "Python 3")) {
    MESSAGE("Python is not installed: its test skipped");
    return;
  }
  fs::create_directories(place / "m5");
  fs::create_directories(place / "topologies");
  place.write("m5/__init__.py", "");
  place.write("m5/objects.py", "");
  place.write("topologies/__init__.py", "");
  place.write("topologies/BaseTopology.py", "class SimpleTopology:\n    pass\n");
  place.write("run.py", R"(import sys, types
from topologies.Net import Net
class Thing:
    def __init__(self, **all): self.__dict__.update(all)
options = types.SimpleNamespace(network="garnet")
for extra in ([], [None]):
    network = Thing()
    net = Net(["controller"] * 20)
    net.makeTopology(options, *extra, network, Thing, Thing, Thing)
    assert len({l.link_id for l in network.ext_links + network.int_links}) == 20 + len(network.int_links)
    assert len({(l.src_node.router_id, l.dst_node.router_id) for l in network.int_links}) == len(network.int_links)
    assert len({(l.src_node.router_id, l.src_outport) for l in network.int_links}) == len(network.int_links)
    assert all(l.latency >= 1 and l.weight == l.latency + 2 for l in network.int_links)
    assert all(type(l.latency) is int and type(l.weight) is int for l in network.int_links)
    assert [l.int_node.router_id for l in network.ext_links] == [i % 16 for i in range(20)]
    assert [r.router_id for r in network.routers] == list(range(16)) and {r.latency for r in network.routers} == {2}
    longest = max(l.latency for l in network.int_links)
    assert 4 * network.buffers_per_data_vc >= 2 * longest + 4
for l in network.int_links:
    print(l.src_node.router_id, l.dst_node.router_id, l.latency)
)");
  for (const char* candidate : {"torus", "oneway"}) {
    CAPTURE(std::string(candidate));
    REQUIRE(place
                .run(std::string("export spec.yaml -o topologies/Net.py --to garnet --route-cost router+wire "
                                 "--clock 20GHz -c ") +
                     candidate)
                .code == 0);
    std::multiset<std::string> expected;
    for (const Row& link : links_of(place, std::string("--clock 20GHz -c ") + candidate)) {
      expected.insert(link.text("from") + " " + link.text("to") + " " + link.text("delay_cycles"));
      if (link.text("one_way") == "0")
        expected.insert(link.text("to") + " " + link.text("from") + " " + link.text("delay_cycles"));
    }
    CHECK(lines_set(place.output_of(python() + " run.py")) == expected);
  }
  const auto words = lines_set(place.output_of(python() + " -c 'import keyword; print(*keyword.kwlist, sep=\"\\n\")'"));
  CHECK(words.count("class") == 1);
  for (const std::string& word : words) {
    CAPTURE(word);
    CHECK(place.run("export spec.yaml -c torus --to garnet -o " + word + ".py").code == 2);
  }
}

TEST_CASE("an export never takes the place of its spec, nor of a device, nor leaves a part of its files") {
  const Place place(kExportSpec);
  const std::string before = slurp(place / "spec.yaml");
  CHECK(place.run("export spec.yaml -c torus --to csv -o ./spec.yaml").code == 2);
  CHECK(slurp(place / "spec.yaml") == before);
  const Run device = place.run("export spec.yaml -c torus --to simgrid -o /dev/null");
  CHECK(device.code == 2);
  CHECK(contains(device.err, "'/dev/null' is no file, and this export writes several"));
  fs::create_directory(place / "net.cpp");
  CHECK(place.run("export spec.yaml -c torus --to simgrid -o net.xml").code == 3);
  CHECK(place.entries() == 2);
}

TEST_CASE("a dry run of an export is of its candidate alone, and is refused where the export would be") {
  const Place place(kExportSpec);
  const Run run = place.run("export spec.yaml -c torus --to csv --dry-run");
  CHECK(run.code == 0);
  CHECK(contains(run.out, "torus"));
  for (const char* other : {"oneway", "parallel", "huge"}) CHECK(!contains(run.out, other));
  CHECK(place.run("export spec.yaml -c huge --to gds -o a.gds --dry-run").code == 0);
  CHECK(place.run("export spec.yaml -c huge --to booksim -o a.anynet --dry-run").code == 4);
  CHECK(place.entries() == 1);
}

TEST_CASE("a file past the limit of the system exits 3 and leaves nothing behind") {
  const Place place(kExportSpec);
  const Run run = place.run("export spec.yaml -c torus --to graphml -o a.graphml", "ulimit -f 1;");
  CHECK(run.code == 3);
  CHECK(contains(run.err, "cannot write 'a.graphml'"));
  CHECK(place.entries() == 1);
}

TEST_CASE("the list of exports has a line each, all of one by its name, and help names every list") {
  const Place place;
  const Run all = place.run("list exports");
  const auto rows = lines_set(all.out);
  CHECK(rows.size() == 3 + cutline::exports().size());  // a line that says where to find more, titles, a rule
  for (const cutline::Export& each : cutline::exports()) {
    CAPTURE(std::string(each.name));
    CHECK(contains(all.out, std::string(each.summary) + "\n"));
  }
  const Run one = place.run("list exports garnet");
  CHECK(one.code == 0);
  CHECK(contains(one.out, "4096"));
  CHECK(contains(one.out, "sum of weights"));
  CHECK(SortedJson::parse(place.run("list exports garnet --format json").out).at(0).at("most_nodes") == 4096);
  const Run slip = place.run("list exports garnett");
  CHECK(slip.code == 2);
  CHECK(contains(slip.err, "did you mean 'garnet'?"));
  CHECK(contains(place.run("list families ring").out, "ring: "));
  CHECK(!contains(place.run("list families ring").out, "torus: "));
  const std::string help = place.run("list --help").out;
  for (const std::string_view kind : cutline::listing_kinds()) CHECK(contains(help, std::string(kind)));
}

TEST_CASE("a command that writes tables refuses a file that ends as a picture or a page, and names who writes it") {
  const Place place(kExportSpec);
  for (const char* command : {"compare spec.yaml", "measure spec.yaml", "check spec.yaml", "list families"}) {
    CAPTURE(command);
    const Run picture = place.run(command + std::string(" -o a.svg"));
    CHECK(picture.code == 2);
    CHECK(contains(picture.err, "draw, plot and delay write pictures"));
    const Run page = place.run(command + std::string(" -o a.html"));
    CHECK(page.code == 2);
    CHECK(contains(page.err, "writes a page"));
    CHECK(!fs::exists(place / "a.svg"));
    CHECK(!fs::exists(place / "a.html"));
  }
  CHECK(place.run("list families --format csv -o a.svg").code == 0);
}
