// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cutline/output/text/table.hpp"
#include "output/text/table_cells.hpp"
#include "output/text/xml.hpp"

namespace cutline {

namespace {

/// The column with the row headers: that of names, else the first of texts; one past the last if all are numbers.
std::size_t heading_column(const Table& table) {
  const auto& columns = table.columns;
  const auto names = std::find_if(columns.begin(), columns.end(), [](const auto& each) { return each.key == "name"; });
  const auto texts =
      std::find_if(columns.begin(), columns.end(), [](const auto& each) { return each.left && !each.title.empty(); });
  return static_cast<std::size_t>((names != columns.end() ? names : texts) - columns.begin());
}

std::string head_cell(const TableColumn& column, const std::string& shown_unit) {
  const std::string unit = shown_unit.empty() ? "" : fmt::format("<small>{}</small>", text::xml_escape(shown_unit));
  return fmt::format("<th scope=\"col\"{}><span>{}</span>{}</th>", column.left ? " class=\"text\"" : "",
                     text::xml_escape(column.title), unit);
}

}  // namespace

std::string html_table(const Table& table, std::string_view caption) {
  const std::vector<text::ColumnFormat> formats = text::column_formats(table);
  const std::size_t heading = heading_column(table);
  std::string out = fmt::format("<table>\n<caption>{}</caption>\n<thead><tr>", text::xml_escape(caption));
  for (std::size_t c = 0; c < formats.size(); ++c) out += head_cell(table.columns[c], formats[c].unit);
  out += "</tr></thead>\n<tbody>\n";
  for (const std::vector<TableCell>& row : table.rows) {
    out += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string text = text::xml_escape(text::cell_text(row[c], formats[c]));
      if (c == heading) {
        out += fmt::format("<th scope=\"row\">{}</th>", text);
      } else {
        out += fmt::format("<td{}>{}</td>", table.columns[c].left ? " class=\"text\"" : "", text);
      }
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

}  // namespace cutline
