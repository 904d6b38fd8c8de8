// SPDX-License-Identifier: Apache-2.0
#include "output/tables/fault_table.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "output/text/json_cell.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

TableCell samples_cell(const Json& faults) {
  if (faults.at("failed_links") == 0) return TableCell();
  if (faults.at("connected_fraction").is_null()) return "not computed";
  const std::int64_t samples = faults.at("samples").get<std::int64_t>();
  return faults.at("exact").get<bool>() ? fmt::format("all {}", samples) : fmt::format("{} drawn", samples);
}

TableCell share_cell(const Json& share) {
  if (share.is_null()) return {};
  const std::string text = short_text(100 * share.get<double>());
  return text == "100" && share.get<double>() < 1 ? "under 100 %" : text + " %";
}

}  // namespace

Table fault_table(const std::vector<Json>& records) {
  Table table;
  table.columns = {{"candidate", "candidate", "", true, true},
                   {"edge_connectivity", "edge connectivity", "links"},
                   {"mean_shortest_paths", "shortest paths", "mean"},
                   {"failed_links", "failed", "links"},
                   {"samples", "choices", "", true},
                   {"connected", "connected", "", true},
                   {"mean_distance", "distance", "mean hops"},
                   {"worst_distance", "distance", "worst seen"},
                   {"mean_load", "peak load", "mean"},
                   {"worst_load", "peak load", "worst seen"}};
  std::set<std::string> seen;
  for (const Json& record : records) {
    if (!record.contains("faults") || !seen.insert(record.at("name").get<std::string>()).second) continue;
    const Json& graph = record.at("graph");
    bool first = true;
    for (const Json& faults : record.at("faults")) {
      const Json& distance = faults.at("mean_distance_hops");
      const Json& load = faults.at("peak_channel_load");
      table.rows.push_back({first ? cell_of(record.at("name")) : TableCell(std::string()),
                            first ? cell_of(graph.at("edge_connectivity")) : TableCell(std::string()),
                            first ? cell_of(graph.at("mean_shortest_paths")) : TableCell(std::string()),
                            cell_of(faults.at("failed_links")), samples_cell(faults),
                            share_cell(faults.at("connected_fraction")), cell_of(distance.at("mean")),
                            cell_of(distance.at("worst")), cell_of(load.at("mean")), cell_of(load.at("worst"))});
      first = false;
    }
  }
  return table;
}

}  // namespace cutline
