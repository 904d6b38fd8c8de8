// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "base/utf8.hpp"
#include "cutline/base/error.hpp"
#include "output/text/table_cells.hpp"

namespace cutline::text {

namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastWrapWidth = 12;
constexpr double kLargestInNarrowTables = 1e6;

/// The least width to which a column may be wrapped: so that its longest text takes two lines, or a third of the room.
std::size_t least_wrap_width(std::size_t width, std::size_t room) {
  return std::min(width, std::max(kLeastWrapWidth, std::min(width / 2 + kGap, room / 3)));
}

std::vector<std::size_t> natural_widths(const Table& table, const std::vector<ColumnFormat>& formats) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    widths.push_back(std::max(character_count(table.columns[c].title), character_count(formats[c].unit)));
  for (const std::vector<TableCell>& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], character_count(cell_text(row[c], formats[c])));
  }
  return widths;
}

/// The number of first columns that fit into the room if those that wrap are as narrow as possible.
std::size_t columns_that_fit(const Table& table, const std::vector<std::size_t>& widths, std::size_t room) {
  std::size_t used = 0;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    used += (c > 0 ? kGap : 0) + (table.columns[c].wraps ? least_wrap_width(widths[c], room) : widths[c]);
    if (used > room) return c;
  }
  return widths.size();
}

/// The number of parts that the shown columns take, one below the other; each part has the leading columns.
std::size_t parts_needed(const std::vector<std::size_t>& widths, const std::vector<bool>& shown, std::size_t lead,
                         std::size_t room) {
  std::size_t before = 0, used = 0, parts = 1;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    if (!shown[c]) continue;
    const std::size_t own = widths[c] + (c > 0 ? kGap : 0);
    if (c < lead) before += own;
    const bool next = used + own > room && c > lead;
    parts += next ? 1 : 0;
    used = (next ? before : used) + own;
  }
  return parts;
}

/// Makes the table as narrow as the room: the widest columns that may wrap give up the excess.
void narrow(const Table& table, std::size_t room, std::vector<std::size_t>& widths) {
  const std::vector<std::size_t> natural = widths;
  std::size_t total = kGap * (widths.size() - 1);
  for (const std::size_t width : widths) total += width;
  while (total > room) {
    std::size_t widest = widths.size();
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const bool may = table.columns[c].wraps && widths[c] > least_wrap_width(natural[c], room);
      if (may && (widest == widths.size() || widths[c] > widths[widest])) widest = c;
    }
    if (widest == widths.size()) return;
    --widths[widest];
    --total;
  }
}

/// The number of bytes of a word that fit into the width, up to the last of / _ - . among them if there is one.
std::size_t place_to_break(const std::string& word, std::size_t width) {
  std::size_t cut = 0;
  for (std::size_t seen = 0; cut < word.size(); ++cut) {
    if (!continues_character(word[cut]) && seen++ == width) break;
  }
  const std::size_t mark = word.find_last_of("/_-.", cut - 1);
  return mark == std::string::npos || mark == 0 ? cut : mark + 1;
}

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string blanks(width - std::min(width, character_count(text)), ' ');
  return left ? text + blanks : blanks + text;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// One row on as many lines as its longest cell takes.
std::string lines_of(const Table& table, const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                     std::size_t indent) {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (std::size_t c = 0; c < row.size(); ++c) {
    cells.push_back(table.columns[c].wraps ? wrap_text(row[c], widths[c]) : std::vector<std::string>{row[c]});
    height = std::max(height, cells.back().size());
  }
  std::string out;
  for (std::size_t line = 0; line < height; ++line) {
    std::string text(indent, ' ');
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (c > 0) text.append(kGap, ' ');
      text += padded(line < cells[c].size() ? cells[c][line] : "", widths[c], table.columns[c].left);
    }
    out += without_trailing_blanks(std::move(text)) + '\n';
  }
  return out;
}

/// The table with some of its columns, by their numbers.
Table with_columns(const Table& table, const std::vector<std::size_t>& chosen) {
  Table some{{}, {}, table.lead};
  for (const std::size_t c : chosen) some.columns.push_back(table.columns[c]);
  for (const std::vector<TableCell>& row : table.rows) {
    std::vector<TableCell>& cells = some.rows.emplace_back();
    for (const std::size_t c : chosen) cells.push_back(row[c]);
  }
  return some;
}

