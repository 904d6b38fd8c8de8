// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <iterator>

#include "cutline/base/format.hpp"
#include "cutline/output/export/exports.hpp"
#include "cutline/output/text/table.hpp"
#include "cutline/study/placed_network.hpp"
#include "output/export/parts.hpp"
#include "output/text/network_text.hpp"
#include "output/text/number.hpp"

namespace cutline::exporting {

namespace {

std::string interval(const BisectionWidth& width) {
  if (width.exact()) return fmt::format("bisection width: {} links, exact", width.lower);
  return fmt::format("bisection width: from {} to {} links", width.lower, width.upper);
}

std::vector<ExportFile> write_partition(const Export&, ExportLayout& layout, const ExportChoice&) {
  const Candidate& candidate = layout.candidate;
  const Topology& topology = candidate.network()->topology;
  const BisectionWidth& width = candidate.graph()->bisection;
  const BalancedPartition partition = best_partition(topology, width);
  if (partition.links > width.upper) {
    layout.notes.push_back(fmt::format("this partition cuts {} links; a better one exists, with {}, but is not found",
                                       partition.links, width.upper));
  }
  const std::uint64_t others = topology.interchange_count();
  const std::vector<std::string> header = {
      fmt::format("Cutline {} for partition: {}", CUTLINE_VERSION, candidate.design->name),
      fmt::format("network: {}; {}{}, {}", text::network_text(*candidate.design),
                  text::counted(topology.node_count(), "node"),
                  others > 0 ? ", " + text::counted(others, site_word(inner_kind(topology))) : "",
                  text::counted(topology.link_count(), "link")),
      fmt::format("links cut: {}, channels cut: {}, found by: {}", partition.links, partition.channels,
                  partition.found_by),
      interval(width), fmt::format("method: {}", width.method)};
  const NodeNumbers numbers(topology);
  std::string out;
  for (const std::string& line : header) out += comment_line("#", line);
  for (const std::string& note : layout.notes) out += comment_line("#", "note: " + note);
  append(out, "node,address,kind,side\n");
  // Nodes first, then interchanges, as all exports number them.
  for (const SiteKind kind : {SiteKind::node, inner_kind(topology)}) {
    const std::string_view name = site_word(kind);
    for (std::uint64_t site = 0; site < partition.sides.size(); ++site) {
      if (topology.kind(site) != kind) continue;
      append(out, "{},{},{},{}\n", numbers.number(site), csv_field(address(topology, site)), name,
             partition.sides[site]);
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
          .ignores = "",
          .route_cost = RouteCostUse::none,
          .times = TimesTold::none,
          .takes_bounds = true,
          .most_nodes = 1 << 20,
          .most_links = 1 << 20,
          .bytes_per_link = 40,
          .write_layout = write_partition};
}

}  // namespace cutline::exporting
