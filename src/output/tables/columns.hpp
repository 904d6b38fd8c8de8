// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "cutline/output/record/json.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::tables {

/// A column of a table with one row per `Row`: its head, and the value of a row.
template <class Row>
struct ColumnOf {
  TableColumn head;
  std::function<Data(const Row&)> value;
};
template <class Row, class Rows>
Table table_of(const Rows& rows, const std::vector<ColumnOf<Row>>& columns) {
  Table table;
  for (const ColumnOf<Row>& column : columns) table.columns.push_back(column.head);
  for (const Row& row : rows) {
    std::vector<TableCell>& cells = table.rows.emplace_back();
    for (const ColumnOf<Row>& column : columns) cells.push_back(cell_of(column.value(row)));
  }
  return table;
}

/// The value at a path within an entry of a record; null if there is none.
Data value_at(const Data& entry, std::string_view path);
/// The same as the function of a column.
inline auto at(std::string_view path) {
  return [path](const Data& entry) { return value_at(entry, path); };
}
/// The share at a path in per cent.
inline auto percent(std::string_view path) {
  return [path](const Data& entry) {
    const Data share = value_at(entry, path);
    return share.is_null() ? Data() : Data(100 * share.number());
  };
}
/// A table with one row per entry of a list in a record; the keys of its columns are paths within an entry.
Table table_of(const Data& entries, const std::vector<TableColumn>& columns);

/// The value of a quantity, or of an entry at a path within one.
TableCell cell_at(const UnderDelay& asked, std::string_view path);

/// A column with the values of a quantity. The title and the unit are those of the catalogue unless given here.
struct QuantityColumn {
  enum class Kind { number, text, wrapped_text };
  std::string_view path;
  Kind kind = Kind::number;
  std::string_view title = {}, unit = {};
};
/// A table with one row per entry of `asked` and one column per quantity.
Table quantity_table(const std::vector<UnderDelay>& asked, const std::vector<QuantityColumn>& columns);

/// Removes the empty columns of a table.
void drop_empty_columns(Table& table);

}  // namespace cutline::tables
