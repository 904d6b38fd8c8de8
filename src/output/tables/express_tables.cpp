// SPDX-License-Identifier: Apache-2.0
#include "output/tables/express_tables.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "output/text/json_cell.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

Table rows_of(const Json& list, std::vector<TableColumn> columns) {
  Table table;
  table.columns = std::move(columns);
  for (const Json& entry : list) {
    std::vector<TableCell>& row = table.rows.emplace_back();
    for (const TableColumn& column : table.columns) row.push_back(cell_of(entry.at(column.key)));
  }
  return table;
}

/// The lists of a line side by side, one row a level.
Table express_level_table(const Json& line) {
  Table table;
  table.columns = {{"level", "level", ""},
                   {"spacing", "spacing", "nodes"},
                   {"interchanges", "interchanges", "a line"},
                   {"channels", "channels", "each way"},
                   {"share", "share", "counted"},
                   {"share_printed", "eq. 6", "printed"},
                   {"share_example", "example", "printed"},
                   {"allocation", "best", "channels"},
                   {"allocation_example", "example", "channels"}};
  for (std::size_t level = 0; level < line.at("spacing").size(); ++level) {
    std::vector<TableCell>& row = table.rows.emplace_back();
    row.emplace_back(static_cast<std::int64_t>(level));
    for (std::size_t column = 1; column < table.columns.size(); ++column)
      row.push_back(cell_of(line.at(table.columns[column].key).at(level)));
  }
  return table;
}

Table construction_table(const Json& line) {
  return rows_of(line.at("constructions"), {{"construction", "highest interchange, one channel a level", "", true},
                                            {"modules", "modules", ""},
                                            {"pins_per_module", "pins", "a module"},
                                            {"pins", "pins", "all modules"}});
}

std::string heading(const Json& line) {
  std::string numbers;
  for (const Json& number : line.at("dimensions"))
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", number.dump());
  const bool several = line.at("dimensions").size() > 1;
  return fmt::format("express channels of {} {}: messages over the middle, by level",
                     several ? "dimensions" : "dimension", numbers);
}

}  // namespace

std::vector<TableSection> express_sections(const Json& express) {
  std::vector<TableSection> sections;
  for (const Json& line : express.at("lines")) {
    sections.push_back({heading(line), express_level_table(line)});
    if (line.at("constructions").is_array()) sections.push_back({"", construction_table(line)});
  }
  return sections;
}

Table curve_table(const Json& records, bool unit_technology) {
  const std::string time = unit_technology ? "tau" : "ns";
  Table table;
  table.columns = {{"candidate", "candidate", "", true},
                   {"delay", "wire delay", "", true},
                   {"distance", "distance", "nodes"},
                   {"hops", "hops", "mean"},
                   {"node_ns", "node", time},
                   {"wire_ns", "wire", time},
                   {"distance_latency_ns", "node + wire", time},
                   {"message_ns", "message", time},
                   {"latency_ns", "latency", time}};
  for (const Json& record : records) {
    if (!record.contains("curve") || record.at("curve").is_null() || record.at("curve").at("x") != "distance") continue;
    for (const Json& point : record.at("curve").at("points")) {
      std::vector<TableCell>& row = table.rows.emplace_back();
      row = {cell_of(record.at("name")), cell_of(record.at("delay").at("model"))};
      for (std::size_t column = 2; column < table.columns.size(); ++column)
        row.push_back(cell_of(point.at(table.columns[column].key)));
    }
  }
  return table;
}

}  // namespace cutline
