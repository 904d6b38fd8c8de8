// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/tables/measured_table.hpp"

#include <fmt/core.h>

#include "output/tables/cells.hpp"

namespace cutline {

namespace {

/// The state of the runs: "stable", or "2 of 3 stable" if several runs differ.
std::string runs_text(const MeasuredLoad& load) {
  const std::uint32_t stable = load.runs[static_cast<std::size_t>(RunState::stable)];
  if (stable > 0 && stable < load.all_runs()) return fmt::format("{} of {} stable", stable, load.all_runs());
  return load.state() == RunState::timed_out ? "timed out"
                                             : std::string(kRunStateNames[static_cast<std::size_t>(load.state())]);
}

TableCell error_cell(const MeasuredLoad& load) {
  TableCell cell;
  if (const std::optional<double> error = load.error()) cell = fmt::format("{:+.1f}", 100 * *error);
  return cell;
}

TableCell predicted_cell(const MeasuredLoad& load, bool modelled) {
  TableCell cell = cell_of(load.predicted);
  if (!load.predicted && load.besides && modelled) cell = std::string("saturated");
  return cell;
}

}  // namespace

Table measured_table(const std::vector<Asked>& asked) {
  Table table;
  table.columns = {{"candidate", "candidate", "", true, true},
                   {"delay", "wire delay", "", true},
                   {"source", "measured by", "", true},
                   {"offered", "offered", "bits/cycle"},
                   {"measured_cycles", "measured", "cycles"},
                   {"predicted_cycles", "predicted", "cycles"},
                   {"error", "error", "%"},
                   {"runs", "runs", "", true}};
  for (const Asked& each : asked) {
    if (each.timing == nullptr) continue;
    for (const MeasuredLoad& load : each.timing->measured) {
      std::vector<TableCell>& row = table.rows.emplace_back();
      row = {each.candidate.design->name, each.timing->delay_label, load.source, load.offered};
      row.push_back(load.stable_runs() > 0 ? TableCell(load.latency) : TableCell());
      row.push_back(predicted_cell(load, each.timing->model_saturation() != nullptr));
      row.push_back(error_cell(load));
      row.emplace_back(runs_text(load));
    }
  }
  tables::drop_empty_columns(table);
  return table;
}

Table measured_points(const std::vector<MeasuredPoint>& points) {
  Table table;
  table.columns = {{"candidate", "candidate", "", true},
                   {"offered", "offered", "bits/cycle"},
                   {"latency", "latency", "cycles"},
                   {"state", "state", "", true},
                   {"seed", "seed", ""},
                   {"source", "source", "", true},
                   {"besides", "besides", "cycles"},
                   {"delay", "wire delay", "", true}};
  for (TableColumn& column : table.columns) column.exact = true;
  for (const MeasuredPoint& point : points) {
    table.rows.push_back({point.candidate, point.offered,
                          point.state == RunState::stable ? TableCell(point.latency) : TableCell(),
                          std::string(kRunStateNames[static_cast<std::size_t>(point.state)]),
                          static_cast<std::int64_t>(point.seed), point.source, cell_of(point.besides), point.delay});
  }
  return table;
}

}  // namespace cutline
