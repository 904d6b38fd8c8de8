// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "cutline/output/record/json.hpp"
#include "cutline/output/record/record.hpp"

namespace cutline {

namespace {

/// Calls `each` with the dotted path and the value of every entry that is not a map.
template <class Each>
void for_leaves(const std::string& path, const Data& value, const Each& each) {
  if (!value.is_map() || value.map().empty()) return each(path, value);
  for (const auto& [key, child] : value.map()) for_leaves(path.empty() ? key : path + '.' + key, child, each);
}

}  // namespace

Table flat_records(const Data::List& records) {
  Table table;
  std::map<std::string, std::size_t> column_of;
  for (const Data& record : records) {
    for_leaves("", record, [&](const std::string& path, const Data& value) {
      if (column_of.emplace(path, table.columns.size()).second)
        table.columns.push_back({path, path, "", value.is_text() || value.is_list() || value.is_map()});
    });
  }
  for (const Data& record : records) {
    std::vector<TableCell>& cells = table.rows.emplace_back(table.columns.size());
    for_leaves("", record,
               [&](const std::string& path, const Data& value) { cells[column_of.at(path)] = cell_of(value); });
  }
  return table;
}

}  // namespace cutline
