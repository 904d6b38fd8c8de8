// SPDX-License-Identifier: Apache-2.0
#include "output/tables/columns.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"

namespace cutline::tables {

namespace {

TableColumn column_of(const QuantityColumn& column, const UnderDelay& asked) {
  const Quantity* quantity = find_quantity(column.path);
  CUTLINE_EXPECT(quantity != nullptr);
  const std::string_view title = column.title.empty() ? quantity->names.title : column.title;
  const std::string_view unit = column.unit.empty() ? unit_text(quantity->unit, asked).heading : column.unit;
  const bool text = column.kind != QuantityColumn::Kind::number;
  return {quantity->key, std::string(title), std::string(unit), text,
          column.kind == QuantityColumn::Kind::wrapped_text};
}

}  // namespace

Data value_at(const Data& entry, std::string_view path) {
  const Data* value = entry.at_path(path);
  return value != nullptr ? *value : Data();
}

Table table_of(const Data& entries, const std::vector<TableColumn>& columns) {
  std::vector<ColumnOf<Data>> paths;
  for (const TableColumn& column : columns) paths.push_back({column, at(column.key)});
  return table_of(entries.list(), paths);
}

TableCell cell_at(const UnderDelay& asked, std::string_view path) { return cell_of(quantity_value(asked, path)); }

Table quantity_table(const std::vector<UnderDelay>& asked, const std::vector<QuantityColumn>& columns) {
  Table table;
  if (asked.empty()) return table;
  for (const QuantityColumn& column : columns) table.columns.push_back(column_of(column, asked.front()));
  for (const UnderDelay& each : asked) {
    std::vector<TableCell>& row = table.rows.emplace_back();
    for (const QuantityColumn& column : columns) row.push_back(cell_at(each, column.path));
  }
  return table;
}

void drop_empty_columns(Table& table) {
  for (std::size_t c = table.columns.size(); c-- > 0;) {
    const bool empty = std::ranges::all_of(
        table.rows, [&](const std::vector<TableCell>& row) { return std::holds_alternative<std::monostate>(row[c]); });
    if (!empty || table.rows.empty()) continue;
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
    for (std::vector<TableCell>& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
  }
}

}  // namespace cutline::tables
