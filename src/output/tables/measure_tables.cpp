// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/tables/measure_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cutline/base/error.hpp"
#include "output/tables/express_tables.hpp"
#include "output/tables/fault_table.hpp"
#include "output/tables/media_table.hpp"
#include "output/tables/traffic_tables.hpp"
#include "output/text/json_cell.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kDigestShown = 12;
constexpr std::size_t kSha256Digits = 64;

/// A value on its own line: no column whose decimals it would share.
std::string measured_value(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{1} << 62) return value.dump();
  if (value.is_number_integer()) return with_thousands(value.get<std::int64_t>());
  if (value.is_number_float()) return short_text(value.get<double>(), 6);
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (!value.is_string()) return value.dump();
  const std::string text = value.get<std::string>();
  return text.size() == kSha256Digits ? text.substr(0, kDigestShown) + "..." : text;
}

void add_rows(Table& table, const std::string& group, const std::string& path, const Json& value) {
  if (value.is_object()) {
    for (const auto& [key, child] : value.items()) add_rows(table, group, path.empty() ? key : path + '.' + key, child);
    return;
  }
  const bool repeated = !table.rows.empty() && std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
    return std::get<std::string>(row[0]) == group;
  });
  table.rows.push_back({repeated ? "" : group, path, measured_value(value)});
}

