// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>

#include "cutline/detail/delay/wire_formulas.hpp"
#include "output/export/geometry/drawing.hpp"
#include "output/exported.hpp"

/// Exports to circuit simulators and timing tools, checked without these tools: the inputs that they refuse, and sums.

namespace {

using namespace cutline;
using namespace cutline::test;

const std::string kTimingTorus = "family: torus, radix: 4, dimensions: 2";
const std::string kRandom = "family: graph, nodes: 6, links: [[0, 1], [0, 1], [1, 5], [2, 3], [2, 5], [4, 0]]";
const std::string kTimingOneWay = kTimingTorus + ", channels: unidirectional";

std::string with_delay(const std::string& spec, const std::string& delay) {
  std::string changed = spec;
  return changed.replace(changed.find("delay: d2m"), 10, "delay: " + delay);
}

ExportChoice with_link(std::uint64_t from, std::uint64_t to) {
  ExportChoice choice;
  choice.link = {std::to_string(from), std::to_string(to)};
  return choice;
}

std::string timing_refused(const std::string& spec, const std::string& target,
                           const ExportChoice& choice = to_file("n.x")) {
  return refusal([&] { Evaluated(spec).to(target, choice); });
}

const ExportFile& file(const Exported& made, const std::string& extension) {
  for (const ExportFile& each : made.files) {
    if (each.extension == extension) return each;
  }
  FAIL("no file " << extension);
  return made.files.front();
}

/// Number `index` of a line, counted from 0.
double number(const std::string& line, int index) {
  std::stringstream words(line);
  std::string word;
  for (int i = 0; i <= index; ++i) words >> word;
  return std::stod(word);
}

Exported to_def(const std::string& spec) { return Evaluated(spec).to("def", to_file("n.def")); }

}  // namespace

TEST_CASE("circuits: the delay of every link follows from its circuit by the model's formula") {
  for (const std::string& topology : {kTimingTorus, kRandom}) {
    for (const std::string model : {"d2m", "elmore", "sakurai", "repeated"}) {
      CAPTURE(model);
      const Evaluated each(with_delay(spec_of(topology), model));
      const ExportNetwork network = export_network(each.study, each.one(), {}, true);
      for (const ExportLink& link : network.links) {
        const LayeredCircuit& wire = *network.circuits.at(link.circuit);
        const DrivenWire& stage = wire.circuit.stage;
        const Time one = model == "elmore"    ? elmore_delay(stage)
                         : model == "sakurai" ? sakurai_delay(stage)
                                              : d2m_delay(stage);
        CHECK(in_ns(link.delay) == doctest::Approx(in_ns(one) * wire.circuit.stages).epsilon(1e-9));
        CHECK((wire.circuit.stages == 1 || model == "repeated"));
        // The slowest wire may run on a slower layer than the longest wire, and be some tracks shorter.
        const double length = in_mm(wire.wire.x + wire.wire.y);
        CHECK(length <= in_mm(link.length) * (1 + 1e-9));
        CHECK(length >= in_mm(link.length) * 0.97);
      }
    }
  }
}

TEST_CASE("spice and spef: what has no ohms, no farads or no driver is refused with a reason") {
  const std::string unit = "cutline: 1\ncandidates:\n  - {name: r, topology: {family: ring, nodes: 4}}\n";
  for (const char* target : {"spice", "spef"}) {
    CHECK(timing_refused(unit, target).find("unit technology") != std::string::npos);
    CHECK(timing_refused(with_delay(spec_of(kTimingTorus), "linear"), target).find("law without a circuit") !=
          std::string::npos);
    CHECK(timing_refused(with_delay(spec_of(kTimingTorus), "horn"), target).find("law without a circuit") !=
          std::string::npos);
    std::string pcb = with_delay(spec_of(kTimingTorus), "time_of_flight");
    pcb.replace(pcb.find("nangate45"), 9, "organic-substrate");
    CHECK(timing_refused(pcb, target).find("gives no resistance and capacitance") != std::string::npos);
  }
  CHECK(timing_refused(with_delay(spec_of(kTimingTorus), "distributed"), "spef").find("needs drivers") !=
        std::string::npos);
  CHECK(Evaluated(with_delay(spec_of(kTimingTorus), "distributed")).to("spice").files.size() == 1);
}

