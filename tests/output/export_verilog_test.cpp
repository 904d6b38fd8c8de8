// SPDX-License-Identifier: Apache-2.0
// Exported Verilog, run by Icarus Verilog and read by Yosys and Verilator. Icarus's exit code says nothing of a
// testbench, so the tests read its output.
#include <doctest/doctest.h>

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "output/exported_files.hpp"
#include "support/csv.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;

const bool kIcarus = has_tool("iverilog") && has_tool("vvp"), kYosys = has_tool("yosys");
const auto kVerilogSkip = doctest::skip(!kIcarus || !kYosys);

struct VerilogCase {
  std::string what, candidate, file = {};  ///< keys of the candidate; the graph net.json
  std::string clock = "10 GHz";
};

/// Nodes of three kinds, with names that are no identifiers; links in parallel, wide ones, and one with its own cycles.
const char* const kChip = R"({"nodes": [
  {"id": "core 0"}, {"id": "core.1"}, {"id": "dma\"x\\"}, {"id": "größe"}, {"id": "module"}, {"id": "mem[3]/a"}],
"links": [
  {"source": "core 0", "target": "core.1"}, {"source": "core 0", "target": "core.1", "width": 2},
  {"source": "core.1", "target": "dma\"x\\"}, {"source": "dma\"x\\", "target": "größe", "cycles": 9},
  {"source": "größe", "target": "module"}, {"source": "module", "target": "mem[3]/a", "width": 3},
  {"source": "mem[3]/a", "target": "core 0"}]})";

const std::vector<VerilogCase> kCases = {
    {"a torus", "topology: {family: torus, radix: 4, dimensions: 2}"},
    {"a graph with kinds of tile",
     "topology: {family: graph, file: net.json, cycles_from: cycles}, tiles: [{name: the core, at: [\"core 0\", "
     "core.1], "
     "terminals: 2}, {name: bridge, at: [größe], terminals: 0}, {name: rest}]",
     kChip},
    {"one-way links in planes",
     "topology: {family: torus, radix: 3, dimensions: 3, channels: unidirectional}, placement: {axes: [x, y, z]}"},
    {"a fat tree with switches",
     "topology: {family: fat_tree, radix: 2, levels: 3}, channel: {width: 32 bits, control: 3 wires}"},
    {"several terminals a node", "topology: {family: mesh, radix: 3, dimensions: 2, concentration: 4}", {}, "2 GHz"}};

const std::string kTop =
    "cutline: 1\ntechnology: nangate45\ndelay: d2m\nnode: {width: 1 mm, height: 1 mm}\n"
    "channel: {width: 32 bits}\nmessage: 128 bits\nrouter: {delay: 3 cycles}\nwires: pipelined\n";

/// A candidate exported into a folder, as net.v and net.bench.v.
struct Written {
  Folder place;
  Evaluated each;

  explicit Written(const VerilogCase& from) : each(made(from)) {
    write_files(place, each.to("verilog", to_file("net.v")), "net.v");
  }
  std::string run(const std::string& more = "") const {
    return place.output_of("iverilog -g2005 -Wall -Wno-timescale " + more +
                           " -o net.vvp net.v net.bench.v && vvp -n net.vvp");
  }

 private:
  Evaluated made(const VerilogCase& from) const {
    if (!from.file.empty()) place.write("net.json", from.file);
    return Evaluated(kTop + "clock: {rule: fixed, frequency: " + from.clock + "}\ncandidates:\n  - {name: one, " +
                         from.candidate + "}\n",
                     (place / ".").string());
  }
};

/// By number of the link: the cycles of its channels, as the testbench counted them.
std::map<unsigned, std::vector<unsigned>> counted_cycles_of(const std::string& output) {
  std::map<unsigned, std::vector<unsigned>> cycles;
  for (const std::string& line : lines_of(output)) {
    unsigned link = 0, count = 0;
    const std::size_t at = line.rfind(": cycles ");
    if (at == line.npos || std::sscanf(line.c_str(), "link %u,", &link) != 1) continue;
    CHECK(std::sscanf(line.c_str() + at, ": cycles %u", &count) == 1);
    cycles[link].push_back(count);
  }
  return cycles;
}

