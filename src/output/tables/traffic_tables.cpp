// SPDX-License-Identifier: Apache-2.0
#include "output/tables/traffic_tables.hpp"

#include "cutline/output/words/words.hpp"
#include "output/tables/cells.hpp"

namespace cutline::tables {

namespace {

using Kind = QuantityColumn::Kind;

void add_points(const Asked& asked, const Data& points, Table& table) {
  for (const Data& point : points.list()) {
    const bool saturated = point.at("saturated").truth();
    const Data* quantiles = point.at_path("quantiles_ns");
    const Data* nearest = point.at_path("nearest_to_full");
    table.rows.push_back(
        {cell_at(asked, "name"), cell_at(asked, "delay.model"),
         cell_of(point.at("offered_bits_per_cycle_per_terminal")),
         cell_of(point.at("delivered_bits_per_cycle_per_terminal")),
         saturated ? TableCell("saturated") : cell_of(point.at("latency_cycles")),
         saturated ? TableCell("saturated") : cell_of(point.at("latency_ns")),
         quantiles == nullptr || quantiles->is_null() ? TableCell() : cell_of(quantiles->at("most_99")),
         nearest == nullptr ? TableCell() : cell_of(*nearest),
         nearest == nullptr ? TableCell() : TableCell(100 * point.at("nearest_used").number())});
  }
}

Table saturation_table(const std::vector<Asked>& asked) {
  std::vector<Asked> bounded;
  for (const Asked& each : asked) {
    if (each.candidate.traffic.saturation.known()) bounded.push_back(each);
  }
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
Table distance_table(const std::vector<Asked>& asked) {
  constexpr std::size_t kMostRows = 16;
  Table table;
  const Data first = quantity_value(asked.front(), "performance.latency_by_distance");
  if (first.is_null() || first.list().size() > kMostRows) return table;
  table.columns = {{"hops", "hops", ""}, {"share", "messages", "%"}};
  for (const Data& at : first.list()) table.rows.push_back({cell_of(at.at("hops")), 100 * at.at("share").number()});
  for (const Asked& each : asked) {
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
Table quantile_table(const std::vector<Asked>& asked) {
  const std::string time = time_unit(asked.front().study);
  Table table;
  table.columns = {{"delay", "wire delay", "", true, true},
                   {"half", "half", time},
                   {"most_90", "90 %", time},
                   {"most_99", "99 %", time},
                   {"all", "all", time}};
  for (const Asked& each : asked) {
    const Data quantiles = quantity_value(each, "performance.latency_quantiles_ns");
    if (quantiles.is_null()) continue;
    std::vector<TableCell>& row = table.rows.emplace_back();
    row = {cell_at(each, "delay.model")};
    for (std::size_t c = 1; c < table.columns.size(); ++c) row.push_back(cell_of(quantiles.at(table.columns[c].key)));
  }
  return table;
}

}  // namespace

Table emulation_table(const std::vector<Asked>& asked) {
  std::vector<Asked> hosts;
  bool corrected = false;
  for (const Asked& each : asked) {
    if (quantity_value(each, "emulation.host").is_null()) continue;
    corrected = corrected || !quantity_value(each, "emulation.corrected_time_ns").is_null();
    hosts.push_back(each);
  }
  std::vector<QuantityColumn> columns = {{"name", Kind::wrapped_text, "candidate"},
                                         {"delay.model", Kind::text},
                                         {"emulation.host", Kind::text, "host"},
                                         {"emulation.printed_width", Kind::number, "", "printed"},
                                         {"emulation.exact_width", Kind::number, "", "exact"},
                                         {"emulation.printed_longest", Kind::number, "", "printed"},
                                         {"emulation.exact_longest", Kind::number, "", "exact"},
                                         {"emulation.printed_time_ns"},
                                         {"emulation.corrected_time_ns"},
                                         {"emulation.exact_time_ns"}};
  if (!corrected) columns.erase(columns.begin() + 8);
  return quantity_table(hosts, columns);
}

std::vector<TableSection> traffic_sections(const std::vector<Asked>& asked) {
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
  add("throughput: what a terminal may offer", saturation_table(asked));
  add("latency without load: so many messages take no longer", quantile_table(asked));
  add("latency without load, by distance", distance_table(asked));
  add("latency against load, of a terminal", without_names(load_table(asked)));
  add("guest on a wafer", without_names(emulation_table(asked)));
  return sections;
}

}  // namespace cutline::tables

namespace cutline {

Table load_table(const std::vector<Asked>& asked) {
  Table table;
  table.columns = {{"candidate", "candidate", "", true},
                   {"delay", "wire delay", "", true},
                   {"offered", "offered", "bits/cycle"},
                   {"delivered", "delivered", "bits/cycle"},
                   {"latency_cycles", "latency", "cycles"},
                   {"latency_ns", "latency", time_unit(asked.front().study)},
                   {"most_99_ns", "99 % within", time_unit(asked.front().study)},
                   {"nearest_to_full", "nearest to full", "", true},
                   {"nearest_used", "used", "%"}};
  for (const Asked& each : asked) {
    tables::add_points(each, quantity_value(each, "performance.load_points"), table);
    const Data curve = quantity_value(each, "curve");
    if (!curve.is_null() && curve.at("x") == Data("load")) tables::add_points(each, curve.at("points"), table);
  }
  tables::drop_empty_columns(table);
  return table;
}

}  // namespace cutline
