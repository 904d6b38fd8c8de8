// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <tuple>

#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr double kMostLinkRegisters = 1 << 20;  // of all channels, each as wide as its channel
constexpr double kWidestWord = 1 << 16;         // what Icarus takes
constexpr std::size_t kNoVerilogChannel = ~std::size_t{0};

/// One direction of a link.
struct VerilogChannel {
  std::uint64_t from = 0, to = 0, width = 0, registers = 0;
  std::size_t link = 0;
  std::string wire = {};
  std::size_t out_port = 0, in_port = 0;  ///< of the routers that it leaves and enters
};

/// A link's end at a router: the channels that enter and leave there.
struct RouterPort {
  std::size_t in = kNoVerilogChannel, out = kNoVerilogChannel;
  std::size_t any() const { return in != kNoVerilogChannel ? in : out; }
};

/// What makes routers alike: their word; of each port the input's and the output's width, 0 for none; terminals.
using ModuleShape = std::tuple<std::string, std::vector<std::array<std::uint64_t, 2>>, std::uint32_t>;

struct RouterModule {
  std::string name;
  std::uint64_t cycles = 0;  ///< of the first router
  std::size_t routers = 0;
};

/// The input of both files.
struct VerilogNetlist {
  const ExportNetwork& network;
  std::vector<std::string> names;  ///< of nodes
  std::vector<VerilogChannel> channels = {};
  std::vector<std::vector<RouterPort>> ports = {};  ///< by node
  std::map<ModuleShape, RouterModule> modules = {};
  std::vector<const RouterModule*> module_of = {};    ///< by node
  std::map<std::string, std::string> terminals = {};  ///< the module of the terminals of each kind of tile

  explicit VerilogNetlist(const ExportNetwork& of);
  std::uint64_t width_of(double bits) const { return static_cast<std::uint64_t>(bits) + network.control_wires; }
  std::array<std::uint64_t, 2> widths(const RouterPort& port) const {
    return {port.in == kNoVerilogChannel ? 0 : channels[port.in].width,
            port.out == kNoVerilogChannel ? 0 : channels[port.out].width};
  }

 private:
  void add_channels();
  void add_ports();
  void add_modules();
};

VerilogNetlist::VerilogNetlist(const ExportNetwork& of) : network(of), names(node_names(of)) {
  add_channels();
  add_ports();
  add_modules();
}

void VerilogNetlist::add_channels() {
  std::set<std::string> taken;
  ports.resize(network.nodes.size());
  const auto add = [&](std::uint64_t from, std::uint64_t to, std::size_t number) {
    const std::string plain = names[from] + "_to_" + names[to];
    std::string wire = plain;
    for (int i = 2; !taken.insert(wire).second; ++i) wire = fmt::format("{}_{}", plain, i);
    const ExportLink& link = network.links[number];
    channels.push_back({from, to, width_of(link.width_bits), link.cycles - 1, number, wire});
    return channels.size() - 1;
  };
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    const std::size_t there = add(link.from, link.to, i);
    const std::size_t back = link.one_way ? kNoVerilogChannel : add(link.to, link.from, i);
    ports[link.from].push_back({back, there});
    ports[link.to].push_back({there, back});
  }
}

/// Sorts the ports of each router so that few modules do for all: first by width, then by class and neighbour.
void VerilogNetlist::add_ports() {
  for (std::size_t node = 0; node < ports.size(); ++node) {
    std::ranges::sort(ports[node], {}, [&](const RouterPort& port) {
      const VerilogChannel& any = channels[port.any()];
      return std::tuple(widths(port), network.links[any.link].link_class, any.from + any.to - node, any.link);
    });
    for (std::size_t i = 0; i < ports[node].size(); ++i) {
      const RouterPort& port = ports[node][i];
      if (port.in != kNoVerilogChannel) channels[port.in].in_port = i;
      if (port.out != kNoVerilogChannel) channels[port.out].out_port = i;
    }
  }
}