/// The table of links of a record.
std::vector<Row> table_rows(const Written& written) {
  std::vector<std::string> lines = lines_of(csv_table(link_table(written.each.study, written.each.one(), {})));
  const std::vector<std::string> names = split(lines.front());
  std::vector<Row> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) rows.emplace_back(names, split(lines[i]));
  return rows;
}

/// Router and router, width and registers of a channel.
using ReadChannel = std::tuple<unsigned, unsigned, unsigned, unsigned>;

unsigned parameter_value(const nlohmann::json& bits) {
  return static_cast<unsigned>(std::stoul(bits.get<std::string>(), nullptr, 2));
}

/// The channels as Yosys reads them: every link with the routers whose ports are on its wires.
std::multiset<ReadChannel> channels_of(const nlohmann::json& cells) {
  std::map<unsigned, unsigned> driver, reader;  // by the number of a bit
  for (const auto& [name, cell] : cells.items()) {
    if (!cell.at("parameters").contains("CYCLES")) continue;
    const unsigned node = parameter_value(cell.at("parameters").at("NODE"));
    for (const auto& [port, bits] : cell.at("connections").items()) {
      if (port.starts_with("out_")) driver[bits.at(0).get<unsigned>()] = node;
      if (port.starts_with("in_")) reader[bits.at(0).get<unsigned>()] = node;
    }
  }
  std::multiset<ReadChannel> channels;
  for (const auto& [name, cell] : cells.items()) {
    if (cell.at("type") != "cutline_link") continue;
    const auto& wires = cell.at("connections");
    CHECK(wires.at("in").size() == parameter_value(cell.at("parameters").at("WIDTH")));
    channels.insert({driver.at(wires.at("in").at(0).get<unsigned>()), reader.at(wires.at("out").at(0).get<unsigned>()),
                     parameter_value(cell.at("parameters").at("WIDTH")),
                     parameter_value(cell.at("parameters").at("REGISTERS"))});
  }
  return channels;
}

}  // namespace

TEST_CASE("without Icarus Verilog or Yosys the tests of Verilog are skipped, and a message says so") {
  if (!kIcarus || !kYosys) MESSAGE("not installed: tests skipped; Debian has the packages iverilog and yosys");
}

TEST_CASE("Icarus counts in every channel the cycles that the table of links tells" * kVerilogSkip) {
  for (const VerilogCase& from : kCases) {
    CAPTURE(from.what);
    const Written written(from);
    const std::string output = written.run();
    CHECK_MESSAGE(contains(output, "RESULT ok"), output);
    CHECK_MESSAGE(!contains(output, "warning"), output);
    const auto counted = counted_cycles_of(output);
    const std::vector<Row> rows = table_rows(written);
    CHECK(counted.size() == rows.size());
    std::set<long long> lengths;
    for (const auto& [link, cycles] : counted) {
      CHECK(cycles.size() == (rows.at(link).integer("one_way") == 1 ? 1u : 2u));
      for (const unsigned count : cycles) {
        CHECK(count == rows.at(link).integer("delay_cycles"));
        CHECK(count == rows.at(link).integer("registers") + 1);
        lengths.insert(count);
      }
    }
    if (from.clock == "10 GHz") CHECK(lengths.size() > 1);
  }
}

TEST_CASE("Yosys reads the file and finds every channel between its routers, with its width and registers" *
          kVerilogSkip) {
  for (const VerilogCase& from : kCases) {
    CAPTURE(from.what);
    const Written written(from);
    const std::string printed = written.place.output_of(
        "yosys -q -p 'read_verilog net.v; write_json net.out; hierarchy -check -top cutline_network; proc; check' "
        "2>&1 || echo FAILED");
    CHECK_MESSAGE(!contains(printed, "FAILED"), printed);
    CHECK(!contains(printed, "multiple conflicting drivers"));
    const nlohmann::json modules = nlohmann::json::parse(slurp(written.place / "net.out")).at("modules");
    const ExportNetwork network = written.each.network();
    std::multiset<ReadChannel> expected;
    const std::uint64_t control = contains(from.candidate, "control") ? 3 : 0;
    for (const ExportChannel& each : channels(network)) {
      const ExportLink& link = network.links[each.link];
      expected.insert({each.from, each.to, static_cast<std::uint64_t>(link.width_bits) + control, link.cycles - 1});
    }
    const nlohmann::json& cells = modules.at("cutline_network").at("cells");
    CHECK(channels_of(cells) == expected);
    std::uint64_t terminals = 0, routers = 0;
    for (const auto& [name, cell] : cells.items()) {
      terminals += cell.at("parameters").contains("TERMINAL") ? 1 : 0;
      routers += cell.at("parameters").contains("CYCLES") ? 1 : 0;
    }
    CHECK(terminals == network.terminals());
    CHECK(routers == network.nodes.size());
  }
}

