// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/words/words.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/study/traffic.hpp"
#include "output/compare/comparison_parts.hpp"
#include "output/tables/cells.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

TableCell cell(const std::optional<double>& value) { return value ? TableCell(*value) : TableCell(); }

/// The columns of a ranking from left to right. Other quantities that have a column come after them.
constexpr std::array<std::string_view, 20> kOrder = {"latency_ns",
                                                     "latency_node_ns",
                                                     "latency_wire_ns",
                                                     "latency_message_ns",
                                                     "latency_before_rounding_ns",
                                                     "nodes",
                                                     "width_bits",
                                                     "width_before_rounding",
                                                     "mean_hops",
                                                     "cycle_ns",
                                                     "saturation",
                                                     "limited_by",
                                                     "emulation_printed_ns",
                                                     "emulation_exact_ns",
                                                     "longest_span",
                                                     "longest_mm",
                                                     "area_pitches2",
                                                     "area_mm2",
                                                     "pins_per_node",
                                                     "energy_pj_per_bit"};

std::vector<const Quantity*> ranking_quantities() {
  std::vector<const Quantity*> all;
  for (const Quantity& quantity : quantities()) {
    if (!quantity.names.column.empty()) all.push_back(&quantity);
  }
  const auto place = [](const Quantity* quantity) {
    return std::find(kOrder.begin(), kOrder.end(), quantity->names.column) - kOrder.begin();
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Quantity* one, const Quantity* other) { return place(one) < place(other); });
  return all;
}

/// Times are titled tau in the unit technology.
TableColumn column_of(const Quantity& quantity, bool unit_technology) {
  const bool text = quantity.names.column == "limited_by";
  const UnitWords unit = unit_text(quantity.unit, unit_technology);
  const bool in_rankings = !quantity.names.column.empty();
  return {in_rankings ? std::string(quantity.names.column) : quantity.key,
          quantity.names.title.empty() ? quantity.key : std::string(quantity.names.title),
          std::string(in_rankings ? unit.heading : unit.sign),
          text,
          false,
          quantity.names.column == "nodes"};
}

/// Widths of a column may be fractions; counts past 63 bits are the nearest real.
TableCell ranking_cell(const Quantity& quantity, const Asked& asked) {
  const Data value = quantity.value(asked);
  const bool real = value.is_number() && (quantity.unit == Unit::bits || value.number() >= 0x1.0p63);
  return real ? TableCell(value.number()) : cell_of(value);
}

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

bool is_ranked_by(const Study& study, const Quantity& quantity) {
  return std::any_of(study.rank.begin(), study.rank.end(), [&](const RankTerm& term) {
    return !quantity.names.rank.empty() && term.measure == quantity.names.rank;
  });
}

/// The quantities that the view names, in its order.
std::vector<const Quantity*> columns_asked(const Comparison& comparison) {
  std::vector<const Quantity*> all;
  const std::vector<std::size_t>& order = comparison.rankings.front().order;
  const Candidate& example = comparison.candidates[order.empty() ? 0 : order.front()];
  for (const std::string& name : comparison.view.columns)
    all.push_back(&quantity_by_name(name, ask(comparison.study, example, 0)));
  return all;
}

/// What a reader of a screen needs, what is ranked by first; the rest is in the record.
std::vector<const Quantity*> columns_to_show(const Comparison& comparison) {
  if (!comparison.view.columns.empty()) return columns_asked(comparison);
  const bool unit = comparison.study.technology.unit;
  std::vector<const Quantity*> shown;
  for (const Quantity* quantity : ranking_quantities()) {
    const std::string_view key = quantity->names.column;
    if (key == "nodes" && same_nodes(comparison)) continue;
    if (key == "width_before_rounding" && !any_width_rounded(comparison)) continue;
    if (key == "latency_before_rounding_ns" && !any_latency_rounded(comparison)) continue;
    if (unit ? key == "longest_mm" || key == "area_mm2" : key == "longest_span" || key == "area_pitches2") continue;
    // A ranking shows saturation only where the spec asks for traffic or loads; `measure` always shows it.
    if (!comparison.study.asks_of_load() && (key == "saturation" || key == "limited_by")) continue;
    shown.push_back(quantity);
  }
  std::stable_partition(shown.begin(), shown.end(),
                        [&](const Quantity* quantity) { return is_ranked_by(comparison.study, *quantity); });
  return shown;
}

TableCell rank_cell(const std::optional<int>& rank) {
  return rank ? TableCell(static_cast<std::int64_t>(*rank)) : TableCell();
}

