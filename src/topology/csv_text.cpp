// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/csv_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cutline/base/letters.hpp"

namespace cutline {

bool CsvLines::next(std::vector<CsvField>& fields) {
  while (at_ < file_.text.size()) {
    const std::size_t end = std::min(file_.text.find('\n', at_), file_.text.size());
    const std::size_t begin = std::exchange(at_, end + 1);
    const std::string_view line = std::string_view(file_.text).substr(begin, end - begin);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos || line[0] == '#') continue;
    fields.clear();
    for (std::size_t from = begin; from <= end;) fields.push_back(field(from, end));
    return true;
  }
  return false;
}

/// Reads the field that begins at `from`, and moves `from` behind the separator after it.
CsvField CsvLines::field(std::size_t& from, std::size_t end) const {
  CsvField made{{}, from};
  if (from < end && file_.text[from] == '"') {
    made.quoted = true;
    std::size_t at = from + 1;
    for (;; ++at) {
      if (at >= end) fail(from, "a text in quotes does not end on its line");
      if (file_.text[at] == '"' && (at + 1 >= end || file_.text[++at] != '"')) break;
      made.text += file_.text[at];
    }
    from = at + (file_.text[at] == '"' ? 1 : 0);
    // The apostrophe that keeps spreadsheets from running a text is no part of it.
    if (made.text.starts_with('\'') && made.text.find_first_of("=+-@", 1) == 1) made.text.erase(0, 1);
  } else {
    const std::size_t comma = std::min(file_.text.find(separator_, from), end);
    made.text = file_.text.substr(from, comma - from);
    from = comma;
  }
  while (from < end && file_.text[from] != separator_) {
    const char c = file_.text[from++];
    if (c != ' ' && c != '\r')
      fail(from - 1, fmt::format("a {} must follow a text in quotes", separator_ == ',' ? "comma" : "separator"));
  }
  ++from;
  if (made.quoted) return made;
  const std::size_t last = made.text.find_last_not_of(" \t\r");
  made.text.erase(last == std::string::npos ? 0 : last + 1);
  return made;
}

double CsvLines::number(const CsvField& field, std::string_view what, double least, double most) const {
  const std::optional<double> value = read_as_finite(field.text);
  if (!value) fail(field.at, fmt::format("'{}' is not a number that can be read", what));
  if (*value < least || *value > most) fail(field.at, fmt::format("'{}' is from {:g} to {:g}", what, least, most));
  return *value;
}

std::vector<std::size_t> csv_columns(const CsvLines& lines, const std::vector<CsvField>& names,
                                     const std::vector<CsvColumn>& known) {
  std::vector<std::size_t> columns;
  const auto there = [&](std::size_t column) {
    return std::find(columns.begin(), columns.end(), column) != columns.end();
  };
  for (const CsvField& name : names) {
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const CsvColumn& column) { return column.name == name.text; });
    if (found == known.end()) lines.fail(name.at, fmt::format("no column is called {}", quoted_name(name.text)));
    const auto column = static_cast<std::size_t>(found - known.begin());
    if (there(column)) lines.fail(name.at, fmt::format("the column '{}' is there twice", name.text));
    columns.push_back(column);
  }
  for (std::size_t column = 0; column < known.size(); ++column) {
    if (known[column].required && !there(column))
      lines.fail(names[0].at, fmt::format("the column '{}' is missing", known[column].name));
  }
  return columns;
}

}  // namespace cutline
