// SPDX-License-Identifier: Apache-2.0
#include "output/tables/fault_table.hpp"

#include <fmt/format.h>

#include <set>

#include "output/tables/cells.hpp"
#include "output/text/number.hpp"

namespace cutline::tables {

namespace {

TableCell samples_cell(const Data& faults) {
  if (faults.at("failed_links").number() == 0 && faults.at("named").is_null()) return TableCell();
  if (faults.at("connected_fraction").is_null()) return "not computed";
  if (!faults.at("named").is_null()) return faults.at("named").text();
  const std::int64_t samples = static_cast<std::int64_t>(faults.at("samples").number());
  return faults.at("exact").truth() ? fmt::format("all {}", samples) : fmt::format("{} drawn", samples);
}

TableCell share_cell(const Data& share) {
  if (share.is_null()) return {};
  const std::string text = text::short_text(100 * share.number());
  return text == "100" && share.number() < 1 ? "under 100 %" : text + " %";
}

}  // namespace

Table fault_table(const std::vector<Asked>& asked) {
  Table table;
  table.lead = 2;
  table.columns = {{"candidate", "candidate", "", true, true},
                   {"failed_links", "failed", "links"},
                   {"edge_connectivity", "edge connectivity", "links"},
                   {"mean_shortest_paths", "shortest paths", "mean"},
                   {"samples", "choices", "", true},
                   {"connected", "connected", "", true},
                   {"mean_distance", "distance", "mean hops"},
                   {"worst_distance", "distance", "worst seen"},
                   {"mean_load", "peak load", "mean"},
                   {"worst_load", "peak load", "worst seen"}};
  std::set<std::string> seen;
  for (const Asked& each : asked) {
    if (each.study.fail.empty() || !seen.insert(each.candidate.design->name).second) continue;
    const auto once = [&](bool first, const char* path) {
      return first ? cell_at(each, path) : TableCell(std::string());
    };
    bool first = true;
    for (const Data& faults : quantity_value(each, "faults").list()) {
      const Data& distance = faults.at("mean_distance_hops");
      const Data& load = faults.at("peak_channel_load");
      table.rows.push_back({once(first, "name"), cell_of(faults.at("failed_links")),
                            once(first, "graph.edge_connectivity"), once(first, "graph.mean_shortest_paths"),
                            samples_cell(faults), share_cell(faults.at("connected_fraction")),
                            cell_of(distance.at("mean")), cell_of(distance.at("worst")), cell_of(load.at("mean")),
                            cell_of(load.at("worst"))});
      first = false;
    }
  }
  return table;
}

}  // namespace cutline::tables