/// Without the columns that hold nothing.
void drop_empty_columns(Table& table) {
  for (std::size_t c = table.columns.size(); c-- > 0;) {
    const bool empty = std::all_of(table.rows.begin(), table.rows.end(), [&](const std::vector<TableCell>& row) {
      return std::holds_alternative<std::monostate>(row[c]);
    });
    if (!empty) continue;
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
    for (std::vector<TableCell>& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
  }
}

/// Group, key and value of everything that does not depend on the delay model.
Table general_table(const Json& record) {
  Table table;
  table.columns = {{"group", "", "", true}, {"key", "measure", "", true}, {"value", "value", "", true, true}};
  const bool interchanges = record.at("interchanges") != 0 || record.at("switches") != 0;
  for (const char* key : {"nodes", "interchanges", "switches", "terminals", "links", "bidirectional"}) {
    const bool rare = key == std::string_view("interchanges") || key == std::string_view("switches");
    if (!rare || record.at(key) != 0) add_rows(table, "network", key, record.at(key));
  }
  for (const char* group : {"graph", "channel", "held", "grid", "tracks", "layout", "length", "pins", "crossings"}) {
    if (group == std::string_view("crossings") && record.at("modules").empty()) continue;
    for (const auto& [key, value] : record.at(group).items()) {
      const bool of_interchange = key.find("interchange") != std::string::npos;
      const bool elsewhere = key == "by_class" || key == "arranged";  // a table of its own, and the notes
      if (!elsewhere && (interchanges || !of_interchange)) add_rows(table, group, key, value);
    }
  }
  for (const auto& [site, costs] : record.at("routers").items()) {
    if (!costs.is_null() && !(costs.at("area_mm2").is_null() && costs.at("energy_pj_per_bit").is_null()))
      add_rows(table, site, "", costs);
  }
  return table;
}

Table density_table(const Json& density) {
  Table table;
  table.columns = {{"key", "measure", "", true}, {"x", "x", "rows", true}, {"y", "y", "columns", true}};
  const bool pillars = density.at("z").is_object();
  if (pillars) table.columns.push_back({"z", "z", "pillars", true});
  for (const auto& [key, value] : density.at("x").items()) {
    std::vector<TableCell>& row = table.rows.emplace_back();
    row.emplace_back(key);
    for (const char* axis : {"x", "y", "z"}) {
      if (axis[0] != 'z' || pillars) row.emplace_back(measured_value(density.at(axis).at(key)));
    }
  }
  return table;
}

/// What crosses the edges between nodes where wires run over them.
Table over_table(const Json& over) {
  Table table;
  table.columns = {{"key", "wires", "over the nodes", true},
                   {"x", "x", "left and right edges", true},
                   {"y", "y", "upper and lower edges", true}};
  for (const auto& [key, value] : over.at("x").items())
    table.rows.push_back({key, measured_value(value), measured_value(over.at("y").at(key))});
  return table;
}

Table class_table(const Json& classes) {
  Table table;
  table.columns = {{"class", "links by class", "", true, true},
                   {"links", "links", ""},
                   {"longest_span", "longest", "node pitches"},
                   {"mean_span", "mean", "node pitches"}};
  for (const Json& entry : classes) {
    table.rows.push_back({cell_of(entry.at("class")), cell_of(entry.at("links")), cell_of(entry.at("longest_span")),
                          cell_of(entry.at("mean_span"))});
  }
  return table;
}

/// A share in per cent.
TableCell percent(const Json& share) { return share.is_null() ? TableCell() : TableCell(100 * share.get<double>()); }

/// What modules carry over their edges, level by level.
Table edge_table(const Json& modules) {
  Table table;
  table.columns = {{"level", "over the edge", "", true, true},
                   {"count", "modules", ""},
                   {"pins", "pins", "most"},
                   {"offered", "of", "offered"},
                   {"used", "used", "%"},
                   {"wires", "wires", "all faces"},
                   {"links", "links", "cross"},
                   {"crossing", "longest", "pitches"},
                   {"crossing_mm", "longest", "mm"},
                   {"over", "past", "reach"}};
  for (const Json& level : modules) {
    const Json& mm = level.at("longest_crossing_mm");
    table.rows.push_back({cell_of(level.at("level")), cell_of(level.at("count")), cell_of(level.at("pins_max")),
                          cell_of(level.at("pins_offered")), percent(level.at("used_fraction")),
                          cell_of(level.at("wires_max")), cell_of(level.at("links_crossing")),
                          mm.is_null() ? cell_of(level.at("longest_crossing_pitches")) : TableCell(), cell_of(mm),
                          cell_of(level.at("over_reach"))});
  }
  drop_empty_columns(table);
  return table;
}

/// Which links stay within a module of each level, how long they are, and how dense the level's own wiring is.
Table level_table(const Json& modules) {
  Table table;
  table.columns = {{"level", "within", "", true, true}, {"links", "links", ""},
                   {"longest", "longest", "pitches"},   {"mean", "mean", "pitches"},
                   {"longest_mm", "longest", "mm"},     {"mean_mm", "mean", "mm"},
                   {"cut", "wires", "at a cut"},        {"density", "wires", "per mm"},
                   {"offered", "of", "offered"},        {"used", "used", "%"}};
  for (const Json& level : modules) {
    const Json& length = level.at("length");
    const bool metres = !length.at("longest_mm").is_null() || !level.at("wires_per_mm").is_null();
    table.rows.push_back({cell_of(level.at("level")), cell_of(length.at("links")),
                          metres ? TableCell() : cell_of(length.at("longest_pitches")),
                          metres ? TableCell() : cell_of(length.at("mean_pitches")), cell_of(length.at("longest_mm")),
                          cell_of(length.at("mean_mm")), cell_of(level.at("cut_wires_max")),
                          cell_of(level.at("wires_per_mm")), cell_of(level.at("wires_per_mm_offered")),
                          percent(level.at("wires_used_fraction"))});
  }
  drop_empty_columns(table);
  return table;
}

Table delay_table(const std::vector<Json>& records, bool unit_technology) {
  const std::string time = unit_technology ? "tau" : "ns";
  Table table;
  table.columns = {{"delay", "wire delay", "", true, true},
                   {"longest", "longest wire", time},
                   {"cycle", "cycle", time},
                   {"set_by", "set by", "", true, true},
                   {"hops", "hops", "mean"},
                   {"latency", "latency", time},
                   {"node", "= node", time},
                   {"wire", "+ wire", time},
                   {"message", "+ msg", time},
                   {"cycles", "latency", "cycles"}};
  for (const Json& record : records) {
    const Json& delay = record.at("delay");
    const Json& performance = record.at("performance");
    const Json& parts = performance.at("latency_parts_ns");
    table.rows.push_back({cell_of(delay.at("model")), cell_of(delay.at("longest_wire_ns")),
                          cell_of(delay.at("cycle_ns")), cell_of(delay.at("cycle_set_by")),
                          cell_of(performance.at("mean_hops")), cell_of(performance.at("latency_ns")),
                          cell_of(parts.at("node")), cell_of(parts.at("wire")), cell_of(parts.at("message")),
                          cell_of(performance.at("latency_cycles"))});
  }
  return table;
}

/// Energy of a bit of a mean message; no rows where nothing of it is known.
Table energy_table(const std::vector<Json>& records) {
  Table table;
  table.columns = {{"delay", "energy of a bit", "", true, true},
                   {"wire", "wires", "pJ"},
                   {"router", "+ routers", "pJ"},
                   {"edge", "+ edges", "pJ"},
                   {"total", "= total", "pJ"},
                   {"layers", "slowest wire on", "", true, true}};
  for (const Json& record : records) {
    const Json& energy = record.at("energy");
    if (energy.at("total_pj_per_bit").is_null()) continue;
    const Json& slowest = record.at("delay").at("slowest_wire");
    table.rows.push_back({cell_of(record.at("delay").at("model")), cell_of(energy.at("wire_pj_per_bit")),
                          cell_of(energy.at("router_pj_per_bit")), cell_of(energy.at("edge_pj_per_bit")),
                          cell_of(energy.at("total_pj_per_bit")),
                          slowest.is_null() ? TableCell() : cell_of(slowest.at("layers"))});
  }
  if (!table.rows.empty()) drop_empty_columns(table);
  return table;
}

void flatten(const std::string& path, const Json& value, Json& out) {
  if (!value.is_object() || value.empty()) {
    out[path] = value.is_array() || value.is_object() ? Json(value.dump()) : value;
    return;
  }
  for (const auto& [key, child] : value.items()) flatten(path.empty() ? key : path + '.' + key, child, out);
}

/// A section that stands between its candidate's name and the next one.
}  // namespace

