// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cutline/topology/graph_text.hpp"

namespace cutline {

/// A field of a table in CSV, without its quotes, and where it begins in the text.
struct CsvField {
  std::string text;
  std::size_t at = 0;
};

/// Reads tables with commas between their fields, line by line; # begins a line of comment.
class CsvLines {
 public:
  /// Every error carries the hint, unless it has its own. The file is kept by reference.
  CsvLines(const GraphText& file, std::string hint) : file_(file), hint_(std::move(hint)) {}

  /// Reads the next line that holds something; false at the end.
  bool next(std::vector<CsvField>& fields);
  /// The finite number in a field; throws an input error for anything else and outside `least` to `most`.
  double number(const CsvField& field, std::string_view what, double least, double most) const;
  [[noreturn]] void fail(std::size_t at, std::string message) const { file_.fail(at, std::move(message), hint_); }
  [[noreturn]] void fail(std::size_t at, std::string message, std::string hint) const {
    file_.fail(at, std::move(message), std::move(hint));
  }

 private:
  CsvField field(std::size_t& from, std::size_t end) const;

  const GraphText& file_;
  std::string hint_;
  std::size_t at_ = 0;
};

/// The columns of a table, in the order of its first line: each by its place in the list of known ones.
/// Throws input errors for unknown, repeated and missing names.
struct CsvColumn {
  std::string_view name;
  bool required = false;
};
std::vector<std::size_t> csv_columns(const CsvLines& lines, const std::vector<CsvField>& names,
                                     const std::vector<CsvColumn>& known);

}  // namespace cutline
