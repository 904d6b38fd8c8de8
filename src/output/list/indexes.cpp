// SPDX-License-Identifier: Apache-2.0
#include "output/list/indexes.hpp"

#include <string>

#include "cutline/spec/spec.hpp"
#include "cutline/topology/family.hpp"

namespace cutline::list {

Table keys_table() {
  Table table{{{"path", "key", "", true},
               {"type", "type", "", true, true},
               {"default", "default", "", true, true},
               {"help", "meaning", "", true, true}},
              {}};
  for (const SpecKey& key : spec_reference()) table.rows.push_back({key.path, key.type, key.default_text, key.help});
  return table;
}

/// The top-level keys of a spec, and the number of keys below each.
TableSection keys_index() {
  Table table{{{"key", "key", "", true}, {"below", "keys below", ""}, {"help", "meaning", "", true, true}}, {}};
  for (const SpecKey& key : spec_reference()) {
    if (key.path.find_first_of(".[") == std::string::npos) {
      table.rows.push_back({key.path, std::int64_t{0}, key.help});
    } else {
      ++std::get<std::int64_t>(table.rows.back()[1]);
    }
  }
  return {"all keys below one, or of one name: cutline list keys router", std::move(table)};
}

TableSection families_index() {
  Table table{{{"family", "family", "", true}, {"meaning", "meaning", "", true, true}}, {}};
  for (const Family& family : families()) {
    const std::size_t colon = family.summary.find(": ");
    table.rows.push_back(
        {std::string(family.name),
         std::string(colon == std::string_view::npos ? family.summary : family.summary.substr(colon + 2))});
  }
  return {"parameters, bounds and sources of one: cutline list families torus", std::move(table)};
}

bool is_meant(std::string_view name, std::string_view entry, bool of_paths) {
  if (entry == name) return true;
  if (!of_paths || name.size() >= entry.size()) return false;
  const bool below = entry.starts_with(name) && (entry[name.size()] == '.' || entry[name.size()] == '[');
  return below || (entry.ends_with(name) && entry[entry.size() - name.size() - 1] == '.');
}

}  // namespace cutline::list
