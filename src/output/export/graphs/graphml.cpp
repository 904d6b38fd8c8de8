// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "cutline/layout/layout.hpp"
#include "output/export/file_text.hpp"
#include "output/export/graphs/told.hpp"
#include "output/text/xml.hpp"

namespace cutline::exporting {

namespace {

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

/// The keys of attributes: the id of one of Cutline's is its name, that of one of the file's its number.
void put_keys(std::string& out, const ExportNetwork& network, const ToldAttributes& told) {
  const auto put = [&](const std::string& id, std::string_view of, std::string_view name, const char* type) {
    append(out, "  <key id=\"{}\" for=\"{}\" attr.name=\"{}\" attr.type=\"{}\"/>\n", id, of, text::xml_escape(name),
           type);
  };
  const auto own = [&](std::string_view of, const char* type, std::initializer_list<const char*> names) {
    for (const std::string name : names)
      put(of[0] + name, of, of == "node" ? told.node_key(name) : of == "edge" ? told.link_key(name) : name, type);
  };
  own("graph", "int", {"columns", "rows", "planes"});
  own("node", "string", {"address", "kind"});
  own("node", "int", {"terminals", "x", "y", "z"});
  own("node", "double", {"x_pitches", "y_pitches", "z_pitches"});
  own("edge", "string", {"class"});
  own("edge", "int", {"width"});
  own("edge", "long", {"wires"});
  own("edge", "double", {"width_bits", "span_pitches"});
  own("edge", "long", {"length_pitches"});
  own("edge", "double", {"delay_ns", "weight"});
  if (network.clocked()) own("edge", "long", {"delay_cycles"});
  if (network.has_given_lengths) own("edge", "double", {"given_mm"});
  if (!network.unit) own("node", "double", {"x_mm", "y_mm", "z_mm"});
  if (!network.unit) own("edge", "double", {"length_mm"});
  for (const char* of : {"node", "edge"}) {
    const std::vector<ToldKey>& keys = of[0] == 'n' ? told.node_keys() : told.link_keys();
    for (std::size_t i = 0; i < keys.size(); ++i)
      put(fmt::format("{}_{}", of, i), of, keys[i].key, type_of(keys[i].kinds));
  }
}

/// What Cutline says of a graph, a node or an edge; `of` is the first letter of that.
void put_data(std::string& out, char of, std::string_view own, std::string_view value) {
  append(out, "<data key=\"{}{}\">{}</data>", of, own, text::xml_escape(value));
}

/// What the user's file says. A link's own id, with `has_ids`, is written with the link.
void put_file_data(std::string& out, const char* of, const std::vector<Told>& all, const std::vector<ToldKey>& keys,
                   bool has_ids) {
  for (const Told& each : all) {
    if (has_ids && each.key == "id") continue;
    append(out, "<data key=\"{}_{}\">{}</data>", of, std::ranges::find(keys, each.key, &ToldKey::key) - keys.begin(),
           text::xml_escape(each.text));
  }
}

void put_graphml_node(std::string& out, const ExportNetwork& network, const ToldAttributes& told, std::size_t number) {
  append(out, "    <node id=\"{}\">", text::xml_escape(node_id(network, number)));
  put_file_data(out, "node", told.of_node(number), told.node_keys(), false);
  for (const Told& each : told.own_of_node(number, true)) put_data(out, 'n', each.own, each.text);
  out += "</node>\n";
}

/// `number` is the id of the edge; empty: the user's file has one.
void put_edge(std::string& out, const ExportNetwork& network, const ToldAttributes& told, const ToldEdge& edge,
              const std::string& number) {
  const auto& [ends, cost] = edge;
  const std::vector<Told> of_file = told.of_link(ends.link), own = told.own_of_link(ends.link, cost);
  const auto id = std::ranges::find(of_file, "id", &Told::key);
  append(out, "    <edge id=\"{}\" source=\"{}\" target=\"{}\">", number.empty() ? text::xml_escape(id->text) : number,
         text::xml_escape(node_id(network, ends.from)), text::xml_escape(node_id(network, ends.to)));
  put_file_data(out, "edge", of_file, told.link_keys(), number.empty());
  for (const char* name : {"class", "width", "wires", "width_bits", "span_pitches", "length_pitches", "delay_ns",
                           "weight", "delay_cycles", "length_mm", "given_mm"}) {
    const auto found = std::ranges::find(own, name, &Told::own);
    if (found != own.end()) put_data(out, 'e', name, found->text);
  }
  out += "</edge>\n";
}

std::vector<ExportFile> write_graphml(const Export& target, ExportNetwork& network, const ExportChoice&) {
  const bool directed = told_as_directed(network);
  const ToldAttributes told(network);
  const bool has_ids = have_ids(network, told);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n  <desc>\n";
  for (const std::string& line : export_header(target, network)) append(out, "    {}\n", text::xml_escape(line));
  out += "  </desc>\n";
  put_keys(out, network, told);
  append(out, "  <graph id=\"G\" edgedefault=\"{}\">\n    ", directed ? "directed" : "undirected");
  const GridSize& grid = network.layout->wiring.grid;
  put_data(out, 'g', "columns", std::to_string(grid[Axis::x]));
  put_data(out, 'g', "rows", std::to_string(grid[Axis::y]));
  put_data(out, 'g', "planes", std::to_string(grid[Axis::z]));
  out += '\n';
  for (std::size_t i = 0; i < network.nodes.size(); ++i) put_graphml_node(out, network, told, i);
  const std::vector<ToldEdge> all = told_edges(network);
  for (std::size_t i = 0; i < all.size(); ++i) put_edge(out, network, told, all[i], has_ids ? "" : std::to_string(i));
  return {{"", out + "  </graph>\n</graphml>\n"}};
}

}  // namespace

Export graphml_export() {
  return {.name = "graphml",
          .summary = "a graph for NetworkX and others; `weight` is the cost of routes",
          .source = "GraphML Project Group, graphml.graphdrawing.org, version 1.0",
          .extension = ".graphml",
          .ignores = "readers route by weight alone where they are told to, else by hops",
          .tells_names = true,
          .limits = {.bytes_per_link = 500},
          .write = write_graphml};
}

}  // namespace cutline::exporting
