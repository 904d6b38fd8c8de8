// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <filesystem>
#include <fstream>

#include "spec/reading.hpp"

using namespace cutline;
using reading::kTorus;
using reading::read;
using reading::with;

namespace {

Design only(const std::string& candidate, const std::string& before = "") {
  const Study study = read("cutline: 1\n" + before + "candidates: [" + candidate + "]\n");
  REQUIRE(study.designs.size() == 1);
  return study.designs[0];
}

std::vector<std::string> names(const Study& study) {
  std::vector<std::string> all;
  for (const Design& design : study.designs) all.push_back(design.name);
  return all;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("wires are pipelined where the candidate has a machine, whoever else is in the study") {
  const std::string hall = "machine: {rows: 2, columns: 2, rack: {switches: 4, terminals: 4}, rate: 40 Gb/s}";
  const std::string ring = "topology: {family: ring, nodes: 8}";
  const std::string both = "candidates: [{name: chip, " + ring + "}, {name: hall, " + ring + ", " + hall + "}]\n";
  const auto pipelined = [](const Study& study) {
    std::vector<bool> all;
    for (const Design& design : study.designs) all.push_back(study_of(study, design).pipelined);
    return all;
  };
  CHECK(pipelined(read("cutline: 1\n" + both)) == std::vector<bool>{false, true});
  CHECK(pipelined(read("cutline: 1\nwires: unpipelined\n" + both)) == std::vector<bool>{false, false});
  CHECK(pipelined(read("cutline: 1\nwires: pipelined\n" + both)) == std::vector<bool>{true, true});
  CHECK(read("cutline: 1\ndefaults: {" + hall + "}\nsearch: {terminals: 8}\n").pipelined);
  CHECK_FALSE(read("cutline: 1\nsearch: {terminals: 8}\n").pipelined);
}

TEST_CASE("the shortest spec has every default") {
  const Study study = read("cutline: 1\n" + kTorus);
  CHECK(study.technology.unit);
  CHECK(study.hold.resource == Resource::none);
  CHECK(study.clock.rule == ClockRule::longest_wire);
  CHECK_FALSE(study.pipelined);
  REQUIRE(study.messages.size() == 1);
  CHECK(study.messages[0].size_bits == 150);
  CHECK(study.switching == Switching::wormhole);
  CHECK(study.traffic_self);
  REQUIRE(study.delays.size() == 1);
  CHECK(study.delays[0].label == "linear");
  REQUIRE(study.rank.size() == 1);
  CHECK(study.rank[0].measure == "latency");
  CHECK(study.tie == 0);
  CHECK(study.file == "a.yaml");
  CHECK(study.spec_sha256.size() == 64);
  REQUIRE(study.designs.size() == 1);
  const Design& design = study.designs[0];
  CHECK(design.name == "t");
  CHECK(design.family == FamilyName("torus"));
  CHECK(design.parameters.integer("radix") == 4);
  CHECK(design.parameters.integer("concentration") == 1);
  CHECK_FALSE(design.ideal);
  CHECK_FALSE(design.router.given);
  CHECK(design.channel.width_bits == 0);
}

TEST_CASE("the spec of the reference page is read as it is meant") {
  const Study study = read(R"(cutline: 1
title: 256 tiles, equal bisection
technology: nangate45
hold: {bisection: of mesh}
router: {delay: 3 cycles}
clock: {rule: fixed, frequency: 2 GHz}
wires: pipelined
message: 512 bits
delay: [linear, constant]
rank: latency
defaults: {placement: {order: natural}}
candidates:
  - {name: mesh, topology: {family: mesh, radix: 16, dimensions: 2}}
  - {name: torus, topology: {family: torus, radix: 16, dimensions: 2}, placement: {order: folded}}
  - {name: cube, topology: {family: hypercube, dimensions: 8}, placement: {order: gray}}
  - {name: k-ary, topology: {family: torus, nodes: 256}, sweep: {topology.dimensions: [2, 4, 8]}}
)");
  CHECK(study.title == "256 tiles, equal bisection");
  CHECK(study.technology.name == "nangate45");
  CHECK(study.hold.resource == Resource::bisection);
  CHECK(study.hold.of == "mesh");
  CHECK(study.hold.times == 1);
  CHECK(study.clock.rule == ClockRule::fixed);
  CHECK(in_ns(study.clock.cycle) == 0.5);
  CHECK(study.pipelined);
  CHECK(study.delays.size() == 2);
  CHECK(names(study) ==
        Names{"mesh", "torus", "cube", "k-ary dimensions=2", "k-ary dimensions=4", "k-ary dimensions=8"});
  CHECK(study.designs[1].placement.orders == Names{"folded"});
  CHECK(study.designs[0].placement.orders == Names{"natural"});
  for (const Design& design : study.designs) {
    CHECK(design.router.given);
    CHECK(design.router.delay.cycles == 3);
  }
  CHECK(study.designs[5].parameters.integer("dimensions") == 8);
}

TEST_CASE("quantities arrive in their base units") {
  const std::pair<std::string, double> messages[] = {
      {"8 bits", 8}, {"8bits", 8}, {"1 bit", 1}, {"2 bytes", 16}, {"2 B", 16}, {"1 KiB", 8192}, {"1.5e2 bits", 150}};
  for (const auto& [text, bits] : messages) {
    CAPTURE(text);
    CHECK(read(with("message: " + text)).messages[0].size_bits == bits);
  }
  const std::pair<std::string, double> floors[] = {{"500 ps", 0.5}, {"1 ns", 1},  {"2 us", 2e3},
                                                   {"3 ms", 3e6},   {"1 s", 1e9}, {"4 tau", 4}};
  for (const auto& [text, ns] : floors) {
    CAPTURE(text);
    CHECK(in_ns(read(with("clock: {floor: " + text + "}")).clock.floor) == ns);
  }
  const std::pair<std::string, double> cycles[] = {{"2 GHz", 0.5}, {"500 MHz", 2}, {"4 kHz", 250'000}, {"1 Hz", 1e9}};
  for (const auto& [text, ns] : cycles) {
    CAPTURE(text);
    CHECK(in_ns(read(with("clock: {rule: fixed, frequency: " + text + "}")).clock.cycle) ==
          doctest::Approx(ns).epsilon(1e-15));
  }
  const std::pair<std::string, double> widths[] = {{"1 mm", 1e6},    {"100 um", 1e5},  {"50 nm", 50},
                                                   {"1 cm", 1e7},    {"0.001 m", 1e6}, {"1 inch", 25.4e6},
                                                   {"10 mil", 254e3}};
  for (const auto& [text, nm] : widths) {
    CAPTURE(text);
    CHECK(in_nm(read(with("technology: nangate45\nnode: {width: " + text + "}")).designs[0].node_width) == nm);
  }
}

TEST_CASE("what is held equal can be said in every form") {
  const auto hold = [](const std::string& text, const std::string& technology = "unit") {
    return read(with("technology: " + technology + "\nhold: " + text)).hold;
  };
  CHECK(hold("none").resource == Resource::none);
  CHECK(hold("{bisection: 256 wires}").amount == 256.0);
  CHECK(hold("{bisection: 256 wires}").count == BisectionCount::graph);
  CHECK(hold("{bisection: of t, count: middle_cut}").count == BisectionCount::middle_cut);
  CHECK(hold("{bisection: of t, count: formula}").count == BisectionCount::formula);
  CHECK(hold("{bisection: 4 x of t}").of == "t");
  CHECK(hold("{bisection: 4 x of t}").times == 4);
  CHECK(hold("{bisection: 0.5 x of t}").times == 0.5);
  CHECK(hold("{pins: 64 pins}").resource == Resource::pins);
  CHECK(hold("{pins: 64 wires}").amount == 64.0);
  CHECK(hold("{area: 4 mm2}", "nangate45").amount == 4.0);
  CHECK(hold("{area: 1000 um2}", "nangate45").amount == 0.001);
  CHECK(hold("{area: 900 pitches2}").amount == 900.0);
  CHECK(hold("{peak_density: 40 wires}").resource == Resource::peak_density);
  CHECK_FALSE(hold("{peak_density: 40 wires}").per_machine);
  CHECK(hold("{peak_density: 40 wires, per: machine}").per_machine);
  CHECK(hold("{width: 9 bits}").amount == 9.0);
  CHECK(hold("{width: 9 bits}").resource == Resource::width);
}

TEST_CASE("limits and population") {
  Study study = read(
      with("limits: {pins_per_node: 512, ports_per_node: 8, layers: 2, area: 1e6 pitches2, longest_wire: 99 pitches}"));
  CHECK(study.limits.at(Limited::pins_per_node) == 512.0);
  CHECK(study.limits.at(Limited::ports_per_node) == 8.0);
  CHECK(study.limits.at(Limited::layers) == 2.0);
  CHECK(study.limits.at(Limited::area_pitches2) == 1e6);
  CHECK(study.limits.at(Limited::longest_wire_pitches) == 99.0);
  CHECK(study.limits.count(Limited::area_mm2) == 0);
  study = read(with("technology: sky130\nlimits: {area: 20 mm2, longest_wire: 5 mm}"));
  CHECK(study.limits.at(Limited::area_mm2) == 20.0);
  CHECK(study.limits.at(Limited::longest_wire_mm) == 5.0);
  study = read(with("technology: sky130\nlimits: {longest: 6 mm}"));
  CHECK(study.limits.at(Limited::longest_wire_mm) == 6.0);
  CHECK(read(with("population: any")).population.any);
  study = read(with("population: {terminals: 4096, tolerance: 5 %}"));
  CHECK(study.population.terminals == 4096U);
  CHECK(study.population.tolerance == 0.05);
}

TEST_CASE("messages come with shares, headers and a switching") {
  const Study study =
      read(with("message: [{size: 72 bits, share: 0.6}, {size: 64 bytes, share: 40 %}]\nheader: 16 bits\nswitching: "
                "store_and_forward\n"
                "traffic: {pattern: uniform, self: false}\ntie: 3 %\nrouting: dimension_order"));
  REQUIRE(study.messages.size() == 2);
  CHECK(study.messages[1].size_bits == 512);
  CHECK(study.messages[1].share == 0.4);
  CHECK(study.header_bits == 16);
  CHECK(study.switching == Switching::store_and_forward);
  CHECK_FALSE(study.traffic_self);
  CHECK(study.tie == 0.03);
  CHECK(read(with("switching: virtual_cut_through")).switching == Switching::virtual_cut_through);
}

TEST_CASE("delay models by name, by map and by list, times in tau or with units") {
  const Study study =
      read(with("delay: [constant, {model: linear, coefficient: 2}, {model: logarithmic, base: e, constant: 1}]"));
  REQUIRE(study.delays.size() == 3);
  CHECK(study.delays[0].model->name == "constant");
  CHECK(study.delays[1].parameters.number("coefficient") == 2.0);
  CHECK(study.delays[2].parameters.number("base") == doctest::Approx(2.718281828459045).epsilon(1e-15));
  CHECK(read(with("delay: {model: linear, coefficient: 500 ps}")).delays[0].parameters.number("coefficient") == 0.5);
  CHECK(reading::mistakes(with("technology: sky130\ndelay: {model: linear, coefficient: 2}")) ==
        "a.yaml:3:37: error: 'coefficient' has no unit\n"
        "  delay: {model: linear, coefficient: 2}\n"
        "                                      ^\n"
        "hint: write `2 ns`; the units are ps, ns, us, ms, s or tau");
  CHECK(reading::mistakes(with("technology: sky130\ndelay: {model: linear, coefficient: 2 tau}")) ==
        "a.yaml:3:37: error: 'coefficient' is given in tau, which only the technology `unit` has\n"
        "  delay: {model: linear, coefficient: 2 tau}\n"
        "                                      ^\n"
        "hint: give it in ps, ns, us, ms or s");
}

TEST_CASE("ranks by one measure or by weights") {
  CHECK(read(with("rank: area")).rank[0].measure == "area");
  const Study study = read(with("rank: [{latency: 0.7}, {area: 0.3}]"));
  REQUIRE(study.rank.size() == 2);
  CHECK(study.rank[1].measure == "area");
  CHECK(study.rank[1].weight == 0.3);
}

TEST_CASE("expected numbers and winners") {
  const Study study =
      read(with("expect:\n- {candidate: t, key: nodes, value: 16, tolerance: 1 %, origin: counted}\n- {winner: t}\n"
                "- {candidate: t, key: grid.order, value: natural}"));
  REQUIRE(study.expectations.size() == 3);
  CHECK(std::get<double>(study.expectations[0].value) == 16);
  CHECK(study.expectations[0].tolerance == 0.01);
  CHECK(study.expectations[0].origin == "counted");
  CHECK(study.expectations[0].place.line == 3);
  CHECK(study.expectations[1].winner == "t");
  CHECK(std::get<std::string>(study.expectations[2].value) == "natural");
}

TEST_CASE("a time of an interchange takes the place of the router's, in cycles or not") {
  const Study study =
      read(with("router: {delay: 2.5 ns, period: 2 cycles}\ninterchange: {delay: 8 cycles, period: 4 ps}\n"));
  const RouterChoice& interchange = *study.designs[0].interchange;
  CHECK(interchange.delay.cycles == 8);
  CHECK(in_ns(interchange.delay.time) == 0);
  CHECK(interchange.period.cycles == 0);
  CHECK(in_ns(interchange.period.time) == doctest::Approx(0.004));
}

TEST_CASE("a candidate's own keys go before the defaults, and those before the top level") {
  const std::string before =
      "channel: {width: 4 bits, control: 2 wires}\nrouter: {delay: 3 cycles}\n"
      "defaults: {channel: {width: 8 bits}, placement: {order: gray}, topology: {family: torus, dimensions: 2}}\n";
  const Design plain = only("{topology: {radix: 4}}", before);
  CHECK(plain.channel.width_bits == 8.0);
  CHECK(plain.channel.control_wires == 2);
  CHECK(plain.router.delay.cycles == 3);
  CHECK(plain.placement.orders == Names{"gray"});
  const Design own = only(
      "{topology: {radix: 4}, channel: {width: 16 bits, round: nearest, multiple: 8 bits}, "
      "router: {delay: 2 ns, injection: 1 cycle}, placement: {order: folded}}",
      before);
  CHECK(own.channel.width_bits == 16.0);
  CHECK(own.channel.control_wires == 2);
  CHECK(own.channel.round == Rounding::nearest);
  CHECK(own.channel.multiple == 8);
  CHECK(own.router.delay.cycles == 0);
  CHECK(in_ns(own.router.delay.time) == 2);
  CHECK(own.router.injection.cycles == 1);
  CHECK(own.placement.orders == Names{"folded"});
}

TEST_CASE("placements in every form") {
  const auto placement = [](const std::string& text) {
    return only("{topology: {family: torus, radix: 2, dimensions: 2}, placement: {" + text + "}}").placement;
  };
  CHECK(placement("order: folded").orders == Names{"folded"});
  CHECK(placement("order: [gray, folded]").orders == Names{"gray", "folded"});
  const PlacementChoice listed = placement("order: [1, 0]");
  CHECK(listed.permutations == std::vector<std::vector<std::uint32_t>>{{1, 0}});
  const PlacementChoice mixed = placement("order: [gray, [1, 0]]");
  CHECK(mixed.permutations == std::vector<std::vector<std::uint32_t>>{{}, {1, 0}});
  CHECK(mixed.orders == Names{"gray", "natural"});
  CHECK(placement("axes: [x, y]").axes == std::vector<Axis>{Axis::x, Axis::y});
  CHECK(placement("columns: 8").columns == 8U);
  CHECK(placement("cells: [[0, 0], [1, 2, 3]]").cells ==
        std::vector<std::array<std::int64_t, 3>>{{0, 0, 0}, {1, 2, 3}});
}

TEST_CASE("orders, cells and links may stand in files beside the spec") {
  const auto folder = std::filesystem::temp_directory_path() / "cutline-spec-files";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "order.txt") << "# slot by slot\n2\n0\r\n3\n1\n";
  std::ofstream(folder / "cells.txt") << "0 0\n1, 0\n0 1 0\n\n1 1\n";
  std::ofstream(folder / "net.txt") << "0 1\n";
  const Study study = parse_study(
      "cutline: 1\ncandidates:\n- {topology: {family: ring, nodes: 4}, placement: {order: order.txt}}\n"
      "- {topology: {family: ring, nodes: 4}, placement: {cells: ./cells.txt}}\n- {topology: {family: graph, file: "
      "net.txt}}\n",
      "a.yaml", folder.string());
  CHECK(study.designs[0].placement.permutations == std::vector<std::vector<std::uint32_t>>{{2, 0, 3, 1}});
  CHECK(study.designs[1].placement.cells.size() == 4);
  CHECK(study.designs[1].placement.cells[2] == std::array<std::int64_t, 3>{0, 1, 0});
  CHECK(study.designs[2].parameters.text("file") == (folder / "net.txt").string());
  std::filesystem::remove_all(folder);
}

TEST_CASE("a graph's links stand in the spec") {
  const Design design = only("{topology: {family: graph, nodes: 3, links: [[0, 1], [1, 2, 4]]}}");
  CHECK(design.parameters.table("links") == IntegerTable{{0, 1}, {1, 2, 4}});
  CHECK(design.name == "graph nodes=3");
}

TEST_CASE("an ideal candidate may have a real radix") {
  const Design design =
      only("{ideal: true, topology: {family: torus, radix: 2.5, dimensions: 4}, channel: {width: 1.5 bits}}");
  CHECK(design.ideal);
  CHECK(design.parameters.number("radix") == 2.5);
  CHECK(design.channel.width_bits == 1.5);
}

TEST_CASE("without a name, a candidate is called by its family and parameters, and its number") {
  const Study study = read(
      "cutline: 1\ncandidates:\n- &a {topology: {family: torus, radix: 4, dimensions: 2}}\n- <<: *a\n  placement: "
      "{order: folded}\n"
      "- *a\n- {topology: {family: hypercube, dimensions: 4}}\n"
      "- {topology: {family: torus, radix: 3}, sweep: {topology.dimensions: [1, 2], placement.order: [gray, "
      "folded]}}\n");
  CHECK(names(study) == Names{"torus radix=4 dimensions=2", "torus radix=4 dimensions=2 #2",
                              "torus radix=4 dimensions=2 #3", "hypercube dimensions=4",
                              "torus radix=3 dimensions=1 order=gray", "torus radix=3 dimensions=1 order=folded",
                              "torus radix=3 dimensions=2 order=gray", "torus radix=3 dimensions=2 order=folded"});
}

TEST_CASE("every parameter of a design knows its place") {
  const Design design = only("{topology: {family: torus, radix: 4, dimensions: 2},\n  placement: {order: gray}}");
  const auto place = [&](const std::string& key) { return design.places.find(key)->second; };
  CHECK(place("candidate").line == 2);
  CHECK(place("candidate").column == 14);
  CHECK(place("topology").column == 25);
  CHECK(place("placement").line == 3);
  CHECK(place("topology.radix").column == 48);
  CHECK(place("placement.order").column == 22);
  Diagnostic diagnostic;
  diagnostic.parameter = "radix";
  attach_place(diagnostic, design, "topology");
  CHECK(diagnostic.place.column == 48);
}

TEST_CASE("a spec's digest depends on its text and on what overrides it") {
  const std::string text = with("title: x");
  CHECK(read(text).spec_sha256 == read(text).spec_sha256);
  CHECK(read(text).spec_sha256 != read(text + " ").spec_sha256);
  CHECK(read(text).spec_sha256 != read(text, {{"title", "y"}}).spec_sha256);
}
