// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/text/table.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cutline/base/error.hpp"
#include "output/text/number.hpp"
#include "output/text/table_cells.hpp"

namespace cutline {

namespace {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

struct CsvCell {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return exact_text(value); }
  std::string operator()(const std::string& text) const { return csv_field(text); }
};

std::string markdown_field(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, 1, '\\');
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

}  // namespace

std::string csv_table(const Table& table, bool header) {
  std::string out;
  if (header) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      out += (c == 0 ? "" : ",") + csv_field(table.columns[c].key);
    }
    out += '\n';
  }
  for (const std::vector<TableCell>& row : table.rows) {
    CUTLINE_EXPECT(row.size() == table.columns.size());
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0) out += ',';
      out += std::visit(CsvCell{}, row[c]);
    }
    out += '\n';
  }
  return out;
}

nlohmann::ordered_json json_table(const Table& table) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::vector<TableCell>& row : table.rows) {
    CUTLINE_EXPECT(row.size() == table.columns.size());
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (std::size_t c = 0; c < row.size(); ++c) {
      nlohmann::ordered_json& value = object[table.columns[c].key];
      if (const auto* whole = std::get_if<std::int64_t>(&row[c])) value = *whole;
      if (const auto* real = std::get_if<double>(&row[c])) value = *real;
      if (const auto* text = std::get_if<std::string>(&row[c])) value = *text;
    }
    list.push_back(std::move(object));
  }
  return list;
}

std::string markdown_table(const Table& table) {
  const std::vector<ColumnFormat> formats = column_formats(table);
  std::string out = "|";
  std::string rule = "|";
  for (const TableColumn& column : table.columns) {
    const std::string unit = column.unit.empty() ? "" : fmt::format(" ({})", column.unit);
    out += fmt::format(" {}{} |", markdown_field(column.title), markdown_field(unit));
    rule += column.left ? " :--- |" : " ---: |";
  }
  out += '\n' + rule + '\n';
  for (const std::vector<TableCell>& row : table.rows) {
    out += '|';
    for (std::size_t c = 0; c < row.size(); ++c) out += ' ' + markdown_field(cell_text(row[c], formats[c])) + " |";
    out += '\n';
  }
  return out;
}

}  // namespace cutline
