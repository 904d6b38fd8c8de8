// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr double kFsPerNs = 1e6;
constexpr double kMostFs = 1e18;  // Verilog's time has 64 bits
constexpr std::uint64_t kLeastPeriodFs = 1000;
constexpr std::uint64_t kMostCells = 1 << 20;

/// One channel: a chain of cells whose delays, in whole femtoseconds, add up to the delay of the channel.
struct Chain {
  std::uint64_t delay_fs = 0, cells = 1;
  std::uint64_t of_cell(std::uint64_t cell) const { return delay_fs / cells + (cell < delay_fs % cells ? 1 : 0); }
};

/// The input of all files of the export.
struct SdfNetlist {
  std::vector<ExportChannel> channels;
  std::vector<Chain> chains;
  std::uint64_t period_fs = 0;  ///< from one edge of the testbench to the next
  std::uint64_t slowest_fs = 0;
};

/// The time in whole femtoseconds; throws a limit error if it is too long for Verilog.
double femtoseconds(const Export& target, Time time, const char* what) {
  const double fs = std::round(in_ns(time) * kFsPerNs);
  expect_at_most(fs, kMostFs, "look for a slip in the spec or its technology",
                 "{} of {:.4g} s is longer than the {} s that {} holds", what, fs * 1e-15, kMostFs * 1e-15,
                 target.name);
  return fs;
}

/// The chains of all channels. The path delay of a cell swallows edges that follow each other faster than this delay.
/// With a clock, a cell therefore takes at most half a cycle, and a longer wire has several cells.
SdfNetlist sdf_netlist_of(const Export& target, const ExportNetwork& network) {
  expect_links(target, network);
  SdfNetlist list{channels(network), {}, 0, 0};
  const double cycle = network.clocked() ? std::max(1.0, femtoseconds(target, network.cycle, "a cycle")) : 0;
  double cells = 0;
  for (const ExportChannel& each : list.channels) {
    const double fs = femtoseconds(target, network.links[each.link].delay, "a wire's delay");
    const double own = network.clocked() ? 1 + std::floor(fs / (cycle / 2)) : 1;
    cells += own;
    expect_at_most(cells, kMostCells, "name a slower clock with --clock",
                   "wires of more than {} half cycles together are more than {} holds", kMostCells, target.name);
    list.chains.push_back({static_cast<std::uint64_t>(fs), static_cast<std::uint64_t>(own)});
    list.slowest_fs = std::max(list.slowest_fs, list.chains.back().delay_fs);
  }
  list.period_fs =
      network.clocked() ? static_cast<std::uint64_t>(cycle) : std::max(kLeastPeriodFs, 2 * list.slowest_fs);
  return list;
}

void add_sdf_notes(ExportNetwork& network, const SdfNetlist& list) {
  const auto several = std::ranges::count_if(list.chains, [](const Chain& each) { return each.cells > 1; });
  if (several > 0) {
    note(network,
         "several cells in a row, each of half a cycle at most: {} of {}, for one path delay swallows edges "
         "that come faster than it",
         several, text::counted(list.channels.size(), "channel"));
  }
  if (!network.clocked())
    note(network, "without a clock a wire is one cell: read with the SDF, edges closer than its delay come out wrong");
}

std::string cell_name(std::size_t channel, std::uint64_t cell) { return fmt::format("w{}_{}", channel, cell); }

std::string sdf_verilog(const Export& target, const ExportNetwork& network, const SdfNetlist& list) {
  std::string out = commented_header(target, network, "//") + "// the parameter of a cell is its delay in fs\n";
  append(out, "module {} (source, arrived);\n  input source;\n  output [{}:0] arrived;\n", kNetworkModule,
         list.channels.size() - 1);
  for (std::size_t i = 0; i < list.channels.size(); ++i) {
    const Chain& chain = list.chains[i];
    const std::string name = channel_name(i, list.channels[i]);
    out += comment_line("  //", fmt::format("arrived[{}]: {}", i, channel_text(network, list.channels[i])));
    for (std::uint64_t cell = 0; cell + 1 < chain.cells; ++cell) append(out, "  wire {}_{};\n", name, cell);
    for (std::uint64_t cell = 0; cell < chain.cells; ++cell) {
      const std::string from = cell == 0 ? "source" : fmt::format("{}_{}", name, cell - 1);
      const std::string to = cell + 1 == chain.cells ? fmt::format("arrived[{}]", i) : fmt::format("{}_{}", name, cell);
      append(out, "  cutline_wire #({}) {} (.A({}), .Z({}));\n", chain.of_cell(cell), cell_name(i, cell), from, to);
    }
  }
  return out + "endmodule\n";
}

