// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "base/utf8.hpp"
#include "cutline/layout/layout.hpp"
#include "output/export/file_text.hpp"
#include "output/export/graphs/told.hpp"

namespace cutline::exporting {

namespace {

/// A text in quotes. GML is ASCII: other characters, quotes and & are written by their numbers, as NetworkX does.
std::string gml_quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const Character character = first_character(text);
    const char first = text[0];
    if (first >= ' ' && first <= '~' && first != '"' && first != '&') {
      out += first;
    } else {
      append(out, "&#{};", character.code ? static_cast<std::uint32_t>(*character.code) : 0xFFFDU);
    }
    text.remove_prefix(character.bytes.size());
  }
  return out + '"';
}

/// A number as GML writes it: with a point where it has an exponent.
std::string gml_number(const std::string& number) {
  const std::size_t exponent = number.find_first_of("eE");
  if (exponent == std::string::npos || number.find('.') != std::string::npos) return number;
  return number.substr(0, exponent) + ".0" + number.substr(exponent);
}

std::string gml_value(const Told& told) {
  if (told.kind == AttributeKind::number) return gml_number(told.text);
  return told.kind == AttributeKind::gml ? told.text : gml_quoted(told.text);
}

/// Keys of the user's file and what they are in GML, whose keys are letters, digits and _, a letter first.
using ChangedKeys = std::vector<std::pair<std::string, std::string>>;

ChangedKeys changed_keys(const std::vector<ToldKey>& keys) {
  ChangedKeys changed;
  std::set<std::string> taken;
  for (const ToldKey& each : keys) taken.insert(each.key);
  for (const ToldKey& each : keys) {
    std::string key = each.key;
    std::ranges::replace_if(
        key, [](char c) { return !is_plain(c); }, '_');
    if (!is_plain_name(key) || key[0] == '_') key.insert(0, "a");
    if (key == each.key) continue;
    std::string free = key;
    for (int i = 2; !taken.insert(free).second; ++i) free = fmt::format("{}_{}", key, i);
    changed.emplace_back(each.key, free);
  }
  return changed;
}

void append_pairs(std::string& out, const std::vector<Told>& all, const ChangedKeys& changed) {
  for (const Told& each : all) {
    const auto found = std::ranges::find(changed, each.key, &ChangedKeys::value_type::first);
    append(out, " {} {}", found == changed.end() ? each.key : found->second, gml_value(each));
  }
}

/// The ids of the user's file, if all nodes have one and they differ; else none.
std::vector<std::string> gml_ids(const ExportNetwork& network, const ToldAttributes& told) {
  constexpr std::size_t kMostDigits = 9;  // ids are whole numbers of 32 bits to some readers
  std::vector<std::string> ids;
  std::set<std::string> taken;
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    for (const Told& each : told.of_node(i)) {
      const bool is_whole = !each.text.empty() && each.text.size() <= kMostDigits &&
                            each.text.find_first_not_of("0123456789") == std::string::npos;
      if (each.key == "file_id" && is_whole && taken.insert(each.text).second) ids.push_back(each.text);
    }
    if (ids.size() <= i) return {};
  }
  return ids;
}

void note_changed_keys(const ChangedKeys& changed, ExportNetwork& network) {
  constexpr std::size_t kShown = 4;
  std::vector<std::string> shown;
  for (const auto& [from, to] : changed) {
    if (shown.size() < kShown) shown.push_back(fmt::format("'{}' is {}", from, to));
  }
  if (shown.empty()) return;
  note(network, "keys of GML are letters, digits and _: {}{}", join(shown, ", "),
       changed.size() > kShown ? " ..." : "");
}

std::vector<ExportFile> write_gml(const Export& target, ExportNetwork& network, const ExportChoice&) {
  const bool directed = told_as_directed(network);
  const ToldAttributes told(network, {{"id", "label"}, {"source", "target"}});
  const ChangedKeys node_keys = changed_keys(told.node_keys()), link_keys = changed_keys(told.link_keys());
  note_changed_keys(node_keys, network);
  note_changed_keys(link_keys, network);
  std::vector<std::string> ids = gml_ids(network, told);
  const bool has_ids = !ids.empty();
  for (std::size_t i = 0; i < network.nodes.size() && !has_ids; ++i) ids.push_back(std::to_string(i));
  const GridSize& grid = network.layout->wiring.grid;
  std::string out = commented_header(target, network, "#");
  append(out, "graph [\n  directed {}\n", directed ? 1 : 0);
  if (has_parallel_links(network) || told.link_has_all("key")) out += "  multigraph 1\n";
  append(out, "  columns {} rows {} planes {}\n", grid[Axis::x], grid[Axis::y], grid[Axis::z]);
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    append(out, "  node [ id {} label {}", ids[i], gml_quoted(node_id(network, i)));
    std::vector<Told> values = told.of_node(i);
    if (has_ids) std::erase_if(values, [](const Told& each) { return each.key == "file_id"; });
    append_pairs(out, values, node_keys);
    append_pairs(out, told.own_of_node(i), node_keys);
    out += " ]\n";
  }
  for (const auto& [ends, cost] : told_edges(network)) {
    append(out, "  edge [ source {} target {}", ids[ends.from], ids[ends.to]);
    append_pairs(out, told.of_link(ends.link), link_keys);
    append_pairs(out, told.own_of_link(ends.link, cost), link_keys);
    out += " ]\n";
  }
  out += "]\n";
  return {{"", out}};
}

}  // namespace

Export gml_export() {
  return {.name = "gml",
          .summary = "a graph in GML for NetworkX, Gephi and others; `weight` is the cost of routes",
          .source = "M. Himsolt, GML: A portable Graph File Format, University of Passau, 1997",
          .extension = ".gml",
          .ignores = "readers route by weight alone where they are told to, else by hops",
          .tells_names = true,
          .limits = {.bytes_per_link = 400},
          .write = write_gml};
}

}  // namespace cutline::exporting
