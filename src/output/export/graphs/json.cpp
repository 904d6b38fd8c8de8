// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/record/json.hpp"

#include <nlohmann/json.hpp>

#include "cutline/layout/layout.hpp"
#include "output/export/file_text.hpp"
#include "output/export/graphs/told.hpp"

namespace cutline::exporting {

namespace {

std::string json_value(const Told& told) {
  const bool is_bare = told.kind == AttributeKind::number || told.kind == AttributeKind::truth ||
                       (told.kind == AttributeKind::json && nlohmann::json::accept(told.text));
  return is_bare ? told.text : to_json(told.text);
}

/// The ids of nodes. Names that are all numbers, or all lists, were no texts in the file of NetworkX that they come
/// from: it writes numbers and tuples so.
std::vector<std::string> json_ids(const ExportNetwork& network) {
  constexpr std::size_t kMostDigits = 15;  // more are no exact numbers to other programs
  const auto is_whole = [](const std::string& name) {
    return name.size() <= kMostDigits && is_json_number(name) && name.find_first_of(".eE") == std::string::npos;
  };
  const auto is_list = [](const std::string& name) { return name.starts_with('[') && nlohmann::json::accept(name); };
  const bool are_bare = !network.named || std::ranges::all_of(network.nodes, is_whole, &ExportNode::address) ||
                        std::ranges::all_of(network.nodes, is_list, &ExportNode::address);
  return each_of<std::string>(network.nodes.size(), [&](std::size_t i) {
    return are_bare ? node_id(network, i) : to_json(node_id(network, i));
  });
}

void append_members(std::string& out, const std::vector<Told>& all) {
  for (const Told& each : all) append(out, ", {}: {}", to_json(each.key), json_value(each));
}

void put_graph(std::string& out, const Export& target, const ExportNetwork& network) {
  out += "\"graph\": {\"cutline\": [\n";
  const std::vector<std::string> header = export_header(target, network);
  for (std::size_t i = 0; i < header.size(); ++i)
    append(out, "  {}{}\n", to_json(header[i]), i + 1 < header.size() ? "," : "");
  const GridSize& grid = network.layout->wiring.grid;
  append(out, "], \"columns\": {}, \"rows\": {}, \"planes\": {}}},\n", grid[Axis::x], grid[Axis::y], grid[Axis::z]);
}

std::vector<ExportFile> write_json(const Export& target, ExportNetwork& network, const ExportChoice&) {
  const bool directed = told_as_directed(network);
  const ToldAttributes told(network, {{"id"}, {"source", "target"}});
  const bool parallel = has_parallel_links(network) || told.link_has_all("key");
  const std::vector<std::string> ids = json_ids(network);
  std::string out;
  append(out, "{{\n\"directed\": {}, \"multigraph\": {},\n", directed, parallel);
  put_graph(out, target, network);
  out += "\"nodes\": [\n";
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    append(out, "  {{\"id\": {}", ids[i]);
    append_members(out, told.of_node(i));
    append_members(out, told.own_of_node(i));
    out += i + 1 < network.nodes.size() ? "},\n" : "}\n";
  }
  out += "],\n\"links\": [\n";
  const std::vector<ToldEdge> all = told_edges(network);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [ends, cost] = all[i];
    append(out, "  {{\"source\": {}, \"target\": {}", ids[ends.from], ids[ends.to]);
    append_members(out, told.of_link(ends.link));
    append_members(out, told.own_of_link(ends.link, cost));
    out += i + 1 < all.size() ? "},\n" : "}\n";
  }
  out += "]\n}\n";
  return {{"", out}};
}

}  // namespace

Export json_export() {
  return {.name = "json",
          .summary = "node-link JSON for NetworkX and D3; `weight` is the cost of routes",
          .source = "NetworkX, node_link_data; D3, d3-force",
          .extension = ".json",
          .ignores = "readers route by weight alone where they are told to, else by hops",
          .tells_names = true,
          .limits = {.bytes_per_link = 450},
          .write = write_json};
}

}  // namespace cutline::exporting
