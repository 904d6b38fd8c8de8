// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <tuple>

#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/quantities.hpp"
#include "output/exported.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;

const std::vector<std::string> kNetworks = {
    "family: mesh, radix: 4, dimensions: 2",
    "family: torus, radix: 5, dimensions: 2",
    "family: torus, radix: 3, dimensions: 3, channels: unidirectional",
    "family: hypercube, dimensions: 5",
    "family: ccc, dimensions: 3",
    "family: complete, nodes: 6",
    "family: express, radix: 12, dimensions: 1, spacing: 4",
    "family: graph, nodes: 5, links: [[0, 1], [0, 1], [1, 4], [2, 3], [3, 4], [0, 3]]"};

/// Calls `look` with the files of every target that can hold the network.
template <class Change, class Look>
void for_each_file(const Evaluated& each, const Change& change, const Look& look) {
  std::size_t targets = 0;
  for (const Export& target : exports()) {
    if (target.write == nullptr) continue;
    CAPTURE(std::string(target.name));
    const ExportChoice choice = to_file("a" + std::string(target.extension));
    ExportNetwork network = export_network(each.study, each.one(), choice, target.takes_circuits);
    change(target, network);
    std::vector<ExportFile> files;
    if (!refusal([&] { files = target.write(target, network, choice); }).empty()) continue;
    ++targets;
    for (const ExportFile& file : files) look(file.content);
  }
  CHECK(targets > 10);
}

}  // namespace

TEST_CASE("the links of an export are the links of the topology, with its directions") {
  for (const std::string& topology : kNetworks) {
    CAPTURE(topology);
    const Evaluated each(spec_of(topology));
    const Topology& network = each.one().network()->topology;
    std::multiset<std::tuple<std::uint64_t, std::uint64_t, std::size_t>> expected, found;
    for_each_link(network, [&](std::size_t link_class, std::size_t, std::uint64_t a, std::uint64_t b) {
      std::uint64_t from = node_number(network, a), to = node_number(network, b);
      if (network.classes[link_class].channels == 2 && from > to) std::swap(from, to);
      expected.insert({from, to, link_class});
    });
    for (const ExportLink& link : each.network().links) {
      found.insert({link.from, link.to, link.link_class});
      CHECK(link.one_way == (network.classes[link.link_class].channels == 1));
    }
    CHECK(found == expected);
  }
}

TEST_CASE("lengths and delays of an export add up to what is measured") {
  for (const std::string& topology : kNetworks) {
    CAPTURE(topology);
    const Evaluated each(spec_of(topology));
    const ExportNetwork network = each.network();
    const Lengths& length = each.one().laid_out()->measures.length;
    std::int64_t longest = 0;
    double longest_mm = 0, span = 0, wires = 0;
    Time slowest;
    for (const ExportLink& link : network.links) {
      longest = std::max(longest, link.length_pitches);
      longest_mm = std::max(longest_mm, in_mm(link.length));
      slowest = std::max(slowest, link.delay);
      span += link.span;
      wires += link.wires;
      CHECK(link.delay.base > 0);
    }
    CHECK(longest == length.longest_pitches);
    CHECK(longest_mm == doctest::Approx(length.mm->longest));
    CHECK(span / static_cast<double>(network.links.size()) == doctest::Approx(length.mean_span));
    CHECK(wires > 0);
    REQUIRE(!each.one().latency.timings.empty());
    CHECK(in_ns(slowest) == doctest::Approx(in_ns(each.one().latency.timings[0].longest_wire)));
  }
}

