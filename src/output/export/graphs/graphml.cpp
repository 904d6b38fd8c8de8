// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "cutline/base/format.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/output/export/exports.hpp"
#include "output/export/file_text.hpp"
#include "output/export/graphs/told.hpp"
#include "output/text/number.hpp"
#include "output/text/xml.hpp"

namespace cutline::exporting {

namespace {

/// Writes elements and their data. The id of a key of Cutline's is its name.
class Writer {
 public:
  explicit Writer(const ToldAttributes& told) : told_(told) {}
  void line(const std::string& text) { out_.append(text + '\n'); }
  void key(const char* of, const char* own, const char* type) {
    const std::string name = of[0] == 'n' ? told_.node_key(own) : of[0] == 'e' ? told_.link_key(own) : own;
    key(fmt::format("{}{}", of[0], own), of, name, type);
  }
  void key(const std::string& id, const char* of, std::string_view name, const char* type) {
    line(fmt::format(R"(  <key id="{}" for="{}" attr.name="{}" attr.type="{}"/>)", id, of, text::xml_escape(name),
                     type));
  }
  void data(const char* key, const std::string& value) { append(out_, R"(<data key="{}">{}</data>)", key, value); }
  void data(const char* key, double value) { data(key, text::figure_text(value)); }
  void raw(const std::string& text) { out_.append(text); }
  /// What the user's file says; a key's id is its number. A link's own id is written with the link.
  void file_data(const char* of, const std::vector<Told>& all, const std::vector<ToldKey>& keys, bool has_ids) {
    for (const Told& each : all) {
      if (has_ids && each.key == "id") continue;
      const auto key = std::find_if(keys.begin(), keys.end(), [&](const ToldKey& one) { return one.key == each.key; });
      append(out_, R"(<data key="{}_{}">{}</data>)", of, key - keys.begin(), text::xml_escape(each.text));
    }
  }
  std::string text() const { return out_; }

 private:
  const ToldAttributes& told_;
  std::string out_;
};

/// The type of an attribute of the user's file, which holds all its values.
const char* type_of(unsigned kinds) {
  const auto bit = [](AttributeKind kind) { return 1U << static_cast<unsigned>(kind); };
  if (kinds == bit(AttributeKind::number)) return "long";
  if (kinds == (bit(AttributeKind::number) | kRealNumbers)) return "double";
  return kinds == bit(AttributeKind::truth) ? "boolean" : "string";
}

/// Whether every link has an id in the user's file that no other has.
bool have_ids(const ExportNetwork& network, const ToldAttributes& told) {
  if (network.has_one_way() && channels(network).size() > network.links.size()) return false;
  if (!told.link_has_all("id")) return false;
  std::set<std::string> ids;
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    for (const Told& each : told.of_link(i)) {
      if (each.key == "id" && !ids.insert(each.text).second) return false;
    }
  }
  return true;
}

/// What the writers of nodes and links share.
struct GraphmlParts {
  const ExportNetwork& network;
  const ToldAttributes& told;
  bool link_ids = false;  ///< the user's file has an id for every link
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

void put_file_keys(Writer& out, const ToldAttributes& told) {
  const auto put = [&](const char* of, const std::vector<ToldKey>& keys) {
    for (std::size_t i = 0; i < keys.size(); ++i)
      out.key(fmt::format("{}_{}", of, i), of, keys[i].key, type_of(keys[i].kinds));
  };
  put("node", told.node_keys());
  put("edge", told.link_keys());
}

void put_grid(Writer& out, const GridSize& grid) {
  out.raw("    ");
  constexpr std::array<const char*, 3> kGrid = {"gcolumns", "grows", "gplanes"};
  for (const Axis axis : kAxes) out.data(kGrid[index(axis)], std::to_string(grid[axis]));
  out.line("");
}

void put_graphml_node(Writer& out, const GraphmlParts& parts, std::size_t number) {
  const ExportNetwork& network = parts.network;
  const ExportNode& node = network.nodes[number];
  out.raw(fmt::format(R"(    <node id="{}">)", text::xml_escape(node_id(network, number))));
  out.file_data("node", parts.told.of_node(number), parts.told.node_keys(), false);
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

void put_edge(Writer& out, const GraphmlParts& parts, const ExportChannel& ends, double cost, std::size_t number) {
  const ExportNetwork& network = parts.network;
  const ExportLink& link = network.links[ends.link];
  const std::vector<Told> told = parts.told.of_link(ends.link);
  std::string id = std::to_string(number);
  for (const Told& each : told) {
    if (parts.link_ids && each.key == "id") id = text::xml_escape(each.text);
  }
  out.raw(fmt::format(R"(    <edge id="{}" source="{}" target="{}">)", id,
                      text::xml_escape(node_id(network, ends.from)), text::xml_escape(node_id(network, ends.to))));
  out.file_data("edge", told, parts.told.link_keys(), parts.link_ids);
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
  const bool directed = told_as_directed(network);
  const ToldAttributes told(network);
  const GraphmlParts parts{network, told, have_ids(network, told)};
  Writer out(told);
  out.line(R"(<?xml version="1.0" encoding="UTF-8"?>)");
  out.line(R"(<graphml xmlns="http://graphml.graphdrawing.org/xmlns">)");
  out.raw("  <desc>\n");
  for (const std::string& line : export_header(target, network)) out.line("    " + text::xml_escape(line));
  out.line("  </desc>");
  put_keys(out, network);
  put_file_keys(out, told);
  out.line(fmt::format(R"(  <graph id="G" edgedefault="{}">)", directed ? "directed" : "undirected"));
  put_grid(out, network.layout->wiring.grid);
  for (std::size_t i = 0; i < network.nodes.size(); ++i) put_graphml_node(out, parts, i);
  const std::vector<ToldEdge> all = told_edges(network);
  for (std::size_t i = 0; i < all.size(); ++i) put_edge(out, parts, all[i].ends, all[i].cost, i);
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