TEST_CASE("Verilator finds nothing to warn of" * doctest::skip(!has_tool("verilator"))) {
  for (const VerilogCase& from : kCases) {
    CAPTURE(from.what);
    CHECK(Written(from).place.output_of("verilator --lint-only --top-module cutline_network net.v 2>&1") == "");
  }
}

TEST_CASE("routers alike share a module, kinds of tile have terminals of their own, names stay where they can") {
  const std::string torus = Written(kCases.at(0)).each.to("verilog", to_file("net.v")).files.at(0).content;
  CHECK(contains(torus, "// 4 links, 1 terminal: 16 like this\nmodule router_1 "));
  CHECK(!contains(torus, "router_2 "));
  const Written chip(kCases.at(1));
  const std::string text = slurp(chip.place / "net.v");
  for (const char* part :
       {"module terminal_the_core ", "module terminal_rest ", "router_module (.clk", "\\router_core.1 ",
        "\\router_dma\"x\\ ", "\\router_mem[3]/a ", "\\terminal_core.1_1 ", "router_core_0_0 ("})
    CHECK_MESSAGE(contains(text, part), part);
  CHECK(!contains(text, "terminal_bridge"));
}

TEST_CASE("a register more, wires that are exchanged, and modules of the user's own: the testbench tells" *
          kVerilogSkip) {
  const Written torus(kCases.at(0));
  const std::string text = slurp(torus.place / "net.v");
  const auto replaced = [&](const std::string& what, const std::string& by) {
    std::string other = text;
    torus.place.write("net.v", other.replace(other.find(what), what.size(), by));
    return torus.run();
  };
  CHECK(contains(replaced(".REGISTERS(", ".REGISTERS(1"), "RESULT wrong: 63 of 64"));
  CHECK(contains(replaced(".in_0(in_n1_to_n0)", ".in_0(in_n3_to_n0)"), "RESULT wrong: 63 of 64"));
  const std::size_t begin = text.find("// 4 links"), end = text.find("`endif");
  torus.place.write("own.v", text.substr(begin, end - begin));
  torus.place.write("net.v", text);
  CHECK(contains(torus.run("-DCUTLINE_NODES own.v"), "RESULT ok: 64 channels"));
}

TEST_CASE("Verilog without a clock, with too many registers or too wide a channel is refused; unpipelined it is told") {
  const auto refused = [](const std::string& spec, double cycle_ns, ExitCode code) {
    ExportChoice choice = to_file("net.v");
    if (cycle_ns > 0) choice.cycle = nanoseconds(cycle_ns);
    return refusal([&] { Evaluated(spec).to("verilog", choice); }, code);
  };
  const std::string ring = "family: ring, nodes: 4";
  CHECK(contains(refused(spec_of(ring, "clock: {rule: per_link}\nrouter: {delay: 1 ns}\n"), 0, ExitCode::bad_input),
                 "counts cycles"));
  CHECK(contains(refused(spec_of(ring), 1e-6, ExitCode::over_limit), "registers"));
  std::string wide = spec_of(ring);
  wide.replace(wide.find("32 bits"), 7, "70000 bits");
  CHECK(contains(refused(wide, 0, ExitCode::over_limit), "70000 bits"));
  ExportChoice choice = to_file("net.v");
  choice.cycle = nanoseconds(0.1);
  CHECK(says(Evaluated(spec_of(ring)).to("verilog", choice).notes, "unpipelined"));
  CHECK(!says(Evaluated(spec_of(ring, "wires: pipelined\n")).to("verilog", choice).notes, "unpipelined"));
}
