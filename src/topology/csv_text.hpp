// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "topology/graph_text.hpp"

namespace cutline {

/// A field of a table in CSV, without its quotes, and where it begins in the text.
struct CsvField {
  std::string text;
  std::size_t at = 0;
  bool quoted = false;  ///< it stood in quotes, so blanks at its ends belong to it
};

/// Reads tables with commas, or another separator, between their fields, line by line; # begins a line of comment.
class CsvLines {
 public:
  /// Every error carries the hint, unless it has its own. The file is kept by reference.
  CsvLines(const GraphText& file, std::string hint, char separator = ',')
      : file_(file), hint_(std::move(hint)), separator_(separator) {}

  /// Reads the next line that is neither blank nor a comment. Returns false at the end of the text.
  bool next(std::vector<CsvField>& fields);
  /// The finite number in a field. Throws an input error if the field is not a number, or if it lies outside `least` to
  /// `most`.
  double number(const CsvField& field, std::string_view what, double least, double most) const;
  [[noreturn]] void fail(std::size_t at, std::string message) const { file_.fail(at, std::move(message), hint_); }
  [[noreturn]] void fail(std::size_t at, std::string message, std::string hint) const {
    file_.fail(at, std::move(message), std::move(hint));
  }

 private:
  CsvField field(std::size_t& from, std::size_t end) const;

  const GraphText& file_;
  std::string hint_;
  char separator_;
  std::size_t at_ = 0;
};

/// A column that a table may have.
struct CsvColumn {
  std::string_view name;
  bool required = false;
};
/// For each column of a table, in the order of its first line: its place in the list of known columns. Throws input
/// errors for unknown and repeated names, and for missing names of required columns.
std::vector<std::size_t> csv_columns(const CsvLines& lines, const std::vector<CsvField>& names,
                                     const std::vector<CsvColumn>& known);

}  // namespace cutline