TEST_CASE("spice and spef: a link between modules runs over a medium that is no circuit; within one it is written") {
  const std::string packages =
      "packages: [{name: chip, cells: [2, 4], spacing: 0.15 mm, edge: ucie-standard}, {name: board}]\n";
  const std::string spec = spec_of("family: mesh, radix: 4, dimensions: 2", packages);
  CHECK(timing_refused(spec, "spef").find("leaves its module") != std::string::npos);
  CHECK(timing_refused(spec, "spice", with_link(1, 2)).find("leaves its module") != std::string::npos);
  CHECK(Evaluated(spec).to("spice", with_link(0, 1)).files.size() == 1);
  CHECK(Evaluated(spec).to("sdf", to_file("n.sdf")).files.size() == 6);
}

TEST_CASE("spice: the link is named by its nodes, the longest of parallel ones is taken, one-way links have one way") {
  CHECK(timing_refused(spec_of(kTimingTorus), "spice", with_link(0, 5)).find("no link goes from") != std::string::npos);
  CHECK(timing_refused(spec_of(kTimingTorus), "spice", with_link(0, 16)).find("the network has no node 16") !=
        std::string::npos);
  CHECK(timing_refused(spec_of(kTimingTorus), "csv", with_link(0, 1)).find("not one link") != std::string::npos);
  const Evaluated one_way(spec_of(kTimingOneWay));
  CHECK(one_way.to("spice", with_link(0, 1)).files.size() == 1);
  CHECK(refusal([&] { one_way.to("spice", with_link(1, 0)); }).find("no link goes from") != std::string::npos);
  const Evaluated random(spec_of(kRandom));
  CHECK(says(random.to("spice", with_link(1, 0)).notes, "2 links join these nodes; the longest"));
  CHECK(!says(random.to("spice", with_link(1, 5)).notes, "links join these nodes"));
  const ExportNetwork network = random.network();
  const auto longest = std::max_element(network.links.begin(), network.links.end(),
                                        [](const auto& a, const auto& b) { return a.length < b.length; });
  const std::string deck = random.to("spice").files.at(0).content;
  CHECK(deck.find(fmt::format("* link: node {} ", longest->from)) != std::string::npos);
  CHECK(deck.find("* link: node") < deck.find("\nV1 "));
}

TEST_CASE("spef: each net has the resistance and capacitance of its wire, and both ways and parallel links have nets") {
  for (const std::string& topology : {kTimingTorus, kRandom, kTimingOneWay}) {
    for (const char* model : {"d2m", "repeated"}) {
      const Evaluated each(with_delay(spec_of(topology), model));
      const ExportNetwork network = export_network(each.study, each.one(), {}, true);
      std::vector<DrivenWire> nets;
      for (const ExportChannel& channel : channels(network)) {
        const WireCircuit& circuit = network.circuits.at(network.links[channel.link].circuit)->circuit;
        nets.insert(nets.end(), static_cast<std::size_t>(circuit.stages), circuit.stage);
      }
      std::vector<DrivenWire> read;
      char part = ' ';
      for (const std::string& line : lines_of(file(each.to("spef", to_file("n.spef")), "").content)) {
        if (line.rfind("*D_NET", 0) == 0) read.emplace_back();
        if (line[0] == '*') part = line.size() > 1 ? line[1] : ' ';
        if (line[0] >= '0' && line[0] <= '9' && part == 'C') read.back().wire_ff += number(line, 2);
        if (line[0] >= '0' && line[0] <= '9' && part == 'R') read.back().wire_ohm += number(line, 3);
      }
      REQUIRE(read.size() == nets.size());
      for (std::size_t i = 0; i < nets.size(); ++i) {
        CHECK(read[i].wire_ohm == doctest::Approx(nets[i].wire_ohm).epsilon(1e-7));
        CHECK(read[i].wire_ff == doctest::Approx(nets[i].wire_ff).epsilon(1e-7));
      }
    }
  }
}

TEST_CASE(
    "spef: links of several cycles have paths of several cycles; without a clock the period is the slowest wire") {
  ExportChoice fast = to_file("n.spef");
  fast.cycle = nanoseconds(0.1);
  const Evaluated torus(spec_of(kTimingTorus));
  std::size_t several = 0;
  for (const ExportChannel& each : channels(torus.network(fast)))
    several += torus.network(fast).links[each.link].cycles > 1 ? 1 : 0;
  REQUIRE(several > 0);
  const std::string sdc = file(torus.to("spef", fast), ".sdc").content;
  std::size_t found = 0;
  for (const std::string& line : lines_of(sdc)) found += line.find(" -setup ") != std::string::npos ? 1 : 0;
  CHECK(found == several);
  CHECK(sdc.find("-period 100 ") != std::string::npos);
  const Evaluated free(spec_of(kTimingTorus, "clock: {rule: per_link}\nrouter: {delay: 1 ns}\n"));
  CHECK(says(free.to("spef", to_file("n.spef")).notes, "without a clock"));
}

