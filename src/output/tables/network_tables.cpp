// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "cutline/base/format.hpp"
#include "output/tables/candidate_tables.hpp"
#include "output/text/number.hpp"
#include "study/planes.hpp"

namespace cutline::tables {

namespace {

/// The lists of a line side by side, one row per level.
Table levels_of(const Data& line) {
  Table table;
  table.columns = {{"level", "level", ""},
                   {"spacing", "spacing", "nodes"},
                   {"interchanges", "interchanges", "a line"},
                   {"channels", "channels", "each way"},
                   {"share", "share", "counted"},
                   {"share_printed", "eq. 6", "printed"},
                   {"share_example", "example", "printed"},
                   {"allocation", "best", "channels"},
                   {"allocation_example", "example", "channels"}};
  for (std::size_t level = 0; level < line.at("spacing").list().size(); ++level) {
    std::vector<TableCell>& row = table.rows.emplace_back();
    row.emplace_back(static_cast<std::int64_t>(level));
    for (std::size_t column = 1; column < table.columns.size(); ++column)
      row.push_back(cell_of(line.at(table.columns[column].key).list()[level]));
  }
  return table;
}

Table construction_table(const Data& line) {
  return table_of(line.at("constructions"), {{"construction", "highest interchange, one channel a level", "", true},
                                             {"modules", "modules", ""},
                                             {"pins_per_module", "pins", "a module"},
                                             {"pins", "pins", "all modules"}});
}

std::string heading(const Data& line) {
  const Data::List& all = line.at("dimensions").list();
  const std::string numbers = join(each_of(all, [](const Data& number) { return to_json(number); }), ", ");
  return fmt::format("express channels of {} {}: messages over the middle, by level",
                     all.size() > 1 ? "dimensions" : "dimension", numbers);
}

/// The value at `path` where an entry does not have the one at `unless`.
auto at_unless(std::string_view path, std::vector<std::string_view> unless) {
  return [path, unless = std::move(unless)](const Data& entry) {
    const bool other = std::any_of(unless.begin(), unless.end(),
                                   [&](std::string_view each) { return !value_at(entry, each).is_null(); });
    return other ? Data() : value_at(entry, path);
  };
}

/// Pins, wires and links at the edges of modules, level by level.
Table edge_table(const Data& modules) {
  return without_empty_columns(table_of<Data>(
      modules.list(),
      {{{"level", "over the edge", "", true, true}, at("level")},
       {{"count", "modules", ""}, at("count")},
       {{"pins", "pins", "most"}, at("pins_max")},
       {{"offered", "of", "offered"}, at("pins_offered")},
       {{"used", "used", "%"}, percent("used_fraction")},
       {{"wires", "wires", "all faces"}, at("wires_max")},
       {{"links", "links", "cross"}, at("links_crossing")},
       {{"crossing", "longest", "pitches"}, at_unless("longest_crossing_pitches", {"longest_crossing_mm"})},
       {{"crossing_mm", "longest", "mm"}, at("longest_crossing_mm")},
       {{"over", "past", "reach"}, at("over_reach")}}));
}

/// The links that stay within a module of each level: their number and lengths, and the density of the level's own
/// wiring.
Table within_table(const Data& modules) {
  const std::vector<std::string_view> metres = {"length.longest_mm", "wires_per_mm"};
  return without_empty_columns(
      table_of<Data>(modules.list(), {{{"level", "within", "", true, true}, at("level")},
                                      {{"links", "links", ""}, at("length.links")},
                                      {{"longest", "longest", "pitches"}, at_unless("length.longest_pitches", metres)},
                                      {{"mean", "mean", "pitches"}, at_unless("length.mean_pitches", metres)},
                                      {{"longest_mm", "longest", "mm"}, at("length.longest_mm")},
                                      {{"mean_mm", "mean", "mm"}, at("length.mean_mm")},
                                      {{"cut", "wires", "at a cut"}, at("cut_wires_max")},
                                      {{"density", "wires", "per mm"}, at("wires_per_mm")},
                                      {{"offered", "of", "offered"}, at("wires_per_mm_offered")},
                                      {{"used", "used", "%"}, percent("wires_used_fraction")}}));
}

std::vector<TableColumn> media_columns(const std::string& length, std::string_view time, bool names) {
  std::vector<TableColumn> columns = {{"candidate", "between modules", "", true, true},
                                      {"level", names ? "of level" : "between modules", "", true, true},
                                      {"medium", "medium", "", true, true},
                                      {"links", "links", ""},
                                      {"wires", "wires", ""},
                                      {"longest", "longest", length},
                                      {"carried", "carried", length},
                                      {"reach", "reach", length},
                                      {"total", "all carried", length},
                                      {"delay", "slowest", std::string(time)}};
  if (!names) columns.erase(columns.begin());
  return columns;
}

constexpr std::string_view kSaturation = "performance.saturation_bits_per_cycle_per_terminal";

/// A column of planes or applications: the quantity of each, where it has none at `unless`.
struct PartColumn {
  TableColumn head;
  std::string_view quantity = {}, unless = {};
};
/// The columns after the name and the share of each.
Table part_table(const UnderDelay& asked, const std::vector<PartColumn>& columns) {
  Table table;
  if (!asked.candidate.planes) return table;
  for (const PartColumn& column : columns) table.columns.push_back(column.head);
  for (const PlaneResult& each : asked.candidate.planes->all) {
    const UnderDelay own = under_delay(*each.study, each.candidate, asked.delay);
    std::vector<TableCell>& row = table.rows.emplace_back(std::vector<TableCell>{each.name, 100 * each.message_share});
    for (std::size_t c = row.size(); c < columns.size(); ++c) {
      const auto& [head, quantity, unless] = columns[c];
      const bool other = !unless.empty() && !quantity_value(own, unless).is_null();
      row.push_back(other ? TableCell() : cell_at(own, quantity));
    }
  }
  return without_empty_columns(std::move(table));
}

TableCell samples_cell(const Data& faults) {
  if (faults.at("failed_links").number() == 0 && faults.at("named").is_null() && faults.at("part").is_null())
    return TableCell();
  if (faults.at("connected_fraction").is_null()) return "not computed";
  if (!faults.at("part").is_null())
    return fmt::format("each {} of {:.0f}", faults.at("part").text(), faults.at("samples").number());
  if (!faults.at("named").is_null()) return faults.at("named").text();
  const std::int64_t samples = static_cast<std::int64_t>(faults.at("samples").number());
  return faults.at("exact").truth() ? fmt::format("all {}", samples) : fmt::format("{} drawn", samples);
}

TableCell share_cell(const Data& share) {
  if (share.is_null()) return {};
  const std::string text = text::short_text(100 * share.number());
  return text == "100" && share.number() < 1 ? "under 100 %" : text + " %";
}

}  // namespace

std::vector<TableSection> express_sections(const Data& lines) {
  std::vector<TableSection> sections;
  for (const Data& line : lines.list()) {
    sections.push_back({heading(line), levels_of(line)});
    if (line.at("constructions").is_list()) sections.push_back({"", construction_table(line)});
  }
  return sections;
}

Table plane_table(const UnderDelay& asked) {
  if (!asked.candidate.design->planes) return {};
  const std::string_view time = unit_text(Unit::time, asked.study.counts_tau()).heading;
  return part_table(asked, {{{"plane", "plane", "", true, true}},
                            {{"share", "messages", "%"}},
                            {{"width", "width", "bits"}, "channel.width_bits"},
                            {{"links", "links", ""}, "links"},
                            {{"total_mm", "all wires", "mm"}, "length.total_mm"},
                            {{"total", "all wires", "pitches"}, "length.total_pitches", "length.total_mm"},
                            {{"longest_mm", "longest", "mm"}, "length.longest_mm"},
                            {{"longest", "longest", "pitches"}, "length.longest_pitches", "length.total_mm"},
                            {{"hops", "hops", "mean"}, "performance.mean_hops"},
                            {{"load", "busiest", "load"}, "performance.peak_channel_load"},
                            {{"saturation", "saturation bound", "bits/cycle"}, kSaturation},
                            {{"latency", "latency", std::string(time)}, "performance.latency_ns"}});
}

Table application_table(const UnderDelay& asked) {
  if (asked.candidate.design->planes) return {};
  const std::string_view time = unit_text(Unit::time, asked.study.counts_tau()).heading;
  return part_table(asked, {{{"application", "application", "", true, true}},
                            {{"share", "time", "%"}},
                            {{"hops", "hops", "mean"}, "performance.mean_hops"},
                            {{"latency", "latency", std::string(time)}, "performance.latency_ns"},
                            {{"energy", "energy", "pJ/bit"}, "energy.total_pj_per_bit"},
                            {{"load", "busiest", "load"}, "performance.peak_channel_load"},
                            {{"saturation", "saturation bound", "bits/cycle"}, kSaturation},
                            {{"limited_by", "limited by", "", true}, "performance.limited_by"},
                            {{"expected", "expected saturation", "bits/cycle"},
                             "performance.contention_saturation_bits_per_cycle_per_terminal"}});
}

std::vector<TableSection> module_sections(const Data& modules, std::string_view time) {
  std::vector<TableSection> sections = {{"modules", edge_table(modules)}, {"", within_table(modules)}, {"", {}}};
  add_media(sections.back().table, modules, time);
  if (sections.back().table.rows.empty()) sections.pop_back();
  return sections;
}

void add_media(Table& table, const Data& modules, std::string_view time, const std::string& candidate) {
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
        table.columns = media_columns(unit ? "pitches" : "m", time, !candidate.empty());
      }
      const auto length = [&](const char* name) {
        return cell_of(use.at(fmt::format("{}_{}", name, unit ? "pitches" : "m")));
      };
      const Data& name = use.at("medium");
      row({name.is_null() ? "-" : name.text(), cell_of(use.at("links")), cell_of(use.at("wires")), length("longest"),
           length("carried_max"), length("reach"), length("links_total"), cell_of(use.at("delay_max_ns"))});
    }
    if (level.at("over_reach").number() != 0 && !table.columns.empty())
      row({"none reaches", cell_of(level.at("over_reach")), cell_of(level.at("wires_over_reach")), {}, {}, {}, {}, {}});
  }
}

