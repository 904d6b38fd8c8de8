// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>
#include <iterator>
#include <map>
#include <tuple>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr int kSections = 10;
constexpr double kMostNets = 1 << 19;  // every stage of a wire with repeaters is a net
// End points of the tables. The values are linear, so tools may extrapolate.
constexpr double kSlewPs = 1000, kLoadFf = 1000;

/// A driver and the input that it drives; each distinct pair has its own cells.
using Drive = std::tuple<double, double, double>;  // ohm, fF of its own, fF of the receiver

Drive drive_of(const WireCircuit& circuit) {
  return {circuit.stage.driver_ohm, circuit.stage.parasitic_ff, circuit.stage.load_ff};
}

/// The input of all files of the export: channels, their circuits, and the cells that they share.
struct SpefNetlist {
  ExportNetwork& network;
  std::vector<ExportChannel> channels;
  std::map<Drive, std::size_t> cells;

  const WireCircuit& circuit(std::size_t channel) const {
    return network.circuits[network.links[channels[channel].link].circuit]->circuit;
  }
  std::size_t cell(std::size_t channel) const { return cells.at(drive_of(circuit(channel))); }
  std::string net(std::size_t channel, std::int64_t stage) const {
    const std::string name = channel_name(channel, channels[channel]);
    return stage == 0 ? name : fmt::format("{}_{}", name, stage);
  }
};

SpefNetlist spef_netlist_of(const Export& target, ExportNetwork& network) {
  expect_links(target, network);
  SpefNetlist list{network, channels(network), {}};
  double nets = 0;
  bool inductance = false, posts = false;
  for (std::size_t i = 0; i < list.channels.size(); ++i) {
    const ExportChannel& each = list.channels[i];
    const std::optional<LayeredCircuit>& wire = network.circuits[network.links[each.link].circuit];
    if (!wire) {
      throw_input_error(why_no_circuit(network, network.links[each.link]),
                        "export to sdf, which takes delays alone, or a network within one module");
    }
    if (wire->circuit.stage.driver_ohm <= 0) {
      throw_input_error(fmt::format("a timing tool needs drivers, and '{}' has none", network.delay_label),
                        "take a model that has, as --delay d2m");
    }
    nets += static_cast<double>(wire->circuit.stages);
    inductance = inductance || wire->circuit.wire_nh > 0;
    posts = posts || wire->wire.z.base > 0;
    list.cells.emplace(drive_of(wire->circuit), list.cells.size());
  }
  if (nets > kMostNets) {
    throw_limit_error(
        fmt::format("{} repeaters and wires are more than the {} that {} holds", nets, kMostNets, target.name),
        "export a smaller network, or take --delay d2m");
  }
  if (inductance) network.notes.push_back("inductance is left out: SPEF readers take resistance and capacitance");
  note_posts(network, posts);
  return list;
}

std::string spef_verilog(const Export& target, const SpefNetlist& list) {
  std::string out;
  append(out, "{}module {} (clk, send);\n  input clk, send;\n", commented_header(target, list.network, "//"),
         kNetworkModule);
  for (std::size_t i = 0; i < list.channels.size(); ++i) {
    const std::string name = list.net(i, 0);
    const std::size_t cell = list.cell(i);
    const std::int64_t stages = list.circuit(i).stages;
    append(out, "{}  wire {}", comment_line("  //", channel_text(list.network, list.channels[i])), name);
    for (std::int64_t stage = 1; stage < stages; ++stage) append(out, ", {}", list.net(i, stage));
    append(out, ";\n  cutline_tx{} tx_{} (.CK(clk), .D(send), .Q({}));\n", cell, name, name);
    for (std::int64_t stage = 1; stage < stages; ++stage) {
      append(out, "  cutline_repeater{} r{}_{} (.A({}), .Z({}));\n", cell, stage, name, list.net(i, stage - 1),
             list.net(i, stage));
    }
    append(out, "  cutline_rx{} rx_{} (.CK(clk), .D({}));\n", cell, name, list.net(i, stages - 1));
  }
  append(out, "endmodule\n");
  return out;
}

