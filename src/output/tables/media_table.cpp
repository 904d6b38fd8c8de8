// SPDX-License-Identifier: Apache-2.0
#include "output/tables/media_table.hpp"

#include <fmt/format.h>

namespace cutline::tables {

namespace {

void set_columns(Table& table, const std::string& length, bool names) {
  if (names) table.columns.push_back({"candidate", "between modules", "", true, true});
  table.columns.push_back({"level", names ? "of level" : "between modules", "", true, true});
  for (const TableColumn& column : std::vector<TableColumn>{{"medium", "medium", "", true, true},
                                                            {"links", "links", ""},
                                                            {"wires", "wires", ""},
                                                            {"longest", "longest", length},
                                                            {"carried", "carried", length},
                                                            {"reach", "reach", length},
                                                            {"total", "all carried", length},
                                                            {"delay", "slowest", length == "pitches" ? "tau" : "ns"}})
    table.columns.push_back(column);
}

}  // namespace

void add_media(Table& table, const Data& modules, const std::string& candidate) {
  for (const Data& level : modules.list()) {
    const auto row = [&](std::vector<TableCell> cells) {
      cells.insert(cells.begin(), level.at("level").text());
      if (!candidate.empty()) cells.insert(cells.begin(), candidate);
      table.rows.push_back(std::move(cells));
    };
    for (const Data& use : level.at("media").list()) {
      const bool unit = use.find("reach_pitches") != nullptr;
      if (table.columns.empty()) {
        table.lead = candidate.empty() ? 2 : 3;
        set_columns(table, unit ? "pitches" : "m", !candidate.empty());
      }
      const auto length = [&](const char* name) {
        return cell_of(use.at(fmt::format("{}_{}", name, unit ? "pitches" : "m")));
      };
      const Data& name = use.at("medium");
      row({name.is_null() ? "-" : name.text(), cell_of(use.at("links")), cell_of(use.at("wires")), length("longest"),
           length("carried_max"), length("reach"), length("links_total"), cell_of(use.at("delay_max_ns"))});
    }
    if (level.at("over_reach").number() != 0 && !table.columns.empty()) {
      row({"none reaches", cell_of(level.at("over_reach")), cell_of(level.at("wires_over_reach")), {}, {}, {}, {}, {}});
    }
  }
}

}  // namespace cutline::tables
