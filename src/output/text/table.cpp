// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/text/table.hpp"

#include <fmt/format.h>

#include "cutline/base/error.hpp"
#include "cutline/base/letters.hpp"
#include "cutline/base/utf8.hpp"
#include "output/text/number.hpp"
#include "output/text/table_cells.hpp"

namespace cutline {

namespace {

/// Whether the text is a number, perhaps with a sign.
bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return read_as<double>(text).has_value();
}

struct CsvCell {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return text::exact_text(value); }
  std::string operator()(const std::string& text) const { return csv_field(text); }
};

/// A cell of Markdown: neither the end of the cell nor the begin of an element of HTML.
std::string markdown_field(std::string_view text) {
  std::string out;
  for (const char c : on_one_line(text)) {
    if (c == '|' || c == '<') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string csv_field(const std::string& text) {
  const bool formula = text.size() > 1 && text.find_first_of("=+-@\t\r") == 0 && !is_number(text);
  // Readers take a line that begins with # for a comment, and leave out blanks around a field.
  const bool bare = !text.starts_with('#') && !text.starts_with(' ') && !text.ends_with(' ');
  if (!formula && bare && text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted;
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return fmt::format("\"{}{}\"", formula ? "'" : "", quoted);
}

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

Data table_data(const Table& table) {
  Data::List list;
  for (const std::vector<TableCell>& row : table.rows) {
    CUTLINE_EXPECT(row.size() == table.columns.size());
    Data::Map map;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const auto value = [](const auto& cell) -> Data {
        if constexpr (std::is_same_v<std::decay_t<decltype(cell)>, std::monostate>)
          return {};
        else
          return cell;
      };
      map.emplace_back(table.columns[c].key, std::visit(value, row[c]));
    }
    list.emplace_back(std::move(map));
  }
  return list;
}

std::string markdown_table(const Table& table) {
  const std::vector<text::ColumnFormat> formats = text::column_formats(table);
  std::string out = "|";
  std::string rule = "|";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const TableColumn& column = table.columns[c];
    const std::string unit = formats[c].unit.empty() ? "" : fmt::format(" ({})", formats[c].unit);
    out += fmt::format(" {}{} |", markdown_field(column.title), markdown_field(unit));
    rule += column.left ? " :--- |" : " ---: |";
  }
  out += '\n' + rule + '\n';
  for (const std::vector<TableCell>& row : table.rows) {
    out += '|';
    for (std::size_t c = 0; c < row.size(); ++c)
      out += ' ' + markdown_field(text::cell_text(row[c], formats[c])) + " |";
    out += '\n';
  }
  return out;
}

}  // namespace cutline