/// The tables of a driver, whose resistance charges its own capacitance and its load. As in Cutline's models, delay and
/// slew are linear in the load and do not depend on the slew at the input.
std::string drive_tables(const Drive& drive) {
  const auto [ohm, own_ff, load_ff] = drive;
  std::string text;
  for (const bool slew : {false, true}) {
    const double per_ff = (slew ? std::log(4.0) : std::log(2.0)) * ohm * 1e-3;  // ohm x fF is a thousandth of a ps
    const double least = per_ff * own_ff, most = least + per_ff * kLoadFf;
    for (const char* edge : {"rise", "fall"}) {
      text += fmt::format("        {}(load) {{ values(\"{:.9g}, {:.9g}\", \"{:.9g}, {:.9g}\"); }}\n",
                          slew ? fmt::format("{}_transition", edge) : fmt::format("cell_{}", edge), least, most, least,
                          most);
    }
  }
  return text;
}

std::string cells_of(const Drive& drive, std::size_t number) {
  const double load_ff = std::get<2>(drive);
  const std::string tables = drive_tables(drive);
  const std::string clock = "    pin(CK) { direction : input; clock : true; capacitance : 0; }\n";
  std::string text;
  text +=
      fmt::format("  cell(cutline_tx{}) {{\n    ff(IQ, IQN) {{ clocked_on : \"CK\"; next_state : \"D\"; }}\n", number);
  text += clock +
          "    pin(D) { direction : input; capacitance : 0; }\n    pin(Q) { direction : output; function : \"IQ\";\n";
  text += "      timing() { related_pin : \"CK\"; timing_type : rising_edge;\n" + tables + "      }\n    }\n  }\n";
  text += fmt::format("  cell(cutline_repeater{}) {{\n    pin(A) {{ direction : input; capacitance : {:.9g}; }}\n",
                      number, load_ff);
  text += "    pin(Z) { direction : output; function : \"A\";\n";
  text += "      timing() { related_pin : \"A\"; timing_sense : positive_unate;\n" + tables + "      }\n    }\n  }\n";
  text +=
      fmt::format("  cell(cutline_rx{}) {{\n    ff(IQ, IQN) {{ clocked_on : \"CK\"; next_state : \"D\"; }}\n", number);
  text += clock + fmt::format("    pin(D) {{ direction : input; capacitance : {:.9g};\n", load_ff);
  for (const char* check : {"setup", "hold"}) {
    text += fmt::format(
        "      timing() {{ related_pin : \"CK\"; timing_type : {}_rising;\n"
        "        rise_constraint(scalar) {{ values(\"0\"); }} fall_constraint(scalar) {{ values(\"0\"); }} }}\n",
        check);
  }
  return text + "    }\n    pin(Q) { direction : output; function : \"IQ\"; }\n  }\n";
}

std::string spef_liberty(const SpefNetlist& list) {
  std::string text = liberty_opening("cutline");
  text += fmt::format(
      "  lu_table_template(load) {{ variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;\n"
      "    index_1(\"0, {:g}\"); index_2(\"0, {:g}\"); }}\n",
      kSlewPs, kLoadFf);
  for (const auto& [drive, number] : list.cells) text += cells_of(drive, number);
  return text + "}\n";
}

/// Writes a net as a chain of equal pi sections from pin to pin.
void put_net(std::string& out, std::size_t net, const std::string& from, const std::string& to,
             const DrivenWire& wire) {
  const auto node = [&](int i) { return i == 0 ? from : i == kSections ? to : fmt::format("*{}:{}", net, i); };
  append(out, "*CAP\n");
  for (int i = 0; i <= kSections; ++i) {
    const double part = i == 0 || i == kSections ? 0.5 : 1;
    append(out, "{} {} {:.9g}\n", i + 1, node(i), part * wire.wire_ff / kSections);
  }
  append(out, "*RES\n");
  for (int i = 0; i < kSections; ++i)
    append(out, "{} {} {} {:.9g}\n", i + 1, node(i), node(i + 1), wire.wire_ohm / kSections);
  append(out, "*END\n\n");
}

