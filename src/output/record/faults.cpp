// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "output/record/parts.hpp"

namespace cutline {

namespace {

Json spread_json(const std::optional<FaultSpread>& spread, const Candidate& candidate) {
  if (!spread) return object({{"mean", nullptr}, {"worst", nullptr}});
  return object({{"mean", real(spread->mean, candidate)}, {"worst", real(spread->worst, candidate)}});
}

}  // namespace

void add_resilience_json(const Candidate& candidate, Json& graph, RecordNotes& notes) {
  const Resilience found = candidate.facts.resilience.value_or(Resilience{});
  graph["edge_connectivity"] = or_null(found.edge_connectivity);
  graph["mean_shortest_paths"] =
      found.mean_shortest_paths ? real(*found.mean_shortest_paths, candidate) : Json(nullptr);
  if (!candidate.facts.resilience) return;
  if (!found.edge_connectivity) notes.add(fmt::format("edge_connectivity is null: {}", found.edge_connectivity_method));
  if (!found.mean_shortest_paths)
    notes.add(fmt::format("mean_shortest_paths is null: {}", found.mean_shortest_paths_method));
}

Json faults_json(const Candidate& candidate, RecordNotes& notes) {
  Json list = Json::array();
  if (candidate.facts.faults.empty()) notes.add("faults are empty: there is no graph to fail links of");
  for (const FaultMeasures& faults : candidate.facts.faults) {
    list.push_back(object({{"failed_links", faults.failed_links},
                           {"samples", faults.samples},
                           {"exact", faults.exact},
                           {"method", faults.method},
                           {"connected_fraction",
                            faults.connected_fraction ? real(*faults.connected_fraction, candidate) : Json(nullptr)},
                           {"mean_distance_hops", spread_json(faults.mean_distance_hops, candidate)},
                           {"peak_channel_load", spread_json(faults.peak_channel_load, candidate)}}));
    if (!faults.connected_fraction) {
      notes.add(fmt::format("faults of {} links are null: {}", faults.failed_links, faults.method));
    } else if (!faults.mean_distance_hops) {
      notes.add(fmt::format("distances and loads after {} failed links are null: no sample stays connected",
                            faults.failed_links));
    }
  }
  return list;
}

}  // namespace cutline