TEST_CASE("nodes stand apart, each where its box is") {
  for (const std::string& topology : kNetworks) {
    CAPTURE(topology);
    const Evaluated each(spec_of(topology));
    const ExportNetwork network = each.network();
    std::set<std::array<double, 3>> places;
    std::uint64_t interchanges = 0;
    for (const ExportNode& node : network.nodes) {
      places.insert(node.at_pitches);
      CHECK(!node.address.empty());
      CHECK(in_mm(node.at[0]) > 0);
      CHECK(in_mm(node.at[0]) < each.one().laid_out()->measures.size.mm.width);
      CHECK(in_mm(node.at[1]) < each.one().laid_out()->measures.size.mm.height);
      CHECK((node.terminals == 0) == node.interchange);
      interchanges += node.interchange ? 1 : 0;
    }
    CHECK(places.size() == network.nodes.size());
    CHECK(interchanges == each.one().network()->topology.interchange_count());
  }
}

TEST_CASE("cycles are rounded up, at least one, and the notes count what was rounded") {
  const Evaluated torus(spec_of("family: torus, radix: 4, dimensions: 2"));
  for (const double ns : {0.01, 0.5, 100.0}) {
    ExportChoice choice;
    choice.cycle = nanoseconds(ns);
    const ExportNetwork network = torus.network(choice);
    std::size_t raised = 0;
    for (const ExportLink& link : network.links) {
      const double exact = in_ns(link.delay) / ns;
      CHECK(static_cast<double>(link.cycles) >= exact - 1e-6);
      CHECK((link.cycles == 1 || static_cast<double>(link.cycles) < exact + 1));
      CHECK(link.cycles >= 1);
      raised += exact < 1 ? 1 : 0;
    }
    CHECK(says(network.rounding, "less than a cycle") == (raised > 0));
    CHECK(network.cycle_set_by == "--clock");
    CHECK(network.nodes[0].cycles == 3);
  }
}

TEST_CASE("the clock of an export is that of the spec") {
  CHECK(in_ns(Evaluated(spec_of("family: ring, nodes: 4")).network().cycle) == 0.5);
  const Evaluated longest(spec_of("family: ring, nodes: 4", "clock: {rule: longest_wire}\n"));
  CHECK(in_ns(longest.network().cycle) == doctest::Approx(in_ns(longest.one().latency.timings[0].longest_wire)));
  CHECK(longest.network().slowest_cycles() == 1);
  const Evaluated own(spec_of("family: ring, nodes: 4", "clock: {rule: per_link}\nrouter: {delay: 1 ns}\n"));
  CHECK(!own.network().clocked());
  CHECK(own.network().link_cost(0) == doctest::Approx(1 + in_ns(own.network().links[0].delay)));
}

TEST_CASE("a clock so fast that cycles pass 32 bits is refused") {
  const Evaluated ring(spec_of("family: ring, nodes: 4"));
  ExportChoice choice;
  choice.cycle = nanoseconds(1e-12);
  CHECK(refusal([&] { ring.network(choice); }, ExitCode::over_limit).find("cycles") != std::string::npos);
}

TEST_CASE("the cost of routes is the wire, a hop, or the router entered and the wire") {
  const Evaluated torus(spec_of("family: torus, radix: 4, dimensions: 2"));
  ExportChoice choice;
  for (const RouteCost cost : {RouteCost::wire, RouteCost::hop, RouteCost::router_and_wire}) {
    choice.route_cost = cost;
    const ExportNetwork network = torus.network(choice);
    for (std::size_t i = 0; i < network.links.size(); ++i) {
      const double wire = static_cast<double>(network.links[i].cycles);
      CHECK(network.link_cost(i) == (cost == RouteCost::hop ? 1 : cost == RouteCost::wire ? wire : wire + 3));
    }
  }
  CHECK(route_cost_text("--route-cost", "router+wire") == RouteCost::router_and_wire);
}

TEST_CASE("half of each end's router tells the same routes as the router entered") {
  const Evaluated line(
      spec_of("family: express, radix: 12, dimensions: 1, spacing: 4", "interchange: {delay: 1 cycle}\n"));
  const ExportNetwork network = line.network();
  // From node 0 along any path to another node the two sums are equal, because both ends are nodes.
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    const double there = network.cost(ExportChannel{link.from, link.to, i});
    const double back = network.cost(ExportChannel{link.to, link.from, i});
    CHECK(network.link_cost(i) == (there + back) / 2);
    CHECK(there - static_cast<double>(link.cycles) == (network.nodes[link.to].interchange ? 1 : 3));
  }
}