constexpr std::string_view kCells =
    R"(// Icarus takes the numbers of an SDF file for this unit, whatever unit the file names.
`timescale 1ps/1fs
// A wire: every edge comes out a delay after it went in, however many are on the way.
module cutline_wire (input A, output Z);
  parameter fs = 0;
`ifdef CUTLINE_SDF
  assign Z = A;
  specify
    (A => Z) = 0;
  endspecify
`else
  reg last = 0;
  assign Z = last;
  always @(A) last <= #(fs / 1000.0) A;
`endif
endmodule
)";

std::string sdf(const Export& target, const ExportNetwork& network, const SdfNetlist& list) {
  std::string out = commented_header(target, network, "//") + "(DELAYFILE\n";
  append(out, "  (SDFVERSION \"3.0\") (DESIGN \"{}\") (PROGRAM \"Cutline\") (VERSION \"{}\")\n", kNetworkModule,
         CUTLINE_VERSION);
  append(out, "  (DIVIDER .) (TIMESCALE 1ps)\n");
  for (std::size_t i = 0; i < list.channels.size(); ++i) {
    for (std::uint64_t cell = 0; cell < list.chains[i].cells; ++cell) {
      const std::uint64_t fs = list.chains[i].of_cell(cell);
      const std::string ps = fmt::format("({}.{:03})", fs / 1000, fs % 1000);
      append(out, "  (CELL (CELLTYPE \"cutline_wire\") (INSTANCE {}) (DELAY (ABSOLUTE (IOPATH A Z {} {}))))\n",
             cell_name(i, cell), ps, ps);
    }
  }
  return out + ")\n";
}

// One process per channel watches the wire itself. Processes that watch bits of a vector would all wake at every edge.
constexpr std::string_view kBench = R"(
  reg [63:0] sent [0:EDGES - 1];
  reg source = 0, running = 0, over = 0, verbose = 0;
  integer wrong = 0, each;
  cutline_network network (.source(source));

  initial begin
`ifdef CUTLINE_SDF
    $sdf_annotate(SDF, network);
`endif
    if ($test$plusargs("verbose")) verbose = 1;
    #(SLOWEST + PERIOD) running = 1;
    for (each = 0; each < EDGES; each = each + 1) begin
      sent[each] = $time;
      source = ~source;
      #(PERIOD);
    end
    #(SLOWEST + PERIOD) over = 1;
    #1;
    if (wrong == 0) $display("RESULT ok: %0d channels, %0d edges each", CHANNELS, EDGES);
    else $display("RESULT wrong: %0d", wrong);
    $finish;
  end
endmodule

module watch (input arrived);
  parameter CHANNEL = 0;
  parameter [63:0] FS = 0;
  integer edges = 0;
  always @(arrived) if (bench.running) begin
    if (edges >= bench.EDGES || $time - bench.sent[edges] != FS) begin
      bench.wrong = bench.wrong + 1;
      $display("WRONG channel %0d edge %0d at %0d fs", CHANNEL, edges, $time);
    end else if (bench.verbose)
      $display("channel %0d edge %0d after %0d fs", CHANNEL, edges, $time - bench.sent[edges]);
    edges = edges + 1;
  end
  always @(posedge bench.over) if (edges != bench.EDGES) begin
    bench.wrong = bench.wrong + 1;
    $display("WRONG channel %0d: %0d edges", CHANNEL, edges);
  end
endmodule
)";

