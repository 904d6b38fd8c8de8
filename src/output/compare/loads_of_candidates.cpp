// SPDX-License-Identifier: Apache-2.0
#include "output/compare/loads_of_candidates.hpp"

#include <algorithm>

#include "cutline/output/record/json.hpp"
#include "cutline/output/words/words.hpp"
#include "cutline/study/traffic.hpp"
#include "output/text/number.hpp"
#include "output/text/units.hpp"
#include "output/words/ranked_units.hpp"

namespace cutline::compare {

namespace {

/// A column of latencies: at an operating point of the spec, or at a load of the ranking.
struct LoadColumn {
  OfferedLoad load;
  std::size_t number = 0;
  bool ranked = false;
  const LoadPoint* point(const Timing& timing) const {
    const std::vector<LoadPoint>& points = ranked ? timing.ranked_points : timing.load_points;
    return number < points.size() ? &points[number] : nullptr;
  }
};

std::vector<LoadColumn> load_columns(const Study& study) {
  std::vector<LoadColumn> columns;
  for (std::size_t i = 0; i < study.loads.size(); ++i) columns.push_back({study.loads[i], i, false});
  const std::vector<OfferedLoad> ranked = study.ranked_loads();
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (std::find(study.loads.begin(), study.loads.end(), ranked[i]) == study.loads.end())
      columns.push_back({ranked[i], i, true});
  }
  return columns;
}

}  // namespace

Table loads_of_candidates(const Comparison& comparison, std::size_t delay) {
  constexpr std::size_t kMostColumns = 12;
  Table table;
  const Study& study = comparison.study;
  const std::vector<LoadColumn> columns = load_columns(study);
  if ((columns.empty() && !study.ranks_under_load()) || columns.size() > kMostColumns) return table;
  const std::string time = time_unit(study);
  const std::string shown = words::RankedUnits(study, comparison.candidates, comparison.rankings.at(delay)).of(time);
  const std::string title = columns.empty() ? "under load" : "latency at load, " + shown;
  table.columns = {{"name", title, "", true, true},
                   {"contention", "contention", "", true},
                   {"expected", "expected saturation", "bits/cycle"},
                   {"bound", "saturation bound", "bits/cycle"}};
  for (const LoadColumn& column : columns) {
    const std::string unit(load_unit_text(column.load, study.technology.unit));
    const bool given = column.load.unit == OfferedLoad::Unit::as_given;
    table.columns.push_back({"load", given ? unit : text::short_text(column.load.amount, 4), given ? "" : unit});
  }
  for (const Candidate& candidate : comparison.candidates) {
    if (delay >= candidate.latency.timings.size()) continue;
    std::vector<TableCell>& row = table.rows.emplace_back();
    row.emplace_back(candidate.design->name);
    row.emplace_back(
        std::string(candidate.latency.contention == nullptr ? "none" : candidate.latency.contention->name));
    const Timing& timing = candidate.latency.timings[delay];
    row.push_back(timing.model_saturation() ? TableCell(*timing.model_saturation()) : TableCell());
    row.push_back(candidate.traffic.saturation.known() ? TableCell(saturation_per_cycle(candidate, timing))
                                                       : TableCell());
    for (const LoadColumn& column : columns) {
      const LoadPoint* point = column.point(timing);
      if (point == nullptr) {
        row.emplace_back();
      } else {
        row.push_back(point->latency() ? TableCell(text::rescaled(in_ns(*point->latency()), time, shown))
                                       : TableCell("saturated"));
      }
    }
  }
  return table;
}

}  // namespace cutline::compare