TEST_CASE("sdf: the cells of a channel add up to its delay in fs, none of more than half a cycle") {
  for (const std::string& topology : {kTimingTorus, kRandom, kTimingOneWay}) {
    ExportChoice fast = to_file("n.sdf");
    fast.cycle = nanoseconds(0.05);
    const Evaluated each(spec_of(topology));
    const ExportNetwork network = each.network(fast);
    const std::vector<ExportChannel> all = channels(network);
    std::vector<double> sums(all.size());
    std::size_t several = 0;
    for (const std::string& line : lines_of(file(each.to("sdf", fast), "").content)) {
      const std::size_t name = line.find("INSTANCE w"), value = line.find("IOPATH A Z (");
      if (name == std::string::npos) continue;
      const double ps = std::stod(line.substr(value + 12));
      CHECK(ps <= 25);
      sums.at(std::stoul(line.substr(name + 10))) += ps;
      several += line.find("_1)") != std::string::npos ? 1 : 0;
    }
    CHECK(several > 0);
    CHECK(says(each.to("sdf", fast).notes, "cells in a row"));
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double ps = in_ns(network.links[all[i].link].delay) * 1e3;
      CHECK(sums[i] == doctest::Approx(std::round(ps * 1e3) / 1e3).epsilon(1e-9));
    }
  }
}

TEST_CASE("sdf: the unit technology is written with a note; too many cells and odd names are refused") {
  const std::string unit = "cutline: 1\ncandidates:\n  - {name: r, topology: {family: ring, nodes: 4}}\n";
  CHECK(says(Evaluated(unit).to("sdf", to_file("n.sdf")).notes, "unit technology"));
  ExportChoice fast = to_file("n.sdf");
  fast.cycle = nanoseconds(1e-6);
  CHECK(refusal([&] { Evaluated(spec_of(kTimingTorus)).to("sdf", fast); }, ExitCode::over_limit).find("half cycles") !=
        std::string::npos);
  for (const char* target : {"sdf", "spef"})
    CHECK(timing_refused(spec_of(kTimingTorus), target, to_file("my net.x")).find("'my net.x'") != std::string::npos);
}

TEST_CASE(
    "def: the unit technology, several planes, odd layer names and sizes past 32 bits are refused with a reason") {
  CHECK(timing_refused("cutline: 1\ncandidates:\n  - {name: r, topology: {family: ring, nodes: 4}}\n", "def")
            .find("unit technology") != std::string::npos);
  std::string stacked = spec_of("family: mesh, radix: 2, dimensions: 3", "defaults: {placement: {axes: [x, y, z]}}\n");
  stacked.replace(stacked.find("nangate45"), 9, "sky130");
  CHECK(timing_refused(stacked, "def").find("one plane") != std::string::npos);
  Technology odd = load_technology("nangate45");
  odd.layers.front().name = "metal 3;";
  CHECK(refusal([&] { exporting::LayerStack stack(odd, {}, 2000); }).find("'metal 3;'") != std::string::npos);
  std::string boards = spec_of("family: mesh, radix: 4, dimensions: 2");
  boards.replace(boards.find("node: {width: 1 mm"), 18, "node: {width: 300 mm");
  CHECK(refusal([&] { to_def(boards); }, ExitCode::over_limit).find("32 bits") != std::string::npos);
}

TEST_CASE("spice and spef say where posts between planes count as more of the wire, spice only of its own wire") {
  std::string stacked = spec_of("family: mesh, radix: 2, dimensions: 3", "defaults: {placement: {axes: [x, y, z]}}\n");
  const Evaluated mesh(stacked.replace(stacked.find("32 bits"), 7, "2 bits"));
  const auto notes = [&](const char* target, std::uint64_t to) {
    ExportChoice choice = to_file("a.b");
    if (to > 0) choice.link = {"0", std::to_string(to)};
    return mesh.to(target, choice).notes;
  };
  CHECK(says(notes("spef", 0), "posts between planes"));
  CHECK(says(notes("spice", 4), "posts between planes"));
  CHECK(!says(notes("spice", 1), "posts between planes"));
}