/// The testbench. `file` is the SDF file with the delays; the files beside it have the same stem.
std::string bench(const SdfNetlist& list, const std::string& stem, const std::string& file) {
  std::string out;
  append(out,
         "// Sends edges a period apart down every channel, and compares when each arrives with Cutline's delay.\n"
         "// Run: iverilog -g2012 -gspecify -o {0}.vvp {0}.v {0}.cells.v {0}.bench.v && vvp -n {0}.vvp\n"
         "// With -DCUTLINE_SDF the cells have no delays but those of {1}.\n"
         "// It prints what is wrong alone; +verbose after the name of the .vvp file prints every edge.\n"
         "// Exit codes say nothing; the last line, RESULT ok or RESULT wrong, does.\n"
         "`timescale 1fs/1fs\nmodule bench;\n",
         stem, file);
  append(out, "  localparam CHANNELS = {}, EDGES = 4;\n", list.channels.size());
  append(out, "  localparam [63:0] PERIOD = 64'd{}, SLOWEST = 64'd{};\n  localparam SDF = \"{}\";\n", list.period_fs,
         list.slowest_fs, file);
  for (std::size_t i = 0; i < list.chains.size(); ++i) {
    const Chain& chain = list.chains[i];
    append(out, "  watch #(.CHANNEL({0}), .FS(64'd{1})) watch_{0} (network.{2}.Z);\n", i, chain.delay_fs,
           cell_name(i, chain.cells - 1));
  }
  return out.append(kBench);
}

std::string sdf_liberty() {
  std::string text(kLibertyOpening);
  text += "  cell(cutline_wire) {\n    pin(A) { direction : input; capacitance : 0; }\n";
  text += "    pin(Z) { direction : output; function : \"A\";\n";
  text += "      timing() { related_pin : \"A\"; timing_sense : positive_unate;\n";
  for (const char* table : {"cell_rise", "cell_fall", "rise_transition", "fall_transition"})
    text += fmt::format("        {}(scalar) {{ values(\"0\"); }}\n", table);
  return text + "      }\n    }\n  }\n}\n";
}

constexpr std::string_view kSdfReport = R"(set_input_delay 0 -clock clk [get_ports source]
set_output_delay 0 -clock clk [all_outputs]
report_annotated_delay
foreach port [get_ports arrived*] {
  foreach path [find_timing_paths -to $port] {
    puts "DELAY [get_full_name $port] [get_property [lindex [get_property $path points] end] arrival]"
  }
}
puts "RESULT done"
)";

std::vector<ExportFile> write_sdf(const Export& target, ExportNetwork& network, const ExportChoice& choice) {
  const std::string stem = plain_file_stem(target.name, choice.file);
  const std::string file = plain_file_name(target.name, choice.file);
  const SdfNetlist list = sdf_netlist_of(target, network);
  add_sdf_notes(network, list);
  const std::string script =
      sta_opening(target, network, stem) + fmt::format("read_sdf {}\n# ps\ncreate_clock -name clk -period {:.9g}\n",
                                                       file, static_cast<double>(list.period_fs) * 1e-3);
  return {{"", sdf(target, network, list)},  {".v", sdf_verilog(target, network, list)},
          {".cells.v", std::string(kCells)}, {".bench.v", bench(list, stem, file)},
          {".lib", sdf_liberty()},           {".tcl", script + std::string(kSdfReport)}};
}

}  // namespace

Export sdf_export() {
  return {.name = "sdf",
          .summary = "Icarus Verilog and OpenSTA: delays of wire cells, netlist, testbench, script",
          .source = "IEEE 1497-2001; Icarus Verilog 11",
          .extension = ".sdf",
          .ignores =
              "a cell stands for all wires of a channel; Icarus 11 takes no INTERCONNECT, so wires are cells with path "
              "delays; delays are rounded to fs; routers and loads are not taken",
          .route_cost = RouteCostUse::none,
          .times = LinkTimes::delays,
          .tells_names = true,
          .several_files = true,
          .limits = {1 << 18, 1 << 18, 1200},
          .expect_file = [](const std::string& path) { plain_file_name("sdf", path); },
          .write = write_sdf};
}

}  // namespace cutline::exporting
