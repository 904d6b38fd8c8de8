// SPDX-License-Identifier: Apache-2.0
#include "output/tables/traffic_tables.hpp"

#include <nlohmann/json.hpp>

#include "output/text/json_cell.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

void add_points(const Json& record, const Json& points, Table& table) {
  for (const Json& point : points) {
    const bool saturated = point.at("saturated").get<bool>();
    table.rows.push_back({cell_of(record.at("name")), cell_of(record.at("delay").at("model")),
                          cell_of(point.at("offered_bits_per_cycle_per_terminal")),
                          cell_of(point.at("delivered_bits_per_cycle_per_terminal")),
                          saturated ? TableCell("saturated") : cell_of(point.at("latency_cycles")),
                          saturated ? TableCell("saturated") : cell_of(point.at("latency_ns"))});
  }
}

Table saturation_table(const std::vector<Json>& records) {
  Table table;
  table.columns = {{"delay", "wire delay", "", true, true},
                   {"traffic", "traffic", "", true},
                   {"peak", "busiest", "channel"},
                   {"saturation", "saturates at", "bits/cycle"},
                   {"limited_by", "limited by", "", true, true},
                   {"contention", "contention", "", true},
                   {"model", "saturates at", "bits/cycle"}};
  for (const Json& record : records) {
    const Json& performance = record.at("performance");
    if (performance.at("limited_by").is_null()) continue;
    table.rows.push_back({cell_of(record.at("delay").at("model")), cell_of(performance.at("traffic")),
                          cell_of(performance.at("peak_channel_load")),
                          cell_of(performance.at("saturation_bits_per_cycle_per_terminal")),
                          cell_of(performance.at("limited_by")),
                          performance.at("contention") == "none" ? TableCell() : cell_of(performance.at("contention")),
                          cell_of(performance.value("contention_saturation_bits_per_cycle_per_terminal", Json()))});
  }
  const bool modelled = !table.rows.empty() && !std::holds_alternative<std::monostate>(table.rows.front()[5]);
  if (!modelled) {
    table.columns.resize(5);
    for (auto& row : table.rows) row.resize(5);
  }
  return table;
}

/// One row a distance, one column a delay model.
Table distance_table(const std::vector<Json>& records) {
  constexpr std::size_t kMostRows = 16;
  Table table;
  const Json& first = records.front().at("performance").at("latency_by_distance");
  if (first.is_null() || first.size() > kMostRows) return table;
  table.columns = {{"hops", "hops", ""}, {"share", "messages", "%"}};
  for (const Json& at : first) table.rows.push_back({cell_of(at.at("hops")), 100 * at.at("share").get<double>()});
  for (const Json& record : records) {
    const Json& distances = record.at("performance").at("latency_by_distance");
    const std::string label = record.at("delay").at("model").get<std::string>();
    if (distances.is_null()) continue;
    table.columns.push_back({label, label, ""});
    for (std::size_t i = 0; i < table.rows.size(); ++i)
      table.rows[i].push_back(cell_of(distances.at(i).at("latency_ns")));
  }
  return table;
}

/// How long most messages take at the longest.
Table quantile_table(const std::vector<Json>& records, bool unit_technology) {
  const std::string time = unit_technology ? "tau" : "ns";
  Table table;
  table.columns = {{"delay", "wire delay", "", true, true},
                   {"half", "half", time},
                   {"most_90", "90 %", time},
                   {"most_99", "99 %", time},
                   {"all", "all", time}};
  for (const Json& record : records) {
    const Json& quantiles = record.at("performance").at("latency_quantiles_ns");
    if (quantiles.is_null()) continue;
    table.rows.push_back({cell_of(record.at("delay").at("model")), cell_of(quantiles.at("half")),
                          cell_of(quantiles.at("most_90")), cell_of(quantiles.at("most_99")),
                          cell_of(quantiles.at("all"))});
  }
  return table;
}

}  // namespace

Table load_table(const Json& records, bool unit_technology) {
  Table table;
  table.columns = {{"candidate", "candidate", "", true},    {"delay", "wire delay", "", true},
                   {"offered", "offered", "bits/cycle"},    {"delivered", "delivered", "bits/cycle"},
                   {"latency_cycles", "latency", "cycles"}, {"latency_ns", "latency", unit_technology ? "tau" : "ns"}};
  for (const Json& record : records) {
    add_points(record, record.at("performance").at("load_points"), table);
    const bool curve =
        record.contains("curve") && record.at("curve").is_object() && record.at("curve").at("x") == "load";
    if (curve) add_points(record, record.at("curve").at("points"), table);
  }
  return table;
}

Table emulation_table(const Json& records, bool unit_technology) {
  const std::string time = unit_technology ? "tau" : "ns";
  Table table;
  table.columns = {{"candidate", "candidate", "", true, true},
                   {"delay", "wire delay", "", true},
                   {"host", "host", "", true},
                   {"printed_width", "width", "printed"},
                   {"exact_width", "width", "exact"},
                   {"printed_longest", "longest", "printed"},
                   {"exact_longest", "longest", "exact"},
                   {"printed", "printed", time},
                   {"corrected", "corrected", time},
                   {"exact", "exact", time}};
  bool corrected = false;
  for (const Json& record : records) {
    if (!record.contains("emulation") || record.at("emulation").is_null()) continue;
    const Json& e = record.at("emulation");
    corrected = corrected || !e.at("corrected_time_ns").is_null();
    table.rows.push_back({cell_of(record.at("name")), cell_of(record.at("delay").at("model")), cell_of(e.at("host")),
                          cell_of(e.at("printed_width")), cell_of(e.at("exact_width")),
                          cell_of(e.at("printed_longest")), cell_of(e.at("exact_longest")),
                          cell_of(e.at("printed_time_ns")), cell_of(e.at("corrected_time_ns")),
                          cell_of(e.at("exact_time_ns"))});
  }
  if (!corrected) {
    table.columns.erase(table.columns.begin() + 8);
    for (auto& row : table.rows) row.erase(row.begin() + 8);
  }
  return table;
}

std::vector<TableSection> traffic_sections(const std::vector<Json>& records, bool unit_technology) {
  std::vector<TableSection> sections;
  const auto add = [&](const char* title, Table table) {
    if (!table.rows.empty()) sections.push_back({title, std::move(table)});
  };
  const auto without_names = [](Table table) {
    if (table.columns.empty()) return table;
    table.columns.erase(table.columns.begin());
    for (auto& row : table.rows) row.erase(row.begin());
    return table;
  };
  add("throughput: what a terminal may offer", saturation_table(records));
  add("latency without load: so many messages take no longer", quantile_table(records, unit_technology));
  add("latency without load, by distance", distance_table(records));
  add("latency against load, of a terminal", without_names(load_table(Json(records), unit_technology)));
  add("guest on a wafer", without_names(emulation_table(Json(records), unit_technology)));
  return sections;
}

}  // namespace cutline
