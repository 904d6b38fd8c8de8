// SPDX-License-Identifier: Apache-2.0
#include "output/tables/express_tables.hpp"

#include <fmt/format.h>

#include "cutline/output/words/words.hpp"
#include "output/tables/cells.hpp"

namespace cutline::tables {

namespace {

Table rows_of(const Data& list, std::vector<TableColumn> columns) {
  Table table;
  table.columns = std::move(columns);
  for (const Data& entry : list.list()) {
    std::vector<TableCell>& row = table.rows.emplace_back();
    for (const TableColumn& column : table.columns) row.push_back(cell_of(entry.at(column.key)));
  }
  return table;
}

/// The lists of a line side by side, one row per level.
Table express_tables_level_table(const Data& line) {
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
  for (std::size_t level = 0; level < line.at("spacing").list().size(); ++level) {
    std::vector<TableCell>& row = table.rows.emplace_back();
    row.emplace_back(static_cast<std::int64_t>(level));
    for (std::size_t column = 1; column < table.columns.size(); ++column)
      row.push_back(cell_of(line.at(table.columns[column].key).list()[level]));
  }
  return table;
}

Table construction_table(const Data& line) {
  return rows_of(line.at("constructions"), {{"construction", "highest interchange, one channel a level", "", true},
                                            {"modules", "modules", ""},
                                            {"pins_per_module", "pins", "a module"},
                                            {"pins", "pins", "all modules"}});
}

std::string heading(const Data& line) {
  std::string numbers;
  for (const Data& number : line.at("dimensions").list())
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", to_json(number));
  const bool several = line.at("dimensions").list().size() > 1;
  return fmt::format("express channels of {} {}: messages over the middle, by level",
                     several ? "dimensions" : "dimension", numbers);
}

}  // namespace

std::vector<TableSection> express_sections(const Data& lines) {
  std::vector<TableSection> sections;
  for (const Data& line : lines.list()) {
    sections.push_back({heading(line), express_tables_level_table(line)});
    if (line.at("constructions").is_list()) sections.push_back({"", construction_table(line)});
  }
  return sections;
}

}  // namespace cutline::tables

namespace cutline {

Table curve_table(const std::vector<Asked>& asked) {
  const std::string time = time_unit(asked.front().study);
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
  for (const Asked& each : asked) {
    const Data curve = quantity_value(each, "curve");
    if (curve.is_null() || curve.at("x") != Data("distance")) continue;
    for (const Data& point : curve.at("points").list()) {
      std::vector<TableCell>& row = table.rows.emplace_back();
      row = {tables::cell_at(each, "name"), tables::cell_at(each, "delay.model")};
      for (std::size_t column = 2; column < table.columns.size(); ++column)
        row.push_back(cell_of(point.at(table.columns[column].key)));
    }
  }
  return table;
}

}  // namespace cutline
