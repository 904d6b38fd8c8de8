// SPDX-License-Identifier: Apache-2.0
#include "output/export/file_text.hpp"
#include "output/export/graphs/told.hpp"

namespace cutline::exporting {

namespace {

std::vector<ExportFile> write_edges(const Export& target, ExportNetwork& network, const ExportChoice&) {
  network.notes.clear();  // they are on delays, which are not written
  note_nodes_without_links(network);
  if (network.has_one_way())
    note(network, "some links are one-way: every line is one channel, to be read with `channels: unidirectional`");
  const bool all_one = std::ranges::all_of(network.links, [](const ExportLink& link) { return link.width == 1; });
  std::string out = commented_header(target, network, "#");
  append(out, "# a line is a link: two nodes{}\n", all_one ? "" : ", and how many channel widths it is wide");
  for (const ToldEdge& each : told_edges(network)) {
    append(out, "{} {}", quoted_node(network, each.ends.from), quoted_node(network, each.ends.to));
    if (!all_one) append(out, " {}", network.links[each.ends.link].width);
    out += '\n';
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
          .times = LinkTimes::none,
          .tells_names = true,
          .limits = {1 << 22, 1 << 22, 30},
          .write = write_edges};
}

}  // namespace cutline::exporting
