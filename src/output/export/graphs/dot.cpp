// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <iterator>

#include "cutline/base/format.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/output/export/exports.hpp"
#include "output/export/file_text.hpp"
#include "output/export/graphs/told.hpp"
#include "output/text/number.hpp"

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
std::string quoted_id(const ExportNetwork& network, std::uint64_t number) {
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

void put_node(std::string& out, const ExportNetwork& network, const ToldAttributes& told, std::size_t number) {
  const ExportNode& node = network.nodes[number];
  append(out, "  {} [", quoted_id(network, number));
  append_file_values(out, told.of_node(number));
  append(out, "{}={}, {}={}, {}={}", told.node_key("label"), in_quotes(node.address), told.node_key("kind"),
         in_quotes(std::string(node.kind)), told.node_key("terminals"), node.terminals);
  // In points, for neato -n. Each plane is drawn with an offset from the one before.
  const std::uint32_t x = node.cell[Axis::x], y = node.cell[Axis::y], z = node.cell[Axis::z];
  append(out, ", {}=\"{},{}\"", told.node_key("pos"), kCellPoints * x + kPlanePoints * z,
         kCellPoints * y + kPlanePoints * z);
  for (const Axis axis : kAxes) {
    const std::size_t i = index(axis);
    const std::string name(1, letter(axis));
    append(out, ", {}={}", told.node_key(name), node.cell[axis]);
    append(out, ", {}={}", told.node_key(name + "_pitches"), in_quotes(text::figure_text(node.at_pitches[i])));
    if (!network.unit)
      append(out, ", {}={}", told.node_key(name + "_mm"), in_quotes(text::figure_text(in_mm(node.at[i]))));
  }
  append(out, "];\n");
}

void put_link(std::string& out, const ExportNetwork& network, const ToldAttributes& told, std::size_t number) {
  const ExportLink& link = network.links[number];
  const bool directed = network.has_one_way();
  const auto put = [&](const char* key, const auto& value) { append(out, ", {}={}", told.link_key(key), value); };
  const auto put_figure = [&](const char* key, double value) { put(key, in_quotes(text::figure_text(value))); };
  append(out, "  {} {} {} [", quoted_id(network, link.from), directed ? "->" : "--", quoted_id(network, link.to));
  append_file_values(out, told.of_link(number));
  append(out, "{}={}", told.link_key("class"), in_quotes(network.classes[link.link_class]));
  put("width", link.width);
  put("wires", link.wires);
  put_figure("width_bits", link.width_bits);
  put_figure("span_pitches", link.span);
  put("length_pitches", link.length_pitches);
  if (!network.unit) put_figure("length_mm", in_mm(link.length));
  if (link.given_length) put_figure("given_mm", in_mm(*link.given_length));
  put_figure("delay_ns", in_ns(link.delay));
  if (network.clocked()) put("delay_cycles", link.cycles);
  put_figure("route_cost", network.link_cost(number));
  if (directed && !link.one_way) append(out, ", dir=both");
  append(out, "];\n");
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
  if (directed)
    network.notes.push_back("some links are one-way: the graph is a digraph, and links both ways have dir=both");
  note_mean_costs(network);
  if (network.named && !std::all_of(network.nodes.begin(), network.nodes.end(), is_writable)) {
    network.named = false;
    network.notes.emplace_back("some names cannot be IDs of DOT: nodes have their numbers, and names as labels");
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
  return {
      .name = "dot",
      .summary = "a graph for Graphviz, with lengths and delays as attributes",
      .source = "Graphviz, The DOT Language",
      .extension = ".dot",
      .ignores =
          "Graphviz takes no note of lengths and delays; neato -n draws nodes where their cells stand, the others in "
          "places of their own",
      .tells_names = true,
      .most_nodes = 1 << 20,
      .most_links = 1 << 20,
      .bytes_per_link = 250,
      .write = write_dot};
}

}  // namespace cutline::exporting
