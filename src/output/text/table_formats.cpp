// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "base/letters.hpp"
#include "base/utf8.hpp"
#include "cutline/base/error.hpp"
#include "output/text/number.hpp"
#include "output/text/table_cells.hpp"
#include "output/text/xml.hpp"

namespace cutline::text {

namespace {

bool shown_in_full(double value, double largest) {
  return value == 0 || (std::abs(value) < largest && std::abs(value) >= kSmallestInFull);
}

/// The number of decimals that shows four digits of the smallest value, but at most eight of the largest.
int decimals_of(const std::vector<double>& values, double largest) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  bool whole = true;
  for (const double value : values) {
    if (!shown_in_full(value, largest)) continue;
    whole = whole && value == std::floor(value);
    if (value == 0) continue;
    least = std::min(least, std::abs(value));
    most = std::max(most, std::abs(value));
  }
  if (whole || most == 0) return 0;
  const int wanted = 3 - static_cast<int>(std::floor(std::log10(least)));
  const int room = 7 - static_cast<int>(std::floor(std::log10(most)));
  int decimals = std::clamp(std::min(wanted, room), 0, 6);
  const auto as_good = [&](int fewer) {
    const double scale = std::pow(10.0, fewer);
    return std::ranges::all_of(values, [&](double value) {
      return !shown_in_full(value, largest) ||
             std::abs(std::round(value * scale) / scale - value) <= 1e-12 * std::abs(value);
    });
  };
  while (decimals > 0 && as_good(decimals - 1)) --decimals;
  return decimals;
}

struct TextCell {
  const ColumnFormat& format;
  std::string operator()(std::monostate) const { return "-"; }
  std::string operator()(std::int64_t value) const {
    if (format.unit != format.given_unit) return (*this)(static_cast<double>(value));
    if (format.decimals > 0 && !format.exact) return (*this)(static_cast<double>(value));
    const bool in_full = format.exact || std::abs(static_cast<double>(value)) < format.largest_in_full;
    return in_full ? with_thousands(value) : scientific_text(static_cast<double>(value));
  }
  std::string operator()(double given) const {
    if (format.exact) return exact_text(given);
    const double value = rescaled(given, format.given_unit, format.unit);
    return shown_in_full(value, format.largest_in_full) ? with_thousands(value, format.decimals)
                                                        : scientific_text(value);
  }
  std::string operator()(const std::string& text) const { return text; }
};

/// The reals of a column, and with `with_integers` its integers too.
std::vector<double> numbers_of(const Table& table, std::size_t column, bool with_integers) {
  std::vector<double> numbers;
  for (const std::vector<TableCell>& row : table.rows) {
    CUTLINE_EXPECT(row.size() == table.columns.size());
    if (const auto* real = std::get_if<double>(&row[column])) numbers.push_back(*real);
    const auto* whole = std::get_if<std::int64_t>(&row[column]);
    if (whole != nullptr && with_integers) numbers.push_back(static_cast<double>(*whole));
  }
  return numbers;
}

/// The unit in which each column is shown. Neighbouring columns of one unit share it.
std::vector<std::string> units_for_people(const Table& table) {
  std::vector<std::string> units;
  const auto same = [](const TableColumn& one, const TableColumn& other) {
    return one.unit == other.unit && one.shown_unit == other.shown_unit && one.exact == other.exact;
  };
  for (std::size_t begin = 0, end = 0; begin < table.columns.size(); begin = end) {
    const TableColumn& first = table.columns[begin];
    std::vector<double> numbers;
    for (; end < table.columns.size() && same(first, table.columns[end]); ++end) {
      const std::vector<double> own = numbers_of(table, end, true);
      numbers.insert(numbers.end(), own.begin(), own.end());
    }
    const std::string fixed = first.exact ? first.unit : first.shown_unit;
    units.resize(end, fixed.empty() ? readable_unit(first.unit, numbers) : fixed);
  }
  return units;
}

/// The number of decimals with which different numbers look different, if nine digits of the largest suffice.
int decimals_apart(const std::vector<double>& values, int decimals) {
  const auto most = most_over<double>(values, [](double value) { return std::abs(value); });
  const int enough = most > 0 ? 8 - static_cast<int>(std::floor(std::log10(most))) : 0;
  const auto kinds = [&](auto text) {
    std::set<std::string> all;
    for (const double value : values) all.insert(text(value));
    return all.size();
  };
  const std::size_t differ = kinds([](double value) { return scientific_text(value, 9); });
  while (decimals < enough && kinds([&](double value) { return with_thousands(value, decimals); }) < differ) ++decimals;
  return decimals;
}

}  // namespace