namespace {

/// "USD, mean"; without a currency "mean".
std::string mean_of_money(const std::vector<UnderDelay>& asked) {
  const std::string_view money = asked.empty() ? "" : unit_text(Unit::money, asked.front().study).heading;
  return money.empty() ? "mean" : fmt::format("{}, mean", money);
}

}  // namespace

Table fault_table(const std::vector<UnderDelay>& asked) {
  Table table;
  table.lead = 2;
  table.columns = {{"candidate", "candidate", "", true, true},
                   {"failed_links", "failed", "links"},
                   {"edge_connectivity", "edge connectivity", "links"},
                   {"mean_shortest_paths", "shortest paths", "mean"},
                   {"samples", "choices", "", true},
                   {"connected", "connected", "", true},
                   {"mean_distance", "distance", "mean hops"},
                   {"worst_distance", "distance", "worst seen"},
                   {"mean_load", "peak load", "mean"},
                   {"worst_load", "peak load", "worst seen"},
                   {"lost_terminals", "terminals lost", "mean"},
                   {"worst_lost_terminals", "terminals lost", "worst"},
                   {"lost_price", "price", mean_of_money(asked)},
                   {"bisection", "bisection", "links, mean"},
                   {"worst_bisection", "bisection", "links, worst"},
                   {"bisection_gbps", "bisection", "Gb/s, mean"},
                   {"worst_bisection_gbps", "bisection", "Gb/s, worst"},
                   {"worst_part", "worst part", "", true}};
  std::set<std::string> seen;
  for (const UnderDelay& each : asked) {
    if (each.study.fail.empty() || !seen.insert(each.candidate.design->name).second) continue;
    const auto once = [&](bool first, const char* path) {
      return first ? cell_at(each, path) : TableCell(std::string());
    };
    const auto of = [](const Data& spread, const char* key) {
      return spread.is_null() ? TableCell() : cell_of(spread.at(key));
    };
    bool first = true;
    for (const Data& faults : quantity_value(each, "faults").list()) {
      const Data& distance = faults.at("mean_distance_hops");
      const Data& load = faults.at("peak_channel_load");
      table.rows.push_back(
          {once(first, "name"), cell_of(faults.at("failed_links")), once(first, "graph.edge_connectivity"),
           once(first, "graph.mean_shortest_paths"), samples_cell(faults), share_cell(faults.at("connected_fraction")),
           cell_of(distance.at("mean")), cell_of(distance.at("worst")), cell_of(load.at("mean")),
           cell_of(load.at("worst")), of(faults.at("lost_terminals"), "mean"), of(faults.at("lost_terminals"), "worst"),
           of(faults.at("lost_price"), "mean"), of(faults.at("bisection_links"), "mean"),
           of(faults.at("bisection_links"), "worst"), of(faults.at("bisection_gbps"), "mean"),
           of(faults.at("bisection_gbps"), "worst"), cell_of(faults.at("worst_part"))});
      first = false;
    }
  }
  if (std::ranges::all_of(table.rows,
                          [](const auto& row) { return std::holds_alternative<std::monostate>(row.back()); })) {
    constexpr std::size_t kOfParts = 8;
    table.columns.resize(table.columns.size() - kOfParts);
    for (auto& row : table.rows) row.resize(table.columns.size());
  }
  return table;
}

}  // namespace cutline::tables
