// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/list/listing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/base/named.hpp"
#include "cutline/delay/delay_model.hpp"
#include "cutline/output/explain/explain.hpp"
#include "cutline/output/figure/figure.hpp"
#include "cutline/performance/contention.hpp"
#include "cutline/performance/traffic_pattern.hpp"
#include "cutline/placement/floorplan_file.hpp"
#include "cutline/placement/order.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/study/ranking.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/graph_file.hpp"
#include "output/list/export_tables.hpp"
#include "output/list/indexes.hpp"
#include "output/list/technologies_table.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

/// A row of a catalogue whose entries take parameters.
struct ListEntry {
  std::string_view name, summary, source;
  const std::vector<Field>* fields = nullptr;
};

std::string_view kind_text(FieldKind kind) {
  switch (kind) {
    case FieldKind::integer:
      return "integer";
    case FieldKind::number:
      return "number";
    case FieldKind::text:
      return "text";
    case FieldKind::node:
      return "node";
    case FieldKind::file:
      return "file";
    case FieldKind::choice:
      return "choice";
    case FieldKind::integer_list:
      return "integers";
    case FieldKind::integer_table:
      return "lists of integers";
    case FieldKind::time:
      return "time";
  }
  broken_contract("a kind of field", __FILE__, __LINE__);
}

std::string range_text(const Field& field) {
  if (!field.choices.empty()) return fmt::format("{}", fmt::join(field.choices, " | "));
  const bool low = std::isfinite(field.min);
  const bool high = std::isfinite(field.max);
  if (low && high) return fmt::format("{} to {}", text::short_text(field.min, 6), text::short_text(field.max, 6));
  if (low) return fmt::format("at least {}", text::short_text(field.min, 6));
  return high ? fmt::format("at most {}", text::short_text(field.max, 6)) : "";
}

std::string field_value(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* real = std::get_if<double>(&value)) return text::exact_text(*real);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* list = std::get_if<IntegerList>(&value)) return fmt::format("[{}]", fmt::join(*list, ", "));
  return "";
}

std::string default_words(const Field& field) { return field.required ? "required" : field_value(field.default_value); }

std::vector<ListEntry> family_entries() {
  std::vector<ListEntry> entries;
  for (const Family& family : families())
    entries.push_back({family.name, family.summary, family.source, &family.fields});
  return entries;
}

std::vector<ListEntry> delay_entries() {
  std::vector<ListEntry> entries;
  for (const DelayModel& model : delay_models())
    entries.push_back({model.name, model.summary, model.source, &model.fields});
  return entries;
}

std::vector<ListEntry> traffic_entries() {
  std::vector<ListEntry> entries;
  for (const TrafficPattern& pattern : traffic_patterns())
    entries.push_back({pattern.name, pattern.summary, pattern.source == "none" ? "" : pattern.source, &pattern.fields});
  return entries;
}

std::vector<ListEntry> contention_entries() {
  std::vector<ListEntry> entries;
  for (const ContentionModel& model : contention_models())
    entries.push_back({model.name, model.summary, model.source, &model.fields});
  return entries;
}

std::vector<TableColumn> parameter_columns() {
  return {{"parameter", "parameter", "", true},
          {"kind", "kind", "", true},
          {"range", "range", "", true, true},
          {"default", "default", "", true},
          {"help", "meaning", "", true, true}};
}

std::vector<TableCell> parameter_cells(const Field& field) {
  return {std::string(field.name), std::string(kind_text(field.kind)), range_text(field), default_words(field),
          std::string(field.help)};
}

Listing entries_listing(const std::vector<ListEntry>& entries, const std::string& noun) {
  Listing out;
  out.table.columns = {
      {noun, noun, "", true}, {"summary", "summary", "", true, true}, {"source", "source", "", true, true}};
  const std::vector<TableColumn> parameters = parameter_columns();
  out.table.columns.insert(out.table.columns.end(), parameters.begin(), parameters.end());
  for (const ListEntry& entry : entries) {
    const std::string source = entry.source.empty() ? "" : fmt::format("  {}", entry.source);
    TableSection section{fmt::format("{}: {}{}", entry.name, entry.summary, source), {parameters, {}}};
    for (const Field& field : *entry.fields) section.table.rows.push_back(parameter_cells(field));
    std::vector<std::vector<TableCell>> rows = section.table.rows;
    if (rows.empty()) rows.emplace_back(parameters.size());
    for (const std::vector<TableCell>& cells : rows) {
      std::vector<TableCell> row = {std::string(entry.name), std::string(entry.summary), std::string(entry.source)};
      row.insert(row.end(), cells.begin(), cells.end());
      out.table.rows.push_back(std::move(row));
    }
    out.sections.push_back(std::move(section));
  }
  return out;
}

