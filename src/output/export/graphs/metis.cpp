// SPDX-License-Identifier: Apache-2.0
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

std::vector<ExportFile> write_metis(const Export& target, ExportNetwork& network, const ExportChoice&) {
  network.notes.clear();  // they are on delays, which are not written
  std::vector<std::map<std::uint64_t, std::uint64_t>> wires(network.nodes.size());
  std::size_t pairs = 0;
  for (const ExportLink& link : network.links) {
    pairs += wires[link.from].count(link.to) == 0 ? 1 : 0;
    wires[link.from][link.to] += link.wires;
    wires[link.to][link.from] += link.wires;
  }
  if (pairs < network.links.size()) {
    note(network, "{} parallel to others: the wires are added, for a METIS graph has no parallel links",
         text::counted(network.links.size() - pairs, "link"));
  }
  if (network.has_one_way()) note(network, "a METIS graph has no directions: one-way links are written both ways");
  std::string out = commented_header(target, network, "%");
  append(out, "% each line is a node: its terminals, then neighbour and wires, in turn; nodes count from 1\n");
  append(out, "{} {} 011 1\n", network.nodes.size(), pairs);
  for (std::size_t i = 0; i < wires.size(); ++i) {
    append(out, "{}", network.nodes[i].terminals);
    for (const auto& [to, count] : wires[i]) append(out, " {} {}", to + 1, count);
    out += '\n';
  }
  return {{"", out}};
}

}  // namespace

Export metis_export() {
  return {.name = "metis",
          .summary = "a graph for partitioners: wires as weights, so that a cut counts wires",
          .source = "METIS 5.1 manual, section 4.1.1",
          .extension = ".graph",
          .ignores = "lengths and delays are not written: a partitioner weighs the wires that it cuts",
          .route_cost = RouteCostUse::none,
          .times = LinkTimes::none,
          .limits = {1 << 22, 1 << 22, 150},
          .write = write_metis};
}

}  // namespace cutline::exporting
