// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <tuple>

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
  expect_at_most(nets, kMostNets, "export a smaller network, or take --delay d2m",
                 "{} repeaters and wires are more than the {} that {} holds", nets, kMostNets, target.name);
  if (inductance) note(network, "inductance is left out: SPEF readers take resistance and capacitance");
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
  return out + "endmodule\n";
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

/// The cells of a drive: {0} is its number, {1} the tables, {2} the load in fF.
constexpr std::string_view kDriveCells = R"(  cell(cutline_tx{0}) {{
    ff(IQ, IQN) {{ clocked_on : "CK"; next_state : "D"; }}
    pin(CK) {{ direction : input; clock : true; capacitance : 0; }}
    pin(D) {{ direction : input; capacitance : 0; }}
    pin(Q) {{ direction : output; function : "IQ";
      timing() {{ related_pin : "CK"; timing_type : rising_edge;
{1}      }}
    }}
  }}
  cell(cutline_repeater{0}) {{
    pin(A) {{ direction : input; capacitance : {2:.9g}; }}
    pin(Z) {{ direction : output; function : "A";
      timing() {{ related_pin : "A"; timing_sense : positive_unate;
{1}      }}
    }}
  }}
  cell(cutline_rx{0}) {{
    ff(IQ, IQN) {{ clocked_on : "CK"; next_state : "D"; }}
    pin(CK) {{ direction : input; clock : true; capacitance : 0; }}
    pin(D) {{ direction : input; capacitance : {2:.9g};
      timing() {{ related_pin : "CK"; timing_type : setup_rising;
        rise_constraint(scalar) {{ values("0"); }} fall_constraint(scalar) {{ values("0"); }} }}
      timing() {{ related_pin : "CK"; timing_type : hold_rising;
        rise_constraint(scalar) {{ values("0"); }} fall_constraint(scalar) {{ values("0"); }} }}
    }}
    pin(Q) {{ direction : output; function : "IQ"; }}
  }}
)";

std::string spef_liberty(const SpefNetlist& list) {
  std::string text(kLibertyOpening);
  text += fmt::format(
      "  lu_table_template(load) {{ variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;\n"
      "    index_1(\"0, {:g}\"); index_2(\"0, {:g}\"); }}\n",
      kSlewPs, kLoadFf);
  for (const auto& [drive, number] : list.cells)
    append(text, kDriveCells, number, drive_tables(drive), std::get<2>(drive));
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
  if (!network.clocked())
    note(network, "without a clock the timing tools are given the slowest wire's delay as their period");
  const Time period = network.clocked() ? network.cycle : network.slowest_delay();
  const SpefNetlist list = spef_netlist_of(target, network);
  const std::string reading =
      fmt::format("read_sdc {}.sdc\nread_spef {}\n", stem, plain_file_name(target.name, choice.file));
  return {{"", spef(target, list)},
          {".v", spef_verilog(target, list)},
          {".lib", spef_liberty(list)},
          {".sdc", constraints(list, period)},
          {".tcl", sta_opening(target, network, stem) + reading + std::string(kSpefReport)}};
}

}  // namespace

Export spef_export() {
  return {.name = "spef",
          .summary = "OpenSTA: resistance and capacitance of every wire, netlist, library, script",
          .source = "IEEE 1481-1998; OpenSTA 2.0, doc/OpenSTA.pdf",
          .extension = ".spef",
          .ignores =
              "a net stands for all wires of a channel, the longest of them, its layers and vias spread evenly along "
              "it, between registers without setup, hold or delay of their own; routers, coupling and inductance are "
              "not taken, and drivers do not slow down with the slew at their input",
          .route_cost = RouteCostUse::none,
          .takes_circuits = true,
          .tells_names = true,
          .several_files = true,
          .limits = {1 << 18, 1 << 18, 2500},
          .expect_file = [](const std::string& path) { plain_file_name("spef", path); },
          .write = write_spef};
}

}  // namespace cutline::exporting
