// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/output/tables/measure_tables.hpp"
#include "cutline/output/words/words.hpp"
#include "cutline/study/candidate.hpp"
#include "output/tables/candidate_tables.hpp"

namespace cutline::tables {

namespace {

using Kind = QuantityColumn::Kind;

Table saturation_table(const std::vector<UnderDelay>& asked) {
  std::vector<UnderDelay> bounded =
      those_with(asked, [&](const UnderDelay& each) { return each.candidate.traffic.saturation.known(); });
  std::vector<QuantityColumn> columns = {
      {"delay.model", Kind::wrapped_text},
      {"performance.traffic", Kind::text},
      {"performance.peak_channel_load", Kind::number, "", "channel"},
      {"performance.saturation_bits_per_cycle_per_terminal", Kind::number},
      {"performance.limited_by", Kind::wrapped_text},
      {"performance.contention", Kind::text},
      {"performance.contention_saturation_bits_per_cycle_per_terminal", Kind::number}};
  if (bounded.empty() || bounded.front().candidate.latency.contention == nullptr) columns.resize(5);
  if (!bounded.empty() && bounded.front().timing != nullptr && bounded.front().timing->saturates_by())
    columns.push_back({"performance.saturates_by", Kind::wrapped_text});
  if (!bounded.empty() && bounded.front().candidate.traffic.routes) {
    columns.push_back({"performance.virtual_channels_needed", Kind::number, "", "channels"});
    columns.push_back({"performance.free_of_deadlock", Kind::text});
  }
  return quantity_table(bounded, columns);
}

/// One row per distance, one column per delay model.
Table distance_table(const std::vector<UnderDelay>& asked) {
  constexpr std::size_t kMostRows = 16;
  const Data first = quantity_value(asked.front(), "performance.latency_by_distance");
  if (first.is_null() || first.list().size() > kMostRows) return {};
  Table table = table_of<Data>(first.list(),
                               {{{"hops", "hops", ""}, at("hops")}, {{"share", "messages", "%"}, percent("share")}});
  for (const UnderDelay& each : asked) {
    const Data distances = quantity_value(each, "performance.latency_by_distance");
    if (distances.is_null()) continue;
    const std::string& label = each.study.delays[each.delay].label;
    table.columns.push_back({label, label, time_unit(asked.front().study)});
    for (std::size_t i = 0; i < table.rows.size(); ++i)
      table.rows[i].push_back(cell_of(distances.list()[i].at("latency_ns")));
  }
  return table;
}

/// Quantiles of the latency over messages.
Table quantile_table(const std::vector<UnderDelay>& asked) {
  const std::string time = time_unit(asked.front().study);
  Data::List rows;
  for (const UnderDelay& each : asked) {
    Data quantiles = quantity_value(each, "performance.latency_quantiles_ns");
    if (quantiles.is_null()) continue;
    quantiles.map().emplace_back("delay", quantity_value(each, "delay.model"));
    rows.push_back(std::move(quantiles));
  }
  return table_of(rows, {{"delay", "wire delay", "", true, true},
                         {"half", "half", time},
                         {"most_90", "90 %", time},
                         {"most_99", "99 %", time},
                         {"all", "all", time}});
}

/// The time that each host network takes to emulate the guest, by the printed formulas and by the exact layout.
Table emulation_table(const std::vector<UnderDelay>& asked) {
  std::vector<UnderDelay> hosts;
  bool corrected = false;
  for (const UnderDelay& each : asked) {
    if (quantity_value(each, "emulation.host").is_null()) continue;
    corrected = corrected || !quantity_value(each, "emulation.corrected_time_ns").is_null();
    hosts.push_back(each);
  }
  std::vector<QuantityColumn> columns = {{"delay.model", Kind::text},
                                         {"emulation.host", Kind::text, "host"},
                                         {"emulation.printed_width", Kind::number, "", "printed"},
                                         {"emulation.exact_width", Kind::number, "", "exact"},
                                         {"emulation.printed_longest", Kind::number, "", "printed"},
                                         {"emulation.exact_longest", Kind::number, "", "exact"},
                                         {"emulation.printed_time_ns"},
                                         {"emulation.corrected_time_ns"},
                                         {"emulation.exact_time_ns"}};
  if (!corrected) columns.erase(columns.begin() + 7);
  return quantity_table(hosts, columns);
}

}  // namespace

std::vector<TableSection> traffic_sections(const std::vector<UnderDelay>& asked) {
  std::vector<TableSection> sections;
  const auto add = [&](const char* title, Table table) {
    if (!table.rows.empty()) sections.push_back({title, std::move(table)});
  };
  Table loads = load_table(asked);
  loads.columns.erase(loads.columns.begin());
  for (std::vector<TableCell>& row : loads.rows) row.erase(row.begin());
  add("throughput: what a terminal may offer", saturation_table(asked));
  add("latency without load: so many messages take no longer", quantile_table(asked));
  add("latency without load, by distance", distance_table(asked));
  add("latency against load, of a terminal", std::move(loads));
  add("guest on a wafer", emulation_table(asked));
  return sections;
}

}  // namespace cutline::tables

