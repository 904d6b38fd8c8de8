// SPDX-License-Identifier: Apache-2.0
#include "output/compare/loads_of_candidates.hpp"

#include <fmt/format.h>

#include "cutline/study/traffic.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

std::string load_text(const OfferedLoad& load) {
  switch (load.unit) {
    case OfferedLoad::Unit::bits_per_cycle:
      return "bits/cycle";
    case OfferedLoad::Unit::bits_per_ns:
      return "bits/ns";
    case OfferedLoad::Unit::of_capacity:
      return "capacity";
    case OfferedLoad::Unit::of_saturation:
      return "saturation";
  }
  return "";
}

}  // namespace

Table loads_of_candidates(const Comparison& comparison, std::size_t delay) {
  constexpr std::size_t kMostColumns = 12;
  Table table;
  const std::vector<OfferedLoad>& loads = comparison.study.loads;
  if (loads.empty() || loads.size() > kMostColumns) return table;
  table.columns = {
      {"name", fmt::format("latency at load, {}", comparison.study.technology.unit ? "tau" : "ns"), "", true, true},
      {"contention", "contention", "", true},
      {"expected", "saturates", "expected"},
      {"bound", "bits/cycle", "bound"}};
  for (const OfferedLoad& load : loads) table.columns.push_back({"load", short_text(load.amount, 4), load_text(load)});
  for (const Candidate& candidate : comparison.candidates) {
    if (delay >= candidate.latency.timings.size()) continue;
    std::vector<TableCell>& row = table.rows.emplace_back();
    row.emplace_back(candidate.design->name);
    row.emplace_back(
        std::string(candidate.latency.contention == nullptr ? "none" : candidate.latency.contention->name));
    const Timing& timing = candidate.latency.timings[delay];
    row.push_back(timing.model_saturation ? TableCell(*timing.model_saturation) : TableCell());
    row.push_back(candidate.traffic.saturation ? TableCell(saturation_per_cycle(candidate, timing)) : TableCell());
    for (const LoadPoint& point : timing.load_points)
      row.push_back(point.latency ? TableCell(in_ns(*point.latency)) : TableCell("saturated"));
    row.resize(table.columns.size());
  }
  return table;
}

}  // namespace cutline
