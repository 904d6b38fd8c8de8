// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/list/listing.hpp"

#include <bit>
#include <cmath>

#include "base/named.hpp"
#include "cutline/detail/topology/given_graph.hpp"
#include "cutline/output/explain/explain.hpp"
#include "cutline/output/export/exports.hpp"
#include "cutline/output/figure/figure.hpp"
#include "cutline/spec/spec.hpp"
#include "output/list/library_tables.hpp"
#include "output/tables/candidate_tables.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"
#include "placement/floorplan_file.hpp"
#include "placement/order.hpp"
#include "routing/routing_rules.hpp"

namespace cutline {

namespace {

using Sections = std::vector<TableSection>;
using tables::ColumnOf, tables::table_of;

Data text_or_none(std::string_view text) { return text.empty() ? Data() : Data(text); }

std::string places_of(const Order& order) {
  const bool grids = order.grid != nullptr || order.arranges_grids;
  const bool lines = order.line != nullptr || order.arrange != nullptr;
  return !lines ? "a grid" : grids ? "lines and grids" : "lines";
}

/// The columns of formats of files, which hold `what`.
template <class Format>
std::vector<ColumnOf<Format>> format_columns(const char* what) {
  return {{{"name", "format", "", true}, &Format::name},
          {{"holds", "of", "", true}, [what](const Format&) { return what; }},
          {{"endings", "endings", "", true}, [](const Format& each) { return join(each.endings, " "); }},
          {{"summary", "meaning", "", true, true}, &Format::summary},
          {{"source", "source", "", true, true}, &Format::source}};
}

Table exports_table() {
  return table_of<Export>(exports(), {{{"name", "export", "", true}, &Export::name},
                                      {{"extension", "file", "", true}, &Export::extension},
                                      {{"most_nodes", "nodes", "at most"}, [](auto& to) { return to.limits.nodes; }},
                                      {{"most_links", "links", "at most"}, [](auto& to) { return to.limits.links; }},
                                      {{"summary", "meaning", "", true, true}, &Export::summary},
                                      {{"ignores", "what the target ignores", "", true, true}, &Export::ignores},
                                      {{"source", "source", "", true, true}, &Export::source}});
}

/// One line each; limits are powers of two, rounded down.
Sections exports_index() {
  const auto limit = [](const Export& each) { return "2^" + std::to_string(std::bit_width(each.limits.nodes) - 1); };
  return {{"limits, what a target ignores, sources: cutline list exports NAME",
           table_of<Export>(exports(), {{{"name", "export", "", true}, &Export::name},
                                        {{"extension", "file", "", true}, &Export::extension},
                                        {{"most_nodes", "nodes", "", true}, limit},
                                        {{"summary", "meaning", "", true, true}, &Export::summary}})}};
}

Sections families_index() {
  const auto meaning = [](const Family& family) {
    const std::size_t colon = family.summary.find(": ");
    return colon == std::string_view::npos ? family.summary : family.summary.substr(colon + 2);
  };
  return {{"parameters, bounds and sources of one: cutline list families torus",
           table_of<Family>(families(), {{{"family", "family", "", true}, &Family::name},
                                         {{"meaning", "meaning", "", true, true}, meaning}})}};
}

Table figures_table() {
  return table_of<FigureKind>(figure_kinds(), {{{"name", "figure", "", true}, &FigureKind::name},
                                               {{"summary", "meaning", "", true, true}, &FigureKind::summary}});
}

Table formats_table() {
  Table table = table_of(graph_formats(), format_columns<GraphFormat>("graph"));
  for (std::vector<TableCell>& row : table_of(floorplan_formats(), format_columns<FloorplanFormat>("floorplan")).rows)
    table.rows.push_back(std::move(row));
  return table;
}

Table keys_table() {
  return table_of<SpecKey>(spec_reference(), {{{"path", "key", "", true}, &SpecKey::path},
                                              {{"type", "type", "", true, true}, &SpecKey::type},
                                              {{"default", "default", "", true, true}, &SpecKey::default_text},
                                              {{"help", "meaning", "", true, true}, &SpecKey::help}});
}

/// The top-level keys of a spec, with the number of keys below each.
Sections keys_index() {
  Table table{{{"key", "key", "", true}, {"below", "keys below", ""}, {"help", "meaning", "", true, true}}, {}};
  for (const SpecKey& key : spec_reference()) {
    if (key.path.find_first_of(".[") == std::string::npos) {
      table.rows.push_back({key.path, std::int64_t{0}, key.help});
    } else {
      ++std::get<std::int64_t>(table.rows.back()[1]);
    }
  }
  return {{"all keys below one, or of one name: cutline list keys router", std::move(table)}};
}

Table measures_table() {
  using Measure = ExplainedMeasure;
  return table_of<Measure>(explained_measures(), {{{"name", "measure", "", true}, &Measure::name},
                                                  {{"key", "key of the record", "", true}, &Measure::key},
                                                  {{"summary", "meaning", "", true, true}, &Measure::summary}});
}

Table orders_table() {
  return table_of<Order>(orders(), {{{"name", "order", "", true}, &Order::name},
                                    {{"places", "places", "", true}, places_of},
                                    {{"summary", "meaning", "", true, true}, &Order::summary},
                                    {{"source", "source", "", true, true}, &Order::source}});
}

Table routing_table() {
  const auto source = [](const RoutingRule& rule) { return rule.source == "none" ? Data() : Data(rule.source); };
  return table_of<RoutingRule>(routing_rules(), {{{"name", "routing", "", true}, &RoutingRule::name},
                                                 {{"summary", "meaning", "", true, true}, &RoutingRule::summary},
                                                 {{"source", "source", "", true, true}, source}});
}

Table quantities_table() {
  const auto name = [](const Quantity& row) { return text_or_none(row.names.name); };
  const auto rank = [](const Quantity& row) { return text_or_none(row.names.rank); };
  const auto unit = [](const Quantity& row) { return text_or_none(unit_text(row.unit, false).words); };
  const auto summary = [](const Quantity& row) { return text_or_none(row.summary); };
  return table_of<Quantity>(quantities(), {{{"key", "key of the record", "", true}, &Quantity::key},
                                           {{"name", "name", "", true}, name},
                                           {{"rank", "in rank", "", true}, rank},
                                           {{"unit", "unit", "", true}, unit},
                                           {{"summary", "meaning", "", true, true}, summary}});
}

/// The quantities, grouped by part of the record; each is named by the rest of its key.
Sections quantities_by_part() {
  Table all = quantities_table();
  all.columns[0].title = "key";
  all.columns.erase(all.columns.begin() + 2);
  Sections sections;
  for (std::vector<TableCell>& row : all.rows) {
    const std::string key = std::get<std::string>(row[0]), part = key.substr(0, key.find('.') + 1);
    row[0] = key.substr(part.size());
    if (!std::holds_alternative<std::string>(row[1])) row[1] = row[2];  // what `rank` calls it, all else takes too
    row.erase(row.begin() + 2);
    if (sections.empty() || sections.back().title != part) sections.push_back({part, {all.columns, {}}});
    sections.back().table.rows.push_back(std::move(row));
  }
  return sections;
}

/// The words for kinds of fields, in the order of FieldKind.
constexpr std::array<std::string_view, 9> kFieldKinds = {
    "integer", "number", "text", "node", "file", "choice", "integers", "lists of integers", "time"};

std::string_view kind_text(const Field& field) { return kFieldKinds.at(static_cast<std::size_t>(field.kind)); }

std::string range_text(const Field& field) {
  if (!field.choices.empty()) return join(field.choices, " | ");
  const bool low = std::isfinite(field.min), high = std::isfinite(field.max);
  if (low && high) return fmt::format("{} to {}", text::short_text(field.min, 6), text::short_text(field.max, 6));
  if (low) return fmt::format("at least {}", text::short_text(field.min, 6));
  return high ? fmt::format("at most {}", text::short_text(field.max, 6)) : "";
}

/// The parameters of an entry, one row each.
Table parameters_table(const std::vector<Field>& fields) {
  const auto fallback = [](const Field& field) {
    return field.required ? "required" : words::value_text(field.default_value);
  };
  return table_of<Field>(fields, {{{"parameter", "parameter", "", true}, &Field::name},
                                  {{"kind", "kind", "", true}, kind_text},
                                  {{"range", "range", "", true, true}, range_text},
                                  {{"default", "default", "", true}, fallback},
                                  {{"help", "meaning", "", true, true}, &Field::help}});
}

/// A row of a catalogue whose entries take parameters.
struct ListEntry {
  std::string_view name, summary, source;
  const std::vector<Field>* fields = nullptr;
};

template <class Rows>
std::vector<ListEntry> entries_of(const Rows& rows) {
  return each_of(rows, [&](const auto& row) {
    return ListEntry{row.name, row.summary, row.source == "none" ? "" : row.source, &row.fields};
  });
}

Listing entries_listing(const std::vector<ListEntry>& entries, const std::string& name) {
  Listing out;
  out.table.columns = {
      {name, name, "", true}, {"summary", "summary", "", true, true}, {"source", "source", "", true, true}};
  const Table none = parameters_table({});
  out.table.columns.insert(out.table.columns.end(), none.columns.begin(), none.columns.end());
  for (const ListEntry& entry : entries) {
    const std::string source = entry.source.empty() ? "" : fmt::format("  {}", entry.source);
    const TableSection& section = out.sections.emplace_back(
        TableSection{fmt::format("{}: {}{}", entry.name, entry.summary, source), parameters_table(*entry.fields)});
    std::vector<std::vector<TableCell>> rows = section.table.rows;
    if (rows.empty()) rows.emplace_back(none.columns.size());
    for (const std::vector<TableCell>& cells : rows) {
      std::vector<TableCell>& row = out.table.rows.emplace_back();
      row = {std::string(entry.name), std::string(entry.summary), std::string(entry.source)};
      row.insert(row.end(), cells.begin(), cells.end());
    }
  }
  return out;
}

Data finite_or_null(double value) { return std::isfinite(value) ? Data(value) : Data(); }

Data field_data(const Field& field) {
  const std::string fallback = words::value_text(field.default_value);
  return Data::Map{{"name", field.name},
                   {"kind", kind_text(field)},
                   {"min", finite_or_null(field.min)},
                   {"max", finite_or_null(field.max)},
                   {"choices", data_list(field.choices)},
                   {"default", fallback.empty() ? Data() : Data(fallback)},
                   {"required", field.required},
                   {"help", field.help}};
}

Data entries_data(const std::vector<ListEntry>& entries) {
  return each_of<Data>(entries, [&](const ListEntry& entry) {
    return Data::Map{{"name", entry.name},
                     {"summary", entry.summary},
                     {"source", entry.source},
                     {"parameters", each_of(*entry.fields, field_data)}};
  });
}

/// One row of the catalogue of catalogues. Its entries take parameters, or it is one table.
struct Kind {
  std::string_view name;
  Table (*table)() = nullptr;
  std::vector<ListEntry> (*entries)() = nullptr;
  std::string noun = {};            ///< for `entries`
  Sections (*unnamed)() = nullptr;  ///< what people see if they name no entry; null: everything
  bool of_paths = false;            ///< entries are paths, see is_meant()
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {.name = "families",
       .entries = [] { return entries_of(families()); },
       .noun = "family",
       .unnamed = families_index},
      {.name = "formats",
       .table = formats_table,
       .unnamed =
           [] {
             return Sections{
                 {"formats of graphs and floorplans; other endings are read as edges and csv", formats_table()}};
           }},
      {.name = "orders", .table = orders_table},
      {.name = "technologies",
       .table = [] { return list::technologies_table(false); },
       .unnamed =
           [] {
             return Sections{{"", list::technologies_table(true)}};
           }},
      {.name = "connectors", .table = list::connectors_table},
      {.name = "materials", .table = list::materials_table},
      {.name = "media", .table = list::media_table},
      {.name = "prices", .table = list::prices_table},
      {.name = "delays", .entries = [] { return entries_of(delay_models()); }, .noun = "delay"},
      {.name = "traffic", .entries = [] { return entries_of(traffic_patterns()); }, .noun = "traffic"},
      {.name = "routing", .table = routing_table},
      {.name = "contention", .entries = [] { return entries_of(contention_models()); }, .noun = "contention"},
      {.name = "exports", .table = exports_table, .unnamed = exports_index},
      {.name = "figures", .table = figures_table},
      {.name = "measures",
       .table = measures_table,
       .unnamed =
           [] {
             return Sections{{"rank by: " + join(names_of(rank_measures()), ", "), measures_table()}};
           }},
      {.name = "quantities", .table = quantities_table, .unnamed = quantities_by_part},
      {.name = "keys", .table = keys_table, .unnamed = keys_index, .of_paths = true}};
  return all;
}

/// Whether a name means an entry: its own, a path above it, with its dot or without, or with `of_paths` the last part
/// of its path. So "radix" and "candidates[].topology" mean "candidates[].topology.radix", and "board." all of a board.
bool is_meant(std::string_view name, std::string_view entry, bool of_paths) {
  if (entry == name) return true;
  if (name.empty() || name.size() >= entry.size()) return false;
  const char next = entry[name.size()];
  if (entry.starts_with(name) && (name.back() == '.' || next == '.' || next == '[')) return true;
  return of_paths && entry.ends_with(name) && entry[entry.size() - name.size() - 1] == '.';
}

/// Turns the one row of a table into rows, each with the name of a column and its content.
Table one_below_the_other(const Table& table) {
  Table out{{{"key", "key", "", true}, {"value", "value", "", true, true}}, {}};
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const TableCell& cell = table.rows.front()[i];
    const auto* whole = std::get_if<std::int64_t>(&cell);
    const auto* real = std::get_if<double>(&cell);
    out.rows.push_back({table.columns[i].key, whole  ? text::with_thousands(*whole)
                                              : real ? TableCell(text::exact_text(*real))
                                                     : cell});
  }
  return out;
}

}  // namespace

