// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <iterator>

#include "cutline/base/format.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/output/export/exports.hpp"
#include "output/export/parts.hpp"
#include "output/text/number.hpp"
#include "output/text/xml.hpp"

namespace cutline::exporting {

namespace {

/// Writes elements and their data; a key's id is its name.
class Writer {
 public:
  void line(const std::string& text) { out_.append(text + '\n'); }
  void key(const char* of, const char* name, const char* type) {
    line(fmt::format(R"(  <key id="{0}{1}" for="{2}" attr.name="{1}" attr.type="{3}"/>)", of[0], name, of, type));
  }
  void data(const char* key, const std::string& value) { append(out_, R"(<data key="{}">{}</data>)", key, value); }
  void data(const char* key, double value) { data(key, text::figure_text(value)); }
  void raw(const std::string& text) { out_.append(text); }
  std::string text() const { return out_; }

 private:
  std::string out_;
};

void put_keys(Writer& out, const ExportNetwork& network) {
  for (const char* name : {"columns", "rows", "planes"}) out.key("graph", name, "int");
  out.key("node", "address", "string");
  out.key("node", "kind", "string");
  out.key("node", "terminals", "int");
  for (const char* name : {"x", "y", "z"}) out.key("node", name, "int");
  for (const char* name : {"x_pitches", "y_pitches", "z_pitches"}) out.key("node", name, "double");
  out.key("edge", "class", "string");
  out.key("edge", "width", "int");
  out.key("edge", "wires", "long");
  for (const char* name : {"width_bits", "span_pitches"}) out.key("edge", name, "double");
  out.key("edge", "length_pitches", "long");
  out.key("edge", "delay_ns", "double");
  out.key("edge", "weight", "double");
  if (network.clocked()) out.key("edge", "delay_cycles", "long");
  if (network.has_given_lengths) out.key("edge", "given_mm", "double");
  if (network.unit) return;
  for (const char* name : {"x_mm", "y_mm", "z_mm"}) out.key("node", name, "double");
  out.key("edge", "length_mm", "double");
}

void put_grid(Writer& out, const GridSize& grid) {
  out.raw("    ");
  constexpr std::array<const char*, 3> kGrid = {"gcolumns", "grows", "gplanes"};
  for (const Axis axis : kAxes) out.data(kGrid[index(axis)], std::to_string(grid[axis]));
  out.line("");
}

void put_graphml_node(Writer& out, const ExportNetwork& network, std::size_t number) {
  const ExportNode& node = network.nodes[number];
  out.raw(fmt::format(R"(    <node id="{}">)", text::xml_escape(node_id(network, number))));
  out.data("naddress", text::xml_escape(node.address));
  out.data("nkind", std::string(node.kind));
  out.data("nterminals", std::to_string(node.terminals));
  constexpr std::array<const char*, 3> kCell = {"nx", "ny", "nz"};
  constexpr std::array<const char*, 3> kPitches = {"nx_pitches", "ny_pitches", "nz_pitches"};
  constexpr std::array<const char*, 3> kMillimetres = {"nx_mm", "ny_mm", "nz_mm"};
  for (std::size_t axis = 0; axis < kPitches.size(); ++axis) {
    out.data(kCell[axis], std::to_string(node.cell.at[axis]));
    out.data(kPitches[axis], node.at_pitches[axis]);
    if (!network.unit) out.data(kMillimetres[axis], in_mm(node.at[axis]));
  }
  out.line("</node>");
}

void put_edge(Writer& out, const ExportNetwork& network, const ExportChannel& ends, double cost, std::size_t id) {
  const ExportLink& link = network.links[ends.link];
  out.raw(fmt::format(R"(    <edge id="{}" source="{}" target="{}">)", id,
                      text::xml_escape(node_id(network, ends.from)), text::xml_escape(node_id(network, ends.to))));
  out.data("eclass", text::xml_escape(network.classes[link.link_class]));
  out.data("ewidth", std::to_string(link.width));
  out.data("ewires", std::to_string(link.wires));
  out.data("ewidth_bits", link.width_bits);
  out.data("espan_pitches", link.span);
  out.data("elength_pitches", std::to_string(link.length_pitches));
  out.data("edelay_ns", in_ns(link.delay));
  out.data("eweight", cost);
  if (network.clocked()) out.data("edelay_cycles", std::to_string(link.cycles));
  if (!network.unit) out.data("elength_mm", in_mm(link.length));
  if (link.given_length) out.data("egiven_mm", in_mm(*link.given_length));
  out.line("</edge>");
}

std::vector<ExportFile> write_graphml(const Export& target, ExportNetwork& network, const ExportChoice&) {
  const bool directed = network.has_one_way();
  if (directed)
    network.notes.push_back("some links are one-way: the graph is directed, a link both ways is two entries");
  if (!directed) note_mean_costs(network);
  Writer out;
  out.line(R"(<?xml version="1.0" encoding="UTF-8"?>)");
  out.line(R"(<graphml xmlns="http://graphml.graphdrawing.org/xmlns">)");
  out.raw("  <desc>\n");
  for (const std::string& line : export_header(target, network)) out.line("    " + text::xml_escape(line));
  out.line("  </desc>");
  put_keys(out, network);
  out.line(fmt::format(R"(  <graph id="G" edgedefault="{}">)", directed ? "directed" : "undirected"));
  put_grid(out, network.layout->wiring.grid);
  for (std::size_t i = 0; i < network.nodes.size(); ++i) put_graphml_node(out, network, i);
  if (directed) {
    const std::vector<ExportChannel> all = channels(network);
    for (std::size_t i = 0; i < all.size(); ++i) put_edge(out, network, all[i], network.cost(all[i]), i);
  } else {
    for (std::size_t i = 0; i < network.links.size(); ++i) {
      put_edge(out, network, {network.links[i].from, network.links[i].to, i}, network.link_cost(i), i);
    }
  }
  out.line("  </graph>");
  out.line("</graphml>");
  return {{"", out.text()}};
}

}  // namespace

Export graphml_export() {
  return {.name = "graphml",
          .summary = "a graph for NetworkX and others; `weight` is the cost of routes",
          .source = "GraphML Project Group, graphml.graphdrawing.org, version 1.0",
          .extension = ".graphml",
          .ignores = "readers route by weight alone where they are told to, else by hops",
          .tells_names = true,
          .most_nodes = 1 << 20,
          .most_links = 1 << 20,
          .bytes_per_link = 500,
          .write = write_graphml};
}

}  // namespace cutline::exporting