void VerilogNetlist::add_modules() {
  std::map<std::string, std::size_t> of_word;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const ExportNode& node = network.nodes[i];
    ModuleShape shape{node.interchange ? std::string(node.kind) : "router", {}, node.terminals};
    for (const RouterPort& port : ports[i]) std::get<1>(shape).push_back(widths(port));
    RouterModule& module = modules[shape];
    if (module.routers++ == 0) {
      const std::string& word = std::get<0>(shape);
      module.name = fmt::format("{}_{}", word, ++of_word[word]);
      module.cycles = node.cycles;
    }
    module_of.push_back(&module);
    if (node.terminals > 0) terminals[node.tile_kind];
  }
  std::set<std::string> taken;
  for (auto& [kind, name] : terminals) {
    name = kind.empty() ? "terminal" : "terminal_" + printable(kind);
    while (!taken.insert(name).second) name += '_';
  }
}

/// A text as an identifier: as it is, or escaped, which ends at a blank.
std::string identifier(const std::string& text) { return is_plain_name(text) ? text : '\\' + text + ' '; }

std::string router_stub(const ModuleShape& shape, const RouterModule& module, std::uint64_t terminal_width) {
  const auto& [word, ports, terminals] = shape;
  std::string out;
  append(out, "// {}, {}: {} like this\n", text::counted(ports.size(), "link"), text::counted(terminals, "terminal"),
         module.routers);
  append(out, "module {} #(parameter NODE = 0, CYCLES = {}) (\n  input clk, reset", module.name, module.cycles);
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (ports[i][0] > 0) append(out, ",\n  input [{}:0] in_{}", ports[i][0] - 1, i);
    if (ports[i][1] > 0) append(out, ",\n  output [{}:0] out_{}", ports[i][1] - 1, i);
  }
  for (std::uint32_t i = 0; i < terminals; ++i)
    append(out, ",\n  input [{0}:0] from_terminal_{1},\n  output [{0}:0] to_terminal_{1}", terminal_width - 1, i);
  return out + "\n);\nendmodule\n\n";
}

/// The modules that the user fills in.
std::string stubs(const VerilogNetlist& list) {
  const std::uint64_t width = list.width_of(list.network.width_bits);
  std::string out =
      "// Routers and terminals, to be filled in; with -DCUTLINE_NODES these are left out, for your own in another "
      "file.\n"
      "// NODE is a router's number and CYCLES its delay; in_0 and out_0 are the two ways of one link.\n"
      "`ifndef CUTLINE_NODES\n\n";
  for (const auto& [shape, module] : list.modules) out += router_stub(shape, module, width);
  for (const auto& [kind, name] : list.terminals) {
    append(out, "module {} #(parameter NODE = 0, TERMINAL = 0) (\n  input clk, reset,\n", identifier(name));
    append(out, "  input [{0}:0] from_router,\n  output [{0}:0] to_router\n);\nendmodule\n\n", width - 1);
  }
  return out + "`endif\n\n";
}

constexpr std::string_view kLinkModule = R"(// A channel: registers in a row, or a wire where there are none.
module cutline_link #(parameter WIDTH = 1, REGISTERS = 0) (
  input clk,
  input [WIDTH - 1:0] in,
  output [WIDTH - 1:0] out
);
  wire [WIDTH * (REGISTERS + 1) - 1:0] at;
  assign at[WIDTH - 1:0] = in;
  assign out = at[WIDTH * REGISTERS +: WIDTH];
  genvar i;
  generate
    for (i = 0; i < REGISTERS; i = i + 1) begin : stage
      reg [WIDTH - 1:0] held;
      always @(posedge clk) held <= at[WIDTH * i +: WIDTH];
      assign at[WIDTH * (i + 1) +: WIDTH] = held;
    end
  endgenerate
endmodule

)";