std::vector<std::string> notes_of(const std::vector<Json>& records) {
  std::vector<std::string> notes;
  for (const Json& record : records) {
    for (const Json& note : record.at("notes")) {
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
  }
  return notes;
}

std::vector<TableSection> measure_sections(const std::string& title, const std::vector<Json>& records,
                                           bool unit_technology) {
  CUTLINE_EXPECT(!records.empty());
  const Json& first = records.front();
  std::vector<TableSection> sections;
  sections.push_back({title, general_table(first)});
  if (!first.at("density").at("x").at("peak_links").is_null()) {
    sections.push_back({"density: what crosses a cut", density_table(first.at("density"))});
  }
  if (first.at("over").is_object())
    sections.push_back({"over the nodes: what crosses the edge of a node", over_table(first.at("over"))});
  if (first.at("length").at("by_class").is_array()) {
    sections.push_back({"", class_table(first.at("length").at("by_class"))});
  }
  if (!first.at("modules").empty()) {
    sections.push_back({"modules", edge_table(first.at("modules"))});
    sections.push_back({"", level_table(first.at("modules"))});
    Table media;
    add_media(media, first.at("modules"));
    if (!media.rows.empty()) sections.push_back({"", std::move(media)});
  }
  if (first.at("express").is_object()) {
    for (TableSection& section : express_sections(first.at("express"))) sections.push_back(std::move(section));
  }
  sections.push_back({"", delay_table(records, unit_technology)});
  Table energy = energy_table(records);
  if (!energy.rows.empty()) sections.push_back({"", std::move(energy)});
  for (TableSection& section : traffic_sections(records, unit_technology)) sections.push_back(std::move(section));
  Table faults = fault_table({first});
  if (!faults.rows.empty()) sections.push_back({"with failed links", std::move(faults)});
  if (first.contains("curve")) {
    const Table curve = curve_table(Json(records), unit_technology);
    if (!curve.rows.empty()) sections.push_back({"latency against distance", curve});
  }
  return sections;
}

Table flat_records(const Json& records) {
  std::vector<Json> rows;
  Table table;
  std::map<std::string, std::size_t> column_of;
  for (const Json& record : records) {
    Json& flat = rows.emplace_back(Json::object());
    for (const auto& [key, value] : record.items()) flatten(key, value, flat);
    for (const auto& [key, value] : flat.items()) {
      if (column_of.emplace(key, table.columns.size()).second)
        table.columns.push_back({key, key, "", value.is_string()});
    }
  }
  for (const Json& flat : rows) {
    std::vector<TableCell>& cells = table.rows.emplace_back(table.columns.size());
    for (const auto& [key, value] : flat.items()) cells[column_of.at(key)] = cell_of(value);
  }
  return table;
}

}  // namespace cutline