std::vector<ColumnFormat> column_formats(const Table& table, double largest_in_full) {
  std::vector<ColumnFormat> formats;
  const std::vector<std::string> units = units_for_people(table);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const TableColumn& column = table.columns[c];
    const double largest = column.tells_apart ? kLargestInFull : largest_in_full;
    std::vector<double> reals;
    for (const double number : numbers_of(table, c, column.unit != units[c]))
      reals.push_back(rescaled(number, column.unit, units[c]));
    int decimals = decimals_of(reals, largest);
    if (column.tells_apart) decimals = decimals_apart(reals, decimals);
    formats.push_back({column.unit, units[c], decimals, column.exact, largest});
  }
  return formats;
}

std::string cell_text(const TableCell& cell, const ColumnFormat& format) { return std::visit(TextCell{format}, cell); }

}  // namespace cutline::text

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

struct DataCell {
  Data operator()(std::monostate) const { return {}; }
  Data operator()(const auto& value) const { return value; }
};

/// The texts of a row's cells, as `format` writes each.
template <class Format>
std::vector<std::string> row_texts(const std::vector<TableCell>& row, const std::vector<text::ColumnFormat>& formats,
                                   const Format& format) {
  return each_of<std::string>(row.size(), [&](std::size_t c) { return format(text::cell_text(row[c], formats[c])); });
}

/// A cell of Markdown: neither the end of the cell nor the begin of an element of HTML.
std::string markdown_field(std::string_view text) {
  std::string out;
  for (const char c : on_one_line(text)) {
    if (c == '|' || c == '<') out += '\\';
    out += c;
  }
  return out;
}

/// The column with the row headers: that of names, else the first of texts; one past the last if all are numbers.
std::size_t heading_column(const Table& table) {
  const auto& columns = table.columns;
  const auto names = std::ranges::find_if(columns, [](const auto& each) { return each.key == "name"; });
  const auto texts = std::ranges::find_if(columns, [](const auto& each) { return each.left && !each.title.empty(); });
  return static_cast<std::size_t>((names != columns.end() ? names : texts) - columns.begin());
}

/// The text, escaped so that nothing in it is a command.
std::string latex_text(std::string_view text) {
  std::string out;
  for (const char c : on_one_line(text)) {
    if (c == '\\') {
      out += "\\textbackslash{}";
    } else if (c == '~') {
      out += "\\textasciitilde{}";
    } else if (c == '^') {
      out += "\\textasciicircum{}";
    } else {
      if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) out += '\\';
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
  for (std::size_t c = 0; header && c < table.columns.size(); ++c)
    out += (c == 0 ? "" : ",") + csv_field(table.columns[c].key);
  if (header) out += '\n';
  for (const std::vector<TableCell>& row : table.rows) {
    CUTLINE_EXPECT(row.size() == table.columns.size());
    for (std::size_t c = 0; c < row.size(); ++c) out += (c == 0 ? "" : ",") + std::visit(CsvCell{}, row[c]);
    out += '\n';
  }
  return out;
}

Data table_data(const Table& table) {
  Data::List list;
  for (const std::vector<TableCell>& row : table.rows) {
    CUTLINE_EXPECT(row.size() == table.columns.size());
    Data::Map map;
    for (std::size_t c = 0; c < row.size(); ++c) map.emplace_back(table.columns[c].key, std::visit(DataCell{}, row[c]));
    list.emplace_back(std::move(map));
  }
  return list;
}

std::string markdown_table(const Table& table) {
  const std::vector<text::ColumnFormat> formats = text::column_formats(table);
  std::string out = "|", rule = "|";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string unit = formats[c].unit.empty() ? "" : fmt::format(" ({})", formats[c].unit);
    out += fmt::format(" {} |", markdown_field(table.columns[c].title + unit));
    rule += table.columns[c].left ? " :--- |" : " ---: |";
  }
  out += '\n' + rule + '\n';
  for (const std::vector<TableCell>& row : table.rows)
    out += fmt::format("| {} |\n", fmt::join(row_texts(row, formats, markdown_field), " | "));
  return out;
}

