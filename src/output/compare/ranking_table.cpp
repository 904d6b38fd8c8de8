// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/text/number.hpp"
#include "cutline/study/study.hpp"
#include "output/compare/ranking_columns.hpp"
#include "study/traffic.hpp"

namespace cutline {

namespace {

TableCell cell(const std::optional<double>& value) { return value ? TableCell(*value) : TableCell(); }

TableCell cell(std::uint64_t value) { return static_cast<std::int64_t>(value); }

/// A whole number as one, so that it shows no decimals.
TableCell whole_cell(double value) {
  const std::optional<std::int64_t> whole = as_whole(value);
  return whole ? TableCell(*whole) : TableCell(value);
}

TableCell big_cell(Int128 value) {
  const bool fits = value <= Int128{std::numeric_limits<std::int64_t>::max()};
  return fits ? TableCell(static_cast<std::int64_t>(value)) : TableCell(static_cast<double>(value));
}

const Timing* timing_under(const RankingRow& row) {
  return row.delay < row.candidate.latency.timings.size() ? &row.candidate.latency.timings[row.delay] : nullptr;
}

TableCell time_cell(const RankingRow& row, Time (*pick)(const Latency&)) {
  const Timing* timing = timing_under(row);
  return timing != nullptr ? TableCell(in_ns(pick(timing->latency))) : TableCell();
}

TableCell unrounded_latency(const RankingRow& row) {
  if (row.delay < row.candidate.latency.unrounded.size())
    return in_ns(row.candidate.latency.unrounded[row.delay].latency.total());
  return time_cell(row, [](const Latency& latency) { return latency.total(); });
}

TableCell longest_span(const RankingRow& row) {
  if (row.candidate.laid_out()) return whole_cell(row.candidate.laid_out()->measures.length.longest_span.pitches());
  return row.candidate.ideal() ? whole_cell(row.candidate.ideal()->longest_span) : TableCell();
}

TableCell pins(const RankingRow& row) {
  if (row.candidate.laid_out()) return cell(row.candidate.laid_out()->measures.pins_per_node_max);
  const auto value = pins_per_node(row.candidate);
  return value ? whole_cell(*value) : TableCell();
}

TableCell total_energy(const RankingRow& row) {
  const Timing* timing = timing_under(row);
  return timing != nullptr ? cell(timing->energy.total_pj()) : TableCell();
}

TableCell emulation_cell(const RankingRow& row, std::optional<double> (*pick)(const Emulation&)) {
  const auto& all = row.candidate.emulations;
  return row.delay < all.size() && all[row.delay] ? cell(pick(*all[row.delay])) : TableCell();
}

TableCell area_pitches(const RankingRow& row) {
  return row.candidate.laid_out() ? big_cell(row.candidate.laid_out()->measures.size.area_pitches2) : TableCell();
}

}  // namespace

std::vector<RankingColumn> ranking_columns(bool unit_technology) {
  const std::string time = unit_technology ? "tau" : "ns";
  std::vector<RankingColumn> all = {
      {{"nodes", "nodes", "", false, false, true},
       [](const RankingRow& row) { return whole_cell(row.candidate.facts.nodes); }},
      {{"width_bits", "width", "bits"}, [](const RankingRow& row) { return cell(row.candidate.channel.width_bits); }},
      {{"width_before_rounding", "unrounded", "bits"},
       [](const RankingRow& row) { return TableCell(row.candidate.channel.width_before_rounding); }},
      {{"mean_hops", "hops", "mean"},
       [](const RankingRow& row) {
         return row.candidate.traffic.mean_hops ? TableCell(*row.candidate.traffic.mean_hops) : TableCell();
       }},
      {{"cycle_ns", "cycle", time},
       [](const RankingRow& row) { return time_cell(row, [](const Latency& latency) { return latency.cycle; }); }},
      {{"latency_ns", "latency", time},
       [](const RankingRow& row) { return time_cell(row, [](const Latency& latency) { return latency.total(); }); }},
      {{"latency_node_ns", "= node", time},
       [](const RankingRow& row) { return time_cell(row, [](const Latency& latency) { return latency.node; }); }},
      {{"latency_wire_ns", "+ wire", time},
       [](const RankingRow& row) { return time_cell(row, [](const Latency& latency) { return latency.wire; }); }},
      {{"latency_message_ns", "+ msg", time},
       [](const RankingRow& row) { return time_cell(row, [](const Latency& latency) { return latency.message; }); }},
      {{"latency_before_rounding_ns", "unrounded", time}, unrounded_latency},
      {{"saturation", "saturates", "bits/cycle"},
       [](const RankingRow& row) {
         const Timing* timing = timing_under(row);
         return timing != nullptr && row.candidate.traffic.saturation
                    ? TableCell(saturation_per_cycle(row.candidate, *timing))
                    : TableCell();
       }},
      {{"limited_by", "limited by", "", true},
       [](const RankingRow& row) {
         return row.candidate.traffic.saturation ? TableCell(saturation_limit_text(*row.candidate.traffic.saturation))
                                                 : TableCell();
       }},
      {{"emulation_printed_ns", "printed", time},
       [](const RankingRow& row) { return emulation_cell(row, [](const Emulation& e) { return e.printed_ns; }); }},
      {{"emulation_exact_ns", "exact", time},
       [](const RankingRow& row) { return emulation_cell(row, [](const Emulation& e) { return e.exact_ns; }); }},
      {{"longest_span", "longest", "pitches"}, longest_span},
      {{"longest_mm", "longest", "mm"},
       [](const RankingRow& row) {
         return row.candidate.laid_out() ? cell(row.candidate.laid_out()->measures.length.longest_mm) : TableCell();
       }},
      {{"area_pitches2", "area", "pitch^2"}, area_pitches},
      {{"area_mm2", "area", "mm^2"},
       [](const RankingRow& row) {
         return row.candidate.laid_out() ? cell(row.candidate.laid_out()->measures.size.area_mm2) : TableCell();
       }},
      {{"pins_per_node", "pins", "wires"}, pins},
      {{"energy_pj_per_bit", "energy", "pJ/bit"}, total_energy},
  };
  return all;
}

namespace {

bool any_width_rounded(const Comparison& comparison) {
  return std::any_of(comparison.candidates.begin(), comparison.candidates.end(), [](const Candidate& candidate) {
    return candidate.channel.width_bits && *candidate.channel.width_bits != candidate.channel.width_before_rounding;
  });
}

bool any_latency_rounded(const Comparison& comparison) {
  return std::any_of(comparison.candidates.begin(), comparison.candidates.end(),
                     [](const Candidate& candidate) { return !candidate.latency.unrounded.empty(); });
}

bool same_nodes(const Comparison& comparison) {
  return std::all_of(comparison.candidates.begin(), comparison.candidates.end(), [&](const Candidate& c) {
    const double first = comparison.candidates.front().facts.nodes;
    return std::abs(c.facts.nodes - first) <= 1e-9 * first;
  });
}

/// What a reader of a screen needs; the rest is in the record.
std::vector<RankingColumn> columns_to_show(const Comparison& comparison) {
  const bool unit = comparison.study.technology.unit;
  std::vector<RankingColumn> shown;
  for (RankingColumn& column : ranking_columns(unit)) {
    const std::string& key = column.column.key;
    if (key == "nodes" && same_nodes(comparison)) continue;
    if (key == "width_before_rounding" && !any_width_rounded(comparison)) continue;
    if (key == "latency_before_rounding_ns" && !any_latency_rounded(comparison)) continue;
    if (unit ? key == "longest_mm" || key == "area_mm2" : key == "longest_span" || key == "area_pitches2") continue;
    // Saturation stands where traffic is what is asked for; measure has it always.
    if (!comparison.study.asks_of_load() && (key == "saturation" || key == "limited_by")) continue;
    shown.push_back(std::move(column));
  }
  return shown;
}

bool has_value(const Table& table, std::size_t column) {
  return std::any_of(table.rows.begin(), table.rows.end(), [&](const std::vector<TableCell>& row) {
    return !std::holds_alternative<std::monostate>(row[column]);
  });
}

void drop_empty_columns(Table& table) {
  for (std::size_t c = table.columns.size(); c-- > 0;) {
    if (table.rows.empty() || has_value(table, c)) continue;
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
    for (std::vector<TableCell>& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
  }
}

TableCell rank_cell(const std::optional<int>& rank) {
  return rank ? TableCell(static_cast<std::int64_t>(*rank)) : TableCell();
}

}  // namespace

std::optional<double> pins_per_node(const Candidate& candidate) {
  if (candidate.laid_out()) return static_cast<double>(candidate.laid_out()->measures.pins_per_node_max);
  if (!candidate.ideal() || !candidate.channel.width_bits) return std::nullopt;
  return candidate.ideal()->ports_per_node * candidate.channel.wires;
}

Table ranking_table(const Comparison& comparison, std::size_t delay) {
  const Ranking& ranking = comparison.rankings.at(delay);
  const std::vector<RankingColumn> shown = columns_to_show(comparison);
  const bool scored = comparison.study.rank.size() > 1;
  const bool uncertain = !ranking.range.empty();
  Table table;
  table.columns = {{"rank", "rank", ""}};
  if (uncertain) table.columns.push_back({"rank_range", "ranks", "", true});
  table.columns.push_back({"name", "candidate", "", true, true});
  if (scored) table.columns.push_back({"score", "score", ""});
  for (const RankingColumn& column : shown) table.columns.push_back(column.column);
  for (const std::size_t c : ranking.order) {
    const RankingRow row{comparison.candidates[c], delay};
    std::vector<TableCell>& cells = table.rows.emplace_back();
    cells.push_back(rank_cell(ranking.rank[c]));
    if (uncertain) cells.emplace_back(fmt::format("{}..{}", ranking.range[c]->best, ranking.range[c]->worst));
    cells.emplace_back(row.candidate.design->name);
    if (scored) cells.push_back(cell(ranking.score[c]));
    for (const RankingColumn& column : shown) cells.push_back(column.value(row));
  }
  drop_empty_columns(table);
  table.lead = uncertain ? 3 : 2;
  return table;
}

Table ranking_records(const Comparison& comparison) {
  const std::vector<RankingColumn> all = ranking_columns(comparison.study.technology.unit);
  Table table;
  table.columns = {{"title", "title", "", true},
                   {"delay", "delay", "", true},
                   {"rank", "rank", ""},
                   {"name", "candidate", "", true}};
  for (const RankingColumn& column : all) table.columns.push_back(column.column);
  table.columns.push_back({"reason", "reason", "", true});
  for (std::size_t d = 0; d < comparison.rankings.size(); ++d) {
    const Ranking& ranking = comparison.rankings[d];
    std::vector<std::size_t> order = ranking.order;
    for (std::size_t c = 0; c < comparison.candidates.size(); ++c) {
      if (!ranking.rank[c]) order.push_back(c);
    }
    for (const std::size_t c : order) {
      const RankingRow row{comparison.candidates[c], d};
      std::vector<TableCell>& cells = table.rows.emplace_back();
      cells.insert(cells.end(), {comparison.study.title, ranking.delay_label, rank_cell(ranking.rank[c]),
                                 row.candidate.design->name});
      for (const RankingColumn& column : all) cells.push_back(column.value(row));
      cells.push_back(ranking.rank[c] ? TableCell()
                                      : TableCell(fmt::format("{}", fmt::join(reasons(row.candidate), "; "))));
    }
  }
  return table;
}

std::vector<std::string> reasons(const Candidate& candidate) {
  std::vector<std::string> all;
  if (!candidate.why_not().empty()) all.push_back(candidate.why_not());
  for (const OverLimit& over : candidate.infeasible) {
    all.push_back(fmt::format("over the limit {}: needs {}, allowed {}", over.limit, short_text(over.needed, 6),
                              short_text(over.allowed, 6)));
  }
  if (all.empty() && !candidate.traffic.mean_hops)
    all.emplace_back(candidate.traffic.why_no_hops.empty() ? "its distances pass the effort, so it has no latency"
                                                           : "no latency: " + candidate.traffic.why_no_hops);
  if (all.empty()) all.emplace_back("it lacks a measure that the ranking asks for; `cutline measure` says why");
  return all;
}

Table unranked_table(const Comparison& comparison, std::size_t delay) {
  Table table;
  table.columns = {{"name", "candidate", "", true, true}, {"reason", "reason", "", true, true}};
  const Ranking& ranking = comparison.rankings.at(delay);
  for (std::size_t c = 0; c < comparison.candidates.size(); ++c) {
    if (ranking.rank[c]) continue;
    const Candidate& candidate = comparison.candidates[c];
    std::string name = candidate.design->name;
    for (const std::string& reason : reasons(candidate)) {
      table.rows.push_back({std::exchange(name, {}), reason});
    }
  }
  return table;
}

}  // namespace cutline
