// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "support/places.hpp"

namespace cutline::test {

/// One row of a reference file: values by column name.
class Row {
 public:
  Row(std::vector<std::string> names, std::vector<std::string> values) {
    for (std::size_t i = 0; i < names.size(); ++i) values_[names[i]] = i < values.size() ? values[i] : "";
  }
  bool has(const std::string& column) const { return !values_.at(column).empty(); }
  const std::string& text(const std::string& column) const { return values_.at(column); }
  long long integer(const std::string& column) const { return std::stoll(values_.at(column)); }
  double number(const std::string& column) const { return std::stod(values_.at(column)); }

 private:
  std::map<std::string, std::string> values_;
};

/// The values of a line; commas between double quotes belong to a value.
inline std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> values(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      values.emplace_back();
    } else {
      values.back() += c;
    }
  }
  return values;
}

/// The rows of tests/golden/<name>; the comments of the file say what the columns mean. Fails if there is no such file.
inline std::vector<Row> golden(const std::string& name) {
  std::ifstream file(cutline::test::source_folder() + "/tests/golden/" + name);
  REQUIRE_MESSAGE(file.good(), "missing golden file " << name);
  std::vector<std::string> names;
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (names.empty()) {
      names = split(line);
    } else {
      rows.emplace_back(names, split(line));
    }
  }
  REQUIRE(!rows.empty());
  return rows;
}

}  // namespace cutline::test
