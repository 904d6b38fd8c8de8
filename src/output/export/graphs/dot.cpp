// SPDX-License-Identifier: Apache-2.0
#include "cutline/layout/layout.hpp"
#include "output/export/file_text.hpp"
#include "output/export/graphs/told.hpp"

namespace cutline::exporting {

namespace {

std::string in_quotes(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out + '"';
}

/// A name as an ID. DOT knows one escape there, that of a quote.
std::string dot_id(const ExportNetwork& network, std::uint64_t number) {
  if (!network.named) return std::to_string(number);
  std::string out = "\"";
  for (const char c : node_id(network, number)) {
    if (c == '"') out += '\\';
    out += c;
  }
  return out + '"';
}

constexpr std::uint32_t kCellPoints = 120, kPlanePoints = 40;

/// A text of the user's file as an ID. A backslash that would escape what follows is written twice, and a control
/// character, which DOT has none of, is a blank.
std::string quoted_value(std::string_view text) {
  std::string out = "\"";
  std::size_t backslashes = 0;
  for (const char c : text) {
    if (c == '"') out += backslashes % 2 == 1 ? "\\\\\"" : "\\\"";
    const bool is_control = (c >= 0 && c < ' ' && c != '\n' && c != '\t') || c == 0x7F;
    if (c != '"') out += is_control ? ' ' : c;
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return out + (backslashes % 2 == 1 ? "\\\"" : "\"");
}

void append_file_values(std::string& out, const std::vector<Told>& all) {
  for (const Told& each : all) append(out, "{}={}, ", quoted_value(each.key), quoted_value(each.text));
}

/// A value of Cutline's: whole numbers stand bare.
std::string own_value(const Told& told) {
  return told.kind == AttributeKind::number && !told.is_real ? told.text : in_quotes(told.text);
}

void put_node(std::string& out, const ExportNetwork& network, const ToldAttributes& told, std::size_t number) {
  append(out, "  {} [", dot_id(network, number));
  append_file_values(out, told.of_node(number));
  const std::vector<Told> own = told.own_of_node(number, true);
  append(out, "{}={}, {}={}, {}={}", told.node_key("label"), own_value(own[0]), own[1].key, own_value(own[1]),
         own[2].key, own_value(own[2]));
  // In points, for neato -n. Each plane is drawn with an offset from the one before.
  const Cell& cell = network.nodes[number].cell;
  append(out, ", {}=\"{},{}\"", told.node_key("pos"), kCellPoints * cell[Axis::x] + kPlanePoints * cell[Axis::z],
         kCellPoints * cell[Axis::y] + kPlanePoints * cell[Axis::z]);
  for (std::size_t i = 3; i < own.size(); ++i) append(out, ", {}={}", own[i].key, own_value(own[i]));
  out += "];\n";
}

void put_link(std::string& out, const ExportNetwork& network, const ToldAttributes& told, std::size_t number) {
  const ExportLink& link = network.links[number];
  const bool directed = network.has_one_way();
  append(out, "  {} {} {} [", dot_id(network, link.from), directed ? "->" : "--", dot_id(network, link.to));
  append_file_values(out, told.of_link(number));
  const char* between = "";
  for (const Told& each : told.own_of_link(number, network.link_cost(number), "route_cost")) {
    append(out, "{}{}={}", between, each.key, own_value(each));
    between = ", ";
  }
  out += directed && !link.one_way ? ", dir=both];\n" : "];\n";
}

/// Whether a name can stand as an ID: DOT cannot write a single backslash before a quote or at the end.
bool is_writable(const ExportNode& node) {
  std::size_t backslashes = 0;
  for (const char c : node.address) {
    if (c == '"' && backslashes % 2 == 1) return false;
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return backslashes % 2 == 0;
}

std::vector<ExportFile> write_dot(const Export& target, ExportNetwork& network, const ExportChoice&) {
  const bool directed = network.has_one_way();
  if (directed) note(network, "some links are one-way: the graph is a digraph, and links both ways have dir=both");
  note_mean_costs(network);
  if (network.named && !std::ranges::all_of(network.nodes, is_writable)) {
    network.named = false;
    note(network, "some names cannot be IDs of DOT: nodes have their numbers, and names as labels");
  }
  std::string out = commented_header(target, network, "//");
  const ToldAttributes told(network, {{}, {"dir"}});
  append(out, "{} {} {{\n  graph [columns={}, rows={}, planes={}];\n  node [{}=box];\n", directed ? "digraph" : "graph",
         in_quotes(network.name), network.layout->wiring.grid[Axis::x], network.layout->wiring.grid[Axis::y],
         network.layout->wiring.grid[Axis::z], told.node_key("shape"));
  for (std::size_t i = 0; i < network.nodes.size(); ++i) put_node(out, network, told, i);
  for (std::size_t i = 0; i < network.links.size(); ++i) put_link(out, network, told, i);
  append(out, "}}\n");
  return {{"", out}};
}

}  // namespace

Export dot_export() {
  return {.name = "dot",
          .summary = "a graph for Graphviz, with lengths and delays as attributes",
          .source = "Graphviz, The DOT Language",
          .extension = ".dot",
          .ignores =
              "Graphviz takes no note of lengths and delays; neato -n draws nodes where their cells stand, the others "
              "in places of their own",
          .tells_names = true,
          .limits = {.bytes_per_link = 250},
          .write = write_dot};
}

}  // namespace cutline::exporting