std::string spef(const Export& target, const SpefNetlist& list) {
  std::string out;
  append(out,
         "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"{}\"\n*DATE \"not given\"\n*VENDOR \"Cutline\"\n"
         "*PROGRAM \"Cutline\"\n*VERSION \"{}\"\n*DESIGN_FLOW \"EXTERNAL_LOADS\"\n*DIVIDER /\n*DELIMITER :\n"
         "*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 OHM\n*L_UNIT 1 HENRY\n",
         kNetworkModule, CUTLINE_VERSION);
  append(out, "{}\n*NAME_MAP\n", commented_header(target, list.network, "//"));
  std::size_t net = 0;
  for (std::size_t i = 0; i < list.channels.size(); ++i) {
    for (std::int64_t stage = 0; stage < list.circuit(i).stages; ++stage)
      append(out, "*{} {}\n", ++net, list.net(i, stage));
  }
  append(out, "\n*PORTS\nclk I\nsend I\n\n");
  net = 0;
  for (std::size_t i = 0; i < list.channels.size(); ++i) {
    const WireCircuit& circuit = list.circuit(i);
    const std::string name = list.net(i, 0);
    const std::size_t cell = list.cell(i);
    for (std::int64_t stage = 0; stage < circuit.stages; ++stage) {
      const bool first = stage == 0, last = stage + 1 == circuit.stages;
      const std::string from = first ? fmt::format("tx_{}:Q", name) : fmt::format("r{}_{}:Z", stage, name);
      const std::string to = last ? fmt::format("rx_{}:D", name) : fmt::format("r{}_{}:A", stage + 1, name);
      append(out, "*D_NET *{} {:.9g}\n*CONN\n*I {} O *D cutline_{}{}\n", ++net, circuit.stage.wire_ff, from,
             first ? "tx" : "repeater", cell);
      append(out, "*I {} I *L {:.9g} *D cutline_{}{}\n", to, circuit.stage.load_ff, last ? "rx" : "repeater", cell);
      put_net(out, net, from, to, circuit.stage);
    }
  }
  return out;
}

std::string constraints(const SpefNetlist& list, Time period) {
  std::string text = fmt::format("# ps\ncreate_clock -name clk -period {:.9g} [get_ports clk]\n", in_ns(period) * 1e3);
  for (std::size_t i = 0; i < list.channels.size(); ++i) {
    const std::uint64_t cycles = list.network.links[list.channels[i].link].cycles;
    if (cycles < 2) continue;
    const std::string to = fmt::format("-to [get_pins rx_{}/D]", list.net(i, 0));
    text +=
        fmt::format("set_multicycle_path {} -setup {}\nset_multicycle_path {} -hold {}\n", cycles, to, cycles - 1, to);
  }
  return text;
}

constexpr std::string_view kSpefReport = R"(
# dmp_ceff_elmore, the default, gives a net its Elmore delay R (C / 2 + CL), without ln 2: too long. Two poles are
# close for wires that weigh more than their drivers, and up to 15 % too fast for short and repeated ones, where
# ngspice agrees with d2m. For Cutline's own delays read its SDF.
set_delay_calculator dmp_ceff_two_pole
foreach pin [get_pins rx_*/D] {
  foreach path [find_timing_paths -to $pin] {
    puts "DELAY [get_full_name $pin] [get_property [lindex [get_property $path points] end] arrival]"
  }
}
puts "RESULT worst_slack [worst_slack -max]"
puts "RESULT done"
)";

std::vector<ExportFile> write_spef(const Export& target, ExportNetwork& network, const ExportChoice& choice) {
  const std::string stem = plain_file_stem(target.name, choice.file);
  const Time period = clock_for_timing(network);
  const SpefNetlist list = spef_netlist_of(target, network);
  std::string script =
      fmt::format("# Run: sta -no_splash -exit {}.tcl; its exit code says nothing, RESULT done does.\n", stem);
  script += commented_header(target, network, "#") + sta_reading(stem);
  script += fmt::format("read_sdc {}.sdc\nread_spef {}\n", stem, plain_file_name(target.name, choice.file)) +
            std::string(kSpefReport);
  return {{"", spef(target, list)},
          {".v", spef_verilog(target, list)},
          {".lib", spef_liberty(list)},
          {".sdc", constraints(list, period)},
          {".tcl", script}};
}

}  // namespace

Export spef_export() {
  return {
      .name = "spef",
      .summary = "OpenSTA: resistance and capacitance of every wire, netlist, library, script",
      .source = "IEEE 1481-1998; OpenSTA 2.0, doc/OpenSTA.pdf",
      .extension = ".spef",
      .ignores =
          "a net stands for all wires of a channel, the longest of them, its layers and vias spread evenly along it, "
          "between registers without setup, hold or delay of their own; routers, coupling and inductance are not "
          "taken, and drivers do not slow down with the slew at their input",
      .route_cost = RouteCostUse::none,
      .takes_circuits = true,
      .tells_names = true,
      .several_files = true,
      .most_nodes = 1 << 18,
      .most_links = 1 << 18,
      .bytes_per_link = 2500,
      .expect_file = [](const std::string& path) { plain_file_name("spef", path); },
      .write = write_spef};
}

}  // namespace cutline::exporting
