// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace golden {

/// A row of a golden table: its cells by the names of their columns.
using Row = std::map<std::string, std::string>;

inline std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> result;
  std::stringstream stream(line + ',');
  for (std::string cell; std::getline(stream, cell, ',');) result.push_back(cell);
  return result;
}

/// Reads tests/golden/<name>: lines that begin with # are remarks, the first other line names the columns.
inline std::vector<Row> rows(const std::string& name) {
  std::ifstream file(std::string(CUTLINE_SOURCE_DIR) + "/tests/golden/" + name);
  if (!file) throw std::runtime_error("no golden table " + name);
  std::vector<std::string> columns;
  std::vector<Row> result;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> values = cells(line);
    if (columns.empty()) {
      columns = values;
      continue;
    }
    Row row;
    for (std::size_t i = 0; i < columns.size(); ++i) row[columns[i]] = i < values.size() ? values[i] : "";
    result.push_back(row);
  }
  return result;
}

}  // namespace golden