TEST_CASE("a bus is refused by every export but layouts, and limits are kept before any work") {
  const Evaluated bus(spec_of("family: bus, nodes: 4"));
  for (const Export& target : exports()) {
    CAPTURE(target.name);
    ExportChoice choice = to_file("network" + std::string(target.extension));
    const bool of_links = target.write != nullptr;
    CHECK(of_links != (target.write_layout != nullptr));
    const std::string refused = refusal([&] { bus.to(std::string(target.name), choice); });
    CHECK((refused.find("bus") != std::string::npos) == of_links);
    const auto most = [](std::uint64_t count) { return static_cast<double>(count); };
    Effort roomy;
    roomy.memory_bytes = std::uint64_t{1} << 50;
    expect_within(target, most(target.limits.nodes), most(target.limits.links), roomy);
    const auto too_large = [&](double nodes, double links, const Effort& effort) {
      return refusal([&] { expect_within(target, nodes, links, effort); }, ExitCode::over_limit);
    };
    CHECK(too_large(most(target.limits.nodes) + 1, 1, roomy).find("nodes") != std::string::npos);
    CHECK(too_large(1, most(target.limits.links) + 1, roomy).find("links") != std::string::npos);
    Effort small;
    small.memory_bytes = 1000;
    if (of_links) CHECK(too_large(16, 32, small).find("more than") != std::string::npos);
  }
}

TEST_CASE("every export says in its files or beside them what was assumed") {
  const Evaluated torus(spec_of("family: torus, radix: 4, dimensions: 2"));
  const Evaluated mesh(spec_of("family: mesh, radix: 4, dimensions: 2"));  // the only network that noxim takes
  for (const Export& target : exports()) {
    CAPTURE(target.name);
    const bool meshes = target.name == "noxim";
    const Evaluated& each = meshes ? mesh : torus;
    Exported made;
    const auto make = [&] {
      made = each.to(std::string(target.name), to_file("network" + std::string(target.extension)));
    };
    const std::string why = refusal(make);
    if (why.find("has no board") != std::string::npos || why.find("no levels of switches") != std::string::npos)
      continue;
    std::string all;
    for (const ExportFile& file : made.files) all += file.content;
    const std::string family = meshes ? "mesh" : "torus";
    CHECK(all.find("network: " + family + ": dimensions=2, radix=4; 16 nodes") != std::string::npos);
    if (target.write != nullptr) CHECK(all.find("cost of routes: ") != std::string::npos);
    if (target.write != nullptr && target.times != LinkTimes::none)
      CHECK(all.find("clock: a cycle of 0.5 ns") != std::string::npos);
    if (!target.ignores.empty()) {
      CHECK(all.find(std::string(target.ignores)) != std::string::npos);
      CHECK(says(made.notes, std::string(target.ignores)));
    }
  }
}

