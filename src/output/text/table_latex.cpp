// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cutline/base/utf8.hpp"
#include "cutline/output/text/table.hpp"
#include "output/text/table_cells.hpp"

namespace cutline {

namespace {

/// The text, escaped so that nothing in it is a command.
std::string latex_text(std::string_view text) {
  std::string out;
  for (const char c : on_one_line(text)) {
    switch (c) {
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}':
        out += '\\';
        out += c;
        break;
      case '\\':
        out += "\\textbackslash{}";
        break;
      case '~':
        out += "\\textasciitilde{}";
        break;
      case '^':
        out += "\\textasciicircum{}";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// "mm\textsuperscript{2}" for mm2; powers as in pitch^2 have the same form.
std::string latex_unit(const std::string& unit) {
  const std::size_t power = unit.find_first_of("23");
  if (power == std::string::npos || power == 0 || (unit[power - 1] != 'm' && unit[power - 1] != '^'))
    return latex_text(unit);
  const std::string base = unit.substr(0, power - (unit[power - 1] == '^' ? 1 : 0));
  return fmt::format("{}\\textsuperscript{{{}}}{}", latex_text(base), unit[power], latex_text(unit.substr(power + 1)));
}

std::string latex_row(const std::vector<std::string>& cells) {
  return fmt::format("{} \\\\\n", fmt::join(cells, " & "));
}

}  // namespace

std::string latex_table(const Table& table) {
  const std::vector<text::ColumnFormat> formats = text::column_formats(table);
  std::string sides;
  std::vector<std::string> titles, units;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    sides += table.columns[c].left ? 'l' : 'r';
    titles.push_back(latex_text(table.columns[c].title));
    units.push_back(latex_unit(formats[c].unit));
  }
  std::string out = fmt::format("\\begin{{tabular}}{{{}}}\n\\toprule\n{}", sides, latex_row(titles));
  const bool has_units = std::any_of(units.begin(), units.end(), [](const std::string& unit) { return !unit.empty(); });
  if (has_units) out += latex_row(units);
  out += "\\midrule\n";
  for (const std::vector<TableCell>& row : table.rows) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < row.size(); ++c) cells.push_back(latex_text(text::cell_text(row[c], formats[c])));
    out += latex_row(cells);
  }
  return out + "\\bottomrule\n\\end{tabular}\n";
}

std::string sections_latex(const std::vector<TableSection>& sections) {
  std::string out;
  for (const TableSection& section : sections) {
    if (!section.title.empty()) out += fmt::format("{}% {}\n", out.empty() ? "" : "\n", on_one_line(section.title));
    if (!section.table.rows.empty()) out += latex_table(section.table);
  }
  return out;
}

}  // namespace cutline