/// The columns [begin, end) after the leading ones, which a continuation repeats.
Table part_of(const Table& table, std::size_t begin, std::size_t end) {
  std::vector<std::size_t> chosen = those_with(end, [&](std::size_t c) { return c >= begin || c < table.lead; });
  return with_columns(table, chosen);
}

/// The table without those TableColumn::if_room columns that would need another part, or make other columns wrap.
Table without_spare_columns(const Table& table, std::size_t room) {
  auto shown = each_of(table.columns, [](const TableColumn& column) { return !column.if_room; });
  if (std::find(shown.begin(), shown.end(), false) == shown.end()) return table;
  const std::vector<std::size_t> widths = natural_widths(table, column_formats(table));
  const std::size_t parts = parts_needed(widths, shown, table.lead, room);
  std::vector<std::size_t> chosen;
  for (std::size_t c = 0; c < shown.size(); ++c) {
    const bool spare = !shown[c];
    shown[c] = true;
    if (spare) shown[c] = parts_needed(widths, shown, table.lead, room) == parts;
    if (shown[c]) chosen.push_back(c);
  }
  return with_columns(table, chosen);
}

std::string head_of(const Table& table, const std::vector<ColumnFormat>& formats,
                    const std::vector<std::size_t>& widths, const ReportStyle& style) {
  std::vector<std::string> titles, units, rules;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    titles.push_back(table.columns[c].title);
    units.push_back(formats[c].unit);
    rules.emplace_back(widths[c], '-');
  }
  std::string out = bold(lines_of(table, titles, widths, style.indent), style);
  if (std::any_of(units.begin(), units.end(), [](const std::string& unit) { return !unit.empty(); }))
    out += lines_of(table, units, widths, style.indent);
  return out + lines_of(table, rules, widths, style.indent);
}

}  // namespace

std::string bold_lines(const std::string& text, const ReportStyle& style) {
  std::string out;
  for (const std::string& line : wrap_text(text, style.width)) out += bold(line, style) + '\n';
  return out;
}

}  // namespace cutline::text

namespace cutline {

std::string bold(const std::string& text, const ReportStyle& style) {
  if (!style.colour || text.empty()) return text;
  const bool newline = text.back() == '\n';
  return fmt::format("{}{}{}{}", kBold, text.substr(0, text.size() - (newline ? 1 : 0)), kNotBold, newline ? "\n" : "");
}

std::vector<std::string> wrap_text(const std::string& text, std::size_t width) {
  CUTLINE_EXPECT(width > 0);
  std::vector<std::string> lines(1);
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    while (character_count(word) > width) {
      if (!lines.back().empty()) lines.emplace_back();
      const std::size_t cut = text::place_to_break(word, width);
      lines.back() = word.substr(0, cut);
      word.erase(0, cut);
    }
    const std::size_t used = character_count(lines.back());
    if (used > 0 && used + 1 + character_count(word) > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

std::string text_table(const Table& whole, const ReportStyle& style) {
  if (whole.columns.empty()) return {};
  const std::size_t room = style.width - std::min(style.width, style.indent);
  const Table table = text::without_spare_columns(whole, room);
  std::vector<text::ColumnFormat> formats = text::column_formats(table);
  std::vector<std::size_t> widths = text::natural_widths(table, formats);
  if (text::columns_that_fit(table, widths, room) < widths.size()) {
    formats = text::column_formats(table, text::kLargestInNarrowTables);
    widths = text::natural_widths(table, formats);
  }
  const std::size_t fitting = text::columns_that_fit(table, widths, room);
  if (fitting < widths.size() && fitting > table.lead) {
    Table fixed = table;
    for (std::size_t c = 0; c < formats.size(); ++c) fixed.columns[c].shown_unit = formats[c].unit;
    return text_table(text::part_of(fixed, 0, fitting), style) + '\n' +
           text_table(text::part_of(fixed, fitting, widths.size()), style);
  }
  text::narrow(table, room, widths);
  std::string out = text::head_of(table, formats, widths, style);
  std::vector<std::string> texts(table.columns.size());
  for (const std::vector<TableCell>& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) texts[c] = text::cell_text(row[c], formats[c]);
    out += text::lines_of(table, texts, widths, style.indent);
  }
  return out;
}

}  // namespace cutline
