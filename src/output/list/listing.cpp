// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/list/listing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/named.hpp"
#include "cutline/delay/delay_model.hpp"
#include "cutline/performance/contention.hpp"
#include "cutline/performance/traffic_pattern.hpp"
#include "cutline/study/ranking.hpp"
#include "cutline/topology/family.hpp"
#include "output/list/catalogues.hpp"
#include "output/tables/columns.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"

namespace cutline {

namespace {

/// The words for kinds of fields, in the order of FieldKind.
constexpr std::array<std::string_view, 9> kFieldKinds = {
    "integer", "number", "text", "node", "file", "choice", "integers", "lists of integers", "time"};

std::string_view kind_text(const Field& field) { return kFieldKinds.at(static_cast<std::size_t>(field.kind)); }

std::string range_text(const Field& field) {
  if (!field.choices.empty()) return fmt::format("{}", fmt::join(field.choices, " | "));
  const bool low = std::isfinite(field.min);
  const bool high = std::isfinite(field.max);
  if (low && high) return fmt::format("{} to {}", text::short_text(field.min, 6), text::short_text(field.max, 6));
  if (low) return fmt::format("at least {}", text::short_text(field.min, 6));
  return high ? fmt::format("at most {}", text::short_text(field.max, 6)) : "";
}

std::string default_words(const Field& field) {
  return field.required ? "required" : words::value_text(field.default_value);
}

/// The parameters of an entry, one row each.
Table parameters_table(const std::vector<Field>& fields) {
  return tables::table_of<Field>(fields, {{{"parameter", "parameter", "", true}, &Field::name},
                                          {{"kind", "kind", "", true}, kind_text},
                                          {{"range", "range", "", true, true}, range_text},
                                          {{"default", "default", "", true}, default_words},
                                          {{"help", "meaning", "", true, true}, &Field::help}});
}

/// A row of a catalogue whose entries take parameters.
struct ListEntry {
  std::string_view name, summary, source;
  const std::vector<Field>* fields = nullptr;
};

template <class Row>
std::vector<ListEntry> entries_of(const std::vector<Row>& rows) {
  std::vector<ListEntry> entries;
  for (const Row& row : rows)
    entries.push_back({row.name, row.summary, row.source == "none" ? "" : row.source, &row.fields});
  return entries;
}

Listing entries_listing(const std::vector<ListEntry>& entries, std::string_view noun) {
  const std::string name(noun);
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

/// One row of the catalogue of catalogues. Its entries take parameters, or it is one table.
struct Kind {
  std::string_view name;
  Table (*table)() = nullptr;
  std::vector<ListEntry> (*entries)() = nullptr;
  std::string_view noun = {};                         ///< for `entries`
  std::string (*title)() = nullptr;                   ///< of the table, for people
  std::vector<TableSection> (*sections)() = nullptr;  ///< shown to people instead of the table
  std::vector<TableSection> (*index)() = nullptr;     ///< shown instead of all sections if no entry is named
  bool of_paths = false;                              ///< entries are paths, see is_meant()

  Listing listing() const {
    if (entries != nullptr) return entries_listing(entries(), noun);
    const Table all = table();
    if (sections != nullptr) return {sections(), all};
    return {{{title != nullptr ? title() : "", all}}, all};
  }
};

using Sections = std::vector<TableSection>;

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {.name = "families",
       .entries = [] { return entries_of(families()); },
       .noun = "family",
       .index = [] { return Sections{list::families_index()}; }},
      {.name = "formats",
       .table = list::formats_table,
       .title =
           [] { return std::string("formats of graphs and floorplans; other endings are read as edges and csv"); }},
      {.name = "orders", .table = list::orders_table},
      {.name = "technologies",
       .table = [] { return list::technologies_table(false); },
       .sections =
           [] {
             return Sections{{"", list::technologies_table(true)}};
           }},
      {.name = "delays", .entries = [] { return entries_of(delay_models()); }, .noun = "delay"},
      {.name = "traffic", .entries = [] { return entries_of(traffic_patterns()); }, .noun = "traffic"},
      {.name = "contention", .entries = [] { return entries_of(contention_models()); }, .noun = "contention"},
      {.name = "exports", .table = list::exports_table, .sections = [] { return Sections{list::exports_index()}; }},
      {.name = "figures", .table = list::figures_table},
      {.name = "measures",
       .table = list::measures_table,
       .title = [] { return fmt::format("rank by: {}", fmt::join(names_of(rank_measures()), ", ")); }},
      {.name = "quantities", .table = list::quantities_table, .sections = list::quantities_by_part},
      {.name = "keys",
       .table = list::keys_table,
       .index = [] { return Sections{list::keys_index()}; },
       .of_paths = true}};
  return all;
}

/// Whether a name means an entry. It does if it is the entry's name. With `of_paths`, it also does if it is a path
/// above the entry, or the last part of its path: "radix" and "candidates[].topology" mean
/// "candidates[].topology.radix".
bool is_meant(std::string_view name, std::string_view entry, bool of_paths) {
  if (entry == name) return true;
  if (!of_paths || name.size() >= entry.size()) return false;
  const bool below = entry.starts_with(name) && (entry[name.size()] == '.' || entry[name.size()] == '[');
  return below || (entry.ends_with(name) && entry[entry.size() - name.size() - 1] == '.');
}

void expect_entry(const Table& table, const Kind& of, std::string_view name) {
  const std::string_view kind = of.name;
  std::vector<std::string_view> known;
  for (const std::vector<TableCell>& row : table.rows) known.push_back(std::get<std::string>(row[0]));
  if (std::any_of(known.begin(), known.end(),
                  [&](std::string_view entry) { return is_meant(name, entry, of.of_paths); }))
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

const Kind& kind_named(std::string_view kind) {
  return expect_named(kinds(), kind, "there is no list of", "the lists are");
}

}  // namespace

std::vector<std::string_view> listing_kinds() { return names_of(kinds()); }

Listing listing(std::string_view kind, std::string_view name) {
  const Kind& found = kind_named(kind);
  Listing all = found.listing();
  if (name.empty()) {
    if (found.index != nullptr) all.sections = found.index();
    return all;
  }
  expect_entry(all.table, found, name);
  std::erase_if(all.table.rows,
                [&](const auto& row) { return !is_meant(name, std::get<std::string>(row[0]), found.of_paths); });
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
  const Kind& found = kind_named(kind);
  const Table table = found.listing().table;
  Data all = found.entries != nullptr ? entries_data(found.entries()) : table_data(table);
  if (name.empty()) return all;
  expect_entry(table, found, name);
  std::erase_if(all.list(),
                [&](const Data& each) { return !is_meant(name, each.map().front().second.text(), found.of_paths); });
  return all;
}

}  // namespace cutline