/// A router and its terminals.
std::string node_text(const VerilogNetlist& list, std::size_t number) {
  const ExportNode& node = list.network.nodes[number];
  const std::string& name = list.names[number];
  const std::uint64_t width = list.width_of(list.network.width_bits);
  const auto wire = [&](const char* way, std::uint32_t i) {
    return identifier(fmt::format("{}_terminal_{}_{}", way, name, i));
  };
  std::string out, terminals;
  for (std::uint32_t i = 0; i < node.terminals; ++i)
    append(out, "  wire [{}:0] {}, {};\n", width - 1, wire("from", i), wire("to", i));
  append(out, "  {} #(.NODE({}), .CYCLES({})) {} (.clk(clk), .reset(reset)", list.module_of[number]->name, number,
         node.cycles, identifier("router_" + name));
  for (std::size_t i = 0; i < list.ports[number].size(); ++i) {
    const RouterPort& port = list.ports[number][i];
    out += ",\n   ";
    if (port.in != kNoVerilogChannel) append(out, " .in_{}({})", i, identifier("in_" + list.channels[port.in].wire));
    if (port.in != kNoVerilogChannel && port.out != kNoVerilogChannel) out += ',';
    if (port.out != kNoVerilogChannel)
      append(out, " .out_{}({})", i, identifier("out_" + list.channels[port.out].wire));
  }
  for (std::uint32_t i = 0; i < node.terminals; ++i) {
    append(out, ",\n    .from_terminal_{0}({1}), .to_terminal_{0}({2})", i, wire("from", i), wire("to", i));
    append(terminals,
           "  {} #(.NODE({}), .TERMINAL({})) {} (.clk(clk), .reset(reset), .from_router({}), .to_router({}));\n",
           identifier(list.terminals.at(node.tile_kind)), number, i, identifier(fmt::format("terminal_{}_{}", name, i)),
           wire("to", i), wire("from", i));
  }
  return out + ");\n" + terminals;
}

/// The wires of a link; the comment tells its number, as tables of links count.
std::string link_text(const VerilogNetlist& list, std::size_t number) {
  const VerilogChannel& each = list.channels[number];
  const std::string end = identifier("in_" + each.wire), start = identifier("out_" + each.wire);
  std::string out;
  if (number == 0 || list.channels[number - 1].link != each.link)
    out = comment_line(fmt::format("  // link {}:", each.link),
                       channel_text(list.network, {each.from, each.to, each.link}));
  append(out, "  wire [{}:0] {}, {};\n", each.width - 1, start, end);
  append(out, "  cutline_link #(.WIDTH({}), .REGISTERS({})) {} (.clk(clk), .in({}), .out({}));\n", each.width,
         each.registers, identifier("link_" + each.wire), start, end);
  return out;
}

std::string verilog_text(const Export& target, const VerilogNetlist& list) {
  std::string out = commented_header(target, list.network, "//") + "\n" + stubs(list) + std::string(kLinkModule);
  append(out,
         "// Links have no reset: what routers send while `reset` is high for {} fills them.\n"
         "module {} (\n  input clk, reset\n);\n",
         text::counted(list.network.slowest_cycles(), "cycle"), kNetworkModule);
  for (std::size_t i = 0; i < list.channels.size(); ++i) out += link_text(list, i);
  for (std::size_t i = 0; i < list.ports.size(); ++i) out += node_text(list, i);
  return out + "endmodule\n";
}

/// A text between quotes.
std::string string_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) out.append(c == '"' || c == '\\' ? "\\" : "").append(1, c);
  return out + '"';
}

constexpr std::string_view kVerilogBench = R"(
// Counts the edges of the clock until a word from the sender's port stands at the receiver's port, ready to be taken.
module cutline_count #(parameter LINK = 0, WORD = 0, CYCLES = 0, WIDTH = 1, NAME = "") (
  input clk,
  input [WIDTH - 1:0] arrives
);
  integer edges = 0;
  reg there = 0;
  always @(posedge clk) if (cutline_bench.sent && !there) begin
    edges = edges + 1;
    there = arrives === WORD;
    if (there) begin
      $display("link %0d, %0s: cycles %0d", LINK, NAME, edges);
      if (edges == CYCLES) cutline_bench.right = cutline_bench.right + 1;
    end
  end