Data finite_or_null(double value) { return std::isfinite(value) ? Data(value) : Data(); }

Data field_data(const Field& field) {
  const std::string fallback = field_value(field.default_value);
  return Data::Map{{"name", field.name},
                   {"kind", kind_text(field.kind)},
                   {"min", finite_or_null(field.min)},
                   {"max", finite_or_null(field.max)},
                   {"choices", data_list(field.choices)},
                   {"default", fallback.empty() ? Data() : Data(fallback)},
                   {"required", field.required},
                   {"help", field.help}};
}

Data entries_data(const std::vector<ListEntry>& entries) {
  Data::List list;
  for (const ListEntry& entry : entries) {
    Data::List parameters;
    for (const Field& field : *entry.fields) parameters.push_back(field_data(field));
    list.emplace_back(Data::Map{{"name", entry.name},
                                {"summary", entry.summary},
                                {"source", entry.source},
                                {"parameters", std::move(parameters)}});
  }
  return list;
}

Table formats_table() {
  Table table{{{"name", "format", "", true},
               {"holds", "of", "", true},
               {"endings", "endings", "", true},
               {"summary", "meaning", "", true, true},
               {"source", "source", "", true, true}},
              {}};
  const auto add = [&](const auto& format, const char* holds) {
    table.rows.push_back({std::string(format.name), holds, fmt::format("{}", fmt::join(format.endings, " ")),
                          std::string(format.summary), std::string(format.source)});
  };
  for (const GraphFormat& format : graph_formats()) add(format, "graph");
  for (const FloorplanFormat& format : floorplan_formats()) add(format, "floorplan");
  return table;
}

Table orders_table() {
  Table table{{{"name", "order", "", true},
               {"places", "places", "", true},
               {"summary", "meaning", "", true, true},
               {"source", "source", "", true, true}},
              {}};
  for (const Order& order : orders()) {
    const bool grids = order.grid != nullptr || order.arranges_grids;
    const bool lines = order.line != nullptr || order.arrange != nullptr;
    const std::string places = !lines ? "a grid" : grids ? "lines and grids" : "lines";
    table.rows.push_back({std::string(order.name), places, std::string(order.summary), std::string(order.source)});
  }
  return table;
}

Table figures_table() {
  Table table{{{"name", "figure", "", true}, {"summary", "meaning", "", true, true}}, {}};
  for (const FigureKind& kind : figure_kinds())
    table.rows.push_back({std::string(kind.name), std::string(kind.summary)});
  return table;
}

Table measures_table() {
  Table table{
      {{"name", "measure", "", true}, {"key", "key of the record", "", true}, {"summary", "meaning", "", true, true}},
      {}};
  for (const ExplainedMeasure& measure : explained_measures()) {
    table.rows.push_back({std::string(measure.name), std::string(measure.key), std::string(measure.summary)});
  }
  return table;
}

TableCell text_or_none(std::string_view text) { return text.empty() ? TableCell() : TableCell(std::string(text)); }

Table quantities_table() {
  Table table{{{"key", "key of the record", "", true},
               {"name", "name", "", true},
               {"rank", "in rank", "", true},
               {"unit", "unit", "", true},
               {"summary", "meaning", "", true, true}},
              {}};
  for (const Quantity& row : quantities()) {
    table.rows.push_back({row.key, text_or_none(row.names.name), text_or_none(row.names.rank),
                          text_or_none(unit_text(row.unit, false).words), text_or_none(row.summary)});
  }
  return table;
}

/// The quantities, grouped by part of the record; each is named by the rest of its key.
Listing quantities_listing() {
  Listing out{{}, quantities_table()};
  std::string part = "-";
  for (const Quantity& row : quantities()) {
    const std::size_t dot = std::min(row.key.find('.'), row.key.size());
    const std::string own = dot == row.key.size() ? "" : row.key.substr(0, dot);
    if (own != part) {
      const Table table{{{"key", "key", "", true},
                         {"name", "name", "", true},
                         {"unit", "unit", "", true},
                         {"summary", "meaning", "", true, true}},
                        {}};
      out.sections.push_back({own.empty() ? "" : own + ".", table});
      part = own;
    }
    out.sections.back().table.rows.push_back(
        {own.empty() ? row.key : row.key.substr(dot + 1), text_or_none(row.names.name),
         text_or_none(unit_text(row.unit, false).words), text_or_none(row.summary)});
  }
  return out;
}

Listing plain(Table table, std::string title = {}) { return {{{std::move(title), table}}, table}; }

