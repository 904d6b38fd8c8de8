// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/placed_network.hpp"
#include "output/export/file_text.hpp"
#include "output/words/phrases.hpp"

namespace cutline::exporting {

namespace {

/// The best partition found, in links or in wires, and what the file says of it.
struct ToldPartition {
  CutIn what;
  BalancedPartition partition;
  std::vector<std::string> header;
};

ToldPartition partition_in(ExportLayout& layout, const BisectionWidth& width, CutIn what) {
  const BalancedPartition found = best_partition(layout.candidate.network()->topology, width, what);
  const std::string_view unit = what == CutIn::links ? "links" : "channels, each counted by its width";
  const std::uint64_t cut = what == CutIn::links ? found.links : found.widths;
  if (cut > width.upper) {
    layout.notes.push_back(fmt::format("this partition cuts {} {}; a better one exists, with {}, but is not found", cut,
                                       unit, width.upper));
  }
  std::string links = fmt::format("links cut: {}, channels cut: {}", found.links, found.channels);
  if (found.widths != found.channels) append(links, ", each counted by its width: {}", found.widths);
  const std::string interval = width.exact() ? fmt::format("{} {}, exact", width.lower, unit)
                                             : fmt::format("from {} to {} {}", width.lower, width.upper, unit);
  return {what,
          found,
          {fmt::format("{}, found by: {}", links, found.found_by), "bisection width: " + interval,
           fmt::format("method: {}", width.method)}};
}

std::vector<ExportFile> write_partition(const Export& target, ExportLayout& layout, const ExportChoice&) {
  const Candidate& candidate = layout.candidate;
  const Topology& topology = candidate.network()->topology;
  const GraphMeasures& graph = *candidate.graph();
  std::vector<ToldPartition> told = {partition_in(layout, graph.bisection, CutIn::links)};
  const bool apart = !equal_link_weight(topology, CutIn::wires);
  if (apart) told.push_back(partition_in(layout, graph.bisection_wires, CutIn::wires));
  std::vector<std::string> header =
      header_opening(target, candidate.design->name, words::network_text(*candidate.design),
                     sites_text(topology.node_count(), topology.interchange_count(), site_word(inner_kind(topology))),
                     text::counted(topology.link_count(), "link"));
  for (const ToldPartition& each : told) {
    if (apart)
      header.emplace_back(each.what == CutIn::links ? "side: least in links" : "side_in_wires: least in wires");
    header.insert(header.end(), each.header.begin(), each.header.end());
  }
  const NodeNumbers numbers(topology);
  std::string out;
  for (const std::string& line : header) out += comment_line("#", line);
  for (const std::string& note : layout.notes) out += comment_line("#", "note: " + note);
  append(out, "node,address,kind,side{}\n", apart ? ",side_in_wires" : "");
  // Nodes first, then interchanges, as all exports number them.
  for (const SiteKind kind : {SiteKind::node, inner_kind(topology)}) {
    const std::string_view name = site_word(kind);
    for (std::uint64_t site = 0; site < topology.site_count(); ++site) {
      if (topology.kind(site) != kind) continue;
      append(out, "{},{},{}", numbers.number(site), csv_field(address(topology, site)), name);
      for (const ToldPartition& each : told) append(out, ",{}", each.partition.sides[site]);
      out += '\n';
    }
  }
  return {{"", out}};
}

}  // namespace

Export partition_export() {
  return {.name = "partition",
          .summary = "the best balanced cut found: the side of every node",
          .source = "RFC 4180",
          .extension = ".csv",
          .route_cost = RouteCostUse::none,
          .times = LinkTimes::none,
          .tells_names = true,
          .takes_bounds = true,
          .limits = {.bytes_per_link = 40},
          .write_layout = write_partition};
}

}  // namespace cutline::exporting
