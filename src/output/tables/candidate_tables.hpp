// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// A table without its empty columns.
Table without_empty_columns(Table table);

// Tables of what only some candidates have. A table or a list of sections is empty if there is nothing to show.

/// Two tables for each kind of dimension in the record's `express`: the levels with their shares and allocations, and
/// the ways to build the highest interchange.
std::vector<TableSection> express_sections(const Data& lines);

/// One row for each plane of a candidate under one delay model.
Table plane_table(const UnderDelay& asked);
/// The applications of a candidate, if there are several.
Table application_table(const UnderDelay& asked);

/// The entry `modules` of the record, level by level: what crosses the edges of modules, what stays within them, and
/// the media of links between them.
/// `time`: the unit of their delays.
std::vector<TableSection> module_sections(const Data& modules, std::string_view time);
/// Adds the media of links between modules: one row per level and medium, and one for links that no medium reaches.
/// Adds no rows if no level has media. With `candidate`, a first column names it.
void add_media(Table& table, const Data& modules, std::string_view time, const std::string& candidate = {});

/// Measures with failing links: one row per candidate and number of failing links; the first row of a candidate is with
/// all links. Of records that differ only in the delay model, the first is taken.
Table fault_table(const std::vector<UnderDelay>& asked);

/// Tables of one candidate under the study's traffic: the load at which it saturates and what limits it, latency by
/// distance, latency against load, and the times of the guest.
std::vector<TableSection> traffic_sections(const std::vector<UnderDelay>& asked);

}  // namespace cutline::tables

namespace cutline {

/// Values that others measured, beside those of the model, one row per source and load.
Table measured_table(const std::vector<UnderDelay>& asked);
/// Between which loads others met saturation; no rows where no run was unstable.
Table measured_saturation_table(const std::vector<UnderDelay>& asked);

/// Points in the columns of the file that `measured` reads.
Table measured_points(const std::vector<MeasuredPoint>& points);

}  // namespace cutline