constexpr const char* kExportDetails = "limits, what a target ignores, sources: cutline list exports NAME";

/// One row of the catalogue of catalogues.
struct Kind {
  std::string_view name;
  Listing (*list)();
  Data (*data)();
  TableSection (*index)() = nullptr;  ///< shown instead of all sections to people who name no entry
  bool of_paths = false;              ///< entries are paths, see is_meant()
};

template <Table (*make)()>
Data as_data() {
  return table_data(make());
}

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"families", [] { return entries_listing(family_entries(), "family"); },
       [] { return entries_data(family_entries()); }, list::families_index},
      {"formats",
       [] {
         return plain(formats_table(), "formats of graphs and floorplans; other endings are read as edges and csv");
       },
       as_data<formats_table>},
      {"orders", [] { return plain(orders_table()); }, as_data<orders_table>},
      {"technologies",
       [] {
         return Listing{{TableSection{"", list::technologies_table(true)}}, list::technologies_table(false)};
       },
       [] { return table_data(list::technologies_table(false)); }},
      {"delays", [] { return entries_listing(delay_entries(), "delay"); },
       [] { return entries_data(delay_entries()); }},
      {"traffic", [] { return entries_listing(traffic_entries(), "traffic"); },
       [] { return entries_data(traffic_entries()); }},
      {"contention", [] { return entries_listing(contention_entries(), "contention"); },
       [] { return entries_data(contention_entries()); }},
      {"exports",
       [] {
         return Listing{{{kExportDetails, list::short_exports_table()}}, list::exports_table()};
       },
       as_data<list::exports_table>},
      {"figures", [] { return plain(figures_table()); }, as_data<figures_table>},
      {"measures",
       [] { return plain(measures_table(), fmt::format("rank by: {}", join(names_of(rank_measures()), ", "))); },
       as_data<measures_table>},
      {"quantities", quantities_listing, as_data<quantities_table>},
      {"keys", [] { return plain(list::keys_table()); }, as_data<list::keys_table>, list::keys_index, true},
  };
  return all;
}

void expect_entry(const Table& table, const Kind& of, std::string_view name) {
  const std::string_view kind = of.name;
  std::vector<std::string_view> known;
  for (const std::vector<TableCell>& row : table.rows) known.push_back(std::get<std::string>(row[0]));
  if (std::any_of(known.begin(), known.end(),
                  [&](std::string_view entry) { return list::is_meant(name, entry, of.of_paths); }))
    return;
  throw_input_error(fmt::format("'{}' is not among the {}", name, kind),
                    did_you_mean(name, known, fmt::format("see 'cutline list {}'", kind)));
}

/// Turns columns into rows: each row has the name of a column and its content.
Table one_below_the_other(const Table& table) {
  Table out{{{"key", "key", "", true}, {"value", "value", "", true, true}}, {}};
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    for (const std::vector<TableCell>& row : table.rows) {
      const auto* whole = std::get_if<std::int64_t>(&row[i]);
      const auto* real = std::get_if<double>(&row[i]);
      out.rows.push_back({table.columns[i].key, whole  ? text::with_thousands(*whole)
                                                : real ? TableCell(text::exact_text(*real))
                                                       : row[i]});
    }
  }
  return out;
}

}  // namespace

std::vector<std::string_view> listing_kinds() { return names_of(kinds()); }

Listing listing(std::string_view kind, std::string_view name) {
  const Kind& found = expect_named(kinds(), kind, "there is no list of", "the lists are");
  Listing all = found.list();
  if (name.empty()) {
    if (found.index != nullptr) all.sections = {found.index()};
    return all;
  }
  expect_entry(all.table, found, name);
  std::erase_if(all.table.rows,
                [&](const auto& row) { return !list::is_meant(name, std::get<std::string>(row[0]), found.of_paths); });
  if (all.sections.size() > 1) {
    std::erase_if(all.sections, [&](const auto& each) { return each.title.rfind(fmt::format("{}:", name), 0) != 0; });
  } else if (all.table.rows.size() > 1) {
    all.sections = {{"", all.table}};
  } else {
    all.sections = {{"", one_below_the_other(all.table)}};
  }
  return all;
}

Data listing_data(std::string_view kind, std::string_view name) {
  const Kind& found = expect_named(kinds(), kind, "there is no list of", "the lists are");
  Data all = found.data();
  if (name.empty()) return all;
  expect_entry(found.list().table, found, name);
  Data::List one;
  for (Data& each : all.list()) {
    if (list::is_meant(name, each.map().front().second.text(), found.of_paths)) one.push_back(std::move(each));
  }
  return one;
}

}  // namespace cutline
