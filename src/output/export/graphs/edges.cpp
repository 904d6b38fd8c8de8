// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "cutline/base/format.hpp"
#include "cutline/output/export/exports.hpp"
#include "output/export/file_text.hpp"
#include "output/export/graphs/told.hpp"

namespace cutline::exporting {

namespace {

/// A node as a word of an edge list: a number, or a name in quotes, which no reader takes for anything else; a quote in
/// it is written twice.
std::string word_of(const ExportNetwork& network, std::uint64_t number) {
  const std::string name = node_id(network, number);
  if (!network.named) return name;
  std::string word = "\"";
  for (const char c : name) word += c == '"' ? std::string("\"\"") : std::string(1, c);
  return word + '"';
}

std::vector<ExportFile> write_edges(const Export& target, ExportNetwork& network, const ExportChoice&) {
  network.notes.clear();  // they are on delays, which are not written
  note_nodes_without_links(network);
  const bool directed = network.has_one_way();
  if (directed)
    network.notes.emplace_back(
        "some links are one-way: every line is one channel, to be read with `channels: unidirectional`");
  const bool all_one =
      std::all_of(network.links.begin(), network.links.end(), [](const ExportLink& link) { return link.width == 1; });
  std::string out;
  append(out, "{}# a line is a link: two nodes{}\n", commented_header(target, network, "#"),
         all_one ? "" : ", and how many channel widths it is wide");
  for (const ToldEdge& each : told_edges(network)) {
    const ExportChannel& line = each.ends;
    append(out, "{} {}", word_of(network, line.from), word_of(network, line.to));
    if (!all_one) append(out, " {}", network.links[line.link].width);
    append(out, "\n");
  }
  return {{"", out}};
}

}  // namespace

Export edges_export() {
  return {.name = "edges",
          .summary = "an edge list: the links' nodes and widths, as the family `graph` reads them",
          .source = "SNAP and others",
          .extension = ".edges",
          .ignores = "places, lengths and delays are not written",
          .route_cost = RouteCostUse::none,
          .times = TimesTold::none,
          .tells_names = true,
          .most_nodes = 1 << 22,
          .most_links = 1 << 22,
          .bytes_per_link = 30,
          .write = write_edges};
}

}  // namespace cutline::exporting