std::vector<std::string_view> listing_kinds() { return names_of(kinds()); }

Listing listing(std::string_view kind, std::string_view name) {
  const Kind& found = expect_named(kinds(), kind, "there is no list of", "the lists are");
  Listing all;
  if (found.entries != nullptr) all = entries_listing(found.entries(), found.noun);
  if (found.table != nullptr) all = {{{"", found.table()}}, found.table()};
  if (name.empty() && found.unnamed != nullptr) all.sections = found.unnamed();
  if (name.empty()) return all;
  const std::vector<std::vector<TableCell>> known = std::exchange(all.table.rows, {});
  for (const std::vector<TableCell>& row : known) {
    if (is_meant(name, std::get<std::string>(row[0]), found.of_paths)) all.table.rows.push_back(row);
  }
  if (all.table.rows.empty()) {
    std::vector<std::string_view> names;
    for (const std::vector<TableCell>& row : known) names.push_back(std::get<std::string>(row[0]));
    throw_input_error(fmt::format("'{}' is not among the {}", name, found.name),
                      did_you_mean(name, names, fmt::format("see 'cutline list {}'", found.name)));
  }
  if (found.entries != nullptr) {
    std::erase_if(all.sections, [&](const auto& each) { return !each.title.starts_with(fmt::format("{}:", name)); });
  } else {
    all.sections = {{"", all.table.rows.size() > 1 ? all.table : one_below_the_other(all.table)}};
  }
  return all;
}

Data listing_data(std::string_view kind, std::string_view name) {
  const Listing chosen = listing(kind, name);
  const Kind& found = *find_named(kinds(), kind);
  if (found.entries == nullptr) return table_data(chosen.table);
  Data all = entries_data(found.entries());
  std::erase_if(all.list(), [&](const Data& each) { return !name.empty() && each.at("name") != Data(name); });
  return all;
}

}  // namespace cutline
