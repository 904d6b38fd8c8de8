// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cutline/base/data.hpp"

namespace cutline {

/// A number, a text, or nothing.
using TableCell = std::variant<std::monostate, std::int64_t, double, std::string>;

struct TableColumn {
  std::string key;     ///< for CSV and JSON; carries the unit in its name
  std::string title;   ///< for readers
  std::string unit;    ///< below the title; empty: none
  bool left = false;   ///< texts stand left, numbers right
  bool wraps = false;  ///< a text that may take several lines where the table is too wide
  bool exact = false;  ///< reals as short as they read back, integers always in full
};

/// Rows of the same columns, rendered four ways. Texts are for people: rounded, thousands separated; CSV and JSON hold
/// every number in full.
struct Table {
  std::vector<TableColumn> columns;
  std::vector<std::vector<TableCell>> rows;  ///< each as long as `columns`
  std::size_t lead =
      0;  ///< a text too wide continues below, where so many first columns are repeated; 0: it stays wide
};

/// How a terminal is to be written to.
struct ReportStyle {
  bool colour = false;      ///< bold headings by escape sequences
  std::size_t width = 110;  ///< columns that a table should fit
  std::size_t indent = 0;
};

/// Aligned columns, titles and units above them, a rule below these; absent cells are "-". All reals of a column show
/// equally many decimals, at least four digits of the smallest where space allows. Never trailing blanks.
/// Where the width is too small, texts wrap, then large numbers turn into powers of ten, then columns continue below.
std::string text_table(const Table& table, const ReportStyle& style = {});
std::string markdown_table(const Table& table);
/// For a page: a caption, units below titles; the column of names, else the first of texts, heads the rows. Well-formed
/// as XML too.
std::string html_table(const Table& table, std::string_view caption);
/// RFC 4180 with newline endings; absent cells are empty.
std::string csv_table(const Table& table, bool header = true);
/// A list with one map a row, by key; absent cells are null.
Data table_data(const Table& table);

/// A table under a heading; with no rows the heading stands alone.
struct TableSection {
  std::string title;
  Table table;
};

std::string sections_text(const std::vector<TableSection>& sections, const ReportStyle& style);
std::string sections_markdown(const std::vector<TableSection>& sections);

/// A line of text broken at blanks, and in the middle of a word longer than `width`.
std::vector<std::string> wrap_text(const std::string& text, std::size_t width);
/// `text` in bold where the style has colour.
std::string bold(const std::string& text, const ReportStyle& style);

}  // namespace cutline
