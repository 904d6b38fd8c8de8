// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/values.hpp"

namespace cutline {

/// A number, a text, or nothing.
using TableCell = std::variant<std::monostate, std::int64_t, double, std::string>;

struct TableColumn {
  std::string key;              ///< for CSV and JSON; carries the unit in its name
  std::string title;            ///< for readers
  std::string unit;             ///< of the cells, as the key has it; empty: none
  bool left = false;            ///< aligned left, as texts are; otherwise right, as numbers are
  bool wraps = false;           ///< texts may take several lines where the table is too wide
  bool exact = false;           ///< reals have the shortest text that reads back the same, integers are in full
  bool if_room = false;         ///< left out of a text table that would take more lines with it
  bool tells_apart = false;     ///< numbers that differ look different, however many decimals that takes
  std::string shown_unit = {};  ///< the unit shown to people, of the same dimension; empty: chosen by magnitude
};

/// A table that can be rendered in several formats. Text, Markdown, HTML and LaTeX are for people: numbers are rounded,
/// thousands are separated, and each column has the unit of its dimension that suits it best; neighbouring columns of
/// one unit share it. CSV and JSON hold every number in full, in the unit of its key.
struct Table {
  std::vector<TableColumn> columns;
  std::vector<std::vector<TableCell>> rows;  ///< each as long as `columns`
  /// A text table that is too wide continues below and repeats this many first columns.
  std::size_t lead = 1;
};

/// The style of text for a terminal.
struct ReportStyle {
  bool colour = false;      ///< bold headings by escape sequences
  std::size_t width = 110;  ///< columns that a table should fit
  std::size_t indent = 0;
};

/// The table as text: titles, units, a rule, then aligned columns; absent cells are "-". All reals of a column have the
/// same number of decimals, so that the smallest shows four digits where space allows. There are no trailing blanks. If
/// the width is too small, texts wrap, then large numbers become powers of ten, then columns continue below.
std::string text_table(const Table& table, const ReportStyle& style = {});
std::string markdown_table(const Table& table);
/// The table for LaTeX, with rules of the package booktabs; units stand below titles.
std::string latex_table(const Table& table);
/// The table as HTML, with a caption and with units below titles. The column of names, or else the first column of
/// texts, holds the row headers. The result is also well-formed XML.
std::string html_table(const Table& table, std::string_view caption);
/// The table as CSV by RFC 4180, with newline endings; absent cells are empty.
std::string csv_table(const Table& table, bool header = true);
/// A text as a field of CSV, in quotes where it needs them. Spreadsheets run a text that begins with = + - or @ as a
/// formula, so such a text gets a ' in front, unless it is a number.
std::string csv_field(const std::string& text);
/// A list with one map per row, by key; absent cells are null.
Data table_data(const Table& table);

/// A part of a document, which is a list of them: a heading, a table and sentences below it. Any of them may be
/// missing.
struct TableSection {
  std::string title;
  Table table = {};
  std::vector<std::string> sentences = {};
  std::string caption = {};  ///< names the table on a page; a terminal shows it in front of an `indented` one alone
  /// Where text puts it: after an empty line, right below the section before, or there and indented.
  enum class Place { apart, close, indented } place = Place::apart;
};

std::string sections_text(const std::vector<TableSection>& sections, const ReportStyle& style);
std::string sections_markdown(const std::vector<TableSection>& sections);
/// The sections for LaTeX; all but the tables becomes comments.
std::string sections_latex(const std::vector<TableSection>& sections);

/// Breaks a text into lines at blanks; a word longer than `width` breaks in its middle.
std::vector<std::string> wrap_text(const std::string& text, std::size_t width);
/// `text` in bold where the style has colour.
std::string bold(const std::string& text, const ReportStyle& style);

}  // namespace cutline