namespace cutline {

namespace {

/// Adds the points of a candidate under its delay model, with the names of both.
void add_points(const UnderDelay& asked, const Data& points, Data::List& rows) {
  for (const Data& point : points.list()) {
    Data::Map row = point.map();
    row.emplace_back("candidate", quantity_value(asked, "name"));
    row.emplace_back("delay", quantity_value(asked, "delay.model"));
    rows.emplace_back(std::move(row));
  }
}

/// The latency of a point of load, unless it is saturated.
auto latency_at(std::string_view path) {
  return [path](const Data& point) { return point.at("saturated").truth() ? Data("saturated") : point.at(path); };
}

/// The state of the runs: "stable", or "2 of 3 stable" if several runs differ.
std::string runs_text(const MeasuredLoad& load) {
  const std::uint32_t stable = load.stable_runs();
  if (stable > 0 && stable < load.all_runs()) return fmt::format("{} of {} stable", stable, load.all_runs());
  return load.state() == RunState::timed_out ? "timed out"
                                             : std::string(kRunStateNames[static_cast<std::size_t>(load.state())]);
}

Data error_text(const MeasuredLoad& load) {
  const std::optional<double> error = load.error();
  return error ? Data(fmt::format("{:+.1f}", 100 * *error)) : Data();
}

Data predicted_cycles(const MeasuredLoad& load, bool modelled) {
  return !load.predicted && load.besides && modelled ? Data("saturated") : Data(load.predicted);
}

}  // namespace

Table load_table(const std::vector<UnderDelay>& asked) {
  using tables::at, tables::percent;
  Data::List points;
  for (const UnderDelay& each : asked) {
    add_points(each, quantity_value(each, "performance.load_points"), points);
    const Data curve = quantity_value(each, "curve");
    if (!curve.is_null() && curve.at("x") == Data("load")) add_points(each, curve.at("points"), points);
  }
  const std::string time = time_unit(asked.front().study);
  return tables::without_empty_columns(tables::table_of<Data>(
      points, {{{"candidate", "candidate", "", true}, at("candidate")},
               {{"delay", "wire delay", "", true}, at("delay")},
               {{"offered", "offered", "bits/cycle"}, at("offered_bits_per_cycle_per_terminal")},
               {{"delivered", "delivered", "bits/cycle"}, at("delivered_bits_per_cycle_per_terminal")},
               {{"latency_cycles", "latency", "cycles"}, latency_at("latency_cycles")},
               {{"latency_ns", "latency", time}, latency_at("latency_ns")},
               {{"most_99_ns", "99 % within", time}, at("quantiles_ns.most_99")},
               {{"nearest_to_full", "nearest to full", "", true}, at("nearest_to_full")},
               {{"nearest_used", "used", "%"}, percent("nearest_used")}}));
}

Table curve_table(const std::vector<UnderDelay>& asked) {
  const std::string time = time_unit(asked.front().study);
  Data::List points;
  for (const UnderDelay& each : asked) {
    const Data curve = quantity_value(each, "curve");
    if (!curve.is_null() && curve.at("x") == Data("distance")) add_points(each, curve.at("points"), points);
  }
  return tables::table_of(points, {{"candidate", "candidate", "", true},
                                   {"delay", "wire delay", "", true},
                                   {"distance", "distance", "nodes"},
                                   {"hops", "hops", "mean"},
                                   {"node_ns", "node", time},
                                   {"wire_ns", "wire", time},
                                   {"distance_latency_ns", "node + wire", time},
                                   {"message_ns", "message", time},
                                   {"latency_ns", "latency", time}});
}

Table measured_table(const std::vector<UnderDelay>& asked) {
  Table table;
  table.columns = {{"candidate", "candidate", "", true, true},
                   {"delay", "wire delay", "", true},
                   {"source", "measured by", "", true},
                   {"offered", "offered", "bits/cycle"},
                   {"measured_cycles", "measured", "cycles"},
                   {"spread_cycles", "spread", "cycles"},
                   {"predicted_cycles", "predicted", "cycles"},
                   {"error", "error", "%"},
                   {"runs", "runs", "", true}};
  for (const UnderDelay& each : asked) {
    if (each.timing == nullptr) continue;
    for (const MeasuredLoad& load : each.timing->measured) {
      const bool modelled = each.timing->model_saturation() != nullptr;
      table.rows.push_back({each.candidate.design->name, each.timing->delay_label, load.source, load.offered,
                            load.stable_runs() > 0 ? TableCell(load.latency) : TableCell(),
                            load.stable_runs() > 1 ? TableCell(load.most - load.least) : TableCell(),
                            cell_of(predicted_cycles(load, modelled)), cell_of(error_text(load)), runs_text(load)});
    }
  }
  return tables::without_empty_columns(std::move(table));
}

Table measured_saturation_table(const std::vector<UnderDelay>& asked) {
  Table table;
  table.columns = {{"candidate", "candidate", "", true, true}, {"delay", "wire delay", "", true},
                   {"source", "measured by", "", true},        {"stable", "stable at", "bits/cycle"},
                   {"unstable", "not at", "bits/cycle"},       {"predicted", "saturation predicted", "bits/cycle"}};
  for (const UnderDelay& each : asked) {
    if (each.timing == nullptr) continue;
    const double* const model = each.timing->model_saturation();
    for (const MeasuredSaturation& met : measured_saturations(each.timing->measured)) {
      table.rows.push_back({each.candidate.design->name, each.timing->delay_label, met.source, met.stable, met.unstable,
                            model == nullptr ? TableCell() : TableCell(*model)});
    }
  }
  return tables::without_empty_columns(std::move(table));
}

Table measured_points(const std::vector<MeasuredPoint>& points) {
  using Point = MeasuredPoint;
  const auto latency = [](const Point& point) {
    return point.state == RunState::stable ? Data(point.latency) : Data();
  };
  const auto state = [](const Point& point) { return kRunStateNames[static_cast<std::size_t>(point.state)]; };
  Table table = tables::table_of<Point>(points, {{{"candidate", "candidate", "", true}, &Point::candidate},
                                                 {{"offered", "offered", "bits/cycle"}, &Point::offered},
                                                 {{"latency", "latency", "cycles"}, latency},
                                                 {{"state", "state", "", true}, state},
                                                 {{"seed", "seed", ""}, &Point::seed},
                                                 {{"source", "source", "", true}, &Point::source},
                                                 {{"besides", "besides", "cycles"}, &Point::besides},
                                                 {{"delay", "wire delay", "", true}, &Point::delay}});
  for (TableColumn& column : table.columns) column.exact = true;
  return table;
}

}  // namespace cutline
