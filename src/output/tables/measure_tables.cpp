// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/tables/measure_tables.hpp"

#include "cutline/base/format.hpp"
#include "cutline/output/words/words.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "output/tables/candidate_tables.hpp"
#include "output/text/number.hpp"

namespace cutline::tables {

namespace {

TableColumn column_of(const QuantityColumn& column, const UnderDelay& asked) {
  const Quantity* quantity = find_quantity(column.path);
  CUTLINE_EXPECT(quantity != nullptr);
  const std::string_view title = column.title.empty() ? quantity->names.title : column.title;
  const std::string_view unit = column.unit.empty() ? unit_text(quantity->unit, asked).heading : column.unit;
  const bool text = column.kind != QuantityColumn::Kind::number;
  return {quantity->key, std::string(title), std::string(unit), text,
          column.kind == QuantityColumn::Kind::wrapped_text};
}

}  // namespace

Data value_at(const Data& entry, std::string_view path) {
  const Data* value = entry.at_path(path);
  return value != nullptr ? *value : Data();
}

Table table_of(const Data& entries, const std::vector<TableColumn>& columns) {
  const auto paths = each_of(columns, [](const auto& column) { return ColumnOf<Data>{column, at(column.key)}; });
  return table_of(entries.list(), paths);
}

TableCell cell_at(const UnderDelay& asked, std::string_view path) { return cell_of(quantity_value(asked, path)); }

Table quantity_table(const std::vector<UnderDelay>& asked, const std::vector<QuantityColumn>& columns) {
  Table table;
  if (asked.empty()) return table;
  for (const QuantityColumn& column : columns) table.columns.push_back(column_of(column, asked.front()));
  for (const UnderDelay& each : asked) {
    std::vector<TableCell>& row = table.rows.emplace_back();
    for (const QuantityColumn& column : columns) row.push_back(cell_at(each, column.path));
  }
  return table;
}

Table without_empty_columns(Table table) {
  for (std::size_t c = table.columns.size(); c-- > 0;) {
    const bool empty = std::ranges::all_of(
        table.rows, [&](const std::vector<TableCell>& row) { return std::holds_alternative<std::monostate>(row[c]); });
    if (!empty || table.rows.empty()) continue;
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
    for (std::vector<TableCell>& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
  }
  return table;
}

}  // namespace cutline::tables

namespace cutline {

namespace {

constexpr std::size_t kDigestShown = 12;
constexpr std::size_t kSha256Digits = 64;

/// A number or a word as it stands in a list.
std::string plain_value(const Data& value) {
  if (value.is_number()) return text::short_text(value.number());
  return value.is_text() ? value.text() : to_json(value);
}

/// A map in words; its first entry is its name: "core: count 8, router ns 1.5".
std::string described(const Data::Map& thing) {
  std::string words;
  for (std::size_t i = 1; i < thing.size(); ++i) {
    const auto& [key, value] = thing[i];
    if (value.is_null()) continue;
    std::string name = key;
    std::replace(name.begin(), name.end(), '_', ' ');
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", name, plain_value(value));
  }
  return fmt::format("{}: {}", plain_value(thing.front().second), words);
}

/// A value with its own number of decimals and its own unit, because it does not stand in a column of like values.
std::string measured_value(const Data& value, std::string_view unit = {}) {
  if (value.is_list() && !value.list().empty() && value.list().front().is_map())
    return join(each_of(value.list(), [](const Data& thing) { return described(thing.map()); }), "; ");
  const TableCell cell = cell_of(value);
  if (value.is_number() && !unit.empty()) {
    const text::UnitScale scale(std::string(unit), {value.number()});
    return scale.text(value.number(), 6) + " " + scale.unit();
  }
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return text::with_thousands(*whole);
  if (const auto* real = std::get_if<double>(&cell)) return text::short_text(*real, 6);
  if (const auto* text = std::get_if<std::string>(&cell))
    return text->size() == kSha256Digits ? text->substr(0, kDigestShown) + "..." : *text;
  return "-";
}

/// The key of a quantity without the unit, which stands with the value: "area" for "area_mm2".
std::string_view without_unit(std::string_view key, std::string_view unit) {
  if (unit.empty()) return key;
  const std::string ending = unit == "pJ/bit" ? "_pj_per_bit" : "_" + std::string(unit);
  return key.ends_with(ending) ? key.substr(0, key.size() - ending.size()) : key;
}

/// Calls `each` with the rest of the key, the value and the unit of every quantity whose key begins with `group` and a
/// dot. The unit is empty unless it is of money or its dimension has other units.
template <class Each>
void for_group(const UnderDelay& asked, std::string_view group, const Each& each) {
  for (const Quantity& row : quantities()) {
    const std::string_view key = row.key;
    if (!key.starts_with(group) || !key.substr(group.size()).starts_with('.') || row.value == nullptr) continue;
    if (row.wanted != nullptr && !row.wanted(asked.study)) continue;
    const std::string_view unit = unit_text(row.unit, asked).sign;
    const bool told = text::has_magnitudes(unit) || row.unit == Unit::money;
    each(key.substr(group.size() + 1), quantity_value(asked, row), told ? unit : std::string_view());
  }
}

/// Adds a row to a table of groups; only the first row of a group names it.
void add_row(Table& table, std::string_view& last, std::string_view group, std::string_view key, std::string value) {
  table.rows.push_back({std::string(group == last ? "" : group), std::string(key), std::move(value)});
  last = group;
}

/// Group, key and value of everything that does not depend on the delay model.
Table general_table(const UnderDelay& asked) {
  Table table;
  table.columns = {{"group", "", "", true}, {"key", "measure", "", true}, {"value", "value", "", true, true}};
  std::string_view last;
  const auto has = [&](std::string_view key) { return !quantity_value(asked, key).is_null(); };
  bool interchanges = false;
  for (const std::string_view key : {"nodes", "interchanges", "switches", "terminals", "links", "bidirectional"}) {
    const Data value = quantity_value(asked, key);
    const bool rare = key == "interchanges" || key == "switches";
    interchanges = interchanges || (rare && value.number() != 0);
    if (!rare || value.number() != 0) add_row(table, last, "network", key, measured_value(value));
  }
  // Quantities with a table of their own are left out, and those of interchanges if there are none.
  const auto add = [&](std::string_view name, std::string_view group) {
    for_group(asked, group, [&](std::string_view key, const Data& value, std::string_view unit) {
      const bool no_board = (name == "board" || name == "machine") && (value.is_null() || key == "pins_of_slots");
      const bool out = no_board || key == "by_class" || key == "arranged" ||
                       (name == group && !interchanges && key.find("interchange") != std::string_view::npos);
      if (!out) add_row(table, last, name, without_unit(key, unit), measured_value(value, unit));
    });
  };
  for (const std::string_view group : {"graph", "channel", "held", "grid", "tracks", "layout", "length"})
    add(group, group);
  if (has("given.longest_mm")) add("given", "given");
  add("pins", "pins");
  if (asked.candidate.board) add("board", "board");
  if (asked.candidate.machine) add("machine", "machine");
  if (asked.candidate.packages()) add("crossings", "crossings");
  if (has("routers.router.area_mm2") || has("routers.router.energy_pj_per_bit")) add("router", "routers.router");
  if (has("routers.interchange.area_mm2") || has("routers.interchange.energy_pj_per_bit"))
    add("interchange", "routers.interchange");
  return table;
}

/// The quantities of a group that has the same ones for each axis, side by side; the keys of `columns` after the first
/// are axes.
Table axes_table(const UnderDelay& asked, std::string_view group, std::vector<TableColumn> columns) {
  Table table{std::move(columns), {}};
  for_group(asked, fmt::format("{}.x", group), [&](std::string_view key, const Data&, std::string_view) {
    std::vector<TableCell>& row = table.rows.emplace_back();
    row.emplace_back(std::string(key));
    for (std::size_t c = 1; c < table.columns.size(); ++c)
      row.emplace_back(
          measured_value(quantity_value(asked, fmt::format("{}.{}.{}", group, table.columns[c].key, key))));
  });
  return table;
}

/// What crosses the cuts of each axis.
Table density_table(const UnderDelay& asked) {
  std::vector<TableColumn> columns = {
      {"key", "measure", "", true}, {"x", "x", "rows", true}, {"y", "y", "columns", true}, {"z", "z", "pillars", true}};
  if (asked.candidate.placement()->grid()[Axis::z] == 1) columns.pop_back();
  return axes_table(asked, "density", std::move(columns));
}

/// The wires that cross edges between nodes, if wiring runs over the nodes.
Table over_table(const UnderDelay& asked) {
  return axes_table(asked, "over",
                    {{"key", "wires", "over the nodes", true},
                     {"x", "x", "left and right edges", true},
                     {"y", "y", "upper and lower edges", true}});
}

Table class_table(const Data& classes) {
  return tables::table_of(classes, {{"class", "links by class", "", true, true},
                                    {"links", "links", ""},
                                    {"longest_span", "longest", "node pitches"},
                                    {"mean_span", "mean", "node pitches"}});
}

Table delay_table(const std::vector<UnderDelay>& asked) {
  using Kind = tables::QuantityColumn::Kind;
  return tables::quantity_table(asked, {{"delay.model", Kind::wrapped_text},
                                        {"delay.longest_wire_ns"},
                                        {"delay.cycle_ns"},
                                        {"delay.cycle_set_by", Kind::wrapped_text},
                                        {"performance.mean_hops"},
                                        {"performance.latency_ns"},
                                        {"performance.latency_parts_ns.node"},
                                        {"performance.latency_parts_ns.wire"},
                                        {"performance.latency_parts_ns.message"},
                                        {"performance.latency_cycles"}});
}

/// Energy per bit of a mean message; no rows if no part of it is known.
Table energy_table(const std::vector<UnderDelay>& asked) {
  using Kind = tables::QuantityColumn::Kind;
  std::vector<UnderDelay> known = those_with(
      asked, [&](const UnderDelay& each) { return !quantity_value(each, "energy.total_pj_per_bit").is_null(); });
  return tables::without_empty_columns(
      tables::quantity_table(known, {{"delay.model", Kind::wrapped_text, "energy of a bit"},
                                     {"energy.wire_pj_per_bit", Kind::number, "", "pJ"},
                                     {"energy.router_pj_per_bit", Kind::number, "", "pJ"},
                                     {"energy.edge_pj_per_bit", Kind::number, "", "pJ"},
                                     {"energy.tile_pj_per_bit", Kind::number, "", "pJ"},
                                     {"energy.total_pj_per_bit", Kind::number, "= total", "pJ"},
                                     {"delay.slowest_wire.layers", Kind::wrapped_text}}));
}

}  // namespace

std::vector<std::string> notes_of(const std::vector<UnderDelay>& asked) {
  std::vector<std::string> notes;
  for (const UnderDelay& each : asked) {
    for (const std::string& note : record_notes(each)) {
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
  }
  return notes;
}

std::vector<TableSection> measure_sections(const std::string& title, const std::vector<UnderDelay>& asked) {
  CUTLINE_EXPECT(!asked.empty());
  const UnderDelay& first = asked.front();
  std::vector<TableSection> sections;
  const auto add = [&](const char* heading, Table table) {
    if (!table.rows.empty()) sections.push_back({heading, std::move(table)});
  };
  const auto append = [&](std::vector<TableSection> some) {
    for (TableSection& section : some) sections.push_back(std::move(section));
  };
  sections.push_back({title, general_table(first)});
  if (const LaidOut* laid = first.candidate.laid_out()) {
    add("density: what crosses a cut", density_table(first));
    if (laid->measures.over()) add("over the nodes: what crosses the edge of a node", over_table(first));
    add("", class_table(quantity_value(first, "length.by_class")));
  }
  if (first.candidate.packages())
    append(tables::module_sections(quantity_value(first, "modules"), unit_text(Unit::time, first).heading));
  if (!first.candidate.facts.express.empty()) append(tables::express_sections(quantity_value(first, "express.lines")));
  for (const UnderDelay& each : asked) add("planes, each with its own messages", tables::plane_table(each));
  for (const UnderDelay& each : asked) add("applications, one after another", tables::application_table(each));
  sections.push_back({"", delay_table(asked)});
  add("", energy_table(asked));
  append(tables::traffic_sections(asked));
  add("with failed links", tables::fault_table({first}));
  add("latency against distance", curve_table(asked));
  return sections;
}

}  // namespace cutline