TEST_CASE(
    "time is told in whole cycles where the clock has a frequency of its own, else as wires and routers take it") {
  const std::string topology = "family: torus, radix: 4, dimensions: 2";
  const std::string router = "router: {delay: 0.7 ns}\n";
  const Evaluated fixed(spec_of(topology, router));
  const Evaluated slowest(spec_of(topology, router + "clock: {rule: longest_wire}\n"));
  const ExportNetwork whole = fixed.network(), own = slowest.network();
  bool differ = false;
  for (std::size_t i = 0; i < whole.links.size(); ++i) {
    CHECK(in_ns(whole.time_of(whole.links[i])) == 0.5 * std::ceil(in_ns(whole.links[i].delay) / 0.5));
    CHECK(own.time_of(own.links[i]) == own.links[i].delay);
    differ |= own.links[i].delay < own.period();
  }
  CHECK(differ);
  CHECK(in_ns(whole.time_of(whole.nodes[0])) == 1);
  CHECK(in_ns(own.time_of(own.nodes[0])) == 0.7);
  for (const char* target : {"simgrid", "ns3", "sst", "omnet", "codes", "astra_sim"}) {
    CAPTURE(target);
    const ExportChoice choice = to_file("net.out");
    const Exported rounded = fixed.to(target, choice);
    CHECK(says(rounded.notes, "routers take a fraction of a cycle more, rounded up"));
    CHECK(says(rounded.notes, "less than a cycle, written as 1"));
    CHECK(!says(slowest.to(target, choice).notes, "rounded up"));
  }
}

TEST_CASE("gem5 counts widths in bytes, and ASTRA-sim has a program for one dimension and one for more") {
  const auto narrow = [](const std::string& bits) {
    std::string spec = spec_of("family: ring, nodes: 4");
    spec.replace(spec.find("32 bits"), 7, bits);
    return Evaluated(spec).to("garnet", to_file("Net.py"));
  };
  CHECK(narrow("12 bits").files[0].content.find("--link-width-bits=16\n") != std::string::npos);
  CHECK(says(narrow("12 bits").notes, "whole bytes wide: 16 bits for a channel of 12"));
  CHECK(!says(narrow("16 bits").notes, "whole bytes"));
  const auto program = [](const std::string& topology) {
    return Evaluated(spec_of(topology)).to("astra_sim", to_file("net.yml")).files[0].content;
  };
  CHECK(program("family: ring, nodes: 8").find("Congestion_Aware") != std::string::npos);
  CHECK(program("family: torus, radix: 4, dimensions: 2").find("Congestion_Unaware") != std::string::npos);
}

TEST_CASE("a wave's circuit is refused where the wire's resistance rules") {
  std::string spec = spec_of("family: torus, radix: 4, dimensions: 2");
  spec.replace(spec.find("d2m"), 3, "time_of_flight");
  const Evaluated each(spec);
  CHECK(refusal([&] { each.to("spice", to_file("net.sp")); }).find("charges through its resistance") !=
        std::string::npos);
}

TEST_CASE("files with one cost a link say where its two ways cost differently, and only there") {
  const Evaluated torus(spec_of("family: torus, radix: 4, dimensions: 2"));
  const Evaluated express(
      spec_of("family: express, radix: 12, dimensions: 1, spacing: 4", "interchange: {delay: 1 cycle}\n"));
  for (const char* target : {"csv", "npy", "dot", "graphml", "sst", "omnet"}) {
    CAPTURE(std::string(target));
    CHECK(says(express.to(target, to_file("a.b")).notes, "mean of its two ways"));
    CHECK(!says(torus.to(target, to_file("a.b")).notes, "mean of its two ways"));
  }
}

TEST_CASE("no number of a table has more than twelve digits, and one of a thing is no plural") {
  const Evaluated torus(
      spec_of("family: torus, radix: 5, dimensions: 2", "clock: {rule: per_link}\nrouter: {delay: 0.7 ns}\n"));
  for (const char* target : {"csv", "graphml", "dot", "simgrid", "omnet"}) {
    CAPTURE(std::string(target));
    std::size_t digits = 0;
    const Exported exported = torus.to(target, to_file("a.b"));
    for (const char c : exported.files.at(0).content) {
      const bool leads = c == '0' && digits == 0;  // a 0 before the first other digit
      digits = c >= '0' && c <= '9' && !leads ? digits + 1 : c == '.' ? digits : 0;
      CHECK(digits <= 12);
    }
  }
  std::string pair = spec_of("family: graph, nodes: 2, links: [[0, 1]]");
  pair.replace(pair.find("32 bits"), 7, "1 bits");
  const std::string text = Evaluated(pair).to("csv").files[0].content;
  CHECK(text.find("2 nodes, 2 terminals, 1 link, channels of 1 bit\n") != std::string::npos);
}