endmodule

// Every channel carries a word of its own.
module cutline_bench;
  reg clk = 0, reset = 0, sent = 0;
  integer right = 0;
  always #1 clk = !clk;
  cutline_network network (.clk(clk), .reset(reset));
)";

std::string verilog_bench(const VerilogNetlist& list, const std::string& stem) {
  std::string out, sends;
  append(out,
         "// Counts the cycles of every link and compares them with Cutline's, whatever routers and terminals do.\n"
         "// Run: iverilog -g2005 -o {0}.vvp {0}.v {0}.bench.v && vvp -n {0}.vvp\n"
         "// Exit codes say nothing; the last line, RESULT ok or RESULT wrong, does.\n",
         stem);
  out += kVerilogBench;
  for (std::size_t i = 0; i < list.channels.size(); ++i) {
    const VerilogChannel& each = list.channels[i];
    const std::uint64_t word = 1 + i % ((std::uint64_t{1} << std::min<std::uint64_t>(each.width, 30)) - 1);
    append(sends, "    force network.{}.out_{} = {};\n", identifier("router_" + list.names[each.from]), each.out_port,
           word);
    append(out, "  cutline_count #({}, {}, {}, {}, {}) count_{} (clk, network.{}.in_{});\n", each.link, word,
           each.registers + 1, each.width, string_literal(list.names[each.from] + " to " + list.names[each.to]), i,
           identifier("router_" + list.names[each.to]), each.in_port);
  }
  append(out, "  initial begin\n    @(negedge clk) sent = 1;\n{}    repeat ({}) @(negedge clk);\n", sends,
         list.network.slowest_cycles() + 1);
  append(out,
         "    if (right == {0}) $display(\"RESULT ok: {0} channels\");\n"
         "    else $display(\"RESULT wrong: %0d of {0} channels are right\", right);\n    $finish;\n  end\nendmodule\n",
         list.channels.size());
  return out;
}

void check_size(const Export& target, const ExportNetwork& network) {
  double registers = 0;
  for (const ExportLink& link : network.links) {
    registers += static_cast<double>(link.cycles - 1) * (link.one_way ? 1 : 2);
    expect_at_most(link.width_bits + network.control_wires, kWidestWord, "give `channel` fewer bits",
                   "a channel of {} is wider than the {} that Icarus Verilog takes", bits_text(link.width_bits),
                   kWidestWord);
  }
  expect_at_most(registers, kMostLinkRegisters, "name a slower clock with --clock",
                 "links of more than {} registers together are more than {} holds", kMostLinkRegisters, target.name);
}

std::vector<ExportFile> write_verilog(const Export& target, ExportNetwork& network, const ExportChoice& choice) {
  expect_links(target, network);
  check_size(target, network);
  if (!network.pipelined && network.slowest_cycles() > 1)
    note(network,
         "links have registers here, and take a word every cycle; the spec's wires are unpipelined, which numbers of "
         "the spec count with: `wires: pipelined` counts as here");
  const VerilogNetlist list(network);
  return {{"", verilog_text(target, list)},
          {".bench.v", verilog_bench(list, plain_file_stem(target.name, choice.file))}};
}

}  // namespace

Export verilog_export() {
  return {.name = "verilog",
          .summary = "Verilog-2005: links with their registers between stubs, and a testbench",
          .source = "IEEE 1364-2005",
          .extension = ".v",
          .ignores =
              "routers and terminals are stubs with ports, without logic; a channel carries its bits and its control "
              "wires one way, so what else controls the flow is for the routers",
          .route_cost = RouteCostUse::none,
          .counts_cycles = true,
          .tells_names = true,
          .several_files = true,
          .limits = {1 << 16, 1 << 17, 1200},
          .expect_file = [](const std::string& path) { plain_file_name("verilog", path); },
          .write = write_verilog};
}

}  // namespace cutline::exporting
