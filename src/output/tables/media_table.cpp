// SPDX-License-Identifier: Apache-2.0
#include "output/tables/media_table.hpp"

#include <fmt/format.h>

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

TableCell number(const Json& value) {
  if (value.is_null()) return {};
  return value.is_number_integer() ? TableCell(value.get<std::int64_t>()) : TableCell(value.get<double>());
}

/// Short links are told in millimetres.
bool all_short(const Json& modules) {
  for (const Json& level : modules) {
    for (const Json& use : level.at("media")) {
      if (!use.contains("longest_m") || (!use.at("longest_m").is_null() && use.at("longest_m") >= 1)) return false;
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

void add_media(Table& table, const Json& modules, const std::string& candidate) {
  for (const Json& level : modules) {
    const auto row = [&](std::vector<TableCell> cells) {
      cells.insert(cells.begin(), level.at("level").get<std::string>());
      if (!candidate.empty()) cells.insert(cells.begin(), candidate);
      table.rows.push_back(std::move(cells));
    };
    for (const Json& use : level.at("media")) {
      const bool unit = use.contains("reach_pitches");
      if (table.columns.empty()) {
        set_columns(table, unit ? "pitches" : all_short(modules) ? "mm" : "m", !candidate.empty());
      }
      const double scale = table.columns[candidate.empty() ? 4 : 5].unit == "mm" ? 1e3 : 1;
      const auto length = [&](const char* name) {
        const Json& value = use.at(fmt::format("{}_{}", name, unit ? "pitches" : "m"));
        return value.is_null() ? TableCell() : TableCell(value.get<double>() * scale);
      };
      const Json& name = use.at("medium");
      row({name.is_null() ? "-" : name.get<std::string>(), number(use.at("links")), number(use.at("wires")),
           length("longest"), length("carried_max"), length("reach"), length("links_total"),
           number(use.at("delay_max_ns"))});
    }
    if (level.at("over_reach") != 0 && !table.columns.empty()) {
      row({"none reaches", number(level.at("over_reach")), number(level.at("wires_over_reach")), {}, {}, {}, {}, {}});
    }
  }
}

}  // namespace cutline