/// The loads of the ranking at which a candidate is saturated.
std::vector<std::string> saturated_at(const Asked& asked) {
  std::vector<std::string> all;
  const std::vector<OfferedLoad> loads = asked.study.ranked_loads();
  const std::vector<LoadPoint>& points = asked.timing->ranked_points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].latency()) continue;
    all.push_back(fmt::format("saturated at {}, {} bits/cycle", load_text(loads[i], asked.study.technology.unit),
                              short_text(points[i].offered, 3)));
    if (asked.timing->model_saturation())
      all.back() += fmt::format("; it saturates at {}", short_text(*asked.timing->model_saturation(), 3));
  }
  return all;
}

}  // namespace

Table ranking_table(const Comparison& comparison, std::size_t delay) {
  const Ranking& ranking = comparison.rankings.at(delay);
  const std::vector<const Quantity*> shown = columns_to_show(comparison);
  const bool unit = comparison.study.technology.unit;
  const bool scored = comparison.study.rank.size() > 1;
  const std::vector<std::optional<RankRange>>& range = ranking.certainty.range;
  Table table;
  table.columns = {{"rank", "rank", ""}};
  if (!range.empty()) table.columns.push_back({"rank_range", "ranks", "", true});
  table.columns.push_back({"name", "candidate", "", true, true});
  if (scored) table.columns.push_back({"score", "score", ""});
  for (const Quantity* quantity : shown) table.columns.push_back(column_of(*quantity, unit));
  const std::size_t most = comparison.view.top > 0 ? comparison.view.top : ranking.order.size();
  for (const std::size_t c : ranking.order) {
    if (table.rows.size() == most) break;
    const Asked asked = ask(comparison.study, comparison.candidates[c], delay, &ranking, c);
    std::vector<TableCell>& cells = table.rows.emplace_back();
    cells.push_back(rank_cell(ranking.rank[c]));
    if (!range.empty()) cells.emplace_back(fmt::format("{}..{}", range[c]->best, range[c]->worst));
    cells.emplace_back(asked.candidate.design->name);
    if (scored) cells.push_back(cell(ranking.score[c]));
    for (const Quantity* quantity : shown) cells.push_back(ranking_cell(*quantity, asked));
  }
  drop_empty_columns(table);
  table.lead = !range.empty() ? 3 : 2;
  return table;
}

Table ranking_records(const Comparison& comparison) {
  const ComparisonView& view = comparison.view;
  const std::vector<const Quantity*> all = view.columns.empty() ? ranking_quantities() : columns_asked(comparison);
  const bool unit = comparison.study.technology.unit;
  Table table;
  table.columns = {{"title", "title", "", true},
                   {"delay", "delay", "", true},
                   {"rank", "rank", ""},
                   {"name", "candidate", "", true}};
  for (const Quantity* quantity : all) table.columns.push_back(column_of(*quantity, unit));
  table.columns.push_back({"reason", "reason", "", true});
  for (std::size_t d = 0; d < comparison.rankings.size(); ++d) {
    const Ranking& ranking = comparison.rankings[d];
    std::vector<std::size_t> order = ranking.order;
    for (std::size_t c = 0; c < comparison.candidates.size(); ++c) {
      if (!ranking.rank[c]) order.push_back(c);
    }
    if (view.top > 0) order.resize(std::min(order.size(), view.top));
    for (const std::size_t c : order) {
      const Asked asked = ask(comparison.study, comparison.candidates[c], d);
      std::vector<TableCell>& cells = table.rows.emplace_back();
      cells.insert(cells.end(), {comparison.study.title, ranking.delay_label, rank_cell(ranking.rank[c]),
                                 asked.candidate.design->name});
      for (const Quantity* quantity : all) cells.push_back(ranking_cell(*quantity, asked));
      cells.push_back(ranking.rank[c] ? TableCell() : TableCell(fmt::format("{}", fmt::join(reasons(asked), "; "))));
    }
  }
  return table;
}

std::vector<std::string> reasons(const Asked& asked) {
  const Candidate& candidate = asked.candidate;
  std::vector<std::string> all;
  if (!candidate.why_not().empty()) all.push_back(candidate.why_not());
  for (const OverLimit& over : candidate.infeasible) {
    all.push_back(fmt::format("over the limit {}: needs {}, allowed {}", over.limit, short_text(over.needed, 6),
                              short_text(over.allowed, 6)));
  }
  if (all.empty() && !candidate.traffic.mean_hops())
    all.emplace_back(candidate.traffic.why_no_hops() ? "no latency: " + note_text(*candidate.traffic.why_no_hops())
                                                     : "its distances pass the effort, so it has no latency");
  if (all.empty() && asked.timing != nullptr) all = saturated_at(asked);
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
    for (const std::string& reason : reasons(ask(comparison.study, candidate, delay))) {
      table.rows.push_back({std::exchange(name, {}), reason});
    }
  }
  return table;
}

}  // namespace cutline