TEST_CASE("a grid of more than 2^26 cells is measured, and refused where it would be written cell by cell") {
  const Evaluated wide(spec_of("family: graph, nodes: 2, links: [[0, 1]]}, placement: {cells: [[0, 0], [8192, 8192]]"));
  CHECK(wide.one().laid_out()->measures.length.longest_span == node_pitches(16384));
  CHECK(refusal([&] { wide.to("csv"); }, ExitCode::over_limit).find("8193 x 8193 x 1 cells") != std::string::npos);
}

TEST_CASE("no name ends a comment or begins a line of its own in any file of any target") {
  const std::string hostile =
      "x\nEVIL \xe2\x80\xa8"
      "EVIL\\";
  const Evaluated mesh(spec_of("family: mesh, radix: 4, dimensions: 2"));
  const auto change = [&](const Export& target, ExportNetwork& network) {
    for (std::string* name : {&network.name, &network.description, &network.delay_label, &network.technology})
      *name = hostile;
    network.notes.push_back(hostile);
    if (!target.takes_circuits) return;  // tables and XML hold names of several lines
    for (ExportNode& node : network.nodes) node.address = hostile;
    for (std::string& name : network.classes) name = hostile;
    for (auto& circuit : network.circuits) {
      if (circuit) circuit->layers = hostile;
    }
  };
  for_each_file(mesh, change, [](const std::string& text) {
    for (const std::string& line : lines_of(text)) {
      CHECK(line.rfind("EVIL", 0) != 0);
      const bool comment = line.find_first_of("/#*%") == 0;  // not so in XML and in plain texts
      CHECK_FALSE((comment && line.ends_with('\\')));
    }
  });
}

TEST_CASE("a network in which one node alone sends has no latency to expect, and no target prints NaN") {
  const Evaluated tree(
      "cutline: 1\ntechnology: nangate45\ncandidates:\n  - {name: one, topology: {family: fat_tree, radix: 2, levels: "
      "2}, tiles: [{name: core, terminals: 0}, {name: acc, at: [0]}]}\n");
  for (const Export& target : exports()) {
    if (target.write == nullptr) continue;
    CAPTURE(std::string(target.name));
    Exported made;
    if (!refusal([&] {
           made = tree.to(std::string(target.name), to_file("a" + std::string(target.extension)));
         }).empty())
      continue;
    for (const ExportFile& file : made.files) {
      for (const char* word : {"nan ", "-nan", "inf "}) CHECK(file.content.find(word) == std::string::npos);
    }
  }
}

TEST_CASE("a simulator's files say that they leave out the traffic of the spec, unless it is uniform") {
  std::size_t told = 0;
  for (const char* topology : {"family: torus, radix: 4, dimensions: 2", "family: mesh, radix: 4, dimensions: 2"}) {
    const Evaluated uniform(spec_of(topology)), transposed(spec_of(topology, "traffic: transpose\n"));
    for (const Export& target : exports()) {
      if (target.sends.empty() || target.takes_traffic) continue;
      CAPTURE(std::string(target.name));
      const auto made = [&](const Evaluated& each) {
        return each.to(std::string(target.name), to_file("a" + std::string(target.extension)));
      };
      Exported with;
      if (!refusal([&] { with = made(transposed); }).empty()) continue;
      ++told;
      const std::string words = "the spec's traffic, transpose, is not in these files: " + std::string(target.sends);
      CHECK(says(with.notes, words));
      CHECK(std::any_of(with.files.begin(), with.files.end(),
                        [&](const ExportFile& file) { return file.content.find(words) != std::string::npos; }));
      CHECK_FALSE(says(made(uniform).notes, "is not in these files"));
    }
  }
  CHECK(told >= 10);
}
