// SPDX-License-Identifier: Apache-2.0
#include "output/list/export_tables.hpp"

#include <bit>

#include "cutline/output/export/exports.hpp"

namespace cutline::list {

Table exports_table() {
  Table table{{{"name", "export", "", true},
               {"extension", "file", "", true},
               {"most_nodes", "nodes", "at most"},
               {"most_links", "links", "at most"},
               {"summary", "meaning", "", true, true},
               {"ignores", "what the target ignores", "", true, true},
               {"source", "source", "", true, true}},
              {}};
  for (const Export& each : exports()) {
    table.rows.push_back({std::string(each.name), std::string(each.extension),
                          static_cast<std::int64_t>(each.most_nodes), static_cast<std::int64_t>(each.most_links),
                          std::string(each.summary), std::string(each.ignores), std::string(each.source)});
  }
  return table;
}

Table short_exports_table() {
  Table table{{{"name", "export", "", true},
               {"extension", "file", "", true},
               {"most_nodes", "nodes", "", true},
               {"summary", "meaning", "", true, true}},
              {}};
  for (const Export& each : exports()) {
    table.rows.push_back({std::string(each.name), std::string(each.extension),
                          "2^" + std::to_string(std::bit_width(each.most_nodes) - 1), std::string(each.summary)});
  }
  return table;
}

}  // namespace cutline::list