std::string html_table(const Table& table, std::string_view caption) {
  const std::vector<text::ColumnFormat> formats = text::column_formats(table);
  const std::size_t heading = heading_column(table);
  const auto style = [&](std::size_t c) { return table.columns[c].left ? " class=\"text\"" : ""; };
  std::string out = fmt::format("<table>\n<caption>{}</caption>\n<thead><tr>", text::xml_escape(caption));
  for (std::size_t c = 0; c < formats.size(); ++c) {
    const std::string& unit = formats[c].unit;
    out += fmt::format("<th scope=\"col\"{}><span>{}</span>{}</th>", style(c), text::xml_escape(table.columns[c].title),
                       unit.empty() ? "" : fmt::format("<small>{}</small>", text::xml_escape(unit)));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const std::vector<TableCell>& row : table.rows) {
    const std::vector<std::string> texts = row_texts(row, formats, text::xml_escape);
    out += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c)
      out += c == heading ? fmt::format("<th scope=\"row\">{}</th>", texts[c])
                          : fmt::format("<td{}>{}</td>", style(c), texts[c]);
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

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
  const bool has_units = std::ranges::any_of(units, [](const std::string& unit) { return !unit.empty(); });
  if (has_units) out += latex_row(units);
  out += "\\midrule\n";
  for (const std::vector<TableCell>& row : table.rows) out += latex_row(row_texts(row, formats, latex_text));
  return out + "\\bottomrule\n\\end{tabular}\n";
}

std::string sections_text(const std::vector<TableSection>& sections, const ReportStyle& style) {
  std::string out;
  for (const TableSection& section : sections) {
    ReportStyle own = style;
    if (section.place == TableSection::Place::apart && !out.empty()) out += '\n';
    if (!section.title.empty()) out += text::bold_lines(section.title, style);
    if (section.place == TableSection::Place::indented) {
      own.indent += 2;
      out += fmt::format("{}{}:\n", lower_case(section.caption.substr(0, 1)), section.caption.substr(1));
    }
    if (!section.table.rows.empty()) out += text_table(section.table, own);
    for (const std::string& sentence : section.sentences) {
      for (const std::string& line : wrap_text(sentence, style.width)) out += line + '\n';
    }
  }
  return out;
}

std::string sections_markdown(const std::vector<TableSection>& sections) {
  std::vector<std::string> blocks;
  for (const TableSection& section : sections) {
    if (!section.title.empty()) blocks.push_back(fmt::format("## {}\n", section.title));
    if (section.title.empty() && !section.caption.empty()) blocks.push_back(section.caption + ":\n");
    if (!section.table.rows.empty()) blocks.push_back(markdown_table(section.table));
    for (const std::string& sentence : section.sentences) blocks.push_back(sentence + '\n');
  }
  return fmt::format("{}", fmt::join(blocks, "\n"));
}

std::string sections_latex(const std::vector<TableSection>& sections) {
  std::string out;
  for (const TableSection& section : sections) {
    if (!section.title.empty()) out += fmt::format("{}% {}\n", out.empty() ? "" : "\n", on_one_line(section.title));
    if (!section.table.rows.empty()) out += latex_table(section.table);
    for (const std::string& sentence : section.sentences) out += fmt::format("% {}\n", on_one_line(sentence));
  }
  return out;
}

}  // namespace cutline
