// SPDX-License-Identifier: Apache-2.0
#include "output/tables/media_table.hpp"

#include <fmt/format.h>

namespace cutline {

namespace {

/// Short links are told in millimetres.
bool all_short(const Data& modules) {
  for (const Data& level : modules.list()) {
    for (const Data& use : level.at("media").list()) {
      const Data* metres = use.find("longest_m");
      if (metres == nullptr || (!metres->is_null() && metres->number() >= 1)) return false;
    }
  }
  return true;
}

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
        table.lead = 1;
        set_columns(table, unit ? "pitches" : all_short(modules) ? "mm" : "m", !candidate.empty());
      }
      const double scale = table.columns[candidate.empty() ? 4 : 5].unit == "mm" ? 1e3 : 1;
      const auto length = [&](const char* name) {
        const Data& value = use.at(fmt::format("{}_{}", name, unit ? "pitches" : "m"));
        return value.is_null() ? TableCell() : TableCell(value.number() * scale);
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

}  // namespace cutline
